//! A time, and random bytes that are used once.

use protocol::relay::base64;
use protocol::relay::message::new_id;
use protocol::relay::method::Publishing;
use runtime::{Op, Reply, World};
use sha2::{Digest, Sha256};

/// What all bytes of one moment are drawn from.
const SEED_BYTES: u32 = 32;
/// Until the page is asked again for what it could not give.
const AGAIN_MS: u32 = 1_000;

/// What a step needs that nobody may guess or choose. Steps take one and never wait inside.
pub(crate) struct Moment {
    /// Milliseconds since 1970.
    pub(crate) now_ms: u64,
    /// Random, and told to nobody.
    seed: [u8; 32],
    /// How often bytes were drawn.
    drawn: u32,
}

impl Moment {
    /// The present one.
    pub(crate) async fn now(world: &World) -> Moment {
        loop {
            let random = world.perform(Op::Random { bytes: SEED_BYTES });
            let now_ms = world.now_ms().await;
            if let Reply::Bytes { base64 } = random.await
                && let Some(seed) = seed(&base64)
            {
                return Moment { now_ms, seed, drawn: 0 };
            }
            world.sleep(AGAIN_MS).await;
        }
    }

    #[cfg(test)]
    pub(crate) fn of_test(seed: [u8; 32]) -> Moment {
        Moment { now_ms: 0, seed, drawn: 0 }
    }

    /// Bytes that are used nowhere else. However many are drawn, they never end: each time another hash of
    /// the seed.
    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        const { assert!(N <= 32) };
        self.drawn += 1;
        let drawn = Sha256::new().chain_update(self.seed).chain_update(self.drawn.to_le_bytes());
        *drawn.finalize().first_chunk().expect("a hash has 32 bytes")
    }

    /// A name of a request between clients, greater than each of an earlier millisecond.
    pub(crate) fn id(&mut self) -> u64 {
        new_id(self.now_ms, u32::from_le_bytes(self.bytes()))
    }

    /// Until when a message lives that is published now.
    pub(crate) fn until_ms(&self, publishing: Publishing) -> u64 {
        self.now_ms + u64::from(publishing.lifetime_seconds) * 1_000
    }

    /// Seconds since 1970.
    pub(crate) fn seconds(&self) -> u64 {
        self.now_ms / 1_000
    }
}

/// The first 32 bytes of those that are written as base64.
pub(crate) fn seed(text: &str) -> Option<[u8; 32]> {
    base64::decode(text)?.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn a_moment_gives_as_many_bytes_as_are_drawn_and_none_twice() {
        let mut moment = Moment::of_test([7; 32]);
        let all: Vec<[u8; 32]> = (0..1_000).map(|_| moment.bytes()).collect();
        assert!(all.iter().enumerate().all(|(at, it)| !all[..at].contains(it)));
        let mut other = Moment::of_test([8; 32]);
        assert!(!all.contains(&other.bytes()));
        // What was drawn before is not what shorter bytes begin with.
        let [first, second]: [[u8; 12]; 2] = [other.bytes(), other.bytes()];
        assert_ne!(first, second);
    }
}
