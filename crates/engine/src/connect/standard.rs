//! The words of wallets outside of eip155, and of all that are not in the page. Adapters and modules
//! have every such wallet speak alike, whatever its own words are: `connect` with `{chain, silent}`,
//! answered by `{accounts, chains?, session?, peer?, wantsNoLink?, client?}`: see
//! [`session`](protocol::module::session).

use protocol::caip::{ChainId, Namespace};
use wire::Json;

use crate::connect::chain::asked;
use crate::connect::handoff::peer::told;
use crate::connect::wallet::{MOST_ACCOUNTS, Wallet};
use crate::connect::wish::Wish;
use crate::connect::{address, landing, open_prompts};
use crate::engine::Engine;
use crate::sharing::Shared;
use crate::state::{AccountEntry, ConnectError, Fault};
use crate::{network, preference, relays};

/// The accounts on the wanted chain; the person decides. A wallet that does not serve it is connected on
/// the host's first that it serves.
pub(super) async fn connect(
    engine: &Engine,
    wallet: &Wallet,
    wish: &Wish,
) -> Result<Shared, ConnectError> {
    let takes_shared = wish.takes_shared || open_prompts::was_approved(engine, wallet).await;
    let chain = wish.chain.clone();
    let wanted = if takes_shared {
        request_shared(engine, wallet, chain).await
    } else {
        ask(engine, wallet, chain, false).await
    };
    // A session says at once what it serves.
    if is_elsewhere(&wanted) && !wallet.is_module() {
        for chain in network::others(engine, &wish.chain) {
            let other = request_shared(engine, wallet, chain).await;
            if !is_elsewhere(&other) {
                return other;
            }
        }
    }
    wanted
}

/// The accounts on a chain, or on the host's first that the wallet serves, if it shares them without
/// asking anybody.
pub(super) async fn find(
    engine: &Engine,
    wallet: &Wallet,
    chain: ChainId,
) -> Result<Shared, ConnectError> {
    let others = network::others(engine, &chain);
    let wanted = read_shared(engine, wallet, chain).await;
    if is_elsewhere(&wanted) {
        for chain in others {
            let other = read_shared(engine, wallet, chain).await;
            if !is_elsewhere(&other) {
                return other;
            }
        }
    }
    wanted
}

/// The accounts on a chain, if the wallet shares them without asking anybody.
pub(super) async fn read_shared(
    engine: &Engine,
    wallet: &Wallet,
    chain: ChainId,
) -> Result<Shared, ConnectError> {
    ask(engine, wallet, chain, true).await
}

/// The accounts on a chain; the person is asked only where the wallet does not share them already.
pub(super) async fn request_shared(
    engine: &Engine,
    wallet: &Wallet,
    chain: ChainId,
) -> Result<Shared, ConnectError> {
    match read_shared(engine, wallet, chain.clone()).await {
        Ok(shared) => Ok(shared),
        Err(_) => ask(engine, wallet, chain, false).await,
    }
}

/// The accounts of a session on a chain. One that it does not serve yet the wallet may add to it.
pub(super) async fn switch(
    engine: &Engine,
    wallet: &Wallet,
    chain: ChainId,
) -> Result<Shared, ConnectError> {
    let first = read_shared(engine, wallet, chain.clone()).await;
    if first.is_ok() || chain.namespace != Namespace::Eip155 {
        return first;
    }
    landing::go(engine, wallet, &chain).await?;
    read_shared(engine, wallet, chain).await
}

