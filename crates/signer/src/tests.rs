//! The worker with a server that keeps what it is sent, and gives it back. Requests of pages are in the folder
//! beside this file.

mod counting;
mod hostile;
mod page;
mod reading_evm;
mod reading_solana;
mod sign_ins;
mod signing;
mod trial;
mod vectors;

use keys::account::Account;
use keys::claim::Claim;
use keys::entropy::Entropy;
use keys::evm_signature::EvmSignature;
use keys::factor::RecoveryCode;
use keys::part::{Part, place};
use keys::path::Index;
use keys::sealed_box::{self, RecipientKey, RecipientPublicKey};
use keys::secret::SecretVec;
use protocol::api::vault::{
    Factor, FactorKind, Recovered, ShareSet, ShareTold, WalletAddresses, WalletClaim,
    WalletSummary, claimed,
};
use protocol::module::signer::{
    Opening, Signed, SignerAnswer, SignerAsk, SignerRefusal, SignerSecrets,
};
use protocol::relay::base64;

use crate::deal::Dealing;
use crate::outcome::{Outcome, id_of};
use crate::{MOST_RECEIVERS, Signer};

/// What has to be known to use a factor, which the worker hands on.
const PARAMS: &str = r#"{"known":1}"#;
const SESSION: &str = "the hash of a session";
const WALLET: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const FIRST: &str = "11111111111111111111111111111111";
const SECOND: &str = "22222222222222222222222222222222";

/// Bytes that look random, others each time.
fn chance() -> impl FnMut(&mut [u8]) {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |bytes| {
        for byte in bytes {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            *byte = state.to_be_bytes()[0];
        }
    }
}

type Chance = Box<dyn FnMut(&mut [u8])>;

/// A page with its worker, and the server.
struct World {
    signer: Signer,
    server: RecipientKey,
    fill: Chance,
}

/// What the server keeps.
#[derive(Clone)]
struct Kept {
    addresses: WalletAddresses,
    set: ShareSet,
    factor: Factor,
}

impl World {
    fn new() -> Self {
        let mut fill = chance();
        let server = RecipientKey::random(&mut fill);
        World { signer: Signer::default(), server, fill: Box::new(fill) }
    }

    fn ask(&mut self, ask: &SignerAsk, secrets: &SignerSecrets) -> (SignerAnswer, SignerSecrets) {
        self.signer.ask(ask, secrets, &mut *self.fill)
    }

    fn refusal(&mut self, ask: &SignerAsk, secrets: &SignerSecrets) -> Option<SignerRefusal> {
        match self.ask(ask, secrets).0 {
            SignerAnswer::Refused { why } => Some(why),
            _ => None,
        }
    }

    fn seal_to(&self) -> String {
        base64::encode(&self.server.public().0)
    }

    /// A wallet, and the share that stays here.
    fn create(&mut self, factor: FactorKind, secrets: &SignerSecrets) -> (Kept, SignerSecrets) {
        let (wallet, set) = (WALLET.to_owned(), FIRST.to_owned());
        let ask = SignerAsk::Create {
            wallet,
            set,
            seal_to: self.seal_to(),
            session: SESSION.to_owned(),
            factor,
            params: PARAMS.to_owned(),
        };
        match self.ask(&ask, secrets) {
            (SignerAnswer::Created { addresses, set, factor, signature }, kept) => {
                let factors = std::slice::from_ref(&factor);
                assert_signed(Claim::Create, &addresses, &set, factors, &signature);
                (Kept { addresses, set, factor }, kept)
            }
            _ => panic!("it is made"),
        }
    }

    /// The wallet of known words, as if it had been made here.
    fn of_words(&mut self, words: &str) -> (Kept, SignerSecrets) {
        let entropy = Entropy::of_words(words).unwrap_or_else(|_| panic!("words"));
        let account = Account::new(&entropy, Index::FIRST).unwrap_or_else(|_| panic!("keys"));
        let pinned = account.addresses();
        let addresses = WalletAddresses { eip155: pinned.eip155, solana: pinned.solana };
        let dealing = done(Dealing::read(WALLET, FIRST, &self.seal_to(), SESSION));
        let split =
            dealing.split(&entropy, (FactorKind::Automatic, PARAMS), &none(), &mut *self.fill);
        let (set, factor, kept) = done(split);
        (Kept { addresses, set, factor }, kept)
    }

