//! What happens in a modal that an operator may count: the catalogue of analytics events.
//!
//! Records are in `records.rs`, errors in `error.rs`. As `props` of `POST /e`, the tag becomes
//! `event`, beside `"type":"track"`, the fields `properties`. No account's address is among them.

pub mod error;
pub mod records;

use records::{ConnectMethod, PayConfiguration, PayExchange, Payment, WalletPlatform};
use wire::{Json, wire};

/// An event, by the names that collectors of this field know.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum Event {
    /// The modal was made. Recorded and never sent.
    ModalCreated,
    /// The host made its instance.
    Initialize {
        /// The options it was made with: flags, words and short lists, and `networks` as CAIP-2 ids.
        options: Json,
    },
    /// The modal opened.
    ModalOpen {
        /// Whether an account was connected.
        connected: bool,
    },
    /// The modal closed.
    ModalClose {
        /// Whether an account was connected.
        connected: bool,
    },
    /// The list of all wallets was asked for.
    ClickAllWallets,
    /// A wallet was chosen.
    SelectWallet {
        /// The wallet's name.
        name: String,
        /// Where it is to be found.
        platform: WalletPlatform,
    },
    /// A search of the wallets was answered.
    SearchWallet {
        /// The badge that was asked for.
        badge: Option<String>,
        /// The text that was looked for.
        search: String,
    },
    /// A wallet was connected.
    ConnectSuccess {
        /// By which way.
        method: ConnectMethod,
        /// The wallet's name.
        name: String,
    },
    /// A wallet was not connected.
    ConnectError {
        /// What went wrong.
        message: String,
    },
    /// The link that opens a wallet could not be made.
    ConnectProxyError {
        /// What went wrong.
        message: String,
        /// The wallet's link.
        mobile_link: String,
        /// The wallet's name.
        name: String,
    },
    /// An account was disconnected.
    DisconnectSuccess {
        /// Its ecosystem, or `all`.
        namespace: String,
    },
    /// Disconnecting failed.
    DisconnectError {
        /// What went wrong.
        message: Option<String>,
    },
    /// What a wallet is was asked.
    ClickWalletHelp,
    /// What a network is was asked.
    ClickNetworkHelp,
    /// Where to get a wallet was asked.
    ClickGetWallet,
    /// The list of networks was asked for.
    ClickNetworks,
    /// A switch of the network was tried.
    SwitchNetwork {
        /// CAIP-2 id of the network that was wanted.
        network: String,
    },
    /// The activity was asked for.
    ClickTransactions {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// The activity could not be read.
    ErrorFetchTransactions {
        /// Where the page begins.
        cursor: Option<String>,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// More of the activity was asked for.
    LoadMoreTransactions {
        /// Where the page begins.
        cursor: Option<String>,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// Signing in was begun.
    ClickSignSiwxMessage {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// Signing in was cancelled.
    ClickCancelSiwx {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// Signed in.
    SiwxAuthSuccess {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// Signing in failed.
    SiwxAuthError {
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// The field for an e-mail address was entered.
    EmailLoginSelected,
    /// An e-mail address was sent.
    EmailSubmitted,
    /// The device was confirmed.
    DeviceRegisteredForEmail,
    /// A code was sent by e-mail.
    EmailVerificationCodeSent,
    /// The code was right.
    EmailVerificationCodePass,
    /// Another e-mail address was saved.
    EmailEdit,
    /// The upgrade of an e-mail wallet was asked for.
    EmailUpgradeFromModal,
    /// The code was refused.
    EmailVerificationCodeFail {
        /// What went wrong.
        message: String,
    },
    /// Another type of account was chosen.
    SetPreferredAccountType {
        /// The type.
        account_type: String,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
    },
    /// The conversion of tokens was asked for.
    ClickConvert,
    /// The network of a swap is chosen.
    ClickSelectNetworkToSwap,
    /// The token of a swap is chosen.
    ClickSelectTokenToSwap,
    /// The swap was opened.
    OpenSwap {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
    },
    /// A swap is reviewed.
    InitiateSwap {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
    },
    /// A swap's transaction was sent.
    SwapSuccess {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
    },
    /// A swap failed.
    SwapError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
        /// What went wrong.
        message: String,
    },
    /// The approval that a swap needs failed.
    SwapApprovalError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Symbol of the token that is given.
        swap_from_token: String,
        /// Symbol of the token that is got.
        swap_to_token: String,
        /// How much is given, as decimal text.
        swap_from_amount: String,
        /// How much is got, as decimal text.
        swap_to_amount: String,
        /// What went wrong.
        message: String,
    },
    /// Buying was asked for.
    SelectBuyCrypto {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// What buying is was asked.
    SelectWhatIsABuy {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// A seller was chosen.
    SelectBuyProvider {
        /// Its name.
        provider: String,
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// A social sign-in was begun.
    SocialLoginStarted {
        /// Its name.
        provider: String,
    },
    /// A social sign-in came back.
    SocialLoginRequestUserData {
        /// Its name.
        provider: String,
    },
    /// A social sign-in succeeded.
    SocialLoginSuccess {
        /// Its name.
        provider: String,
    },
    /// A social sign-in failed.
    SocialLoginError {
        /// Its name.
        provider: String,
    },
    /// A social sign-in was given up.
    SocialLoginCanceled {
        /// Its name.
        provider: String,
    },
    /// Choosing a name was begun.
    OpenEnsFlow {
        /// Whether the account is a smart account.
        is_smart_account: bool,
    },
    /// A name is being registered.
    RegisterNameInitiated {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// The name.
        ens_name: String,
    },
    /// A name was registered.
    RegisterNameSuccess {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// The name.
        ens_name: String,
    },
    /// A name was not registered.
    RegisterNameError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// The name.
        ens_name: String,
        /// What went wrong.
        error: String,
    },
    /// Sending was opened.
    OpenSend {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
    },
    /// Something is being sent.
    SendInitiated {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Its address, or the symbol of what has none.
        token: String,
        /// How much, as decimal text.
        amount: String,
    },
    /// It was sent.
    SendSuccess {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Its address, or the symbol of what has none.
        token: String,
        /// How much, as decimal text.
        amount: String,
    },
    /// It was not sent.
    SendError {
        /// Whether the account is a smart account.
        is_smart_account: bool,
        /// Its CAIP-2 id; empty where there is none.
        network: String,
        /// Its address, or the symbol of what has none.
        token: String,
        /// How much, as decimal text.
        amount: String,
        /// What went wrong.
        message: String,
    },
    /// A payment was opened.
    PayModalOpen {
        /// Where it may be paid from.
        exchanges: Vec<PayExchange>,
        /// What is to be paid.
        configuration: PayConfiguration,
    },
    /// An exchange was chosen to pay from.
    PayExchangeSelected {
        /// The one.
        exchange: PayExchange,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
        /// Whether the host shows the payment itself.
        headless: bool,
    },
    /// A payment was begun.
    PayInitiated {
        /// The payment.
        payment_id: String,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
    },
    /// A payment succeeded.
    PaySuccess {
        /// The payment.
        payment_id: String,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
    },
    /// A payment failed.
    PayError {
        /// The payment.
        payment_id: String,
        /// What is to be paid.
        configuration: PayConfiguration,
        /// Where the payment stands.
        current_payment: Payment,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::to_text;

    #[test]
    fn names_are_those_of_the_field() {
        let event = Event::SelectWhatIsABuy { is_smart_account: true };
        assert_eq!(to_text(&event), r#"{"type":"SELECT_WHAT_IS_A_BUY","isSmartAccount":true}"#);
        let event = Event::ClickSignSiwxMessage { network: String::new(), is_smart_account: false };
        let text = r#"{"type":"CLICK_SIGN_SIWX_MESSAGE","network":"","isSmartAccount":false}"#;
        assert_eq!(to_text(&event), text);
    }
}
