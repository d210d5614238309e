//! What every command gives.

/// A value, or a sentence that says what to do.
pub type Outcome<T = ()> = Result<T, String>;
