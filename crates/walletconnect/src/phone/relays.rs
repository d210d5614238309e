//! Whether a phone reaches its relays, and whether they have what it sent.

use protocol::module::session::Unreachable;

use crate::link::Stage;
use crate::post::Post;

/// Why no relay can be reached, and whether something waits for one to take it.
pub(crate) fn reached(post: &Post) -> (Option<Unreachable>, bool) {
    (unreachable(post), post.mail(|mail| !mail.letters.is_empty()))
}

/// None while one can, or nobody has tried.
fn unreachable(post: &Post) -> Option<Unreachable> {
    post.with_links(|links| {
        links.iter().find_map(|link| match link.stage {
            Stage::Failing => Some(Unreachable::Relay),
            Stage::Stopped(why) => Some(why),
            Stage::Reaching | Stage::Open => None,
        })
    })
}

/// Calls `show` whenever that changes.
pub(crate) async fn watch(post: Post, show: impl Fn()) {
    let mut shown = None;
    loop {
        let look = || Some(reached(&post)).filter(|it| Some(*it) != shown);
        shown = Some(post.bell().until(look).await);
        show();
    }
}
