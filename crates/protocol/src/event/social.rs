//! Events of signing in by an account elsewhere.

use wire::wire;

use super::Event;

/// What happens at signing in by an account elsewhere.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum SocialEvent {
    /// A social sign-in was begun.
    SocialLoginStarted {
        /// Its name.
        provider: String,
    },
    /// A social sign-in came back.
    SocialLoginRequestUserData {
        /// Its name.
        provider: String,
    },
    /// A social sign-in succeeded.
    SocialLoginSuccess {
        /// Its name.
        provider: String,
    },
    /// A social sign-in failed.
    SocialLoginError {
        /// Its name.
        provider: String,
    },
    /// A social sign-in was given up.
    SocialLoginCanceled {
        /// Its name.
        provider: String,
    },
}

impl Event for SocialEvent {}
