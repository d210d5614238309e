//! The name of a running flow.

/// Names a flow: one flow runs per scope, and starting another drops the first.
///
/// An engine may come in two halves. The flows of its first half run in scopes made by
/// [`Scope::early`]; those of any other scope are code that is not there yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    name: &'static str,
    index: u32,
    #[cfg(not(target_arch = "wasm32"))]
    is_early: bool,
}

impl Scope {
    /// The scope `name`.
    pub const fn new(name: &'static str) -> Self {
        Scope::of(name, 0)
    }

    /// One of many scopes of a name, such as one per question of the host.
    pub const fn of(name: &'static str, index: u32) -> Self {
        Scope {
            name,
            index,
            #[cfg(not(target_arch = "wasm32"))]
            is_early: false,
        }
    }

    /// The scope `name` of a flow that the first half has.
    pub const fn early(name: &'static str) -> Self {
        Scope {
            #[cfg(not(target_arch = "wasm32"))]
            is_early: true,
            ..Scope::new(name)
        }
    }

    /// Stands natively for the trap that the flow would be in a page.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn expect(self, is_whole: bool) {
        assert!(is_whole || self.is_early, "{self:?} starts a flow of the half that is not there");
    }
}
