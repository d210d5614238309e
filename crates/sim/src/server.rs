//! The operator's server, as far as an engine sees it. A contract test of the crate `server` holds
//! it to what the real one answers.

use directory::Query;
use protocol::api::history::{History, Nfts};
use protocol::api::{
    AnalyticsSwitch, Balances, EIP155_NATIVE, Fungible, Fungibles, Identity, PriceQuestion,
    ProjectOrigins, WalletConnect, WalletConnectRelay, WalletListing,
};
use protocol::path;
use protocol::reached_wallets::ReachedWallets;
use wire::{Json, from_text, to_text};

use crate::vault_frame::VAULT_URL;

/// Where a host's own node is.
pub const NODE_URL: &str = "https://node.example/eip155";

/// The id of the operator's own wallet, which listens at the relay that a [`Server`] names.
pub const OWN_WALLET: &str = "0000000000000000000000000000000000000000000000000000000000000fff";

/// A server whose nodes know a few balances.
#[derive(Clone)]
pub struct Server {
    /// The chains it reaches.
    pub chains: Vec<String>,
    /// What every account holds, as a quantity.
    pub balance: String,
    /// What every account holds, as the host's own node at [`NODE_URL`] says it, or an error as JSON
    /// text; nothing: it is down.
    pub own_node: Option<String>,
    /// The chain that the host's own node says it is of, as a quantity.
    pub own_chain: String,
    /// What its nodes answer beside that, by the request: `eth_blockNumber[]` and its result as JSON text.
    pub results: Vec<(String, String)>,
    /// What every account holds, with its tokens.
    pub holdings: Balances,
    /// What some hold instead, by their addresses.
    pub others: Vec<(String, Balances)>,
    /// What tokens are worth; it knows no others.
    pub prices: Vec<Fungible>,
    /// What every account did: the pages of it, in order.
    pub history: Vec<History>,
    /// Which NFTs every account holds.
    pub nfts: Nfts,
    /// How every account is called.
    pub identity: Identity,
    /// The project's features, as JSON text.
    pub features: String,
    /// The origin of its vault's frame, if it has one.
    pub vault_url: Option<String>,
    /// The relays that its operator names; none: its own, which no wallet of a store listens at.
    pub relays: Vec<WalletConnectRelay>,
    /// The origins the project allows.
    pub origins: Vec<String>,
    /// Events are wanted.
    pub counts: bool,
    /// The wallets of the directory.
    pub wallets: Vec<WalletListing>,
    /// Is older than what a directory says of certified wallets.
    pub is_older: bool,
    /// How long an answer takes, in milliseconds.
    pub answers_in_ms: u64,
    /// Cannot be reached.
    pub is_down: bool,
    /// What it says of when to ask again, in milliseconds.
    pub retry_after_ms: Option<u32>,
    /// Answers with this status and nothing that makes sense.
    pub fails_with: Option<u32>,
    /// Answers with this status, and says why.
    pub refuses_with: Option<u32>,
    /// How long the second half of the engine takes to come, in milliseconds; 0: it is there at once.
    pub second_half_delay_ms: u64,
}

/// The real one prices no more tokens at once.
const MOST_PRICED: usize = 200;

impl Default for Server {
    fn default() -> Self {
        Server {
            chains: vec!["eip155:1".to_owned(), "eip155:31337".to_owned()],
            balance: "0x21e19e0c9bab2400000".to_owned(),
            own_node: None,
            own_chain: "0x7a69".to_owned(),
            results: vec![],
            holdings: Balances::default(),
            others: vec![],
            prices: vec![],
            history: vec![],
            nfts: Nfts::default(),
            identity: Identity::default(),
            features: r#"{"features":[]}"#.to_owned(),
            vault_url: Some(VAULT_URL.to_owned()),
            relays: vec![WalletConnectRelay {
                url: "wss://relay.example".to_owned(),
                project_id: "1".repeat(32),
                wallets: ReachedWallets::Listed(vec![OWN_WALLET.to_owned()]),
            }],
            origins: vec![],
            counts: false,
            wallets: vec![],
            is_older: false,
            answers_in_ms: 50,
            is_down: false,
            retry_after_ms: None,
            fails_with: None,
            refuses_with: None,
            second_half_delay_ms: 0,
        }
    }
}

