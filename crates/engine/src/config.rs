//! What the host decides. The entry has validated it before it gets here.

use protocol::caip::{ChainId, Namespace};
use protocol::path::{self, NETWORK_IMAGE};
use protocol::rpc::Node;
use wire::{Json, to_text, wire};

use crate::state::{ProviderKind, WayKind};

/// What an engine starts from.
#[wire]
pub struct Boot {
    /// Names this modal among others on the page; part of its storage keys.
    pub instance: String,
    /// The host's options.
    pub config: Config,
    /// What the entry showed before the engine was there: a [`Snapshot`](crate::Snapshot). One that
    /// cannot be read is left out.
    pub snapshot: Option<Json>,
    /// What the page found, and removed, of a [`WayBack`](crate::WayBack): any text at all.
    pub way_back: Option<String>,
    /// The wallets that the page's modules hold sessions with.
    // Read by the second half, and so not before the list shows.
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<ModuleWallet>>"))]
    pub modules: Option<Json>,
}

/// A wallet, or a kind of wallets, that a module holds sessions with.
#[wire]
pub struct ModuleWallet {
    /// The module's name.
    pub module: String,
    /// The id of its row, by which the module is asked for it.
    pub id: String,
    /// Its name to people.
    pub name: String,
    /// Its image.
    pub icon: Option<String>,
    /// `WALLET_CONNECT` or `AUTH`.
    pub kind: ProviderKind,
    /// The namespaces it serves.
    pub namespaces: Vec<Namespace>,
}

/// The host's options, as far as the engine needs them.
#[wire]
pub struct Config {
    /// The project, 32 hex digits.
    pub project_id: String,
    /// The operator's server, without a slash at the end.
    pub server_url: String,
    /// The host's networks, in the order they are shown. At least one.
    pub networks: Vec<Network>,
    /// The network for people who never chose one.
    pub default_network: Option<ChainId>,
    /// `<framework>-<adapters>-<version>`, sent to the server as `sv`.
    pub sdk_version: String,
    /// How long to wait at a reload for a wallet that announces itself late, in milliseconds.
    pub provider_wait_ms: u32,
    /// The host page's origin.
    pub origin: String,
    /// A phone or a tablet.
    pub is_mobile: bool,
    /// Whether the page is no [secure context](https://www.w3.org/TR/secure-contexts/), as one of plain http is, where
    /// browsers have no keys for a frame; nothing where it is one.
    pub is_insecure: Option<bool>,
    /// The store that this browser, or this device, installs from, if it is one that is known.
    pub store: Option<WayKind>,
    /// The host's other options, by the names under which it gave them; read by `options.rs`.
    pub options: Json,
}

/// A network of the host.
#[wire]
pub struct Network {
    /// Its chain.
    pub caip_network_id: ChainId,
    /// Its namespace.
    pub chain_namespace: Namespace,
    /// Its name to people.
    pub name: String,
    /// What fees are paid in.
    pub native_currency: NativeCurrency,
    /// JSON-RPC nodes that wallets may use. Empty: the operator's server.
    pub rpc_urls: Vec<String>,
    /// The host's own JSON-RPC nodes, which are asked before the operator's server.
    pub nodes: Vec<Node>,
    /// Where transactions can be looked up.
    pub block_explorer: Option<Explorer>,
    /// Whether its coins are worthless.
    pub testnet: bool,
    /// Its images.
    pub assets: Assets,
}

/// The images of a network.
#[wire]
#[derive(Default)]
pub struct Assets {
    /// Names one of the operator's server.
    pub image_id: Option<String>,
    /// The address of one that goes first.
    pub image_url: Option<String>,
}

/// A native currency.
#[wire]
pub struct NativeCurrency {
    /// Such as `Ether`.
    pub name: String,
    /// Such as `ETH`.
    pub symbol: String,
    /// How many digits follow the point.
    pub decimals: u32,
}

/// A block explorer.
#[wire]
pub struct Explorer {
    /// Its name to people.
    pub name: String,
    /// Its root URL.
    pub url: String,
}

impl Config {
    /// The network of a chain, if the host has it.
    pub(crate) fn network(&self, chain: &ChainId) -> Option<&Network> {
        self.networks.iter().find(|network| network.caip_network_id == *chain)
    }

    /// The address of a network's image: the host's own, else that of the operator, who may have none.
    pub(crate) fn image(&self, network: &Network) -> String {
        let Assets { image_id, image_url } = &network.assets;
        let chain = || network.caip_network_id.text();
        let id = || image_id.clone().unwrap_or_else(chain);
        image_url.clone().unwrap_or_else(|| self.server(&[NETWORK_IMAGE, &id()].concat(), ""))
    }

    /// The chain to start on: the last used, else the host's default, else Ethereum, else the first.
    pub(crate) fn first_chain(&self, last: Option<ChainId>) -> ChainId {
        self.first(last, None).unwrap_or(ChainId::eip155(1))
    }

    /// Likewise the chain to start on in a namespace.
    pub(crate) fn first_of(&self, namespace: Namespace) -> Option<ChainId> {
        self.first(None, Some(namespace))
    }

    // Once, and not in every caller: in WebAssembly that is bytes.
    #[inline(never)]
    fn first(&self, last: Option<ChainId>, namespace: Option<Namespace>) -> Option<ChainId> {
        let is_fit = |chain: &ChainId| namespace.is_none_or(|it| chain.namespace == it);
        let wishes = [last, self.default_network.clone(), Some(ChainId::eip155(1))];
        let listed = |chain: &ChainId| self.network(chain).is_some();
        let wish = wishes.into_iter().flatten().find(|chain| listed(chain) && is_fit(chain));
        let mut all = self.networks.iter().map(|network| &network.caip_network_id);
        wish.or_else(|| all.find(|chain| is_fit(chain)).cloned())
    }

    /// A URL of the server, with the query that all its calls carry.
    pub(crate) fn server(&self, path: &str, query: &str) -> String {
        let whose = path::query(&self.project_id, &self.sdk_version);
        [self.server_url.as_str(), path, &whose, query].concat()
    }
}

impl Config {
    /// Whether another project is asked than before, or another server.
    pub(crate) fn asks_another(&self, before: &Config) -> bool {
        self.project_id != before.project_id || self.server_url != before.server_url
    }

    /// Whether the host has other networks than before.
    pub(crate) fn has_other_networks(&self, before: &Config) -> bool {
        let ids = |config: &Config| -> Vec<ChainId> {
            config.networks.iter().map(|it| it.caip_network_id.clone()).collect()
        };
        ids(self) != ids(before)
    }
}

/// Whether two options would make the engine behave differently.
pub(crate) fn differ(one: &Config, other: &Config) -> bool {
    to_text(one) != to_text(other)
}
