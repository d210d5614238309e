//! The parameters of a call, read strictly by the signature of its function.
//!
//! [`decode`] takes the signature and the bytes after the selector. Only the one encoding that
//! compilers and libraries write is taken: every offset leads to where the part before ends, no bit is
//! set that the type has not, and no byte is left over. A contract may read more leniently, so what is
//! refused here is not harmless; it is unknown. Source:
//! [Contract ABI](https://docs.soliditylang.org/en/latest/abi-spec.html#formal-specification-of-the-encoding).

use super::address::Address;
use crate::amount::Amount;

/// Parameters, or the parts of one, in their order.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts<'a>(Vec<Part<'a>>);

/// A parameter.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    Word([u8; 32]),
    Bytes(&'a [u8]),
    Parts(Parts<'a>),
}

impl<'a> Parts<'a> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The number at a place; `None` where that is no word. A boolean is 0 or 1.
    pub fn amount(&self, place: usize) -> Option<Amount> {
        self.word(place).map(Amount::from_be_bytes)
    }

    /// The address at a place.
    pub fn address(&self, place: usize) -> Option<Address> {
        self.word(place)?.last_chunk::<20>().copied().map(Address::new)
    }

    /// Whether the boolean at a place is true.
    pub fn is(&self, place: usize) -> Option<bool> {
        self.word(place).map(|word| word[31] != 0)
    }

    /// The bytes at a place.
    pub fn bytes(&self, place: usize) -> Option<&'a [u8]> {
        match self.0.get(place)? {
            Part::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The tuple or the array at a place.
    pub fn parts(&self, place: usize) -> Option<&Parts<'a>> {
        match self.0.get(place)? {
            Part::Parts(parts) => Some(parts),
            _ => None,
        }
    }

    fn word(&self, place: usize) -> Option<[u8; 32]> {
        match self.0.get(place)? {
            Part::Word(word) => Some(*word),
            _ => None,
        }
    }
}

/// Reads the parameters of a function such as `multicall(uint256,(address,bytes)[])`; `None` where they
/// are not exactly those. The signature is ours; `string` is read as bytes.
pub fn decode<'a>(signature: &str, bytes: &'a [u8]) -> Option<Parts<'a>> {
    let mut text = signature.get(signature.find('(')?..)?;
    let Shape::Tuple(shapes) = shape(&mut text)? else { return None };
    let shapes: Vec<&Shape> = shapes.iter().collect();
    let (parts, used) = tuple(&shapes, bytes)?;
    (used == bytes.len() && text.is_empty()).then_some(parts)
}

/// What a type looks like in bytes.
enum Shape {
    /// A word of which the first bytes are zero.
    Number {
        zeros: usize,
    },
    /// A word that is 0 or 1.
    Bool,
    /// A word of which the last bytes are zero.
    FixedBytes {
        zeros: usize,
    },
    Bytes,
    List(Box<Shape>),
    Tuple(Vec<Shape>),
}

impl Shape {
    /// Where it stands for itself, how long it is; else an offset leads to it.
    fn fixed_length(&self) -> Option<usize> {
        match self {
            Shape::Number { .. } | Shape::Bool | Shape::FixedBytes { .. } => Some(32),
            Shape::Bytes | Shape::List(_) => None,
            Shape::Tuple(shapes) => shapes.iter().map(Shape::fixed_length).sum(),
        }
    }
}

/// Reads one type off the front of a signature.
fn shape(text: &mut &str) -> Option<Shape> {
    let mut found = if let Some(rest) = text.strip_prefix('(') {
        *text = rest;
        let mut shapes = Vec::new();
        while !text.starts_with(')') {
            shapes.push(shape(text)?);
            *text = text.strip_prefix(',').unwrap_or(text);
        }
        *text = &text[1..];
        Shape::Tuple(shapes)
    } else {
        let end = text.find([',', ')', '[']).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        *text = rest;
        simple(word)?
    };
    while let Some(rest) = text.strip_prefix("[]") {
        *text = rest;
        found = Shape::List(Box::new(found));
    }
    Some(found)
}

fn simple(word: &str) -> Option<Shape> {
    let zeros =
        |digits: &str, unit: usize| 32_usize.checked_sub(digits.parse::<usize>().ok()? / unit);
    match word {
        "address" => Some(Shape::Number { zeros: 12 }),
        "bool" => Some(Shape::Bool),
        "bytes" | "string" => Some(Shape::Bytes),
        _ => match word.strip_prefix("uint") {
            Some(bits) => Some(Shape::Number { zeros: zeros(bits, 8)? }),
            None => Some(Shape::FixedBytes { zeros: zeros(word.strip_prefix("bytes")?, 1)? }),
        },
    }
}

/// The parts, and how many bytes they took: first what stands for itself and the offsets, then what
/// those lead to.
fn tuple<'a>(shapes: &[&Shape], bytes: &'a [u8]) -> Option<(Parts<'a>, usize)> {
    let mut head = 0;
    let mut tail: usize = shapes.iter().map(|it| it.fixed_length().unwrap_or(32)).sum();
    let mut parts = Vec::new();
    for shape in shapes {
        if shape.fixed_length().is_some() {
            let (part, used) = part(shape, bytes.get(head..)?)?;
            parts.push(part);
            head += used;
        } else {
            if length(bytes.get(head..)?)? != tail {
                return None;
            }
            let (part, used) = part(shape, bytes.get(tail..)?)?;
            parts.push(part);
            head += 32;
            tail += used;
        }
    }
    Some((Parts(parts), tail))
}

