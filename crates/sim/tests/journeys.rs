//! Random walks of engines in tabs of one browser, with the real module, phones and relays, by seed.
//!
//! `LATCHKIT_WALKS` says how many, `LATCHKIT_SEED` from which on, `WALK_SECONDS` for how long instead. A
//! failure prints the seed that repeats it.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use engine::{Ask, Carrier, Handoff, Intent, Status};
use protocol::caip::Namespace;
use protocol::module::phone::PhoneIntent;
use sim::afar::{Afar, At};
use sim::{ANVIL, ANY_PHONE, Chance, DEV_CHAIN, Server, Sim, Tabs, config};
use wire::{Json, from_text, read, to_text};

const STEPS: usize = 60;
/// After this long every proposal has expired, every request is over, and every relay was found again.
const QUIET_MS: u64 = 2_000_000;
/// More than a clock that nobody sets is off.
const OFF_MS: [i64; 4] = [0, 0, 240_000, -240_000];

struct Walk {
    tabs: Tabs,
    chance: Chance,
    phones: Vec<At>,
    relays: usize,
    /// What each tab's host asked to be signed since it was loaded: the question, and its text.
    asked: Vec<Vec<(u32, String)>>,
    last_text: u32,
    answered: u32,
    refused: u32,
    /// What must not be seen anywhere.
    secrets: BTreeSet<String>,
    path: Vec<String>,
}