    /// Signs what was read.
    fn sign(
        &mut self,
        prepared: u32,
        kept: &Kept,
        secrets: &SignerSecrets,
    ) -> Result<Signed, SignerRefusal> {
        let (receiver, to) = self.receive();
        let told = self.told(kept, &to);
        let ask = SignerAsk::Sign { prepared, receiver, wallet: summary(kept), told };
        let (answer, beside) = self.ask(&ask, secrets);
        assert!(beside == none(), "nothing secret goes beside a signature");
        match answer {
            SignerAnswer::Signed { signed } => Ok(signed),
            SignerAnswer::Refused { why } => Err(why),
            _ => panic!("it is signed or not"),
        }
    }

    fn receive(&mut self) -> (u32, RecipientPublicKey) {
        match self.ask(&SignerAsk::Receive, &SignerSecrets::default()).0 {
            SignerAnswer::Receiving { receiver, seal_to } => {
                let key = base64::decode(&seal_to).and_then(|it| it.try_into().ok());
                (receiver, RecipientPublicKey(key.expect("32 bytes")))
            }
            _ => panic!("it is received"),
        }
    }

    /// What the server opens of what it was sent, sealed again to a page.
    fn resealed(&mut self, part: Part, row: &str, sealed: &str, to: &RecipientPublicKey) -> String {
        let wallet = id_of(WALLET).expect("an id");
        let place = place(part, row, &wallet);
        let sealed = base64::decode(sealed).expect("base64");
        let opened: SecretVec =
            sealed_box::open(&self.server, &place, &sealed).unwrap_or_else(|_| panic!("opened"));
        let again = sealed_box::seal(to, &place, opened.bytes(), &mut *self.fill);
        base64::encode(&again.unwrap_or_else(|_| panic!("sealed")))
    }

    fn told(&mut self, kept: &Kept, to: &RecipientPublicKey) -> ShareTold {
        let set = &kept.set;
        let auth_share = self.resealed(Part::Auth, &set.id, &set.auth_share, to);
        ShareTold { set_id: set.id.clone(), commitment: set.commitment.clone(), auth_share }
    }

    fn recovered(&mut self, kept: &Kept, to: &RecipientPublicKey) -> Recovered {
        let auth_share = self.told(kept, to).auth_share;
        let mut factor = kept.factor.clone();
        if factor.kind == FactorKind::Automatic {
            factor.wrapped = self.resealed(Part::Factor, "automatic", &factor.wrapped, to);
        }
        Recovered { set: ShareSet { auth_share, ..kept.set.clone() }, factors: vec![factor] }
    }

    /// The words, by the share of this browser.
    fn words(&mut self, kept: &Kept, secrets: &SignerSecrets) -> Result<String, SignerRefusal> {
        let (receiver, to) = self.receive();
        let told = self.told(kept, &to);
        let ask =
            SignerAsk::Words { receiver, wallet: summary(kept), opening: Opening::Device { told } };
        match self.ask(&ask, secrets) {
            (SignerAnswer::Shown, secrets) => Ok(secrets.words.expect("words")),
            (SignerAnswer::Refused { why }, _) => Err(why),
            _ => panic!("they are shown or not"),
        }
    }

    fn recover(
        &mut self,
        kept: &Kept,
        factor: FactorKind,
        secrets: &SignerSecrets,
    ) -> Result<(ShareSet, SignerSecrets), SignerRefusal> {
        let (receiver, to) = self.receive();
        let (recovered, seal_to) = (self.recovered(kept, &to), self.seal_to());
        let (wallet, set) = (summary(kept), SECOND.to_owned());
        let session = SESSION.to_owned();
        let ask = SignerAsk::Recover { receiver, wallet, recovered, factor, set, seal_to, session };
        match self.ask(&ask, secrets) {
            (SignerAnswer::Dealt { set, signature }, secrets) => {
                assert_signed(Claim::Enrol, &kept.addresses, &set, &[], &signature);
                Ok((set, secrets))
            }
            (SignerAnswer::Refused { why }, _) => Err(why),
            _ => panic!("it is dealt or not"),
        }
    }
}

