//! The relays that pages are told of: those that the operator names, or this server's own.

use super::wallet_ids;
use crate::config_values::Table;
use crate::origin::Origin;
use crate::project::ProjectId;
use protocol::api::{WalletConnect, WalletConnectRelay};
use protocol::path;
use protocol::reached_wallets::ReachedWallets;
use protocol::relay::address::{AUTH, PROJECT_ID};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use url::{Host, Position, Url};

/// The table `[walletconnect]` of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Relays {
    relays: Vec<NamedRelay>,
}

impl Relays {
    /// The relay of the server at `public_url` alone, at which these wallets of the directory listen.
    pub(crate) fn own(public_url: &Origin, wallets: Vec<String>) -> Self {
        let url = RelayUrl(own_url(public_url));
        let wallets = ReachedWallets::Listed(wallets);
        Relays { relays: vec![NamedRelay { url, project_id: None, wallets }] }
    }

    /// What pages of a project are told; this server is at `public_url`.
    pub(crate) fn told(&self, public_url: &Origin, project: &ProjectId) -> WalletConnect {
        let own = || Relays::own(public_url, Vec::new()).relays;
        let named = if self.relays.is_empty() { own() } else { self.relays.clone() };
        let told = |NamedRelay { url, project_id, wallets }| WalletConnectRelay {
            url: url.0,
            project_id: project_id.map_or_else(|| project.to_string(), |it| it.0),
            wallets,
        };
        WalletConnect { relays: named.into_iter().map(told).collect() }
    }

    /// The ids of the wallets that are named.
    pub(crate) fn wallets(&self) -> impl Iterator<Item = &str> {
        let ids = self.relays.iter().flat_map(|it| match &it.wallets {
            ReachedWallets::All => &[],
            ReachedWallets::Listed(ids) => ids.as_slice(),
        });
        ids.map(String::as_str)
    }

    /// What an operator may not have meant of a relay that is not this server's, which is at `public_url`: its URL,
    /// and a sentence.
    pub(crate) fn doubts(&self, public_url: &Origin) -> Vec<(&str, &'static str)> {
        const NO_PROJECT: &str = "it has no `project_id`, so it is told this server's projects, which only a \
                                  server of the same ones knows; name the id that you have there";
        const NO_WALLETS: &str = "it has no `wallets`, so nobody is led there but to those that a site brings; \
                                  name them by the ids of `/getWallets`, or \"all\"";
        let own = RelayUrl(own_url(public_url)).place();
        let others = self.relays.iter().filter(|it| it.url.place() != own);
        let doubts = others.flat_map(|NamedRelay { url, project_id, wallets }| {
            let reaches_none = *wallets == ReachedWallets::Listed(Vec::new());
            let doubts = [(project_id.is_none(), NO_PROJECT), (reaches_none, NO_WALLETS)];
            doubts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, why)| (&*url.0, why))
        });
        doubts.collect()
    }

    /// Whether one is asked without encryption, on another machine than the visitor's.
    pub(crate) fn is_open_to_listeners(&self) -> bool {
        self.relays.iter().any(|it| it.url.is_open_to_listeners())
    }

    /// The origins of the relays that are named, without repetition.
    pub(crate) fn origins(&self) -> Vec<String> {
        let mut origins: Vec<String> = Vec::new();
        for NamedRelay { url, .. } in &self.relays {
            let url = url.parsed();
            let origin = url[..Position::BeforePath].to_owned();
            if !origins.contains(&origin) {
                origins.push(origin);
            }
        }
        origins
    }
}

/// An id of the directory: 64 hex digits.
const ID_LETTERS: usize = 64;

/// Where the relay of the server at `public_url` is.
pub(crate) fn own_url(public_url: &Origin) -> String {
    public_url.web_socket() + path::RELAY
}

