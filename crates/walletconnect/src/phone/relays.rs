//! Whether a phone reaches its relays.

use protocol::module::session::Unreachable;

use crate::link::Stage;
use crate::post::Post;

/// Why no relay can be reached; none while one can, or nobody has tried.
pub(crate) fn unreachable(post: &Post) -> Option<Unreachable> {
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
        let look = || Some(unreachable(&post)).filter(|it| *it != shown);
        shown = post.bell().until(look).await;
        show();
    }
}
