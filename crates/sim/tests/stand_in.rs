//! What stands in for the module of phones may not lie: what an engine asks is answered alike by both, the
//! real one with a phone and a relay. One list of cases, and one page for each to ask.
#![allow(clippy::unwrap_used)]

use protocol::caip::{ChainId, Namespace};
use protocol::module::phone::PhoneIntent;
use protocol::module::session::{
    Metadata, Pairing, Relay, SessionAnswer, SessionAsk, SessionConfig, SessionWhat, Unreachable,
};
use protocol::rpc::{DISCONNECTED, RpcError, USER_REJECTED};
use runtime::{Op, Reply};
use sim::afar::{Afar, At, connect, request};
use sim::{
    ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Reaction, SOLANA_ADDRESS, Sim, Wallet, solana,
};
use wire::{Json, from_text, read, to_text};

/// What the person with the phone does.
#[derive(Clone, Copy, PartialEq)]
enum Person {
    /// Reads each code, and says yes to everything.
    Agrees,
    /// The same, and shares accounts of Solana only.
    AgreesElsewhere,
    /// Reads each code, and says no.
    Refuses,
    /// Is not there.
    Sleeps,
}
use Person::{Agrees, AgreesElsewhere, Refuses, Sleeps};

/// Which session is asked about.
#[derive(Clone, Copy)]
enum Of {
    Nothing,
    /// The one that an answer named last.
    It,
    Another,
}

enum Does {
    /// An ask, in a namespace.
    Asks(Namespace, Of, SessionWhat),
    /// The ask of that number is dropped.
    Drops(usize),
    /// So many seconds pass.
    Passes(u64),
    /// The phone goes to another chain.
    Goes(u64),
    /// The person ends the session on the phone.
    Ends,
    /// The relay keeps pages out, for this reason.
    KeepsOut(Unreachable),
}
use Does::{Asks, Drops, Ends, Goes, KeepsOut, Passes};

