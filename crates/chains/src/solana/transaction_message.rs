//! The message of a transaction: who takes part, and what each program is told. It is what is signed.
//!
//! [`TransactionMessage::read`] takes both forms that wallets are handed, legacy and version 0
//! ([structure](https://solana.com/docs/core/transactions)), and refuses whatever a node would refuse
//! by its form alone. Accounts have numbers: first the keys of the message, then those that tables
//! on the chain stand for, the writable ones of all tables before the others. What a table holds is
//! not known here: [`Party::InTable`].

use super::address::Address;
use super::cursor::{Cursor, put_compact};
use super::transaction_error::TransactionError;

/// The message of a transaction, sound: every number in it is of an account that there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransactionMessage {
    pub(super) version: Version,
    /// How many of the keys sign: the first ones.
    pub(super) signer_count: u8,
    /// How many of those that sign are not written to: the last ones of them.
    pub(super) readonly_signer_count: u8,
    /// How many of the other keys are not written to: the last ones.
    pub(super) readonly_other_count: u8,
    pub(super) keys: Vec<Address>,
    pub(super) blockhash: [u8; 32],
    pub(super) calls: Vec<Call>,
    pub(super) lookups: Vec<Lookup>,
}

/// The form of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Without a version, from before there were tables.
    Legacy,
    /// Version 0, which may look accounts up in tables.
    V0,
}

/// What one program is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction<'a> {
    /// The program.
    pub program: Address,
    /// The accounts that it is handed, in its order.
    pub accounts: Vec<Party>,
    /// What it reads: its own format.
    pub payload: &'a [u8],
}

/// An account that takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The message has its address.
    Key(Address),
    /// Only the chain knows it.
    InTable {
        /// The address of the table.
        table: Address,
        /// Its place in there, from 0.
        index: u8,
    },
}

/// An instruction by the numbers of its accounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Call {
    pub(super) program: u8,
    pub(super) accounts: Vec<u8>,
    pub(super) payload: Vec<u8>,
}

/// What is looked up in one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lookup {
    pub(super) table: Address,
    pub(super) writable: Vec<u8>,
    pub(super) readonly: Vec<u8>,
}

/// The bit that tells a version from the first number of a legacy message.
const VERSIONED: u8 = 0x80;
const MAX_ACCOUNTS: usize = 256;

impl TransactionMessage {
    /// Reads the bytes that are signed: all of them, in the one way that they can be written.
    ///
    /// # Errors
    /// The first rule that they break, in the order in which they stand.
    pub fn read(bytes: &[u8]) -> Result<TransactionMessage, TransactionError> {
        let mut cursor = Cursor::new(bytes);
        let first = cursor.byte()?;
        let (version, signer_count) = match first {
            VERSIONED => (Version::V0, cursor.byte()?),
            0..VERSIONED => (Version::Legacy, first),
            _ => return Err(TransactionError::Version(first & !VERSIONED)),
        };
        let [readonly_signer_count, readonly_other_count] = cursor.array()?;
        let keys = read_many(&mut cursor, Cursor::array)?;
        let blockhash = cursor.array()?;
        let calls = read_many(&mut cursor, read_call)?;
        let lookups = match version {
            Version::Legacy => Vec::new(),
            Version::V0 => read_many(&mut cursor, read_lookup)?,
        };
        if !cursor.rest().is_empty() {
            return Err(TransactionError::Trailing);
        }
        let message = TransactionMessage {
            version,
            signer_count,
            readonly_signer_count,
            readonly_other_count,
            keys,
            blockhash,
            calls,
            lookups,
        };
        message.fault().map_or(Ok(message), Err)
    }

