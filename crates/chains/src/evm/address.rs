//! An EVM address and the checksum in the case of its letters.
//!
//! [`Address::parse`] reads one under a [`Strictness`], [`Address::to_checksum`] writes it. Both
//! need a Keccak hash, so [`ChecksumCache`] offers the same two verbs and remembers; it is for who meets
//! the same addresses again and again, one address needs none.

use core::{error, fmt};
use sha3::{Digest, Keccak256};

/// The 20 bytes of an EVM account.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address([u8; 20]);

/// What the case of an address's letters must tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// The checksum of [EIP-55](https://eips.ethereum.org/EIPS/eip-55), always: for what a person
    /// typed or pasted.
    Strict,
    /// The checksum, or nothing because all letters are small: for what a wallet or a node answers.
    Lenient,
}

/// Why a text is not an EVM address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressError {
    /// It does not start with `0x` in lower case.
    NoPrefix,
    /// Not 40 bytes follow the prefix.
    WrongLength,
    /// A character that is no hex digit.
    BadDigit,
    /// The case of the letters is not what EIP-55 asks for: most likely a typing error.
    BadChecksum,
}

impl Address {
    /// The account of these bytes.
    pub const fn new(bytes: [u8; 20]) -> Address {
        Address(bytes)
    }

    /// The 20 bytes.
    pub const fn bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// Reads `0x` and 40 hex digits whose case is right under `strictness`.
    ///
    /// # Errors
    /// [`AddressError`] names the first rule that the text breaks.
    pub fn parse(text: &str, strictness: Strictness) -> Result<Address, AddressError> {
        let address = read(text)?;
        if is_excused(text, strictness) || address.to_checksum() == text {
            Ok(address)
        } else {
            Err(AddressError::BadChecksum)
        }
    }

    /// Writes `0x` and 40 hex digits with the checksum of
    /// [EIP-55](https://eips.ethereum.org/EIPS/eip-55).
    pub fn to_checksum(&self) -> String {
        self.write(self.capitals())
    }

    /// Writes `0x` and 40 hex digits in lower case, the form in which two addresses are compared as
    /// text.
    pub fn to_lowercase(&self) -> String {
        self.write(Capitals::default())
    }

    fn write(&self, capitals: Capitals) -> String {
        let mut text = String::with_capacity(42);
        text.push_str("0x");
        for index in 0..40 {
            let letters =
                if capitals.has(index) { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
            text.push(char::from(letters[usize::from(nibble(&self.0, index))]));
        }
        text
    }

    /// EIP-55: a letter is a capital where the same digit of the hash of the lower-case text is 8
    /// or more.
    fn capitals(&self) -> Capitals {
        let text = self.to_lowercase();
        let hash = Keccak256::digest(&text.as_bytes()[2..]);
        let mut capitals = Capitals::default();
        for index in 0..40 {
            if nibble(&hash, index) >= 8 {
                capitals.0[index / 8] |= 1 << (index % 8);
            }
        }
        capitals
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_checksum())
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            AddressError::NoPrefix => "an address starts with 0x",
            AddressError::WrongLength => "an address has 40 digits after 0x",
            AddressError::BadDigit => "an address has hex digits only",
            AddressError::BadChecksum => "the capital letters of the address are not its checksum",
        })
    }
}

impl error::Error for AddressError {}

/// Checksums already computed, for at most [`ChecksumCache::CAPACITY`] addresses.
///
/// A direct-mapped table: the last bytes of an address, which are as good as random, choose its one
/// slot. Empty it takes no memory. It starts with 64 slots and doubles when two addresses meet in
/// one; at full size the newer address takes the slot. So a visitor with a handful of accounts
/// holds 2 kB, and nobody more than 208 kB.
#[derive(Default)]
pub struct ChecksumCache {
    /// As long as a power of two, or empty.
    slots: Vec<Option<Remembered>>,
}

impl ChecksumCache {
    /// The most addresses it remembers.
    pub const CAPACITY: usize = 8192;

    /// Slots of the first allocation.
    const FIRST_SLOTS: usize = 64;

    /// An empty cache, without memory of its own yet.
    pub const fn new() -> ChecksumCache {
        ChecksumCache { slots: Vec::new() }
    }

    /// [`Address::parse`], which hashes only where the cache does not know the address.
    ///
    /// # Errors
    /// Those of [`Address::parse`].
    pub fn parse(&mut self, text: &str, strictness: Strictness) -> Result<Address, AddressError> {
        let address = read(text)?;
        if is_excused(text, strictness) || self.checksum(&address) == text {
            Ok(address)
        } else {
            Err(AddressError::BadChecksum)
        }
    }

