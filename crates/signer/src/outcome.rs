//! What comes of an ask, and how the ids in one are read.

use chains::evm::hex::from_hex;
use protocol::module::signer::SignerRefusal;

/// What comes of an ask.
pub(crate) type Outcome<T> = Result<T, SignerRefusal>;

/// The bytes of an id: 32 hex digits.
pub(crate) fn id_of(text: &str) -> Option<[u8; 16]> {
    from_hex(&["0x", text].concat()).ok()?.try_into().ok()
}
