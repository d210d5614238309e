//! What wallets still ask a person who has turned away. No wallet can be told to take a request back:
//! whoever comes back to it finds it open, and is not asked a second time.

use std::future::ready;

use runtime::{Race, race};
use wire::Json;

use crate::connect::wallet::Wallet;
use crate::engine::Engine;
use crate::state::{Fault, Prompt};

/// Asks a person, or goes on waiting where the wallet has the same request open.
pub(super) async fn ask(
    engine: &Engine,
    wallet: &Wallet,
    method: &'static str,
    params: Option<Json>,
) -> Result<Json, Fault> {
    // A module takes a request back, and ends what was approved too late.
    if wallet.is_module() {
        return wallet.prompt(method, params).await;
    }
    let is_it = |it: &Prompt| wallet.is_behind(it) && it.method == method && it.params == params;
    let open = match take(engine, is_it) {
        Some(mut before) => match race(&mut before.answer, ready(())).await {
            Race::Left(_) => None,
            Race::Right(()) => Some(before),
        },
        None => None,
    };
    let prompt = open.unwrap_or_else(|| wallet.ask_person(method, params));
    let mut awaited = Awaited { engine: engine.clone(), prompt: Some(prompt) };
    let answer = match &mut awaited.prompt {
        Some(prompt) => (&mut prompt.answer).await,
        None => Err(Fault::NoAnswer),
    };
    awaited.prompt = None;
    answer
}

/// Whether the person has said yes to the wallet since they turned away.
pub(super) async fn was_approved(engine: &Engine, wallet: &Wallet) -> bool {
    let Some(mut before) = take(engine, |it| wallet.is_behind(it)) else { return false };
    match race(&mut before.answer, ready(())).await {
        Race::Left(answer) => answer.is_ok(),
        Race::Right(()) => {
            engine.0.open_prompts.borrow_mut().push(before);
            false
        }
    }
}

fn take(engine: &Engine, is_it: impl Fn(&Prompt) -> bool) -> Option<Prompt> {
    let mut prompts = engine.0.open_prompts.borrow_mut();
    let index = prompts.iter().position(is_it)?;
    Some(prompts.remove(index))
}

/// A request that somebody awaits; who is dropped meanwhile leaves it open.
struct Awaited {
    engine: Engine,
    prompt: Option<Prompt>,
}

impl Drop for Awaited {
    fn drop(&mut self) {
        if let Some(prompt) = self.prompt.take() {
            self.engine.0.open_prompts.borrow_mut().push(prompt);
        }
    }
}
