//! What somebody can rebuild who has all that the server has, and what a server can make a device sign.
//! Whoever operates a server may promise this much of recovery, and no more.
#![allow(clippy::unwrap_used)]

#[path = "../src/given.rs"]
mod given;

use given::chance;
use keys::account::{Account, AccountFault, Pinned};
use keys::entropy::{Entropy, Length};
use keys::factor::{FactorKey, RecoveryCode};
use keys::path::Index;
use keys::recovery::RecoveryKey;
use keys::secret::{Fill, SecretBytes};
use keys::share::{Commitment, Dealt, Share, ShareFault, ShareSet, combine, deal};

const SET: ShareSet = ShareSet { wallet: [7; 16], set: [9; 16] };

/// What lies at the server, once it opened all that its own keys open.
struct Server {
    auth: Share,
    recovery: Vec<u8>,
    commitment: Commitment,
    pinned: Pinned,
    automatic: Option<SecretBytes<32>>,
    wrapped: Vec<u8>,
}

/// What lies with the person.
struct Person {
    entropy: Entropy,
    device: Share,
    code: RecoveryCode,
}

fn made(is_automatic: bool, fill: Fill<'_>) -> (Server, Person) {
    let entropy = Entropy::random(Length::Words12, &mut *fill);
    let pinned = Account::new(&entropy, Index::FIRST).ok().unwrap().addresses();
    let Dealt { device, auth, recovery, commitment } = deal(&entropy, SET, &mut *fill);
    let key = RecoveryKey::random(&mut *fill);
    let code = RecoveryCode::random(&mut *fill);
    let server = Server {
        auth,
        recovery: key.seal(&recovery, &mut *fill).unwrap(),
        commitment,
        pinned,
        automatic: is_automatic.then(|| SecretBytes::copied(key.bytes())),
        wrapped: FactorKey::of_code(&code).wrap(&key, &SET.wallet, b"code", fill),
    };
    (server, Person { entropy, device, code })
}

#[test]
fn a_server_that_keeps_the_recovery_key_rebuilds_the_wallet() {
    let (server, person) = made(true, &mut chance(1));
    let key = RecoveryKey::new(server.automatic.unwrap());
    let recovery = key.open(&SET, &server.recovery).ok().unwrap();
    let entropy = combine(&server.auth, &recovery, &server.commitment).ok().unwrap();
    assert_eq!(entropy.bytes(), person.entropy.bytes());
    assert!(Account::rebuilt(&entropy, Index::FIRST, &server.pinned).is_ok());
}

#[test]
fn a_server_without_it_rebuilds_nothing_and_the_person_does() {
    let mut fill = chance(1);
    let (server, person) = made(false, &mut fill);
    assert!(server.automatic.is_none());
    for _ in 0..100 {
        let guess = RecoveryKey::random(&mut fill);
        assert!(guess.open(&SET, &server.recovery).is_err());
        let guess = FactorKey::of_code(&RecoveryCode::random(&mut fill));
        assert!(guess.open(&SET.wallet, b"code", &server.wrapped).is_err());
    }
    // Its own share under another holder's number is no second share.
    for holder in [1, 3] {
        let mut forged = server.auth.bytes().bytes().to_vec();
        forged[33] = holder;
        let forged = Share::read(&forged).ok().unwrap();
        let fault = combine(&server.auth, &forged, &server.commitment).err();
        assert_eq!(fault, Some(ShareFault::Commitment));
    }
    let code = RecoveryCode::read(person.code.words().text()).ok().unwrap();
    let key = FactorKey::of_code(&code).open(&SET.wallet, b"code", &server.wrapped).ok().unwrap();
    let recovery = key.open(&SET, &server.recovery).ok().unwrap();
    let entropy = combine(&server.auth, &recovery, &server.commitment).ok().unwrap();
    assert_eq!(entropy.bytes(), person.entropy.bytes());
}

/// A server that deals a secret of its own can give shares and a commitment that fit; the addresses do
/// not.
#[test]
fn shares_of_somebody_elses_secret_sign_nothing() {
    let mut fill = chance(1);
    let (server, person) = made(false, &mut fill);
    let foreign = Entropy::random(Length::Words12, &mut fill);
    let dealt = deal(&foreign, SET, &mut fill);
    let fault = combine(&person.device, &dealt.auth, &server.commitment).err();
    assert_eq!(fault, Some(ShareFault::Commitment));
    let fault = combine(&person.device, &dealt.auth, &dealt.commitment).err();
    assert_eq!(fault, Some(ShareFault::Commitment));
    let entropy = combine(&dealt.auth, &dealt.recovery, &dealt.commitment).ok().unwrap();
    let fault = Account::rebuilt(&entropy, Index::FIRST, &server.pinned).err();
    assert_eq!(fault, Some(AccountFault::Mismatch));
}

/// Each device has a set of its own: what is left of one set is of no use with another.
#[test]
fn deleting_the_other_two_shares_puts_an_end_to_a_device() {
    let mut fill = chance(1);
    let (server, person) = made(false, &mut fill);
    let other = ShareSet { set: [8; 16], ..SET };
    let second = deal(&person.entropy, other, &mut fill);
    for share in [&second.auth, &second.recovery] {
        for commitment in [&server.commitment, &second.commitment] {
            let fault = combine(&person.device, share, commitment).err();
            assert_eq!(fault, Some(ShareFault::OtherSet));
        }
    }
    let entropy = combine(&second.device, &second.auth, &second.commitment).ok().unwrap();
    assert_eq!(entropy.bytes(), person.entropy.bytes());
}
