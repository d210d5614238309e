//! Why a text could not be read.

/// Why a text could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError {
    /// The field that is wrong, as it is named on the wire; empty where the text is not JSON.
    pub field: &'static str,
    /// What is wrong with it.
    pub what: &'static str,
}

impl WireError {
    /// An error of `field`.
    pub const fn new(field: &'static str, what: &'static str) -> Self {
        WireError { field, what }
    }
}

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.field)?;
        f.write_str(if self.field.is_empty() { "" } else { ": " })?;
        f.write_str(self.what)
    }
}

impl std::error::Error for WireError {}
