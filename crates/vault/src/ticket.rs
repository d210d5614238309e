//! What lets a window in: the name of what a frame left for it with the server, and the key under which the two seal
//! what they say to each other. Both stand behind the `#` of the window's address, and nowhere else.

use protocol::module::reading::Reading;
use protocol::relay::base64;
use runtime::{Op, Reply, Secret};
use wire::{Get, Opaque, Put, from_text, to_text, wire};

use crate::fault::Fault;
use crate::recovery::{PasskeyAsk, PasskeyGiven};
use crate::vault::Vault;

/// What lets a window in.
pub(crate) struct Ticket {
    /// The name: 16 bytes in base64url.
    pub(crate) id: String,
    /// 32 bytes in base64url.
    key: Secret,
}

/// What goes from one to the other.
pub(crate) trait Crossing: Get + Put {
    /// For what it is sealed: what was sealed for something else does not open in its place.
    const PLACE: &'static str;
}

/// What a window shows.
#[wire(secret)]
pub(crate) struct Reviewed {
    /// The page that asks.
    pub(crate) origin: String,
    /// What the operator calls the site.
    pub(crate) site: String,
    /// What is to be approved.
    pub(crate) reading: Opaque<Reading>,
    /// The passkey that is to be made or used, where that is what it is about.
    pub(crate) passkey: Option<PasskeyAsk>,
    /// Whether the page is dark, where it says so. Nothing else of its looks goes into a window of the vault's own.
    pub(crate) is_dark: Option<bool>,
}

/// What was decided in it.
#[wire(secret)]
pub(crate) struct Decided {
    /// Yes, or no.
    pub(crate) is_approved: bool,
    /// What the passkey gave.
    pub(crate) passkey: Option<PasskeyGiven>,
}

impl Crossing for Reviewed {
    const PLACE: &'static str = "offered";
}

impl Crossing for Decided {
    const PLACE: &'static str = "decided";
}

impl Ticket {
    /// A new one.
    pub(crate) async fn drawn(vault: &Vault) -> Ticket {
        let id = base64::encode_url(&vault.random(16).await);
        let key = Secret::new(base64::encode_url(&vault.random(32).await));
        Ticket { id, key }
    }

    /// The one that stands behind the `#`.
    pub(crate) fn read(text: &Secret) -> Option<Ticket> {
        let (id, key) = text.text().split_once('.')?;
        Some(Ticket { id: id.to_owned(), key: Secret::new(key.to_owned()) })
    }

    /// As it stands there: the name, a dot, and the key.
    pub(crate) fn text(&self) -> Secret {
        Secret::new([&*self.id, ".", self.key.text()].concat())
    }

    /// Seals what goes to the other side.
    pub(crate) async fn seal<T: Crossing>(&self, vault: &Vault, what: &T) -> Result<String, Fault> {
        let (secret, place) = (Some(self.key.clone()), T::PLACE.to_owned());
        value(vault, Op::Seal { secret, place, text: to_text(what) }).await
    }

    /// Opens what came from there.
    pub(crate) async fn unseal<T: Crossing>(
        &self,
        vault: &Vault,
        sealed: String,
    ) -> Result<T, Fault> {
        let (secret, place) = (Some(self.key.clone()), T::PLACE.to_owned());
        let text = value(vault, Op::Unseal { secret, place, sealed }).await?;
        from_text(&text).map_err(|_| Fault::Unexpected)
    }
}

async fn value(vault: &Vault, op: Op) -> Result<String, Fault> {
    match vault.world().perform(op).await {
        Reply::Value { value } => value.as_text().map(str::to_owned).ok_or(Fault::Unexpected),
        _ => Err(Fault::Unexpected),
    }
}
