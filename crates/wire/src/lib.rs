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
//! - 64-bit integers do not cross as numbers: use [`Long`] (decimal text) or `u32`.
//!
//! Read `json.rs` (the tree), `parse.rs` (text to tree), then `codec.rs` (values to text, tree to
//! values), `map.rs`; `fact.rs` is for constants.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod codec;
mod fact;
mod json;
mod map;
mod parse;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "types")]
mod typescript;
mod wire_error;

pub use codec::{
    Get, GetParts, Long, Put, Reading, Record, Word, from_text, get_word, part, put_record,
    put_variant, read, to_text,
};
pub use fact::Fact;
pub use json::Json;
pub use map::Map;
pub use wire_attribute::wire;
pub use wire_error::WireError;
