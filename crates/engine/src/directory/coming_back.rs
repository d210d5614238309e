//! A wallet that was installed is in the page only after a reload, mostly: the page is loaded anew, and
//! the dialog shows where the person was.

use runtime::{Op, Scope};
use wire::Long;

use crate::engine::Engine;
use crate::item::{self, Snapshot};
use crate::state::{Back, View};
use crate::{account, modal, network, route};

const COMING_BACK: Scope = Scope::new("coming-back");
/// Who comes back later than this has something else in mind.
const LATEST_MS: u64 = 600_000;

/// The person says that the chosen wallet is installed now.
pub(crate) fn reload(engine: &Engine) {
    let Some(chosen) = engine.slices().directory.with(|it| it.chosen.clone()) else { return };
    let this = engine.clone();
    engine.runtime().spawn(COMING_BACK, async move {
        let at_ms = Long(this.world().now_ms().await);
        store(&this, Some(Back { chosen, at_ms }));
        this.world().tell(&Op::Reload);
    });
}

/// The page was loaded anew: shows where the person was, once.
pub(crate) fn arrive(engine: &Engine) {
    let Some(back) = engine.0.back.take() else { return };
    store(engine, None);
    let this = engine.clone();
    engine.runtime().spawn(COMING_BACK, async move {
        let age_ms = this.world().now_ms().await.saturating_sub(back.at_ms.0);
        if age_ms > LATEST_MS || modal::is_open(&this) {
            return;
        }
        modal::open(&this, Some(View::Connect), None);
        // Who has to accept the site's terms does so first, on the list.
        if this.slices().features.with(|it| !it.legal_checkbox || it.is_accepted) {
            this.slices().directory.update(|directory| directory.chosen = Some(back.chosen));
            route::push(&this, View::Downloads);
        }
    });
}

fn store(engine: &Engine, back: Option<Back>) {
    let active = Some(network::active(engine));
    let snapshot = Snapshot { accounts: account::to_store(engine), active, back };
    item::write(engine, item::SNAPSHOT_ITEM, &snapshot);
}
