//! The conversation with a browser wallet: permission, accounts, chain.

use chains::evm::address::{Address, Strictness};
use chains::evm::chain_number::ChainNumber;
use protocol::caip::ChainId;
use protocol::rpc::RESOURCE_UNAVAILABLE;
use wire::Json;

use crate::account::Shared;
use crate::connect::wallet::{Fault, Wallet};
use crate::state::{AccountEntry, AccountType, ConnectError};
use crate::{Engine, network};

/// Asks for accounts, then for the chain.
pub(super) async fn connect(
    engine: &Engine,
    wallet: &Wallet,
    chain: ChainId,
) -> Result<Shared, ConnectError> {
    let accounts = request_accounts(wallet).await?;
    if accounts.is_empty() {
        return Err(ConnectError::NoAccounts);
    }
    let chain = network::land(engine, wallet, chain).await?;
    Ok(Shared { accounts, chain, approved: None })
}

/// What the wallet shares without asking anybody; nothing if there is no account in it.
pub(super) async fn look(wallet: &Wallet) -> Option<Shared> {
    let accounts = read_accounts(wallet).await.ok().filter(|them| !them.is_empty())?;
    let chain = chain_id(wallet).await.ok()?;
    Some(Shared { accounts, chain, approved: None })
}

/// Asks with `wallet_requestPermissions` ([EIP-2255](https://eips.ethereum.org/EIPS/eip-2255)), so
/// that the person may choose accounts. Wallets that do not have it, or fail at it, are asked with
/// `eth_requestAccounts` ([EIP-1102](https://eips.ethereum.org/EIPS/eip-1102)).
async fn request_accounts(wallet: &Wallet) -> Result<Vec<AccountEntry>, Fault> {
    let what = Json::list([Json::object([("eth_accounts", Json::Object(vec![]))])]);
    match wallet.prompt("wallet_requestPermissions", Some(what)).await {
        Ok(_) => {
            let accounts = read_accounts(wallet).await.unwrap_or_default();
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
    wallet.prompt("eth_requestAccounts", None).await.map(|accounts| entries(&accounts))
}

/// The accounts that the wallet shares without asking anybody.
pub(super) async fn read_accounts(wallet: &Wallet) -> Result<Vec<AccountEntry>, Fault> {
    wallet.read("eth_accounts").await.map(|accounts| entries(&accounts))
}

/// The chain the wallet is on.
pub(crate) async fn chain_id(wallet: &Wallet) -> Result<ChainId, Fault> {
    let answer = wallet.read("eth_chainId").await?;
    parse_chain(&answer).ok_or(Fault::NoAnswer)
}

/// Reads a chain id as wallets write it: hexadecimal or decimal, as text or as a number.
pub(super) fn parse_chain(json: &Json) -> Option<ChainId> {
    let text = json.as_text().or(json.as_number())?;
    ChainNumber::from_wallet(text).ok().map(|id| ChainId::eip155(id.number()))
}

/// The accounts in what a wallet answered, with checksum; anything else in it is left out.
pub(super) fn entries(json: &Json) -> Vec<AccountEntry> {
    let texts = json.as_list().unwrap_or_default().iter().filter_map(Json::as_text);
    let mut entries: Vec<AccountEntry> = Vec::new();
    for text in texts {
        if let Ok(address) = Address::parse(text, Strictness::Lenient) {
            let address = address.to_checksum();
            if entries.iter().all(|known| known.address != address) {
                entries.push(AccountEntry { address, r#type: AccountType::Eoa, public_key: None });
            }
        }
    }
    entries
}
