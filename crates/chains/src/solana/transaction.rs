//! A transaction as it crosses the wire: signatures and the message that they are of.
//!
//! A wallet is handed one with 64 zeros where a signature is missing. [`Transaction::read`] takes its
//! bytes, [`Transaction::message_bytes`] are what is signed, and [`Transaction::sign`] puts the
//! signature in its place and leaves the others. The message is kept as the bytes that came, so that
//! what is signed is what was read.

use super::address::Address;
use super::cursor::{Cursor, put_compact};
use super::transaction_error::TransactionError;
use super::transaction_message::TransactionMessage;

/// The most bytes of a transaction: what is left of a packet of IPv6
/// ([limits](https://solana.com/docs/core/transactions#transaction-size)).
pub const MAX_BYTES: usize = 1232;

/// A signature of Ed25519; zeros where there is none yet.
pub type Signature = [u8; 64];

/// A transaction: as many signatures as signers, and the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transaction {
    signatures: Vec<Signature>,
    message_bytes: Vec<u8>,
    message: TransactionMessage,
}

const UNSIGNED: Signature = [0; 64];

impl Transaction {
    /// Reads the bytes of a transaction. Signatures are not verified.
    ///
    /// # Errors
    /// The first rule that they break.
    pub fn read(bytes: &[u8]) -> Result<Transaction, TransactionError> {
        if bytes.len() > MAX_BYTES {
            return Err(TransactionError::TooLong);
        }
        let mut cursor = Cursor::new(bytes);
        let count = cursor.compact()?;
        let mut signatures = Vec::new();
        for _ in 0..count {
            signatures.push(cursor.array()?);
        }
        let message = TransactionMessage::read(cursor.rest())?;
        if message.signers().len() != count {
            return Err(TransactionError::SignatureCount);
        }
        Ok(Transaction { signatures, message_bytes: cursor.rest().to_vec(), message })
    }

    /// Of a message that nobody signed yet.
    pub fn unsigned(message: TransactionMessage) -> Transaction {
        let signatures = vec![UNSIGNED; message.signers().len()];
        Transaction { signatures, message_bytes: message.to_bytes(), message }
    }

