//! The seam between engine and modules: a module is asked, answers as often as it likes, and is
//! dropped by whoever asked.

use std::cell::RefCell;
use std::rc::Rc;

use echo::Module;
use protocol::module::echo::Echo;
use runtime::{Host, Op, Reply, Runtime, Scope};
use wire::{from_text, read, to_text};

#[derive(Clone, Default)]
struct Heard(Rc<RefCell<Vec<String>>>);

impl Host for Heard {
    fn publish(&self, slice: &str, value: &str) {
        self.0.borrow_mut().push(format!("publish {slice} {value}"));
    }

    fn answer(&self, id: u32, answer: &str) {
        self.0.borrow_mut().push(format!("answer {id} {answer}"));
    }

    fn perform(&self, id: u32, op: &str) {
        self.0.borrow_mut().push(format!("perform {id} {op}"));
    }
}

impl Heard {
    fn take(&self) -> String {
        std::mem::take(&mut *self.0.borrow_mut()).join("\n")
    }
}

#[test]
fn a_module_answers_as_a_stream_and_is_dropped_when_cancelled() {
    let heard = Heard::default();
    let module = Module::new(Box::new(heard.clone()));
    module.ask(7, r#"{"text":"hello"}"#);
    assert_eq!(
        heard.take(),
        "answer 7 {\"text\":\"hello\"}\nperform 1 {\"type\":\"sleep\",\"ms\":1000}"
    );
    module.reply(1, r#"{"type":"done"}"#);
    assert_eq!(heard.take(), r#"answer 7 {"text":"hello"}"#);
    module.ask(8, r#"{"text":"again"}"#);
    heard.take();
    module.cancel(8);
    assert_eq!(heard.take(), r#"perform 2 {"type":"abort"}"#);
    module.reply(2, r#"{"type":"done"}"#);
    assert_eq!(heard.take(), "");
}

#[test]
fn an_engine_reaches_a_module_by_one_op_and_hears_all_its_answers() {
    let heard = Heard::default();
    let runtime = Runtime::new(Box::new(heard.clone()));
    let told = Rc::new(RefCell::new(Vec::new()));
    let (flow, flow_told) = (runtime.clone(), told.clone());
    runtime.turn(move || {
        let inner = flow.clone();
        flow.spawn(Scope::new("echo"), async move {
            let mut answers = inner.world().module("echo", &hello(None));
            for _ in 0..2 {
                if let Reply::Value { value } = answers.next().await {
                    flow_told.borrow_mut().push(read::<Echo>(&value).map(|it| it.text));
                }
            }
        });
    });
    let op = heard.take();
    assert_eq!(op, r#"perform 1 {"type":"module","name":"echo","ask":"{\"text\":\"hello\"}"}"#);
    let asked: Op = from_text(op.split_once("perform 1 ").unwrap().1).unwrap();
    let Op::Module { ask, .. } = asked else { panic!("a module op") };

    let answers = Heard::default();
    let module = Module::new(Box::new(answers.clone()));
    module.ask(1, &ask);
    module.reply(1, r#"{"type":"done"}"#);
    for answer in answers.take().lines().filter_map(|line| line.strip_prefix("answer 1 ")) {
        let value = from_text(answer).unwrap();
        runtime.reply(1, &to_text(&Reply::Value { value }));
    }
    assert_eq!(*told.borrow(), [Ok("hello".to_owned()), Ok("hello".to_owned())]);
    assert_eq!(heard.take(), r#"perform 1 {"type":"abort"}"#);
}

fn hello(by_way_of: Option<&str>) -> Echo {
    Echo { text: "hello".to_owned(), by_way_of: by_way_of.map(str::to_owned) }
}

#[test]
fn a_module_speaks_through_a_socket_and_closes_it_when_it_has_heard() {
    let heard = Heard::default();
    let module = Module::new(Box::new(heard.clone()));
    let ask = to_text(&hello(Some("wss://server.example/relay")));
    module.ask(1, &ask);
    assert_eq!(heard.take(), r#"perform 1 {"type":"socket","url":"wss://server.example/relay"}"#);
    module.reply(1, r#"{"type":"opened","socket":4}"#);
    let text = to_text(&Op::Send { socket: 4, text: ask.clone() });
    assert_eq!(heard.take(), format!("perform 2 {text}"));
    module.reply(1, &to_text(&Reply::Frame { text: ask.clone() }));
    assert_eq!(heard.take(), format!("answer 1 {ask}\nperform 1 {{\"type\":\"abort\"}}"));
}
