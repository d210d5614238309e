//! What stands behind the passkeys of a device.

use protocol::relay::base64;
use runtime::{Reply, Secret};

/// An authenticator, and what it is like.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Authenticator {
    /// Its passkeys are on the other devices of their owner, too.
    #[default]
    BackedUp,
    /// They are on this device alone.
    Alone,
    /// It has no PRF.
    WithoutPrf,
    /// Nobody answers it.
    Refused,
    /// It is somebody else's.
    Other,
}

/// The passkey that is made on each.
const ID: &str = "cGFzc2tleQ";

impl Authenticator {
    pub(crate) fn passkey(self, id: Option<String>, salt: &str) -> Reply {
        if self == Authenticator::Refused {
            return Reply::Failed { reason: "NotAllowedError".to_owned() };
        }
        let mut given = base64::decode_url(salt).expect("a salt");
        assert_eq!(given.len(), 32);
        let own = if self == Authenticator::Other { 0x55 } else { 0xaa };
        for byte in &mut given {
            *byte ^= own;
        }
        let has_prf = self != Authenticator::WithoutPrf;
        Reply::Passkey {
            id: id.unwrap_or_else(|| ID.to_owned()),
            is_backed_up: self != Authenticator::Alone,
            secret: has_prf.then(|| Secret::new(base64::encode(&given))),
        }
    }
}
