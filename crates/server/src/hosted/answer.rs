//! What an API of others answers.

use bytes::Bytes;

/// What one said.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
}
