//! Where a wallet of eip155 lands: it is asked to go to the chain that is wanted, and to add it.

use chains::evm::chain_number::ChainNumber;
use protocol::caip::{ChainId, Namespace};
use protocol::path;
use runtime::{Race, race};
use wire::Json;

use crate::account;
use crate::config::{Config, Network};
use crate::connect::attempt;
use crate::connect::chain::{chain_id, is_on};
use crate::connect::handoff::asked;
use crate::connect::wallet::Wallet;
use crate::connect::wish::Wish;
use crate::engine::Engine;
use crate::holdings::balance;
use crate::network::name_of;
use crate::state::{ConnectError, Fault};

/// The method that has a wallet switch.
const SWITCH: &str = "wallet_switchEthereumChain";
/// Some wallets answer a switch before they are on the chain; this long they may take to get there.
const SETTLE_MS: u32 = 3000;

/// Brings a wallet that is being connected to the chain that is wanted. Answers where it is then, and
/// whether the person was asked.
pub(super) async fn land(
    engine: &Engine,
    wallet: &Wallet,
    wish: &Wish,
) -> Result<(ChainId, bool), ConnectError> {
    let here = chain_id(wallet).await?;
    if wish.takes(engine, &here) {
        return Ok((here, false));
    }
    attempt::wait_for_person(engine, name_of(engine, &wish.chain));
    let mut moved = go(engine, wallet, &wish.chain).await;
    if let Err(
        ConnectError::ChainRefused { stays_on, .. }
        | ConnectError::ChainUnsupported { stays_on, .. },
    ) = &mut moved
    {
        let here = chain_id(wallet).await.ok();
        *stays_on = here.and_then(|here| name_of(engine, &here));
    }
    moved.map(|()| (wish.chain.clone(), true))
}

/// Brings the connected wallet to a chain.
pub(super) async fn ensure(
    engine: &Engine,
    wallet: &Wallet,
    chain: &ChainId,
) -> Result<(), ConnectError> {
    if chain_id(wallet).await? == *chain { Ok(()) } else { go(engine, wallet, chain).await }
}

/// Asks a wallet to switch ([EIP-3326](https://eips.ethereum.org/EIPS/eip-3326)), and to add the chain
/// ([EIP-3085](https://eips.ethereum.org/EIPS/eip-3085)) where it does not know it. One that is still
/// elsewhere afterwards counts as having refused.
pub(super) async fn go(
    engine: &Engine,
    wallet: &Wallet,
    chain: &ChainId,
) -> Result<(), ConnectError> {
    let network = engine.config(|config| config.network(chain).cloned());
    let Some(network) = network else { return Err(ConnectError::NoAnswer) };
    let name = || network.name.clone();
    let refused = || ConnectError::ChainRefused { network: name(), stays_on: None };
    let said_no = |fault| match ConnectError::from(fault) {
        ConnectError::Refused => refused(),
        ConnectError::Wallet { .. } => {
            ConnectError::ChainUnsupported { network: name(), stays_on: None }
        }
        other => other,
    };
    match ask(engine, wallet, SWITCH, switch_params(chain)).await {
        Ok(_) => {}
        Err(Fault::Rpc(error)) if error.is_unrecognized_chain() => {
            let params = engine.config(|config| add_params(config, &network));
            ask(engine, wallet, "wallet_addEthereumChain", params).await.map_err(said_no)?;
            if settles(wallet, chain).await? {
                return Ok(());
            }
            // Adding is not switching, though most wallets do both.
            ask(engine, wallet, SWITCH, switch_params(chain)).await.map_err(said_no)?;
        }
        Err(fault) => return Err(said_no(fault)),
    }
    if settles(wallet, chain).await? { Ok(()) } else { Err(refused()) }
}

/// Asks the person in the wallet, to which they are led until it has answered.
async fn ask(engine: &Engine, wallet: &Wallet, method: &str, params: Json) -> Result<Json, Fault> {
    let _asked = asked::ask(engine, Namespace::Eip155, wallet.session(), method);
    wallet.prompt(method, Some(params)).await
}

/// Whether the wallet is on the chain, or gets there soon.
async fn settles(wallet: &Wallet, chain: &ChainId) -> Result<bool, Fault> {
    let mut events = wallet.events();
    if is_on(wallet, chain).await? {
        return Ok(true);
    }
    let moved = async {
        loop {
            let is_news = |(name, _): (String, Json)| name == "chainChanged" || wallet.is_module();
            if events.next().await.is_none_or(is_news) {
                return;
            }
        }
    };
    match race(moved, wallet.sleep(SETTLE_MS)).await {
        Race::Left(()) | Race::Right(()) => is_on(wallet, chain).await,
    }
}

/// The connected wallet is on this chain.
pub(super) fn arrive(engine: &Engine, chain: &ChainId) {
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
