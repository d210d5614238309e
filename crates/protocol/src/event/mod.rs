//! What happens in a modal that an operator may count: the catalogue of analytics events.
//!
//! One file per area, by the names that collectors of this field know; `error.rs` has what goes wrong
//! inside. As `props` of `POST /e`, the tag becomes `event`, beside `"type":"track"`, the fields
//! `properties`. No account's address is among them.

pub mod activity;
pub mod buy;
pub mod email;
pub mod error;
pub mod modal;
pub mod name;
pub mod network;
pub mod pay;
pub mod send;
pub mod siwx;
pub mod social;
pub mod swap;
pub mod wallet;

use wire::Put;

/// Something that may be counted.
pub trait Event: Put {}

#[cfg(test)]
mod tests {
    use super::buy::BuyEvent;
    use super::siwx::SiwxEvent;
    use wire::to_text;

    #[test]
    fn names_are_those_of_the_field() {
        let event = BuyEvent::SelectWhatIsABuy { is_smart_account: true };
        assert_eq!(to_text(&event), r#"{"type":"SELECT_WHAT_IS_A_BUY","isSmartAccount":true}"#);
        let event =
            SiwxEvent::ClickSignSiwxMessage { network: String::new(), is_smart_account: false };
        let text = r#"{"type":"CLICK_SIGN_SIWX_MESSAGE","network":"","isSmartAccount":false}"#;
        assert_eq!(to_text(&event), text);
    }
}
