//! What is seen of a tab: its view, and how it stands.

use engine::ConnectStep;
use protocol::caip::Namespace;
use wire::Word;

use crate::sim::Sim;

/// What happened while a view was shown: the view, the kind of an op or intent, its outcome.
pub type Step = (String, String, String);

/// The tag of an intent.
pub(super) fn word(text: &str) -> String {
    text.split('"').nth(3).unwrap_or_default().to_owned()
}

/// The view that shows.
pub(super) fn shown(sim: &Sim) -> String {
    let page = sim.page();
    if page.state.modal.open {
        page.state.route.view().word().to_owned()
    } else {
        "closed".to_owned()
    }
}

/// How it stands.
pub(super) fn outcome(sim: &Sim) -> String {
    let page = sim.page();
    match &page.state.connect.step {
        ConnectStep::Failed { error } => word(&wire::to_text(error)),
        ConnectStep::Choosing => "choosing".to_owned(),
        ConnectStep::Waiting { .. } => "waiting".to_owned(),
        ConnectStep::Idle => {
            if let Some(target) = &page.state.networks.target {
                return target.step.word().to_owned();
            }
            let active = page.state.networks.active.as_ref().map(|chain| chain.namespace);
            let account = page.state.accounts.get(active.unwrap_or(Namespace::Eip155));
            account.map_or("none", |account| account.status.word()).to_owned()
        }
    }
}
