//! Browser wallets, and the people who hold them. What is odd about a wallet is data: a row in a
//! test's table, not code.

use engine::ProviderKind;
use protocol::caip::{ChainId, Namespace};
use protocol::module::session::{Pairing, Redirect, SessionAnswer};
use protocol::rpc::{
    INTERNAL, INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_UNAVAILABLE, UNAUTHORIZED,
    UNRECOGNIZED_CHAIN, UNSUPPORTED_METHOD, USER_REJECTED,
};
use runtime::Reply;
use wire::{Json, from_text, to_text};

use crate::clock::{Clock, Event};

/// What a person, or the wallet for them, does when asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reaction {
    /// Says yes.
    Approves,
    /// Says no, with this code.
    Refuses(i32),
    /// Never answers.
    Hangs,
    /// Answers something that makes no sense.
    TalksJunk,
}

/// What is odd about a wallet. The default is MetaMask-like.
#[derive(Clone, Debug, PartialEq)]
pub struct Quirks {
    /// When asked to share accounts.
    pub connect: Reaction,
    /// When asked to switch to a chain it knows.
    pub switch: Reaction,
    /// When asked to add a chain.
    pub add: Reaction,
    /// When asked what it shares, without a window.
    pub read: Reaction,
    /// Has `wallet_requestPermissions`; without it (some mobile wallets) it answers −32601.
    pub has_permissions: bool,
    /// Shares no account although the person approved.
    pub shares_nothing: bool,
    /// Says it switched, and did not.
    pub stays: bool,
    /// Wraps 4902 in `data.originalError`.
    pub nests_4902: bool,
    /// Adds a chain without going there.
    pub only_adds: bool,
    /// Gets to a chain only so many milliseconds after it said so.
    pub lags_ms: u64,
    /// Writes its chain id in decimal.
    pub writes_decimal: bool,
    /// Changes its chain without telling.
    pub tells_nothing: bool,
    /// Answers every request twice.
    pub answers_twice: bool,
    /// Takes so long to answer, in milliseconds.
    pub answer_ms: u64,
    /// Announces itself after so long, in milliseconds.
    pub announce_delay_ms: u64,
    /// On a phone: wants no link opened when it is asked for something.
    pub wants_no_link: bool,
}

impl Default for Quirks {
    fn default() -> Self {
        Quirks {
            connect: Reaction::Approves,
            switch: Reaction::Approves,
            add: Reaction::Approves,
            read: Reaction::Approves,
            has_permissions: true,
            shares_nothing: false,
            stays: false,
            nests_4902: false,
            only_adds: false,
            lags_ms: 0,
            writes_decimal: false,
            tells_nothing: false,
            answers_twice: false,
            answer_ms: 100,
            announce_delay_ms: 0,
            wants_no_link: false,
        }
    }
}

/// What a wallet puts into the page for one namespace.
#[derive(Clone, Debug)]
pub struct Wallet {
    /// Its namespace.
    pub namespace: Namespace,
    /// Its reverse domain name.
    pub id: String,
    /// What it says its uuid is; one of its own where nothing is said.
    pub uuid: Option<String>,
    /// Another object of the page came with its uuid and id.
    pub(crate) is_contested: bool,
    /// Its name.
    pub name: String,
    /// Where it says that it is at home.
    pub home: String,
    /// How it says that its app is opened.
    pub redirect: Option<Redirect>,
    /// What is odd about it.
    pub quirks: Quirks,
    /// Its addresses, the active one first.
    pub accounts: Vec<String>,
    /// The chain it is on.
    pub chain: u64,
    /// The chains it knows.
    pub chains: Vec<u64>,
    /// The chains it says it serves, outside of eip155; nothing where it does not say.
    pub served: Option<Vec<ChainId>>,
    /// What it answers to other methods.
    pub knows: Vec<(String, Json)>,
    /// Whether the site may see the accounts.
    pub is_permitted: bool,
    /// It has left the page.
    pub is_gone: bool,
    /// It is not in the page: the module of this name holds sessions with it.
    pub module: Option<String>,
    /// What its module says it is.
    pub kind: ProviderKind,
    /// The ids of the ops that listen to its events.
    pub(crate) listeners: Vec<u32>,
}

/// What a wallet answers: a result, or an error.
pub(crate) type Answer = Result<Json, Json>;

/// The methods by which a wallet says what it shares, and where it is.
const SHARING: [&str; 5] =
    ["wallet_requestPermissions", "eth_requestAccounts", "connect", "eth_accounts", "eth_chainId"];

