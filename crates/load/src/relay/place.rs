//! What load is put on: a place where messages are left for who listens.

use std::future::Future;

/// Such a place.
pub(crate) trait Place {
    type Sender: Sends;
    type Listener: Hears;

    /// What it is, in the table.
    fn name(&self) -> &'static str;
    /// A socket that listens where messages of this number are left, at so many topics.
    fn listener(
        &self,
        number: usize,
        topics: usize,
    ) -> impl Future<Output = Result<Self::Listener, String>>;
    /// A socket that leaves messages there, at each topic in turn.
    fn sender(
        &self,
        number: usize,
        topics: usize,
    ) -> impl Future<Output = Result<Self::Sender, String>>;
    /// How much memory it has.
    fn memory_bytes(&self) -> impl Future<Output = Result<u64, String>>;
}

/// A socket that leaves messages.
pub(crate) trait Sends: Send + 'static {
    /// Leaves one, without waiting for anything but the socket. Its number is how many went before.
    fn send(&mut self, message: String) -> impl Future<Output = Result<(), String>> + Send;
    /// Waits until one is acknowledged; which. It may be dropped and asked again.
    fn acknowledged(&mut self) -> impl Future<Output = Result<u64, String>> + Send;
}

/// A socket that hears messages.
pub(crate) trait Hears: Send + 'static {
    /// The next message. It may be dropped and asked again.
    fn hear(&mut self) -> impl Future<Output = Result<String, String>> + Send;
}
