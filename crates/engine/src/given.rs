//! What a host may give in more than one shape, as TypeScript has it. The engine takes such options as
//! JSON and looks for itself.

use ts_rs::TS;

/// Some of a kind, or whether: true is the built-in choice.
#[derive(TS)]
#[ts(untagged)]
pub enum Choice<T> {
    /// These.
    These(Vec<T>),
    /// All that are built in, or none.
    Flag(bool),
}

/// Something, or not at all.
#[derive(TS)]
#[ts(untagged)]
pub enum OrFalse<T> {
    /// It.
    This(T),
    /// Not at all.
    Not(#[ts(type = "false")] bool),
}