    /// [`Address::to_checksum`], which hashes only where the cache does not know the address.
    pub fn checksum(&mut self, address: &Address) -> String {
        let known = self.slots.get(self.slot(address)).copied().flatten();
        let capitals = match known.filter(|remembered| remembered.address == *address) {
            Some(remembered) => remembered.capitals,
            None => self.remember(address),
        };
        address.write(capitals)
    }

    fn remember(&mut self, address: &Address) -> Capitals {
        while self.slots.is_empty() || self.is_taken(address) && self.slots.len() < Self::CAPACITY {
            self.grow();
        }
        let capitals = address.capitals();
        let slot = self.slot(address);
        self.slots[slot] = Some(Remembered { address: *address, capitals });
        capitals
    }

    fn is_taken(&self, address: &Address) -> bool {
        self.slots[self.slot(address)].is_some()
    }

    /// Doubles the table. Two addresses in different slots stay in different slots: each only gains
    /// a bit.
    fn grow(&mut self) {
        let length = (self.slots.len() * 2).max(Self::FIRST_SLOTS);
        let old = core::mem::replace(&mut self.slots, vec![None; length]);
        for remembered in old.into_iter().flatten() {
            let slot = self.slot(&remembered.address);
            self.slots[slot] = Some(remembered);
        }
    }

    /// Where the address belongs; 0 in an empty table.
    fn slot(&self, address: &Address) -> usize {
        let last = usize::from(u16::from_be_bytes([address.0[18], address.0[19]]));
        last & self.slots.len().saturating_sub(1)
    }
}

/// One slot of the cache, 25 bytes.
#[derive(Clone, Copy)]
struct Remembered {
    address: Address,
    capitals: Capitals,
}

/// For each of the 40 digits of an address one bit: written as a capital, if it is a letter.
#[derive(Clone, Copy, Default)]
struct Capitals([u8; 5]);

impl Capitals {
    fn has(self, index: usize) -> bool {
        self.0[index / 8] >> (index % 8) & 1 == 1
    }
}

/// Reads the bytes and does not look at the case.
fn read(text: &str) -> Result<Address, AddressError> {
    let digits = text.strip_prefix("0x").ok_or(AddressError::NoPrefix)?;
    if digits.len() != 40 {
        return Err(AddressError::WrongLength);
    }
    let mut bytes = [0; 20];
    for (index, byte) in digits.bytes().enumerate() {
        let digit = char::from(byte).to_digit(16).ok_or(AddressError::BadDigit)?;
        let pair = &mut bytes[index / 2];
        *pair = *pair << 4 | u8::try_from(digit).expect("a hex digit is below 16");
    }
    Ok(Address(bytes))
}

/// Whether the checksum need not be looked at: lenient, and no digit is a capital.
fn is_excused(text: &str, strictness: Strictness) -> bool {
    strictness == Strictness::Lenient && !text.bytes().any(|it| it.is_ascii_uppercase())
}

