//! Turns, queueing, scopes and clean-up, seen from the host.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use runtime::{Host, Op, Race, Reply, Runtime, Scope, race};

/// Writes down what goes out, and may call back in while it does.
#[derive(Clone, Default)]
struct Page {
    heard: Rc<RefCell<Vec<String>>>,
    replies_at_once: Rc<RefCell<Option<Runtime>>>,
}

impl Host for Page {
    fn publish(&self, slice: &str, value: &str) {
        self.heard.borrow_mut().push(format!("publish {slice} {value}"));
    }

    fn answer(&self, id: u32, answer: &str) {
        self.heard.borrow_mut().push(format!("answer {id} {answer}"));
    }

    fn perform(&self, id: u32, op: &str) {
        self.heard.borrow_mut().push(format!("perform {id} {op}"));
        if let Some(runtime) = &*self.replies_at_once.borrow()
            && !op.contains("abort")
        {
            runtime.reply(id, r#"{"type":"done"}"#);
            self.heard.borrow_mut().push("performed".to_owned());
        }
    }
}

fn start() -> (Runtime, Page) {
    let page = Page::default();
    (Runtime::new(Box::new(page.clone())), page)
}

impl Page {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.heard.borrow_mut())
    }
}

const FLOW: Scope = Scope::new("flow");
const DONE: &str = r#"{"type":"done"}"#;

#[test]
fn a_turn_publishes_then_answers_then_performs() {
    let (runtime, page) = start();
    let slice = runtime.slice("count", 0_u32);
    let this = runtime.clone();
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move {
            let slept = inner.world().perform(Op::Sleep { ms: 5 });
            inner.answer(9, &true);
            slice.set(1);
            slice.set(2);
            slept.await;
        });
    });
    assert_eq!(
        page.take(),
        ["publish count 2", "answer 9 true", r#"perform 1 {"type":"sleep","ms":5}"#]
    );
}

#[test]
fn a_slice_that_comes_back_to_what_it_was_is_not_published() {
    let (runtime, page) = start();
    let slice = runtime.slice("count", 0_u32);
    runtime.turn(|| {});
    assert_eq!(page.take(), ["publish count 0"]);
    let same = slice.clone();
    runtime.turn(move || {
        same.set(1);
        same.set(0);
    });
    assert_eq!(page.take(), [""; 0]);
}

#[test]
fn a_reply_inside_perform_waits_for_the_end_of_the_turn() {
    let (runtime, page) = start();
    *page.replies_at_once.borrow_mut() = Some(runtime.clone());
    let slice = runtime.slice("step", 0_u32);
    let this = runtime.clone();
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move {
            for step in 1..3 {
                inner.world().perform(Op::Now).await;
                slice.set(step);
            }
        });
    });
    let now = |id: u32| format!(r#"perform {id} {{"type":"now"}}"#);
    assert_eq!(
        page.take(),
        [
            "publish step 0",
            &now(1),
            "performed",
            "publish step 1",
            &now(2),
            "performed",
            "publish step 2"
        ]
    );
}

#[test]
fn a_new_flow_drops_the_old_one_of_its_scope_and_aborts_its_ops() {
    let (runtime, page) = start();
    for _ in 0..2 {
        let this = runtime.clone();
        runtime.turn(move || {
            let inner = this.clone();
            this.spawn(FLOW, async move { inner.world().sleep(1).await });
        });
    }
    let sleep = |id: u32| format!(r#"perform {id} {{"type":"sleep","ms":1}}"#);
    assert_eq!(page.take(), [sleep(1), r#"perform 1 {"type":"abort"}"#.to_owned(), sleep(2)]);
    runtime.reply(1, DONE);
    assert!(runtime.is_running(FLOW));
    runtime.reply(2, DONE);
    assert!(!runtime.is_running(FLOW));
    assert_eq!(runtime.world().open_ops(), 0);
    assert_eq!(page.take(), [""; 0]);
}

#[test]
fn an_op_dropped_in_its_own_turn_is_never_performed() {
    let (runtime, page) = start();
    let this = runtime.clone();
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move { drop(inner.world().perform(Op::Now)) });
    });
    assert_eq!(page.take(), [""; 0]);
}

#[test]
fn what_is_told_outlives_its_flow_and_is_never_aborted() {
    let (runtime, page) = start();
    let this = runtime.clone();
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move { inner.world().tell(&Op::Warn { text: "mind".to_owned() }) });
    });
    assert_eq!(page.take(), [r#"perform 1 {"type":"warn","text":"mind"}"#]);
    runtime.reply(1, DONE);
    assert_eq!(page.take(), [""; 0]);
}

#[test]
fn a_flow_may_replace_itself() {
    let (runtime, page) = start();
    let this = runtime.clone();
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move {
            let next = inner.clone();
            inner.spawn(FLOW, async move { next.answer(1, &true) });
            inner.world().sleep(1).await;
        });
    });
    assert_eq!(page.take(), ["answer 1 true"]);
    assert!(!runtime.is_running(FLOW));
}

