//! Which wallets there are, and how one is found among them: the search that the server runs over its
//! whole directory and the engine over what it has when the server cannot be reached. Pure.
//!
//! [`find`] is all of it: a [`Filter`] decides which wallets are asked for, a text which of them are
//! meant and in which order. [`Query`] is both, as the server is asked for a page. Read `search.rs` (the order), then `filter.rs`; `letters.rs` is how names
//! are compared and `typos.rs` how far two texts are apart.
#![deny(missing_docs)]

mod filter;
mod letters;
mod query;
mod search;
mod typos;

use wire::facts;

pub use filter::{Filter, Platform};
pub use query::{Fault, Query, is_chain, is_namespace};
pub use search::find;

facts! {
    /// What a view with a search knows too.
    SEARCHES:

    /// Shorter texts are not searched for: all wallets are listed.
    pub const SHORTEST_SEARCH: u32 = 2;
}
