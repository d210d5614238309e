//! Turns: a call comes in, flows run until all of them wait, then everything goes out at once.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use wire::Put;

use crate::scope::Scope;
use crate::slice::{Publish, Slice};
use crate::world::World;

/// Where everything goes out. All text is JSON.
pub trait Host {
    /// A slice has a new value.
    fn publish(&self, slice: &str, value: &str);
    /// The answer to question `id` of the host.
    fn answer(&self, id: u32, answer: &str);
    /// The page is to perform an op and reply under `id`.
    fn perform(&self, id: u32, op: &str);
}

/// Runs the flows of one engine or module. Clones share it.
#[derive(Clone)]
pub struct Runtime(Rc<State>);

struct State {
    host: Box<dyn Host>,
    world: World,
    tasks: RefCell<Vec<Task>>,
    last_serial: Cell<u32>,
    slices: RefCell<Vec<Rc<dyn Publish>>>,
    answers: RefCell<Vec<(u32, String)>>,
    calls: RefCell<Vec<Box<dyn FnOnce()>>>,
    is_in_turn: Cell<bool>,
    derive: RefCell<Option<Derive>>,
    #[cfg(not(target_arch = "wasm32"))]
    is_whole: Cell<bool>,
}

/// Whether anything changed that more may follow from.
type Derive = Rc<dyn Fn() -> bool>;

/// More rounds than what follows from one another can take.
const MOST_ROUNDS: usize = 100;

struct Task {
    scope: Scope,
    serial: u32,
    flag: Arc<Flag>,
    /// Taken out while it is polled.
    future: Option<Pin<Box<dyn Future<Output = ()>>>>,
}

