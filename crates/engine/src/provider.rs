//! What the host asks: the EIP-1193 requests that the engine answers itself.
//!
//! Everything else goes from the page to the wallet directly and untouched.

use protocol::caip::Namespace;
use protocol::method::{Wants, wants};
use protocol::rpc::{
    DISCONNECTED, INTERNAL, INVALID_CHAIN_ID, INVALID_REQUEST, NOT_CONNECTED, RpcError,
    UNAUTHORIZED,
};
use runtime::{Reply, Scope};
use wire::{Json, Word};

use crate::connect::conversation;
use crate::engine::Engine;
use crate::intent::{Answer, Ask};
use crate::question::{Question, decline, no_adapter};
use crate::state::AccountEntry;
use crate::waiting::Waits;
use crate::{account, connect, modal, network, node};

/// Answers question `id` of the host.
pub(crate) fn ask(engine: &Engine, id: u32, ask: Ask) {
    if ask.needs_wallet().is_some_and(|namespace| account::is_coming_back(engine, namespace)) {
        return engine.0.waiting.borrow_mut().postponed.push((id, ask));
    }
    let question = Question::new(engine, Some(id));
    match ask {
        Ask::Request { namespace, method, params } => {
            request(engine, question, namespace, &method, params);
        }
        Ask::SwitchNetwork { chain: Some(chain) } => network::switch::ask(engine, &chain, question),
        Ask::SwitchNetwork { chain: None } => {
            let message = "CaipNetwork is undefined. Give a network of the option networks, its \
                        CAIP-2 id or, on eip155, its number.";
            question.fail(RpcError::new(INVALID_CHAIN_ID, message));
        }
        Ask::Disconnect { namespace } => connect::disconnect(engine, namespace, question),
    }
}

fn request(
    engine: &Engine,
    question: Question,
    namespace: Namespace,
    method: &str,
    params: Option<Json>,
) {
    if !network::namespaces(engine).contains(&namespace) {
        return question.fail(no_adapter(namespace));
    }
    let conversation = conversation::connected(engine, namespace);
    if let Some(chain) = conversation.and_then(|it| it.asked_chain(method, params.as_ref())) {
        return network::switch::ask(engine, &chain, question);
    }
    let is_connected = account::is_connected(engine, namespace);
    match wants(namespace, method) {
        Some(Wants::Connection) if is_connected && method == "connect" => {
            let message =
                "Connector already connected. Ask for its accounts, or disconnect it first.";
            question.fail(RpcError::new(INVALID_REQUEST, message));
        }
        Some(wants @ (Wants::Accounts | Wants::Connection)) => {
            wait(engine, question, namespace, wants);
        }
        Some(Wants::Permission) if !is_connected => {
            wait(engine, question, namespace, Wants::Permission);
        }
        Some(Wants::Disconnection) => connect::disconnect(engine, Some(namespace), question),
        Some(Wants::Permission | Wants::Chain) | None => {
            forward(engine, question, namespace, method, params);
        }
    }
}

/// Hands a request to the connected wallet, and its result or error back as they are. A node is asked for
/// what a session leaves to one.
fn forward(
    engine: &Engine,
    question: Question,
    namespace: Namespace,
    method: &str,
    params: Option<Json>,
) {
    let Some(conversation) = conversation::connected(engine, namespace) else {
        return question.fail(RpcError::new(UNAUTHORIZED, NOT_CONNECTED));
    };
    let (this, method) = (engine.clone(), method.to_owned());
    engine.runtime().spawn(Scope::of("ask", question.id().unwrap_or(0)), async move {
        // The person bounds this wait: the host asked, and may give up as it likes.
        let chain = account::chain(&this, namespace);
        match conversation.forward(&this, &method, params.clone()).await {
            Reply::Value { value } => {
                if wants(namespace, &method) == Some(Wants::Chain) {
                    conversation.find(&this).await;
                }
                question.answer(&Answer::Value { value });
            }
            Reply::Refused { error } => {
                let error = RpcError::of(&error);
                let answer = match chain.filter(|_| conversation.leaves_to_node(&method, &error)) {
                    Some(chain) => node::call(&this, &chain, &method, params).await,
                    None => Err(error),
                };
                match answer {
                    Ok(value) => question.answer(&Answer::Value { value }),
                    Err(error) => question.fail(error),
                }
            }
            Reply::Failed { .. } => {
                let message = "Provider not found. The wallet is no longer on this page.";
                question.fail(RpcError::new(DISCONNECTED, message));
            }
            _ => question.fail(RpcError::new(INTERNAL, "The wallet's answer could not be read.")),
        }
    });
}

