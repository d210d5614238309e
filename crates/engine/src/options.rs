//! The host's options beyond what the entry needs, read one by one: what cannot be read is warned of
//! and left out, and the rest holds.

use std::cell::RefCell;

use wire::{GetParts, Json, WireError, Word, part, wire};

use crate::custom_wallet::{self, CustomWallet};

/// The host's options. What was left out is nothing here; who reads it knows the default.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub(crate) features: EngineFeatures,
    /// What the host decides in place of the server; nothing: all, so that the server is not asked.
    pub(crate) remote_features: Option<RemoteFeatures>,
    pub(crate) all_wallets: Option<AllWallets>,
    pub(crate) include_wallet_ids: Vec<String>,
    pub(crate) exclude_wallet_ids: Vec<String>,
    pub(crate) featured_wallet_ids: Vec<String>,
    pub(crate) custom_wallets: Vec<CustomWallet>,
    pub(crate) images: Images,
    pub(crate) terms_url: Option<String>,
    pub(crate) privacy_url: Option<String>,
    pub(crate) has_wallets: bool,
    pub(crate) has_wallet_connect: bool,
    pub(crate) has_guide: bool,
    pub(crate) has_network_switch: bool,
    pub(crate) allows_unsupported: bool,
    pub(crate) reconnects: bool,
    pub(crate) is_debug: bool,
}

impl Options {
    /// Whether other wallets are wanted of the directory than before.
    pub(crate) fn other_wallets(&self, before: &Options) -> bool {
        self.include_wallet_ids != before.include_wallet_ids
            || self.exclude_wallet_ids != before.exclude_wallet_ids
            || self.featured_wallet_ids != before.featured_wallet_ids
    }
}

/// What a host tells the engine, by the names under which it does. Each is read by itself.
#[wire(parts)]
#[derive(Default)]
pub struct EngineOptions {
    /// What the modal offers.
    pub features: Option<EngineFeatures>,
    /// What it names holds over what the server says. `false` never asks the server which features are
    /// on: `features` alone decides.
    #[cfg_attr(feature = "types", ts(as = "Option<crate::given::OrFalse<RemoteFeatures>>"))]
    pub remote_features: Option<Json>,
    /// Images of wallets, instead of their own: by the id they announce themselves with (on eip155
    /// their reverse domain name) or, where they are not installed, also by their id in the directory.
    #[cfg_attr(feature = "types", ts(type = "{ readonly [connectorId: string]: string }"))]
    pub connector_images: Option<Json>,
    /// Whether there is a way to all wallets. `SHOW` if left out.
    #[cfg_attr(feature = "types", ts(as = "Option<AllWallets>"))]
    pub all_wallets: Option<String>,
    /// Wallets of the directory by id: only these.
    pub include_wallet_ids: Option<Vec<String>>,
    /// None of these, installed or not.
    pub exclude_wallet_ids: Option<Vec<String>>,
    /// These on the Connect list, in this order.
    pub featured_wallet_ids: Option<Vec<String>>,
    /// Wallets of the host's own.
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<CustomWallet>>"))]
    pub custom_wallets: Option<Json>,
    /// Linked where a visitor connects.
    pub terms_conditions_url: Option<String>,
    /// Linked where a visitor connects.
    pub privacy_policy_url: Option<String>,
    /// Connecting by wallet; on unless false.
    pub enable_wallets: Option<bool>,
    /// Connecting wallets on phones, by WalletConnect; on unless false.
    pub enable_wallet_connect: Option<bool>,
    /// A way to a wallet for visitors who have none; on unless false.
    pub enable_wallet_guide: Option<bool>,
    /// Choosing networks; on unless false.
    pub enable_network_switch: Option<bool>,
    /// A wallet may stay on a network that the site does not have; off unless true.
    pub allow_unsupported_chain: Option<bool>,
    /// Bring a stored connection back; on unless false.
    pub enable_reconnect: Option<bool>,
    /// Warnings and alerts in the console; on unless false.
    pub debug: Option<bool>,
}

