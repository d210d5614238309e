//! The Connect list as the engine has it before the directory has answered: the entry draws the same
//! before the engine is there, and its test plays these.

use engine::{Catalog, CatalogRow, Config, Intent, RowKind, View};
use protocol::caip::Namespace;
use wire::{Json, from_text};

use crate::fixtures::scene::{harbor, many};
use crate::networks::solana;
use crate::server::Server;
use crate::sim::{ANVIL, DEV_CHAIN, Sim, config};
use crate::wallet::{Quirks, Wallet};

/// A host, a browser, and what its list shows.
pub struct FirstList {
    /// The host's options, as far as they decide it.
    pub config: Config,
    /// What the wallets of the browser announce, in this order.
    pub announced: Vec<Json>,
    /// The wallets used lately, as they are stored.
    pub recents: Json,
    /// Whose wallets alone are asked for.
    pub namespace: Option<Namespace>,
    /// What the dialog shows first. Where that is not `Connect`, the rows are those of its list even so.
    pub view: View,
    /// What is shown: the ids of wallets that are known, and `place` for what may come.
    pub rows: Vec<String>,
    /// The names of those wallets.
    pub names: Vec<String>,
}

const LAGOON: &str = r#"{"id":"example.lagoon","name":"Lagoon"}"#;
const WALLET_1: &str = r#"{"id":"example.wallet1","name":"Wallet 1"}"#;

/// Lists by what they are about.
pub fn first_lists() -> Vec<(&'static str, FirstList)> {
    let list = |wallets| first_list(config(), wallets, "", None);
    let used = format!("{LAGOON},{WALLET_1}");
    let mut lists = vec![
        ("no wallet", list(vec![])),
        ("one", list(wallets(1))),
        ("as many as are recommended", list(wallets(4))),
        ("more", list(wallets(6))),
        ("names that are hard to show", list(many())),
        ("ids that are none", list(of_odd_ids())),
        ("one was used lately", first_list(config(), wallets(2), &used, None)),
    ];
    lists.extend(of_hosts());
    lists.extend(of_namespaces());
    lists.extend(of_phones());
    lists
}

