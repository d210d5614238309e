//! What a person wants of the frame.

use runtime::Secret;
use wire::wire;

/// What a person wants of the frame.
#[wire(secret)]
pub enum Intent {
    /// Nothing yet: they are at the field for their address.
    EnterEmail,
    /// To sign in with this address.
    SubmitEmail {
        /// As it was typed.
        email: String,
    },
    /// That this code, which was mailed to them, is taken.
    SubmitOtp {
        /// As it was typed.
        otp: String,
    },
    /// Another mail.
    Resend,
    /// The last thing once more, which failed; in the settings, to have them read.
    Retry,
    /// That signing in brings their wallet back, which is made now.
    ChooseSignIn,
    /// That a recovery code does, which is shown.
    ChooseCode,
    /// To bring their wallet back by the words of a recovery code, or to have something dear by them.
    SubmitCode {
        /// As they were typed.
        secret: Secret,
    },
    /// To bring their wallet back by its passkey; where there is none yet, to have one made that does.
    SubmitPasskey,
    /// To approve what shows.
    Approve {
        /// By its name: what came in its place meanwhile is not approved.
        request: u32,
    },
    /// The window in which it can be approved.
    Review {
        /// By its name.
        request: u32,
    },
    /// To refuse it.
    Refuse {
        /// See there.
        request: u32,
    },
    /// A recovery code, which is shown.
    DrawCode,
    /// Nothing but that code to bring the wallet back: they have it.
    KeepCode,
    /// Nothing but a passkey to bring the wallet back, which is made.
    WantPasskey,
    /// Signing in to bring the wallet back.
    WantAutomatic,
    /// The words of the wallet, which are shown.
    WantWords,
    /// That the words which show are hidden.
    HideWords,
    /// To prove once more who they are, by the code that was mailed.
    SubmitProof {
        /// As it was typed.
        otp: String,
    },
    /// To sign in with this address from now on.
    ChangeEmail {
        /// As it was typed.
        email: String,
    },
    /// That this code is taken, which was mailed for that.
    SubmitChangeOtp {
        /// As it was typed.
        otp: String,
    },
    /// To be signed out elsewhere.
    RevokeSession {
        /// Where; everywhere else where it is not said.
        id: Option<String>,
    },
    /// That this browser forgets them, and the server this browser.
    Forget,
    /// That the server forgets them, with their wallet, whose words they have or which they give up.
    Delete,
    /// Nothing: the view that shows takes this much room.
    Measured {
        /// In CSS pixels.
        height: u32,
    },
}
