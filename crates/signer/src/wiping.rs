//! What a worker leaves behind in its memory: nothing. Texts that hold secrets come and go in many places: the page
//! writes one, it is parsed, an answer is written, the page reads it. None of them is looked after by itself.
//!
//! [`Wiping`] wipes what is given back to an allocator, which is unsafe code, since there is no other way to be one.
//! [`wipe_stack`] wipes where calls that are over had what they worked with.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::hint::black_box;
use std::mem::MaybeUninit;

use zeroize::Zeroize;

/// An allocator that wipes what is given back, and then gives it to the one inside.
pub struct Wiping<A>(pub A);

// SAFETY: all is done by the allocator inside. `realloc` is the default one, which copies what is moved and gives the
// old place back.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Wiping<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block is the caller's until it is given back below, and may be written to.
        let bytes: &mut [MaybeUninit<u8>] =
            unsafe { std::slice::from_raw_parts_mut(block.cast(), layout.size()) };
        bytes.zeroize();
        // SAFETY: the caller's promise is passed on.
        unsafe { self.0.dealloc(block, layout) }
    }
}

/// How much of the stack is wiped. In a browser it has a megabyte, of which an ask takes some tens of kilobytes.
const STACK_BYTES: usize = 256 * 1024;

/// Wipes the stack below whoever calls this.
#[inline(never)]
#[expect(clippy::large_stack_arrays, reason = "it is the stack that is wiped")]
pub fn wipe_stack() {
    let mut room = [0_u8; STACK_BYTES];
    black_box(&mut room);
}