/// What the modal offers. While the server decides, what it says of `email`, `socials`, `swaps`,
/// `onramp`, `history` and `branding` holds, and these are ignored with a warning: see `remoteFeatures`.
#[wire]
#[derive(Default)]
pub struct EngineFeatures {
    /// Sign-in by a code sent by e-mail.
    pub email: Option<bool>,
    /// Sign-in by accounts elsewhere, in this order. No effect yet.
    #[cfg_attr(feature = "types", ts(as = "Option<crate::given::Choice<SocialProvider>>"))]
    pub socials: Option<Json>,
    /// Swapping one token for another: who does it, or whether. No effect yet.
    #[cfg_attr(feature = "types", ts(as = "Option<crate::given::Choice<String>>"))]
    pub swaps: Option<Json>,
    /// Who sells crypto, or whether somebody does. No effect yet.
    #[cfg_attr(feature = "types", ts(as = "Option<crate::given::Choice<String>>"))]
    pub onramp: Option<Json>,
    /// What an account did, as the tab Activity.
    pub history: Option<bool>,
    /// A line that names Latchkit.
    pub branding: Option<bool>,
    /// Showing the address to be paid at; on unless false.
    pub receive: Option<bool>,
    /// Sending; on unless false. No effect yet.
    pub send: Option<bool>,
    /// Counting what happens, at the operator's server; on unless false.
    pub analytics: Option<bool>,
    /// The connected address is told with what is counted; off unless true.
    pub analytics_address: Option<bool>,
    /// The way to all wallets; on unless false.
    pub all_wallets: Option<bool>,
    /// Terms are to be accepted by a tick; off unless true.
    pub legal_checkbox: Option<bool>,
    /// All wallets behind one row; off unless true.
    pub collapse_wallets: Option<bool>,
    /// The kinds of wallets, in the order in which they show. Where none of them is known, or can show
    /// anything, the order is as if it were left out.
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<ConnectorType>>"))]
    pub connector_type_order: Option<Vec<String>>,
    /// The ways to connect, in the order in which they show. Where none of them is known, or is on, the
    /// order is as if it were left out.
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<crate::state::Method>>"))]
    pub connect_methods_order: Option<Vec<String>>,
}

impl EngineFeatures {
    /// What it says of what the server decides otherwise.
    pub(crate) fn remote(&self) -> RemoteFeatures {
        let own = self.clone();
        RemoteFeatures {
            email: own.email,
            socials: own.socials,
            swaps: own.swaps,
            onramp: own.onramp,
            activity: own.history,
            branding: own.branding,
        }
    }
}

/// Features that the operator's server switches on and off, unless the host does.
#[wire]
#[derive(Default)]
pub struct RemoteFeatures {
    /// Sign-in by a code sent by e-mail.
    pub email: Option<bool>,
    /// Sign-in by accounts elsewhere, in this order. No effect yet.
    #[cfg_attr(feature = "types", ts(as = "Option<crate::given::Choice<SocialProvider>>"))]
    pub socials: Option<Json>,
    /// Swapping one token for another: who does it, or whether. No effect yet.
    #[cfg_attr(feature = "types", ts(as = "Option<crate::given::Choice<String>>"))]
    pub swaps: Option<Json>,
    /// Who sells crypto, or whether somebody does. No effect yet.
    #[cfg_attr(feature = "types", ts(as = "Option<crate::given::Choice<String>>"))]
    pub onramp: Option<Json>,
    /// What an account did, as the tab Activity.
    pub activity: Option<bool>,
    /// A line that names Latchkit.
    pub branding: Option<bool>,
}

/// An account elsewhere that a visitor can sign in with.
#[wire]
pub enum SocialProvider {
    /// Google.
    Google,
    /// X.
    X,
    /// Farcaster.
    Farcaster,
    /// Discord.
    Discord,
    /// Apple.
    Apple,
    /// GitHub.
    Github,
    /// Facebook.
    Facebook,
}

/// A kind of wallets in the list, in the order in which they show unless the host names another.
#[wire]
pub enum ConnectorType {
    /// By a session of WalletConnect.
    WalletConnect,
    /// Connected lately.
    Recent,
    /// In this browser.
    Injected,
    /// Put forward by the host.
    Featured,
    /// The host's own.
    Custom,
    /// By a connector of the host.
    External,
    /// Put forward by the operator's directory.
    Recommended,
}

impl ConnectorType {
    /// All of them, in the order in which they show unless the host names another.
    pub fn all() -> impl Iterator<Item = ConnectorType> {
        Self::ALL.iter().map(|(_, kind)| *kind)
    }