/// Whoever keeps the set sees that the wallet sent it.
fn assert_signed(
    claim: Claim,
    addresses: &WalletAddresses,
    set: &ShareSet,
    factors: &[Factor],
    signature: &str,
) {
    let wallet = id_of(WALLET).expect("an id");
    let digest = claim.digest(&wallet, SESSION, &claimed(set, factors));
    let signature = base64::decode(signature).expect("base64");
    let signature = EvmSignature::read(&signature).expect("a signature");
    let signer = signature.recover(&digest).expect("a signer");
    assert_eq!(signer.to_checksum(), addresses.eip155);
}

fn summary(kept: &Kept) -> WalletSummary {
    WalletSummary {
        id: WALLET.to_owned(),
        addresses: kept.addresses.clone(),
        set_id: Some(kept.set.id.clone()),
        factors: vec![kept.factor.kind],
    }
}

fn done<T>(outcome: Outcome<T>) -> T {
    outcome.unwrap_or_else(|_| panic!("it is done"))
}

fn none() -> SignerSecrets {
    SignerSecrets::default()
}

fn of_factor(text: &str) -> SignerSecrets {
    SignerSecrets { factor: Some(text.to_owned()), ..none() }
}

#[test]
fn a_wallet_is_shown_by_the_browser_that_made_it_and_by_one_that_brings_it_back() {
    let mut world = World::new();
    let (kept, secrets) = world.create(FactorKind::Automatic, &none());
    let words = done(world.words(&kept, &secrets));
    assert_eq!(words.split(' ').count(), 12);
    assert!(Entropy::of_words(&words).is_ok());

    let (set, elsewhere) = done(world.recover(&kept, FactorKind::Automatic, &none()));
    assert_ne!(elsewhere.device_share, secrets.device_share);
    let there = Kept { set, ..kept.clone() };
    assert!(world.words(&there, &elsewhere).ok() == Some(words.clone()));
    assert!(world.words(&kept, &secrets).ok() == Some(words), "the first is as it was");
    // Shares of two sets make nothing.
    assert!(world.words(&there, &secrets).err() == Some(SignerRefusal::SharesUnfit));
}

#[test]
fn a_code_brings_it_back_and_no_other_code_does() {
    let mut world = World::new();
    let code = world.ask(&SignerAsk::Code, &none()).1.words.expect("a code");
    let other = world.ask(&SignerAsk::Code, &none()).1.words.expect("a code");
    assert!(RecoveryCode::read(&code).is_ok());
    let (kept, secrets) = world.create(FactorKind::Code, &of_factor(&code));
    let words = done(world.words(&kept, &secrets));
    let (set, there) = done(world.recover(&kept, FactorKind::Code, &of_factor(&code)));
    assert!(world.words(&Kept { set, ..kept.clone() }, &there).ok() == Some(words));
    for (factor, made_of, why) in [
        (FactorKind::Code, of_factor(&other), SignerRefusal::FactorWrong),
        (FactorKind::Code, of_factor("twelve words"), SignerRefusal::FactorUnfit),
        (FactorKind::Code, none(), SignerRefusal::FactorUnfit),
        (FactorKind::Passkey, of_factor(&code), SignerRefusal::FactorMissing),
        (FactorKind::Automatic, none(), SignerRefusal::FactorMissing),
    ] {
        assert!(world.recover(&kept, factor, &made_of).err() == Some(why));
    }
}

#[test]
fn a_passkey_gives_enough_or_is_none() {
    let mut world = World::new();
    let given = |bytes: &[u8]| of_factor(&base64::encode(bytes));
    let (kept, _) = world.create(FactorKind::Passkey, &given(&[5; 32]));
    assert!(world.recover(&kept, FactorKind::Passkey, &given(&[5; 32])).is_ok());
    for (secrets, why) in [
        (given(&[6; 32]), SignerRefusal::FactorWrong),
        (given(&[5; 31]), SignerRefusal::FactorUnfit),
        (given(&[0; 32]), SignerRefusal::FactorUnfit),
        (of_factor("!"), SignerRefusal::FactorUnfit),
    ] {
        assert!(world.recover(&kept, FactorKind::Passkey, &secrets).err() == Some(why));
    }
}