/// What is done, and what asks are answered then, each by its number. Each ask has its order, and there is
/// none between two.
type Step = (Does, &'static [&'static str]);
type Case = (&'static str, Person, Vec<Step>);

/// What the first ask is answered where the person says yes.
const CONNECTED: &[&str] = &[
    "1: reaching",
    "1: ready",
    "1: takenUp",
    "1: settling",
    "1: session of eip155:31337:A eip155:1:A on eip155:31337 eip155:1",
];
const ELSEWHERE: &str = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";

fn tap() -> Does {
    Asks(Namespace::Eip155, Of::Nothing, connect(&ChainId::eip155(DEV_CHAIN), false))
}

fn silent(chain: &str, of: Of) -> Does {
    let chain = ChainId::parse(chain).unwrap();
    Asks(chain.namespace, of, connect(&chain, true))
}

fn sign(of: Of) -> Does {
    asks_of(of, "personal_sign", r#"["0x68656c6c6f"]"#)
}

fn asks(method: &str, params: &str) -> Does {
    asks_of(Of::It, method, params)
}

fn asks_of(of: Of, method: &str, params: &str) -> Does {
    Asks(Namespace::Eip155, of, request(method, from_text(params).unwrap()))
}

fn listens(of: Of) -> Does {
    Asks(Namespace::Eip155, of, SessionWhat::Events)
}

fn prepares() -> Does {
    Asks(Namespace::Eip155, Of::Nothing, SessionWhat::Prepare)
}

fn cases() -> Vec<Case> {
    [pairing(), silence(), requests(), ends()].into_iter().flatten().collect()
}

fn pairing() -> Vec<Case> {
    vec![
        ("who says yes is connected", Agrees, vec![(tap(), CONNECTED)]),
        (
            "who says no is not",
            Refuses,
            vec![(tap(), &["1: reaching", "1: ready", "1: takenUp", "1: refused 4001"])],
        ),
        (
            "a code that nobody reads expires",
            Sleeps,
            vec![
                (tap(), &["1: reaching", "1: ready"]),
                (Passes(310), &["1: expired", "1: refused -32603"]),
            ],
        ),
        (
            "who taps takes the code that was prepared, and another is",
            Agrees,
            vec![
                (prepares(), &["1: reaching", "1: ready"]),
                (
                    tap(),
                    &[
                        "1: expired",
                        "1: reaching",
                        "1: ready",
                        "2: ready",
                        "2: takenUp",
                        "2: settling",
                        "2: session of eip155:31337:A eip155:1:A on eip155:31337 eip155:1",
                    ],
                ),
            ],
        ),
        (
            "a code is prepared again as often as it expires",
            Sleeps,
            vec![
                (prepares(), &["1: reaching", "1: ready"]),
                (Passes(310), &["1: expired", "1: reaching", "1: ready"]),
                (Passes(310), &["1: expired", "1: reaching", "1: ready"]),
            ],
        ),
        (
            "who may not reach a relay is told why, and waits for nothing",
            Sleeps,
            vec![
                (KeepsOut(Unreachable::Origin), &[]),
                (prepares(), &["1: reaching", "1: unreachable Origin"]),
                (tap(), &["2: reaching", "2: unreachable Origin", "2: refused 4900"]),
            ],
        ),
        (
            "who says yes to another namespace is connected there",
            AgreesElsewhere,
            vec![
                (
                    tap(),
                    &["1: reaching", "1: ready", "1: takenUp", "1: settling", "1: session of  on "],
                ),
                (silent("eip155:1", Of::It), &["2: refused 4200"]),
                (
                    silent(SOLANA, Of::It),
                    &[
                        "3: session of solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:S on solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
                    ],
                ),
                (sign(Of::It), &["4: refused 4901"]),
            ],
        ),
    ]
}

fn silence() -> Vec<Case> {
    vec![(
        "who was connected is found again, where the session serves what is asked for",
        Agrees,
        vec![
            (tap(), CONNECTED),
            (Drops(1), &[]),
            (
                silent("eip155:1", Of::Nothing),
                &["2: session of eip155:31337:A eip155:1:A on eip155:31337 eip155:1"],
            ),
            (
                silent("eip155:1", Of::It),
                &["3: session of eip155:31337:A eip155:1:A on eip155:31337 eip155:1"],
            ),
            (silent("eip155:1", Of::Another), &["4: refused 4100"]),
            (silent("eip155:10", Of::It), &["5: refused 4200"]),
            (
                silent(SOLANA, Of::It),
                &[
                    "6: session of solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:S on solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
                ],
            ),
            (silent(ELSEWHERE, Of::It), &["7: refused 4200"]),
            (silent(BITCOIN, Of::It), &["8: refused 4200"]),
        ],
    )]
}

fn requests() -> Vec<Case> {
    let go = |chain: &str| asks("wallet_switchEthereumChain", chain);
    vec![(
        "what is asked in a session",
        Agrees,
        vec![
            (tap(), CONNECTED),
            (listens(Of::It), &[]),
            (sign(Of::It), &["3: \"0x5160\""]),
            (sign(Of::Another), &["4: refused 4900"]),
            (asks("eth_call", "[]"), &["5: refused 4200"]),
            (asks("eth_accounts", "[]"), &["6: [\"A\"]"]),
            (asks("eth_chainId", "[]"), &["7: \"0x7a69\""]),
            (go(r#"[{"chainId":"0x1"}]"#), &["2: chainChanged \"eip155:1\"", "8: null"]),
            (asks("eth_chainId", "[]"), &["9: \"0x1\""]),
            (go(r#"[{"chainId":"0xa"}]"#), &["10: refused 4902"]),
            (go("[]"), &["11: refused -32602"]),
            (Goes(DEV_CHAIN), &["2: chainChanged \"eip155:31337\""]),
        ],
    )]
}

fn ends() -> Vec<Case> {
    let end = |of| asks_of(of, "disconnect", "null");
    vec![
        (
            "who never connected",
            Agrees,
            vec![
                (silent("eip155:1", Of::Nothing), &["1: refused 4100"]),
                (sign(Of::Nothing), &["2: refused 4900"]),
                (end(Of::Nothing), &["3: null"]),
                (listens(Of::Nothing), &["4: disconnect 4900"]),
            ],
        ),
        (
            "a session that is ended here",
            Agrees,
            vec![
                (tap(), CONNECTED),
                (listens(Of::It), &[]),
                (end(Of::Another), &["3: null"]),
                (listens(Of::Another), &["4: disconnect 4900"]),
                (end(Of::It), &["2: disconnect 4900", "5: null"]),
                (end(Of::It), &["6: null"]),
                (sign(Of::It), &["7: refused 4900"]),
                (silent("eip155:1", Of::It), &["8: refused 4100"]),
                (silent("eip155:1", Of::Nothing), &["9: refused 4100"]),
                (listens(Of::It), &["10: disconnect 4900"]),
            ],
        ),
        (
            "a session that is ended on the phone",
            Agrees,
            vec![
                (tap(), CONNECTED),
                (listens(Of::It), &[]),
                (Ends, &["2: disconnect 4900"]),
                (sign(Of::It), &["3: refused 4900"]),
                (silent("eip155:1", Of::It), &["4: refused 4100"]),
            ],
        ),
    ]
}

#[test]
fn what_stands_in_for_the_module_answers_as_it_does() {
    for (name, person, steps) in cases() {
        let (mut real, mut stand_in) = (Asker::real(person), Asker::stand_in(person));
        for (at, (does, heard)) in steps.into_iter().enumerate() {
            let place = format!("{name}, step {}", at + 1);
            assert_eq!(real.does(&does), heard, "the module: {place}");
            assert_eq!(stand_in.does(&does), heard, "what stands in for it: {place}");
        }
    }
}

/// A page that asks.
struct Asker {
    sim: Sim,
    person: Person,
    /// The phone of the real module.
    phone: Option<At>,
    /// The ops of the asks.
    ops: Vec<u32>,
    session: Option<String>,
    /// The code that nobody read yet.
    code: Option<String>,
    /// The asks that prepare codes, which nobody sees.
    preparing: Vec<u32>,
    heard: usize,
}

impl Asker {
    fn of(sim: Sim, person: Person, phone: Option<At>) -> Self {
        Asker {
            sim,
            person,
            phone,
            ops: vec![],
            session: None,
            code: None,
            preparing: vec![],
            heard: 0,
        }
    }

    fn real(person: Person) -> Self {
        let mut afar = Afar::new(1);
        let phone = afar.phone(&[0]);
        Asker::of(Sim::new(vec![]).with_phones(afar), person, Some(phone))
    }

    fn stand_in(person: Person) -> Self {
        let connect = match person {
            Agrees | AgreesElsewhere => Reaction::Approves,
            Refuses => Reaction::Refuses(USER_REJECTED),
            Sleeps => Reaction::Hangs,
        };
        let quirks = Quirks { connect, ..Quirks::default() };
        let wallet = Wallet::new(ANY_PHONE, "Pocket", ANVIL, DEV_CHAIN, quirks.clone());
        let of_solana = Wallet::new(ANY_PHONE, "Pocket", SOLANA_ADDRESS, 0, quirks);
        let of_solana =
            of_solana.of(Namespace::Solana).serving(&[solana().caip_network_id]).in_module(PHONES);
        let wallet = wallet.knowing(&[DEV_CHAIN, 1]).in_module(PHONES);
        let has_both = person != AgreesElsewhere;
        let wallets = if has_both { vec![wallet, of_solana] } else { vec![of_solana] };
        let sim = Sim::new(wallets);
        if person != Sleeps {
            sim.page().relay.taken_up_ms = Some(50);
        }
        Asker::of(sim, person, None)
    }

    fn does(&mut self, does: &Does) -> Vec<String> {
        match does {
            Asks(namespace, of, what) => {
                let session = match of {
                    Of::Nothing => None,
                    Of::It => self.session.clone(),
                    Of::Another => Some("77".repeat(32)),
                };
                let (wallet, namespace) = (ANY_PHONE.to_owned(), *namespace);
                let chains =
                    vec![ChainId::eip155(DEV_CHAIN), ChainId::eip155(1), solana().caip_network_id];
                let config = SessionConfig {
                    name: "@latchkit/default:walletconnect".to_owned(),
                    // Those of its world stand in for it.
                    relays: vec![Relay { url: String::new(), project_id: String::new() }],
                    metadata: Metadata::default(),
                    chains,
                    wallet: None,
                };
                let ask = SessionAsk { wallet, namespace, session, config, what: what.clone() };
                let op = Op::Module { name: PHONES.to_owned(), ask: to_text(&ask) };
                let id = self.sim.perform(&op);
                self.ops.push(id);
                if *what == SessionWhat::Prepare {
                    self.preparing.push(id);
                }
            }
            Drops(number) => self.sim.abort(self.ops[number - 1]),
            Passes(seconds) => self.sim.run_for(seconds * 1_000),
            Goes(chain) => self.goes(*chain),
            Ends => self.ends(),
            KeepsOut(why) => self.keeps_out(*why),
        }
        self.settles()
    }

    /// What is heard until nothing more comes of it, the person doing their part.
    fn settles(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..3 {
            self.sim.run_for(1_000);
            let replies = self.sim.page().replies[self.heard..].to_vec();
            self.heard += replies.len();
            lines.extend(replies.iter().map(|(op, reply)| self.line(*op, reply)));
            self.person_acts();
        }
        lines.sort_by_key(|it| it.split(':').next().unwrap().parse::<usize>().unwrap());
        lines
    }

    fn person_acts(&mut self) {
        let Some(phone) = self.phone.filter(|_| self.person != Sleeps) else { return };
        let (person, code) = (self.person, self.code.take());
        self.sim.beyond(|afar| {
            if let Some(uri) = code {
                afar.person(phone, &PhoneIntent::Pair { uri });
                afar.run_for(500);
            }
            if let Some(proposal) = afar.shown(phone).proposals.first().map(|it| it.id.clone()) {
                let intent = match person {
                    Refuses => PhoneIntent::Refuse { proposal },
                    _ => PhoneIntent::Approve { proposal, namespaces: approved(person) },
                };
                afar.person(phone, &intent);
            }
            if let Some(request) = afar.shown(phone).requests.first().map(|it| it.id) {
                afar.person(phone, &PhoneIntent::Answer { request, value: Json::text("0x5160") });
            }
        });
    }

    fn goes(&mut self, chain: u64) {
        let Some(phone) = self.phone else {
            return self.sim.emit(0, "chainChanged", &ChainId::eip155(chain).text());
        };
        let (session, name) = (self.session.clone().unwrap(), "chainChanged".to_owned());
        let (chain, value) =
            (ChainId::eip155(chain).text(), Json::Number(chain.to_string().into()));
        self.sim.beyond(|afar| {
            afar.person(phone, &PhoneIntent::Emit { session, chain, name, value });
        });
    }

    fn ends(&mut self) {
        let Some(phone) = self.phone else {
            self.sim.page().wallets[0].is_permitted = false;
            return self.sim.emit(
                0,
                "disconnect",
                &Json::object([("code", Json::Number(DISCONNECTED.to_string().into()))]),
            );
        };
        let session = self.session.clone().unwrap();
        self.sim.beyond(|afar| afar.person(phone, &PhoneIntent::End { session }));
    }

    fn keeps_out(&mut self, why: Unreachable) {
        use protocol::relay::refusal::Refusal::{OriginNotAllowed, ProjectNotFound};
        if self.phone.is_none() {
            self.sim.page().relay.unreachable = Some(why);
            return;
        }
        let refusal = match why {
            Unreachable::Origin => OriginNotAllowed,
            _ => ProjectNotFound,
        };
        self.sim.beyond(|afar| afar.relays[0].faults.refuses = Some(refusal));
    }

    fn line(&mut self, op: u32, reply: &Reply) -> String {
        let number = self.ops.iter().position(|it| *it == op).unwrap() + 1;
        let Reply::Value { value } = reply else { return format!("{number}: {reply:?}") };
        let answer: SessionAnswer = read(value).unwrap();
        let is_for_tap = !self.preparing.contains(&op);
        let line = match answer {
            SessionAnswer::Progress { value: Pairing::Ready { uri, .. } } => {
                if is_for_tap {
                    self.code = Some(uri);
                }
                "ready".to_owned()
            }
            SessionAnswer::Progress { value: Pairing::Unreachable { why } } => {
                format!("unreachable {why:?}")
            }
            SessionAnswer::Progress { value } => {
                let told = from_text::<Json>(&to_text(&value)).unwrap();
                told.get("type").and_then(Json::as_text).unwrap().to_owned()
            }
            SessionAnswer::Refused { error } => format!("refused {}", RpcError::of(&error).code),
            SessionAnswer::Event { name, value } => {
                let value = value.unwrap_or_default();
                let code = value.get("code").map(to_text);
                format!("{name} {}", code.unwrap_or_else(|| to_text(&value)))
            }
            SessionAnswer::Value { value } => match value.get("session").and_then(Json::as_text) {
                Some(session) => {
                    self.session = Some(session.to_owned());
                    shared(&value)
                }
                None => to_text(&value),
            },
        };
        format!("{number}: {}", line.replace(ANVIL, "A").replace(SOLANA_ADDRESS, "S"))
    }
}

/// What a session shares, all of it.
fn shared(value: &Json) -> String {
    let names = |it: &Json| match it {
        Json::Object(fields) => fields.iter().map(|it| it.0.clone()).collect::<Vec<_>>().join(" "),
        other => panic!("{other:?}"),
    };
    let text = |it: &Json, name: &str| it.get(name).and_then(Json::as_text).unwrap().to_owned();
    assert_eq!(names(value), "accounts chains session peer wantsNoLink client");
    let peer = value.get("peer").unwrap();
    assert_eq!((names(peer), text(peer, "name")), ("name url".to_owned(), "Pocket".to_owned()));
    assert!(text(value, "client").starts_with("did:key:z"));
    assert_eq!(value.get("wantsNoLink"), Some(&Json::Bool(false)));
    let list = |name: &str| value.get(name).and_then(Json::as_list).unwrap().to_vec();
    let account = |it: &Json| format!("{}:{}", text(it, "chain"), text(it, "address"));
    let accounts: Vec<String> = list("accounts").iter().map(account).collect();
    let chains: Vec<String> =
        list("chains").iter().map(|it| it.as_text().unwrap().to_owned()).collect();
    format!("session of {} on {}", accounts.join(" "), chains.join(" "))
}

/// What the phone approves.
fn approved(person: Person) -> Json {
    let eip155 = format!(
        r#""eip155":{{"accounts":["eip155:{DEV_CHAIN}:{ANVIL}","eip155:1:{ANVIL}"],
            "methods":["personal_sign"],"events":["accountsChanged","chainChanged"]}},"#
    );
    let eip155 = if person == Agrees { &eip155 } else { "" };
    let solana = format!(
        r#""solana":{{"accounts":["{SOLANA}:{SOLANA_ADDRESS}"],"methods":[],"events":[]}}"#
    );
    from_text(&format!("{{{eip155}{solana}}}")).unwrap()
}
