//! Where a wallet of eip155 is.

use chains::evm::chain_number::ChainNumber;
use protocol::caip::ChainId;
use wire::Json;

use crate::connect::wallet::Wallet;
use crate::state::Fault;

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