impl Walk {
    fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let mut afar = Afar::troubled(seed, &mut chance);
        let relays = afar.relays.len();
        let phones = vec![afar.phone(&[0]), afar.phone(&[relays - 1])];
        let server = Server { counts: true, ..Server::default() };
        let sim = Sim::seeded(vec![], server, config(), seed).with_phones(afar);
        let mut tabs = Tabs::new(sim);
        if chance.one_in(2) {
            tabs.open();
        }
        let asked = vec![Vec::new(); tabs.count()];
        Walk {
            tabs,
            chance,
            phones,
            relays,
            asked,
            last_text: 0,
            answered: 0,
            refused: 0,
            secrets: BTreeSet::new(),
            path: vec![format!("seed {seed}")],
        }
    }

    /// Acts on the world beyond the tabs.
    fn afar<R>(&mut self, act: impl FnOnce(&mut Afar) -> R) -> R {
        self.tabs.turn(0, |sim| sim.beyond(act))
    }

    fn device(&self, tab: usize) -> At {
        self.tabs[tab].page().beyond.as_ref().unwrap().tab
    }

    fn step(&mut self) {
        let tab = self.chance.below(self.tabs.count());
        let phone = self.chance.pick(&self.phones);
        let what = self.chance.below(46);
        self.path.push(format!("{what}: tab {tab}, phone {phone}"));
        match what {
            0..=4 => self.person(tab),
            5..=10 => self.pair(phone),
            11..=15 => self.decide(phone),
            16..=21 => self.sign(tab),
            22..=28 => self.answer(phone),
            29 | 30 => self.tell(phone),
            31 => self.part(tab, phone),
            32..=34 => {
                self.asked[tab].clear();
                self.tabs.reload(tab);
            }
            35 => {
                let relay = if phone == self.phones[0] { 0 } else { self.relays - 1 };
                self.afar(|afar| afar.reload(phone, &[relay]));
            }
            36 => self.open_or_close(tab),
            37 => {
                let (device, is_offline) = (self.device(tab), self.chance.one_in(3));
                self.afar(|afar| afar.set_offline(device, is_offline));
            }
            38 | 39 => {
                let is_away = self.chance.one_in(3);
                self.afar(|afar| afar.person(phone, &PhoneIntent::Background { is_away }));
            }
            40 => self.intrude(),
            41 => {
                // All tabs have the clock of one machine.
                let ms = self.chance.pick(&OFF_MS);
                let devices: Vec<At> = (0..self.tabs.count()).map(|it| self.device(it)).collect();
                self.afar(|afar| devices.iter().for_each(|it| afar.set_ahead(*it, ms)));
            }
            42 => {
                let device = self.device(tab);
                self.afar(|afar| afar.lose_lock(device));
            }
            _ => {
                let (relay, is_down) = (self.chance.below(self.relays), self.chance.one_in(4));
                self.afar(|afar| {
                    afar.relays[relay].faults.is_down = is_down;
                    afar.break_relay(relay, 1001);
                });
            }
        }
        let ms = self.chance.pick(&[0, 3, 50, 300, 2_000, 20_000]);
        self.tabs.run_for(ms);
        self.check();
    }

    /// A person does something in a tab: mostly, they want to connect a phone.
    fn person(&mut self, tab: usize) {
        let wallet = ANY_PHONE.to_owned();
        let connect = Intent::Connect { wallet, namespace: None, is_double: None };
        let intent = match self.chance.below(8) {
            0 => Intent::Close,
            1 => Intent::Back,
            2 => Intent::Retry,
            _ => connect,
        };
        self.tabs.turn(tab, |sim| sim.send(&intent));
    }

    /// The code that a tab shows.
    fn shown(&self) -> Option<String> {
        (0..self.tabs.count()).find_map(|tab| {
            let page = self.tabs[tab].page();
            let handoff: Handoff = read(page.state.connect.handoff.as_ref()?).ok()?;
            Some(handoff.code?.address)
        })
    }

    fn pair(&mut self, phone: At) {
        if let Some(uri) = self.shown() {
            self.afar(|afar| afar.person(phone, &PhoneIntent::Pair { uri }));
        }
    }

    fn decide(&mut self, phone: At) {
        let proposal =
            self.afar(|afar| afar.shown(phone).proposals.first().map(|it| it.id.clone()));
        let Some(proposal) = proposal else { return };
        let intent = if self.chance.one_in(5) {
            PhoneIntent::Refuse { proposal }
        } else {
            PhoneIntent::Approve { proposal, namespaces: namespaces() }
        };
        self.afar(|afar| afar.person(phone, &intent));
    }

    /// A host has something signed.
    fn sign(&mut self, tab: usize) {
        self.last_text += 1;
        let text = format!("0x{:08x}", self.last_text);
        let params = Some(Json::list([Json::text(&text), Json::text(ANVIL)]));
        let method = "personal_sign".to_owned();
        let ask = Ask::Request { namespace: Namespace::Eip155, method, params };
        let id = self.tabs.turn(tab, |sim| sim.ask(&ask));
        self.asked[tab].push((id, text));
    }

    /// The phone says what it was asked.
    fn answer(&mut self, phone: At) {
        let requests = self.afar(|afar| afar.shown(phone).requests.clone());
        if requests.is_empty() {
            return;
        }
        let it = self.chance.pick(&requests);
        let value = it.params.as_list().unwrap()[0].clone();
        self.afar(|afar| afar.person(phone, &PhoneIntent::Answer { request: it.id, value }));
    }

    fn tell(&mut self, phone: At) {
        let session = self.afar(|afar| afar.shown(phone).sessions.first().map(|it| it.id.clone()));
        let Some(session) = session else { return };
        let chain = self.chance.pick(&["eip155:1", "eip155:31337", "eip155:56"]).to_owned();
        let intent = match self.chance.below(3) {
            0 => PhoneIntent::Extend { session },
            1 => PhoneIntent::Update { session, namespaces: namespaces() },
            _ => {
                let (name, value) = ("chainChanged".to_owned(), Json::Null);
                PhoneIntent::Emit { session, chain, name, value }
            }
        };
        self.afar(|afar| afar.person(phone, &intent));
    }

    fn part(&mut self, tab: usize, phone: At) {
        if self.chance.one_in(2) {
            return self.tabs.turn(tab, |sim| sim.send(&Intent::Disconnect { namespace: None }));
        }
        let session = self.afar(|afar| afar.shown(phone).sessions.first().map(|it| it.id.clone()));
        if let Some(session) = session {
            self.afar(|afar| afar.person(phone, &PhoneIntent::End { session }));
        }
    }

    fn open_or_close(&mut self, tab: usize) {
        if self.tabs.count() == 1 {
            self.tabs.open();
            self.asked.push(Vec::new());
        } else {
            self.tabs.close(tab);
            self.asked.remove(tab);
        }
    }

    /// Somebody who knows a topic says there what was said before, there or elsewhere, or junk.
    fn intrude(&mut self) {
        let relay = self.chance.below(self.relays);
        let left = self.afar(|afar| afar.relays[relay].left.clone());
        if left.is_empty() {
            return;
        }
        let topic = self.chance.pick(&left).topic;
        let said = self.chance.pick(&left).message;
        let message = self.chance.pick(&[said, "AA".to_owned(), String::new()]);
        self.afar(|afar| afar.intrude(relay, topic, &message));
    }

    /// No question is answered twice, and each by its own answer.
    fn check(&mut self) {
        for (tab, asked) in self.asked.iter().enumerate() {
            let page = self.tabs[tab].page();
            for (id, text) in asked {
                let answers: Vec<_> = page.answers.iter().filter(|it| it.0 == *id).collect();
                assert!(answers.len() <= 1, "answered twice: {answers:?}");
                let Some((_, answer)) = answers.first() else { continue };
                let answer: Json = from_text(answer).unwrap();
                match answer.get("value").and_then(Json::as_text) {
                    Some(value) => {
                        assert_eq!(value, text, "another's answer");
                        self.answered += 1;
                    }
                    None => self.refused += 1,
                }
            }
        }
        let device = self.device(0);
        for kept in self.afar(|afar| afar.secrets(device)) {
            self.secrets.extend(secrets_in(&written(&kept)));
        }
    }

    /// The sessions that the page keeps.
    fn kept(&mut self) -> BTreeSet<String> {
        let device = self.device(0);
        let kept = self.afar(|afar| afar.secrets(device));
        let all = kept.iter().map(|it| written(it));
        all.flat_map(|it| listed(it.get("book").unwrap(), "sessions", "topic")).collect()
    }

    /// Those that phones know.
    fn on_phones(&mut self) -> BTreeSet<String> {
        let phones = self.phones.clone();
        self.afar(|afar| {
            let all = phones.iter().flat_map(|it| &afar.shown(*it).sessions);
            all.map(|it| it.id.clone()).collect()
        })
    }

    /// Those by which somebody is connected in a tab.
    fn in_use(&self, tab: usize) -> BTreeSet<String> {
        let page = self.tabs[tab].page();
        let connected = page.state.accounts.iter().filter(|it| it.1.status == Status::Connected);
        let sessions = connected.filter_map(|(_, it)| {
            match it.connected_wallet_info.as_ref()?.carrier.as_ref()? {
                Carrier::Module { session, .. } => session.clone(),
                Carrier::Page { .. } => None,
            }
        });
        sessions.collect()
    }

    /// Everything is well again, and enough time passes.
    fn come_to_rest(&mut self) {
        let devices: Vec<At> = (0..self.tabs.count()).map(|tab| self.device(tab)).collect();
        let phones = self.phones.clone();
        self.afar(|afar| {
            for relay in &mut afar.relays {
                relay.faults.is_down = false;
                relay.faults.breaks = 0;
            }
            for device in devices {
                afar.set_offline(device, false);
                // No tab is told of that.
                afar.set_ahead(device, 0);
            }
            for phone in phones {
                afar.person(phone, &PhoneIntent::Background { is_away: false });
            }
        });
        // Nobody is asked for what was not answered; and whoever opens the page has its module loaded.
        for _ in 0..2 {
            for tab in 0..self.tabs.count() {
                let wallet = ANY_PHONE.to_owned();
                let connect = Intent::Connect { wallet, namespace: None, is_double: None };
                if self.in_use(tab).is_empty() {
                    self.tabs.turn(tab, |sim| sim.send(&connect));
                    self.tabs.run_for(5_000);
                }
                self.tabs.turn(tab, |sim| sim.send(&Intent::Close));
            }
            self.tabs.run_for(QUIET_MS);
        }
        self.check();
        for (tab, asked) in self.asked.iter().enumerate() {
            let page = self.tabs[tab].page();
            for (id, text) in asked {
                let is_answered = page.answers.iter().any(|it| it.0 == *id);
                assert!(is_answered, "{text} in tab {tab} is never answered");
            }
        }
        let (kept, on_phones) = (self.kept(), self.on_phones());
        assert_eq!(kept, on_phones, "a session is known to one side only");
        let of_tabs: Vec<_> = (0..self.tabs.count()).map(|tab| self.in_use(tab)).collect();
        for of_tab in &of_tabs {
            assert_eq!(*of_tab, of_tabs[0], "the tabs disagree");
            assert!(of_tab.is_subset(&kept), "connected by a session that is over: {of_tab:?}");
        }
        self.keeps_secrets();
    }

    /// What opens sessions is nowhere but where it is kept.
    fn keeps_secrets(&mut self) {
        let mut told = self.afar(|afar| afar.transcript());
        for tab in 0..self.tabs.count() {
            told += &self.tabs.transcripts();
            let page = self.tabs[tab].page();
            told += &to_text(&page.tracked);
            told += &page.fetched.join("\n");
            told += &page.storage.items().iter().map(|it| &*it.1).collect::<String>();
        }
        for secret in &self.secrets {
            assert!(!told.contains(&**secret), "a secret shows");
        }
    }
}

