//! What waits until the second half of the engine is there.
//!
//! In a page the engine comes in two WebAssembly files. The first has what the Connect list needs;
//! the second, with all that happens between the person, the wallets and the server, comes right
//! behind it. Code of the first half calls the second only through [`Engine::late`]: what is asked
//! for before it is there waits here, in order. `xtask` lists the modules of the second half and
//! cuts by that list; see `crates/xtask/src/bin/glue/halves.rs`.

use std::hint::black_box;

use crate::intent::{self, Ask, Intent};
use crate::state::View;
use crate::{Engine, analytics, features, modal, network, provider, tab};

/// What the second half does.
pub(crate) enum Late {
    /// Start the flows that run as long as the engine does.
    Start,
    /// Do what a person asked for.
    Intent(Intent),
    /// Answer a question of the host, by its id.
    Ask(u32, Ask),
    /// Get what a view shows.
    Shown(View),
    /// Tell of an event, by its text.
    Track(String),
}

impl Engine {
    /// Has the second half do something: now, or in its order as soon as it is there.
    pub(crate) fn late(&self, what: Late) {
        if let Some(waiting) = &mut *self.0.late.borrow_mut() {
            return waiting.push(what);
        }
        // Called where the compiler cannot see it: otherwise it would put the halves together.
        black_box(run as fn(&Engine, Late))(self, what);
    }

    /// Whether this intent must not overtake another that waits, or a question. Closing may: it gives
    /// up what they are about.
    pub(crate) fn has_to_wait(&self, intent: &Intent) -> bool {
        let closes = matches!(intent, Intent::Close | Intent::Dismiss);
        let is_before = |what: &Late| matches!(what, Late::Intent(_) | Late::Ask(..));
        !closes && self.0.late.borrow().as_ref().is_some_and(|it| it.iter().any(is_before))
    }

    /// The dialog is closed: the choices in it that wait are given up. So are the questions for a
    /// connection, whose ids it gives.
    pub(crate) fn give_up_late(&self) -> Vec<u32> {
        let mut questions = Vec::new();
        for waiting in self.0.late.borrow_mut().iter_mut() {
            waiting.retain(|what| match what {
                Late::Ask(id, ask) if provider::wants_connection(ask).is_some() => {
                    questions.push(*id);
                    false
                }
                Late::Intent(Intent::Connect { .. } | Intent::SwitchNetwork { .. }) => false,
                _ => true,
            });
        }
        questions
    }

    /// The second half is there.
    pub fn complete(&self) {
        let this = self.clone();
        self.0.runtime.turn(move || {
            let waiting = this.0.late.take();
            for what in waiting.into_iter().flatten() {
                this.late(what);
            }
        });
    }
}

fn run(engine: &Engine, what: Late) {
    match what {
        Late::Start => {
            network::start(engine);
            features::start(engine);
            analytics::start(engine);
            tab::start(engine);
        }
        Late::Intent(intent) => intent::run_late(engine, intent),
        Late::Ask(id, ask) => provider::ask(engine, id, ask),
        Late::Shown(view) => modal::shown(engine, view),
        Late::Track(event) => analytics::tell(engine, &event),
    }
}
