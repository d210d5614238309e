//! The published vectors of signatures, and what is refused as one.
#![allow(clippy::unwrap_used)]

#[path = "../src/given.rs"]
mod given;

use chains::evm::address::Address;
use given::{array, chance, hex};
use keys::evm_signature::{EvmKey, EvmSignature, SignatureFault};
use keys::solana_signature::{SolanaKey, is_signed};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use sha3::Keccak256;

const ONE: &str = "0000000000000000000000000000000000000000000000000000000000000001";
const MOST: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140";
const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

/// Key, text whose SHA-256 is signed, r and s, from
/// [Bitcointalk](https://bitcointalk.org/index.php?topic=285142.msg3300992#msg3300992), where others hold
/// their RFC 6979 on this curve against each other's.
const SECP256K1: [(&str, &str, &str); 4] = [
    (
        ONE,
        "Everything should be made as simple as possible, but not simpler.",
        "33a69cd2065432a30f3d1ce4eb0d59b8ab58c74f27c41a7fdb5696ad4e6108c9\
         6f807982866f785d3f6418d24163ddae117b7db4d5fdf0071de069fa54342262",
    ),
    (
        ONE,
        "Satoshi Nakamoto",
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8\
         2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
    ),
    (
        ONE,
        "All those moments will be lost in time, like tears in rain. Time to die...",
        "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b\
         547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
    ),
    (
        MOST,
        "Equations are more important to me, because politics is for the present, but an equation is something for eternity.",
        "54c4a33c6423d689378f160a7ff8b61330444abb58fb470f96ea16d99d4a2fed\
         07082304410efa6b2943111b6a4e0aaa7b7db55a07e9861d1fb3cb1f421044a5",
    ),
];

/// Seed, public key, message, signature, by
/// [RFC 8032, 7.1](https://www.rfc-editor.org/rfc/rfc8032#section-7.1).
const ED25519: [(&str, &str, &str, &str); 3] = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155\
         5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
         085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
         18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
];

fn key(text: &str) -> EvmKey {
    EvmKey::new(&array(text)).unwrap()
}

#[test]
fn secp256k1_signs_as_others_do() {
    for (secret, text, expected) in SECP256K1 {
        let (key, digest) = (key(secret), Sha256::digest(text).into());
        let signature = key.sign(&digest);
        assert_eq!([signature.r, signature.s].concat(), hex(expected), "{text}");
        assert_eq!(signature, key.sign(&digest), "signing again gives the same");
        assert_eq!(signature.recover(&digest), Ok(key.address()));
    }
}

/// The transaction of [EIP-155](https://eips.ethereum.org/EIPS/eip-155#example).
#[test]
fn a_transaction_is_signed_as_in_eip_155() {
    let digest = array("daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53");
    let key = key(&"46".repeat(32));
    let signature = key.sign(&digest);
    let (r, s) = (
        "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276",
        "67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83",
    );
    assert_eq!(signature, EvmSignature { r: array(r), s: array(s), is_y_odd: false });
    assert_eq!(key.address().to_checksum(), "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F");
    let bytes = signature.bytes();
    assert_eq!((bytes.len(), bytes[64]), (65, 27));
}

/// What web3.js signs for this key and `Some data`, as
/// [its documentation](https://docs.web3js.org/libdocs/Accounts#sign) says.
#[test]
fn a_message_is_signed_as_by_other_wallets() {
    let key = key("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318");
    let digest = Keccak256::digest(b"\x19Ethereum Signed Message:\n9Some data").into();
    let expected = "b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd\
                    6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";
    assert_eq!(key.sign(&digest).bytes()[..], hex(expected));
}

#[test]
fn no_key_is_zero_or_beyond_the_order() {
    assert!(EvmKey::new(&[0; 32]).is_none() && EvmKey::new(&[255; 32]).is_none());
    assert!(EvmKey::new(&array(ORDER)).is_none() && EvmKey::new(&array(MOST)).is_some());
}

