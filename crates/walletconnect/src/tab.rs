//! What happens to the tab: a socket that slept with it may be dead without telling.

use runtime::{Op, Race, Reply, race};

use crate::link::{Link, PROBE_MS};
use crate::post::Post;

/// Follows it. Where the person is back, every relay is asked at once for what waits there.
pub(crate) async fn follow(post: Post) {
    let mut events = post.world().open(Op::Tab);
    let mut is_probing = false;
    loop {
        let event = if is_probing {
            match race(events.next(), post.world().sleep(PROBE_MS)).await {
                Race::Left(event) => event,
                Race::Right(()) => {
                    is_probing = false;
                    post.bell().ring();
                    continue;
                }
            }
        } else {
            events.next().await
        };
        let Reply::Event { name, .. } = event else { continue };
        match &*name {
            "offline" => post.set_offline(true),
            "online" | "visible" | "resumed" => {
                is_probing = true;
                post.with_links(|links| links.iter_mut().for_each(Link::wake));
                post.set_offline(false);
            }
            _ => {}
        }
    }
}
