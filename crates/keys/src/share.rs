//! How entropy is split among three holders, of whom any two rebuild it and one knows nothing
//! ([Shamir 1979](https://doi.org/10.1145/359168.359176)).
//!
//! [`deal`] draws a line through each byte of the entropy: at 0 is the byte, at 1 the device's share, at 2
//! the server's, at 3 the one for recovery. Each device has a set of its own, so that deleting the other
//! two shares of a set puts an end to that device. [`combine`] refuses shares that are not of one set, and
//! whatever does not fit the set's [`Commitment`].
//!
//! A share is `1 | wallet, 16 bytes | set, 16 bytes | holder | y`, where y is as long as the entropy.

use crate::entropy::Entropy;
use crate::field::{inverse, product};
use crate::secret::{Fill, SecretBytes, SecretVec, is_same};

const VERSION: u8 = 1;
const HEAD_BYTES: usize = 34;
const LEAST_BYTES: usize = HEAD_BYTES + 16;
const MOST_BYTES: usize = HEAD_BYTES + 32;
const COMMITMENT: &[u8] = b"latchkit/share-commit/v1";

/// Who has a share; the number is where on the line it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// The person's device.
    Device = 1,
    /// The server, which gives it to whoever is signed in on that device.
    Auth = 2,
    /// The server, sealed under the recovery key.
    Recovery = 3,
}

/// Which shares belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShareSet {
    /// Of which wallet they are.
    pub wallet: [u8; 16],
    /// Random, fresh for each device and each time it is dealt anew.
    pub set: [u8; 16],
}

/// One of the three.
pub struct Share {
    set: ShareSet,
    holder: Holder,
    y: SecretVec,
}

/// The three shares of a set.
pub struct Dealt {
    /// Stays on the device.
    pub device: Share,
    /// For the server.
    pub auth: Share,
    /// For the server, once it is sealed.
    pub recovery: Share,
    /// Stored beside each share.
    pub commitment: Commitment,
}

/// Says which entropy a set is of to whoever has the entropy, and nothing to anybody else: there are 2¹²⁸
/// to try.
#[derive(Clone, Copy, Debug)]
pub struct Commitment(pub [u8; 32]);

/// Why a share is none, or two of them rebuild nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShareFault {
    /// It ends before a share of 12 words does.
    Short,
    /// It goes on where a share of 12 words ends, and is none of 24 words.
    Long,
    /// It is of another version.
    Version,
    /// It is nobody's: its number is none of 1, 2 and 3.
    Holder,
    /// Both are the same holder's.
    SameHolder,
    /// They are of two wallets.
    OtherWallet,
    /// They are of two sets of one wallet.
    OtherSet,
    /// One is of 12 words, the other of 24.
    OtherLength,
    /// What they rebuild is not what the set was dealt from: one of them was changed.
    Commitment,
}

/// Splits entropy.
pub fn deal(entropy: &Entropy, set: ShareSet, fill: Fill<'_>) -> Dealt {
    let mut slopes = SecretVec::joined(&[&[0; 32][..entropy.bytes().len()]]);
    // Every slope is as likely as any other, 0 included. Without 0 a share would never be the secret's
    // own byte, and whoever sees one holder's share of many sets would know it in the end.
    fill(slopes.bytes_mut());
    let share = |holder: Holder| {
        let mut y = SecretVec::joined(&[entropy.bytes()]);
        for (y, slope) in y.bytes_mut().iter_mut().zip(slopes.bytes()) {
            *y ^= product(*slope, holder as u8);
        }
        Share { set, holder, y }
    };
    Dealt {
        device: share(Holder::Device),
        auth: share(Holder::Auth),
        recovery: share(Holder::Recovery),
        commitment: Commitment::of(entropy, set),
    }
}