    /// The bytes to be signed; [`TransactionMessage::read`] reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = match self.version {
            Version::Legacy => Vec::new(),
            Version::V0 => vec![VERSIONED],
        };
        bytes.extend([self.signer_count, self.readonly_signer_count, self.readonly_other_count]);
        put_compact(&mut bytes, self.keys.len());
        bytes.extend(self.keys.as_flattened());
        bytes.extend(self.blockhash);
        put_compact(&mut bytes, self.calls.len());
        for call in &self.calls {
            bytes.push(call.program);
            put_list(&mut bytes, &call.accounts);
            put_list(&mut bytes, &call.payload);
        }
        if self.version == Version::V0 {
            put_compact(&mut bytes, self.lookups.len());
            for lookup in &self.lookups {
                bytes.extend(lookup.table);
                put_list(&mut bytes, &lookup.writable);
                put_list(&mut bytes, &lookup.readonly);
            }
        }
        bytes
    }

    /// Its form.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Who pays the fee: the first signer.
    pub fn fee_payer(&self) -> &Address {
        &self.keys[0]
    }

    /// Who must sign, in the order of the signatures; at least the payer.
    pub fn signers(&self) -> &[Address] {
        &self.keys[..usize::from(self.signer_count)]
    }

    /// The blockhash that limits how long it can be sent; of a durable nonce, that which the account
    /// of the nonce holds.
    pub fn recent_blockhash(&self) -> &[u8; 32] {
        &self.blockhash
    }

    /// How many tables it looks accounts up in.
    pub fn lookup_table_count(&self) -> usize {
        self.lookups.len()
    }

    /// How many accounts take part, those in tables included.
    pub fn account_count(&self) -> usize {
        let looked_up = |it: &Lookup| it.writable.len() + it.readonly.len();
        self.keys.len() + self.lookups.iter().map(looked_up).sum::<usize>()
    }

    /// The account of that number; nothing past the last.
    pub fn party(&self, number: usize) -> Option<Party> {
        if let Some(key) = self.keys.get(number) {
            return Some(Party::Key(*key));
        }
        let of = |list: fn(&Lookup) -> &[u8]| {
            self.lookups.iter().flat_map(move |it| {
                list(it).iter().map(|index| Party::InTable { table: it.table, index: *index })
            })
        };
        of(|it| &it.writable).chain(of(|it| &it.readonly)).nth(number - self.keys.len())
    }

    /// Whether the account of that number may be written to, as the message asks. A node lets nobody
    /// write to programs and accounts of its own, whatever a message asks.
    pub fn is_writable(&self, number: usize) -> bool {
        let signers = usize::from(self.signer_count);
        if let Some(looked_up) = number.checked_sub(self.keys.len()) {
            return looked_up < self.lookups.iter().map(|it| it.writable.len()).sum();
        }
        if number < signers {
            return number < signers - usize::from(self.readonly_signer_count);
        }
        number < self.keys.len() - usize::from(self.readonly_other_count)
    }

    /// What the programs are told, in order.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        self.calls.iter().map(|call| Instruction {
            program: self.keys[usize::from(call.program)],
            accounts: call.accounts.iter().filter_map(|it| self.party(usize::from(*it))).collect(),
            payload: &call.payload,
        })
    }

    /// The first rule that it breaks.
    fn fault(&self) -> Option<TransactionError> {
        let (signers, readonly) = (self.signer_count, self.readonly_other_count);
        let is_payable = self.readonly_signer_count < signers;
        if !is_payable || usize::from(signers) + usize::from(readonly) > self.keys.len() {
            return Some(TransactionError::Header);
        }
        if self.keys.iter().enumerate().any(|(at, key)| self.keys[..at].contains(key)) {
            return Some(TransactionError::DuplicateKey);
        }
        let is_of_nothing = |it: &Lookup| it.writable.is_empty() && it.readonly.is_empty();
        if self.account_count() > MAX_ACCOUNTS || self.lookups.iter().any(is_of_nothing) {
            return Some(TransactionError::Lookup);
        }
        let is_sound = |call: &Call| {
            (1..self.keys.len()).contains(&usize::from(call.program))
                && call.accounts.iter().all(|it| usize::from(*it) < self.account_count())
        };
        (!self.calls.iter().all(is_sound)).then_some(TransactionError::Index)
    }
}

impl Instruction<'_> {
    /// The first accounts; nothing where there are fewer.
    pub fn parties<const N: usize>(&self) -> Option<[Party; N]> {
        self.accounts.first_chunk().copied()
    }
}

/// A list behind its length. Nothing is set aside for what has not come.
fn read_many<'a, T>(
    cursor: &mut Cursor<'a>,
    read: impl Fn(&mut Cursor<'a>) -> Result<T, TransactionError>,
) -> Result<Vec<T>, TransactionError> {
    let count = cursor.compact()?;
    let mut many = Vec::new();
    for _ in 0..count {
        many.push(read(cursor)?);
    }
    Ok(many)
}

fn read_call(cursor: &mut Cursor<'_>) -> Result<Call, TransactionError> {
    Ok(Call {
        program: cursor.byte()?,
        accounts: cursor.list()?.to_vec(),
        payload: cursor.list()?.to_vec(),
    })
}

fn read_lookup(cursor: &mut Cursor<'_>) -> Result<Lookup, TransactionError> {
    Ok(Lookup {
        table: cursor.array()?,
        writable: cursor.list()?.to_vec(),
        readonly: cursor.list()?.to_vec(),
    })
}

fn put_list(bytes: &mut Vec<u8>, list: &[u8]) {
    put_compact(bytes, list.len());
    bytes.extend(list);
}