/// The hex digit of `bytes` at `index`, as a number below 16.
fn nibble(bytes: &[u8], index: usize) -> u8 {
    let byte = bytes[index / 2];
    if index.is_multiple_of(2) { byte >> 4 } else { byte & 15 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Strictness::{Lenient, Strict};
    use proptest::prelude::*;

    /// The test cases of [EIP-55](https://eips.ethereum.org/EIPS/eip-55): all caps, all lower,
    /// normal.
    const VECTORS: [&str; 8] = [
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ];

    /// The first account of anvil.
    const ANVIL: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    /// A different account per `number`, with the slot of the cache chosen by its last 16 bits.
    fn numbered(number: u32) -> Address {
        let mut bytes = [0; 20];
        bytes[16..].copy_from_slice(&number.to_be_bytes());
        Address::new(bytes)
    }

    #[test]
    fn the_vectors_of_the_eip() {
        for text in VECTORS {
            let address = Address::parse(text, Strict).unwrap();
            assert_eq!(address.to_checksum(), text);
            assert_eq!(address.to_lowercase(), text.to_lowercase());
            assert_eq!(Address::parse(text, Lenient), Ok(address));
            assert_eq!(ChecksumCache::new().parse(text, Strict), Ok(address));
            assert_eq!(Address::parse(&text.to_lowercase(), Lenient), Ok(address));
        }
    }

    #[test]
    fn small_letters_pass_only_where_lenient() {
        let text = ANVIL.to_lowercase();
        assert!(Address::parse(&text, Lenient).is_ok());
        assert_eq!(Address::parse(&text, Strict), Err(AddressError::BadChecksum));
        assert_eq!(ChecksumCache::new().parse(&text, Strict), Err(AddressError::BadChecksum));
        // Without letters there is no case to be wrong.
        let digits = "0x1111111111111111111111111111111111111111";
        assert!(Address::parse(digits, Strict).is_ok());
    }

    #[test]
    fn a_wrong_case_never_passes() {
        let capitals = ANVIL.to_uppercase().replace('X', "x");
        for (wrong, strictness) in [ANVIL.replace("Fd6", "fd6"), capitals]
            .iter()
            .flat_map(|wrong| [(wrong, Strict), (wrong, Lenient)])
        {
            assert_eq!(Address::parse(wrong, strictness), Err(AddressError::BadChecksum));
            assert_eq!(
                ChecksumCache::new().parse(wrong, strictness),
                Err(AddressError::BadChecksum)
            );
        }
    }

    #[test]
    fn what_is_no_address_says_why() {
        let digits = &ANVIL[2..];
        assert_eq!(Address::parse("", Lenient), Err(AddressError::NoPrefix));
        assert_eq!(Address::parse(digits, Lenient), Err(AddressError::NoPrefix));
        assert_eq!(Address::parse(&format!("0X{digits}"), Lenient), Err(AddressError::NoPrefix));
        assert_eq!(Address::parse(&format!(" {ANVIL}"), Lenient), Err(AddressError::NoPrefix));
        assert_eq!(Address::parse("0x", Lenient), Err(AddressError::WrongLength));
        assert_eq!(Address::parse(&ANVIL[..41], Lenient), Err(AddressError::WrongLength));
        assert_eq!(Address::parse(&format!("{ANVIL} "), Lenient), Err(AddressError::WrongLength));
        assert_eq!(Address::parse(&ANVIL.replace('6', "g"), Lenient), Err(AddressError::BadDigit));
        let accented = ANVIL.replace("66", "é");
        assert_eq!(Address::parse(&accented, Lenient), Err(AddressError::BadDigit));
    }

    #[test]
    fn an_address_is_seen_with_its_checksum() {
        assert_eq!(format!("{:?}", Address::parse(ANVIL, Strict)), format!("Ok({ANVIL})"));
    }

    #[test]
    fn the_cache_stays_small_for_few_and_bounded_for_many() {
        let mut cache = ChecksumCache::new();
        assert_eq!(cache.slots.capacity(), 0);
        cache.checksum(&numbered(0));
        cache.checksum(&numbered(0));
        assert_eq!(cache.slots.len(), ChecksumCache::FIRST_SLOTS);
        cache.checksum(&numbered(64));
        assert_eq!(cache.slots.len(), 128);
        for number in 0..20_000 {
            cache.checksum(&numbered(number));
        }
        assert_eq!(cache.slots.len(), ChecksumCache::CAPACITY);
        assert!(cache.slots.iter().all(Option::is_some));
        assert!(size_of::<Option<Remembered>>() * ChecksumCache::CAPACITY <= 208 * 1024);
    }

    #[test]
    fn the_cache_remembers_all_that_fit() {
        let mut cache = ChecksumCache::new();
        for number in 0..8192 {
            cache.checksum(&numbered(number));
        }
        let remembered =
            |number| cache.slots[cache.slot(&numbered(number))].map(|slot| slot.address);
        assert!((0..8192).all(|number| remembered(number) == Some(numbered(number))));
    }

    #[test]
    fn addresses_that_share_a_slot_do_not_share_a_checksum() {
        let mut cache = ChecksumCache::new();
        for number in [0x0001_abcd, 0xabcd_abcd, 0x0001_abcd] {
            assert_eq!(cache.checksum(&numbered(number)), numbered(number).to_checksum());
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(bytes in any::<[u8; 20]>()) {
            let address = Address::new(bytes);
            prop_assert_eq!(Address::parse(&address.to_checksum(), Strict), Ok(address));
            prop_assert_eq!(Address::parse(&address.to_lowercase(), Lenient), Ok(address));
            prop_assert_eq!(address.bytes(), &bytes);
        }

        #[test]
        fn the_cache_changes_no_answer(
            texts in prop::collection::vec("0x[0-3]{38}[0-9a-fA-F]{2}", 0..40),
            is_strict in any::<bool>(),
        ) {
            let strictness = if is_strict { Strict } else { Lenient };
            let mut cache = ChecksumCache::new();
            for text in texts {
                prop_assert_eq!(cache.parse(&text, strictness), Address::parse(&text, strictness));
            }
        }

        #[test]
        fn hostile_text_is_an_error_at_worst(
            text in prop_oneof![any::<String>(), "(0[xX])?[0-9a-fA-F]{36,44}", "0x[0-9a-fg\\x00]{40}"],
        ) {
            let mut cache = ChecksumCache::new();
            if Address::parse(&text, Strict).is_ok() {
                prop_assert!(Address::parse(&text, Lenient).is_ok());
            }
            if let Ok(address) = cache.parse(&text, Lenient) {
                prop_assert_eq!(address.to_lowercase(), text.to_lowercase());
            }
        }
    }
}
