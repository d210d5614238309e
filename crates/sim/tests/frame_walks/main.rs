//! Walks in the vault's frame, whose browser may lose what it keeps at any moment: see
//! `crates/sim/src/walking.rs`. And one way through it all, at each moment of which something is lost.

mod visitor;
mod walk;
mod world;

use protocol::api::vault::RecoveryPolicy;
use sim::walking::{Reached, is_long, walk};
use walk::FrameWalk;
use world::{LOST, Loss, Lost, World};

/// Reviewed: what walks of half a minute must have seen happen, as view, what was done or lost, how it stood afterwards.
const MUST_REACH: &[Reached] = &[
    ("EmailLogin", "e-mail", "otp"),
    ("EmailLogin", "e-mail", "closed"),
    ("EmailLogin", "e-mail", "offline"),
    ("EmailVerifyOtp", "wrong code", "otpRefused"),
    ("EmailVerifyOtp", "code", "closed"),
    ("EmailVerifyOtp", "code", "choose"),
    ("EmailVerifyOtp", "code", "recover"),
    ("EmailVerifyOtp", "resend", "otp"),
    ("EmailVerifyOtp", "choose sign-in", "closed"),
    ("EmailVerifyOtp", "choose code", "code"),
    ("EmailVerifyOtp", "keep code", "closed"),
    ("EmailVerifyOtp", "keep code", "otp"),
    ("EmailVerifyOtp", "recovery code", "closed"),
    ("EmailVerifyOtp", "recovery code", "factorWrong"),
    ("EmailVerifyOtp", "lose all", "otp"),
    ("EmailVerifyOtp", "lose the key", "otp"),
    ("EmailVerifyOtp", "lose the session", "otp"),
    ("ApproveTransaction", "approve", "closed"),
    ("ApproveTransaction", "approve", "offline"),
    ("ApproveTransaction", "approve", "shareLost"),
    ("ApproveTransaction", "refuse", "closed"),
    ("ApproveTransaction", "reload", "closed"),
    ("ApproveTransaction", "sign out", "closed"),
    ("ApproveTransaction", "lose all", "to be approved"),
    ("ApproveTransaction", "lose what is sealed", "to be approved"),
    ("ApproveTransaction", "lose the session", "to be approved"),
    ("ApproveTransaction", "lose the share", "to be approved"),
    ("WalletSettings", "want words", "words"),
    ("WalletSettings", "want words", "recover"),
    ("WalletSettings", "recovery code", "words"),
    ("WalletSettings", "recovery code", "prove"),
    ("WalletSettings", "hide words", "overview"),
    ("WalletSettings", "keep code", "overview"),
    ("WalletSettings", "lose all", "code"),
    ("WalletSettings", "lose the share", "code"),
    ("WalletSettings", "forget", "closed"),
    ("WalletSettings", "revoke", "overview"),
    ("closed", "open settings", "overview"),
    ("closed", "hand on code", "closed"),
    ("closed", "sign", "to be approved"),
    ("closed", "sign out", "closed"),
    ("closed", "go on", "closed"),
    ("closed", "lose the key", "closed"),
    ("closed", "lose the dealings", "closed"),
];

#[test]
fn walks() {
    walk::<FrameWalk>(MUST_REACH, 2);
}

/// A newcomer signs in, chooses, signs, comes again, signs, sees their words, signs out, and does it all again.
fn way(world: &mut World) -> Result<(), String> {
    world.sign()?;
    world.reload();
    world.sign()?;
    // They are still in, and do nothing dear any more.
    world.elapse(6 * 60_000);
    world.sign()?;
    world.see_words()?;
    world.sign_out()?;
    world.sign()
}

/// In a long run all that may be lost is lost at each moment; in a short one something is, at each.
#[test]
fn whatever_is_lost_at_whichever_moment_a_visitor_has_the_same_wallet_in_the_end() {
    let (mut ways, mut lost) = (0, Vec::new());
    for policy in [RecoveryPolicy::Ask, RecoveryPolicy::Own] {
        let mut whole = World::new(policy);
        way(&mut whole).expect("nothing is lost");
        for at in 0..whole.moments {
            // Nothing that is done here depends on whom the wallet has dealt with.
            let all = LOST.into_iter().filter(|it| *it != Lost::Dealings);
            let all: Vec<_> = all.flat_map(|what| [(what, false), (what, true)]).collect();
            for (place, (what, is_left)) in all.iter().copied().enumerate() {
                if !is_long() && place != at % all.len() {
                    continue;
                }
                let loss = Loss { at, what, is_left };
                let mut world = World::new(policy);
                world.loss = Some(loss);
                assert_eq!(way(&mut world), Ok(()), "{policy:?} {loss:?}");
                ways += 1;
                lost.extend(world.has_lost.then_some(what));
            }
        }
    }
    for what in LOST.into_iter().filter(|it| *it != Lost::Dealings) {
        assert!(lost.contains(&what), "{what:?} was never there to be lost");
    }
    println!("{ways} ways");
}