impl<'de> Deserialize<'de> for Relays {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Table(Listed { relays }) = Table::deserialize(from)?;
        let relays: Vec<NamedRelay> = relays.into_iter().map(|it| it.0).collect();
        for (at, relay) in relays.iter().enumerate() {
            if relays[..at].iter().any(|it| it.url.place() == relay.url.place()) {
                return Err(D::Error::custom("a relay stands there twice"));
            }
        }
        Ok(Relays { relays })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    #[serde(default)]
    relays: Vec<Table<NamedRelay>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedRelay {
    url: RelayUrl,
    project_id: Option<RelayProject>,
    #[serde(default, deserialize_with = "reached")]
    wallets: ReachedWallets,
}

/// Ids in small letters, as the directory has them; a name, which no row of the list would ever have, is
/// told its id.
fn reached<'de, D: Deserializer<'de>>(from: D) -> Result<ReachedWallets, D::Error> {
    let ReachedWallets::Listed(ids) = ReachedWallets::deserialize(from)? else {
        return Ok(ReachedWallets::All);
    };
    let ids: Vec<String> = ids.iter().map(|it| it.to_ascii_lowercase()).collect();
    let is_id =
        |it: &&String| it.len() == ID_LETTERS && it.bytes().all(|it| it.is_ascii_hexdigit());
    match ids.iter().find(|it| !is_id(it)) {
        None => Ok(ReachedWallets::Listed(ids)),
        Some(text) if text == "all" => {
            Err(D::Error::custom("\"all\" stands without brackets around it"))
        }
        Some(text) => {
            let near = wallet_ids::nearest(text);
            let meant = near.map(|it| format!("; that of {} is \"{}\"", it.name, it.id));
            Err(D::Error::custom(format!(
                "a wallet is named by its id in the directory, 64 hex digits{}",
                meant.unwrap_or_default()
            )))
        }
    }
}

/// Kept as it was written: tokens are made out to that text.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct RelayUrl(String);

impl TryFrom<String> for RelayUrl {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let url = Url::parse(&text).map_err(|_| "a relay's URL cannot be read")?;
        let is_ours =
            |name: &str| [PROJECT_ID, AUTH].iter().any(|it| name.eq_ignore_ascii_case(it));
        if !matches!(url.scheme(), "wss" | "ws") {
            return Err("a relay's URL begins with wss:// or ws://");
        }
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err("a relay's URL is told to every page: it cannot hold a user name or a #");
        }
        if url.query_pairs().any(|(name, _)| is_ours(&name)) {
            return Err(
                "pages add the project's id and their token to a relay's URL: leave them out there, \
                        the id stands in project_id",
            );
        }
        Ok(RelayUrl(text))
    }
}

impl RelayUrl {
    /// The same of all its spellings.
    fn place(&self) -> String {
        let mut url = self.parsed();
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        url.into()
    }

