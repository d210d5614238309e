//! The name under which two sides meet at a relay.

use sha2::{Digest, Sha256};
use wire::Put;
use wire::{Get, Json, Reading};

use super::hex::{bytes32, hex};

/// A topic: 32 bytes, written as 64 lowercase hexadecimal digits. Whoever does not know the key that it
/// comes of learns nothing from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Topic([u8; 32]);

impl Topic {
    /// The topic of these bytes, a key: their SHA-256.
    pub fn of(bytes: &[u8]) -> Self {
        Topic(Sha256::digest(bytes).into())
    }

    /// Reads 64 digits; nothing where they are not that, and nothing in upper case: a topic is compared
    /// as text by others.
    pub fn parse(text: &str) -> Option<Self> {
        let is_lower = !text.bytes().any(|it| it.is_ascii_uppercase());
        bytes32(text).filter(|_| is_lower).map(Topic)
    }

    /// 64 digits.
    pub fn text(&self) -> String {
        hex(&self.0)
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Get for Topic {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        json.as_text().and_then(Topic::parse).unwrap_or_else(|| {
            reading.fail("expected a topic");
            Topic([0; 32])
        })
    }
}

impl std::fmt::Debug for Topic {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.text())
    }
}

impl Put for Topic {
    fn put(&self, out: &mut String) {
        self.text().put(out);
    }
}

#[cfg(test)]
mod tests {
    use super::Topic;

    #[test]
    fn it_is_read_as_it_is_written_and_nothing_else_is() {
        let text = "7ea0d8e3085cce12bf0ce3d9f6e832632dce2a10232d8b950c3ff9fee3fd9732";
        assert_eq!(Topic::parse(text).map(|it| it.text()).as_deref(), Some(text));
        let upper = text.to_uppercase();
        for wrong in ["", &text[1..], &format!("{text}0"), &upper, &text.replace('7', "g")] {
            assert_eq!(Topic::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Topic::parse(&"é".repeat(32)), None);
    }
}