fn wait(engine: &Engine, mut question: Question, namespace: Namespace, wants: Wants) {
    let Some(id) = question.take_id() else { return };
    engine.0.waiting.borrow_mut().for_accounts.push(Waits { id, namespace, wants });
}

/// Answers whoever waits for a connection that is there or was not brought back. A person of whom one
/// is wanted is shown the wallets.
pub(crate) fn answer_waiting(engine: &Engine) {
    let waiting = std::mem::take(&mut engine.0.waiting.borrow_mut().for_accounts);
    for it in waiting {
        if !network::namespaces(engine).contains(&it.namespace) {
            Question::new(engine, Some(it.id)).fail(no_adapter(it.namespace));
            continue;
        }
        // A person may take long to decide: who only wants to know does not wait for them.
        if account::is_coming_back(engine, it.namespace) {
            engine.0.waiting.borrow_mut().for_accounts.push(it);
            continue;
        }
        match account::entries(engine, it.namespace) {
            Some(entries) => answer(engine, it, &entries),
            None if it.wants == Wants::Accounts => answer(engine, it, &[]),
            None => {
                engine.0.waiting.borrow_mut().for_accounts.push(it);
                modal::offer(engine, it.namespace);
            }
        }
    }
    let postponed = std::mem::take(&mut engine.0.waiting.borrow_mut().postponed);
    for (id, what) in postponed {
        ask(engine, id, what);
    }
}

/// The dialog was closed: whoever waited for a connection hears that the person declined.
pub(crate) fn answer_on_close(engine: &Engine) {
    let waiting = std::mem::take(&mut engine.0.waiting.borrow_mut().for_accounts);
    for it in waiting {
        match account::entries(engine, it.namespace) {
            Some(entries) => answer(engine, it, &entries),
            None if it.wants == Wants::Accounts => answer(engine, it, &[]),
            None => decline(engine, it.id),
        }
    }
}

fn answer(engine: &Engine, waits: Waits, entries: &[AccountEntry]) {
    let value = match (waits.wants, waits.namespace) {
        (Wants::Permission, _) => {
            vec![Json::object([("parentCapability", Json::text("eth_accounts"))])]
        }
        (_, Namespace::Eip155) => entries.iter().map(|it| Json::text(&it.address)).collect(),
        (_, Namespace::Solana) => {
            entries.iter().map(|it| Json::object([("pubkey", Json::text(&it.address))])).collect()
        }
        (_, Namespace::Cosmos) => {
            entries.iter().map(|it| account_json(it, "pubkey", "algo")).collect()
        }
        _ => entries.iter().map(|it| account_json(it, "publicKey", "intention")).collect(),
    };
    engine.runtime().answer(waits.id, &Answer::Value { value: Json::List(value) });
}

/// An account under the names that its namespace has for a public key and for the kind of account.
fn account_json(entry: &AccountEntry, key_name: &str, kind_name: &str) -> Json {
    let mut fields = vec![("address".to_owned(), Json::text(&entry.address))];
    if let Some(key) = &entry.public_key {
        fields.push((key_name.to_owned(), Json::text(key)));
    }
    let kind = if kind_name == "algo" { "secp256k1" } else { entry.r#type.word() };
    fields.push((kind_name.to_owned(), Json::text(kind)));
    Json::Object(fields)
}