/// Set when a task has something to do.
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Runtime {
    /// A runtime that speaks to `host`.
    pub fn new(host: Box<dyn Host>) -> Self {
        Runtime(Rc::new(State {
            host,
            world: World::default(),
            tasks: RefCell::default(),
            last_serial: Cell::new(0),
            slices: RefCell::default(),
            answers: RefCell::default(),
            calls: RefCell::default(),
            is_in_turn: Cell::new(false),
            derive: RefCell::default(),
            #[cfg(not(target_arch = "wasm32"))]
            is_whole: Cell::new(true),
        }))
    }

    /// The seam that flows use.
    pub fn world(&self) -> &World {
        &self.0.world
    }

    /// A slice that is published under `name`.
    pub fn slice<T: Clone + Put + 'static>(&self, name: &'static str, value: T) -> Slice<T> {
        let (slice, publish) = Slice::new(name, value);
        self.0.slices.borrow_mut().push(publish);
        slice
    }

    /// At the end of each turn, once its flows wait, `derive` brings what follows from the slices in
    /// step with them, and says whether it changed anything. It is called until it did not.
    pub fn at_end_of_turn(&self, derive: impl Fn() -> bool + 'static) {
        self.0.derive.replace(Some(Rc::new(derive)));
    }

    /// Whether the flows of all scopes are there, or only those of [`Scope::early`] ones. In a page a
    /// flow that is not there traps, so that natively none may be started either.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn set_whole(&self, is_whole: bool) {
        self.0.is_whole.set(is_whole);
    }

    /// Starts a flow, and drops the one that ran in its scope.
    pub fn spawn(&self, scope: Scope, flow: impl Future<Output = ()> + 'static) {
        self.start(scope, Box::pin(flow));
    }

    // Here and below: once, and not for every flow. In WebAssembly that is bytes.
    #[inline(never)]
    fn start(&self, scope: Scope, flow: Pin<Box<dyn Future<Output = ()>>>) {
        #[cfg(not(target_arch = "wasm32"))]
        scope.expect(self.0.is_whole.get());
        self.cancel(scope);
        let serial = self.0.last_serial.get().wrapping_add(1);
        self.0.last_serial.set(serial);
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        self.0.tasks.borrow_mut().push(Task { scope, serial, flag, future: Some(flow) });
    }

    /// Drops the flow of a scope, which aborts its ops.
    pub fn cancel(&self, scope: Scope) {
        self.drop_tasks(|task| task.scope == scope);
    }

    /// Drops all flows and what is derived. They hold whoever owns the runtime, who is freed so.
    pub fn end(&self) {
        while !self.0.tasks.borrow().is_empty() {
            self.drop_tasks(|_| true);
        }
        self.0.derive.take();
    }

    /// Whether a flow runs in the scope.
    pub fn is_running(&self, scope: Scope) -> bool {
        self.0.tasks.borrow().iter().any(|task| task.scope == scope)
    }

    /// Answers question `id` of the host at the end of this turn.
    pub fn answer(&self, id: u32, answer: &impl Put) {
        self.0.answers.borrow_mut().push((id, wire::to_text(answer)));
    }

    /// Hands in the reply to an op.
    pub fn reply(&self, id: u32, reply: &str) {
        let (this, reply) = (self.clone(), reply.to_owned());
        self.turn(move || this.0.world.deliver(id, &reply));
    }

    /// Runs `call` and then all flows. A call that arrives during a turn waits for its end; that is
    /// how a turn is kept whole, and nobody waits for anything there.
    pub fn turn(&self, call: impl FnOnce() + 'static) {
        self.run(Box::new(call));
    }

    #[inline(never)]
    fn run(&self, call: Box<dyn FnOnce()>) {
        let state = &self.0;
        state.calls.borrow_mut().push(call);
        if state.is_in_turn.replace(true) {
            return;
        }
        while !state.calls.borrow().is_empty() {
            let call = state.calls.borrow_mut().remove(0);
            call();
            self.run_until_stalled();
            self.flush();
        }
        state.is_in_turn.set(false);
    }

    /// Runs the flows, and brings what follows from the slices in step, until nothing changes.
    fn run_until_stalled(&self) {
        let derive = self.0.derive.borrow().clone();
        for _ in 0..MOST_ROUNDS {
            while self.step() {}
            let has_changed = derive.as_ref().is_some_and(|derive| derive());
            if !has_changed && !self.step() {
                return;
            }
        }
        debug_assert!(false, "what follows from the slices does not come to rest");
    }

    /// Polls one flow that has something to do.
    fn step(&self) -> bool {
        let taken = self.0.tasks.borrow_mut().iter_mut().find_map(|task| {
            let is_awake = task.future.is_some() && task.flag.0.swap(false, Ordering::Relaxed);
            is_awake.then(|| (task.serial, task.flag.clone(), task.future.take()))
        });
        let Some((serial, flag, Some(mut future))) = taken else { return false };
        let waker = Waker::from(flag);
        let poll = future.as_mut().poll(&mut Context::from_waker(&waker));
        let mut tasks = self.0.tasks.borrow_mut();
        // A flow may have dropped itself by starting another in its own scope.
        if let Some(index) = tasks.iter().position(|task| task.serial == serial) {
            match poll {
                Poll::Pending => tasks[index].future = Some(future),
                Poll::Ready(()) => drop(tasks.remove(index)),
            }
        } else {
            drop(tasks);
            drop(future);
        }
        true
    }

    fn drop_tasks(&self, is_meant: impl Fn(&Task) -> bool) {
        let mut dropped = Vec::new();
        let mut tasks = self.0.tasks.borrow_mut();
        let mut index = 0;
        while index < tasks.len() {
            if is_meant(&tasks[index]) {
                dropped.push(tasks.remove(index));
            } else {
                index += 1;
            }
        }
        // Clean-up in a flow's `Drop` may start or cancel flows.
        drop(tasks);
        drop(dropped);
    }

    /// Publishes what changed, then answers, then performs: a view that belongs to a click is
    /// there before the window that the click opens.
    fn flush(&self) {
        let state = &self.0;
        let slices: Vec<_> =
            state.slices.borrow().iter().filter_map(|slice| slice.changed()).collect();
        for (name, text) in slices {
            state.host.publish(name, &text);
        }
        for (id, text) in std::mem::take(&mut *state.answers.borrow_mut()) {
            state.host.answer(id, &text);
        }
        for (id, text) in state.world.take_ops() {
            state.host.perform(id, &text);
        }
    }
}
