//! The published vectors of derivation: seed, then for each step the key and the chain code under it.

#[path = "../src/given.rs"]
mod given;

use given::hex;
use keys::path::{Ed25519Node, HARDENED, Secp256k1Node};

const SEED_1: &str = "000102030405060708090a0b0c0d0e0f";
const SEED_2: &str = "fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a2\
                      9f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542";

/// Step, extended private key, by
/// [BIP-32](https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki#test-vectors).
const BIP32_1: [(u32, &str); 6] = [
    (
        0,
        "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
    ),
    (
        HARDENED,
        "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7",
    ),
    (
        1,
        "xprv9wTYmMFdV23N2TdNG573QoEsfRrWKQgWeibmLntzniatZvR9BmLnvSxqu53Kw1UmYPxLgboyZQaXwTCg8MSY3H2EU4pWcQDnRnrVA1xe8fs",
    ),
    (
        2 + HARDENED,
        "xprv9z4pot5VBttmtdRTWfWQmoH1taj2axGVzFqSb8C9xaxKymcFzXBDptWmT7FwuEzG3ryjH4ktypQSAewRiNMjANTtpgP4mLTj34bhnZX7UiM",
    ),
    (
        2,
        "xprvA2JDeKCSNNZky6uBCviVfJSKyQ1mDYahRjijr5idH2WwLsEd4Hsb2Tyh8RfQMuPh7f7RtyzTtdrbdqqsunu5Mm3wDvUAKRHSC34sJ7in334",
    ),
    (
        1_000_000_000,
        "xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76",
    ),
];
const BIP32_2: [(u32, &str); 6] = [
    (
        0,
        "xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U",
    ),
    (
        0,
        "xprv9vHkqa6EV4sPZHYqZznhT2NPtPCjKuDKGY38FBWLvgaDx45zo9WQRUT3dKYnjwih2yJD9mkrocEZXo1ex8G81dwSM1fwqWpWkeS3v86pgKt",
    ),
    (
        2_147_483_647 + HARDENED,
        "xprv9wSp6B7kry3Vj9m1zSnLvN3xH8RdsPP1Mh7fAaR7aRLcQMKTR2vidYEeEg2mUCTAwCd6vnxVrcjfy2kRgVsFawNzmjuHc2YmYRmagcEPdU9",
    ),
    (
        1,
        "xprv9zFnWC6h2cLgpmSA46vutJzBcfJ8yaJGg8cX1e5StJh45BBciYTRXSd25UEPVuesF9yog62tGAQtHjXajPPdbRCHuWS6T8XA2ECKADdw4Ef",
    ),
    (
        2_147_483_646 + HARDENED,
        "xprvA1RpRA33e1JQ7ifknakTFpgNXPmW2YvmhqLQYMmrj4xJXXWYpDPS3xz7iAxn8L39njGVyuoseXzU6rcxFLJ8HFsTjSyQbLYnMpCqE2VbFWc",
    ),
    (
        2,
        "xprvA2nrNbFZABcdryreWet9Ea4LvTJcGsqrMzxHx98MMrotbir7yrKCEXw7nadnHM8Dq38EGfSh6dqA9QWTyefMLEcBYJUuekgW4BYPJcr9E7j",
    ),
];

/// Step, key, chain code, by
/// [SLIP-10](https://github.com/satoshilabs/slips/blob/master/slip-0010.md#test-vector-1-for-ed25519).
const SLIP10_1: [(u32, &str, &str); 6] = [
    (
        0,
        "2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7",
        "90046a93de5380a72b5e45010748567d5ea02bbf6522f979e05c0d8d8ca9fffb",
    ),
    (
        0,
        "68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3",
        "8b59aa11380b624e81507a27fedda59fea6d0b779a778918a2fd3590e16e9c69",
    ),
    (
        1,
        "b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2",
        "a320425f77d1b5c2505a6b1b27382b37368ee640e3557c315416801243552f14",
    ),
    (
        2,
        "92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9",
        "2e69929e00b5ab250f49c3fb1c12f252de4fed2c1db88387094a0f8c4c9ccd6c",
    ),
    (
        2,
        "30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662",
        "8f6d87f93d750e0efccda017d662a1b31a266e4a6f5993b15f5c1f07f74dd5cc",
    ),
    (
        1_000_000_000,
        "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793",
        "68789923a0cac2cd5a29172a475fe9e0fb14cd6adb5ad98a3fa70333e7afa230",
    ),
];
const SLIP10_2: [(u32, &str, &str); 6] = [
    (
        0,
        "171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012",
        "ef70a74db9c3a5af931b5fe73ed8e1a53464133654fd55e7a66f8570b8e33c3b",
    ),
    (
        0,
        "1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635",
        "0b78a3226f915c082bf118f83618a618ab6dec793752624cbeb622acb562862d",
    ),
    (
        2_147_483_647,
        "ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4",
        "138f0b2551bcafeca6ff2aa88ba8ed0ed8de070841f0c4ef0165df8181eaad7f",
    ),
    (
        1,
        "3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c",
        "73bd9fff1cfbde33a1b846c27085f711c0fe2d66fd32e139d3ebc28e5a4a6b90",
    ),
    (
        2_147_483_646,
        "5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72",
        "0902fe8a29f9140480a00ef244bd183e8a13288e4412d8389d140aac1794825a",
    ),
    (
        2,
        "551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d",
        "5d70af781f3a37b829f0d060924d5e960bdc02e85423494afc0b1a41bbe196d4",
    ),
];

#[test]
fn secp256k1_is_derived_as_in_bip_32() {
    for (seed, steps) in [(SEED_1, BIP32_1), (SEED_2, BIP32_2)] {
        let seed = hex(seed);
        let mut path = Vec::new();
        let mut node = Secp256k1Node::root(&seed).unwrap();
        for (at, (step, text)) in steps.iter().enumerate() {
            if at > 0 {
                node = node.child(*step).unwrap();
                path.push(*step);
            }
            let extended = extended(text);
            assert_eq!(node.chain_code()[..], extended[13..45], "{path:?}");
            assert_eq!(node.key()[..], extended[46..], "{path:?}");
            assert_eq!(Secp256k1Node::at(&seed, &path).unwrap().key(), node.key());
        }
    }
}

#[test]
fn ed25519_is_derived_as_in_slip_10() {
    for (seed, steps) in [(SEED_1, SLIP10_1), (SEED_2, SLIP10_2)] {
        let seed = hex(seed);
        let mut path = Vec::new();
        let mut node = Ed25519Node::root(&seed);
        for (at, (step, key, chain_code)) in steps.iter().enumerate() {
            if at > 0 {
                assert_eq!(node.child(step | HARDENED).key(), node.child(*step).key());
                node = node.child(*step);
                path.push(*step);
            }
            assert_eq!(node.key()[..], hex(key), "{path:?}");
            assert_eq!(node.chain_code()[..], hex(chain_code), "{path:?}");
            assert_eq!(Ed25519Node::at(&seed, &path).key(), node.key());
        }
    }
}

/// The 78 bytes of an extended key, without its checksum.
fn extended(text: &str) -> [u8; 78] {
    let letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut bytes = [0_u8; 82];
    for letter in text.chars() {
        let mut carry = letters.find(letter).expect("base58");
        for byte in bytes.iter_mut().rev() {
            carry += usize::from(*byte) * 58;
            *byte = u8::try_from(carry & 0xff).expect("a byte");
            carry >>= 8;
        }
    }
    *bytes.first_chunk().expect("82 bytes begin with 78")
}
