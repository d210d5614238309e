//! Nothing secret is given back to the allocator as it was, whichever texts it stood in: what a worker in a browser
//! frees is looked through while a wallet is made, shown, brought back and signs.
//!
//! Unsafe code, since there is no other way to be an allocator. The one test of the file stands alone in its
//! process, for what others free would be looked through as well.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use keys::account::Account;
use keys::entropy::Entropy;
use keys::part::{Part, place};
use keys::path::{self, Ed25519Node, Index, Secp256k1Node};
use keys::sealed_box::{self, RecipientKey, RecipientPublicKey};
use protocol::api::vault::{
    Factor, FactorKind, Recovered, ShareSet, ShareTold, WalletAddresses, WalletSummary,
};
use protocol::caip::ChainId;
use protocol::module::signer::{
    Opening, SignRequest, SignSetting, Signed, SignerAnswer, SignerAsk, SignerSecrets,
};
use protocol::relay::base64;
use signer::Signer;
use signer::wiping::Wiping;
use wire::{Json, Long, from_text, to_text};

const WALLET: [u8; 16] = [0xaa; 16];
const WALLET_ID: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const FIRST: &str = "11111111111111111111111111111111";
const SECOND: &str = "22222222222222222222222222222222";
const SECRETS: usize = 9;

/// The first eight bytes of each secret.
static WATCHED: [AtomicU64; SECRETS] = [const { AtomicU64::new(0) }; SECRETS];
static IS_WATCHING: AtomicBool = AtomicBool::new(false);
/// For each secret, how often it was freed as it was.
static FOUND: [AtomicUsize; SECRETS] = [const { AtomicUsize::new(0) }; SECRETS];

struct Watching;

/// As in a browser, but for what is inside of it.
#[global_allocator]
static ALLOCATOR: Wiping<Watching> = Wiping(Watching);

// SAFETY: all is done by the system's allocator. `realloc` is the default one, which frees what was moved.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on. Zeros, so that every byte may be read.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if IS_WATCHING.load(Relaxed) {
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

fn found() -> [usize; SECRETS] {
    FOUND.each_ref().map(|it| it.swap(0, Relaxed))
}

#[test]
fn what_held_a_secret_is_wiped_before_it_is_given_back() {
    let secrets = live();
    for (watched, secret) in WATCHED.iter().zip(&secrets) {
        watched.store(u64::from_le_bytes(secret[..8].try_into().unwrap()), Relaxed);
    }
    IS_WATCHING.store(true, Relaxed);
    let again = live();
    assert!(again == secrets, "the same random bytes make the same secrets");
    drop(again);
    assert_eq!(found(), [0; SECRETS], "which secret was freed how often");
    // What is not wiped is seen.
    for secret in &secrets {
        let layout = Layout::array::<u8>(secret.len()).unwrap();
        // SAFETY: as much is written as there is room for, and what was given is given back.
        unsafe {
            let block = Watching.alloc(layout);
            block.copy_from_nonoverlapping(secret.as_ptr(), secret.len());
            Watching.dealloc(block, layout);
        }
    }
    IS_WATCHING.store(false, Relaxed);
    assert_eq!(found(), [1; SECRETS]);
}

/// Bytes that look random, the same for each start.
fn chance(start: u64) -> impl FnMut(&mut [u8]) {
    let mut state = start;
    move |bytes| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = state.to_be_bytes()[0];
        }
    }
}

type Chance = Box<dyn FnMut(&mut [u8])>;

/// A page and its worker, with a server that seals again what it was sent.
struct World {
    signer: Signer,
    own: Chance,
    server: RecipientKey,
}

impl World {
    fn ask(&mut self, ask: &SignerAsk, beside: &SignerSecrets) -> (SignerAnswer, SignerSecrets) {
        let (ask, beside) = (to_text(ask), to_text(beside));
        let (answer, beside) = self.signer.ask_text(&ask, Some(&beside), &mut *self.own);
        let beside = beside.map(|it| from_text(&it).unwrap()).unwrap_or_default();
        (from_text(&answer).unwrap(), beside)
    }

    fn receive(&mut self) -> (u32, RecipientPublicKey) {
        let SignerAnswer::Receiving { receiver, seal_to } =
            self.ask(&SignerAsk::Receive, &SignerSecrets::default()).0
        else {
            panic!("it is received")
        };
        (receiver, RecipientPublicKey(base64::decode(&seal_to).unwrap().try_into().unwrap()))
    }

    fn told(&self, set: &ShareSet, to: &RecipientPublicKey) -> ShareTold {
        let place = place(Part::Auth, &set.id, &WALLET);
        let sealed = base64::decode(&set.auth_share).unwrap();
        let opened = sealed_box::open(&self.server, &place, &sealed).ok().unwrap();
        let sealed = sealed_box::seal(to, &place, opened.bytes(), &mut chance(9)).ok().unwrap();
        ShareTold {
            set_id: set.id.clone(),
            commitment: set.commitment.clone(),
            auth_share: base64::encode(&sealed),
        }
    }
}

