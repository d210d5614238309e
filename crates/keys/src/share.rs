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
