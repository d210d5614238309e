//! Addresses made to be taken for another one.
//!
//! Who watches a chain sees whom an account pays, makes an address with the same ends, and sends
//! something from it, or something of no worth in the account's name, so that it stands in the history
//! to be copied. People look at the ends only, and where addresses are cut four digits are left at each.
//!
//! The rule: two addresses that differ look alike where at least three digits at each end, and at least
//! seven in all, are the same. That has 4 + 4, what is shown of a cut address, and 3 + 5 and 5 + 3, for
//! who remembers one end better; one less than 4 + 4, since a thief stops where it is good enough. Two
//! honest addresses do so less than once in a hundred million. Letters count as the same in either case.

use super::address::Address;

const AT_EACH_END: usize = 3;
const IN_ALL: usize = 7;

/// The address that a recipient looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resemblance {
    /// The one that is known.
    pub address: Address,
    /// How many of its first hex digits are the same.
    pub first: usize,
    /// How many of its last.
    pub last: usize,
}

/// Which of the addresses an account has dealt with the recipient looks like without being it: the one
/// with most digits in common. A recipient that is itself among them is told no less: the thief's may
/// have got there by a transfer that the account never sent.
pub fn resemblance(recipient: &Address, known: &[Address]) -> Option<Resemblance> {
    let mut closest: Option<Resemblance> = None;
    for address in known.iter().filter(|address| *address != recipient) {
        let alike = |place: &usize| digit(recipient, *place) == digit(address, *place);
        let first = (0..40).take_while(alike).count();
        let last = (0..40).rev().take_while(alike).count();
        let is_alike = first.min(last) >= AT_EACH_END && first + last >= IN_ALL;
        if is_alike && closest.is_none_or(|other| other.first + other.last < first + last) {
            closest = Some(Resemblance { address: *address, first, last });
        }
    }
    closest
}

/// The hex digit at a place, 0 to 39.
fn digit(address: &Address, place: usize) -> u8 {
    let byte = address.bytes()[place / 2];
    if place.is_multiple_of(2) { byte >> 4 } else { byte & 15 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evm::address::Strictness;
    use proptest::prelude::*;

    const REAL: &str = "0x1234500000000000000000000000000000056789";

    fn address(text: &str) -> Address {
        Address::parse(text, Strictness::Lenient).unwrap()
    }

    fn alike(text: &str) -> Option<(usize, usize)> {
        resemblance(&address(text), &[Address::new([9; 20]), address(REAL)])
            .map(|it| (it.first, it.last))
    }

    #[test]
    fn the_same_ends_look_alike() {
        assert_eq!(alike("0x1234f0000000000000000000000000000000f789"), Some((4, 3)));
        assert_eq!(alike("0x1234f000000000000000000000000000000f6789"), Some((4, 4)));
        assert_eq!(alike("0x123f5000000000000000000000000000000f6789"), Some((3, 4)));
        assert_eq!(alike("0x12345000000000000000000000000000000f6789"), Some((35, 4)));
    }

    #[test]
    fn what_differs_at_an_end_does_not() {
        assert_eq!(alike("0x12f450000000000000000000000000000f056789"), None, "2 at the front");
        assert_eq!(alike("0x1234500000000000000000000000000000056f89"), None, "2 at the end");
        assert_eq!(alike("0x123f50000000000000000000000000000005f789"), None, "3 and 3");
        assert_eq!(alike(REAL), None, "itself");
    }

    #[test]
    fn the_closest_is_named() {
        let near = address("0x1234f00000000000000000000000000000056789");
        let recipient = address("0x1234ff0000000000000000000000000000056789");
        let known = [address(REAL), near, address(REAL), recipient];
        let found = resemblance(&recipient, &known).unwrap();
        assert_eq!((found.address, found.first), (near, 5));
        assert_eq!(resemblance(&recipient, &[]), None);
    }

    proptest! {
        #[test]
        fn both_are_like_each_other(bytes in any::<[u8; 20]>(), at in 2..18_usize, to in any::<u8>()) {
            let one = Address::new(bytes);
            let mut changed = bytes;
            changed[at] = to;
            let other = Address::new(changed);
            let there = resemblance(&one, &[other]).map(|it| (it.first, it.last));
            let back = resemblance(&other, &[one]).map(|it| (it.first, it.last));
            prop_assert_eq!(there, back);
            prop_assert_eq!(there.is_some(), bytes[at] != to);
        }
    }
}
