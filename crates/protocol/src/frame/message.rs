//! The names of the messages, and the words and parts that requests and answers are made of.

use wire::{Number, wire};

use crate::caip::ChainId;

/// What a message is called. Both ends go through all names in one `match` each, so that none is forgotten.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum MessageName {
    /// The wallet is to be on another chain.
    SwitchNetwork,
    /// Somebody wants to sign in by e-mail.
    ConnectEmail,
    /// Waits until the mailed link was followed.
    ConnectDevice,
    /// The code that was mailed.
    ConnectOtp,
    /// Who is signed in, and their account.
    GetUser,
    /// Nobody is signed in here any more.
    SignOut,
    /// Whether somebody is signed in.
    IsConnected,
    /// On which chain the wallet is.
    GetChainId,
    /// A request to the wallet's provider (EIP-1193).
    RpcRequest,
    /// Somebody wants another address to sign in with.
    UpdateEmail,
    /// The code that was mailed to the old address.
    UpdateEmailPrimaryOtp,
    /// The code that was mailed to the new one.
    UpdateEmailSecondaryOtp,
    /// How the modal looks.
    SyncTheme,
    /// Who the host is.
    SyncDappData,
    /// On which chains there are smart accounts.
    GetSmartAccountEnabledNetworks,
    /// Which of their accounts a person uses.
    SetPreferredAccount,
    /// Whoever waits for an approval waits no longer.
    RpcAbort,
    /// The modal has room for this view of the frame, or for none.
    Show,
    /// The frame loads itself anew.
    Reload,
}

/// A view that the frame draws, by the name of the modal's view that has the slot for it.
#[wire(words = "PascalCase")]
pub enum FrameView {
    /// The field for an address, within the list of wallets.
    EmailLogin,
    /// The fields for the code that was mailed.
    EmailVerifyOtp,
    /// What somebody has to do who was mailed a link.
    EmailVerifyDevice,
    /// The field for another address.
    UpdateEmailWallet,
    /// The fields for the code that went to the old one.
    UpdateEmailPrimaryOtp,
    /// The fields for the code that went to the new one.
    UpdateEmailSecondaryOtp,
    /// Something to be approved, or refused.
    ApproveTransaction,
    /// How the wallet is brought back, where else somebody is signed in, its words.
    WalletSettings,
}

/// Which account of a person it is.
#[wire]
pub enum VaultAccountType {
    /// That of their key.
    Eoa,
    /// A contract that their key owns.
    SmartAccount,
}

/// The two ways of looking.
#[wire]
pub enum ThemeMode {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Which package a host uses.
#[wire]
pub enum SdkType {
    /// As those of old say.
    W3m,
    /// As all others say.
    Appkit,
}

/// How the modal looks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Theme {
    /// Light or dark.
    pub mode: Option<ThemeMode>,
    /// What the host set, by the names of custom properties of CSS, `--w3m-accent`.
    pub variables: Vec<(String, ThemeValue)>,
    /// What the modal made of that.
    pub w3m_variables: Vec<(String, ThemeValue)>,
}

/// A colour, a length, names of fonts, or a number: see `theme.rs` for what is one.
#[derive(Clone, PartialEq, Debug)]
pub enum ThemeValue {
    /// Without a unit.
    Number(Number),
    /// As CSS writes it.
    Text(String),
}

/// Who the host is, as it says. Nothing of it is proven: whoever shows it quotes it, and beside the origin.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Dapp {
    /// Its name and more.
    pub metadata: Option<DappMetadata>,
    /// Which version of the package it uses.
    pub sdk_version: Option<String>,
    /// Which package.
    pub sdk_type: Option<SdkType>,
    /// Its project.
    pub project_id: String,
}

/// What a host says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DappMetadata {
    /// Its name: at most 256 characters.
    pub name: String,
    /// A sentence: at most 1024.
    pub description: String,
    /// Where it is at home: at most 2048.
    pub url: String,
    /// Images: at most 8, each of at most 2048.
    pub icons: Vec<String>,
}

/// Who is signed in.
#[derive(Clone, PartialEq, Debug)]
pub struct FrameUser {
    /// The address they signed in with; none where the page may not know it.
    pub email: Option<String>,
    /// Their account.
    pub address: String,
    /// Its chain.
    pub chain: ChainId,
    /// Whether the contract of their smart account is on that chain.
    pub is_smart_account_deployed: Option<bool>,
    /// All accounts they have there.
    pub accounts: Vec<VaultAccount>,
    /// Which of them they use.
    pub preferred: Option<VaultAccountType>,
}

/// An account of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct VaultAccount {
    /// Where it is.
    pub address: String,
    /// Which it is.
    pub account_type: VaultAccountType,
}