#[test]
fn the_higher_s_is_refused() {
    let digest = [3; 32];
    let signature = key(MOST).sign(&digest);
    let (order, mut borrow) = (array::<32>(ORDER), 0);
    let mut s = [0; 32];
    for at in (0..32).rev() {
        let difference = i16::from(order[at]) - i16::from(signature.s[at]) - borrow;
        borrow = i16::from(difference < 0);
        s[at] = u8::try_from(difference & 0xff).unwrap();
    }
    let other = EvmSignature { s, is_y_odd: !signature.is_y_odd, ..signature };
    assert_eq!(other.recover(&digest), Err(SignatureFault::HighS));
    assert_eq!(signature.recover(&digest), Ok(key(MOST).address()));
}

#[test]
fn what_is_no_signature_says_why() {
    let read = |bytes: &[u8]| EvmSignature::read(bytes);
    for length in (0..140).filter(|it| *it != 65) {
        assert_eq!(read(&vec![27; length]), Err(SignatureFault::Length), "{length}");
    }
    let signature = key(ONE).sign(&[3; 32]);
    for last in 0..=255 {
        let mut bytes = signature.bytes();
        bytes[64] = last;
        let expected = match last {
            0 | 27 => Ok(EvmSignature { is_y_odd: false, ..signature }),
            1 | 28 => Ok(EvmSignature { is_y_odd: true, ..signature }),
            _ => Err(SignatureFault::Parity),
        };
        assert_eq!(read(&bytes), expected, "{last}");
    }
    for (r, s) in [(ONE, ORDER), (ORDER, ONE), (&"0".repeat(64), ONE), (ONE, &"0".repeat(64))] {
        let signature = EvmSignature { r: array(r), s: array(s), is_y_odd: false };
        assert_eq!(signature.recover(&[3; 32]), Err(SignatureFault::NoKey));
    }
}

#[test]
fn ed25519_signs_as_in_the_rfc() {
    for (secret, public, message, expected) in ED25519 {
        let (key, message) = (SolanaKey::new(&array(secret)), hex(message));
        assert_eq!(key.public(), array(public));
        assert_eq!(key.sign(&message), array(expected));
        assert!(is_signed(&key.public(), &message, &array(expected)));
        assert!(!is_signed(&key.public(), b"another", &array(expected)));
        assert_eq!(chains::solana::address::parse(&key.address()), Some(array(public)));
    }
}

/// Under a public key of low order one signature fits many messages; this is the neutral point.
#[test]
fn a_key_under_which_anything_is_signed_is_refused() {
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let signature = [neutral, [0; 32]].concat().try_into().unwrap();
    assert!(!is_signed(&neutral, b"anything", &signature));
}

proptest! {
    #[test]
    fn who_signed_is_recovered_and_nobody_else_is(
        seed in any::<u64>(),
        digest in any::<[u8; 32]>(),
        bit in 0..64 * 8_usize,
    ) {
        let mut bytes = [0; 32];
        chance(seed)(&mut bytes);
        let key = EvmKey::new(&bytes).unwrap();
        let signature = EvmSignature::read(&key.sign(&digest).bytes()).unwrap();
        prop_assert!(signature.s[0] < 0x80);
        prop_assert_eq!(signature.recover(&digest), Ok(key.address()));
        let mut changed = signature.bytes();
        changed[bit / 8] ^= 1 << (bit % 8);
        let found = EvmSignature::read(&changed).unwrap().recover(&digest);
        prop_assert_ne!(found, Ok(key.address()));
    }

    #[test]
    fn hostile_signatures_are_an_error_at_worst(
        bytes in prop::collection::vec(any::<u8>(), 0..70),
        likely in any::<([u8; 32], [u8; 32], bool)>(),
        digest in any::<[u8; 32]>(),
        ed25519 in any::<([u8; 32], [u8; 32], [u8; 32])>(),
    ) {
        let _: Result<EvmSignature, SignatureFault> = EvmSignature::read(&bytes);
        let (r, s, is_y_odd) = likely;
        let _: Result<Address, SignatureFault> = EvmSignature { r, s, is_y_odd }.recover(&digest);
        let signature = [ed25519.1, ed25519.2].concat().try_into().unwrap();
        prop_assert!(!is_signed(&ed25519.0, &bytes, &signature));
    }
}
