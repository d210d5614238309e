//! Numbers of 64 bits.

use crate::get::{Get, Reading};
use crate::json::Json;
use crate::put::{Put, put_digits};

/// A 64-bit count or time. It crosses as decimal text, since a JSON number loses the lower bits in
/// JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Long(pub u64);

impl Put for Long {
    fn put(&self, out: &mut String) {
        out.push('"');
        put_digits(self.0, out);
        out.push('"');
    }
}

impl Get for Long {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        let text = json.as_text().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        reading.expect(text.and_then(|text| text.parse().ok().map(Long)), "expected decimal text")
    }
}
