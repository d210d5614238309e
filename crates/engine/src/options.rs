//! The host's options beyond what the entry needs, read one by one: what cannot be read is warned of
//! and left out, and the rest holds.

use protocol::api::WalletListing;
use wire::{Get, Json, wire};

use crate::Engine;

/// The host's options. What was left out is nothing here; who reads it knows the default.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub(crate) features: LocalFeatures,
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
    pub(crate) has_guide: bool,
    pub(crate) has_network_switch: bool,
    pub(crate) allows_unsupported: bool,
    pub(crate) reconnects: bool,
}

impl Options {
    /// Whether other wallets are wanted of the directory than before.
    pub(crate) fn other_wallets(&self, before: &Options) -> bool {
        self.include_wallet_ids != before.include_wallet_ids
            || self.exclude_wallet_ids != before.exclude_wallet_ids
            || self.featured_wallet_ids != before.featured_wallet_ids
    }
}

/// The option `features`.
#[wire]
#[derive(Default)]
pub struct LocalFeatures {
    /// Sign-in by e-mail.
    pub email: Option<bool>,
    /// Sign-in by accounts elsewhere: a list of their names, or false.
    pub socials: Option<Json>,
    /// Swaps: a list of providers, or a flag.
    pub swaps: Option<Json>,
    /// Buying: a list of providers, or a flag.
    pub onramp: Option<Json>,
    /// The history of transactions.
    pub history: Option<bool>,
    /// A line that names Latchkit.
    pub branding: Option<bool>,
    /// Receiving; on unless false.
    pub receive: Option<bool>,
    /// Sending; on unless false.
    pub send: Option<bool>,
    /// Counting what happens; on unless false.
    pub analytics: Option<bool>,
    /// The way to all wallets; on unless false.
    pub all_wallets: Option<bool>,
    /// Terms are to be accepted by a tick.
    pub legal_checkbox: Option<bool>,
    /// Wallets behind one row.
    pub collapse_wallets: Option<bool>,
    /// The kinds of wallets, in the order in which they show.
    pub connector_type_order: Option<Vec<String>>,
    /// The ways to connect, in the order in which they show.
    pub connect_methods_order: Option<Vec<String>>,
    /// The connected address is told with events.
    pub analytics_address: Option<bool>,
}

impl LocalFeatures {
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

/// The option `remoteFeatures`, where it is an object: what holds over the server's word.
#[wire]
#[derive(Default)]
pub struct RemoteFeatures {
    /// Sign-in by e-mail.
    pub email: Option<bool>,
    /// Sign-in by accounts elsewhere: a list of their names, or false.
    pub socials: Option<Json>,
    /// Swaps: a list of providers, or a flag.
    pub swaps: Option<Json>,
    /// Buying: a list of providers, or a flag.
    pub onramp: Option<Json>,
    /// The history of transactions.
    pub activity: Option<bool>,
    /// A line that names Latchkit.
    pub branding: Option<bool>,
}

/// The option `allWallets`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum AllWallets {
    Show,
    Hide,
    OnlyMobile,
}

/// An entry of the option `customWallets`.
#[wire(words = "snake_case")]
pub struct CustomWallet {
    /// The host's own id for it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its publisher's page.
    pub homepage: Option<String>,
    /// Its image.
    pub image_url: Option<String>,
    /// Opens its app.
    pub mobile_link: Option<String>,
    /// Opens its desktop app.
    pub desktop_link: Option<String>,
    /// The wallet itself, where it is a web page.
    pub webapp_link: Option<String>,
    /// Its page at Apple's App Store.
    pub app_store: Option<String>,
    /// Its page at Google's Play Store.
    pub play_store: Option<String>,
    /// Its page at Chrome's Web Store.
    pub chrome_store: Option<String>,
    /// Its reverse domain name (EIP-6963).
    pub rdns: Option<String>,
}

