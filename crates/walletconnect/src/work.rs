//! What runs beside the asks while a tab leads: links, the keeper, and the pulse.

use std::rc::Rc;

use protocol::module::session::Relay;
use runtime::{Op, Scope, Secret};

use crate::link::Link;
use crate::mail::Letter;
use crate::moment::Moment;
use crate::post::{Post, Role};
use crate::{tab, way};

/// How often what is due is looked at.
const PULSE_MS: u32 = 5_000;
const KEEPER: Scope = Scope::new("keeper");
const PULSE: Scope = Scope::new("pulse");
const TAB: Scope = Scope::new("tab");

/// Starts it.
pub(crate) fn start(post: &Post, role: &Rc<dyn Role>) {
    post.runtime().spawn(KEEPER, keep(post.clone(), role.clone()));
    post.runtime().spawn(PULSE, beat(post.clone(), role.clone()));
    post.runtime().spawn(TAB, tab::follow(post.clone()));
}

/// Ends all of it. Nothing more is written.
pub(crate) fn end(post: &Post) {
    for scope in [KEEPER, PULSE, TAB] {
        post.runtime().cancel(scope);
    }
    for index in 0..post.with_links(|links| links.len()) {
        post.runtime().cancel(link(index));
    }
}

fn link(index: usize) -> Scope {
    Scope::of("link", u32::try_from(index).expect("few networks"))
}

/// The networks of these relays, by their project ids.
pub(crate) fn networks_of(relays: &[Relay]) -> Vec<String> {
    let mut networks: Vec<String> = Vec::new();
    for relay in relays {
        if !networks.contains(&relay.project_id) {
            networks.push(relay.project_id.clone());
        }
    }
    networks
}

/// Networks can be reached by these relays, and are as soon as there is something to say. One that
/// was given up is tried again where a person `asks`.
pub(crate) fn reach(post: &Post, relays: &[Relay], asks: bool, role: &Rc<dyn Role>) {
    let mut networks: Vec<(&str, Vec<String>)> = Vec::new();
    for relay in relays {
        match networks.iter_mut().find(|(it, _)| *it == relay.project_id) {
            Some((_, urls)) => urls.push(relay.url.clone()),
            None => networks.push((&relay.project_id, vec![relay.url.clone()])),
        }
    }
    for (network, urls) in networks {
        if let Some(index) = post.with_links(|links| Link::reach(links, network, urls, asks)) {
            post.runtime().spawn(link(index), way::keep_open(post.clone(), index, role.clone()));
        }
    }
    post.bell().ring();
}

/// Writes down what changed, one time after the other.
async fn keep(post: Post, role: Rc<dyn Role>) {
    loop {
        let changed =
            post.bell().until(|| Some(post.changed()).filter(|it| *it > post.written())).await;
        let secret = role.kept().map(Secret::new);
        // Where nothing can be kept, this page goes on with what it has.
        post.world().perform(Op::Keep { slot: post.slot().to_owned(), secret }).await;
        post.set_written(changed);
    }
}

/// Looks every few seconds at what is due.
async fn beat(post: Post, role: Rc<dyn Role>) {
    loop {
        let is_busy = || post.mail(|mail| !mail.lines.is_empty() || !mail.letters.is_empty());
        post.bell().until(|| is_busy().then_some(())).await;
        post.world().sleep(PULSE_MS).await;
        let mut moment = Moment::now(post.world()).await;
        let is_over = |it: &Letter| it.until_ms.0 <= moment.now_ms;
        if post.mail(|mail| mail.letters.iter().any(is_over)) {
            post.withdraw(&is_over);
        }
        post.with_links(|links| links.iter_mut().for_each(Link::try_again));
        role.tick(&mut moment);
        post.bell().ring();
    }
}