/// A wallet's life, by texts alone; its secrets.
fn live() -> Vec<Vec<u8>> {
    let server = RecipientKey::random(&mut chance(5));
    let seal_to = base64::encode(&server.public().0);
    let own = Box::new(chance(3));
    let mut world = World { signer: Signer::default(), own, server };
    let code = world.ask(&SignerAsk::Code, &SignerSecrets::default()).1.words.unwrap();
    let of_factor = SignerSecrets { factor: Some(code.clone()), ..SignerSecrets::default() };
    let ask = SignerAsk::Create {
        wallet: WALLET_ID.to_owned(),
        set: FIRST.to_owned(),
        seal_to: seal_to.clone(),
        session: "a session".to_owned(),
        factor: FactorKind::Code,
        params: "{}".to_owned(),
    };
    let (answer, first) = world.ask(&ask, &of_factor);
    let SignerAnswer::Created { addresses, set, factor, .. } = answer else { panic!("made") };
    let wallet = summary(&addresses, &set);

    let (receiver, to) = world.receive();
    let told = world.told(&set, &to);
    let ask =
        SignerAsk::Words { receiver, wallet: wallet.clone(), opening: Opening::Device { told } };
    let words = world.ask(&ask, &first).1.words.unwrap();

    let (receiver, to) = world.receive();
    let recovered = recovered(&world, &set, factor, &to);
    let ask = SignerAsk::Recover {
        receiver,
        wallet: wallet.clone(),
        recovered,
        factor: FactorKind::Code,
        set: SECOND.to_owned(),
        seal_to,
        session: "a session".to_owned(),
    };
    let (answer, second) = world.ask(&ask, &of_factor);
    let SignerAnswer::Dealt { set, .. } = answer else { panic!("dealt") };
    sign(&mut world, &wallet, &set, &second);
    let device = first.device_share.unwrap();
    secrets(&words, &code, [&device, &second.device_share.unwrap()])
}

fn summary(addresses: &WalletAddresses, set: &ShareSet) -> WalletSummary {
    WalletSummary {
        id: WALLET_ID.to_owned(),
        addresses: addresses.clone(),
        set_id: Some(set.id.clone()),
        factors: vec![FactorKind::Code],
    }
}

fn recovered(world: &World, set: &ShareSet, factor: Factor, to: &RecipientPublicKey) -> Recovered {
    let auth_share = world.told(set, to).auth_share;
    Recovered { set: ShareSet { auth_share, ..set.clone() }, factors: vec![factor] }
}

fn sign(world: &mut World, wallet: &WalletSummary, set: &ShareSet, beside: &SignerSecrets) {
    let setting = SignSetting {
        origin: "https://shop.example".to_owned(),
        addresses: wallet.addresses.clone(),
        own: Vec::new(),
        chain: ChainId::eip155(1),
        now_ms: Long(0),
        known: Vec::new(),
    };
    let params = Json::list([Json::text("hi"), Json::text(&wallet.addresses.eip155)]);
    let method = "personal_sign".to_owned();
    let request = SignRequest { method, params: Some(params), network: None };
    let read = world.ask(&SignerAsk::Read { request, setting }, &SignerSecrets::default()).0;
    let SignerAnswer::Read { prepared, .. } = read else { panic!("read") };
    let (receiver, to) = world.receive();
    let told = world.told(set, &to);
    let ask = SignerAsk::Sign { prepared, receiver, wallet: wallet.clone(), told };
    let signed = world.ask(&ask, beside).0;
    let is_signed = matches!(signed, SignerAnswer::Signed { signed: Signed::Message { .. } });
    assert!(is_signed);
}

/// What must not be found, in every form that it has.
fn secrets(words: &str, code: &str, devices: [&String; 2]) -> Vec<Vec<u8>> {
    let entropy = Entropy::of_words(words).ok().unwrap();
    assert!(Account::new(&entropy, Index::FIRST).is_ok());
    let seed = entropy.seed();
    let [first, second] = devices.map(|it| it.as_bytes()[it.len() - 20..].to_vec());
    vec![
        entropy.bytes().to_vec(),
        words.as_bytes().to_vec(),
        seed.bytes().to_vec(),
        Secp256k1Node::at(seed.bytes(), &path::evm(Index::FIRST)).unwrap().key().to_vec(),
        Ed25519Node::at(seed.bytes(), &path::solana(Index::FIRST)).key().to_vec(),
        code.as_bytes().to_vec(),
        first,
        second,
        base64::decode(devices[0]).unwrap()[34..].to_vec(),
    ]
}
