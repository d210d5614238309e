//! What the host decides of wallets: images, exclusions, whether all of them show.

use engine::{Config, Intent, View};
use protocol::caip::Namespace;
use sim::{ANVIL, Quirks, Server, Sim, Wallet, config};
use wire::from_text;

use super::{harbor, host, names, on_all, opened, server};

#[test]
fn a_wallet_excluded_by_its_id_is_not_listed_where_it_is_installed() {
    let mut sim = opened(server(), &format!(r#"{{"excludeWalletIds":["{:064x}"]}}"#, 1));
    sim.send(&Intent::Show { view: View::AllWallets });
    let page = sim.page();
    assert!(page.rows().iter().all(|row| row.wallet.name != "Harbor"));
    assert!(page.state.directory.rows.iter().all(|row| row.name != "Harbor"));
}

#[test]
fn the_hosts_images_of_wallets_show_instead_of_their_own() {
    let id = |number: usize| format!("{number:064x}");
    let options = format!(
        r#"{{"connectorImages":{{"{}":"https://a.example/2.png","example.basalt":"/basalt.svg",
        "own":"/own.svg","gone":"data:image/png;base64,AA"}},"featuredWalletIds":["{}"],
        "customWallets":[{{"id":"own","name":"Own","image_url":"/no.svg"}}]}}"#,
        id(2),
        id(2),
    );
    let sim = Sim::of(vec![], server(), host(&options));
    let recent = r#"{"v":1,"value":[{"id":"gone","name":"Gone"}]}"#;
    sim.page().storage.set_item("@latchkit/default:recent-wallets", recent);
    let mut sim = sim.reload();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim.send(&Intent::Show { view: View::AllWallets });
    let page = sim.page();
    let listed = page.rows().into_iter().map(|row| &row.wallet);
    let rows: Vec<_> = listed.chain(&page.state.directory.rows).collect();
    for (name, icon) in [
        ("Lagoon", Some("https://a.example/2.png")),
        ("Basalt", Some("/basalt.svg")),
        ("Own", Some("/own.svg")),
        ("Gone", Some("data:image/png;base64,AA")),
        ("Kestrel", None),
    ] {
        let row = rows.iter().find(|row| row.name == name).unwrap();
        assert_eq!(row.icon.as_deref(), icon, "{name}");
    }
}

#[test]
fn an_installed_wallet_has_the_hosts_image_by_what_it_calls_itself() {
    let mut host = config();
    host.networks.push(sim::solana());
    let on_solana = Wallet::new("harbor", "Harbor", ANVIL, 1, Quirks::default());
    let mut wallets = vec![harbor(), on_solana.of(Namespace::Solana)];
    for wallet in &mut wallets {
        wallet.uuid = Some("one object of the page".to_owned());
    }
    let mut sim = Sim::of(wallets, Server::default(), host);
    let listed = |sim: &Sim| sim.page().rows()[0].wallet.icon.clone().unwrap();
    let configure = |sim: &mut Sim, options: &str| {
        sim.config.options = from_text(options).unwrap();
        let config = sim.config.clone();
        sim.send(&Intent::Configure { config });
    };
    assert!(listed(&sim).starts_with("data:"));
    configure(&mut sim, r#"{"connectorImages":{"harbor":"/b.svg"}}"#);
    assert_eq!(listed(&sim), "/b.svg");
    configure(&mut sim, r#"{"connectorImages":{"harbor":"/b.svg","example.harbor":"/a.svg"}}"#);
    assert_eq!(listed(&sim), "/a.svg");

    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: Some(Namespace::Eip155), is_double: None });
    sim.run_for(5_000);
    let connected = |sim: &Sim| {
        let page = sim.page();
        let account = page.state.accounts.get(Namespace::Eip155).unwrap();
        account.connected_wallet_info.clone().unwrap().icon.unwrap()
    };
    assert_eq!(connected(&sim), "/a.svg");
    let mut sim = sim.reload();
    sim.send(&Intent::Restore);
    sim.run_for(5_000);
    assert_eq!(connected(&sim), "/a.svg");
}

#[test]
fn what_the_host_excludes_shows_nowhere() {
    let id = |number: usize| format!("{number:064x}");
    let options = format!(r#"{{"excludeWalletIds":["example.harbor","{}"]}}"#, id(0));
    let sim = on_all(server(), &options);
    let page = sim.page();
    assert!(page.rows().iter().all(|row| row.wallet.id != "example.harbor"));
    assert!(!page.fetched.iter().any(|url| url.contains("&chains=") && !url.contains("&exclude=")));
    drop(page);
    assert!(!names(&sim).contains(&"Kestrel".to_owned()));
}

#[test]
fn a_host_may_hide_all_wallets_or_show_them_on_phones_only() {
    for (options, is_mobile, shows) in [
        (r#"{"allWallets":"HIDE"}"#, true, false),
        (r#"{"allWallets":"ONLY_MOBILE"}"#, false, false),
        (r#"{"allWallets":"ONLY_MOBILE"}"#, true, true),
        (r#"{"features":{"allWallets":false}}"#, false, false),
        ("{}", false, true),
    ] {
        let mut sim = Sim::of(vec![harbor()], server(), Config { is_mobile, ..host(options) });
        sim.run_for(100);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        assert_eq!(sim.page().state.catalog.all.is_some(), shows, "{options} {is_mobile}");
    }
}

#[test]
fn options_that_cannot_be_read_are_told_of_and_the_rest_holds() {
    let options = r#"{"allWallets":"SOMETIMES","featuredWalletIds":"abc",
        "customWallets":[{"id":1},{"name":"Nameless"},{"id":"own","name":"Own","mobile_link":"javascript:alert(1)",
        "desktop_link":"tel:112"}],
        "connectorImages":{"a":"javascript:alert(1)","b":7},"termsConditionsUrl":"https://site.example/terms"}"#;
    let sim = opened(server(), options);
    let page = sim.page();
    insta::assert_snapshot!(page.warnings.join("\n"), @r"
    The option featuredWalletIds is ignored: expected a list.
    The option allWallets is ignored: Invalid enum value. Expected 'SHOW' | 'HIDE' | 'ONLY_MOBILE', received 'SOMETIMES'.
    The option customWallets[0] is ignored: id: expected text.
    The option customWallets[1] is ignored: id: missing.
    The option customWallets[2].mobile_link is ignored: expected a link that opens a wallet.
    The option customWallets[2].desktop_link is ignored: expected a link that opens a wallet.
    The option connectorImages.a is ignored: expected the address of an image.
    The option connectorImages.b is ignored: expected the address of an image.
    ");
    assert_eq!(page.state.features.terms_url.as_deref(), Some("https://site.example/terms"));
}