#[test]
fn splitting_it_anew_leaves_the_old_shares_without_use() {
    let mut world = World::new();
    let (kept, secrets) = world.create(FactorKind::Automatic, &none());
    let words = done(world.words(&kept, &secrets));
    let code = world.ask(&SignerAsk::Code, &none()).1.words.expect("a code");
    let (receiver, to) = world.receive();
    let (told, seal_to) = (world.told(&kept, &to), world.seal_to());
    let (wallet, set) = (summary(&kept), SECOND.to_owned());
    let factor = FactorKind::Code;
    let session = SESSION.to_owned();
    let params = PARAMS.to_owned();
    let ask = SignerAsk::Split {
        receiver,
        wallet,
        opening: Opening::Device { told },
        factor,
        params,
        set,
        seal_to,
        session,
    };
    let with_code = SignerSecrets { factor: Some(code.clone()), ..secrets.clone() };
    let (answer, fresh) = world.ask(&ask, &with_code);
    let SignerAnswer::Split { set, factor, signature } = answer else { panic!("it is split") };
    let factors = std::slice::from_ref(&factor);
    assert_signed(Claim::Rotate, &kept.addresses, &set, factors, &signature);
    assert_eq!(factor.params, PARAMS);
    let split = Kept { set, factor, ..kept.clone() };
    assert!(world.words(&split, &fresh).ok() == Some(words));
    assert!(world.words(&split, &secrets).err() == Some(SignerRefusal::SharesUnfit));
    // The recovery key is another one: what opened the old recovery share opens the new one not.
    let mixed = Kept { factor: kept.factor.clone(), ..split.clone() };
    let opened = world.recover(&mixed, FactorKind::Automatic, &none());
    assert!(opened.err() == Some(SignerRefusal::SharesUnfit));
    assert!(world.recover(&split, FactorKind::Code, &of_factor(&code)).is_ok());
}

#[test]
fn what_brings_a_wallet_back_shows_its_words_and_the_share_of_this_browser_alone_does_not() {
    let mut world = World::new();
    let code = world.ask(&SignerAsk::Code, &none()).1.words.expect("a code");
    let other = world.ask(&SignerAsk::Code, &none()).1.words.expect("a code");
    let (kept, secrets) = world.create(FactorKind::Code, &of_factor(&code));
    let words = done(world.words(&kept, &secrets));
    let mut ask = |held: Option<&str>| {
        let (receiver, to) = world.receive();
        let (wallet, recovered) = (summary(&kept), world.recovered(&kept, &to));
        let opening = Opening::Recovery { recovered, factor: FactorKind::Code };
        let beside = SignerSecrets { held: held.map(str::to_owned), ..secrets.clone() };
        world.ask(&SignerAsk::Words { receiver, wallet, opening }, &beside)
    };
    assert!(ask(Some(&code)).1.words == Some(words));
    for (held, why) in
        [(Some(&*other), SignerRefusal::FactorWrong), (None, SignerRefusal::FactorUnfit)]
    {
        assert!(ask(held).0 == SignerAnswer::Refused { why });
    }
}

