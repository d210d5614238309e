//! What a node may have.

/// What is wrong with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Its socket is closed, and its connections are reset.
    Killed,
    /// It answers after half a minute.
    Slow,
    /// It sends half of its JSON.
    CutShort,
    /// It sends a page.
    Page,
    /// What is before it sends a page, under the status 502.
    Gateway,
    /// It answers something else than what was asked, under ids that nobody gave.
    WrongIds,
    /// At its address is a node of another chain, which has more blocks.
    OtherChain,
    /// At its address is a node that knows of 50 blocks less.
    Behind,
}

/// All of them.
pub(crate) const FAULTS: [Fault; 8] = [
    Fault::Killed,
    Fault::Slow,
    Fault::CutShort,
    Fault::Page,
    Fault::Gateway,
    Fault::WrongIds,
    Fault::OtherChain,
    Fault::Behind,
];

impl Fault {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fault::Killed => "killed",
            Fault::Slow => "answers after 30 s",
            Fault::CutShort => "half of its JSON",
            Fault::Page => "a page",
            Fault::Gateway => "502 and a page",
            Fault::WrongIds => "wrong ids",
            Fault::OtherChain => "of another chain",
            Fault::Behind => "50 blocks behind",
        }
    }

    /// Its place in [`FAULTS`].
    pub(crate) fn place(self) -> usize {
        self as usize
    }
}
