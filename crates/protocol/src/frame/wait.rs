//! How long is waited for the frame: until it is there, and for each answer. Nobody waits for ever.

use wire::facts;

use super::message::MessageName as Is;
use super::method::{Class, class_of};
use super::request::Request;

facts! {
    /// All limits, in milliseconds.
    WAITS:

    /// How long the frame may take to load, from the first request on.
    pub const LOAD_MS: u32 = 20_000;
    /// How long after the frame said that it is ready the first request is sent.
    pub const READY_MS: u32 = 500;
    /// How long signing out may take; whoever wants out is out.
    pub const SIGN_OUT_MS: u32 = 3_000;
    /// How long a step of signing in may take, and whatever no person is waited for.
    pub const STEP_MS: u32 = 30_000;
    /// How long a person may take to approve something.
    pub const APPROVAL_MS: u32 = 300_000;
}

/// How long the answer to a request may take.
pub fn wait_ms(request: &Request) -> u32 {
    if let Request::RpcRequest { method, .. } = request {
        return if class_of(method) == Some(Class::Approved) { APPROVAL_MS } else { STEP_MS };
    }
    match request.name() {
        Is::SignOut => SIGN_OUT_MS,
        // The wallet may be made or brought back for the first; a person approves the other.
        Is::GetUser | Is::UpdateEmail => APPROVAL_MS,
        Is::SwitchNetwork
        | Is::ConnectEmail
        | Is::ConnectDevice
        | Is::ConnectOtp
        | Is::IsConnected
        | Is::GetChainId
        | Is::RpcRequest
        | Is::UpdateEmailPrimaryOtp
        | Is::UpdateEmailSecondaryOtp
        | Is::SyncTheme
        | Is::SyncDappData
        | Is::GetSmartAccountEnabledNetworks
        | Is::SetPreferredAccount
        | Is::RpcAbort
        | Is::Show
        | Is::Reload => STEP_MS,
    }
}

/// Whether a request that finds the frame still loading fails after [`LOAD_MS`]. The others nobody waits for.
pub fn is_waited_for(name: Is) -> bool {
    !matches!(name, Is::SyncTheme | Is::SyncDappData | Is::SetPreferredAccount | Is::Show)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rpc(method: &str) -> u32 {
        wait_ms(&Request::RpcRequest { method: method.to_owned(), params: None })
    }

    #[test]
    fn a_person_has_five_minutes_and_a_machine_half_of_one() {
        assert_eq!([rpc("personal_sign"), rpc("solana_signMessage")], [300_000; 2]);
        assert_eq!([rpc("eth_call"), rpc("eth_chainId"), rpc("eth_sign")], [30_000; 3]);
        assert_eq!(wait_ms(&Request::SignOut), 3_000);
        let otp = || "1".to_owned();
        for request in [
            Request::ConnectEmail { email: otp() },
            Request::ConnectDevice,
            Request::ConnectOtp { otp: otp() },
            Request::UpdateEmailPrimaryOtp { otp: otp() },
            Request::UpdateEmailSecondaryOtp { otp: otp() },
            Request::IsConnected,
        ] {
            assert_eq!(wait_ms(&request), 30_000);
        }
        assert_eq!(wait_ms(&Request::UpdateEmail { email: otp() }), 300_000);
        assert_eq!((LOAD_MS, READY_MS), (20_000, 500));
        assert!(is_waited_for(Is::GetUser) && !is_waited_for(Is::SyncTheme));
    }
}
