//! Which wallets can be reached some way: those that are listed, or all there are.

use wire::{Get, Json, Put, Reading, to_text};

/// Wallets of the directory. It crosses as `"all"`, or as the list of their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReachedWallets {
    /// Every one.
    All,
    /// Those of these ids.
    Listed(Vec<String>),
}

impl ReachedWallets {
    /// Whether the wallet of this id is among them.
    pub fn has(&self, id: &str) -> bool {
        match self {
            ReachedWallets::All => true,
            ReachedWallets::Listed(ids) => ids.iter().any(|it| it == id),
        }
    }
}

impl Default for ReachedWallets {
    fn default() -> Self {
        ReachedWallets::Listed(Vec::new())
    }
}

const ALL: &str = "all";

impl Put for ReachedWallets {
    fn put(&self, out: &mut String) {
        out.push_str(&match self {
            ReachedWallets::All => to_text(ALL),
            ReachedWallets::Listed(ids) => to_text(ids),
        });
    }
}

impl Get for ReachedWallets {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        match json {
            Json::Text(text) if text == ALL => ReachedWallets::All,
            Json::List(_) => ReachedWallets::Listed(Get::get(json, reading)),
            _ => {
                reading.fail("expected \"all\" or a list of ids");
                ReachedWallets::default()
            }
        }
    }
}

#[cfg(feature = "serde")]
mod by_serde {
    use super::{ALL, ReachedWallets};
    use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};
    use serde::ser::{Serialize, Serializer};
    use std::fmt;

    impl Serialize for ReachedWallets {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            match self {
                ReachedWallets::All => to.serialize_str(ALL),
                ReachedWallets::Listed(ids) => ids.serialize(to),
            }
        }
    }

    impl<'de> Deserialize<'de> for ReachedWallets {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_any(AllOrListed)
        }
    }

    struct AllOrListed;

    impl<'de> Visitor<'de> for AllOrListed {
        type Value = ReachedWallets;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("\"all\" or a list of wallets' ids")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<ReachedWallets, E> {
            if text == ALL {
                Ok(ReachedWallets::All)
            } else {
                Err(E::invalid_value(Unexpected::Other("a text"), &self))
            }
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ReachedWallets, A::Error> {
            let mut ids = Vec::new();
            while let Some(id) = list.next_element()? {
                ids.push(id);
            }
            Ok(ReachedWallets::Listed(ids))
        }
    }
}

#[cfg(feature = "types")]
impl ts_rs::TS for ReachedWallets {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        "\"all\" | Array<string>".into()
    }

    fn inline(config: &ts_rs::Config) -> String {
        Self::name(config)
    }
}

#[cfg(feature = "arbitrary")]
impl proptest::arbitrary::Arbitrary for ReachedWallets {
    type Parameters = ();
    type Strategy = proptest::strategy::BoxedStrategy<ReachedWallets>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        use proptest::prelude::{Just, Strategy, any, prop_oneof};
        let listed = any::<Vec<String>>().prop_map(ReachedWallets::Listed);
        prop_oneof![Just(ReachedWallets::All), listed].boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::from_text;

    #[test]
    fn all_or_those_that_are_listed() {
        let read = |text: &str| from_text::<ReachedWallets>(text);
        assert!(read("\"all\"").is_ok_and(|it| it.has("a")));
        assert!(read(r#"["a","b"]"#).is_ok_and(|it| it.has("b") && !it.has("c")));
        assert!(read("[]").is_ok_and(|it| it == ReachedWallets::default() && !it.has("")));
        for text in ["\"some\"", "null", "{}", "[1]", "true"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
