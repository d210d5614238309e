//! A wallet that was installed is in the page only after a reload, mostly: the page is loaded anew, and
//! the dialog shows where the person was.
//!
//! The tab leaves itself which wallet that was, and when. Nobody knows who wrote what is found on arrival:
//! the wallet is looked up anew, and the time has to be of the last minutes.

use protocol::api::WalletListing;
use runtime::Op;
use wire::Long;

use crate::announcement::is_id;
use crate::directory::known::{keep, known};
use crate::directory::listing::told;
use crate::directory::{COMING_BACK, FIRST_MS, by_ids, show_ways};
use crate::engine::Engine;
use crate::item::{self, WAY_BACK, WayBack};
use crate::modal;
use crate::state::{Directory, View};

/// Who comes back later than this has something else in mind.
const LATEST_MS: u64 = 600_000;
/// It is waited this long for what the directory knows of the wallet.
const LOOK_UP_MS: u32 = 1_000;

/// The person says that the chosen wallet is installed now.
pub(crate) fn reload(engine: &Engine) {
    let chosen = |it: &Directory| it.chosen.as_ref().map(|it| it.wallet.id.clone());
    let Some(wallet) = engine.slices().directory.with(chosen) else { return };
    let this = engine.clone();
    engine.runtime().spawn(COMING_BACK, async move {
        let at_ms = Long(this.world().now_ms().await);
        let back = WayBack { wallet, at_ms, ..WayBack::default() };
        item::leave(&this, WAY_BACK, Some(item::whole(&back)));
        this.world().tell(&Op::Reload);
    });
}

/// What the page found that the tab left itself. Hosts give their own wallets any id.
pub(crate) fn found(engine: &Engine, stored: Option<&str>) -> Option<WayBack> {
    let is_one = |id: &str| is_id(id) || known(engine, id).is_some();
    stored.and_then(item::open::<WayBack>).filter(|it| is_one(&it.wallet))
}

/// Whether it is of the last minutes.
pub(crate) async fn is_late(engine: &Engine, back: &WayBack) -> bool {
    let age_ms = engine.world().now_ms().await.checked_sub(back.at_ms.0);
    age_ms.is_none_or(|age_ms| age_ms > LATEST_MS)
}

/// The page was loaded anew: opens the dialog where the person was, or on the list, where the directory
/// does not tell of the wallet, or the site's terms come first. Not where it was opened meanwhile.
pub(crate) fn arrive(engine: &Engine, back: WayBack) {
    let this = engine.clone();
    engine.runtime().spawn(COMING_BACK, async move {
        if is_late(&this, &back).await {
            return;
        }
        let listing = look_up(&this, back.wallet).await;
        if modal::is_open(&this) {
            return;
        }
        modal::open(&this, Some(View::Connect), None);
        let is_free = this.slices().features.with(|it| !it.legal_checkbox || it.is_accepted);
        if let Some(listing) = listing.filter(|_| is_free) {
            show_ways(&this, told(&this, &listing), Some(listing));
        }
    });
}

/// What the host says of a wallet, or else the directory, where that does not take long.
pub(crate) async fn look_up(engine: &Engine, id: String) -> Option<WalletListing> {
    look_up_within(engine, LOOK_UP_MS, id).await
}

async fn look_up_within(engine: &Engine, ms: u32, id: String) -> Option<WalletListing> {
    if let Some(listing) = known(engine, &id) {
        return Some(listing);
    }
    let ids = [id];
    let found = engine.world().within(ms, by_ids(engine, &ids)).await;
    found?.into_iter().find(|it| it.id == ids[0])
}

/// Whether the host or the directory tells of a wallet of this id, in the time that the directory itself may take;
/// it is known from now on.
pub(crate) async fn tells_of(engine: &Engine, id: &str) -> bool {
    let listing = look_up_within(engine, FIRST_MS, id.to_owned()).await;
    listing.map(|it| keep(engine, it)).is_some()
}
