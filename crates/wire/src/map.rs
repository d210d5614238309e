//! A small map: a vector of pairs, right for up to about a hundred entries.
//!
//! `BTreeMap` writes its node code anew for every value type; in WebAssembly that is bytes.

use crate::get::{Get, Reading};
use crate::json::Json;
use crate::list::keep;
use crate::put::{Put, put_field};
use crate::word::Word;

/// A map from the words of an enum, in the order of insertion. It crosses as an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Map<K, V>(pub(crate) Vec<(K, V)>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map(Vec::new())
    }
}

impl<K: Word + PartialEq, V> Map<K, V> {
    /// The value of `key`.
    pub fn get(&self, key: K) -> Option<&V> {
        self.0.iter().find(|(it, _)| *it == key).map(|(_, value)| value)
    }

    /// The value of `key`, to be changed.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.0.iter_mut().find(|(it, _)| *it == key).map(|(_, value)| value)
    }

    /// Sets the value of `key`.
    pub fn set(&mut self, key: K, value: V) {
        match self.get_mut(key) {
            Some(place) => *place = value,
            None => self.0.push((key, value)),
        }
    }

    /// Removes `key`.
    pub fn remove(&mut self, key: K) {
        keep(&mut self.0, |(it, _)| *it != key);
    }

    /// Keeps the entries whose value `is_kept`.
    pub fn retain(&mut self, is_kept: impl Fn(&V) -> bool) {
        keep(&mut self.0, |(_, value)| is_kept(value));
    }

    /// All entries, in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }
}

impl<K: Word, V: Put> Put for Map<K, V> {
    fn put(&self, out: &mut String) {
        out.push('{');
        for (key, value) in &self.0 {
            put_field(out, key.word(), value);
        }
        out.push('}');
    }
}

impl<K: Word + PartialEq, V: Get> Get for Map<K, V> {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        let mut map = Map::default();
        for (name, value) in reading.expect(json.as_fields(), "expected an object") {
            match K::from_word(name) {
                Some(key) => map.set(key, V::get(value, reading)),
                None => reading.fail("unknown key"),
            }
        }
        map
    }
}
