//! What of a group is kept: what a topic and who pays for it have room for.

use super::publication::Publication;
use super::room::Room;

use crate::clock::now_ms;
use crate::db::relay::NewMessage;
use crate::db::relay_writing::{Mailbox, RelayWriting};
use protocol::relay::envelope::MessageId;
use protocol::relay::topic::Topic;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// What waits unread at one topic at most.
const MOST_UNREAD: u64 = 500;
const MOST_UNREAD_BYTES: u64 = 8 * 1024 * 1024;
/// How many messages a topic has before those are forgotten that somebody has, and how many are left then.
const MOST_KEPT: u64 = 2_000;
const LEFT_KEPT: u64 = 1_500;
/// For one of so many messages it is counted how many its topic has.
const COUNTED_EACH: u64 = 50;

/// Keeps what there is room for.
pub(super) async fn keep(
    writing: &mut RelayWriting,
    publications: &[Publication],
    chance: &RandomState,
    room: &mut Room,
) -> sqlx::Result<Written> {
    let names = || publications.iter().flat_map(Publication::names);
    let is_counted =
        |(_, id): &(Topic, MessageId)| chance.hash_one(id).is_multiple_of(COUNTED_EACH);
    let counted: HashSet<Topic> = names().filter(is_counted).map(|(topic, _)| topic).collect();
    for topic in &counted {
        let kept = writing.kept(topic).await?;
        if kept >= MOST_KEPT {
            writing.thin(topic, kept - LEFT_KEPT).await?;
        }
    }
    let topics: HashSet<Topic> = names().map(|(topic, _)| topic).collect();
    let mailboxes = writing.mailboxes(&topics, now_ms()).await?;
    let mut full = without_room(publications, mailboxes, room);
    if !full.is_empty() {
        // Who says again what is kept takes no room.
        let names = |at: &usize| publications[*at].names();
        let all: Vec<_> = full.iter().flat_map(names).collect();
        let known = writing.known(&all).await?;
        full.retain(|at| !names(at).all(|name| known.contains(&name)));
    }
    let kept: Vec<&NewMessage> = (publications.iter().enumerate())
        .filter(|(at, _)| !full.contains(at))
        .flat_map(|(_, it)| it.messages.iter().map(|it| &**it))
        .collect();
    let new = if kept.is_empty() { HashSet::new() } else { writing.add(&kept).await? };
    Ok(Written { new, full })
}

/// Which publications are too many for a topic, or for the room that there is.
fn without_room(
    publications: &[Publication],
    mut mailboxes: HashMap<Topic, Mailbox>,
    room: &mut Room,
) -> HashSet<usize> {
    let mut fits = |message: &Arc<NewMessage>| {
        let mailbox = mailboxes.entry(message.delivery.topic).or_default();
        mailbox.messages += 1;
        mailbox.bytes += message.bytes();
        mailbox.messages <= MOST_UNREAD
            && mailbox.bytes <= MOST_UNREAD_BYTES
            && room.take(&message.payer, message.bytes())
    };
    let is_full = |it: &Publication| !it.messages.iter().all(&mut fits);
    let full = publications.iter().map(is_full).enumerate().filter(|(_, is_full)| *is_full);
    full.map(|(at, _)| at).collect()
}

/// What became of a group.
#[derive(Default)]
pub(super) struct Written {
    /// The messages that nobody had left before.
    pub(super) new: HashSet<(Topic, MessageId)>,
    /// The publications for which there was no room.
    pub(super) full: HashSet<usize>,
}