    /// The bytes, to be sent; [`Transaction::read`] reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_compact(&mut bytes, self.signatures.len());
        bytes.extend(self.signatures.as_flattened());
        bytes.extend(&self.message_bytes);
        bytes
    }

    /// What it does.
    pub fn message(&self) -> &TransactionMessage {
        &self.message
    }

    /// The bytes that every signer signs with Ed25519, without a prefix or a hash.
    pub fn message_bytes(&self) -> &[u8] {
        &self.message_bytes
    }

    /// The signatures, in the order of [`TransactionMessage::signers`]. The first is the name of the
    /// transaction on the chain.
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// Who has not signed yet.
    pub fn missing_signers(&self) -> impl Iterator<Item = &Address> {
        let both = self.message.signers().iter().zip(&self.signatures);
        both.filter(|(_, signature)| **signature == UNSIGNED).map(|(signer, _)| signer)
    }

    /// Which of the signatures is an account's.
    ///
    /// # Errors
    /// [`TransactionError::NotSigner`] where it need not sign.
    pub fn signature_index(&self, signer: &Address) -> Result<usize, TransactionError> {
        let index = self.message.signers().iter().position(|it| it == signer);
        index.ok_or(TransactionError::NotSigner)
    }

    /// Puts the signature of an account in its place; those of others stay. It is not verified.
    ///
    /// # Errors
    /// [`TransactionError::NotSigner`] where it need not sign.
    pub fn sign(&mut self, signer: &Address, signature: Signature) -> Result<(), TransactionError> {
        let index = self.signature_index(signer)?;
        self.signatures[index] = signature;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{self, FAUCET, FRIEND, MINT, OWNER, OWNER_TOKENS};
    use super::super::transaction_message::{Party, Version};
    use super::*;
    use ed25519_dalek::VerifyingKey;
    use proptest::prelude::*;

    #[test]
    fn every_transaction_is_written_as_it_was_read() {
        let mut count = 0;
        for (name, _) in samples::all() {
            let transaction = samples::transaction(name);
            assert_eq!(transaction.to_bytes(), samples::bytes(name), "{name}");
            assert_eq!(transaction.message().to_bytes(), transaction.message_bytes(), "{name}");
            count += 1;
        }
        assert_eq!(count, 38);
    }

    #[test]
    fn a_transfer_names_who_pays_and_who_takes_part() {
        for (name, version) in [("SOL_LEGACY", Version::Legacy), ("SOL_V0", Version::V0)] {
            let transaction = samples::transaction(name);
            let message = transaction.message();
            assert_eq!(message.version(), version);
            assert_eq!((message.fee_payer(), message.signers()), (&OWNER, &[OWNER][..]));
            assert_eq!(message.recent_blockhash(), &[7; 32]);
            assert_eq!((message.lookup_table_count(), message.account_count()), (0, 3));
            assert_eq!([0, 1, 2, 3].map(|it| message.is_writable(it)), [true, true, false, false]);
            assert_eq!(message.party(1), Some(Party::Key(FRIEND)));
            assert_eq!(message.party(3), None);
            assert_eq!(transaction.signatures(), &[UNSIGNED]);
            assert!(transaction.missing_signers().eq([&OWNER]));
        }
    }

    #[test]
    fn accounts_of_tables_are_counted_after_the_keys() {
        let transaction = samples::transaction("TABLES");
        let message = transaction.message();
        assert_eq!((message.lookup_table_count(), message.account_count()), (2, 9));
        let party = |table: u8, index| Some(Party::InTable { table: [table; 32], index });
        // The writable ones of both tables, then the others.
        let looked_up = [5, 6, 7, 8].map(|it| message.party(it));
        assert_eq!(looked_up, [party(0x11, 2), party(0x22, 0), party(0x11, 1), party(0x22, 1)]);
        assert_eq!(message.party(9), None);
        assert_eq!([5, 6, 7, 8].map(|it| message.is_writable(it)), [true, true, false, false]);
        let movement = message.instructions().nth(1).unwrap();
        let expected = [Party::Key(OWNER_TOKENS), party(0x11, 1).unwrap()];
        assert_eq!(movement.accounts[..2], expected);
    }

    #[test]
    fn a_signature_is_put_where_it_was_made_for() {
        let signed = samples::transaction("SOL_SIGNED");
        let mut ours = samples::transaction("SOL_LEGACY");
        ours.sign(&OWNER, signed.signatures()[0]).unwrap();
        assert_eq!(ours.to_bytes(), samples::bytes("SOL_SIGNED"));
        assert_eq!(ours.missing_signers().count(), 0);
        let signature = ed25519_dalek::Signature::from_bytes(&ours.signatures()[0]);
        let key = VerifyingKey::from_bytes(&OWNER).unwrap();
        assert!(key.verify_strict(ours.message_bytes(), &signature).is_ok());
    }

    #[test]
    fn signatures_of_others_stay() {
        let mut transaction = samples::transaction("NONCE");
        let theirs = transaction.signatures()[0];
        assert_eq!(transaction.message().signers(), &[FAUCET, OWNER]);
        assert!(transaction.missing_signers().eq([&OWNER]));
        assert_eq!(transaction.signature_index(&OWNER), Ok(1));
        transaction.sign(&OWNER, [9; 64]).unwrap();
        assert_eq!(transaction.signatures(), &[theirs, [9; 64]]);
        let bytes = samples::bytes("NONCE");
        let expected = [&bytes[..65], &[9; 64], &bytes[129..]].concat();
        assert_eq!(transaction.to_bytes(), expected);
        for stranger in [FRIEND, MINT] {
            assert_eq!(transaction.sign(&stranger, [9; 64]), Err(TransactionError::NotSigner));
        }
        assert_eq!(transaction.to_bytes(), expected);
    }

    /// The places in `SOL_LEGACY`: the header is at 65, the count of keys at 68, the keys from 69, the
    /// blockhash from 165, the count of instructions at 197, the program at 198.
    #[test]
    fn every_broken_rule_is_named() {
        let with = |at: usize, byte: u8| {
            let mut bytes = samples::bytes("SOL_LEGACY");
            bytes[at] = byte;
            Transaction::read(&bytes).map(|_| ())
        };
        assert_eq!(with(0, 0x80), Err(TransactionError::Length));
        assert_eq!(with(0, 0), Err(TransactionError::Trailing));
        assert_eq!(with(65, 0x81), Err(TransactionError::Version(1)));
        assert_eq!(with(65, 0xff), Err(TransactionError::Version(127)));
        assert_eq!(with(65, 0), Err(TransactionError::Header));
        assert_eq!(with(65, 3), Err(TransactionError::Header));
        assert_eq!(with(66, 1), Err(TransactionError::Header));
        assert_eq!(with(67, 3), Err(TransactionError::Header));
        assert_eq!(with(65, 2), Err(TransactionError::SignatureCount));
        assert_eq!(with(198, 0), Err(TransactionError::Index));
        assert_eq!(with(198, 3), Err(TransactionError::Index));
        assert_eq!(with(200, 3), Err(TransactionError::Index));
        assert_eq!(with(197, 0), Err(TransactionError::Trailing));
        assert_eq!(with(197, 2), Err(TransactionError::Cut));
        let mut twice = samples::bytes("SOL_LEGACY");
        twice.copy_within(69..101, 101);
        assert_eq!(Transaction::read(&twice), Err(TransactionError::DuplicateKey));
        let long = [samples::bytes("SOL_LEGACY"), vec![0; 1232]].concat();
        assert_eq!(Transaction::read(&long), Err(TransactionError::TooLong));
        assert_eq!(Transaction::read(&long[..1232]), Err(TransactionError::Trailing));
        assert_eq!(Transaction::read(&[]), Err(TransactionError::Cut));
    }

    #[test]
    fn a_table_is_looked_up_for_something_that_fits() {
        let bytes = samples::bytes("TABLES");
        // The second lookup ends the message: its table, one writable index, one other.
        let start = bytes.len() - 36;
        let with_end = |end: &[u8]| Transaction::read(&[&bytes[..start + 32], end].concat());
        assert!(with_end(&[1, 0, 1, 1]).is_ok());
        assert_eq!(with_end(&[0, 0]), Err(TransactionError::Lookup));
        let many: Vec<u8> = [&[0xfa, 0x01][..], &[3; 250], &[0]].concat();
        assert_eq!(with_end(&many), Err(TransactionError::Lookup));
        assert_eq!(with_end(&[0, 1, 1]), Err(TransactionError::Index));
    }

    #[test]
    fn a_cut_or_longer_transaction_is_none() {
        for (name, _) in samples::all() {
            let bytes = samples::bytes(name);
            for end in 0..bytes.len() {
                assert!(Transaction::read(&bytes[..end]).is_err(), "{name} {end}");
            }
            let longer = [&bytes[..], &[0]].concat();
            assert_eq!(Transaction::read(&longer), Err(TransactionError::Trailing), "{name}");
        }
    }

    proptest! {
        #[test]
        fn hostile_bytes_are_refused_or_read_in_one_way(
            bytes in proptest::collection::vec(prop_oneof![0..4_u8, any::<u8>()], 0..1300),
        ) {
            if let Ok(transaction) = Transaction::read(&bytes) {
                prop_assert_eq!(transaction.to_bytes(), bytes);
            }
        }

        #[test]
        fn a_changed_transaction_is_refused_or_read_in_one_way(
            sample in 0..38_usize,
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        ) {
            let mut bytes = samples::bytes(samples::all().nth(sample).unwrap().0);
            for (at, byte) in changes {
                let length = bytes.len();
                bytes[at.index(length)] = byte;
            }
            if let Ok(transaction) = Transaction::read(&bytes) {
                prop_assert_eq!(transaction.to_bytes(), bytes);
                let message = transaction.message();
                prop_assert_eq!(&message.to_bytes(), transaction.message_bytes());
                for number in 0..=message.account_count() {
                    let is_there = number < message.account_count();
                    prop_assert_eq!(message.party(number).is_some(), is_there);
                    let _ = message.is_writable(number);
                }
                let _ = super::super::approval::Approval::of(message, &OWNER);
            }
        }
    }
}
