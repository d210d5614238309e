//! A connected account: what the wallet tells later, its balance, the clipboard.
#![allow(clippy::unwrap_used)]

use engine::{Intent, Status, ToastText, View};
use protocol::caip::Namespace;
use protocol::rpc::TRY_AGAIN_LATER;
use sim::{
    ANVIL, DEV_CHAIN, OTHER_ADDRESS, Quirks, SOLANA_ADDRESS, Server, Sim, Wallet, config, solana,
};
use wire::Json;

fn connected() -> Sim {
    connected_by(Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default()))
}

fn connected_by(wallet: Wallet) -> Sim {
    let id = wallet.id.clone();
    let mut sim = Sim::new(vec![wallet]);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::Connect { wallet: id, namespace: None, is_double: None });
    sim.run_for(5_000);
    sim.transcript();
    sim
}

fn account(sim: &Sim) -> engine::Account {
    sim.page().state.accounts.get(Namespace::Eip155).cloned().unwrap()
}

fn coded(code: i32) -> Json {
    Json::object([("code", Json::Number(code.to_string().into()))])
}

/// Somebody with an account on eip155 and one on Solana, which is in use; the dialog shows it.
fn connected_twice() -> Sim {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, Quirks::default());
    let mut config = config();
    config.networks.push(solana());
    let mut sim = Sim::of(vec![harbor, tern.of(Namespace::Solana)], Server::default(), config);
    sim.run_for(500);
    for id in ["example.harbor", "sol.tern"] {
        sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None, is_double: None });
        sim.run_for(5_000);
    }
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(500);
    sim.transcript();
    sim
}

fn in_use(sim: &Sim) -> String {
    sim.page().state.networks.active.as_ref().unwrap().text()
}

#[test]
fn the_account_of_another_namespace_is_used_without_asking_a_wallet() {
    let mut sim = connected_twice();
    assert_eq!(in_use(&sim), solana().caip_network_id.text());
    sim.send(&Intent::UseAccount { namespace: Namespace::Eip155 });
    assert_eq!(in_use(&sim), "eip155:31337");
    // A namespace without an account is not.
    sim.send(&Intent::UseAccount { namespace: Namespace::Bip122 });
    assert_eq!(in_use(&sim), "eip155:31337");
    assert_eq!(sim.page().state.route.history, [View::Account]);
    sim.run_for(500);
    assert!(!sim.transcript().contains("→ eth_"));
    // What is copied is the account that shows.
    sim.send(&Intent::CopyAddress);
    sim.run_for(100);
    assert!(sim.transcript().contains(ANVIL));
}

#[test]
fn who_disconnects_one_of_two_sees_the_other_and_which_has_gone() {
    let mut sim = connected_twice();
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Solana) });
    {
        let page = sim.page();
        assert!(page.state.modal.open);
        assert_eq!(page.state.route.history, [View::Account]);
        let said = page.state.toast.shown.as_ref().unwrap();
        assert_eq!((said.text, said.about), (ToastText::Disconnected, Some(Namespace::Solana)));
    }
    assert_eq!(in_use(&sim), "eip155:31337");
    assert_eq!(account(&sim).status, Status::Connected);
    sim.run_for(4_000);
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Eip155) });
    assert!(!sim.page().state.modal.open);
}

#[test]
fn whoever_disconnects_all_sees_nothing_left() {
    let mut sim = connected_twice();
    sim.send(&Intent::Disconnect { namespace: None });
    assert!(!sim.page().state.modal.open);
    assert!(sim.page().state.toast.shown.is_none());
}

#[test]
fn a_message_goes_with_the_view_it_is_about() {
    let mut sim = connected_twice();
    sim.send(&Intent::CopyAddress);
    sim.run_for(100);
    assert!(sim.page().state.toast.shown.is_some());
    sim.send(&Intent::Show { view: View::Networks });
    assert!(sim.page().state.toast.shown.is_none());
}

#[test]
fn whoever_asks_for_a_balance_again_hears_that_it_failed_again() {
    let mut sim = connected();
    sim.page().server.is_down = true;
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(100_000);
    sim.send(&Intent::DismissToast);
    sim.transcript();
    sim.send(&Intent::RefreshBalance);
    sim.run_for(60_000);
    assert_eq!(sim.transcript().matches("BalanceUnavailable").count(), 1);
}

