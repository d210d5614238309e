//! Any value of the crate's own types, for property tests.

use proptest::collection::vec;
use proptest::prelude::{Arbitrary, BoxedStrategy, Just, Strategy, any, prop_oneof};

use crate::json::Json;
use crate::long::Long;
use crate::map::Map;
use crate::number::Number;
use crate::opaque::Opaque;
use crate::put::Put;
use crate::word::Word;

impl Arbitrary for Json {
    type Parameters = ();
    type Strategy = BoxedStrategy<Json>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let leaf = prop_oneof![
            // A bare null in an `Option<Json>` field would read back as `None`.
            any::<bool>().prop_map(Json::Bool),
            any::<i64>().prop_map(|number| Json::Number(number.to_string().into())),
            any::<String>().prop_map(Json::Text),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                vec(prop_oneof![inner.clone(), Just(Json::Null)], 0..4).prop_map(Json::List),
                vec((any::<String>(), inner), 0..4).prop_map(Json::Object),
            ]
        })
        .boxed()
    }
}

impl Arbitrary for Long {
    type Parameters = ();
    type Strategy = BoxedStrategy<Long>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        any::<u64>().prop_map(Long).boxed()
    }
}

impl Arbitrary for Number {
    type Parameters = ();
    type Strategy = BoxedStrategy<Number>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let halves = any::<i32>().prop_map(|it| f64::from(it) / 2.0);
        halves.prop_map(|it| Number::of(&it.to_string()).expect("a number")).boxed()
    }
}

impl<T: Arbitrary + Put + Clone + std::fmt::Debug + 'static> Arbitrary for Opaque<T> {
    type Parameters = ();
    type Strategy = BoxedStrategy<Opaque<T>>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        any::<T>().prop_map(|it| Opaque::of(&it)).boxed()
    }
}

impl<K: Word + PartialEq + std::fmt::Debug, V: Arbitrary + 'static> Arbitrary for Map<K, V> {
    type Parameters = ();
    type Strategy = BoxedStrategy<Map<K, V>>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        vec((0..K::ALL.len(), any::<V>()), 0..4)
            .prop_map(|entries| {
                let mut map = Map::default();
                for (index, value) in entries {
                    map.set(K::ALL[index].1, value);
                }
                map
            })
            .boxed()
    }
}
