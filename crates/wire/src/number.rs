//! Numbers that may have a fraction.

use crate::get::{Get, Reading};
use crate::json::Json;
use crate::put::Put;

/// A JSON number by its literal, such as `12.5`: no digit of it changes on the way, and nothing here
/// computes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(Box<str>);

impl Number {
    /// Of a literal as JSON has it; nothing where it is none.
    pub fn of(literal: &str) -> Option<Number> {
        match crate::get::from_text::<Json>(literal) {
            Ok(Json::Number(literal)) => Some(Number(literal)),
            _ => None,
        }
    }

    /// The literal.
    pub fn literal(&self) -> &str {
        &self.0
    }
}

impl Put for Number {
    fn put(&self, out: &mut String) {
        out.push_str(&self.0);
    }
}

impl Get for Number {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        let Some(literal) = json.as_number() else {
            reading.fail("expected a number");
            return Number("0".into());
        };
        Number(literal.into())
    }
}

#[cfg(feature = "serde")]
mod by_serde {
    use super::Number;
    use crate::json::Json;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    impl Serialize for Number {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            Json::Number(self.0.clone()).serialize(to)
        }
    }

    impl<'de> Deserialize<'de> for Number {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            crate::get::read(&Json::deserialize(from)?).map_err(D::Error::custom)
        }
    }
}
