//! Facts: constants that Rust and TypeScript both know.
//!
//! [`facts!`](crate::facts) declares them as plain Rust constants and lists them for the generator,
//! which writes each as a TypeScript constant of its own, with the same comment.

use crate::put::Put;

/// A constant, as it is told to TypeScript.
pub struct Fact {
    /// As Rust writes it, `LIKE_THIS`.
    pub name: &'static str,
    /// The lines of its comment.
    pub comment: &'static [&'static str],
    /// What it is.
    pub value: &'static dyn Put,
}

/// Declares constants, and before them the list of them:
///
/// ```
/// wire::facts! {
///     /// What TypeScript knows of this.
///     FACTS:
///
///     /// How many wallets are tried at once.
///     pub const ATTEMPTS: u32 = 1;
///     /// Where the server tells how it is.
///     pub const HEALTH: &str = "/health";
/// }
/// assert_eq!(FACTS[1].name, "HEALTH");
/// assert_eq!(wire::to_text(FACTS[1].value), "\"/health\"");
/// ```
#[macro_export]
macro_rules! facts {
    (
        $(#[doc = $about:literal])+ $list:ident:
        $($(#[doc = $comment:literal])+ pub const $name:ident: $type:ty = $value:expr;)+
    ) => {
        $($(#[doc = $comment])+ pub const $name: $type = $value;)+
        $(#[doc = $about])+
        pub const $list: &[$crate::Fact] = &[$($crate::Fact {
            name: stringify!($name),
            comment: &[$($comment),+],
            value: &$name,
        }),+];
    };
}