#[test]
fn a_wallet_signs_what_it_says_of_itself() {
    let mut world = World::new();
    let (kept, secrets) = world.create(FactorKind::Automatic, &none());
    let moving = WalletClaim::Move {
        change: "3".to_owned(),
        old_email: "ann@example.com".to_owned(),
        new_email: "ann@new.example".to_owned(),
    };
    let mut ask = |claim: &WalletClaim, secrets: &SignerSecrets| {
        let (receiver, to) = world.receive();
        let (wallet, told) = (summary(&kept), world.told(&kept, &to));
        let (claim, session) = (claim.clone(), SESSION.to_owned());
        world.ask(&SignerAsk::Claim { receiver, wallet, told, claim, session }, secrets)
    };
    let id = id_of(WALLET).expect("an id");
    let parts = ["3", "ann@example.com", "ann@new.example"];
    for (claim, digest) in [
        (&moving, Claim::Move.digest(&id, SESSION, &parts)),
        (&WalletClaim::Delete, Claim::Delete.digest(&id, SESSION, &[])),
    ] {
        let (answer, beside) = ask(claim, &secrets);
        assert!(beside == none());
        let SignerAnswer::Claimed { signature } = answer else { panic!("it is signed") };
        let signature = EvmSignature::read(&base64::decode(&signature).expect("base64"));
        let signer = signature.expect("a signature").recover(&digest).expect("a signer");
        assert_eq!(signer.to_checksum(), kept.addresses.eip155);
    }
    // Without the share of this browser nothing is.
    let why = SignerRefusal::DeviceShareMissing;
    assert!(ask(&moving, &none()).0 == SignerAnswer::Refused { why });
}

#[test]
fn a_server_that_hands_out_shares_of_its_own_gets_no_use_of_a_wallet() {
    let mut world = World::new();
    let (kept, _) = world.create(FactorKind::Automatic, &none());
    // All of it is of another secret, and fits together.
    let (foreign, _) = world.create(FactorKind::Automatic, &none());
    let swapped = Kept { addresses: kept.addresses.clone(), ..foreign };
    let recovered = world.recover(&swapped, FactorKind::Automatic, &none());
    assert!(recovered.err() == Some(SignerRefusal::OtherWallet));
}

#[test]
fn a_key_receives_one_answer_and_eight_wait() {
    let mut world = World::new();
    let (kept, secrets) = world.create(FactorKind::Automatic, &none());
    let (receiver, to) = world.receive();
    let told = world.told(&kept, &to);
    let ask =
        SignerAsk::Words { receiver, wallet: summary(&kept), opening: Opening::Device { told } };
    assert!(world.refusal(&ask, &secrets).is_none());
    assert!(world.refusal(&ask, &secrets) == Some(SignerRefusal::ReceiverUnknown));
    let (first, _) = world.receive();
    for _ in 0..MOST_RECEIVERS {
        world.receive();
    }
    let told = ShareTold {
        set_id: FIRST.to_owned(),
        commitment: String::new(),
        auth_share: String::new(),
    };
    let ask = SignerAsk::Words {
        receiver: first,
        wallet: summary(&kept),
        opening: Opening::Device { told },
    };
    assert!(world.refusal(&ask, &secrets) == Some(SignerRefusal::ReceiverUnknown));
}

#[test]
fn what_is_no_share_is_refused() {
    let mut world = World::new();
    let (kept, secrets) = world.create(FactorKind::Automatic, &none());
    let share =
        |text: Option<&str>| SignerSecrets { device_share: text.map(str::to_owned), ..none() };
    for secrets in [share(None), share(Some("")), share(Some("!")), share(Some("AAAA"))] {
        assert!(world.words(&kept, &secrets).err() == Some(SignerRefusal::DeviceShareMissing));
    }
    let mut bytes =
        base64::decode(secrets.device_share.as_deref().expect("a share")).expect("base64");
    for at in [34, 49] {
        bytes[at] ^= 1;
        let changed = share(Some(&base64::encode(&bytes)));
        assert!(world.words(&kept, &changed).err() == Some(SignerRefusal::SharesUnfit));
        bytes[at] ^= 1;
    }
    for (wallet, set, seal_to) in [
        ("", FIRST, world.seal_to()),
        (WALLET, "11", world.seal_to()),
        (WALLET, FIRST, String::new()),
        // A key that takes part in nothing.
        (WALLET, FIRST, base64::encode(&[0; 32])),
    ] {
        let (wallet, set) = (wallet.to_owned(), set.to_owned());
        let ask = SignerAsk::Create {
            wallet,
            set,
            seal_to,
            session: String::new(),
            factor: FactorKind::Automatic,
            params: PARAMS.to_owned(),
        };
        assert!(world.refusal(&ask, &none()) == Some(SignerRefusal::Malformed));
    }
}
