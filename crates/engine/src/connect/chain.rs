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

/// Whether the wallet is on a chain; of one that a module speaks to, whether it shares something there.
pub(super) async fn is_on(wallet: &Wallet, chain: &ChainId) -> Result<bool, Fault> {
    if !wallet.is_module() {
        return Ok(chain_id(wallet).await? == *chain);
    }
    Ok(wallet.read_with("connect", Some(asked(chain, true))).await.is_ok())
}

/// What `connect` is asked for, outside of browser wallets of eip155.
pub(super) fn asked(chain: &ChainId, is_silent: bool) -> Json {
    let fields = [("chain", Json::Text(chain.text())), ("silent", Json::Bool(is_silent))];
    Json::list([Json::object(fields)])
}

/// Reads a chain id as wallets write it: hexadecimal or decimal, as text or as a number.
pub(super) fn parse_chain(json: &Json) -> Option<ChainId> {
    let text = json.as_text().or(json.as_number())?;
    ChainNumber::from_wallet(text).ok().map(|id| ChainId::eip155(id.number()))
}
