//! Random walks of tabs, phones and relays, by seed.
//!
//! `LATCHKIT_WALKS` says how many, `LATCHKIT_SEED` from which on.

use protocol::module::phone::PhoneIntent;
use protocol::module::session::SessionWhat;
use sim::Chance;
use sim::afar::{Afar, At, request};
use wire::Json;

use super::world::*;

const STEPS: usize = 50;
/// After this long every proposal has expired, every request is over, and every relay was found again.
const QUIET_MS: u64 = 2_000_000;

struct Walk {
    afar: Afar,
    chance: Chance,
    tabs: Vec<At>,
    phones: Vec<At>,
    /// Open asks: the tab, the id, and what a request has to be answered by.
    asks: Vec<(At, u32, Option<String>)>,
    /// What ends only when it is dropped: the tab, the id, and the session that is listened to, or none
    /// where a pairing is prepared.
    streams: Vec<(At, u32, Option<String>)>,
    closed: Vec<At>,
    last_text: u32,
    answered: u32,
    path: Vec<String>,
}

impl Walk {
    fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let mut afar = Afar::troubled(seed, &mut chance);
        let tabs = vec![afar.tab(), afar.tab()];
        let at = [vec![0], vec![afar.relays.len() - 1]];
        let phones = vec![afar.phone(&at[0]), afar.phone(&at[1])];
        for device in tabs.iter().chain(&phones) {
            afar.set_ahead(*device, chance.pick(&[0, 0, 0, -50_000, 50_000]));
        }
        Walk {
            afar,
            chance,
            tabs,
            phones,
            asks: Vec::new(),
            streams: Vec::new(),
            closed: Vec::new(),
            last_text: 0,
            answered: 0,
            path: vec![format!("seed {seed}")],
        }
    }

    fn sessions(&self) -> Vec<String> {
        let kept = self.tabs.iter().find_map(|tab| kept(&self.afar, *tab));
        let Some(kept) = kept else { return Vec::new() };
        let all = kept
            .get("book")
            .and_then(|it| it.get("sessions"))
            .and_then(Json::as_list)
            .unwrap_or_default();
        all.iter().map(|it| it.get("topic").unwrap().as_text().unwrap().to_owned()).collect()
    }

    fn on_phones(&self) -> Vec<String> {
        let all = self.phones.iter().flat_map(|it| &self.afar.shown(*it).sessions);
        all.map(|it| it.id.clone()).collect()
    }

    fn step(&mut self) {
        let (tab, phone) = (self.chance.pick(&self.tabs), self.chance.pick(&self.phones));
        let what = self.chance.below(41);
        self.path.push(format!("{what}: tab {tab}, phone {phone}"));
        if self.closed.contains(&tab) && self.chance.one_in(2) {
            self.closed.retain(|it| *it != tab);
            self.afar.reload(tab, &[]);
        }
        match what {
            0..=3 | 15..=19 | 29 | 30 | 36..=40 if self.closed.contains(&tab) => {}
            0..=2 => {
                let ask = self.afar.ask(tab, None, person());
                self.asks.push((tab, ask, None));
            }
            3 => self.cancel(),
            4..=9 => self.pair(phone),
            10..=14 => self.decide(phone),
            15..=19 => self.sign(tab),
            20..=26 => self.answer(phone),
            27 | 28 => self.tell(phone),
            29 => self.part(tab, phone),
            30 => {
                self.leave(tab);
                self.afar.reload(tab, &[]);
            }
            36 | 37 => {
                let ask = self.afar.ask(tab, None, SessionWhat::Prepare);
                self.streams.push((tab, ask, None));
            }
            38 | 39 => {
                if let Some(session) = self.sessions().into_iter().next() {
                    let ask = self.afar.ask(tab, Some(&session), SessionWhat::Events);
                    self.streams.push((tab, ask, Some(session)));
                }
            }
            40 => {
                self.leave(tab);
                self.closed.push(tab);
                self.afar.close(tab);
            }
            31 => {
                let at = self.phones.iter().position(|it| *it == phone).unwrap();
                let relay = if at == 0 { 0 } else { self.afar.relays.len() - 1 };
                self.afar.reload(phone, &[relay]);
            }
            32 => {
                let is_offline = self.chance.one_in(3);
                self.afar.set_offline(tab, is_offline);
            }
            33 => {
                let is_away = self.chance.one_in(3);
                self.afar.person(phone, &PhoneIntent::Background { is_away });
            }
            _ => {
                let relay = self.chance.below(self.afar.relays.len());
                self.afar.relays[relay].faults.is_down = self.chance.one_in(4);
                self.afar.break_relay(relay, 1001);
            }
        }
        let ms = self.chance.pick(&[0, 3, 50, 300, 2_000, 20_000]);
        self.afar.run_for(ms);
        self.check();
    }

    /// Nobody hears any more what this tab was asked.
    fn leave(&mut self, tab: At) {
        self.asks.retain(|it| it.0 != tab);
        self.streams.retain(|it| it.0 != tab);
    }

    fn cancel(&mut self) {
        if !self.asks.is_empty() {
            let at = self.chance.below(self.asks.len());
            let (tab, ask, _) = self.asks.remove(at);
            self.afar.cancel(tab, ask);
        }
    }

    fn pair(&mut self, phone: At) {
        use protocol::module::session::{Pairing::Ready, SessionAnswer::Progress};
        let shown = self.asks.iter().chain(&self.streams).find_map(|(tab, ask, _)| {
            self.afar.answers(*tab, *ask).into_iter().find_map(|it| match it {
                Progress { value: Ready { uri, .. } } => Some(uri.clone()),
                _ => None,
            })
        });
        if let Some(uri) = shown {
            self.afar.person(phone, &PhoneIntent::Pair { uri });
        }
    }

    fn decide(&mut self, phone: At) {
        let proposals = self.afar.shown(phone).proposals.clone();
        let Some(proposal) = proposals.first().map(|it| it.id.clone()) else { return };
        let namespaces = if self.chance.one_in(8) { json("{}") } else { usual() };
        let intent = if self.chance.one_in(5) {
            PhoneIntent::Refuse { proposal }
        } else {
            PhoneIntent::Approve { proposal, namespaces }
        };
        self.afar.person(phone, &intent);
    }

    fn sign(&mut self, tab: At) {
        if let Some(session) = self.sessions().into_iter().next() {
            self.last_text += 1;
            let text = format!("0x{:08x}", self.last_text);
            let params = Json::list([Json::text(&text), Json::text(ACCOUNT)]);
            let ask = self.afar.ask(tab, Some(&session), request("personal_sign", params));
            self.asks.push((tab, ask, Some(text)));
        }
    }

    /// The phone says what it was asked.
    fn answer(&mut self, phone: At) {
        let requests = self.afar.shown(phone).requests.clone();
        if requests.is_empty() {
            return;
        }
        let it = self.chance.pick(&requests);
        let value = it.params.as_list().unwrap()[0].clone();
        self.afar.person(phone, &PhoneIntent::Answer { request: it.id, value });
    }

    fn tell(&mut self, phone: At) {
        let sessions = self.afar.shown(phone).sessions.clone();
        let Some(session) = sessions.first().map(|it| it.id.clone()) else { return };
        let chain = self.chance.pick(&["eip155:1", "eip155:137", "eip155:56"]).to_owned();
        let intent = match self.chance.below(3) {
            0 => PhoneIntent::Extend { session },
            1 => PhoneIntent::Update { session, namespaces: usual() },
            _ => {
                let (name, value) = ("chainChanged".to_owned(), Json::Null);
                PhoneIntent::Emit { session, chain, name, value }
            }
        };
        self.afar.person(phone, &intent);
    }

    fn part(&mut self, tab: At, phone: At) {
        if self.chance.one_in(2) {
            if let Some(session) = self.sessions().into_iter().next() {
                self.afar.ask(tab, Some(&session), request("disconnect", Json::Null));
            }
        } else if let Some(session) = self.afar.shown(phone).sessions.first().cloned() {
            self.afar.person(phone, &PhoneIntent::End { session: session.id });
        }
    }

    /// No ask ends twice, and each request by its own answer.
    fn check(&mut self) {
        for (tab, ask, text) in &self.asks {
            if let Some(Ok(value)) = outcome(&self.afar, *tab, *ask)
                && let Some(text) = text
            {
                assert_eq!(value.as_text(), Some(&**text), "another's answer");
                self.answered += 1;
            }
        }
    }

    /// Everything is well again, and enough time passes.
    fn come_to_rest(&mut self) {
        for relay in &mut self.afar.relays {
            relay.faults.is_down = false;
            relay.faults.breaks = 0;
        }
        for tab in self.tabs.clone() {
            if self.closed.contains(&tab) {
                self.afar.reload(tab, &[]);
            }
            self.afar.set_offline(tab, false);
            self.afar.ask(tab, Some("none"), SessionWhat::Events);
        }
        for phone in self.phones.clone() {
            self.afar.person(phone, &PhoneIntent::Background { is_away: false });
        }
        self.afar.run_for(QUIET_MS);
        self.check();
        for (tab, ask, _) in &self.asks {
            let end = outcome(&self.afar, *tab, *ask);
            assert!(end.is_some(), "ask {ask} of tab {tab} is never answered");
        }
        let (mut here, mut there) = (self.sessions(), self.on_phones());
        for (tab, ask, session) in &self.streams {
            let Some(session) = session else { continue };
            let is_over =
                told(&self.afar, *tab, *ask).iter().any(|it| it.starts_with("disconnect"));
            assert_eq!(is_over, !here.contains(session), "what tab {tab} hears of {session}");
        }
        here.sort_unstable();
        there.sort_unstable();
        assert_eq!(here, there, "a session is known to one side only");
    }
}

/// What was broken is told by how it came to be.
impl Drop for Walk {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.path.join("\n"));
            println!("{}", self.afar.transcript());
        }
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn whatever_happens_both_sides_know_the_same_sessions_in_the_end() {
    let first = number("LATCHKIT_SEED", 0);
    let (mut sessions, mut answered) = (0, 0);
    for seed in first..first + number("LATCHKIT_WALKS", 150) {
        let mut walk = Walk::new(seed);
        for _ in 0..STEPS {
            walk.step();
        }
        walk.come_to_rest();
        sessions += walk.on_phones().len();
        answered += walk.answered;
    }
    println!("{sessions} sessions at the end, {answered} looks at answers");
    assert!(sessions > 0 && answered > 0, "no walk came to a session with an answer");
}
