//! The one waiting room of the engine: what waits for its second half, and the questions of the host
//! that wait for a wallet.

use protocol::caip::Namespace;
use protocol::method::{Wants, wants};
use wire::Json;

use crate::intent::{Ask, Intent};
use crate::state::View;

/// Everything that waits. Whoever closes the dialog gives the choices in it up, and the questions for
/// a connection with them.
pub(crate) struct Waiting {
    /// For the second half, in order; nothing once it is there.
    pub(crate) deferred: Option<Vec<Deferred>>,
    /// For a connection that is made or comes back.
    pub(crate) for_accounts: Vec<Waits>,
    /// Until it is known whether a stored connection comes back.
    pub(crate) postponed: Vec<(u32, Ask)>,
}

/// What the second half does.
pub(crate) enum Deferred {
    /// Start the flows that run as long as the engine does, list the wallets of these modules, and lead
    /// the person back to where they were.
    Start { modules: Option<Json>, way_back: Option<String> },
    /// Do what a person asked for.
    Intent(Intent),
    /// Answer a question of the host, by its id.
    Ask(u32, Ask),
    /// Get what a view shows.
    Shown(View),
    /// Tell of an event, by its text.
    Track(String),
    /// Give up what the dialog showed, which is closed.
    Closed,
    /// Tell whoever waits for a connection that the person declined.
    Declined,
    /// Bring the network in use in step with the accounts.
    Accounts,
    /// Bring what follows from the slices in step with them.
    Derive,
}

/// A question, the namespace it is about, and what it wants.
#[derive(Clone, Copy)]
pub(crate) struct Waits {
    pub(crate) id: u32,
    pub(crate) namespace: Namespace,
    pub(crate) wants: Wants,
}

impl Waiting {
    pub(crate) const fn new(is_whole: bool) -> Self {
        let deferred = if is_whole { None } else { Some(Vec::new()) };
        Waiting { deferred, for_accounts: Vec::new(), postponed: Vec::new() }
    }

    /// Whether this intent must not overtake another that waits, or a question. Closing may: it gives
    /// up what they are about.
    pub(crate) fn holds_back(&self, intent: &Intent) -> bool {
        let closes = matches!(intent, Intent::Close | Intent::Dismiss);
        let is_before = |what: &Deferred| matches!(what, Deferred::Intent(_) | Deferred::Ask(..));
        !closes && self.deferred.as_ref().is_some_and(|it| it.iter().any(is_before))
    }

    /// Gives up what waits for the second half and is about the dialog, which is closed: choices in it
    /// and questions for a connection, whose ids it gives.
    pub(crate) fn give_up(&mut self) -> Vec<u32> {
        let mut questions = Vec::new();
        if let Some(deferred) = &mut self.deferred {
            deferred.retain(|what| match what {
                Deferred::Ask(id, ask) if ask.wants_connection().is_some() => {
                    questions.push(*id);
                    false
                }
                Deferred::Intent(Intent::Connect { .. } | Intent::SwitchNetwork { .. }) => false,
                _ => true,
            });
        }
        questions
    }
}

impl Ask {
    /// The namespace in which a connection is wanted.
    pub(crate) fn wants_connection(&self) -> Option<Namespace> {
        let Ask::Request { namespace, method, .. } = self else { return None };
        let wants = wants(*namespace, method)?;
        matches!(wants, Wants::Connection | Wants::Permission).then_some(*namespace)
    }

    /// The namespace whose wallet has to be there, if one is connected, to answer this.
    pub(crate) fn needs_wallet(&self) -> Option<Namespace> {
        match self {
            Ask::Request { namespace, method, .. } => {
                matches!(wants(*namespace, method), None | Some(Wants::Chain)).then_some(*namespace)
            }
            Ask::SwitchNetwork { chain } => chain.as_ref().map(|chain| chain.namespace),
            Ask::Disconnect { .. } => None,
        }
    }
}
