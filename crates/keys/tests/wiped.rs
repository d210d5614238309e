//! Nothing secret is given back to the allocator as it was: memory that is freed is looked through while a
//! wallet is made, recovered and used. What lies on the stack is not seen here.
//!
//! Unsafe code, since there is no other way to be an allocator. The one test of the file stands alone in
//! its process, for what others free would be looked through as well.
#![allow(unsafe_code, clippy::unwrap_used)]

#[path = "../src/given.rs"]
mod given;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use given::chance;
use keys::account::Account;
use keys::entropy::{Entropy, Length};
use keys::envelope::Place;
use keys::factor::{FactorKey, RecoveryCode};
use keys::passphrase::{Cost, Passphrase, Pepper};
use keys::path::{self, Ed25519Node, Index, Secp256k1Node};
use keys::recovery::RecoveryKey;
use keys::sealed_box::{self, RecipientKey};
use keys::secret::SecretBytes;
use keys::share::{Share, ShareSet, combine, deal};

const SET: ShareSet = ShareSet { wallet: [7; 16], set: [9; 16] };
const PHRASE: &str = "correct horse battery staple";
const PLACE: Place<'_> =
    Place { table: "answer", column: "auth", row: b"1", wallet: &[7; 16], schema: 1 };
/// The blocks of Argon2 are larger. They hold nothing that can be named beforehand.
const MOST_BYTES: usize = 1 << 16;

/// The first eight bytes of each secret.
static WATCHED: [AtomicU64; 10] = [const { AtomicU64::new(0) }; 10];
static IS_WATCHING: AtomicBool = AtomicBool::new(false);
/// For each secret, how often it was freed as it was.
static FOUND: [AtomicUsize; 10] = [const { AtomicUsize::new(0) }; 10];

struct Watching;

#[global_allocator]
static ALLOCATOR: Watching = Watching;

// SAFETY: all is done by the system's allocator. `realloc` is the default one, which frees what was moved.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on. Zeros, so that every byte may be read.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if IS_WATCHING.load(Relaxed) && (8..=MOST_BYTES).contains(&layout.size()) {
            // SAFETY: the block is the caller's until it is freed below.
            look_through(unsafe { std::slice::from_raw_parts(block, layout.size()) });
        }
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(block, layout) }
    }
}

fn look_through(block: &[u8]) {
    for bytes in block.windows(8) {
        let bytes = u64::from_le_bytes(bytes.try_into().expect("a window has eight bytes"));
        for (watched, found) in WATCHED.iter().zip(&FOUND) {
            if bytes != 0 && bytes == watched.load(Relaxed) {
                found.fetch_add(1, Relaxed);
            }
        }
    }
}

#[test]
fn what_held_a_secret_is_wiped_before_it_is_freed() {
    let secrets = secrets();
    for (watched, secret) in WATCHED.iter().zip(&secrets) {
        watched.store(u64::from_le_bytes(secret[..8].try_into().unwrap()), Relaxed);
    }
    IS_WATCHING.store(true, Relaxed);
    live();
    IS_WATCHING.store(false, Relaxed);
    let found = FOUND.each_ref().map(|it| it.swap(0, Relaxed));
    assert_eq!(found, [0; 10], "which secret was freed how often");
    IS_WATCHING.store(true, Relaxed);
    drop(secrets);
    IS_WATCHING.store(false, Relaxed);
    let found = FOUND.each_ref().map(|it| it.load(Relaxed));
    assert_eq!(found, [1; 10], "what is not wiped is seen");
}

/// What must not be found, by the same random bytes as in [`live`].
fn secrets() -> [Vec<u8>; 10] {
    let entropy = Entropy::random(Length::Words12, &mut chance(1));
    let seed = entropy.seed();
    let dealt = deal(&entropy, SET, &mut chance(2));
    let y = |share: &Share| share.bytes().bytes()[34..].to_vec();
    let code = RecoveryCode::random(&mut chance(4));
    [
        entropy.bytes().to_vec(),
        entropy.words().text().as_bytes().to_vec(),
        seed.bytes().to_vec(),
        Secp256k1Node::at(seed.bytes(), &path::evm(Index::FIRST)).unwrap().key().to_vec(),
        Ed25519Node::at(seed.bytes(), &path::solana(Index::FIRST)).key().to_vec(),
        y(&dealt.device),
        y(&dealt.recovery),
        RecoveryKey::random(&mut chance(3)).bytes().to_vec(),
        code.words().text().as_bytes().to_vec(),
        PHRASE.as_bytes().to_vec(),
    ]
}

/// A wallet is made, its shares go to their holders, and a new device recovers it in every way.
fn live() {
    let entropy = Entropy::random(Length::Words12, &mut chance(1));
    let pinned = Account::new(&entropy, Index::FIRST).ok().unwrap().addresses();
    let dealt = deal(&entropy, SET, &mut chance(2));
    let key = RecoveryKey::random(&mut chance(3));
    let code = RecoveryCode::random(&mut chance(4));
    let pepper = Pepper(SecretBytes::copied(&[5; 32]));
    let phrase = Passphrase::new(PHRASE).ok().unwrap();
    let factors = [
        FactorKey::of_passkey(&[5; 32]).ok().unwrap(),
        FactorKey::of_code(&RecoveryCode::read(code.words().text()).ok().unwrap()),
        FactorKey::of_passphrase(&phrase, &[1; 16], Cost::LEAST, &pepper).ok().unwrap(),
    ];
    let sealed = key.seal(&dealt.recovery, &mut chance(5)).unwrap();
    let recipient = RecipientKey::random(&mut chance(6));
    for factor in &factors {
        let wrapped = factor.wrap(&key, &SET.wallet, b"row", &mut chance(7));
        let key = factor.open(&SET.wallet, b"row", &wrapped).ok().unwrap();
        let recovery = key.open(&SET, &sealed).ok().unwrap();
        let auth = dealt.auth.bytes();
        let to = recipient.public();
        let boxed = sealed_box::seal(&to, &PLACE, auth.bytes(), &mut chance(8)).unwrap();
        let opened = sealed_box::open(&recipient, &PLACE, &boxed).ok().unwrap();
        let auth = Share::read(opened.bytes()).ok().unwrap();
        for other in [&recovery, &dealt.device] {
            let rebuilt = combine(&auth, other, &dealt.commitment).ok().unwrap();
            let read = Entropy::of_words(rebuilt.words().text()).ok().unwrap();
            let account = Account::rebuilt(&read, Index::FIRST, &pinned).ok().unwrap();
            account.evm().sign(&[3; 32]);
            account.solana().sign(b"message");
        }
    }
}