/// What the host's options make of it.
fn of_hosts() -> Vec<(&'static str, FirstList)> {
    let listed = |number: usize| format!("{number:064x}");
    let featured = format!(r#""featuredWalletIds":["{}","{}"]"#, listed(2), listed(33));
    let own = r#""customWallets":[{"id":"ours","name":"Our own wallet"}]"#;
    let features = |features: &str| format!(r#""features":{{{features}}}"#);
    let order = |kinds: &str| features(&format!(r#""connectorTypeOrder":[{kinds}]"#));
    let featured_in = |kinds: &str| format!("{featured},{}", order(kinds));
    let excluded = |id: &str| format!(r#""excludeWalletIds":["{id}"]"#);
    let used = format!("{LAGOON},{WALLET_1}");
    let list = |options: String, count| first_list(host(&options), wallets(count), &used, None);
    vec![
        ("wallets that the host puts forward", list(featured.clone(), 1)),
        ("the host’s own", list(own.to_owned(), 1)),
        ("both", list(format!("{featured},{own}"), 3)),
        ("another order", list(featured_in(r#""featured","injected","recent""#), 2)),
        ("no place for those of the browser", list(featured_in(r#""featured""#), 2)),
        ("an order without wallets", list(order(r#""external""#), 2)),
        ("phones last", list(order(r#""injected","walletConnect""#), 2)),
        ("no phones", list(r#""enableWalletConnect":false"#.to_owned(), 2)),
        ("recommended first", list(order(r#""recommended","injected""#), 2)),
        ("one is excluded by its name", list(excluded("example.wallet1"), 3)),
        ("one is excluded by its listing", list(excluded(&listed(2)), 3)),
        ("no way to all wallets", list(r#""allWallets":"HIDE""#.to_owned(), 1)),
        ("a way on phones only", list(r#""allWallets":"ONLY_MOBILE""#.to_owned(), 1)),
        ("a way in no known word", list(r#""allWallets":"show""#.to_owned(), 1)),
        ("nor by the features", list(features(r#""allWallets":false"#), 1)),
        ("one row for all", list(features(r#""collapseWallets":true"#), 2)),
        ("no wallets at all", list(r#""enableWallets":false"#.to_owned(), 1)),
    ]
}

/// What namespaces make of it.
fn of_namespaces() -> Vec<(&'static str, FirstList)> {
    let both = || Config { networks: [config().networks, vec![solana()]].concat(), ..config() };
    let only_solana = Config { networks: vec![solana()], ..config() };
    let list = |config, namespace| first_list(config, wallets(2), LAGOON, namespace);
    vec![
        ("of two namespaces", list(both(), None)),
        ("of one of them", list(both(), Some(Namespace::Eip155))),
        ("of the other", list(both(), Some(Namespace::Solana))),
        ("of the only one", list(config(), Some(Namespace::Eip155))),
        ("without eip155", list(only_solana, None)),
    ]
}

/// What a phone makes of it.
fn of_phones() -> Vec<(&'static str, FirstList)> {
    let phone = |options: &str| Config { is_mobile: true, ..host(options) };
    let list = |options, count| first_list(phone(options), wallets(count), LAGOON, None);
    vec![
        ("a phone", list("", 0)),
        ("a wallet’s own browser", list("", 1)),
        ("a phone, to which the host shows no wallets", list(r#""enableWallets":false"#, 0)),
    ]
}

/// A host with these options, as the inside of a JSON object.
fn host(options: &str) -> Config {
    let options = from_text(&format!("{{{options}}}")).expect("options are JSON");
    Config { options, ..config() }
}

fn wallets(count: usize) -> Vec<Wallet> {
    let wallet = |number: usize| {
        let (id, name) = (format!("example.wallet{number}"), format!("Wallet {number}"));
        Wallet::new(&id, &name, ANVIL, DEV_CHAIN, Quirks::default())
    };
    (0..count)
        .map(|number| if number == 0 { harbor(Quirks::default()) } else { wallet(number) })
        .collect()
}

/// One that is as long as an id may be, among those that are none.
fn of_odd_ids() -> Vec<Wallet> {
    let longest = ["a."; 126].concat() + "a";
    let ids = ["", "a b", "a..b", ".a", "a.", "ä.b", "a#2", "a/b", "-_.A9", &longest];
    let too_long = format!("{longest}a");
    ids.iter()
        .chain([&&*too_long])
        .map(|id| Wallet::new(id, "Odd", ANVIL, DEV_CHAIN, Quirks::default()))
        .collect()
}

fn first_list(
    config: Config,
    wallets: Vec<Wallet>,
    recents: &str,
    namespace: Option<Namespace>,
) -> FirstList {
    let announced = wallets.iter().map(Wallet::detail).collect();
    let sim = Sim::of(wallets, Server::default(), config.clone());
    let recents = format!("[{recents}]");
    let item = format!(r#"{{"v":1,"value":{recents}}}"#);
    sim.page().storage.set_item("@latchkit/default:recent-wallets", &item);
    let mut sim = sim.reload();
    sim.send(&Intent::Open { view: None, namespace });
    sim.run_for(10);
    let view = *sim.page().state.route.history.last().expect("a view");
    let (rows, names) = rows_of(&sim.page().state.catalog);
    FirstList {
        config,
        announced,
        recents: from_text(&recents).expect("JSON"),
        namespace,
        view,
        rows,
        names,
    }
}

/// The host's own wallets, and the row of those on phones, are known to the engine alone.
fn rows_of(catalog: &Catalog) -> (Vec<String>, Vec<String>) {
    let place = || "place".to_owned();
    if catalog.is_collapsed {
        return (vec![place()], vec![]);
    }
    let is_known =
        |row: &&CatalogRow| !matches!(row.kind, RowKind::Custom | RowKind::WalletConnect);
    let names = catalog.rows.iter().filter(is_known).map(|row| row.wallet.name.clone());
    let id = |row| if is_known(&row) { row.wallet.id.clone() } else { place() };
    let mut rows: Vec<_> = catalog.rows.iter().map(id).collect();
    let from = catalog.awaited_from as usize;
    rows.splice(from..from, (0..catalog.awaited).map(|_| place()));
    rows.extend(catalog.awaits_all.then(place));
    (rows, names.collect())
}
