//! The words of a browser wallet of eip155: permission, accounts, chain.

use protocol::caip::Namespace;
use protocol::rpc::RESOURCE_UNAVAILABLE;
use wire::Json;

use crate::connect::chain::chain_id;
use crate::connect::wallet::{MOST_ACCOUNTS, Wallet};
use crate::connect::wish::Wish;
use crate::connect::{address, landing, open_prompts};
use crate::engine::Engine;
use crate::sharing::Shared;
use crate::state::{AccountEntry, AccountType, ConnectError, Fault};

/// A wallet that tells something whenever it is read is believed after so many readings.
const MOST_READINGS: u32 = 3;

/// Asks for accounts, then for the chain.
pub(super) async fn connect(
    engine: &Engine,
    wallet: &Wallet,
    wish: &Wish,
) -> Result<Shared, ConnectError> {
    let takes_shared = wish.takes_shared || open_prompts::was_approved(engine, wallet).await;
    let mut accounts = vec![];
    if takes_shared {
        accounts = read_accounts(engine, wallet).await.unwrap_or_default();
    }
    if accounts.is_empty() {
        accounts = some(request_accounts(engine, wallet).await?)?;
    }
    land(engine, wallet, wish, accounts).await
}

/// The wallet with these accounts, if it is on the wanted chain by now.
pub(super) async fn arrived(
    engine: &Engine,
    wallet: &Wallet,
    wish: &Wish,
    accounts: Vec<AccountEntry>,
) -> Option<Shared> {
    let chain = chain_id(wallet).await.ok().filter(|chain| wish.takes(engine, chain))?;
    Some(Shared::of(accounts, chain))
}

/// Brings the wallet with these accounts to the wanted chain.
pub(super) async fn land(
    engine: &Engine,
    wallet: &Wallet,
    wish: &Wish,
    mut accounts: Vec<AccountEntry>,
) -> Result<Shared, ConnectError> {
    let mut events = wallet.events();
    let (chain, has_asked) = landing::land(engine, wallet, wish).await?;
    if has_asked || events.has_next().await {
        // While they decided about the network, the person may have gone to another account, or have
        // taken all of them back.
        accounts = some(read_accounts(engine, wallet).await.unwrap_or(accounts))?;
    }
    Ok(Shared::of(accounts, chain))
}

fn some(accounts: Vec<AccountEntry>) -> Result<Vec<AccountEntry>, ConnectError> {
    if accounts.is_empty() { Err(ConnectError::NoAccounts) } else { Ok(accounts) }
}

/// What the wallet shares without asking anybody, read again where it told something meanwhile: nobody
/// follows it yet.
pub(super) async fn read_shared(engine: &Engine, wallet: &Wallet) -> Result<Shared, ConnectError> {
    let mut events = wallet.events();
    let mut readings = 0;
    loop {
        let accounts = some(read_accounts(engine, wallet).await?)?;
        let chain = chain_id(wallet).await?;
        readings += 1;
        if !events.has_next().await || readings == MOST_READINGS {
            return Ok(Shared::of(accounts, chain));
        }
    }
}

/// What is asked for by [EIP-2255](https://eips.ethereum.org/EIPS/eip-2255), and taken back.
pub(super) fn permission() -> Json {
    Json::list([Json::object([("eth_accounts", Json::Object(vec![]))])])
}

/// Asks with `wallet_requestPermissions` ([EIP-2255](https://eips.ethereum.org/EIPS/eip-2255)), so
/// that the person may choose accounts. Wallets that do not have it, or fail at it, are asked with
/// `eth_requestAccounts` ([EIP-1102](https://eips.ethereum.org/EIPS/eip-1102)).
async fn request_accounts(engine: &Engine, wallet: &Wallet) -> Result<Vec<AccountEntry>, Fault> {
    match open_prompts::ask(engine, wallet, "wallet_requestPermissions", Some(permission())).await {
        Ok(_) => {
            let accounts = read_accounts(engine, wallet).await.unwrap_or_default();
            if !accounts.is_empty() {
                return Ok(accounts);
            }
        }
        Err(Fault::NoAnswer) => return Err(Fault::NoAnswer),
        Err(Fault::Rpc(error)) if error.is_refusal() || error.code == RESOURCE_UNAVAILABLE => {
            return Err(Fault::Rpc(error));
        }
        Err(Fault::Rpc(_)) => {}
    }
    let asked = open_prompts::ask(engine, wallet, "eth_requestAccounts", None).await;
    asked.map(|accounts| entries(engine, &accounts))
}

/// The accounts that the wallet shares without asking anybody. What is no list is no answer.
pub(super) async fn read_accounts(
    engine: &Engine,
    wallet: &Wallet,
) -> Result<Vec<AccountEntry>, Fault> {
    let accounts = wallet.read("eth_accounts").await?;
    if accounts.as_list().is_none() {
        return Err(Fault::NoAnswer);
    }
    Ok(entries(engine, &accounts))
}

/// The accounts in what a wallet answered, with checksum; anything else in it is left out.
pub(super) fn entries(engine: &Engine, json: &Json) -> Vec<AccountEntry> {
    let texts = json.as_list().unwrap_or_default().iter().filter_map(Json::as_text);
    let mut entries: Vec<AccountEntry> = Vec::new();
    for text in texts.take(MOST_ACCOUNTS) {
        if let Some(address) = address::read(engine, Namespace::Eip155, text)
            && entries.iter().all(|known| known.address != address)
        {
            entries.push(AccountEntry { address, r#type: AccountType::Eoa, public_key: None });
        }
    }
    entries
}