/// What a module writes down.
fn written(kept: &str) -> Json {
    from_text::<Json>(kept).unwrap().get("value").unwrap().clone()
}

/// The seed, the keys of proposals, and those of sessions; that of a pairing is in its code.
fn secrets_in(kept: &Json) -> Vec<String> {
    let (mail, book) = (kept.get("mail").unwrap(), kept.get("book").unwrap());
    let topics = listed(book, "sessions", "topic");
    let lines = listed(mail, "lines", "topic").into_iter().zip(listed(mail, "lines", "key"));
    let of_sessions = lines.filter(|it| topics.contains(&it.0)).map(|it| it.1);
    let seed = mail.get("seed").unwrap().as_text().unwrap().to_owned();
    of_sessions.chain(listed(book, "offers", "own")).chain([seed]).collect()
}

/// A field of all items of a list.
fn listed(of: &Json, list: &str, field: &str) -> Vec<String> {
    let items = of.get(list).and_then(Json::as_list).unwrap_or_default();
    items.iter().map(|it| it.get(field).unwrap().as_text().unwrap().to_owned()).collect()
}

fn namespaces() -> Json {
    let text = format!(
        r#"{{"eip155":{{"accounts":["eip155:{DEV_CHAIN}:{ANVIL}","eip155:1:{ANVIL}"],
            "methods":["personal_sign"],"events":["accountsChanged","chainChanged"]}}}}"#
    );
    from_text(&text).unwrap()
}

