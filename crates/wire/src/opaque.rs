//! What is handed through as it came.

use core::marker::PhantomData;

use crate::get::{Get, Reading, from_text};
use crate::json::Json;
use crate::put::{Put, to_text};
use crate::wire_error::WireError;

/// A `T` by its text, for whoever hands it through and knows nothing of what is in it: in WebAssembly all that a type
/// is read and written by is bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Opaque<T> {
    text: String,
    of: PhantomData<T>,
}

impl<T: Put> Opaque<T> {
    /// A value that is handed on.
    pub fn of(value: &T) -> Self {
        Opaque::written(to_text(value))
    }
}

impl<T> Opaque<T> {
    /// JSON text that is known to be that of a `T`.
    pub fn written(text: String) -> Self {
        Opaque { text, of: PhantomData }
    }

    /// Its JSON text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl<T: Get> Opaque<T> {
    /// What is in it.
    pub fn read(&self) -> Result<T, WireError> {
        from_text(&self.text)
    }
}

impl<T> Put for Opaque<T> {
    fn put(&self, out: &mut String) {
        out.push_str(&self.text);
    }
}

impl<T> Get for Opaque<T> {
    fn get(json: &Json, _: &mut Reading) -> Self {
        Opaque::written(to_text(json))
    }
}
