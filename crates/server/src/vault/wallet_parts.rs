//! The parts of a wallet that the server holds, and what seals them here and on their way.

use super::fault::VaultFault;
use chains::evm::contracts::hex;
use keys::envelope::{self, KEY_BYTES, KEY_ID_BYTES, Place};
use keys::part::{Part, place};
use keys::sealed::seal_to;
use protocol::api::vault::FactorKind;
use protocol::relay::base64;
use zeroize::Zeroizing;

/// What seals the parts of one wallet in the database. It has no `Debug`.
pub(super) struct KeyOfWallet(Zeroizing<[u8; KEY_BYTES]>);

/// It is of one wallet alone, so it needs no name.
const ID: [u8; KEY_ID_BYTES] = [0; KEY_ID_BYTES];

impl KeyOfWallet {
    pub(super) fn random() -> Self {
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        fill(&mut *bytes);
        KeyOfWallet(bytes)
    }

    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        Some(KeyOfWallet(Zeroizing::new(bytes.try_into().ok()?)))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &*self.0
    }

    pub(super) fn seal(&self, part: Part, row: &str, wallet: &str, plain: &[u8]) -> String {
        let sealed = envelope::seal(&self.0, ID, &place(part, row, wallet), plain, &mut fill);
        base64::encode(&sealed)
    }

    pub(super) fn open(
        &self,
        part: Part,
        row: &str,
        wallet: &str,
        sealed: &str,
    ) -> Result<Zeroizing<Vec<u8>>, VaultFault> {
        let sealed = base64::decode(sealed).ok_or(VaultFault::Keys)?;
        let opened = envelope::open(&self.0, ID, &place(part, row, wallet), &sealed);
        opened.map_err(|fault| {
            tracing::error!(?fault, wallet, "a part of a wallet cannot be opened");
            VaultFault::Keys
        })
    }
}

/// The key of a frame that receives a share.
pub(super) struct SealedTo([u8; KEY_BYTES]);

impl SealedTo {
    pub(super) fn read(text: &str) -> Option<Self> {
        base64::decode(text)?.try_into().ok().map(SealedTo)
    }

    pub(super) fn seal(&self, place: &Place<'_>, plain: &[u8]) -> Result<String, VaultFault> {
        let sealed = seal_to(&self.0, place, plain, &mut fill);
        Ok(base64::encode(&sealed.ok_or(VaultFault::Malformed("sealTo"))?))
    }
}

pub(super) fn kind_word(kind: FactorKind) -> &'static str {
    match kind {
        FactorKind::Automatic => "automatic",
        FactorKind::Passkey => "passkey",
        FactorKind::Code => "code",
        FactorKind::Passphrase => "passphrase",
    }
}

pub(super) fn read_kind(word: &str) -> Result<FactorKind, VaultFault> {
    let all =
        [FactorKind::Automatic, FactorKind::Passkey, FactorKind::Code, FactorKind::Passphrase];
    all.into_iter().find(|it| kind_word(*it) == word).ok_or(VaultFault::Keys)
}

/// 32 hex digits in lower case: one way to write an id.
pub(super) fn is_id(text: &str) -> bool {
    let bytes = hex::decode(text).ok();
    bytes.is_some_and(|it| it.len() == 16 && hex::encode(it) == text)
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system gives random bytes");
}
