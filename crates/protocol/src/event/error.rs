//! What is told of an error inside the modal: `{"type":"error","event":"API_ERROR","errorType":…}`.

use wire::wire;

/// Something that went wrong inside the modal.
#[wire]
pub struct ErrorEvent {
    /// Which part it was.
    pub event: ErrorPart,
    /// The error's name.
    pub error_type: String,
    /// What it says.
    pub error_message: String,
    /// Where it was raised.
    pub stack_trace: Option<String>,
    /// Whether nothing was there to catch it.
    pub uncaught: bool,
}

impl ErrorEvent {
    /// One that was caught where it was raised.
    pub fn new(event: ErrorPart, error_type: &str, error_message: String) -> Self {
        let (error_type, stack_trace) = (error_type.to_owned(), None);
        ErrorEvent { event, error_type, error_message, stack_trace, uncaught: false }
    }
}

/// The part of the modal that an error is about.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum ErrorPart {
    /// A call of the server.
    ApiError,
    /// What the server or a wallet sent.
    DataParsingError,
    /// The frame of the embedded wallet.
    SecureSiteError,
    /// Everything else.
    InternalSdkError,
}
