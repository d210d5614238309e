//! A wallet that was installed is in the page only after a reload, mostly: the page is loaded anew, and
//! the dialog shows where the person was.

use runtime::{Op, Scope};
use wire::Long;

use crate::directory::by_ids;
use crate::engine::Engine;
use crate::state::{Back, View};
use crate::{modal, route};

const COMING_BACK: Scope = Scope::new("coming-back");
/// Who comes back later than this has something else in mind.
const LATEST_MS: u64 = 600_000;

/// The person says that the chosen wallet is installed now.
pub(crate) fn reload(engine: &Engine) {
    let Some(chosen) = engine.slices().directory.with(|it| it.chosen.clone()) else { return };
    let this = engine.clone();
    engine.runtime().spawn(COMING_BACK, async move {
        let at_ms = Long(this.world().now_ms().await);
        this.0.back.replace(Some(Back { chosen, at_ms }));
        this.world().tell(&Op::Reload);
    });
}

/// The page was loaded anew: shows where the person was, once.
pub(crate) fn arrive(engine: &Engine) {
    let Some(back) = engine.0.back.replace(None) else { return };
    let this = engine.clone();
    engine.runtime().spawn(COMING_BACK, async move {
        let age_ms = this.world().now_ms().await.saturating_sub(back.at_ms.0);
        if age_ms > LATEST_MS || modal::is_open(&this) {
            return;
        }
        modal::open(&this, Some(View::Connect), None);
        // Who has to accept the site's terms does so first, on the list.
        if this.slices().features.with(|it| !it.legal_checkbox || it.is_accepted) {
            let id = back.chosen.wallet.id.clone();
            this.slices().directory.update(|directory| directory.chosen = Some(back.chosen));
            route::push(&this, View::Downloads);
            // What it calls itself in pages, the directory knows.
            let chosen = by_ids(&this, &[id]).await.pop();
            this.0.directory.borrow_mut().chosen = chosen;
        }
    });
}

/// Another tab was loaded anew, or has arrived: what this one stores leaves it its way back.
pub(crate) fn leave_to_other(engine: &Engine, back: Option<Back>) {
    engine.0.back.change(|own| std::mem::replace(own, back.clone()) != back);
}