/// Rebuilds the entropy from two shares of one set.
pub fn combine(a: &Share, b: &Share, commitment: &Commitment) -> Result<Entropy, ShareFault> {
    if a.set.wallet != b.set.wallet {
        return Err(ShareFault::OtherWallet);
    }
    if a.set.set != b.set.set {
        return Err(ShareFault::OtherSet);
    }
    if a.holder == b.holder {
        return Err(ShareFault::SameHolder);
    }
    let (x, other_x) = (a.holder as u8, b.holder as u8);
    let (weight, other_weight) = (weight_at_zero(x, other_x), weight_at_zero(other_x, x));
    let mut bytes = SecretVec::joined(&[a.y.bytes()]);
    if bytes.bytes().len() != b.y.bytes().len() {
        return Err(ShareFault::OtherLength);
    }
    for (y, other_y) in bytes.bytes_mut().iter_mut().zip(b.y.bytes()) {
        *y = product(*y, weight) ^ product(*other_y, other_weight);
    }
    let entropy = Entropy::of_bytes(bytes.bytes()).ok_or(ShareFault::OtherLength)?;
    if !is_same(&Commitment::of(&entropy, a.set).0, &commitment.0) {
        return Err(ShareFault::Commitment);
    }
    Ok(entropy)
}

impl Share {
    /// Reads what [`Share::bytes`] writes.
    pub fn read(bytes: &[u8]) -> Result<Self, ShareFault> {
        if bytes.len() < LEAST_BYTES {
            return Err(ShareFault::Short);
        }
        if bytes.len() != LEAST_BYTES && bytes.len() != MOST_BYTES {
            return Err(ShareFault::Long);
        }
        let (head, y) = bytes.split_at(HEAD_BYTES);
        let [version, ids @ .., x] = head else { return Err(ShareFault::Short) };
        if *version != VERSION {
            return Err(ShareFault::Version);
        }
        let holder = match x {
            1 => Holder::Device,
            2 => Holder::Auth,
            3 => Holder::Recovery,
            _ => return Err(ShareFault::Holder),
        };
        let id = |from: usize| std::array::from_fn(|at| ids[from + at]);
        let set = ShareSet { wallet: id(0), set: id(16) };
        Ok(Share { set, holder, y: SecretVec::joined(&[y]) })
    }

    /// 50 bytes, or 66 where the entropy is 24 words.
    pub fn bytes(&self) -> SecretVec {
        let ShareSet { wallet, set } = &self.set;
        SecretVec::joined(&[&[VERSION], wallet, set, &[self.holder as u8], self.y.bytes()])
    }

    /// Which shares it belongs to.
    pub fn set(&self) -> ShareSet {
        self.set
    }

    /// Whose it is.
    pub fn holder(&self) -> Holder {
        self.holder
    }
}

impl Commitment {
    fn of(entropy: &Entropy, ShareSet { wallet, set }: ShareSet) -> Self {
        let salt = [wallet, set].concat();
        Commitment(*SecretBytes::derived(entropy.bytes(), &salt, &[COMMITMENT]).bytes())
    }
}