fn part<'a>(shape: &Shape, bytes: &'a [u8]) -> Option<(Part<'a>, usize)> {
    let is_empty = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    match shape {
        Shape::Number { .. } | Shape::Bool | Shape::FixedBytes { .. } => {
            let word = *bytes.first_chunk::<32>()?;
            let is_fit = match shape {
                Shape::Number { zeros } => is_empty(&word[..*zeros]),
                Shape::FixedBytes { zeros } => is_empty(&word[32 - zeros..]),
                _ => is_empty(&word[..31]) && word[31] < 2,
            };
            is_fit.then_some((Part::Word(word), 32))
        }
        Shape::Bytes => {
            let length = length(bytes)?;
            let rest = bytes.get(32..)?;
            let padded = length.checked_next_multiple_of(32)?;
            let (content, padding) = rest.get(..padded)?.split_at(length);
            is_empty(padding).then_some((Part::Bytes(content), 32 + padded))
        }
        Shape::List(of) => {
            let count = length(bytes)?;
            let rest = bytes.get(32..)?;
            // Every item takes a word at least, so that no length asks for more than is there.
            if count > rest.len() / 32 {
                return None;
            }
            let (parts, used) = tuple(&vec![&**of; count], rest)?;
            Some((Part::Parts(parts), 32 + used))
        }
        Shape::Tuple(shapes) => {
            let shapes: Vec<&Shape> = shapes.iter().collect();
            let (parts, used) = tuple(&shapes, bytes)?;
            Some((Part::Parts(parts), used))
        }
    }
}

/// A length or an offset at the front.
fn length(bytes: &[u8]) -> Option<usize> {
    let length = Amount::from_be_bytes(*bytes.first_chunk::<32>()?).to_u64()?;
    usize::try_from(length).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_sol_types::{SolCall, sol};
    use proptest::prelude::*;

    sol! {
        function f(address a, bool b, bytes c, (uint48, bytes4)[] d, bytes[] e, (uint256, bytes) g);
    }
    const F: &str = "f(address,bool,bytes,(uint48,bytes4)[],bytes[],(uint256,bytes))";

    fn example() -> Vec<u8> {
        let call = fCall {
            a: [7; 20].into(),
            b: true,
            c: vec![1; 33].into(),
            d: vec![(alloy_primitives::Uint::from(5), [1, 2, 3, 4].into())],
            e: vec![b"one".to_vec().into(), vec![].into()],
            g: (alloy_primitives::U256::from(9), vec![].into()),
        };
        call.abi_encode()[4..].to_vec()
    }

    #[test]
    fn what_alloy_writes_is_read() {
        let bytes = example();
        let parts = decode(F, &bytes).unwrap();
        assert_eq!(
            (parts.count(), parts.address(0), parts.is(1)),
            (6, Some(Address::new([7; 20])), Some(true))
        );
        assert_eq!(parts.bytes(2), Some([1; 33].as_slice()));
        let list = parts.parts(3).unwrap();
        assert_eq!((list.count(), list.parts(0).unwrap().amount(0)), (1, Some(Amount::from(5))));
        assert_eq!(parts.parts(4).unwrap().bytes(0), Some(b"one".as_slice()));
        assert_eq!(parts.parts(5).unwrap().amount(0), Some(Amount::from(9)));
        assert_eq!((parts.bytes(0), parts.amount(2), parts.address(9)), (None, None, None));
    }

    #[test]
    fn no_byte_is_missing_and_none_is_left_over() {
        let bytes = example();
        for length in 0..bytes.len() {
            assert_eq!(decode(F, &bytes[..length]), None, "{length}");
        }
        assert_eq!(decode(F, &[bytes.as_slice(), &[0]].concat()), None);
        assert_eq!(decode(F, &[bytes.as_slice(), &[0; 32]].concat()), None);
        assert_eq!(decode("f()", &[]).map(|it| it.count()), Some(0));
        assert_eq!(decode("f()", &[0]), None);
    }

    #[test]
    fn no_bit_is_set_that_the_type_has_not() {
        for (kind, place) in
            [("address", 11), ("bool", 30), ("uint8", 30), ("uint160", 11), ("bytes4", 4)]
        {
            let signature = format!("f({kind})");
            let mut word = [0; 32];
            assert!(decode(&signature, &word).is_some(), "{kind}");
            word[place] = 1;
            assert_eq!(decode(&signature, &word), None, "{kind}");
        }
        let mut word = [0; 32];
        word[31] = 2;
        assert_eq!(decode("f(bool)", &word), None);
        assert!(decode("f(uint256)", &[255; 32]).is_some());
    }

    proptest! {
        #[test]
        fn hostile_bytes_are_nothing_at_worst(bytes in prop::collection::vec(prop_oneof![Just(0_u8), any::<u8>()], 0..300)) {
            let _ = decode(F, &bytes);
            let _ = decode("f(bytes[])", &bytes);
        }

        /// What is read is written back the same by alloy: no two byte strings mean the same here.
        #[test]
        fn a_changed_byte_changes_what_is_read(at in 0..1000_usize, to in any::<u8>()) {
            let mut bytes = example();
            let at = at % bytes.len();
            let was = core::mem::replace(&mut bytes[at], to);
            let original = example();
            if was != to && let Some(parts) = decode(F, &bytes) {
                prop_assert_ne!(parts, decode(F, &original).unwrap());
                let call = fCall::abi_decode_raw_validate(&bytes).unwrap();
                prop_assert_eq!(&call.abi_encode()[4..], bytes);
            }
        }
    }
}
