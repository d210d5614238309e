//! Which objects of several namespaces are one row, and who is asked where one is offered for another
//! network: never a stranger that has copied an id.
#![allow(clippy::unwrap_used)]

use engine::{Intent, Status, View};
use protocol::api::{Injected, WalletListing};
use protocol::caip::{ChainId, Namespace};
use sim::{ANVIL, DEV_CHAIN, Quirks, SOLANA_ADDRESS, Server, Sim, Wallet, bitcoin, config, solana};

const BITCOIN_ADDRESS: &str = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const STRANGERS: &str = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

fn wallet(id: &str, namespace: Namespace, address: &str) -> Wallet {
    Wallet::new(id, id, address, DEV_CHAIN, Quirks::default()).of(namespace)
}

/// A host with three namespaces, whose directory knows Lagoon and what that puts into pages of each.
fn page(wallets: Vec<Wallet>, injected: &[(&str, &str)]) -> Sim {
    let mut config = config();
    config.networks.extend([solana(), bitcoin()]);
    let injected = injected.iter().map(|(namespace, id)| Injected {
        namespace: (*namespace).to_owned(),
        injected_id: (*id).to_owned(),
    });
    let lagoon = WalletListing {
        id: "9".repeat(64),
        name: "Lagoon".to_owned(),
        rdns: Some("example.lagoon".to_owned()),
        injected: injected.collect(),
        ..WalletListing::default()
    };
    Sim::of(wallets, Server { wallets: vec![lagoon], ..Server::default() }, config)
}

fn connect(sim: &mut Sim, wallet: &str, namespace: Namespace) {
    let (wallet, namespace) = (wallet.to_owned(), Some(namespace));
    sim.send(&Intent::Connect { wallet, namespace, is_double: None });
    sim.run_for(5_000);
}

fn address(sim: &Sim, namespace: Namespace) -> Option<String> {
    let page = sim.page();
    let account = page.state.accounts.get(namespace)?;
    account.address.clone().filter(|_| account.status == Status::Connected)
}

/// Chooses a network of another kind, and the wallet that is offered there in one press.
fn take_offer(sim: &mut Sim, chain: ChainId) -> Option<String> {
    let namespace = chain.namespace;
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.run_for(1_000);
    sim.send(&Intent::SwitchNetwork { chain });
    sim.run_for(1_000);
    assert_eq!(sim.page().state.route.view(), View::SwitchActiveChain);
    let offered = sim.page().state.networks.target.clone().unwrap().wallet;
    if let Some(offered) = &offered {
        connect(sim, offered, namespace);
    }
    offered
}

/// All orders of four.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    let all = (0..256).map(|it| [it & 3, it >> 2 & 3, it >> 4 & 3, it >> 6 & 3]);
    all.filter(|order| (0..4).all(|it| order.contains(&it)))
}

#[test]
fn an_id_of_another_namespace_puts_nobody_under_a_known_wallet_whoever_speaks_first() {
    let bitcoin = ("bip122", "lagoon.bitcoin");
    let wallets = [
        wallet("example.lagoon", Namespace::Eip155, ANVIL),
        wallet("lagoon.bitcoin", Namespace::Bip122, BITCOIN_ADDRESS),
        wallet("lagoon.bitcoin", Namespace::Solana, STRANGERS),
        wallet("Lagoon", Namespace::Solana, SOLANA_ADDRESS),
    ];
    for order in orders() {
        let in_order = || order.iter().map(|it| wallets[*it].clone());
        let is_not_on_solana = |it: &Wallet| it.id != "Lagoon";
        for (wallets, injected, expected) in [
            (in_order().collect(), &[bitcoin, ("solana", "Lagoon")][..], Some(SOLANA_ADDRESS)),
            (in_order().filter(is_not_on_solana).collect(), &[bitcoin], None),
        ] {
            let mut sim = page(wallets, injected);
            sim.run_for(500);
            connect(&mut sim, "example.lagoon", Namespace::Eip155);
            assert_eq!(address(&sim, Namespace::Eip155).as_deref(), Some(ANVIL));
            take_offer(&mut sim, solana().caip_network_id);
            assert_eq!(address(&sim, Namespace::Solana).as_deref(), expected, "{order:?}");
        }
    }
}

#[test]
fn who_is_offered_is_asked_also_where_its_row_has_a_domain_of_another_object() {
    let one_object = |mut it: Wallet| {
        it.uuid = Some("one".to_owned());
        it
    };
    let tern = |namespace, address| wallet("example.tern", namespace, address);
    let wallets = vec![
        tern(Namespace::Eip155, ANVIL),
        one_object(tern(Namespace::Solana, SOLANA_ADDRESS)),
        one_object(tern(Namespace::Bip122, BITCOIN_ADDRESS)),
    ];
    let mut sim = page(wallets, &[]);
    sim.run_for(500);
    connect(&mut sim, "example.tern", Namespace::Solana);
    assert!(take_offer(&mut sim, bitcoin().caip_network_id).is_some());
    assert_eq!(address(&sim, Namespace::Bip122).as_deref(), Some(BITCOIN_ADDRESS));
    // That of eip155 has nothing but the same domain.
    assert_eq!(take_offer(&mut sim, ChainId::eip155(DEV_CHAIN)), None);
}
