//! What the host asks: the EIP-1193 requests that the engine answers itself.
//!
//! Everything else goes from the page to the wallet directly and untouched.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{
    INTERNAL, METHOD_NOT_FOUND, RpcError, UNAUTHORIZED, UNRECOGNIZED_CHAIN, USER_REJECTED,
};
use runtime::{Op, Reply, Scope};
use wire::Json;

use crate::intent::{Answer, Ask};
use crate::{Engine, account, connect, modal, network};

/// Questions that wait for a connection.
#[derive(Default)]
pub(crate) struct Waiting(Vec<(u32, Wants)>);

#[derive(Clone, Copy, PartialEq)]
enum Wants {
    /// The accounts, now if there are any, and no dialog.
    Known,
    /// The accounts, after a person connected.
    Connection,
    /// The permission to see them (EIP-2255), after a person connected.
    Permission,
}

/// Answers question `id` of the host.
pub(crate) fn ask(engine: &Engine, id: u32, ask: Ask) {
    match ask {
        Ask::Request { namespace: Namespace::Eip155, method, params } => {
            request(engine, id, &method, params);
        }
        Ask::Request { .. } => {
            let error = RpcError::new(METHOD_NOT_FOUND, "This namespace is not supported.");
            Question::new(engine, Some(id)).fail(error);
        }
        Ask::SwitchNetwork { chain } => {
            network::switch(engine, &chain, Question::new(engine, Some(id)));
        }
        Ask::Disconnect { .. } => connect::disconnect(engine, Question::new(engine, Some(id))),
    }
}

fn request(engine: &Engine, id: u32, method: &str, params: Option<Json>) {
    match method {
        "eth_accounts" => wait(engine, id, Wants::Known),
        "eth_requestAccounts" => wait(engine, id, Wants::Connection),
        "wallet_requestPermissions" if account::addresses(engine).is_none() => {
            wait(engine, id, Wants::Permission);
        }
        "wallet_revokePermissions" => connect::disconnect(engine, Question::new(engine, Some(id))),
        _ => forward(engine, id, method, params),
    }
}

/// Hands a request to the connected wallet, and its result or error back as they are.
fn forward(engine: &Engine, id: u32, method: &str, params: Option<Json>) {
    let question = Question::new(engine, Some(id));
    let handle = account::addresses(engine).and(account::wallet(engine)).and_then(|it| it.handle);
    let Some(wallet) = handle else {
        return question.fail(RpcError::new(UNAUTHORIZED, "Connect a wallet first."));
    };
    let (this, method) = (engine.clone(), method.to_owned());
    let op = Op::Request { wallet, method: method.clone(), params };
    engine.runtime().spawn(Scope::of("ask", id), async move {
        // The person bounds this wait: the host asked, and may give up as it likes.
        match this.world().perform(op).await {
            Reply::Value { value } => {
                if matches!(&*method, "wallet_switchEthereumChain" | "wallet_addEthereumChain") {
                    network::follow(&this).await;
                }
                question.answer(&Answer::Value { value });
            }
            Reply::Refused { error } => question.fail(RpcError::of(&error)),
            _ => question.fail(RpcError::new(INTERNAL, "The wallet's answer could not be read.")),
        }
    });
}

fn wait(engine: &Engine, id: u32, wants: Wants) {
    let needs_dialog = wants != Wants::Known
        && account::addresses(engine).is_none()
        && !account::is_connecting(engine);
    engine.0.waiting.borrow_mut().0.push((id, wants));
    if needs_dialog {
        modal::open(engine, None);
    }
    settle(engine);
}

/// Answers whoever waited for a connection, now that it is there or was not brought back.
pub(crate) fn settle(engine: &Engine) {
    if account::is_connecting(engine) {
        return;
    }
    let addresses = account::addresses(engine);
    let is_open = engine.slices().modal.with(|modal| modal.open);
    let waiting = std::mem::take(&mut engine.0.waiting.borrow_mut().0);
    for (id, wants) in waiting {
        match &addresses {
            Some(addresses) => answer(engine, id, wants, addresses),
            None if wants == Wants::Known => answer(engine, id, wants, &[]),
            None => {
                engine.0.waiting.borrow_mut().0.push((id, wants));
                if !is_open {
                    modal::open(engine, None);
                }
            }
        }
    }
}

/// The dialog was closed: whoever waited for a connection hears that the person declined.
pub(crate) fn settle_closed(engine: &Engine) {
    if account::addresses(engine).is_some() {
        return settle(engine);
    }
    let waiting = std::mem::take(&mut engine.0.waiting.borrow_mut().0);
    for (id, wants) in waiting {
        match wants {
            Wants::Known => answer(engine, id, wants, &[]),
            Wants::Connection | Wants::Permission => {
                let error =
                    RpcError::new(USER_REJECTED, "The dialog was closed without a connection.");
                Question::new(engine, Some(id)).fail(error);
            }
        }
    }
}

fn answer(engine: &Engine, id: u32, wants: Wants, addresses: &[String]) {
    let value = match wants {
        Wants::Known | Wants::Connection => addresses.iter().map(|it| Json::text(it)).collect(),
        Wants::Permission => vec![Json::object([("parentCapability", Json::text("eth_accounts"))])],
    };
    engine.runtime().answer(id, &Answer::Value { value: Json::List(value) });
}

/// A question of the host that a flow answers. One that is dropped with its flow is answered all
/// the same: the host never waits for nothing. Intents of a person ask nothing.
pub(crate) struct Question {
    engine: Engine,
    id: Option<u32>,
}

impl Question {
    /// Question `id`, or none.
    pub(crate) fn new(engine: &Engine, id: Option<u32>) -> Self {
        Question { engine: engine.clone(), id }
    }

    /// Answers with `null`.
    pub(crate) fn done(self) {
        self.answer(&Answer::Value { value: Json::Null });
    }

    /// Answers with an error.
    pub(crate) fn fail(self, error: RpcError) {
        self.answer(&Answer::Error { error });
    }

    fn answer(mut self, answer: &Answer) {
        if let Some(id) = self.id.take() {
            self.engine.runtime().answer(id, answer);
        }
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            let error = RpcError::new(USER_REJECTED, "The request was given up.");
            self.engine.runtime().answer(id, &Answer::Error { error });
        }
    }
}

/// The host has no such network.
pub(crate) fn unknown_chain(chain: &ChainId) -> RpcError {
    let message =
        ["Network not found: ", &chain.text(), " is not among the networks of this site."].concat();
    RpcError::new(UNRECOGNIZED_CHAIN, &message)
}
