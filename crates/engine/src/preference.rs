//! What the host says of accounts: which kind of them is used where a wallet has several, and how addresses are called.

use protocol::caip::Namespace;
use protocol::module::embedded;
use wire::{Json, Word, read};

use crate::config::Config;
use crate::engine::Engine;
use crate::sharing::put_first;
use crate::state::{Account, AccountEntry, AccountType, ConnectedWallet};

/// Puts the first account of the kind that is preferred first; the others stay in the wallet's order.
pub(crate) fn order(engine: &Engine, namespace: Namespace, accounts: &mut [AccountEntry]) {
    let kind = engine.config(|config| kind(config, namespace));
    let first = accounts.iter().find(|it| it.r#type == kind).map(|it| it.address.clone());
    if let Some(first) = first {
        put_first(accounts, &first);
    }
}

/// Says of an account what the host says of it. Which kinds are preferred is told of the embedded wallet alone: others
/// say themselves which accounts they have.
pub(crate) fn tell(engine: &Engine, account: &mut Account) {
    let is_it = |it: &ConnectedWallet| it.identifier == embedded::WALLET;
    let is_embedded = account.connected_wallet_info.as_ref().is_some_and(is_it);
    engine.config(|config| {
        account.preferred_account_types = is_embedded.then(|| kinds(config));
        account.address_labels = labels(config, &account.all_accounts);
    });
}

/// The kind that is used in a namespace, if there is one of it.
fn kind(config: &Config, namespace: Namespace) -> AccountType {
    let named = config.options.get("defaultAccountTypes").and_then(|it| it.get(namespace.word()));
    named.and_then(|it| read(it).ok()).unwrap_or(match namespace {
        Namespace::Eip155 => AccountType::SmartAccount,
        Namespace::Bip122 => AccountType::Payment,
        Namespace::Solana | Namespace::Polkadot | Namespace::Cosmos => AccountType::Eoa,
    })
}

/// The same of each namespace of the host.
fn kinds(config: &Config) -> Json {
    let mut kinds: Vec<(String, Json)> = Vec::new();
    for network in &config.networks {
        let namespace = network.chain_namespace;
        if kinds.iter().all(|(known, _)| known != namespace.word()) {
            let kind = match kind(config, namespace) {
                // There is none yet, whatever is wanted.
                AccountType::SmartAccount => AccountType::Eoa,
                kind => kind,
            };
            kinds.push((namespace.word().to_owned(), Json::text(kind.word())));
        }
    }
    Json::Object(kinds)
}

/// How the host calls these of its visitors; nothing where it calls none of them. Those of eip155 are the same in small
/// letters.
fn labels(config: &Config, accounts: &[AccountEntry]) -> Option<Json> {
    let given = config.options.get("addressLabels")?.as_fields()?;
    let label = |entry: &AccountEntry| {
        let is_hex = entry.address.starts_with("0x");
        let is_it = |address: &String| {
            *address == entry.address || is_hex && address.eq_ignore_ascii_case(&entry.address)
        };
        let (_, label) = given.iter().find(|(address, _)| is_it(address))?;
        Some((entry.address.clone(), Json::text(label.as_text()?)))
    };
    let labels: Vec<_> = accounts.iter().filter_map(label).collect();
    (!labels.is_empty()).then_some(Json::Object(labels))
}
