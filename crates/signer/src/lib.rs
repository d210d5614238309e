//! The worker of the vault's frame: the only place where a wallet's keys are in clear, for as long as one ask takes.
//!
//! It is asked one thing at a time and answers at once; it waits for nothing, and keeps nothing but the keys by which
//! it receives shares, and what it has read of requests and not signed yet. [`Signer::ask`] is the table; `rebuild.rs`
//! makes a wallet of its shares, `deal.rs` splits one, `factor.rs` reads what brings one back. What a page wants
//! signed is read first, in `read.rs`, and shown; what is signed then is what was read, `work.rs`. In a browser it is
//! `web.rs`, whose memory is wiped as it is given back, `wiping.rs`.

mod deal;
mod factor;
mod outcome;
mod read;
mod rebuild;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod web;
pub mod wiping;
mod work;

use keys::claim::Claim;
use keys::factor::RecoveryCode;
use keys::sealed_box::RecipientKey;
use keys::secret::Fill;
use protocol::api::vault::{ShareTold, WalletClaim, WalletSummary};
use protocol::module::reading::Reading;
use protocol::module::reading_flag::Severity;
use protocol::module::signer::{
    SignRequest, SignSetting, Signed, SignerAnswer, SignerAsk, SignerRefusal, SignerSecrets,
};
use protocol::relay::base64;

use wire::{Json, Opaque, from_text, to_text};

use crate::deal::Dealing;
use crate::outcome::{Outcome, id_of};
use crate::read::{Read, Unread, parties, tokens};
use crate::rebuild::Rebuilding;
use crate::wiping::wipe_stack;
use crate::work::Prepared;

/// How many keys wait for an answer at once. The oldest goes.
const MOST_RECEIVERS: usize = 8;

/// How much of what was read waits to be signed at once: more than the frame has a person asked, and reads at once for a
/// page that asks in turn. The oldest goes.
const MOST_PREPARED: usize = 32;

/// The worker.
#[derive(Default)]
pub struct Signer {
    receivers: Vec<(u32, RecipientKey)>,
    prepared: Vec<Prepared>,
    /// The last name that was given to either.
    last: u32,
}

impl Signer {
    /// Does what is asked by texts: a [`SignerAsk`] and [`SignerSecrets`], which are answered by a [`SignerAnswer`]
    /// and, where there are any, by secrets. They are never in one text. Nothing of them stays on the stack.
    pub fn ask_text(
        &mut self,
        ask: &str,
        beside: Option<&str>,
        fill: Fill<'_>,
    ) -> (String, Option<String>) {
        let answered = self.answered(ask, beside, fill);
        wipe_stack();
        answered
    }

    /// In a frame of its own on the stack, which is wiped afterwards.
    #[inline(never)]
    fn answered(
        &mut self,
        ask: &str,
        beside: Option<&str>,
        fill: Fill<'_>,
    ) -> (String, Option<String>) {
        let beside = beside.map_or_else(|| Ok(SignerSecrets::default()), from_text);
        let asked = from_text::<SignerAsk>(ask).ok().zip(beside.ok());
        let Some((ask, beside)) = asked else {
            let why = SignerRefusal::Malformed;
            return (to_text(&SignerAnswer::Refused { why }), None);
        };
        let (answer, beside) = self.ask(&ask, &beside, fill);
        let has_some = beside != SignerSecrets::default();
        (to_text(&answer), has_some.then(|| to_text(&beside)))
    }

    /// Does what is asked, with random bytes of `fill`.
    pub fn ask(
        &mut self,
        ask: &SignerAsk,
        secrets: &SignerSecrets,
        fill: Fill<'_>,
    ) -> (SignerAnswer, SignerSecrets) {
        self.done(ask, secrets, fill)
            .unwrap_or_else(|why| (SignerAnswer::Refused { why }, SignerSecrets::default()))
    }

    fn done(
        &mut self,
        ask: &SignerAsk,
        secrets: &SignerSecrets,
        fill: Fill<'_>,
    ) -> Outcome<(SignerAnswer, SignerSecrets)> {
        match ask {
            SignerAsk::Receive => Ok(alone(self.receive(fill))),
            SignerAsk::Code => {
                Ok((SignerAnswer::Code, shown(RecoveryCode::random(fill).words().text())))
            }
            SignerAsk::Create { wallet, set, seal_to, session, factor, params } => {
                let dealing = Dealing::read(wallet, set, seal_to, session)?;
                deal::create(&dealing, (*factor, params), secrets, fill)
            }
            SignerAsk::Recover { receiver, wallet, recovered, factor, set, seal_to, session } => {
                let own = self.take(*receiver)?;
                let dealing = Dealing::read(&wallet.id, set, seal_to, session)?;
                let rebuilding = Rebuilding { own, wallet };
                let (rebuilt, key) =
                    rebuilding.recover(recovered, *factor, secrets.factor.as_deref())?;
                deal::enrol(&dealing, &rebuilt, &key, fill)
            }
            SignerAsk::Split {
                receiver,
                wallet,
                opening,
                factor,
                params,
                set,
                seal_to,
                session,
            } => {
                let own = self.take(*receiver)?;
                let dealing = Dealing::read(&wallet.id, set, seal_to, session)?;
                let rebuilt = Rebuilding { own, wallet }.opened(opening, secrets)?;
                deal::rotate(&dealing, &rebuilt, (*factor, params), secrets, fill)
            }
            SignerAsk::Words { receiver, wallet, opening } => {
                let own = self.take(*receiver)?;
                let rebuilt = Rebuilding { own, wallet }.opened(opening, secrets)?;
                Ok((SignerAnswer::Shown, shown(rebuilt.entropy.words().text())))
            }
            SignerAsk::Claim { receiver, wallet, told, claim, session } => {
                let own = self.take(*receiver)?;
                claimed(&Rebuilding { own, wallet }, told, claim, session, secrets)
            }
            SignerAsk::Read { request, setting } => Ok(alone(self.read(request, setting)?)),
            SignerAsk::Count { prepared, told } => Ok(alone(self.count(*prepared, told)?)),
            SignerAsk::Sign { prepared, receiver, wallet, told } => {
                let signed = self.sign((*prepared, *receiver), wallet, told, secrets)?;
                Ok(alone(SignerAnswer::Signed { signed }))
            }
            SignerAsk::Forget { prepared } => {
                self.prepared.retain(|it| it.name != *prepared);
                Ok(alone(SignerAnswer::Forgotten))
            }
        }
    }

