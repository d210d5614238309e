//! The entries of a batch: a JSON array, read no further than it may be long.

use crate::error::ApiError;
use serde::de::{Deserializer as _, Error as _, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The texts of the entries. `fault` tells of what is not an array.
pub(crate) fn entries(
    body: &[u8],
    most: usize,
    fault: impl Fn(serde_json::Error) -> ApiError,
) -> Result<Vec<&RawValue>, ApiError> {
    let mut found = Vec::new();
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = reader.deserialize_seq(Entries { found: &mut found, most });
    let read = read.and_then(|()| reader.end());
    if found.len() > most {
        return Err(ApiError::BatchTooLong(most));
    }
    read.map_err(fault)?;
    Ok(found)
}

struct Entries<'out, 'a> {
    found: &'out mut Vec<&'a RawValue>,
    most: usize,
}

impl<'a> Visitor<'a> for Entries<'_, 'a> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(entry) = list.next_element()? {
            self.found.push(entry);
            if self.found.len() > self.most {
                return Err(A::Error::custom("too long"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str, most: usize) -> Result<Vec<&str>, String> {
        let fault = |error: serde_json::Error| ApiError::BodyNotJson(error.to_string());
        match entries(body.as_bytes(), most, fault) {
            Ok(found) => Ok(found.into_iter().map(RawValue::get).collect()),
            Err(ApiError::BatchTooLong(most)) => Err(format!("more than {most}")),
            Err(other) => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn entries_stay_as_they_are_written() {
        assert_eq!(texts(r#" [ {"a" :1e400}, "\u0041",[[]] ] "#, 3).expect("a list").len(), 3);
        assert_eq!(texts(r#"[{"a" :1e400}]"#, 3), Ok(vec![r#"{"a" :1e400}"#]));
        assert_eq!(texts("[]", 0), Ok(vec![]));
    }

    #[test]
    fn what_comes_after_the_last_allowed_one_is_not_read() {
        assert_eq!(texts("[1,2,3 and this is no JSON", 2), Err("more than 2".to_owned()));
        for broken in ["[1,2", "[1,2] 3", "[1,]", "{}", "1", "[1 2]"] {
            let told = texts(broken, 2).expect_err(broken);
            assert!(told.starts_with("BodyNotJson"), "{broken}: {told}");
        }
    }
}
