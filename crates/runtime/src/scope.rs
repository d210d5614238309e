//! The name of a running flow.

/// Names a flow: one flow runs per scope, and starting another drops the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    name: &'static str,
    index: u32,
}

impl Scope {
    /// The scope `name`.
    pub const fn new(name: &'static str) -> Self {
        Scope { name, index: 0 }
    }

    /// One of many scopes of a name, such as one per question of the host.
    pub const fn of(name: &'static str, index: u32) -> Self {
        Scope { name, index }
    }
}
