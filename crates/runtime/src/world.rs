//! The only seam to the outside: a flow performs an op here and awaits its reply.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use wire::{Put, from_text, keep, to_text};

use crate::backoff::Backoff;
use crate::op::Op;
use crate::race::{Race, race};
use crate::reply::Reply;

/// Performs ops for flows. Clones share one world.
#[derive(Clone, Default)]
pub struct World(Rc<RefCell<Outbox>>);

#[derive(Default)]
struct Outbox {
    last_id: u32,
    waiting: Vec<(u32, Mailbox)>,
    to_perform: Vec<(u32, String)>,
}

type Mailbox = Rc<RefCell<Mail>>;

#[derive(Default)]
struct Mail {
    replies: Vec<Reply>,
    waker: Option<Waker>,
}

impl World {
    /// Performs an op at the end of this turn; the future is its reply. Dropping it aborts the op.
    pub fn perform(&self, op: Op) -> Performed {
        Performed(self.open(op))
    }

    /// Performs a streaming op; replies come until it is dropped, which aborts the op.
    // Here and below: once, and not in every flow. In WebAssembly that is bytes.
    #[inline(never)]
    pub fn open(&self, op: Op) -> Replies {
        let (id, mail) = (self.send(&op), Mailbox::default());
        self.0.borrow_mut().waiting.push((id, mail.clone()));
        Replies { world: self.clone(), id, mail }
    }

    /// Performs an op whose reply nobody needs. It outlives the flow that told of it.
    pub fn tell(&self, op: &Op) {
        self.send(op);
    }

    #[inline(never)]
    fn send(&self, op: &Op) -> u32 {
        let mut outbox = self.0.borrow_mut();
        outbox.last_id += 1;
        let id = outbox.last_id;
        outbox.to_perform.push((id, to_text(op)));
        id
    }

    /// Waits for as many milliseconds.
    pub async fn sleep(&self, ms: u32) {
        self.perform(Op::Sleep { ms }).await;
    }

    /// Waits for the next delay of a backoff.
    pub async fn wait(&self, backoff: &mut Backoff) {
        let chance = match self.perform(Op::Random { bytes: 4 }).await {
            Reply::Bytes { base64 } => base64
                .bytes()
                .fold(0, |sum: u32, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte))),
            _ => 0,
        };
        self.sleep(backoff.next(chance)).await;
    }

    /// The output of `future`, or nothing if it takes longer than `ms` milliseconds.
    pub async fn within<T>(&self, ms: u32, future: impl Future<Output = T>) -> Option<T> {
        match race(future, self.sleep(ms)).await {
            Race::Left(output) => Some(output),
            Race::Right(()) => None,
        }
    }

    /// Milliseconds since 1970; 0 if the page has no clock.
    pub async fn now_ms(&self) -> u64 {
        match self.perform(Op::Now).await {
            Reply::Time { ms } => ms.0,
            _ => 0,
        }
    }

    /// Asks module `name`; its answers come as `value` replies.
    pub fn module(&self, name: &str, ask: &impl Put) -> Replies {
        self.open(Op::Module { name: name.to_owned(), ask: to_text(ask) })
    }

    /// Hands a reply to whoever waits for op `id`. One that comes too late is ignored; one that
    /// cannot be read arrives as [`Reply::Unreadable`].
    pub(crate) fn deliver(&self, id: u32, text: &str) {
        let mail = self.mailbox(id);
        let Some(mail) = mail else { return };
        let mut mail = mail.borrow_mut();
        mail.replies.push(from_text(text).unwrap_or(Reply::Unreadable));
        if let Some(waker) = mail.waker.take() {
            waker.wake();
        }
    }

    pub(crate) fn take_ops(&self) -> Vec<(u32, String)> {
        std::mem::take(&mut self.0.borrow_mut().to_perform)
    }

    /// How many ops somebody waits for.
    pub fn open_ops(&self) -> usize {
        self.0.borrow().waiting.len()
    }

    fn mailbox(&self, id: u32) -> Option<Mailbox> {
        self.0.borrow().waiting.iter().find(|(it, _)| *it == id).map(|(_, mail)| mail.clone())
    }

    /// Forgets op `id`; if `abort`, the page is told, unless it never heard of the op.
    fn close(&self, id: u32, abort: bool) {
        let mut outbox = self.0.borrow_mut();
        keep(&mut outbox.waiting, |(it, _)| *it != id);
        let before = outbox.to_perform.len();
        keep(&mut outbox.to_perform, |(it, _)| *it != id);
        if abort && outbox.to_perform.len() == before {
            outbox.to_perform.push((id, to_text(&Op::Abort)));
        }
    }
}

/// The replies to a streaming op. Dropping it aborts the op.
pub struct Replies {
    world: World,
    id: u32,
    mail: Mailbox,
}

impl Replies {
    /// The next reply.
    pub async fn next(&mut self) -> Reply {
        poll_fn(|context| self.poll(context)).await
    }

    #[inline(never)]
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Reply> {
        let mut mail = self.mail.borrow_mut();
        if !mail.replies.is_empty() {
            return Poll::Ready(mail.replies.remove(0));
        }
        mail.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Replies {
    #[inline(never)]
    fn drop(&mut self) {
        if self.id != 0 {
            self.world.close(self.id, true);
        }
    }
}

/// The one reply to an op. Dropping it before then aborts the op.
pub struct Performed(Replies);

impl Future for Performed {
    type Output = Reply;

    #[inline(never)]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Reply> {
        let reply = self.0.poll(context);
        if reply.is_ready() {
            self.0.world.close(self.0.id, false);
            self.0.id = 0;
        }
        reply
    }
}
