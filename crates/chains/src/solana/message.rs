//! A message that an account signs as it is, and what of it a person sees.
//!
//! A signature of Solana is over bare bytes, without anything in front that says what they are. So
//! that a message can never be a transaction in disguise, [`fault`] refuses all bytes that begin as
//! one. Text that signs somebody in has a reader of its own: [`sign_in`](super::sign_in).

use core::{error, fmt};

use super::cursor::Cursor;
use super::transaction_error::TransactionError;
use crate::evm::hex::to_hex;

/// The most bytes of a message. Far more than a person reads, and little enough to be read at once.
pub const MAX_BYTES: usize = 4096;

/// Why a message is not signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageFault {
    /// There is nothing in it.
    Empty,
    /// It has more than [`MAX_BYTES`].
    TooLong,
    /// It begins as a transaction does: its signature could move what the account owns.
    Transaction,
}

/// How a message is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown<'a> {
    /// It is text. Characters that turn its direction are still in it: whoever shows it takes care.
    Text(&'a str),
    /// It is something else: its bytes in hex after `0x`.
    Hex(String),
}

/// Why a message is not signed; nothing where it is.
pub fn fault(message: &[u8]) -> Option<MessageFault> {
    if message.is_empty() {
        return Some(MessageFault::Empty);
    }
    if message.len() > MAX_BYTES {
        return Some(MessageFault::TooLong);
    }
    begins_as_transaction(message).then_some(MessageFault::Transaction)
}

/// How it is shown: text where it is UTF-8 without control characters other than those that end a line
/// or indent one.
pub fn shown(message: &[u8]) -> Shown<'_> {
    let is_plain = |it: char| !it.is_control() || matches!(it, '\n' | '\r' | '\t');
    match core::str::from_utf8(message) {
        Ok(text) if text.chars().all(is_plain) => Shown::Text(text),
        _ => Shown::Hex(to_hex(message)),
    }
}

/// The fewest bytes of a message of a transaction: a header, one key, a blockhash, no instructions.
const LEAST_BYTES: usize = 3 + 1 + 32 + 32 + 1;
/// What stands before a message that is marked as no transaction
/// ([off-chain messages](https://docs.anza.xyz/proposals/off-chain-message-signing)).
const OFF_CHAIN: &[u8] = b"\xffsolana offchain";

/// Whether it begins as the message of a transaction. Laxer than
/// [`TransactionMessage`](super::transaction_message::TransactionMessage), so that nothing is signed
/// which only we would refuse: what its numbers stand for and what follows is left alone. Nobody knows
/// the versions to come, so that all of their length are refused that are neither text nor marked.
fn begins_as_transaction(message: &[u8]) -> bool {
    match message {
        [0x80, rest @ ..] => is_laid_out(rest),
        [0x81..=0xff, ..] => {
            let is_known = core::str::from_utf8(message).is_ok() || message.starts_with(OFF_CHAIN);
            message.len() >= LEAST_BYTES && !is_known
        }
        _ => is_laid_out(message),
    }
}

fn is_laid_out(message: &[u8]) -> bool {
    let mut cursor = Cursor::new(message);
    let mut walk = || -> Result<bool, TransactionError> {
        let [signers, _, _] = cursor.array()?;
        let keys = cursor.compact()?;
        cursor.take(keys * 32 + 32)?;
        for _ in 0..cursor.compact()? {
            cursor.byte()?;
            cursor.list()?;
            cursor.list()?;
        }
        Ok((1..=keys).contains(&usize::from(signers)))
    };
    walk() == Ok(true)
}

impl fmt::Display for MessageFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            MessageFault::Empty => "there is nothing to sign",
            MessageFault::TooLong => "a message has at most 4096 bytes",
            MessageFault::Transaction => "it could be a transaction",
        })
    }
}

impl error::Error for MessageFault {}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::super::transaction::Transaction;
    use super::super::transaction_message::TransactionMessage;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn messages_are_signed_and_shown() {
        for (message, expected) in [
            (
                &b"Sign in to example.com\r\n\tnonce: 4711"[..],
                Shown::Text("Sign in to example.com\r\n\tnonce: 4711"),
            ),
            ("Grüße 👋".as_bytes(), Shown::Text("Grüße 👋")),
            (b"a\0b", Shown::Hex("0x610062".to_owned())),
            (b"\x1b[2J", Shown::Hex("0x1b5b324a".to_owned())),
            (&[0xff, 0x00], Shown::Hex("0xff00".to_owned())),
            (&[0xc2, 0x85], Shown::Hex("0xc285".to_owned())),
        ] {
            assert_eq!((fault(message), shown(message)), (None, expected));
        }
        // What a site drew at random.
        assert_eq!([[0x80; 32], [0xff; 32], [1; 32]].map(|it| fault(&it)), [None; 3]);
        assert_eq!(fault(&vec![b'a'; MAX_BYTES]), None);
    }

    #[test]
    fn nothing_and_too_much_are_not_signed() {
        assert_eq!(fault(b""), Some(MessageFault::Empty));
        assert_eq!(fault(&vec![b'a'; MAX_BYTES + 1]), Some(MessageFault::TooLong));
    }

    #[test]
    fn a_transaction_is_never_signed_as_a_message() {
        for (name, _) in samples::all() {
            let transaction = samples::transaction(name);
            let bytes = transaction.message_bytes();
            assert_eq!(fault(bytes), Some(MessageFault::Transaction), "{name}");
            // What only we refuse may be no message either.
            let longer = [bytes, b"and more"].concat();
            assert!(TransactionMessage::read(&longer).is_err());
            assert_eq!(fault(&longer), Some(MessageFault::Transaction), "{name}");
        }
        let mut twice = samples::transaction("SOL_LEGACY").message_bytes().to_vec();
        twice.copy_within(4..36, 36);
        assert!(TransactionMessage::read(&twice).is_err());
        assert_eq!(fault(&twice), Some(MessageFault::Transaction));
    }

    #[test]
    fn versions_to_come_are_not_signed_either() {
        let mut later = samples::transaction("SOL_V0").message_bytes().to_vec();
        for version in [0x81, 0x9f, 0xff] {
            later[0] = version;
            assert_eq!(fault(&later), Some(MessageFault::Transaction), "{version:x}");
        }
        let marked = [OFF_CHAIN, &[0; 100]].concat();
        let text = "é".repeat(100);
        assert_eq!((fault(&marked), fault(text.as_bytes())), (None, None));
    }

    proptest! {
        #[test]
        fn whatever_reads_as_a_transaction_is_no_message(
            sample in 0..38_usize,
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        ) {
            let whole = samples::transaction(samples::all().nth(sample).unwrap().0);
            let mut bytes = whole.message_bytes().to_vec();
            for (at, byte) in changes {
                let length = bytes.len();
                bytes[at.index(length)] = byte;
            }
            if TransactionMessage::read(&bytes).is_ok() {
                prop_assert_eq!(fault(&bytes), Some(MessageFault::Transaction));
            }
        }

        #[test]
        fn text_that_people_read_is_signed(text in "[ -~äöü\n]{1,600}") {
            prop_assert_eq!(fault(text.trim_start_matches('\n').as_bytes()).filter(|it| *it != MessageFault::Empty), None);
        }

        #[test]
        fn hostile_bytes_are_refused_at_worst(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = (fault(&bytes), shown(&bytes), Transaction::read(&bytes));
        }
    }
}
