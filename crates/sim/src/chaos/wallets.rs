//! The wallets of a walk: of every namespace, each with quirks of its own, some under one name; and those
//! that the directory has, two of which open pages on phones.

use engine::{Config, Network, WayKind};
use protocol::api::WalletListing;
use protocol::caip::Namespace;
use protocol::rpc::{RESOURCE_UNAVAILABLE, USER_REJECTED};

use crate::chance::Chance;
use crate::directory::listings;
use crate::networks::{cosmos, polkadot, solana};
use crate::sim::{ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, SOLANA_ADDRESS};
use crate::stand_in::{ANY_PHONE, PHONES};
use crate::wallet::{Quirks, Reaction, Wallet};

const REACTIONS: [Reaction; 7] = [
    Reaction::Approves,
    Reaction::Approves,
    Reaction::Approves,
    Reaction::Refuses(USER_REJECTED),
    Reaction::Refuses(RESOURCE_UNAVAILABLE),
    Reaction::Hangs,
    Reaction::TalksJunk,
];

/// Of which kind a wallet is, as often as it stands here.
const NAMESPACES: [Namespace; 10] = [
    Namespace::Eip155,
    Namespace::Eip155,
    Namespace::Eip155,
    Namespace::Eip155,
    Namespace::Eip155,
    Namespace::Eip155,
    Namespace::Solana,
    Namespace::Solana,
    Namespace::Polkadot,
    Namespace::Cosmos,
];

/// The wallets that are there when the page opens.
pub(super) fn wallets(chance: &mut Chance, are_honest: bool) -> Vec<Wallet> {
    (0..chance.below(5))
        .map(|index| {
            let chain = chance.pick(&[DEV_CHAIN, ETHEREUM, 137]);
            let or_first = [index, index, if are_honest { index } else { 0 }];
            let id = format!("example.wallet{}", chance.pick(&or_first));
            let name = format!("Wallet {}", chance.pick(&or_first));
            let namespace = chance.pick(&NAMESPACES);
            let address = addresses(namespace)[0];
            let quirks = quirks(chance, are_honest);
            if index == 3 {
                let phone = Wallet::new(ANY_PHONE, "Phone", address, chain, quirks);
                return phone.of(namespace).in_module(PHONES);
            }
            Wallet::new(&id, &name, address, chain, quirks).of(namespace)
        })
        .collect()
}

/// `MetaMask`, which opens a page on every phone.
const METAMASK: &str = "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96";
/// Trust, which does so on every phone but Apple's.
const TRUST: &str = "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0";

/// The wallets of the directory. Of those with a link, others come before the two that open pages; one of
/// the two has no extension, so that on a desktop it comes by its code alone.
pub(super) fn directory() -> Vec<WalletListing> {
    let mut all = listings()[..100].to_vec();
    TRUST.clone_into(&mut all[2].id);
    all[2].chrome_store = None;
    METAMASK.clone_into(&mut all[4].id);
    all
}

/// Whether a wallet of the directory opens pages on this phone.
pub(super) fn opens_pages(config: &Config, id: &str) -> bool {
    id == METAMASK || id == TRUST && config.store != Some(WayKind::AppStore)
}

/// How a wallet may behave.
pub(super) fn quirks(chance: &mut Chance, is_honest: bool) -> Quirks {
    Quirks {
        connect: chance.pick(&REACTIONS),
        switch: chance.pick(&REACTIONS),
        add: chance.pick(&REACTIONS),
        read: Reaction::Approves,
        has_permissions: !chance.one_in(4),
        shares_nothing: chance.one_in(10) && !is_honest,
        stays: chance.one_in(8),
        nests_4902: chance.one_in(3),
        only_adds: chance.one_in(4),
        lags_ms: chance.pick(&[0, 0, 300, 5_000]),
        writes_decimal: chance.one_in(6),
        tells_nothing: chance.one_in(6) && !is_honest,
        answers_twice: chance.one_in(6),
        answer_ms: chance.pick(&[0, 1, 100, 2_000]),
        announce_delay_ms: chance.pick(&[0, 0, 500, 3_000]),
        wants_no_link: false,
    }
}

/// The networks of a host beside those of eip155.
pub(super) fn beside_eip155() -> Vec<Network> {
    vec![solana(), polkadot(), cosmos()]
}

/// An address that a wallet shares at first, and another one.
pub(super) fn addresses(namespace: Namespace) -> [&'static str; 2] {
    match namespace {
        Namespace::Eip155 => [ANVIL, OTHER_ADDRESS],
        Namespace::Polkadot => ["14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3", "12other"],
        Namespace::Cosmos => ["cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh", "cosmos1other"],
        Namespace::Solana | Namespace::Bip122 => [SOLANA_ADDRESS, SOLANA_ADDRESS],
    }
}
