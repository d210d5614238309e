//! The networks and the one in use: switch, add. Owns the slice `networks`.

use chains::evm::chain_number::ChainNumber;
use protocol::caip::ChainId;
use protocol::rpc::{RpcError, USER_REJECTED};
use runtime::{Race, Reply, Scope, race};
use wire::Json;

use crate::config::{Config, Network};
use crate::connect::chain_id;
use crate::connect::wallet::{Fault, Wallet};
use crate::provider::{self, Question};
use crate::state::{ConnectError, MessageKind, NetworkRow, Networks, ToastText};
use crate::{Engine, account, balance, item, toast};

const NETWORK: Scope = Scope::new("network");
const SWITCH: Scope = Scope::new("switch");
/// Some wallets answer a switch before they are on the chain; this long they may take to get there.
const SETTLE_MS: u32 = 3000;

/// The rows of the host's networks, and the chain to start on.
pub(crate) fn listed(config: &Config, last: Option<ChainId>) -> Networks {
    let row = |network: &Network| NetworkRow {
        id: network.id.clone(),
        name: network.name.clone(),
        symbol: network.native_currency.symbol.clone(),
        testnet: network.testnet,
    };
    Networks {
        list: config.networks.iter().map(row).collect(),
        active: Some(config.first_chain(last)),
    }
}

/// Lists the networks, on the chain that was used last.
pub(crate) fn start(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(NETWORK, async move {
        let last = match this.slices().networks.with(|it| it.active.clone()) {
            Some(_) if account::is_there(&this) => account::chain(&this),
            _ => item::read(&this, item::ACTIVE_NETWORK).await,
        };
        let networks = this.config(|config| listed(config, last));
        this.slices().networks.set(networks);
    });
}

/// The chain in use.
pub(crate) fn active(engine: &Engine) -> ChainId {
    let active = engine.slices().networks.with(|networks| networks.active.clone());
    active.unwrap_or_else(|| engine.config(|config| config.first_chain(None)))
}

/// The chain is in use from now on, if the host has it.
pub(crate) fn activate(engine: &Engine, chain: &ChainId) {
    if engine.config(|config| config.network(chain).is_some()) {
        engine.slices().networks.update(|networks| networks.active = Some(chain.clone()));
    }
}

/// Brings the wallet to a chain: asks it to switch ([EIP-3326](https://eips.ethereum.org/EIPS/eip-3326)),
/// and to add the chain ([EIP-3085](https://eips.ethereum.org/EIPS/eip-3085)) where it does not know it.
/// A wallet that is still elsewhere afterwards counts as having refused.
pub(crate) async fn ensure(
    engine: &Engine,
    wallet: &Wallet,
    chain: &ChainId,
) -> Result<(), ConnectError> {
    if chain_id(wallet).await? == *chain {
        return Ok(());
    }
    let network = engine.config(|config| config.network(chain).cloned());
    let Some(network) = network else { return Err(ConnectError::NoAnswer) };
    let refused = || ConnectError::ChainRefused { network: network.name.clone() };
    match wallet.prompt("wallet_switchEthereumChain", Some(switch_params(chain))).await {
        Ok(_) => {}
        Err(Fault::Rpc(error)) if error.is_unrecognized_chain() => {
            let params = engine.config(|config| add_params(config, &network));
            wallet.prompt("wallet_addEthereumChain", Some(params)).await.map_err(|_| refused())?;
            if settles(wallet, chain).await? {
                return Ok(());
            }
            // Adding is not switching, though most wallets do both.
            let again = wallet.prompt("wallet_switchEthereumChain", Some(switch_params(chain)));
            again.await.map_err(|_| refused())?;
        }
        Err(_) => return Err(refused()),
    }
    if settles(wallet, chain).await? { Ok(()) } else { Err(refused()) }
}

/// Whether the wallet is on the chain, or gets there soon.
async fn settles(wallet: &Wallet, chain: &ChainId) -> Result<bool, Fault> {
    let mut events = wallet.events();
    if chain_id(wallet).await? == *chain {
        return Ok(true);
    }
    let moved = async {
        loop {
            if matches!(events.next().await, Reply::Event { name, .. } if name == "chainChanged") {
                return;
            }
        }
    };
    match race(moved, wallet.sleep(SETTLE_MS)).await {
        Race::Left(()) | Race::Right(()) => Ok(chain_id(wallet).await? == *chain),
    }
}

/// Goes to another network, with the wallet if one is connected.
pub(crate) fn switch(engine: &Engine, chain: &ChainId, question: Question) {
    if engine.config(|config| config.network(chain).is_none()) {
        return question.fail(provider::unknown_chain(chain));
    }
    let Some(wallet) = account::provider(engine) else {
        activate(engine, chain);
        remember(engine, chain);
        return question.done();
    };
    let (this, chain) = (engine.clone(), chain.clone());
    engine.runtime().spawn(SWITCH, async move {
        toast::show(&this, MessageKind::Loading, ToastText::NetworkSwitching);
        let outcome = ensure(&this, &wallet, &chain).await;
        if outcome.is_ok() {
            arrive(&this, &chain);
            toast::show(&this, MessageKind::Success, ToastText::NetworkSwitched);
            question.done();
        } else {
            toast::show(&this, MessageKind::Error, ToastText::SwitchDeclined);
            question.fail(RpcError::new(USER_REJECTED, "The wallet did not switch."));
        }
    });
}

/// Looks where the wallet is: some switch without telling.
pub(crate) async fn follow(engine: &Engine) {
    let Some(wallet) = account::provider(engine) else { return };
    if let Ok(chain) = chain_id(&wallet).await {
        arrive(engine, &chain);
    }
}

/// The connected wallet is on this chain.
fn arrive(engine: &Engine, chain: &ChainId) {
    if account::chain(engine).as_ref() != Some(chain) {
        account::moved(engine, chain);
        balance::refresh(engine);
    }
}

/// Gives a switch up.
pub(crate) fn stop(engine: &Engine) {
    engine.runtime().cancel(SWITCH);
}

/// Remembers the chain for the next visit.
pub(crate) fn remember(engine: &Engine, chain: &ChainId) {
    item::write(engine, item::ACTIVE_NETWORK, chain);
    item::save_snapshot(engine);
}

fn switch_params(chain: &ChainId) -> Json {
    Json::list([Json::object([("chainId", Json::Text(quantity(chain)))])])
}

fn add_params(config: &Config, network: &Network) -> Json {
    let urls = if network.rpc_urls.is_empty() {
        vec![config.server("/v1", &["&chainId=", &network.id.text()].concat())]
    } else {
        network.rpc_urls.clone()
    };
    let currency = &network.native_currency;
    let mut params = vec![
        ("chainId".to_owned(), Json::Text(quantity(&network.id))),
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
    if let Some(explorer) = &network.explorer {
        params.push(("blockExplorerUrls".to_owned(), Json::list([Json::text(&explorer.url)])));
    }
    Json::list([Json::Object(params)])
}

/// The chain's number as EIP-3326 wants it, such as `0x7a69`.
fn quantity(chain: &ChainId) -> String {
    ChainNumber::from_reference(&chain.reference).map(ChainNumber::to_quantity).unwrap_or_default()
}