/// What was broken is told by how it came to be.
impl Drop for Walk {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.path.join("\n"));
            println!("{}", self.tabs.transcripts());
            println!("{}", self.afar(|afar| afar.transcript()));
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|it| it.parse().ok())
}

#[test]
fn whatever_happens_each_question_has_its_own_answer_and_no_session_is_left_behind() {
    let first = number("LATCHKIT_SEED").unwrap_or(0);
    let most = number("LATCHKIT_WALKS");
    let limit = number("WALK_SECONDS").map(Duration::from_secs);
    let start = Instant::now();
    let (mut seed, mut sessions, mut answered, mut refused) = (first, 0, 0, 0);
    let goes_on = |seed: u64| match limit {
        Some(limit) => start.elapsed() < limit,
        None => seed < first + most.unwrap_or(25),
    };
    while goes_on(seed) {
        let mut walk = Walk::new(seed);
        for _ in 0..STEPS {
            walk.step();
        }
        walk.come_to_rest();
        sessions += walk.on_phones().len();
        answered += walk.answered;
        refused += walk.refused;
        seed += 1;
    }
    println!(
        "seeds {first}..{seed}, {STEPS} steps each: {sessions} sessions at the end, {answered} looks at \
         answers, {refused} at refusals"
    );
    let is_many = seed - first >= 25;
    assert!(!is_many || sessions > 0 && answered > 0, "no walk came to a session with an answer");
}
