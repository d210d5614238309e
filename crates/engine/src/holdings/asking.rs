//! How the module `spend` is asked about an account, and whether anybody can tell.

use protocol::caip::{ChainId, Namespace};
use protocol::module::spend::{SpendAnswer, SpendAsk, SpendCurrency, SpendServer, SpendWhat};
use protocol::path;
use runtime::{Replies, Reply};
use wire::{Json, read};

use crate::config::NativeCurrency;
use crate::engine::Engine;
use crate::state::{Alert, Subject};
use crate::{alert, node};

const MODULE: &str = "spend";

/// What the module could not say, or not in words that can be read.
pub(super) const UNTOLD: SpendAnswer = SpendAnswer::Failed { error: None };

/// Whether there is somebody to ask of accounts on a chain.
pub(super) async fn is_known(engine: &Engine, chain: &ChainId) -> bool {
    is_read(engine, chain) && node::is_served(engine, chain).await != Some(false)
}

/// Whether what accounts on a chain have is read where the server has a node of it: not of one for testing, nor of
/// another kind.
pub(super) fn is_read(engine: &Engine, chain: &ChainId) -> bool {
    matches!(chain.namespace, Namespace::Eip155 | Namespace::Solana)
        && engine.config(|config| config.network(chain).is_some_and(|it| !it.testnet))
}

/// Tells the host's developer that the server has no node of a chain: the host's own are asked for the native balance
/// alone.
pub(super) fn without_node(engine: &Engine, chain: &ChainId) {
    let chain = Json::Text(chain.text());
    alert::raise(engine, Alert::ChainWithoutNode, Json::object([("chain", chain)]));
}

/// Asks it.
pub(super) fn ask(engine: &Engine, subject: &Subject, what: SpendWhat) -> Replies {
    let server = engine.config(|config| SpendServer {
        url: config.server_url.clone(),
        // Beside an address no name of the browser.
        query: path::query(&config.project_id, &config.sdk_version),
    });
    let currency = engine.config(|config| {
        let network = config.network(&subject.chain)?;
        let NativeCurrency { name, symbol, decimals } = network.native_currency.clone();
        Some(SpendCurrency { name, symbol, decimals })
    });
    let (account, chain) = (subject.address.clone(), subject.chain.clone());
    let currency = currency.unwrap_or_default();
    engine.world().module(MODULE, &SpendAsk { server, account, chain, currency, what })
}

/// The next answer; none where the module did not come, or has failed.
pub(super) async fn next(answers: &mut Replies) -> Option<SpendAnswer> {
    match answers.next().await {
        Reply::Value { value } => Some(answer(&value)),
        _ => None,
    }
}

fn answer(value: &Json) -> SpendAnswer {
    read(value).unwrap_or(UNTOLD)
}
