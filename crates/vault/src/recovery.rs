//! What is to bring a wallet back: its kind, what has to be known to use it, and the secret that it is made of.

use protocol::api::vault::FactorKind;
use protocol::module::signer::SignerSecrets;
use runtime::Secret;
use wire::wire;

/// What is to bring a wallet back.
#[derive(Clone)]
pub(crate) struct Recovery {
    pub(crate) kind: FactorKind,
    /// See [`Factor::params`](protocol::api::vault::Factor::params).
    pub(crate) params: String,
    secret: Option<Secret>,
}

impl Recovery {
    /// Signing in.
    pub(crate) fn automatic() -> Self {
        Recovery { kind: FactorKind::Automatic, params: NOTHING.to_owned(), secret: None }
    }

    /// A recovery code, of these words.
    pub(crate) fn code(words: Secret) -> Self {
        Recovery { kind: FactorKind::Code, params: NOTHING.to_owned(), secret: Some(words) }
    }

    /// A passkey, which gave this.
    pub(crate) fn passkey(params: String, given: Secret) -> Self {
        Recovery { kind: FactorKind::Passkey, params, secret: Some(given) }
    }

    /// What goes to the worker, beside the ask and what else is secret in it.
    pub(crate) fn beside(&self, secrets: SignerSecrets) -> SignerSecrets {
        SignerSecrets { factor: self.given(), ..secrets }
    }

    /// What it is made of.
    pub(crate) fn given(&self) -> Option<String> {
        self.secret.as_ref().map(|it| it.text().to_owned())
    }
}

const NOTHING: &str = "{}";

/// What a window has to know of a passkey.
#[wire(secret)]
pub(crate) struct PasskeyAsk {
    /// Its id, in base64url; none where one is to be made.
    pub(crate) id: Option<String>,
    /// What its PRF is evaluated for: 32 bytes in base64url.
    pub(crate) salt: String,
    /// For whom it is.
    pub(crate) name: String,
}

/// What it gave.
#[wire(secret)]
pub(crate) struct PasskeyGiven {
    /// Its id, in base64url.
    pub(crate) id: String,
    /// What its PRF gave, in base64.
    pub(crate) secret: Secret,
}
