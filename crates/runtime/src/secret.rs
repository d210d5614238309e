//! What nobody is to read but the page that keeps it.
//!
//! A [`Secret`] leaves Rust by `Op::Keep` alone and comes back by `Reply::Secret`. Everything else that
//! tells of ops and replies (`Debug`, transcripts, recordings) goes through [`shown`].

use wire::{Get, Json, Put, Reading, from_text, to_text};

/// A text that is kept by the page and told to nobody. It has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Secret(String);

impl Secret {
    /// A text that is a secret from now on.
    pub fn new(text: String) -> Self {
        Secret(text)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl Put for Secret {
    fn put(&self, out: &mut String) {
        self.0.put(out);
    }
}

impl Get for Secret {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        Secret(String::get(json, reading))
    }
}

/// The field of ops and replies that holds a secret.
const FIELD: &str = "secret";
/// What is shown in its place.
const DOT: &str = "•";

/// The text of an op or a reply as anybody may read it: `•` stands for a secret.
pub fn shown(text: &str) -> String {
    let Ok(Json::Object(mut fields)) = from_text(text) else { return text.to_owned() };
    let Some((_, secret)) = fields.iter_mut().find(|(name, _)| name == FIELD) else {
        return text.to_owned();
    };
    *secret = Json::text(DOT);
    to_text(&Json::Object(fields))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a type has `Debug`: a method of its own goes before one of a trait, and is there for such
    /// types only.
    struct Asked<T>(std::marker::PhantomData<T>);

    trait HasNone {
        const HAS_DEBUG: bool = false;
    }

    impl<T> HasNone for Asked<T> {}

    impl<T: std::fmt::Debug> Asked<T> {
        const HAS_DEBUG: bool = true;
    }

    const _: () = assert!(!Asked::<Secret>::HAS_DEBUG, "a secret can be printed");
    const _: () = assert!(!Asked::<Option<Secret>>::HAS_DEBUG, "a secret can be printed");
    const _: () = assert!(Asked::<String>::HAS_DEBUG, "the question above is answered by a text");

    #[test]
    fn what_holds_none_is_shown_as_it_is() {
        for text in [
            r#"{"type":"keep","slot":"a"}"#,
            r#"{"type":"send","socket":1,"text":"{\"secret\":1}"}"#,
            "no JSON",
            "[1]",
        ] {
            assert_eq!(shown(text), text);
        }
    }
}
