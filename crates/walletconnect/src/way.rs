//! The way to one network of relays: one socket at a time, to whichever of its relays is well.
//!
//! It is open while there is something to say or to hear. A relay that cannot be reached, breaks off or
//! falls silent is left for the next; when none is left, it waits, each time longer. One that says that
//! this page may not be here ends that, until a person asks again; but a clock that is wrong may be set
//! right at any time.

use std::rc::Rc;

use protocol::module::session::Unreachable;
use protocol::relay::address::address;
use protocol::relay::frame::{Frame, FrameId};
use protocol::relay::push::Push;
use protocol::relay::refusal::{Refusal, UNAUTHORIZED};
use protocol::relay::token;
use protocol::relay::topic::Topic;
use runtime::{Backoff, Op, Race, Reply, race};

use crate::link::{Link, PATIENCE_MS, Stage, What, Wire};
use crate::mail::Mail;
use crate::moment::Moment;
use crate::post::{Post, Role};

/// A socket that lived as long was well.
const WELL_MS: u64 = 5_000;
/// Between two rounds of tries.
const ROUNDS: Backoff = Backoff::new(1_000, 15_000);
/// After a relay said that the clock here is wrong.
const CLOCK_MS: u32 = 60_000;
/// After a socket broke that was well, so that not all pages come back at once.
const MENDING: Backoff = Backoff::new(200, 200);

/// Why a socket is closed.
enum Ended {
    /// There is nothing more to say or to hear.
    Idle,
    /// It was well until now.
    Broken,
    /// It never was.
    Failed,
    /// We may not be there.
    Refused(Unreachable),
}

/// Keeps it open.
pub(crate) async fn keep_open(post: Post, index: usize, role: Rc<dyn Role>) {
    let way = Way { post, index, role };
    let (mut backoff, mut mending) = (ROUNDS, MENDING);
    let (mut turn, mut failed) = (0, 0);
    loop {
        way.post.bell().until(|| way.is_wanted().then_some(())).await;
        let count = way.look(|link| link.urls.len()).max(1);
        let ended = way.speak(turn % count).await;
        match ended {
            Ended::Idle => {}
            Ended::Broken => {
                (backoff, failed) = (ROUNDS, 0);
                way.set_stage(Stage::Reaching);
                way.post.world().wait(&mut mending).await;
            }
            Ended::Failed | Ended::Refused(_) => {
                turn += 1;
                failed += 1;
                if failed % count != 0 {
                    continue;
                }
                let times = way.look(|link| link.woken);
                let is_woken = || (way.look(|link| link.woken) != times).then_some(());
                let woken = way.post.bell().until(is_woken);
                if let Ended::Refused(why) = ended {
                    way.set_stage(Stage::Stopped(why));
                    if why == Unreachable::Clock {
                        // Nobody tells that a clock was set right.
                        way.post.world().within(CLOCK_MS, woken).await;
                        way.look(Link::wake);
                    }
                    continue;
                }
                way.set_stage(Stage::Failing);
                race(way.post.world().wait(&mut backoff), woken).await;
            }
        }
    }
}

struct Way {
    post: Post,
    index: usize,
    role: Rc<dyn Role>,
}

impl Way {
    fn look<R>(&self, act: impl FnOnce(&mut Link) -> R) -> R {
        self.post.with_links(|links| act(&mut links[self.index]))
    }

    fn set_stage(&self, stage: Stage) {
        self.look(|link| link.stage = stage);
        self.post.bell().ring();
    }

    /// Whether there is something to say or to hear, and a chance that it can be.
    fn is_wanted(&self) -> bool {
        let (network, stage) = self.look(|link| (link.network.clone(), link.stage));
        let is_stopped = matches!(stage, Stage::Stopped(_)) || self.post.is_offline();
        !is_stopped
            && self.post.mail(|mail| {
                mail.lines.iter().any(|it| it.networks.contains(&network))
                    || mail.letters.iter().any(|it| it.network == network)
            })
    }