#[test]
fn another_account_in_the_wallet_is_another_account_here() {
    let mut sim = connected();
    sim.emit(0, "accountsChanged", &Json::list([Json::text(OTHER_ADDRESS), Json::text(ANVIL)]));
    sim.run_for(1_000);
    let account = account(&sim);
    assert_eq!(account.address.as_deref(), Some(OTHER_ADDRESS));
    assert_eq!(account.caip_address.unwrap(), format!("eip155:31337:{OTHER_ADDRESS}"));
    assert_eq!(account.all_accounts.len(), 2);
    assert!(account.balance.is_some());
}

#[test]
fn no_accounts_any_more_is_a_disconnection() {
    let mut sim = connected();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.emit(0, "accountsChanged", &Json::list([]));
    sim.run_for(1_000);
    assert_eq!(account(&sim).status, Status::Disconnected);
    assert!(!sim.page().state.modal.open);
}

#[test]
fn error_1013_is_ignored_while_accounts_exist() {
    let mut sim = connected();
    sim.emit(0, "disconnect", &coded(TRY_AGAIN_LATER));
    sim.run_for(1_000);
    assert_eq!(account(&sim).status, Status::Connected);
    sim.page().wallets[0].is_permitted = false;
    sim.emit(0, "disconnect", &coded(TRY_AGAIN_LATER));
    sim.run_for(1_000);
    assert_eq!(account(&sim).status, Status::Disconnected);
}

#[test]
fn any_other_disconnect_is_one() {
    let mut sim = connected();
    sim.emit(0, "disconnect", &coded(4900));
    sim.run_for(1_000);
    assert_eq!(account(&sim).status, Status::Disconnected);
}

#[test]
fn an_unknown_chain_is_shown_as_such_and_asks_no_node() {
    let mut sim = connected();
    sim.emit(0, "chainChanged", &Json::text("0x1869f"));
    sim.run_for(1_000);
    let account = account(&sim);
    assert_eq!(account.network_name.as_deref(), Some("Unknown Network"));
    assert!(!account.is_supported);
    assert_eq!(account.balance, None);
    assert!(!sim.transcript().contains("POST"));
}

#[test]
fn a_chain_that_is_no_chain_is_ignored() {
    let mut sim = connected();
    for junk in [Json::Null, Json::text("0x"), Json::text("soon"), Json::Bool(true), Json::list([])]
    {
        sim.emit(0, "chainChanged", &junk);
        assert_eq!(account(&sim).chain.unwrap().text(), "eip155:31337");
    }
}

