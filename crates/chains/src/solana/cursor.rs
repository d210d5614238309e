//! Bytes that are read from the front, each part once.

use super::transaction_error::TransactionError;

/// What of the bytes is not yet read.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Cursor { rest: bytes }
    }

    /// What is left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next so many bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], TransactionError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(TransactionError::Cut)?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next `N` bytes, such as an address.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], TransactionError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(TransactionError::Cut)?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, TransactionError> {
        self.array().map(|[byte]| byte)
    }

    /// 32 bits, the least significant byte first, as are all numbers of Solana.
    pub(super) fn u32(&mut self) -> Result<u32, TransactionError> {
        self.array().map(u32::from_le_bytes)
    }

    /// 64 bits.
    pub(super) fn u64(&mut self) -> Result<u64, TransactionError> {
        self.array().map(u64::from_le_bytes)
    }

    /// A length of 16 bits in one to three bytes, seven bits in each and the last in the fewest
    /// ([compact-u16](https://solana.com/docs/core/transactions#compact-array-format)).
    pub(super) fn compact(&mut self) -> Result<usize, TransactionError> {
        let mut length = 0;
        for place in 0..3 {
            let byte = self.byte()?;
            length |= usize::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                let is_shortest = place == 0 || byte > 0;
                let is_in_16_bits = u16::try_from(length).is_ok();
                return (is_shortest && is_in_16_bits)
                    .then_some(length)
                    .ok_or(TransactionError::Length);
            }
        }
        Err(TransactionError::Length)
    }

    /// A list of bytes behind its length.
    pub(super) fn list(&mut self) -> Result<&'a [u8], TransactionError> {
        let length = self.compact()?;
        self.take(length)
    }
}

/// Writes a length as [`Cursor::compact`] reads it; of more than 16 bits the lower ones.
pub(super) fn put_compact(bytes: &mut Vec<u8>, length: usize) {
    let mut rest = length & 0xffff;
    while rest > 0x7f {
        bytes.push(rest.to_le_bytes()[0] | 0x80);
        rest >>= 7;
    }
    bytes.push(rest.to_le_bytes()[0]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_has_one_way_to_be_written() {
        for length in 0..=usize::from(u16::MAX) {
            let mut bytes = Vec::new();
            put_compact(&mut bytes, length);
            let mut cursor = Cursor::new(&bytes);
            assert_eq!((cursor.compact(), cursor.rest()), (Ok(length), &[][..]));
        }
    }

    #[test]
    fn a_length_in_more_bytes_or_bits_is_refused() {
        for wrong in [
            &[0x80, 0x00][..],
            &[0x85, 0x00],
            &[0x80, 0x80, 0x00],
            &[0xff, 0xff, 0x04],
            &[0x80, 0x80, 0x80],
            &[0x80, 0x80, 0x80, 0x01],
        ] {
            assert_eq!(Cursor::new(wrong).compact(), Err(TransactionError::Length), "{wrong:?}");
        }
        for cut in [&[][..], &[0x80], &[0xff, 0x80]] {
            assert_eq!(Cursor::new(cut).compact(), Err(TransactionError::Cut), "{cut:?}");
        }
    }

    #[test]
    fn nothing_is_read_past_the_end() {
        let mut cursor = Cursor::new(&[1, 2, 0, 0, 0, 9]);
        assert_eq!(
            (cursor.byte(), cursor.u32(), cursor.u64()),
            (Ok(1), Ok(2), Err(TransactionError::Cut))
        );
        assert_eq!(cursor.take(2), Err(TransactionError::Cut));
        assert_eq!((cursor.list(), cursor.rest()), (Err(TransactionError::Cut), &[][..]));
    }
}
