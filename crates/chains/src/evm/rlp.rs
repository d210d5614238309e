//! Recursive Length Prefix, the form in which a transaction is hashed and sent. Only written here,
//! never read.
//!
//! Items are appended to an [`RlpList`], which [`RlpList::finish`] closes. Source:
//! [RLP](https://ethereum.org/en/developers/docs/data-structures-and-encoding/rlp/).

use crate::amount::Amount;

/// The items of a list, encoded one after the other; its own prefix comes at the end.
#[derive(Default)]
pub struct RlpList(Vec<u8>);

impl RlpList {
    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        if !matches!(bytes, [0..0x80]) {
            self.0.extend(prefix(0x80, bytes.len()));
        }
        self.0.extend_from_slice(bytes);
    }

    /// Appends a number: its bytes without leading zeros, so that zero is no bytes.
    pub fn amount(&mut self, amount: Amount) {
        self.bytes(without_zeros(&amount.to_be_bytes()));
    }

    /// Appends a list.
    pub fn list(&mut self, list: RlpList) {
        self.0.extend(list.finish());
    }

    /// The list with its prefix.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = prefix(0xc0, self.0.len());
        bytes.extend(self.0);
        bytes
    }
}

/// What stands in front of `length` bytes: in itself up to 55, else the length of the length first.
fn prefix(offset: u8, length: usize) -> Vec<u8> {
    if let Ok(short @ 0..=55) = u8::try_from(length) {
        return vec![offset + short];
    }
    let length = (length as u64).to_be_bytes();
    let length = without_zeros(&length);
    // At most 8 bytes.
    let mut bytes = vec![offset + 55 + u8::try_from(length.len()).unwrap_or(8)];
    bytes.extend_from_slice(length);
    bytes
}

fn without_zeros(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    &bytes[zeros..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone(bytes: &[u8]) -> Vec<u8> {
        let mut list = RlpList::default();
        list.bytes(bytes);
        list.0
    }

    /// The examples of the page on RLP.
    #[test]
    fn published_examples() {
        assert_eq!(alone(b"dog"), b"\x83dog");
        assert_eq!(alone(b""), [0x80]);
        assert_eq!(alone(&[0]), [0]);
        assert_eq!(alone(&[0x0f]), [0x0f]);
        assert_eq!(alone(&[0x04, 0x00]), [0x82, 0x04, 0x00]);
        let lorem = b"Lorem ipsum dolor sit amet, consectetur adipisicing elit";
        assert_eq!(alone(lorem), [b"\xb8\x38".as_slice(), lorem].concat());
        let mut pets = RlpList::default();
        pets.bytes(b"cat");
        pets.bytes(b"dog");
        assert_eq!(pets.finish(), b"\xc8\x83cat\x83dog");
        assert_eq!(RlpList::default().finish(), [0xc0]);
    }

    #[test]
    fn lists_in_lists_and_lengths_of_more_than_a_byte() {
        let mut inner = RlpList::default();
        inner.list(RlpList::default());
        let mut outer = RlpList::default();
        outer.list(RlpList::default());
        outer.list(inner);
        assert_eq!(outer.finish(), [0xc3, 0xc0, 0xc1, 0xc0]);
        let long = alone(&[7; 1024]);
        assert_eq!(long[..3], [0xb9, 0x04, 0x00]);
        let mut list = RlpList::default();
        list.bytes(&[0x80; 55]);
        assert_eq!(list.finish()[..3], [0xf8, 56, 0xb7]);
    }

    #[test]
    fn numbers_have_no_leading_zeros() {
        let number = |number: u64| {
            let mut list = RlpList::default();
            list.amount(Amount::from(number));
            list.0
        };
        assert_eq!(number(0), [0x80]);
        assert_eq!(number(127), [127]);
        assert_eq!(number(128), [0x81, 128]);
        assert_eq!(number(1024), [0x82, 4, 0]);
    }
}
