//! Sessions recorded in Chromium replay here: the same inputs must give the same outputs, text for
//! text. A recording is made by `web/e2e`; each line of it is one JSON object, an input (`boot`,
//! `dispatch`, `ask`, `reply`) or an output (`publish`, `answer`, `perform`). A secret is recorded as `•`.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use engine::Engine;
use runtime::{Host, shown};
use serde_json::{Value, json};

#[derive(Clone, Default)]
struct Outputs(Rc<RefCell<Vec<Value>>>);

impl Host for Outputs {
    fn publish(&self, slice: &str, value: &str) {
        self.0.borrow_mut().push(json!({ "publish": [slice, value] }));
    }

    fn answer(&self, id: u32, answer: &str) {
        self.0.borrow_mut().push(json!({ "answer": [id, answer] }));
    }

    fn perform(&self, id: u32, op: &str) {
        self.0.borrow_mut().push(json!({ "perform": [id, shown(op)] }));
    }
}

fn replay(recording: &str) {
    let outputs = Outputs::default();
    let mut engine = None;
    let mut expected = Vec::new();
    for line in recording.lines() {
        let line: Value = serde_json::from_str(line).expect("a line is a JSON object");
        let (kind, value) =
            line.as_object().and_then(|it| it.iter().next()).expect("it has one field");
        let text = |index: usize| value[index].as_str().expect("a text");
        let id = || u32::try_from(value[0].as_u64().expect("an id")).expect("a small id");
        match kind.as_str() {
            "boot" => {
                let boot = value.as_str().expect("a text");
                engine = Some(Engine::first_half(Box::new(outputs.clone()), boot).expect("a boot"));
            }
            "dispatch" => {
                engine.as_ref().expect("booted").dispatch(value.as_str().expect("a text"));
            }
            "complete" => engine.as_ref().expect("booted").complete(),
            "ask" => engine.as_ref().expect("booted").ask(id(), text(1)),
            "reply" => engine.as_ref().expect("booted").reply(id(), text(1)),
            _ => expected.push(line),
        }
    }
    let outputs = outputs.0.borrow();
    for (index, (ours, recorded)) in outputs.iter().zip(&expected).enumerate() {
        assert_eq!(ours, recorded, "output {index}");
    }
    assert_eq!(outputs.len(), expected.len());
    assert!(outputs.len() > 20, "a session worth recording says more");
}

#[test]
fn sessions_recorded_in_chromium_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("recordings") {
        replay(&fs::read_to_string(entry.expect("an entry").path()).expect("a recording"));
        count += 1;
    }
    assert!(count > 0, "there is a recording");
}
