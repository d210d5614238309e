//! Invented wallets, as many as a directory has.

use protocol::api::WalletListing;

const FIRST: [&str; 30] = [
    "Kestrel", "Harbor", "Lagoon", "Basalt", "Quay", "Heron", "Tideway", "Marlin", "Osprey",
    "Fathom", "Beacon", "Shoal", "Capstan", "Drift", "Estuary", "Gannet", "Halyard", "Inlet",
    "Jetty", "Keel", "Lantern", "Mooring", "Narrows", "Outpost", "Pontoon", "Reef", "Skiff",
    "Tern", "Undertow", "Wharf",
];
const SECOND: [&str; 18] = [
    "", " Wallet", " One", " Vault", " Key", " Pay", " Pocket", " Go", " Safe", " Mobile", " Lite",
    " Pro", " DAO", " Link", " Chain", " Card", " Light", " X",
];

/// Five hundred and forty wallets; the first eight of them certified. The id of number 0 is 64 zeros.
pub fn listings() -> Vec<WalletListing> {
    let names = SECOND.iter().flat_map(|second| FIRST.map(|first| [first, *second].concat()));
    let listing = |(index, name): (usize, String)| {
        let page = |host: &str| Some(format!("https://{host}.example/{index}"));
        WalletListing {
            id: format!("{index:064x}"),
            rdns: Some(format!("example.{}", name.to_lowercase().replace(' ', "-"))),
            name,
            homepage: page("wallet"),
            order: u32::try_from(index + 1).expect("few wallets"),
            badge_type: (index < 8).then(|| "certified".to_owned()),
            mobile_link: (index % 3 != 0).then(|| format!("wallet{index}://")),
            app_store: page("apps"),
            play_store: page("play"),
            chrome_store: page("chrome"),
            webapp_link: page("app").filter(|_| index % 4 == 0),
            ..WalletListing::default()
        }
    };
    names.enumerate().map(listing).collect()
}