#[test]
fn switching_back_from_a_wrong_network() {
    let mut sim = connected();
    sim.emit(0, "chainChanged", &Json::text("0x1"));
    sim.page().wallets[0].chain = 1;
    sim.run_for(1_000);
    sim.transcript();
    sim.send(&Intent::SwitchNetwork { chain: protocol::caip::ChainId::eip155(DEV_CHAIN) });
    sim.run_for(2_000);
    insta::assert_snapshot!(sim.transcript(), @r#"
    6000ms ! modal open
    6000ms ! route [Networks, SwitchNetwork]
    6000ms → eth_chainId
    6100ms → wallet_switchEthereumChain
    6100ms ! accounts connected 0xf39F on eip155:31337
    6100ms → POST /v1
    6100ms → write active-network {"v":1,"value":"eip155:31337"}
    6100ms → write snapshot …
    6150ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    6150ms → write snapshot …
    6200ms → eth_chainId
    6300ms ! modal closed
    6300ms ! route [Account]
    "#);
}

#[test]
fn a_balance_is_asked_once_for_thirty_seconds_of_an_open_account() {
    let mut sim = connected();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(25_000);
    assert!(!sim.transcript().contains("POST"));
    sim.run_for(20_000);
    assert_eq!(sim.transcript().matches("POST").count(), 1);
    sim.send(&Intent::Close);
    sim.run_for(120_000);
    assert!(!sim.transcript().contains("POST"));
}

#[test]
fn the_balance_on_a_testnet_is_not_asked_for() {
    for testnet in [false, true] {
        let mut config = sim::config();
        config.networks[0].testnet = testnet;
        let wallet = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
        let mut sim = Sim::of(vec![wallet], Server::default(), config);
        sim.run_for(500);
        sim.send(&Intent::Connect {
            wallet: "example.harbor".to_owned(),
            namespace: None,
            is_double: None,
        });
        sim.run_for(60_000);
        assert_eq!(account(&sim).status, Status::Connected);
        assert_eq!(account(&sim).balance.is_none(), testnet);
        assert_eq!(sim.transcript().contains("POST /v1"), !testnet);
    }
}

/// How often a node is asked for the balance in as many milliseconds.
fn asked_in(sim: &mut Sim, ms: u64) -> usize {
    let count = |sim: &Sim| sim.page().fetched.iter().filter(|it| it.contains("/v1?")).count();
    let before = count(sim);
    sim.run_for(ms);
    count(sim) - before
}

#[test]
fn an_outage_keeps_the_last_balance_and_is_told_of_once() {
    let mut sim = connected();
    sim.page().server.is_down = true;
    sim.send(&Intent::Open { view: None, namespace: None });
    // Each failure is four tries.
    let asked = asked_in(&mut sim, 190_000);
    assert!((16..=28).contains(&asked), "{asked}");
    sim.tab("hidden", None);
    sim.run_for(2_000);
    assert_eq!(asked_in(&mut sim, 100_000), 0);
    sim.tab("visible", None);
    sim.run_for(10_000);
    let held = account(&sim);
    assert!(held.is_balance_stale);
    assert_eq!(held.balance.as_deref(), Some("10000"));
    assert_eq!(sim.transcript().matches("BalanceUnavailable").count(), 1);
    sim.page().server.is_down = false;
    sim.run_for(60_000);
    assert!(!account(&sim).is_balance_stale);
}

#[test]
fn a_balance_that_was_never_read_is_the_fallback_until_it_is() {
    for status in [200, 400, 429, 500] {
        let wallet = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
        let mut sim = Sim::new(vec![wallet]);
        sim.page().server.fails_with = Some(status);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.send(&Intent::Connect {
            wallet: "example.harbor".to_owned(),
            namespace: None,
            is_double: None,
        });
        sim.run_for(60_000);
        assert_eq!(account(&sim).status, Status::Connected, "{status}");
        let held = account(&sim);
        assert_eq!(held.balance.as_deref(), Some("0.00"), "{status}");
        assert_eq!(held.balance_symbol.as_deref(), Some("ETH"), "{status}");
        assert_eq!((held.balance_at_ms, held.is_balance_stale), (None, true), "{status}");
        sim.page().server.fails_with = None;
        sim.send(&Intent::RefreshBalance);
        sim.run_for(1_000);
        let held = account(&sim);
        assert_eq!(held.balance.as_deref(), Some("10000"), "{status}");
        assert!(held.balance_at_ms.is_some() && !held.is_balance_stale, "{status}");
    }
}

#[test]
fn copying_tells_how_it_went_and_a_new_message_follows_the_old() {
    let mut sim = connected();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim.transcript();
    sim.send(&Intent::CopyAddress);
    sim.page().is_copy_blocked = true;
    sim.send(&Intent::CopyAddress);
    sim.run_for(10_000);
    sim.send(&Intent::DismissToast);
    insta::assert_snapshot!(sim.transcript(), @r"
     6000ms → copy 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
     6000ms ! toast Success AddressCopied
     6000ms → copy 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
     6000ms ! toast none
     6150ms ! toast Error CopyFailed
    16000ms ! toast none
    ");
    assert_eq!(sim.page().clipboard.as_deref(), Some(ANVIL));
}

#[test]
fn a_flood_of_accounts_is_cut() {
    let mut sim = connected();
    let address = |number: u32| Json::Text(format!("0x{number:040x}"));
    sim.emit(0, "accountsChanged", &Json::list((1..5_000).map(address)));
    assert_eq!(account(&sim).all_accounts.len(), 1_000);
}

#[test]
fn an_address_is_kept_with_its_checksum_and_one_with_a_wrong_one_left_out() {
    let wrong = [ANVIL.replace("Fd6", "fd6"), ANVIL.to_uppercase().replace('X', "x")];
    let texts = [&wrong[..], &[ANVIL.to_lowercase(), ANVIL.to_owned()]].concat();
    let plain = Json::list(texts.iter().map(|it| Json::text(it)));
    let entries = Json::list(texts.iter().map(|it| Json::object([("address", Json::text(it))])));
    let phone = Wallet::new(sim::ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    for (mut sim, told) in
        [(connected(), plain), (connected_by(phone.in_module(sim::PHONES)), entries)]
    {
        // The second time the cache knows them.
        for _ in 0..2 {
            sim.emit(0, "accountsChanged", &told);
            let all = account(&sim).all_accounts;
            assert_eq!(all.iter().map(|it| &*it.address).collect::<Vec<_>>(), [ANVIL]);
        }
    }
}
