//! What the crate's own types are called in TypeScript.

use ts_rs::{Config, TS, TypeVisitor};

use crate::json::Json;
use crate::long::Long;
use crate::map::Map;
use crate::number::Number;
use crate::opaque::Opaque;
use crate::word::Word;

impl TS for Json {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "unknown".into()
    }

    fn inline(_: &Config) -> String {
        "unknown".into()
    }
}

impl TS for Long {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "string".into()
    }

    fn inline(_: &Config) -> String {
        "string".into()
    }
}

impl TS for Number {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "number".into()
    }

    fn inline(_: &Config) -> String {
        "number".into()
    }
}

impl<T: TS> TS for Opaque<T> {
    type WithoutGenerics = T::WithoutGenerics;
    type OptionInnerType = Self;

    fn name(config: &Config) -> String {
        T::name(config)
    }

    fn inline(config: &Config) -> String {
        T::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        T::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        T::visit_generics(visitor);
        visitor.visit::<T>();
    }
}

impl<K: Word + TS, V: TS> TS for Map<K, V> {
    type WithoutGenerics = Map<K, V>;
    type OptionInnerType = Self;

    fn name(config: &Config) -> String {
        format!("{{ [key in {}]?: {} }}", K::name(config), V::name(config))
    }

    fn inline(config: &Config) -> String {
        Self::name(config)
    }

    fn visit_dependencies(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        K::visit_dependencies(visitor);
        V::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        visitor.visit::<K>();
        visitor.visit::<V>();
    }
}