    /// One socket, from its opening to its end.
    async fn speak(&self, turn: usize) -> Ended {
        let mut moment = Moment::now(self.post.world()).await;
        let Some(url) = self.address(turn, &mut moment) else { return Ended::Failed };
        let mut socket = self.post.world().open(Op::Socket { url });
        let opened = self.post.world().within(PATIENCE_MS, socket.next()).await;
        let Some(Reply::Opened { socket: name }) = opened else { return Ended::Failed };
        moment = Moment::now(self.post.world()).await;
        let opened_ms = moment.now_ms;
        self.look(|link| link.wire = Wire::new(opened_ms));
        self.set_stage(Stage::Open);
        loop {
            let heard = self.post.bell().times();
            if !self.is_wanted() {
                return Ended::Idle;
            }
            if self.look(|link| link.wire.is_deaf(moment.now_ms)) {
                return Ended::Failed;
            }
            self.flush(name, moment.now_ms);
            let happened = race(socket.next(), self.post.bell().after(heard)).await;
            moment = Moment::now(self.post.world()).await;
            let lived_ms = moment.now_ms.saturating_sub(opened_ms);
            match happened {
                Race::Left(Reply::Frame { text }) => self.hear(&text, &mut moment),
                Race::Left(Reply::Closed { code }) => return self.ended(code, opened_ms, lived_ms),
                Race::Left(_) => return self.ended(0, opened_ms, lived_ms),
                Race::Right(()) => {}
            }
        }
    }

    /// Where the relay is, with a token for this one try.
    fn address(&self, turn: usize, moment: &mut Moment) -> Option<String> {
        let (url, network) =
            self.look(|link| link.urls.get(turn).map(|it| (it.clone(), link.network.clone())))?;
        let seed = self.post.mail(Mail::seed)?;
        let subject = Topic::of(&moment.bytes::<32>()).text();
        let (issued, lasts) = (moment.seconds(), token::LIFETIME_SECONDS);
        let token = token::sign(&seed, &subject, &url, issued, issued + lasts);
        Some(address(&url, &token, &network, AGENT))
    }

    fn ended(&self, code: u32, opened_ms: u64, lived_ms: u64) -> Ended {
        let (refusal, has_heard) = self.look(|link| (link.wire.refusal, link.wire.has_heard));
        let was_well = has_heard && lived_ms >= WELL_MS;
        let is_unauthorized = i32::try_from(code) == Ok(UNAUTHORIZED);
        let why = refusal.map(why).or_else(|| is_unauthorized.then_some(Unreachable::Key));
        match why {
            Some(why) => {
                if !has_heard {
                    self.role.unheard(opened_ms);
                }
                Ended::Refused(why)
            }
            None if was_well => Ended::Broken,
            None => Ended::Failed,
        }
    }

    /// Says all that can be said now.
    fn flush(&self, socket: u32, now_ms: u64) {
        let network = self.look(|link| link.network.clone());
        self.role.leaving(&network, now_ms);
        let (written, is_written) =
            (self.post.written(), self.post.written() >= self.post.changed());
        let texts = self.post.mail(|mail| {
            self.look(|link| {
                let mut texts = link.frames(mail, is_written, now_ms);
                link.wire.acknowledge(written, &mut texts);
                texts
            })
        });
        for text in texts {
            self.post.world().tell(&Op::Send { socket, text });
        }
    }

    fn hear(&self, text: &str, moment: &mut Moment) {
        match Frame::read(text) {
            Ok(Frame::Request { id, method, params }) => {
                self.look(|link| link.wire.heard());
                let after = match Push::read(&method, &params) {
                    Ok(Push::Message { message, .. }) => {
                        let network = self.look(|link| link.network.clone());
                        let after = self.post.receive(network, message, &*self.role, moment);
                        let Some(after) = after else { return };
                        after
                    }
                    Ok(Push::TopicTaken { topic }) => {
                        self.role.taken(topic);
                        self.post.changed()
                    }
                    Err(_) => return,
                };
                self.look(|link| link.wire.pushed(id, after));
            }
            Ok(Frame::Answer { id, .. }) => self.answered(&id, true),
            Ok(Frame::Refused { id, error }) => match Refusal::of_error(&error) {
                Some(refusal) => self.look(|link| link.wire.refusal = Some(refusal)),
                None => self.answered(&id, false),
            },
            Err(_) => {}
        }
    }

    fn answered(&self, id: &FrameId, is_done: bool) {
        let what = self.look(|link| link.wire.answered(id, is_done));
        if let Some(What::Letter { serial, proposed }) = what {
            if is_done {
                self.post.delivered(serial, &*self.role);
            } else if proposed.is_some() {
                self.post.make_plain(serial);
            }
        }
    }
}

fn why(refusal: Refusal) -> Unreachable {
    match refusal {
        Refusal::OriginNotAllowed => Unreachable::Origin,
        Refusal::InvalidJwt(fault) if fault.is_of_clock() => Unreachable::Clock,
        _ => Unreachable::Key,
    }
}

/// How we call ourselves: protocol, language and version, and where we run.
const AGENT: &str = concat!("wc-2/rust-", env!("CARGO_PKG_VERSION"), "/browser");