    /// Whether there are wallets of this kind. The place of the others is kept.
    pub fn has_rows(self) -> bool {
        self != ConnectorType::External
    }
}

/// Whether there is a way to all wallets.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum AllWallets {
    /// There is.
    Show,
    /// There is not.
    Hide,
    /// On a phone or a tablet.
    OnlyMobile,
}

/// The option `connectorImages`: images of wallets by id.
#[derive(Clone, Default)]
pub(crate) struct Images(Vec<(String, String)>);

impl Images {
    /// The image of a wallet.
    pub(crate) fn of(&self, id: &str) -> Option<String> {
        self.0.iter().find(|(known, _)| known == id).map(|(_, image)| image.clone())
    }
}

/// Whether an `<img>` may be told this address.
pub(crate) fn is_image(url: &str) -> bool {
    ["https://", "http://", "data:image/", "/"].iter().any(|start| url.starts_with(start))
}

/// Reads the host's options, and says what is wrong with those that cannot be read.
pub(crate) fn read(json: &Json) -> (Options, Vec<String>) {
    let warnings = RefCell::default();
    let mut tell = |name: &'static str, error: WireError| warn(&warnings, name, &error.to_string());
    let given = EngineOptions::get_parts(json, &mut tell);
    let options = Options {
        features: given.features.unwrap_or_default(),
        remote_features: match &given.remote_features {
            Some(Json::Bool(false)) => None,
            _ => Some(part(json, "remoteFeatures", &mut tell).unwrap_or_default()),
        },
        all_wallets: given.all_wallets.and_then(|word| {
            let known = AllWallets::from_word(&word);
            if known.is_none() {
                let expected =
                    "Invalid enum value. Expected 'SHOW' | 'HIDE' | 'ONLY_MOBILE', received '";
                warn(&warnings, "allWallets", &[expected, &word, "'"].concat());
            }
            known
        }),
        include_wallet_ids: given.include_wallet_ids.unwrap_or_default(),
        exclude_wallet_ids: given.exclude_wallet_ids.unwrap_or_default(),
        featured_wallet_ids: given.featured_wallet_ids.unwrap_or_default(),
        custom_wallets: custom_wallet::read(given.custom_wallets, |name, problem| {
            warn(&warnings, name, problem);
        }),
        images: images(&warnings, "connectorImages", given.connector_images),
        terms_url: page(&warnings, "termsConditionsUrl", given.terms_conditions_url),
        privacy_url: page(&warnings, "privacyPolicyUrl", given.privacy_policy_url),
        has_wallets: given.enable_wallets.unwrap_or(true),
        has_wallet_connect: given.enable_wallet_connect.unwrap_or(true),
        has_guide: given.enable_wallet_guide.unwrap_or(true),
        has_network_switch: given.enable_network_switch.unwrap_or(true),
        allows_unsupported: given.allow_unsupported_chain.unwrap_or(false),
        reconnects: given.enable_reconnect.unwrap_or(true),
        is_debug: given.debug.unwrap_or(true),
    };
    (options, warnings.take())
}

/// The address of a page to link to: nothing that would run here.
fn page(warnings: &RefCell<Vec<String>>, name: &str, url: Option<String>) -> Option<String> {
    let is_page =
        |url: &String| ["https://", "http://", "/"].iter().any(|start| url.starts_with(start));
    if url.as_ref().is_some_and(|url| !is_page(url)) {
        warn(warnings, name, "expected the address of a page");
    }
    url.filter(is_page)
}

/// Images by id; each that cannot be one is left out by itself.
fn images(warnings: &RefCell<Vec<String>>, name: &str, given: Option<Json>) -> Images {
    let given = match given {
        Some(Json::Object(given)) => given,
        None => return Images::default(),
        Some(_) => {
            warn(warnings, name, "expected an object");
            return Images::default();
        }
    };
    let image = |(id, url): &(String, Json)| match url.as_text() {
        Some(url) if is_image(url) => Some((id.clone(), url.to_owned())),
        _ => {
            warn(warnings, &[name, ".", id].concat(), "expected the address of an image");
            None
        }
    };
    Images(given.iter().filter_map(image).collect())
}

fn warn(warnings: &RefCell<Vec<String>>, name: &str, problem: &str) {
    warnings.borrow_mut().push(["The option ", name, " is ignored: ", problem, "."].concat());
}
