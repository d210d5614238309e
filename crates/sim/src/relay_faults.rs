//! What can be wrong with a relay, and is as a test says.

use protocol::relay::refusal::Refusal;

/// What is wrong with a relay.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Nobody reaches it.
    pub is_down: bool,
    /// It opens sockets and says nothing.
    pub is_mute: bool,
    /// It does not know the methods that do several steps at once.
    pub is_classic: bool,
    /// It keeps everybody out.
    pub refuses: Option<Refusal>,
    /// Milliseconds that its clock is ahead.
    pub is_ahead_ms: i64,
    /// A socket breaks at one frame in so many of either side, which is lost; 0 for never.
    pub breaks: usize,
    /// It pushes one message in so many twice.
    pub doubles: usize,
    /// It takes up to so long for each push, so that they overtake each other.
    pub dawdles_ms: usize,
    /// It tells nobody that somebody came to a topic.
    pub is_discreet: bool,
    /// It hands what is published to whoever listens, and does not keep it.
    pub forgets: Option<Forgets>,
}

/// Whether a relay that keeps nothing says so to who publishes.
#[derive(Clone, Copy, Debug)]
pub enum Forgets {
    Told,
    Untold,
}
