//! How it is written: the `#[wire]` attribute, its codec and the JSON tree.
//!
//! Every type that crosses an edge of Latchkit (engine ⇄ page, frame, storage, server) is marked
//! `#[wire]` and crosses as JSON text. Text is parsed once to a [`Json`] tree and read from there;
//! the names of a type's fields are one text, to read and to write them by. This costs a third of
//! what `serde` costs in WebAssembly (`docs/decisions/0003-codec.md`); under the feature `serde` the
//! same types derive `serde` for the server and the tests, and a property test holds both texts equal.
//!
//! The rules of a marked type:
//! - structs are objects with camelCase fields; a struct with one unnamed field is that field;
//! - enums without fields are camelCase words; enums with fields carry a `"type"` tag;
//! - an `Option` that is `None` is left out; `null` and a missing field both read as `None`;
//! - unknown fields are ignored; a field given twice is an error;
//! - 64-bit integers do not cross as numbers: use [`Long`] (decimal text) or `u32`; numbers with a
//!   fraction are [`Number`].
//!
//! Read `json.rs` (the tree), `parse.rs` (text to tree), then `get.rs` (tree to values), `put.rs`
//! (values to text), `word.rs`, `long.rs`, `number.rs`, `map.rs`, `list.rs`, `opaque.rs`; `fact.rs` is for constants.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod fact;
mod get;
mod json;
mod list;
mod long;
mod map;
mod number;
mod opaque;
mod parse;
mod put;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "types")]
mod typescript;
mod wire_error;
mod word;

pub use fact::Fact;
pub use get::{Get, GetParts, Reading, Record, from_text, get_word, part, read, tree};
pub use json::Json;
pub use list::keep;
pub use long::Long;
pub use map::Map;
pub use number::Number;
pub use opaque::Opaque;
pub use put::{Fields, Put, decimal, put_record, put_variant, to_text};
pub use wire_attribute::wire;
pub use wire_error::WireError;
pub use word::Word;