impl CustomWallet {
    /// The wallet as the directory would tell of it.
    pub(crate) fn listing(&self) -> WalletListing {
        let own = self.clone();
        WalletListing {
            id: own.id,
            name: own.name,
            homepage: own.homepage,
            mobile_link: own.mobile_link,
            desktop_link: own.desktop_link,
            webapp_link: own.webapp_link,
            app_store: own.app_store,
            play_store: own.play_store,
            chrome_store: own.chrome_store,
            rdns: own.rdns,
            ..WalletListing::default()
        }
    }
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

/// Reads the host's options, and warns of those that cannot be read.
pub(crate) fn read(engine: &Engine) -> Options {
    let json = engine.config(|config| config.options.clone());
    let reader = Reader { engine, json: &json };
    let flag = |name, otherwise| reader.read::<bool>(name).unwrap_or(otherwise);
    Options {
        features: reader.read("features").unwrap_or_default(),
        remote_features: match json.get("remoteFeatures") {
            Some(Json::Bool(false)) => None,
            _ => Some(reader.read("remoteFeatures").unwrap_or_default()),
        },
        all_wallets: reader.read::<String>("allWallets").and_then(|word| match &*word {
            "SHOW" => Some(AllWallets::Show),
            "HIDE" => Some(AllWallets::Hide),
            "ONLY_MOBILE" => Some(AllWallets::OnlyMobile),
            _ => reader.warn("allWallets", "expected SHOW, HIDE or ONLY_MOBILE"),
        }),
        include_wallet_ids: reader.read("includeWalletIds").unwrap_or_default(),
        exclude_wallet_ids: reader.read("excludeWalletIds").unwrap_or_default(),
        featured_wallet_ids: reader.read("featuredWalletIds").unwrap_or_default(),
        custom_wallets: reader.read("customWallets").unwrap_or_default(),
        images: reader.images("connectorImages"),
        terms_url: reader.page("termsConditionsUrl"),
        privacy_url: reader.page("privacyPolicyUrl"),
        has_wallets: flag("enableWallets", true),
        has_guide: flag("enableWalletGuide", true),
        has_network_switch: flag("enableNetworkSwitch", true),
        allows_unsupported: flag("allowUnsupportedChain", false),
        reconnects: flag("enableReconnect", true),
    }
}

struct Reader<'a> {
    engine: &'a Engine,
    json: &'a Json,
}

impl Reader<'_> {
    // Once per type and not once per option: in WebAssembly that is bytes.
    #[inline(never)]
    fn read<T: Get>(&self, name: &str) -> Option<T> {
        let json = self.json.get(name).filter(|json| **json != Json::Null)?;
        match T::get(json) {
            Ok(value) => Some(value),
            Err(error) => self.warn(name, &error.to_string()),
        }
    }

    /// The address of a page to link to: nothing that would run here.
    fn page(&self, name: &str) -> Option<String> {
        let url: String = self.read(name)?;
        let is_page = ["https://", "http://", "/"].iter().any(|start| url.starts_with(start));
        if is_page { Some(url) } else { self.warn(name, "expected the address of a page") }
    }

    /// Images by id; each that cannot be one is left out by itself.
    fn images(&self, name: &str) -> Images {
        let given = match self.json.get(name) {
            Some(Json::Object(given)) => given,
            None | Some(Json::Null) => return Images::default(),
            Some(_) => return self.warn(name, "expected an object").unwrap_or_default(),
        };
        let image = |(id, url): &(String, Json)| match url.as_text() {
            Some(url) if is_image(url) => Some((id.clone(), url.to_owned())),
            _ => self.warn(&[name, ".", id].concat(), "expected the address of an image"),
        };
        Images(given.iter().filter_map(image).collect())
    }

    fn warn<T>(&self, name: &str, problem: &str) -> Option<T> {
        self.engine.warn(&["The option ", name, " is ignored: ", problem, "."].concat());
        None
    }
}