impl Server {
    /// The status and body of an answer; nothing where the server cannot be reached.
    pub fn answer(&self, method: &str, url: &str, body: Option<&str>) -> Option<(u32, String)> {
        if url == NODE_URL {
            let said = self.own_node.as_ref()?;
            let answer = match from_text::<Json>(said) {
                Ok(error) => to_text(&Json::object([("error", error)])),
                Err(_) => self.asked(body.unwrap_or_default(), said),
            };
            return Some((200, answer));
        }
        if self.is_down {
            return None;
        }
        if let Some(status) = self.fails_with {
            return Some((status, "<html>".to_owned()));
        }
        if let Some(status) = self.refuses_with {
            return Some((status, failed("projectId", "This server does not know the project.")));
        }
        Some(match (method, path_of(url)) {
            ("GET", path::SUPPORTED_CHAINS) => (200, self.supported_chains()),
            ("POST", path::RPC) => self.rpc(url, body.unwrap_or_default()),
            ("GET", path::FEATURES) => (200, self.features(url)),
            ("GET", path::ORIGINS) => {
                (200, to_text(&ProjectOrigins { allowed_origins: self.origins.clone() }))
            }
            ("GET", path::ANALYTICS) => {
                (200, to_text(&AnalyticsSwitch { is_analytics_enabled: self.counts }))
            }
            ("GET", path::WALLETS) => self.wallets(url),
            ("GET", asked) if asked.starts_with(path::IDENTITY) => (200, to_text(&self.identity)),
            ("GET", asked) if asked.starts_with(path::ACCOUNT) => self.account(asked, url),
            ("POST", path::PRICE) => self.price(body.unwrap_or_default()),
            ("POST", path::EVENT) => (200, r#"{"success":true}"#.to_owned()),
            _ => (404, failed("path", "not found")),
        })
    }

    /// What is told of an account.
    fn account(&self, asked: &str, url: &str) -> (u32, String) {
        match asked.rsplit('/').next() {
            Some("balance") => (200, to_text(self.held(asked))),
            Some("nfts") => (200, to_text(&self.nfts)),
            _ => {
                let cursor = parameter(url, "cursor");
                let at = cursor.map_or(Some(0), |it| it.parse::<usize>().ok());
                let Some(at) = at else { return (400, failed("cursor", "not known")) };
                (200, self.history.get(at).map_or_else(|| to_text(&History::default()), to_text))
            }
        }
    }

    fn held(&self, asked: &str) -> &Balances {
        let other = self.others.iter().find(|(address, _)| asked.contains(address.as_str()));
        other.map_or(&self.holdings, |it| &it.1)
    }

    /// What the tokens of a question are worth, one for each.
    fn price(&self, body: &str) -> (u32, String) {
        let Ok(question) = from_text::<PriceQuestion>(body) else {
            return (400, failed("", "not a question"));
        };
        let mut told = Fungibles::default();
        for address in question.addresses {
            let named = address.rsplit_once(':').filter(|(_, it)| is_contract(it));
            let Some((chain, _)) = named else { return (400, failed("addresses", "malformed")) };
            if !self.chains.iter().any(|it| it == chain) {
                return (400, failed("chainId", "not supported"));
            }
            let known = self.prices.iter().find(|it| it.address == address).cloned();
            told.fungibles.push(known.unwrap_or_else(|| unpriced(address)));
        }
        if !(1..=MOST_PRICED).contains(&told.fungibles.len()) {
            return (400, failed("addresses", "too few or many"));
        }
        (200, to_text(&told))
    }

    /// What was decided of features, and beside them how phones are reached.
    fn features(&self, url: &str) -> String {
        let Ok(Json::Object(mut decided)) = from_text(&self.features) else {
            return self.features.clone();
        };
        let mut relays = self.relays.clone();
        if relays.is_empty() {
            let place = url.split_once("://").map_or("", |(_, rest)| rest);
            let host = place.split('/').next().unwrap_or_default();
            relays.push(WalletConnectRelay {
                url: format!(
                    "ws{}://{host}{}",
                    if url.starts_with("https") { "s" } else { "" },
                    path::RELAY
                ),
                project_id: parameter(url, "projectId").unwrap_or_default(),
                wallets: ReachedWallets::default(),
            });
        }
        let told = from_text(&to_text(&WalletConnect { relays }));
        decided.push(("walletConnect".to_owned(), told.expect("it was written")));
        decided.extend(self.vault_url.as_deref().map(|it| ("vaultUrl".to_owned(), Json::text(it))));
        to_text(&Json::Object(decided))
    }

    fn wallets(&self, url: &str) -> (u32, String) {
        match Query::read(&parameters(url)) {
            Ok(query) => {
                let mut page = query.answer(&self.wallets);
                if self.is_older {
                    page.has_certified = None;
                }
                (200, to_text(&page))
            }
            Err(fault) => (400, failed(fault.parameter, fault.wanted)),
        }
    }

    fn supported_chains(&self) -> String {
        let http = Json::list(self.chains.iter().map(|chain| Json::text(chain)));
        let to_subscribe = self.chains.iter().filter(|chain| chain.starts_with("eip155:"));
        let ws = Json::list(to_subscribe.map(|chain| Json::text(chain)));
        to_text(&Json::object([("http", http), ("ws", ws)]))
    }

    fn rpc(&self, url: &str, body: &str) -> (u32, String) {
        let chain = parameter(url, "chainId");
        if !chain.is_some_and(|chain| self.chains.contains(&chain)) {
            return (400, failed("chainId", "not supported"));
        }
        (200, self.asked(body, &self.balance))
    }

    /// What a node answers to a request, or a list of them.
    fn asked(&self, body: &str, balance: &str) -> String {
        let body: Json = from_text(body).unwrap_or_default();
        to_text(&match body.as_list() {
            Some(all) => Json::list(all.iter().map(|it| self.answered(it, balance))),
            None => self.answered(&body, balance),
        })
    }

    fn answered(&self, request: &Json, balance: &str) -> Json {
        let id = request.get("id").cloned().unwrap_or_default();
        let method = request.get("method").and_then(Json::as_text).unwrap_or_default();
        let asked = [method, &request.get("params").map(to_text).unwrap_or_default()].concat();
        let result = match self.results.iter().find(|it| it.0 == asked) {
            Some((_, result)) => from_text(result).expect("a result is JSON"),
            None if method == "eth_getBalance" => Json::text(balance),
            None if method == "eth_chainId" => Json::text(&self.own_chain),
            None => Json::Null,
        };
        Json::object([("jsonrpc", Json::text("2.0")), ("id", id), ("result", result)])
    }
}

/// What nobody knows a price of.
fn unpriced(address: String) -> Fungible {
    let is_listed = address.ends_with(EIP155_NATIVE);
    Fungible {
        address,
        name: String::new(),
        symbol: String::new(),
        icon_url: String::new(),
        price: None,
        price_source: None,
        price_at: None,
        decimals: is_listed.then_some(18),
        is_listed,
    }
}

fn is_contract(address: &str) -> bool {
    let digits = address.strip_prefix("0x").unwrap_or_default();
    digits.len() == 40 && digits.bytes().all(|it| it.is_ascii_hexdigit())
}

fn parameters(url: &str) -> Vec<(String, String)> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

fn parameter(url: &str, name: &str) -> Option<String> {
    parameters(url).into_iter().find(|it| it.0 == name).map(|it| it.1)
}

/// The path of a URL, with the slash it begins with.
pub(crate) fn path_of(url: &str) -> &str {
    let place = url.split('?').next().unwrap_or_default();
    let host = place.find("://").map_or(0, |at| at + 3);
    place[host..].find('/').map_or("", |at| &place[host + at..])
}

fn failed(field: &str, description: &str) -> String {
    let reason =
        Json::object([("field", Json::text(field)), ("description", Json::text(description))]);
    to_text(&Json::object([("status", Json::text("FAILED")), ("reasons", Json::list([reason]))]))
}
