//! The conversation with a wallet outside of eip155. The page gives every such wallet the same face,
//! whatever its own is: `connect` with `{chain, silent}`, answered by `{accounts, chains?}`.

use protocol::caip::ChainId;
use wire::{Get, Json};

use crate::account::Shared;
use crate::connect::wallet::{Fault, Wallet};
use crate::state::{AccountEntry, ConnectError};

/// More characters than an address of any ecosystem has.
const ADDRESS_CHARACTERS: usize = 128;

/// Asks for accounts on a chain; the person decides.
pub(super) async fn connect(wallet: &Wallet, chain: ChainId) -> Result<Shared, ConnectError> {
    let answer = wallet.prompt("connect", Some(params(&chain, false))).await?;
    shared(&answer, chain).ok_or(ConnectError::NoAccounts)
}

/// The accounts on a chain, if the wallet shares them without asking anybody.
pub(super) async fn look(wallet: &Wallet, chain: ChainId) -> Result<Shared, Fault> {
    let answer = wallet.read_with("connect", Some(params(&chain, true))).await?;
    shared(&answer, chain).ok_or(Fault::NoAnswer)
}

/// The accounts on a chain; the person is asked only where the wallet does not share them already.
pub(crate) async fn reach(wallet: &Wallet, chain: ChainId) -> Result<Shared, ConnectError> {
    match look(wallet, chain.clone()).await {
        Ok(shared) => Ok(shared),
        Err(_) => connect(wallet, chain).await,
    }
}

fn params(chain: &ChainId, is_silent: bool) -> Json {
    let fields = [("chain", Json::Text(chain.text())), ("silent", Json::Bool(is_silent))];
    Json::list([Json::object(fields)])
}

fn shared(answer: &Json, chain: ChainId) -> Option<Shared> {
    let accounts = entries(answer.get("accounts")?);
    let chains = answer.get("chains").and_then(Json::as_list);
    let approved = chains
        .map(|them| them.iter().filter_map(Json::as_text).filter_map(ChainId::parse).collect());
    (!accounts.is_empty()).then_some(Shared { accounts, chain, approved })
}

/// The accounts in what a wallet told; anything else in it is left out.
pub(super) fn entries(json: &Json) -> Vec<AccountEntry> {
    let mut entries: Vec<AccountEntry> = Vec::new();
    for it in json.as_list().unwrap_or_default() {
        let Some(address) = it.get("address").and_then(Json::as_text) else { continue };
        let is_fit = (1..=ADDRESS_CHARACTERS).contains(&address.len())
            && address.bytes().all(|it| it.is_ascii_graphic());
        if is_fit && entries.iter().all(|known| known.address != address) {
            let kind = it.get("type").and_then(|kind| Get::get(kind).ok());
            let public_key = it.get("publicKey").and_then(Json::as_text).map(str::to_owned);
            entries.push(AccountEntry {
                address: address.to_owned(),
                r#type: kind.unwrap_or_default(),
                public_key,
            });
        }
    }
    entries
}
