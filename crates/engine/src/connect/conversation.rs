//! A conversation with a wallet in one namespace. Who holds one does not ask where the wallet is nor
//! which words it understands: `injected.rs` has those of a browser wallet of eip155, `standard.rs`
//! those of all others, which the adapters of the page and the modules speak alike.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{RpcError, TRY_AGAIN_LATER};
use wire::Json;

use crate::account::Shared;
use crate::connect::wallet::{Events, Wallet};
use crate::connect::{chain, injected, standard};
use crate::engine::Engine;
use crate::state::{AccountEntry, Carrier, ConnectError};
use crate::{account, balance, network};

/// What a wallet has to give its permission back.
const LEAVE_MS: u32 = 100;

/// A wallet, spoken to for one namespace.
#[derive(Clone)]
pub(crate) struct Conversation {
    wallet: Wallet,
    namespace: Namespace,
    is_injected: bool,
}

/// What an event of a wallet says.
pub(super) enum ProviderEvent {
    Accounts(Vec<AccountEntry>),
    Chain(ChainId),
    /// It is gone, unless it has lost its node only.
    Gone {
        is_offline: bool,
    },
    Nothing,
}

/// The conversation with the connected wallet.
pub(crate) fn connected(engine: &Engine, namespace: Namespace) -> Option<Conversation> {
    let carrier = account::carrier(engine, namespace)?;
    Some(Conversation::new(engine, &carrier, namespace))
}

impl Conversation {
    pub(crate) fn new(engine: &Engine, carrier: &Carrier, namespace: Namespace) -> Self {
        let is_injected = namespace == Namespace::Eip155 && matches!(carrier, Carrier::Page { .. });
        Conversation {
            wallet: Wallet::new(engine.world(), carrier.clone()),
            namespace,
            is_injected,
        }
    }

    /// Asks the person for accounts, on this chain or another of the host's.
    pub(super) async fn connect(
        &self,
        engine: &Engine,
        chain: ChainId,
    ) -> Result<Shared, ConnectError> {
        if self.is_injected {
            injected::connect(engine, &self.wallet, chain).await
        } else {
            standard::connect(engine, &self.wallet, chain, false).await
        }
    }

    /// What the wallet shares without asking anybody.
    pub(super) async fn read_shared(&self, engine: &Engine) -> Result<Shared, ConnectError> {
        if self.is_injected {
            injected::read_shared(engine, &self.wallet).await
        } else {
            let chain = network::chain_for(engine, self.namespace);
            standard::connect(engine, &self.wallet, chain, true).await
        }
    }

    /// Brings the connected wallet to a chain.
    pub(crate) async fn switch_chain(
        &self,
        engine: &Engine,
        chain: &ChainId,
    ) -> Result<(), ConnectError> {
        if self.is_injected {
            network::wallet::ensure(engine, &self.wallet, chain).await?;
            network::wallet::arrive(engine, chain);
        } else {
            let shared = standard::request_shared(engine, &self.wallet, chain.clone()).await?;
            account::reached(engine, shared);
            balance::refresh(engine, chain.namespace);
        }
        Ok(())
    }

    /// Looks where the connected wallet is: some switch without telling. Others than those of eip155
    /// in the page are on no chain, but are asked for one.
    pub(crate) async fn find(&self, engine: &Engine) {
        if self.is_injected
            && let Ok(chain) = chain::chain_id(&self.wallet).await
        {
            network::wallet::arrive(engine, &chain);
        }
    }

    /// Goes with the wallet to a chain; whether it is still connected there. An address of eip155 is
    /// the same on every chain; elsewhere the wallet says what it is there, or it is known from before.
    pub(super) async fn follow(&self, engine: &Engine, chain: ChainId) -> bool {
        if self.namespace == Namespace::Eip155 {
            account::moved(engine, &chain);
            return true;
        }
        let shared = match standard::read_shared(engine, &self.wallet, chain.clone()).await {
            Ok(shared) => Some(shared),
            Err(_) => account::known_on(engine, &chain),
        };
        shared.map(|shared| account::reached(engine, shared)).is_some()
    }

    /// Whether a wallet that says it is gone shares accounts all the same.
    pub(super) async fn still_shares(&self, engine: &Engine) -> bool {
        injected::read_accounts(engine, &self.wallet).await.is_ok_and(|them| !them.is_empty())
    }

    /// What the wallet tells, until dropped.
    pub(super) fn events(&self) -> Events {
        self.wallet.events()
    }

    /// What an event says.
    pub(super) fn read_event(&self, engine: &Engine, name: &str, value: &Json) -> ProviderEvent {
        match name {
            "accountsChanged" if self.is_injected => {
                ProviderEvent::Accounts(injected::entries(engine, value))
            }
            "accountsChanged" => {
                let chain = account::chain(engine, self.namespace);
                ProviderEvent::Accounts(standard::entries(
                    engine,
                    value,
                    self.namespace,
                    chain.as_ref(),
                ))
            }
            "chainChanged" => {
                let chain = if self.is_injected {
                    chain::parse_chain(value)
                } else {
                    value.as_text().and_then(ChainId::parse)
                };
                chain
                    .filter(|it| it.namespace == self.namespace)
                    .map_or(ProviderEvent::Nothing, ProviderEvent::Chain)
            }
            "disconnect" => {
                ProviderEvent::Gone { is_offline: RpcError::of(value).code == TRY_AGAIN_LATER }
            }
            _ => ProviderEvent::Nothing,
        }
    }

    /// Asks the wallet to take its permission back, and does not wait long for it.
    pub(super) async fn leave(&self) {
        let (method, params) = if self.is_injected {
            ("wallet_revokePermissions", Some(injected::permission()))
        } else {
            ("disconnect", None)
        };
        drop(self.wallet.within(LEAVE_MS, method, params).await);
    }

    /// Hands on a request of the host, on the chain of the account.
    pub(crate) async fn forward(
        &self,
        engine: &Engine,
        method: &str,
        params: Option<Json>,
    ) -> runtime::Reply {
        let chain = account::chain(engine, self.namespace);
        self.wallet.hand(method, params, chain).await
    }
}
