//! What shows, for whom and how it looks, and what the page around is told of it: it has the room, and follows.

use protocol::frame::message::FrameView;
use protocol::frame::unasked::Unasked;
use wire::Json;

use crate::state::ReviewStep;
use crate::vault::Vault;

/// Who asks: the page around, once it was let in, or the one that left what this window shows.
pub(crate) fn introduced(vault: &Vault, origin: &str, site: &str) {
    vault.slices().screen.update(|it| {
        origin.clone_into(&mut it.origin);
        site.clone_into(&mut it.site);
    });
}

/// How that page looks.
pub(crate) fn themed(vault: &Vault, theme: Option<Json>) {
    vault.slices().theme.set(theme);
}

/// How far this window is, where it is no frame.
pub(crate) fn reviewed(vault: &Vault, step: ReviewStep) {
    vault.slices().screen.update(|it| it.review = Some(step));
}

/// The page around has room for a view of ours, or for none; for which one it had before.
pub(crate) fn show(vault: &Vault, view: Option<FrameView>) -> Option<FrameView> {
    vault.0.place.replace(view)
}

/// A view takes the place of the one that shows.
pub(crate) fn put(vault: &Vault, view: FrameView) {
    vault.0.place.set(Some(view));
}

/// Nothing is to be seen any more.
pub(crate) fn leave(vault: &Vault) {
    vault.0.place.set(None);
}

/// The view takes so much room.
pub(crate) fn measured(vault: &Vault, height: u32) {
    vault.0.height.set(height);
}

/// What is approved goes first; what follows from that is told. Whether the slice changed.
pub(crate) fn derive(vault: &Vault) -> bool {
    let is_approving = vault.slices().approval.with(Option::is_some);
    let place = vault.0.place.get();
    let view = if is_approving { Some(FrameView::ApproveTransaction) } else { place };
    let has_changed = vault.slices().screen.with(|it| it.view != view);
    if has_changed {
        vault.slices().screen.update(|it| it.view = view);
        // The height of the one before says nothing of this one.
        vault.0.height.set(0);
    }
    let told = (view, vault.0.height.get());
    if vault.0.told.replace(told) != told {
        let (view, height) = told;
        vault.say(&Unasked::Shows { view, height }.text());
    }
    has_changed
}