    fn read(&mut self, request: &SignRequest, setting: &SignSetting) -> Outcome<SignerAnswer> {
        let (reading, work) = match read::read(request, setting) {
            Ok(Read { reading, work }) => (reading, work),
            Err(Unread::Incomplete { call, needs_gas }) => {
                return Ok(SignerAnswer::Incomplete { call, needs_gas });
            }
            Err(Unread::Unfit(error)) => return Ok(SignerAnswer::Unfit { error }),
            Err(Unread::Refused(why)) => return Err(why),
        };
        if self.prepared.len() == MOST_PREPARED {
            self.prepared.remove(0);
        }
        self.last += 1;
        let is_blocked = reading.flags.iter().any(|it| it.severity == Severity::Blocked);
        let addresses = setting.addresses.clone();
        let asks = tokens::asks(&reading);
        let is_counted = asks.is_empty();
        let answer = told(self.last, &reading, asks);
        let uncounted = (!is_counted).then_some(reading);
        self.prepared.push(Prepared { name: self.last, addresses, is_blocked, work, uncounted });
        Ok(answer)
    }

    /// What was read, once more, by what tokens say of themselves.
    fn count(&mut self, prepared: u32, said: &[Json]) -> Outcome<SignerAnswer> {
        let waiting = self.prepared.iter_mut().find(|it| it.name == prepared);
        let uncounted = waiting.and_then(|it| it.uncounted.take());
        let mut reading = uncounted.ok_or(SignerRefusal::PreparedUnknown)?;
        tokens::put(&mut reading, said);
        Ok(told(prepared, &reading, Vec::new()))
    }

    fn sign(
        &mut self,
        (prepared, receiver): (u32, u32),
        wallet: &WalletSummary,
        told: &ShareTold,
        secrets: &SignerSecrets,
    ) -> Outcome<Signed> {
        let (prepared, own) = (self.prepared(prepared), self.take(receiver));
        let work = prepared?.approved(wallet)?;
        let rebuilt = Rebuilding { own: own?, wallet }.rebuild(told, secrets)?;
        work.signed(&rebuilt.account)
    }

    /// What was read is good for one signature.
    fn prepared(&mut self, prepared: u32) -> Outcome<Prepared> {
        let place = self.prepared.iter().position(|it| it.name == prepared);
        let place = place.ok_or(SignerRefusal::PreparedUnknown)?;
        Ok(self.prepared.remove(place))
    }

    fn receive(&mut self, fill: Fill<'_>) -> SignerAnswer {
        if self.receivers.len() == MOST_RECEIVERS {
            self.receivers.remove(0);
        }
        self.last += 1;
        let key = RecipientKey::random(fill);
        let seal_to = base64::encode(&key.public().0);
        self.receivers.push((self.last, key));
        SignerAnswer::Receiving { receiver: self.last, seal_to }
    }

    /// A key is good for one answer.
    fn take(&mut self, receiver: u32) -> Outcome<RecipientKey> {
        let place = self.receivers.iter().position(|(name, _)| *name == receiver);
        let place = place.ok_or(SignerRefusal::ReceiverUnknown)?;
        Ok(self.receivers.remove(place).1)
    }
}

/// An answer without secrets.
fn alone(answer: SignerAnswer) -> (SignerAnswer, SignerSecrets) {
    (answer, SignerSecrets::default())
}

/// What a wallet says of itself, in the session of this hash.
fn claimed(
    rebuilding: &Rebuilding<'_>,
    told: &ShareTold,
    claim: &WalletClaim,
    session: &str,
    secrets: &SignerSecrets,
) -> Outcome<(SignerAnswer, SignerSecrets)> {
    let id = id_of(&rebuilding.wallet.id).ok_or(SignerRefusal::Malformed)?;
    let kind = match claim {
        WalletClaim::Move { .. } => Claim::Move,
        WalletClaim::Delete => Claim::Delete,
    };
    let digest = kind.digest(&id, session, &claim.parts());
    let signature = rebuilding.rebuild(told, secrets)?.account.evm().sign(&digest);
    let signature = base64::encode(&signature.bytes());
    Ok(alone(SignerAnswer::Claimed { signature }))
}

/// What is answered of what was read.
fn told(prepared: u32, reading: &Reading, asks: Vec<Json>) -> SignerAnswer {
    let parties = parties::of(reading);
    SignerAnswer::Read { prepared, reading: Opaque::of(reading), parties, asks }
}

fn shown(words: &str) -> SignerSecrets {
    SignerSecrets { words: Some(words.to_owned()), ..SignerSecrets::default() }
}
