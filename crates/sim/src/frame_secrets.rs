//! What the page around a frame is never told: what is secret of all that the frames of one browser have done so far.
//! Whatever is said to such a page is held against it.

use std::cell::RefCell;
use std::rc::Rc;

use runtime::Op;
use wire::{Json, from_text};

/// How many digits a code has.
const CODE_DIGITS: usize = 6;

/// The secrets of one browser. Clones are one.
#[derive(Clone, Default)]
pub(crate) struct Secrets(Rc<RefCell<Vec<String>>>);

impl Secrets {
    /// Learns what is secret of what a frame does: the session and the share that it keeps, what shows in a place of its
    /// own, what stands behind the address of a window, and a code that goes to the server, wherever it was typed.
    pub(crate) fn learn(&self, op: &Op) {
        let mut all = self.0.borrow_mut();
        match op {
            Op::Keep { secret: Some(kept), .. } => {
                all.extend(["session", "share"].iter().filter_map(|it| field(kept.text(), it)));
            }
            Op::Show { secret: Some(secret), .. } | Op::OpenWindow { secret: Some(secret), .. } => {
                all.push(secret.text().to_owned());
            }
            Op::AskSigner { secret: Some(beside), .. } => {
                all.extend(field(beside.text(), "factor"));
            }
            Op::Fetch { body: Some(body), .. } => all.extend(field(body, "otp")),
            _ => {}
        }
    }

    /// Whether one of them is in a text.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        self.0.borrow().iter().any(|it| holds(text, it))
    }
}

/// The text in a field of an object, which is written as JSON.
fn field(object: &str, name: &str) -> Option<String> {
    let json: Json = from_text(object).ok()?;
    json.get(name)?.as_text().map(str::to_owned)
}

/// A code counts as a word alone: its digits are in many a longer number.
fn holds(text: &str, secret: &str) -> bool {
    if secret.len() == CODE_DIGITS {
        text.split(|it: char| !it.is_ascii_alphanumeric()).any(|it| it == secret)
    } else {
        text.contains(secret)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_as_a_word_and_all_else_wherever_it_stands() {
        for (text, secret, is_found) in [
            (r#"{"message":"123456 is wrong"}"#, "123456", true),
            (r#"{"seq":123456}"#, "123456", true),
            (r#"{"at":1234567}"#, "123456", false),
            (r#"{"value":"0x123456"}"#, "123456", false),
            (r#"{"value":"xabcdefgx"}"#, "abcdefg", true),
            (r#"{"value":"abcdef"}"#, "abcdefg", false),
        ] {
            assert_eq!(holds(text, secret), is_found, "{text}");
        }
    }
}