#[test]
fn the_loser_of_a_race_is_aborted() {
    let (runtime, page) = start();
    let this = runtime.clone();
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move {
            let slow = inner.world().perform(Op::Sleep { ms: 9 });
            match race(inner.world().sleep(1), slow).await {
                Race::Left(()) => inner.answer(1, &true),
                Race::Right(_) => inner.answer(1, &false),
            }
        });
    });
    page.take();
    // The sleep of the first future is performed when it is first polled: second.
    runtime.reply(2, DONE);
    assert_eq!(page.take(), ["answer 1 true", r#"perform 1 {"type":"abort"}"#]);
}

#[test]
fn a_stream_gives_all_its_replies_and_junk_is_unreadable() {
    let (runtime, page) = start();
    let this = runtime.clone();
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move {
            let mut events = inner.world().open(Op::Events { wallet: 0 });
            for id in 0..3 {
                let reply = events.next().await;
                inner.answer(id, &(reply == Reply::Unreadable));
            }
        });
    });
    page.take();
    for text in [r#"{"type":"event","name":"connect"}"#, "{", "\u{0}"] {
        runtime.reply(1, text);
    }
    assert_eq!(
        page.take(),
        ["answer 0 false", "answer 1 true", "answer 2 true", r#"perform 1 {"type":"abort"}"#]
    );
}

#[test]
fn clean_up_in_drop_may_start_a_flow() {
    struct Last(Runtime);
    impl Drop for Last {
        fn drop(&mut self) {
            let this = self.0.clone();
            self.0.spawn(Scope::new("last"), async move { this.answer(5, &true) });
        }
    }
    let (runtime, page) = start();
    let this = runtime.clone();
    runtime.turn(move || {
        let (inner, last) = (this.clone(), Last(this.clone()));
        this.spawn(FLOW, async move {
            inner.world().sleep(1).await;
            drop(last);
        });
    });
    page.take();
    let this = runtime.clone();
    runtime.turn(move || this.cancel(FLOW));
    assert_eq!(page.take(), ["answer 5 true", r#"perform 1 {"type":"abort"}"#]);
}

#[test]
fn what_follows_is_derived_after_the_flows_and_goes_out_with_them() {
    let (runtime, page) = start();
    let (count, double) = (runtime.slice("count", 1_u32), runtime.slice("double", 0_u32));
    let (source, doubled) = (count.clone(), double.clone());
    runtime.at_end_of_turn(move || {
        let is_new = doubled.get() != source.get() * 2;
        if is_new {
            doubled.set(source.get() * 2);
        }
        is_new
    });
    runtime.turn(|| {});
    assert_eq!(page.take(), ["publish count 1", "publish double 2"]);
    let this = runtime.clone();
    runtime.turn(move || this.spawn(FLOW, async move { count.set(2) }));
    assert_eq!(page.take(), ["publish count 2", "publish double 4"]);
}

#[test]
fn a_flow_that_is_started_by_what_follows_runs_in_the_same_turn() {
    let (runtime, page) = start();
    let count = runtime.slice("count", 0_u32);
    let (this, is_started) = (runtime.clone(), Cell::new(false));
    runtime.at_end_of_turn(move || {
        if !is_started.replace(true) {
            let count = count.clone();
            this.spawn(FLOW, async move { count.set(7) });
        }
        false
    });
    runtime.turn(|| {});
    assert_eq!(page.take(), ["publish count 7"]);
}

#[test]
#[should_panic(expected = "the half that is not there")]
fn a_flow_of_the_second_half_is_not_started_while_that_is_missing() {
    let (runtime, _page) = start();
    runtime.set_whole(false);
    runtime.spawn(FLOW, async {});
}

#[test]
fn a_flow_of_the_first_half_is_started_while_the_second_is_missing() {
    let (runtime, page) = start();
    runtime.set_whole(false);
    let count = runtime.slice("count", 0_u32);
    let this = runtime.clone();
    runtime.turn(move || this.spawn(Scope::early("first"), async move { count.set(1) }));
    runtime.set_whole(true);
    runtime.spawn(FLOW, async {});
    assert_eq!(page.take(), ["publish count 1"]);
}

#[test]
fn an_end_frees_who_owns_the_runtime() {
    let (runtime, _) = start();
    let owner = Rc::new(());
    let (in_flow, in_derive, this) = (owner.clone(), owner.clone(), runtime.clone());
    runtime.at_end_of_turn(move || Rc::strong_count(&in_derive) == 0);
    runtime.turn(move || {
        let inner = this.clone();
        this.spawn(FLOW, async move {
            inner.world().perform(Op::Sleep { ms: 5 }).await;
            drop(in_flow);
        });
    });
    assert_eq!(Rc::strong_count(&owner), 3);
    runtime.end();
    assert_eq!(Rc::strong_count(&owner), 1);
}
