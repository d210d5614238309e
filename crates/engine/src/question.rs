//! A question of the host, which is answered once, whatever becomes of it.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{METHOD_NOT_FOUND, RpcError, UNRECOGNIZED_CHAIN, USER_REJECTED};
use wire::{Json, Word};

use crate::engine::Engine;
use crate::intent::Answer;

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

    pub(crate) const fn id(&self) -> Option<u32> {
        self.id
    }

    /// Leaves the answer to whoever takes its id.
    pub(crate) const fn take_id(&mut self) -> Option<u32> {
        self.id.take()
    }

    /// Answers with `null`.
    pub(crate) fn done(self) {
        self.answer(&Answer::Value { value: Json::Null });
    }

    /// Answers with an error.
    pub(crate) fn fail(self, error: RpcError) {
        self.answer(&Answer::Error { error });
    }

    pub(crate) fn answer(mut self, answer: &Answer) {
        if let Some(id) = self.id.take() {
            self.engine.runtime().answer(id, answer);
        }
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            let message =
                "Request was aborted. Another one took its place, or its wallet was disconnected.";
            let error = RpcError::new(USER_REJECTED, message);
            self.engine.runtime().answer(id, &Answer::Error { error });
        }
    }
}

/// The host has no network of a namespace.
pub(crate) fn no_adapter(namespace: Namespace) -> RpcError {
    let message = ["Adapter not found: this site has no network of ", namespace.word(), "."];
    RpcError::new(METHOD_NOT_FOUND, &message.concat())
}

/// The host has no such network.
pub(crate) fn unknown_chain(chain: &ChainId) -> RpcError {
    let message =
        ["Chain not configured. ", &chain.text(), " is not among the networks of this site."]
            .concat();
    RpcError::new(UNRECOGNIZED_CHAIN, &message)
}

/// The person closed the dialog instead of connecting.
pub(crate) fn decline(engine: &Engine, id: u32) {
    let error = RpcError::new(USER_REJECTED, "The dialog was closed without a connection.");
    Question::new(engine, Some(id)).fail(error);
}
