//! What holds for any bytes at all that are kept of a wallet, or come back of it: without the key nothing is opened,
//! with it they are read or refused, and what is read says the same when it is written again.

use keys::entropy::Entropy;
use keys::envelope::{self, EnvelopeKey, OVERHEAD_BYTES, Place};
use keys::factor::{FactorKey, RecoveryCode};
use keys::recovery::RecoveryKey;
use keys::sealed_box::{self, RecipientKey};
use keys::secret::SecretBytes;
use keys::share::{Commitment, Holder, Share, ShareFault, ShareSet, combine};
use protocol::relay::base64;

const SET: ShareSet = ShareSet { wallet: [7; 16], set: [9; 16] };
/// Where the recovery share of [`SET`] is sealed.
const PLACE: Place<'_> = Place {
    table: "share_sets",
    column: "recovery",
    row: &SET.set,
    wallet: &SET.wallet,
    schema: 1,
};

/// Bytes in base64; anything else stands for itself.
pub fn hold_sealed(text: &str) {
    let bytes = base64::decode(text).unwrap_or_else(|| text.as_bytes().to_vec());
    hold_unopened(&bytes);
    hold_opened(&bytes);
    hold_share(&bytes);
    hold_words(text);
}

/// Nobody sealed them.
fn hold_unopened(bytes: &[u8]) {
    let secret = || SecretBytes::copied(&[6; 32]);
    let code = RecoveryCode::random(&mut |it| it.fill(1));
    assert!(envelope::open(&EnvelopeKey::new(secret()), &PLACE, bytes).is_err());
    assert!(sealed_box::open(&RecipientKey::new(secret()), &PLACE, bytes).is_err());
    assert!(RecoveryKey::new(secret()).open(&SET, bytes).is_err());
    assert!(FactorKey::of_code(&code).open(&SET.wallet, b"code", bytes).is_err());
    let has_head = bytes.len() >= OVERHEAD_BYTES && bytes.starts_with(&[1, 1]);
    let named = envelope::key_id(bytes).ok().map(|it| it.0.to_vec());
    assert_eq!(named.as_deref(), has_head.then(|| &bytes[2..10]));
}

/// Somebody who has the key sealed them.
fn hold_opened(bytes: &[u8]) {
    let secret = || SecretBytes::copied(&[5; 32]);
    let mut chance = |it: &mut [u8]| it.fill(3);
    let (key, own) = (EnvelopeKey::new(secret()), RecipientKey::new(secret()));
    let sealed = envelope::seal(&key, &PLACE, bytes, &mut chance);
    let opened = envelope::open(&key, &PLACE, &sealed).map(|it| it.bytes().to_vec());
    assert_eq!(opened.as_deref(), Ok(bytes));
    let boxed = sealed_box::seal(&own.public(), &PLACE, bytes, &mut chance).expect("a fit key");
    let opened = sealed_box::open(&own, &PLACE, &boxed).map(|it| it.bytes().to_vec());
    assert_eq!(opened.as_deref(), Ok(bytes));
    let read = Share::read(bytes).ok().map(|it| (it.set(), it.holder()));
    let opened = RecoveryKey::new(secret()).open(&SET, &sealed);
    assert_eq!(opened.is_ok(), read == Some((SET, Holder::Recovery)));
    if let Ok(share) = opened {
        let sealed = RecoveryKey::new(secret()).seal(&share, &mut chance).expect("it is its own");
        assert_eq!(envelope::open(&key, &PLACE, &sealed).expect("sealed").bytes(), bytes);
    }
}

/// They may be a share.
fn hold_share(bytes: &[u8]) {
    let Ok(share) = Share::read(bytes) else { return };
    assert_eq!(share.bytes().bytes(), bytes);
    let commitment = Commitment([0; 32]);
    assert_eq!(combine(&share, &share, &commitment).err(), Some(ShareFault::SameHolder));
    for holder in [Holder::Device, Holder::Auth, Holder::Recovery] {
        let mut other = bytes.to_vec();
        other[33] = holder as u8;
        let other = Share::read(&other).expect("a share of another");
        // The commitment is of nothing.
        assert!(combine(&share, &other, &commitment).is_err());
    }
}

/// Words that a person kept.
fn hold_words(text: &str) {
    if let Ok(entropy) = Entropy::of_words(text) {
        let again = Entropy::of_words(entropy.words().text()).expect("words");
        assert_eq!(again.bytes(), entropy.bytes());
        assert_eq!(RecoveryCode::read(text).is_ok(), entropy.bytes().len() == 32);
    } else {
        assert!(RecoveryCode::read(text).is_err());
    }
}