async fn ask(
    engine: &Engine,
    wallet: &Wallet,
    chain: ChainId,
    is_silent: bool,
) -> Result<Shared, ConnectError> {
    let params = Some(asked(&chain, is_silent));
    let answer = if is_silent {
        wallet.read_with("connect", params).await
    } else {
        open_prompts::ask(engine, wallet, "connect", params).await
    };
    if let Ok(answer) = &answer
        && wallet.is_module()
    {
        relays::introduce(engine, answer.get("client"));
    }
    match answer {
        // Nobody said that there are none.
        Ok(answer) if is_silent && answer.get("accounts").and_then(Json::as_list).is_none() => {
            Err(ConnectError::NoAnswer)
        }
        Ok(answer) => match shared(engine, &answer, served(engine, &answer, chain.clone())) {
            Some(shared) => Ok(shared),
            None if is_silent => Err(ConnectError::NoAccounts),
            None => beside(engine, wallet, &answer, chain.namespace).await,
        },
        Err(Fault::Rpc(error)) if error.is_elsewhere() => {
            let network = network::name_of(engine, &chain).unwrap_or_default();
            Err(ConnectError::ChainUnsupported { network, stays_on: None })
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Who approved a session without accounts of the namespace that was asked may have some of another.
async fn beside(
    engine: &Engine,
    wallet: &Wallet,
    answer: &Json,
    wanted: Namespace,
) -> Result<Shared, ConnectError> {
    let Some(session) = answer.get("session").and_then(Json::as_text) else {
        return Err(ConnectError::NoAccounts);
    };
    for namespace in network::namespaces(engine).into_iter().filter(|it| *it != wanted) {
        let chain = network::chain_for(engine, namespace);
        let params = Some(asked(&chain, true));
        let told = wallet.beside(namespace, session).read_with("connect", params).await;
        if let Some(shared) = told.ok().and_then(|it| shared(engine, &it, chain)) {
            return Ok(shared);
        }
    }
    // Nobody here has any use of it.
    drop(wallet.beside(wanted, session).read("disconnect").await);
    Err(ConnectError::NoAccounts)
}

fn is_elsewhere(result: &Result<Shared, ConnectError>) -> bool {
    matches!(result, Err(ConnectError::ChainUnsupported { .. }))
}

/// The chain that a session is used on: the one that was asked for, else the host's first that it serves.
fn served(engine: &Engine, answer: &Json, chain: ChainId) -> ChainId {
    let chains = answer.get("chains").and_then(Json::as_list).unwrap_or_default();
    let is_served = |chain: &ChainId| {
        let text = chain.text();
        chains.iter().any(|it| it.as_text() == Some(&text))
    };
    if answer.get("session").is_none() || chains.is_empty() || is_served(&chain) {
        return chain;
    }
    network::others(engine, &chain).into_iter().find(is_served).unwrap_or(chain)
}

fn shared(engine: &Engine, answer: &Json, chain: ChainId) -> Option<Shared> {
    let accounts = entries(engine, answer.get("accounts")?, chain.namespace, Some(&chain));
    let chains = answer.get("chains").and_then(Json::as_list);
    let approved = chains
        .map(|them| them.iter().filter_map(Json::as_text).filter_map(ChainId::parse).collect());
    let session = answer.get("session").and_then(Json::as_text).map(str::to_owned);
    let peer = told(answer);
    let user = answer.get("user").and_then(|it| wire::read(it).ok());
    let is_deployed = answer.get("smartAccountDeployed").and_then(|it| wire::read(it).ok());
    (!accounts.is_empty()).then_some(Shared {
        accounts,
        chain,
        approved,
        session,
        peer,
        user,
        is_deployed,
    })
}

/// The accounts in what a wallet told, those that are preferred first, without those that are for other chains only;
/// anything else in it is left out.
pub(super) fn entries(
    engine: &Engine,
    json: &Json,
    namespace: Namespace,
    chain: Option<&ChainId>,
) -> Vec<AccountEntry> {
    let mut entries: Vec<AccountEntry> = Vec::new();
    let here = chain.map(ChainId::text);
    for it in json.as_list().unwrap_or_default().iter().take(MOST_ACCOUNTS) {
        let only = it.get("chain").and_then(Json::as_text);
        if only.is_some() && only != here.as_deref() {
            continue;
        }
        let text = it.get("address").and_then(Json::as_text);
        let Some(address) = text.and_then(|it| address::read(engine, namespace, it)) else {
            continue;
        };
        if entries.iter().all(|known| known.address != address) {
            let kind = it.get("type").and_then(|kind| wire::read(kind).ok());
            let public_key = it.get("publicKey").and_then(Json::as_text).map(str::to_owned);
            entries.push(AccountEntry { address, r#type: kind.unwrap_or_default(), public_key });
        }
    }
    preference::order(engine, namespace, &mut entries);
    entries
}
