//! The addresses that wallets share, as they are kept.

use chains::evm::address::Strictness;
use protocol::caip::Namespace;

use crate::engine::Engine;

/// More characters than an address of any namespace has.
const MOST_CHARACTERS: usize = 128;

/// An address as it is kept: on eip155 with its checksum, elsewhere as the wallet writes it. Nothing
/// where it is none; of other namespaces than eip155 it is only known how one looks.
pub(super) fn read(engine: &Engine, namespace: Namespace, text: &str) -> Option<String> {
    if namespace == Namespace::Eip155 {
        let mut known = engine.0.checksums.borrow_mut();
        return known.parse(text, Strictness::Lenient).ok().map(|it| known.checksum(&it));
    }
    let is_fit =
        (1..=MOST_CHARACTERS).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_graphic());
    is_fit.then(|| text.to_owned())
}
