//! Brings a wallet of eip155 to a chain: switch, add.

use chains::evm::chain_number::ChainNumber;
use protocol::caip::ChainId;
use protocol::path;
use runtime::{Race, race};
use wire::Json;

use crate::config::{Config, Network};
use crate::connect::chain::chain_id;
use crate::connect::wallet::{Fault, Wallet};
use crate::engine::Engine;
use crate::network::name_of;
use crate::state::ConnectError;
use crate::{account, balance};

/// Some wallets answer a switch before they are on the chain; this long they may take to get there.
const SETTLE_MS: u32 = 3000;

/// Brings the wallet to a chain. One that cannot go there is left where it is, if the host has that
/// network too; answers where that is, and whether the person was asked.
pub(crate) async fn land(
    engine: &Engine,
    wallet: &Wallet,
    chain: ChainId,
) -> Result<(ChainId, bool), ConnectError> {
    match ensure(engine, wallet, &chain).await {
        Ok(has_asked) => Ok((chain, has_asked)),
        Err(error @ ConnectError::ChainUnsupported { .. }) => {
            let here = chain_id(wallet).await?;
            name_of(engine, &here).map(|_| (here, true)).ok_or(error)
        }
        Err(error) => Err(error),
    }
}

/// Brings the wallet to a chain: asks it to switch ([EIP-3326](https://eips.ethereum.org/EIPS/eip-3326)),
/// and to add the chain ([EIP-3085](https://eips.ethereum.org/EIPS/eip-3085)) where it does not know it.
/// A wallet that is still elsewhere afterwards counts as having refused. Whether it was asked at all.
pub(crate) async fn ensure(
    engine: &Engine,
    wallet: &Wallet,
    chain: &ChainId,
) -> Result<bool, ConnectError> {
    if chain_id(wallet).await? == *chain {
        return Ok(false);
    }
    let network = engine.config(|config| config.network(chain).cloned());
    let Some(network) = network else { return Err(ConnectError::NoAnswer) };
    let refused = || ConnectError::ChainRefused { network: network.name.clone() };
    let said_no = |fault| match ConnectError::from(fault) {
        ConnectError::Refused => refused(),
        ConnectError::Wallet { .. } => {
            ConnectError::ChainUnsupported { network: network.name.clone() }
        }
        other => other,
    };
    match wallet.prompt("wallet_switchEthereumChain", Some(switch_params(chain))).await {
        Ok(_) => {}
        Err(Fault::Rpc(error)) if error.is_unrecognized_chain() => {
            let params = engine.config(|config| add_params(config, &network));
            wallet.prompt("wallet_addEthereumChain", Some(params)).await.map_err(said_no)?;
            if settles(wallet, chain).await? {
                return Ok(true);
            }
            // Adding is not switching, though most wallets do both.
            let again = wallet.prompt("wallet_switchEthereumChain", Some(switch_params(chain)));
            again.await.map_err(said_no)?;
        }
        Err(fault) => return Err(said_no(fault)),
    }
    if settles(wallet, chain).await? { Ok(true) } else { Err(refused()) }
}

/// Whether the wallet is on the chain, or gets there soon.
async fn settles(wallet: &Wallet, chain: &ChainId) -> Result<bool, Fault> {
    let mut events = wallet.events();
    if chain_id(wallet).await? == *chain {
        return Ok(true);
    }
    let moved = async {
        loop {
            if events.next().await.is_none_or(|(name, _)| name == "chainChanged") {
                return;
            }
        }
    };
    match race(moved, wallet.sleep(SETTLE_MS)).await {
        Race::Left(()) | Race::Right(()) => Ok(chain_id(wallet).await? == *chain),
    }
}

/// The connected wallet is on this chain.
pub(crate) fn arrive(engine: &Engine, chain: &ChainId) {
    if account::chain(engine, chain.namespace).as_ref() != Some(chain) {
        account::moved(engine, chain);
        balance::refresh(engine, chain.namespace);
    }
}

fn switch_params(chain: &ChainId) -> Json {
    Json::list([Json::object([("chainId", Json::Text(quantity(chain)))])])
}

fn add_params(config: &Config, network: &Network) -> Json {
    let urls = if network.rpc_urls.is_empty() {
        vec![config.server(path::RPC, &["&chainId=", &network.caip_network_id.text()].concat())]
    } else {
        network.rpc_urls.clone()
    };
    let currency = &network.native_currency;
    let mut params = vec![
        ("chainId".to_owned(), Json::Text(quantity(&network.caip_network_id))),
        ("chainName".to_owned(), Json::text(&network.name)),
        (
            "nativeCurrency".to_owned(),
            Json::object([
                ("name", Json::text(&currency.name)),
                ("symbol", Json::text(&currency.symbol)),
                ("decimals", Json::Number(currency.decimals.to_string().into())),
            ]),
        ),
        ("rpcUrls".to_owned(), Json::list(urls.into_iter().map(Json::Text))),
    ];
    if let Some(explorer) = &network.block_explorer {
        params.push(("blockExplorerUrls".to_owned(), Json::list([Json::text(&explorer.url)])));
    }
    Json::list([Json::Object(params)])
}

/// The chain's number as EIP-3326 wants it, such as `0x7a69`.
fn quantity(chain: &ChainId) -> String {
    ChainNumber::from_reference(&chain.reference).map(ChainNumber::to_quantity).unwrap_or_default()
}