impl Wallet {
    /// A wallet that announces itself as `id`, with one account, on the chain.
    pub fn new(id: &str, name: &str, account: &str, chain: u64, quirks: Quirks) -> Self {
        Wallet {
            namespace: Namespace::Eip155,
            id: id.to_owned(),
            uuid: None,
            is_contested: false,
            name: name.to_owned(),
            home: "https://pocket.example".to_owned(),
            redirect: None,
            quirks,
            accounts: vec![account.to_owned()],
            chain,
            chains: vec![1, chain],
            served: None,
            knows: Vec::new(),
            is_permitted: false,
            is_gone: false,
            module: None,
            kind: ProviderKind::WalletConnect,
            listeners: Vec::new(),
        }
    }

    /// The same wallet, for another namespace.
    pub fn of(self, namespace: Namespace) -> Self {
        Wallet { namespace, ..self }
    }

    /// The same wallet, on a phone: a module holds the session.
    pub fn in_module(self, name: &str) -> Self {
        Wallet { module: Some(name.to_owned()), ..self }
    }

    /// The same wallet, saying that it serves these chains.
    pub fn serving(self, chains: &[ChainId]) -> Self {
        Wallet { served: Some(chains.to_vec()), ..self }
    }

    /// The same wallet, knowing these chains and no others.
    pub fn knowing(self, chains: &[u64]) -> Self {
        Wallet { chains: chains.to_vec(), ..self }
    }

    /// The same wallet, with this answer to a method.
    pub fn answering(mut self, method: &str, answer: Json) -> Self {
        self.knows.push((method.to_owned(), answer));
        self
    }

    /// Lets the clock answer op `id`. Whom it shares its accounts with, and where it is, it says as it is
    /// when it answers.
    pub(crate) fn request(
        &mut self,
        clock: &mut Clock,
        index: usize,
        id: u32,
        method: &str,
        params: &Json,
    ) {
        let answer_ms = self.quirks.answer_ms;
        if SHARING.contains(&method) {
            let (method, params) = (method.to_owned(), params.clone());
            return clock.after(answer_ms, Event::Share { id, index, method, params });
        }
        let answer = match method {
            "wallet_switchEthereumChain" => self.switch(clock, index, params),
            "wallet_addEthereumChain" => self.add(clock, index, params),
            "wallet_revokePermissions" | "disconnect" => {
                self.is_permitted = false;
                Some(Ok(Json::Null))
            }
            "personal_sign" if self.is_permitted => Some(Ok(Json::text("0x5160"))),
            "personal_sign" => Some(refused(UNAUTHORIZED)),
            _ => Some(match self.knows.iter().find(|(known, _)| known == method) {
                Some((_, answer)) => Ok(answer.clone()),
                None if self.module.is_some() => Err(error_of(UNSUPPORTED_METHOD)),
                None => Err(error_of(METHOD_NOT_FOUND)),
            }),
        };
        for reply in self.replies(answer) {
            clock.after(answer_ms, Event::Reply { id, reply });
        }
    }

    /// What it answers now to one of [`SHARING`].
    pub(crate) fn share(&mut self, method: &str, params: &Json) -> Vec<String> {
        let answer = match method {
            "eth_accounts" => react(self.quirks.read, || self.shared()),
            "eth_chainId" if self.quirks.writes_decimal => {
                Some(Ok(Json::Text(self.chain.to_string())))
            }
            "eth_chainId" => Some(Ok(Json::Text(hex(self.chain)))),
            "connect" => self.connect_elsewhere(params),
            _ => self.connect(method),
        };
        let is_settling = self.module.is_some()
            && matches!(answer, Some(Ok(_)))
            && method == "connect"
            && !is_silent(params);
        let mut replies = self.replies(answer);
        if is_settling {
            let settling = SessionAnswer::Progress { value: Pairing::Settling };
            let value = from_text(&to_text(&settling)).expect("an answer is JSON");
            replies.insert(0, to_text(&Reply::Value { value }));
        }
        replies
    }

    fn replies(&self, answer: Option<Answer>) -> Vec<String> {
        let Some(answer) = answer else { return vec![] };
        let reply = self.reply(match answer {
            Ok(value) => Reply::Value { value },
            Err(error) => Reply::Refused { error },
        });
        vec![to_text(&reply); if self.quirks.answers_twice { 2 } else { 1 }]
    }

