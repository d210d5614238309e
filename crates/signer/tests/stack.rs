//! What a call that is over had on the stack is wiped.
//!
//! Unsafe code, since nobody may look there: what is read is no longer anybody's. The address is handed on as a
//! number, and the one test of the file stands alone in its process.
#![allow(unsafe_code)]

use std::hint::black_box;

use signer::wiping::wipe_stack;

const PATTERN: u64 = 0x5ec2_e75e_c2e7_5ec2;

/// Leaves a pattern in its frame, and tells where.
#[inline(never)]
fn leave() -> usize {
    let mut room = [0_u64; 64];
    black_box(&mut room).fill(PATTERN);
    std::ptr::from_ref(black_box(&room[32])).expose_provenance()
}

#[inline(never)]
fn look(address: usize) -> u64 {
    // SAFETY: the stack of this thread is there as long as the thread is, and any eight bytes are a number.
    unsafe { std::ptr::with_exposed_provenance::<u64>(address).read_volatile() }
}

#[test]
fn nothing_stays_on_the_stack() {
    let place = leave();
    assert_eq!(look(place), PATTERN, "what nobody wipes is there");
    wipe_stack();
    assert_eq!(look(place), 0);
}
