//! A conversation with a wallet in one namespace. Who holds one does not ask where the wallet is nor
//! which words it understands: `injected.rs` has those of a browser wallet of eip155, `standard.rs`
//! those of all others, which the adapters of the page and the modules speak alike.

use std::future::ready;

use protocol::caip::{ChainId, Namespace};
use protocol::frame::method::class_of;
use protocol::method::is_of_wallets;
use protocol::rpc::{RpcError, TRY_AGAIN_LATER, UNAUTHORIZED};
use runtime::{Race, race};
use wire::Json;

use crate::connect::handoff::asked;
use crate::connect::wallet::{Events, Wallet};
use crate::connect::wish::Wish;
use crate::connect::{chain, faults, injected, landing, open_prompts, standard};
use crate::engine::Engine;
use crate::holdings::balance;
use crate::sharing::Shared;
use crate::state::{AccountEntry, Carrier, ConnectError, Fault};
use crate::{account, network};

use Conversation::{Injected, Standard};

/// What a wallet has to give its permission back.
const LEAVE_MS: u32 = 100;
/// How often a wallet is looked at that has a request open and tells nothing.
const LOOK_MS: u32 = 1_000;
/// How often at most, whatever it tells.
const PAUSE_MS: u32 = 250;

/// A wallet, spoken to for one namespace. Nobody gets at it without saying in which words.
#[derive(Clone)]
pub(crate) enum Conversation {
    /// A browser wallet of eip155.
    Injected(Wallet),
    /// Any other.
    Standard(Wallet, Namespace),
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
        let wallet = Wallet::new(engine, carrier.clone(), namespace);
        match (namespace, carrier) {
            (Namespace::Eip155, Carrier::Page { .. }) => Injected(wallet),
            _ => Standard(wallet, namespace),
        }
    }

    /// The same, by the relays that reach the wallet of this row.
    pub(super) fn by_way_of(mut self, row: &str) -> Self {
        let (Injected(wallet) | Standard(wallet, _)) = &mut self;
        wallet.row = Some(row.into());
        self
    }

    /// Waits until it is known how the wallet is reached. A module that is asked before, as the page loads, knows of
    /// no relay: it hears nothing, and says nothing.
    pub(super) async fn found(&self) {
        self.wallet().0.found().await;
    }

    fn wallet(&self) -> (&Wallet, Namespace) {
        match self {
            Injected(wallet) => (wallet, Namespace::Eip155),
            Standard(wallet, namespace) => (wallet, *namespace),
        }
    }

    /// Asks the person for accounts, on this chain or another of the host's.
    pub(super) async fn connect(
        &self,
        engine: &Engine,
        wish: &Wish,
    ) -> Result<Shared, ConnectError> {
        match self {
            Injected(wallet) => injected::connect(engine, wallet, wish).await,
            Standard(wallet, _) => standard::connect(engine, wallet, wish).await,
        }
    }

    /// Waits until the person has answered the request that the wallet has open, and opens no other.
    /// Accounts that it shared before are no answer, unless it is the network that it asks about.
    pub(super) async fn answered(
        &self,
        engine: &Engine,
        wish: &Wish,
        is_about_network: bool,
    ) -> Result<Shared, ConnectError> {
        let mut events = self.events();
        let mut before = is_about_network.then(Vec::new);
        engine.0.shared_before.set(before.is_none());
        if before.is_none() {
            before = self.told_accounts(engine, &wish.chain).await;
        }
        loop {
            engine.0.shared_before.set(before.as_ref().is_none_or(|them| !them.is_empty()));
            let is_told = self.tells_accounts(engine, &mut events).await;
            if is_told || open_prompts::was_approved(engine, self.wallet().0).await {
                before = Some(vec![]);
            }
            let Some(now) = self.told_accounts(engine, &wish.chain).await else { continue };
            // The first that is heard of them may be of before.
            let known = before.get_or_insert_with(|| now.clone());
            if now.is_empty() {
                known.clear();
            } else if now != *known
                && let Some(answer) = self.take(engine, wish, now, is_about_network).await
            {
                return answer;
            }
        }
    }

    /// The accounts that the wallet says it shares: none where it says that it shares nothing, nothing
    /// where it says neither.
    async fn told_accounts(&self, engine: &Engine, chain: &ChainId) -> Option<Vec<AccountEntry>> {
        match self.accounts(engine, chain).await {
            Ok(accounts) => Some(accounts),
            Err(
                ConnectError::NoAccounts
                | ConnectError::Refused
                | ConnectError::Wallet { code: UNAUTHORIZED, .. },
            ) => Some(vec![]),
            Err(_) => None,
        }
    }

    /// Waits until it is time to look at the wallet again; whether it told of accounts meanwhile.
    async fn tells_accounts(&self, engine: &Engine, events: &mut Events) -> bool {
        let (wallet, _) = self.wallet();
        wallet.sleep(PAUSE_MS).await;
        let mut told = match race(events.next(), wallet.sleep(LOOK_MS - PAUSE_MS)).await {
            Race::Left(told) => told,
            Race::Right(()) => None,
        };
        let mut has_accounts = false;
        while let Some((name, value)) = told {
            let event = self.read_event(engine, &name, &value);
            has_accounts |= matches!(event, ProviderEvent::Accounts(them) if !them.is_empty());
            told = match race(events.next(), ready(())).await {
                Race::Left(told) => told,
                Race::Right(()) => None,
            };
        }
        has_accounts
    }

    /// What the wallet shares by now, if it fits. Where the person has just said yes, they may be asked
    /// for the network.
    async fn take(
        &self,
        engine: &Engine,
        wish: &Wish,
        accounts: Vec<AccountEntry>,
        is_about_network: bool,
    ) -> Option<Result<Shared, ConnectError>> {
        match self {
            Injected(wallet) if is_about_network => {
                injected::arrived(engine, wallet, wish, accounts).await.map(Ok)
            }
            Injected(wallet) => Some(injected::land(engine, wallet, wish, accounts).await),
            Standard(wallet, _) => {
                standard::find(engine, wallet, wish.chain.clone()).await.ok().map(Ok)
            }
        }
    }

    /// The accounts that the wallet shares without asking anybody. One that lost its node may not know
    /// its chain.
    async fn accounts(
        &self,
        engine: &Engine,
        chain: &ChainId,
    ) -> Result<Vec<AccountEntry>, ConnectError> {
        match self {
            Injected(wallet) => Ok(injected::read_accounts(engine, wallet).await?),
            Standard(wallet, _) => {
                standard::find(engine, wallet, chain.clone()).await.map(|shared| shared.accounts)
            }
        }
    }

    /// What the wallet shares without asking anybody.
    pub(super) async fn read_shared(&self, engine: &Engine) -> Result<Shared, ConnectError> {
        match self {
            Injected(wallet) => injected::read_shared(engine, wallet).await,
            Standard(wallet, namespace) => {
                let chain = network::chain_for(engine, *namespace);
                standard::find(engine, wallet, chain).await
            }
        }
    }

    /// A session that shares something else may serve other chains.
    pub(super) async fn look_what_is_served(&self, engine: &Engine) {
        let (wallet, namespace) = self.wallet();
        if wallet.is_module()
            && let Ok(Shared { approved, .. }) = self.read_shared(engine).await
        {
            account::update(engine, namespace, |account| account.approved = approved);
        }
    }

    /// Uses what a session still shares, on whichever chain that is; whether there is anything.
    pub(super) async fn goes_on(&self, engine: &Engine) -> bool {
        let (wallet, namespace) = self.wallet();
        if !wallet.is_module() {
            return false;
        }
        let Ok(shared) = self.read_shared(engine).await else { return false };
        account::reached(engine, shared);
        balance::refresh(engine, namespace);
        true
    }

    /// Whether the wallet still shares anything.
    pub(super) async fn still_shares(&self, engine: &Engine) -> bool {
        let (_, namespace) = self.wallet();
        let chain = network::chain_for(engine, namespace);
        self.accounts(engine, &chain).await.is_ok_and(|it| !it.is_empty())
    }

    /// Brings the connected wallet to a chain.
    pub(crate) async fn switch_chain(
        &self,
        engine: &Engine,
        chain: &ChainId,
    ) -> Result<(), ConnectError> {
        match self {
            Injected(wallet) => {
                landing::ensure(engine, wallet, chain).await?;
                landing::arrive(engine, chain);
            }
            Standard(wallet, _) => {
                let shared = if wallet.is_module() {
                    standard::switch(engine, wallet, chain.clone()).await?
                } else {
                    standard::request_shared(engine, wallet, chain.clone()).await?
                };
                account::reached(engine, shared);
                balance::refresh(engine, chain.namespace);
            }
        }
        Ok(())
    }

    /// The chain that the host wants of a wallet that is on none: it is asked for the accounts there,
    /// where a browser wallet follows the request itself ([EIP-3326](https://eips.ethereum.org/EIPS/eip-3326)).
    pub(crate) fn asked_chain(&self, method: &str, params: Option<&Json>) -> Option<ChainId> {
        match self {
            Standard(_, Namespace::Eip155) if method == "wallet_switchEthereumChain" => {
                chain::parse_chain(params?.as_list()?.first()?.get("chainId")?)
            }
            Injected(_) | Standard(..) => None,
        }
    }

    /// Looks where the connected wallet is: some switch without telling.
    pub(crate) async fn find(&self, engine: &Engine) {
        match self {
            Injected(wallet) => {
                if let Ok(chain) = chain::chain_id(wallet).await {
                    landing::arrive(engine, &chain);
                }
            }
            // They are on no chain, but are asked for one.
            Standard(..) => {}
        }
    }

    /// Goes with the wallet to a chain; whether it is still connected there. A browser wallet of eip155 has
    /// the same accounts on every chain; another says what it shares there, or it is known from before.
    pub(super) async fn follow(&self, engine: &Engine, chain: ChainId) -> bool {
        let (wallet, namespace) = self.wallet();
        let is_eip155 = namespace == Namespace::Eip155;
        let shared = if is_eip155 && !wallet.is_module() {
            None
        } else {
            match standard::read_shared(engine, wallet, chain.clone()).await {
                Ok(shared) => Some(shared),
                Err(_) => account::known_on(engine, &chain),
            }
        };
        match shared {
            Some(shared) => account::reached(engine, shared),
            // Also where the host does not have the chain.
            None if is_eip155 => account::moved(engine, &chain),
            None => return false,
        }
        true
    }

    /// What the wallet tells, until dropped.
    pub(super) fn events(&self) -> Events {
        self.wallet().0.events()
    }

    /// What an event says.
    pub(super) fn read_event(&self, engine: &Engine, name: &str, value: &Json) -> ProviderEvent {
        match name {
            "accountsChanged" => ProviderEvent::Accounts(match self {
                Injected(_) => injected::entries(engine, value),
                Standard(_, namespace) => {
                    let chain = account::chain(engine, *namespace);
                    standard::entries(engine, value, *namespace, chain.as_ref())
                }
            }),
            "chainChanged" => {
                let chain = match self {
                    Injected(_) => chain::parse_chain(value),
                    Standard(..) => value.as_text().and_then(ChainId::parse),
                };
                let (_, namespace) = self.wallet();
                chain
                    .filter(|it| it.namespace == namespace)
                    .map_or(ProviderEvent::Nothing, ProviderEvent::Chain)
            }
            "disconnect" => {
                ProviderEvent::Gone { is_offline: RpcError::of(value).code == TRY_AGAIN_LATER }
            }
            _ => ProviderEvent::Nothing,
        }
    }

    /// Asks the wallet to take its permission back. One in the page is not waited for long; a module may
    /// still have to be loaded, and what it holds does not end otherwise.
    pub(super) async fn leave(&self) -> Result<Json, Fault> {
        let left = match self {
            Injected(wallet) => {
                let permission = Some(injected::permission());
                wallet.within(LEAVE_MS, "wallet_revokePermissions", permission)
            }
            Standard(wallet, _) if wallet.is_module() => {
                wallet.found().await;
                wallet.read("disconnect")
            }
            Standard(wallet, _) => wallet.within(LEAVE_MS, "disconnect", None),
        };
        left.await
    }

    /// Whether a node is asked for what the wallet refused with this error: a browser wallet has its own,
    /// a session on eip155 has none, and most approve what needs keys only. What the embedded wallet reads it has
    /// asked nodes for itself.
    pub(crate) fn leaves_to_node(&self, method: &str, error: &RpcError) -> bool {
        let Standard(wallet, Namespace::Eip155) = self else { return false };
        let is_read = wallet.is_embedded() && class_of(method).is_some();
        wallet.is_module() && !is_read && error.is_elsewhere() && !is_of_wallets(method)
    }

    /// Hands on a request of the host, on the chain of the account.
    pub(crate) async fn forward(
        &self,
        engine: &Engine,
        method: &str,
        params: Option<Json>,
    ) -> runtime::Reply {
        let (wallet, namespace) = self.wallet();
        if wallet.is_embedded() && class_of(method).is_none() && is_of_wallets(method) {
            faults::not_allowed(engine);
        }
        let asked = asked::ask(engine, namespace, wallet.session(), method);
        let answer = wallet.hand(method, params, account::chain(engine, namespace)).await;
        drop(asked);
        answer
    }
}