    /// A reply as it reaches the engine: from the page, or in the words of a module.
    pub(crate) fn reply(&self, reply: Reply) -> Reply {
        if self.module.is_none() {
            return reply;
        }
        let answer = match reply {
            Reply::Value { value } => SessionAnswer::Value { value },
            Reply::Refused { error } => SessionAnswer::Refused { error },
            Reply::Event { name, value } => SessionAnswer::Event { name, value },
            other => panic!("a wallet says {other:?}"),
        };
        let value = from_text(&to_text(&answer)).expect("an answer is JSON");
        Reply::Value { value }
    }

    /// Whether it speaks as browser wallets of eip155 do.
    pub(crate) fn is_injected(&self) -> bool {
        self.namespace == Namespace::Eip155 && self.module.is_none()
    }

    fn connect(&mut self, method: &str) -> Option<Answer> {
        if method == "wallet_requestPermissions" && !self.quirks.has_permissions {
            return Some(refused(METHOD_NOT_FOUND));
        }
        react(self.quirks.connect, || {
            self.is_permitted = true;
            match method {
                "eth_requestAccounts" => self.shared(),
                _ => Json::list([Json::object([("parentCapability", Json::text("eth_accounts"))])]),
            }
        })
    }

    fn switch(&mut self, clock: &mut Clock, index: usize, params: &Json) -> Option<Answer> {
        let Some(chain) = chain_of(params) else { return Some(refused(INVALID_PARAMS)) };
        if !self.chains.contains(&chain) {
            return Some(self.unknown_chain());
        }
        react(self.quirks.switch, || {
            self.go(clock, index, chain);
            Json::Null
        })
    }

    fn add(&mut self, clock: &mut Clock, index: usize, params: &Json) -> Option<Answer> {
        let Some(chain) = chain_of(params) else { return Some(refused(INVALID_PARAMS)) };
        react(self.quirks.add, || {
            self.chains.push(chain);
            if !self.quirks.only_adds {
                self.go(clock, index, chain);
            }
            Json::Null
        })
    }

    fn go(&mut self, clock: &mut Clock, index: usize, chain: u64) {
        if !self.quirks.stays {
            let arrives_ms = if self.quirks.lags_ms == 0 {
                0
            } else {
                self.quirks.answer_ms + self.quirks.lags_ms
            };
            clock.after(arrives_ms, Event::Arrive { index, chain });
        }
    }

    fn unknown_chain(&self) -> Answer {
        let error = |code: i32| ("code", Json::Number(code.to_string().into()));
        if !self.quirks.nests_4902 {
            return refused(UNRECOGNIZED_CHAIN);
        }
        let original = Json::object([error(UNRECOGNIZED_CHAIN)]);
        let data = Json::object([("originalError", original)]);
        Err(Json::object([
            error(INTERNAL),
            ("message", Json::text("Unrecognized chain")),
            ("data", data),
        ]))
    }
}

/// Whether `connect` asks nobody.
pub(crate) fn is_silent(params: &Json) -> bool {
    let options = params.as_list().and_then(<[Json]>::first);
    options.and_then(|it| it.get("silent")) == Some(&Json::Bool(true))
}

/// A chain id as wallets write it.
pub(crate) fn hex(chain: u64) -> String {
    format!("0x{chain:x}")
}

fn chain_of(params: &Json) -> Option<u64> {
    let text = params.as_list()?.first()?.get("chainId")?.as_text()?;
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

pub(crate) fn refused(code: i32) -> Answer {
    Err(error_of(code))
}

/// An error as wallets say it.
pub(crate) fn error_of(code: i32) -> Json {
    let message = match code {
        USER_REJECTED => "User rejected the request.".to_owned(),
        RESOURCE_UNAVAILABLE => "A request is already pending.".to_owned(),
        // Wallets hand on what their node said.
        INTERNAL => format!("Internal JSON-RPC error {}", "0xdeadbeef".repeat(30)),
        _ => "The wallet says no.".to_owned(),
    };
    Json::object([
        ("code", Json::Number(code.to_string().into())),
        ("message", Json::text(&message)),
    ])
}

/// What comes of a question, if anything does.
pub(crate) fn react(reaction: Reaction, approve: impl FnOnce() -> Json) -> Option<Answer> {
    match reaction {
        Reaction::Approves => Some(Ok(approve())),
        Reaction::Refuses(code) => Some(refused(code)),
        Reaction::Hangs => None,
        Reaction::TalksJunk => Some(Ok(Json::object([("what", Json::list([Json::Bool(true)]))]))),
    }
}