/// How much of what is at `x` is in what is at 0, on the line through `x` and `other_x`
/// ([Lagrange](https://en.wikipedia.org/wiki/Lagrange_polynomial)).
fn weight_at_zero(x: u8, other_x: u8) -> u8 {
    product(other_x, inverse(x ^ other_x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::given::{array, chance};
    use proptest::prelude::*;

    const SET: ShareSet = ShareSet { wallet: [7; 16], set: [9; 16] };

    fn entropy(bytes: &[u8]) -> Entropy {
        Entropy::of_bytes(bytes).unwrap()
    }

    fn dealt(bytes: &[u8], set: ShareSet) -> Dealt {
        deal(&entropy(bytes), set, &mut chance(1))
    }

    fn fault(a: &Share, b: &Share, commitment: &Commitment) -> Option<ShareFault> {
        combine(a, b, commitment).err()
    }

    fn copied(share: &Share) -> Share {
        Share::read(share.bytes().bytes()).ok().unwrap()
    }

    /// The product of two elements, by halving one and doubling the other, as nothing else here does it.
    fn slow_product(a: u8, b: u8) -> u8 {
        let doubled = |a: u8| a.wrapping_mul(2) ^ if a > 127 { 0x1b } else { 0 };
        match b {
            0 => 0,
            _ if b.is_multiple_of(2) => slow_product(doubled(a), b / 2),
            _ => a ^ slow_product(a, b - 1),
        }
    }

    #[test]
    fn shares_lie_on_the_line_that_was_drawn() {
        let secret: [u8; 16] = array("00112233445566778899aabbccddeeff");
        let slopes: [u8; 16] =
            [0, 1, 2, 3, 0x53, 0xca, 0x80, 0xff, 16, 32, 64, 127, 7, 200, 99, 254];
        let dealt = deal(&entropy(&secret), SET, &mut |to| to.copy_from_slice(&slopes));
        for (share, x) in [(&dealt.device, 1), (&dealt.auth, 2), (&dealt.recovery, 3)] {
            let y: [u8; 16] = std::array::from_fn(|at| secret[at] ^ slow_product(slopes[at], x));
            let expected = [&[1], &SET.wallet[..], &SET.set, &[x], &y].concat();
            assert_eq!(share.bytes().bytes(), expected);
        }
        // Written down once: 0x53 times 0xca is 1 in this field (FIPS 197).
        assert_eq!(slow_product(0x53, 0xca), 1);
        assert_eq!(dealt.auth.bytes().bytes()[HEAD_BYTES + 4], 0x44 ^ 0xa6);
        assert_eq!(dealt.recovery.bytes().bytes()[HEAD_BYTES + 7], 0x77 ^ 0x1a);
    }

    /// By other code, in Python: what was dealt years ago has to fit.
    #[test]
    fn the_commitment_is_as_recorded() {
        let expected = "70ab50fe005920748d26c0cb3bdb9811ac4162b2350b25aba89387fae38b0b70";
        assert_eq!(dealt(&[5; 16], SET).commitment.0, array::<32>(expected));
    }

    #[test]
    fn any_two_rebuild_it_in_any_order() {
        for secret in [&[5; 16][..], &[0; 16], &[255; 32]] {
            let Dealt { device, auth, recovery, commitment } = dealt(secret, SET);
            for (a, b) in [(&device, &auth), (&auth, &recovery), (&recovery, &device)] {
                for (a, b) in [(a, b), (b, a)] {
                    assert_eq!(combine(a, b, &commitment).ok().unwrap().bytes(), secret);
                }
            }
        }
    }

    /// Where a share is never the secret's own byte, whoever sees one share of many sets rules out all
    /// others in the end.
    #[test]
    fn a_share_is_any_byte_as_often_as_any_other() {
        const DEALS: u32 = 100_000;
        let secret = entropy(&[0x5a; 16]);
        let mut fill = chance(3);
        let mut counts = [[0_u32; 256]; 3];
        for _ in 0..DEALS {
            let dealt = deal(&secret, SET, &mut fill);
            for (counts, share) in
                counts.iter_mut().zip([&dealt.device, &dealt.auth, &dealt.recovery])
            {
                counts[usize::from(share.y.bytes()[0])] += 1;
            }
        }
        let expected = f64::from(DEALS) / 256.0;
        for counts in counts {
            // Six deviations of about 20 each.
            assert!(counts[0x5a] > 270, "the secret's own byte: {} times", counts[0x5a]);
            let chi_squared: f64 =
                counts.iter().map(|&it| (f64::from(it) - expected).powi(2) / expected).sum();
            // 255 degrees of freedom: six deviations of 22.6 each around 255.
            assert!((120.0..390.0).contains(&chi_squared), "{chi_squared}");
        }
    }

    #[test]
    fn shares_of_two_sets_or_one_holder_rebuild_nothing() {
        let ours = dealt(&[5; 16], SET);
        let commitment = &ours.commitment;
        let other_set = dealt(&[5; 16], ShareSet { set: [8; 16], ..SET });
        let other_wallet = dealt(&[5; 16], ShareSet { wallet: [8; 16], ..SET });
        let longer = dealt(&[5; 32], SET);
        let device = &ours.device;
        assert_eq!(fault(device, &other_set.auth, commitment), Some(ShareFault::OtherSet));
        assert_eq!(fault(device, &other_wallet.auth, commitment), Some(ShareFault::OtherWallet));
        assert_eq!(fault(device, &longer.auth, commitment), Some(ShareFault::OtherLength));
        assert_eq!(fault(&longer.auth, device, commitment), Some(ShareFault::OtherLength));
        assert_eq!(fault(device, device, commitment), Some(ShareFault::SameHolder));
        assert_eq!(fault(device, &copied(device), commitment), Some(ShareFault::SameHolder));
        let Dealt { device, auth, .. } = &other_set;
        assert_eq!(fault(device, auth, commitment), Some(ShareFault::Commitment));
    }

    #[test]
    fn a_bit_that_changed_in_any_share_is_noticed() {
        for secret in [&[5; 16][..], &[5; 32]] {
            let Dealt { device, auth, recovery, commitment } = dealt(secret, SET);
            for (changed, other) in [(&device, &auth), (&auth, &recovery), (&recovery, &device)] {
                let bytes = changed.bytes();
                for bit in 0..bytes.bytes().len() * 8 {
                    let mut bytes = bytes.bytes().to_vec();
                    bytes[bit / 8] ^= 1 << (bit % 8);
                    let found = match Share::read(&bytes) {
                        Ok(share) => fault(&share, other, &commitment),
                        Err(fault) => Some(fault),
                    };
                    let is_expected = match bit / 8 {
                        0 => found == Some(ShareFault::Version),
                        1..=16 => found == Some(ShareFault::OtherWallet),
                        17..=32 => found == Some(ShareFault::OtherSet),
                        33 => matches!(
                            found,
                            Some(
                                ShareFault::Holder
                                    | ShareFault::SameHolder
                                    | ShareFault::Commitment
                            )
                        ),
                        _ => found == Some(ShareFault::Commitment),
                    };
                    assert!(is_expected, "bit {bit}: {found:?}");
                }
            }
            for bit in 0..256 {
                let mut other = commitment;
                other.0[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(fault(&device, &auth, &other), Some(ShareFault::Commitment));
            }
        }
    }

    #[test]
    fn what_is_no_share_says_why() {
        let bytes = dealt(&[5; 16], SET).device.bytes();
        let bytes = bytes.bytes();
        let read = |bytes: &[u8]| Share::read(bytes).err();
        for end in 0..bytes.len() {
            assert_eq!(read(&bytes[..end]), Some(ShareFault::Short), "{end} bytes");
        }
        for more in (1..16).chain(17..40) {
            let long = [bytes, &vec![0; more]].concat();
            assert_eq!(read(&long), Some(ShareFault::Long), "{more} more");
        }
        for x in (0..=255_u8).filter(|it| !(1..=3).contains(it)) {
            let mut other = bytes.to_vec();
            other[33] = x;
            assert_eq!(read(&other), Some(ShareFault::Holder), "{x}");
        }
        for version in (0..=255).filter(|it| *it != 1) {
            let mut other = bytes.to_vec();
            other[0] = version;
            assert_eq!(read(&other), Some(ShareFault::Version), "{version}");
        }
    }

    /// So that a commitment of one set says nothing about whether another is of the same entropy.
    #[test]
    fn each_set_has_a_commitment_of_its_own() {
        let of = |set| dealt(&[5; 16], set).commitment.0;
        assert_ne!(of(SET), of(ShareSet { set: [8; 16], ..SET }));
        assert_ne!(of(SET), of(ShareSet { wallet: [8; 16], ..SET }));
        assert_ne!(of(SET), dealt(&[6; 16], SET).commitment.0);
    }

    proptest! {
        #[test]
        fn what_is_dealt_is_combined(
            secret in any::<[u8; 32]>(),
            is_long in any::<bool>(),
            ids in any::<[[u8; 16]; 2]>(),
            seed in any::<u64>(),
        ) {
            let secret = &secret[..if is_long { 32 } else { 16 }];
            let set = ShareSet { wallet: ids[0], set: ids[1] };
            let dealt = deal(&entropy(secret), set, &mut chance(seed));
            for (a, b) in [
                (&dealt.device, &dealt.auth),
                (&dealt.auth, &dealt.recovery),
                (&dealt.recovery, &dealt.device),
            ] {
                let rebuilt = combine(&copied(a), &copied(b), &dealt.commitment).ok().unwrap();
                prop_assert_eq!(rebuilt.bytes(), secret);
                prop_assert_eq!(a.set(), set);
            }
        }

        #[test]
        fn hostile_bytes_are_an_error_at_worst(
            mut bytes in prop::collection::vec(any::<u8>(), 0..100),
            is_likely in any::<bool>(),
        ) {
            if is_likely {
                bytes.resize(LEAST_BYTES, 1);
                (bytes[0], bytes[33]) = (VERSION, bytes[33] % 5);
            }
            if let Ok(share) = Share::read(&bytes) {
                let written = share.bytes();
                prop_assert_eq!(written.bytes(), &*bytes);
                let other = dealt(&[5; 16], share.set());
                for it in [&other.device, &other.auth, &other.recovery] {
                    prop_assert!(combine(&share, it, &other.commitment).is_err());
                }
            }
        }
    }
}
