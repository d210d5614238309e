//! What is counted of an attempt to connect.

use protocol::event::wallet::{ConnectMethod, WalletPlatform};

use crate::connect::handoff;
use crate::engine::Engine;
use crate::state::{ConnectError, ProviderKind};

/// Where a wallet that is in this browser is.
pub(super) fn platform(kind: ProviderKind) -> WalletPlatform {
    if kind == ProviderKind::Auth { WalletPlatform::Web } else { WalletPlatform::Browser }
}

/// How a wallet was connected, where that is counted.
pub(super) fn method(engine: &Engine, kind: ProviderKind) -> ConnectMethod {
    match kind {
        ProviderKind::Announced | ProviderKind::Injected => ConnectMethod::Browser,
        ProviderKind::WalletConnect => handoff::method(engine),
        ProviderKind::Auth => ConnectMethod::Email,
    }
}

/// What an error is called where it is counted.
pub(super) fn counted_as(error: &ConnectError) -> &'static str {
    match error {
        ConnectError::Refused => "refused",
        ConnectError::Pending => "pending",
        ConnectError::NoAccounts => "noAccounts",
        ConnectError::ChainRefused { .. } => "chainRefused",
        ConnectError::ChainUnsupported { .. } => "chainUnsupported",
        ConnectError::NoAnswer => "noAnswer",
        ConnectError::Wallet { .. } => "wallet",
    }
}