    fn is_open_to_listeners(&self) -> bool {
        let url = self.parsed();
        let is_here = match url.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        };
        url.scheme() == "ws" && !is_here
    }

    fn parsed(&self) -> Url {
        Url::parse(&self.0).expect("it was read")
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct RelayProject(String);

impl TryFrom<String> for RelayProject {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
        let is_fit = (1..=64).contains(&text.len()) && text.bytes().all(is_letter);
        is_fit
            .then_some(RelayProject(text))
            .ok_or("a project's id is of up to 64 letters and digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<Vec<(String, String, ReachedWallets)>, String> {
        let relays: Relays = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let own = Origin::parse("https://w.example").expect("an origin");
        let project = ProjectId::parse(&"a".repeat(32)).expect("an id");
        let told = relays.told(&own, &project).relays;
        Ok(told.into_iter().map(|it| (it.url, it.project_id, it.wallets)).collect())
    }

    #[test]
    fn pages_are_told_of_this_relay_unless_the_operator_names_others() {
        let (own, project) = ("wss://w.example/relay".to_owned(), "a".repeat(32));
        assert_eq!(told(""), Ok(vec![(own, project.clone(), ReachedWallets::default())]));
        let text =
            "[[relays]]\nurl = \"wss://b.example?x=1\"\nproject_id = \"B\"\nwallets = \"all\"\n\
                    [[relays]]\nurl = \"ws://c.example\"\nwallets = [\"D\"]"
                .replace("\"D\"", &format!("{:?}", "D".repeat(64)));
        let expected = vec![
            ("wss://b.example?x=1".to_owned(), "B".to_owned(), ReachedWallets::All),
            ("ws://c.example".to_owned(), project, ReachedWallets::Listed(vec!["d".repeat(64)])),
        ];
        assert_eq!(told(&text), Ok(expected));
        let relays: Relays =
            toml::from_str(&text.replace("c.example", "c.example:80/x")).expect("valid");
        assert_eq!(relays.origins(), ["wss://b.example", "ws://c.example"]);
    }

    #[test]
    fn of_another_relay_the_id_and_the_wallets_are_missed() {
        let doubts = |text: &str| {
            let relays: Relays = toml::from_str(text).expect("valid");
            let own = Origin::parse("https://w.example").expect("an origin");
            let doubts = relays.doubts(&own).into_iter();
            doubts
                .map(|(url, why)| [url, why.split(',').next().unwrap_or_default()].join(": "))
                .collect::<Vec<_>>()
        };
        let named = |url: &str, more: &str| format!("[[relays]]\nurl = \"wss://{url}\"\n{more}\n");
        assert_eq!(doubts(&named("w.example:443/relay/", "")), [""; 0]);
        let (id, wallets) = ("project_id = \"B\"", "wallets = \"all\"");
        assert_eq!(doubts(&named("b.example", &[id, wallets].join("\n"))), [""; 0]);
        assert_eq!(doubts(&named("b.example", id)), ["wss://b.example: it has no `wallets`"]);
        assert_eq!(
            doubts(&named("b.example", wallets)),
            ["wss://b.example: it has no `project_id`"]
        );
        assert_eq!(doubts(&named("b.example", "")).len(), 2);
    }

    #[test]
    fn what_is_no_relay_is_told_why() {
        for (text, why) in [
            ("relays = [[\"wss://b.example\"]]", "expected a map"),
            ("relays = [{}]", "missing field `url`"),
            ("relays = [{ url = \"https://b.example\" }]", "wss://"),
            ("relays = [{ url = \"b.example\" }]", "cannot be read"),
            ("relays = [{ url = \"wss://u:p@b.example\" }]", "user name"),
            ("relays = [{ url = \"wss://b.example\", project_id = \"\" }]", "up to 64"),
            ("relays = [{ url = \"wss://b.example\", wallets = \"some\" }]", "\"all\" or a list"),
            ("relays = [{ url = \"wss://b.example\", wallet = \"all\" }]", "unknown field"),
            (
                "relays = [{ url = \"wss://b.example\", wallets = [\"metamask\"] }]",
                "64 hex digits; that of MetaMask is \"c57ca95b",
            ),
            (
                "relays = [{ url = \"wss://b.example\", wallets = [\"io.metamask\"] }]",
                "that of MetaMask",
            ),
            ("relays = [{ url = \"wss://b.example\", wallets = [\"all\"] }]", "without brackets"),
            ("relays = [{ url = \"wss://b.example\", wallets = [\"Qx\"] }]", "64 hex digits"),
            ("relays = [{ url = \"wss://b.example/?projectId=aa\" }]", "leave them out"),
            ("relays = [{ url = \"wss://b.example/?x=1&AUTH=a\" }]", "leave them out"),
            (
                "relays = [{ url = \"wss://b.example/r\" }, { url = \"wss://B.example:443/r/\" }]",
                "twice",
            ),
            ("relay = []", "unknown field"),
        ] {
            let said = told(text).expect_err(text);
            assert!(said.contains(why), "{text}: {said}");
        }
    }
}
