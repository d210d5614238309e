//! What tabs and phones perform, and what becomes of it as time passes.

use runtime::{Op, Reply, shown};
use wire::{Long, from_text, to_text};

use super::{Afar, Due, Kind, Line, Out, START_MS, failed, index_of, name_of};
use crate::browser::Claim;
use crate::relay::{Relay, Said, What};

/// One way between a device and a relay.
const WAY_MS: u64 = 20;

impl Afar {
    /// Lets time pass.
    pub fn run_for(&mut self, ms: u64) {
        let until_ms = self.now_ms + ms;
        self.settle();
        let mut turns = 0_u32;
        while self.step(until_ms) {
            turns += 1;
            assert!(turns < 200_000, "it never comes to rest:\n{}", self.tail());
        }
        self.now_ms = until_ms;
    }

    /// Lets the next thing happen that is due by then, if there is one.
    pub(crate) fn step(&mut self, until_ms: u64) -> bool {
        let Some(entry) = self.due.first_entry() else { return false };
        let (at_ms, _) = *entry.key();
        if at_ms > until_ms {
            return false;
        }
        let due = entry.remove();
        self.now_ms = self.now_ms.max(at_ms);
        self.happen(due);
        self.settle();
        true
    }

    /// Nothing is due before this time.
    pub(crate) fn come_to(&mut self, ms: u64) {
        self.now_ms = self.now_ms.max(ms);
    }

    fn tail(&self) -> String {
        self.transcript[self.transcript.len().saturating_sub(60)..].join("\n")
    }

    fn happen(&mut self, due: Due) {
        match due {
            Due::Reply { device, life, op, reply } => {
                let it = &mut self.devices[device];
                if it.life != life || !it.running.iter().any(|(id, _)| *id == op) {
                    return;
                }
                match &it.kind {
                    Kind::Tab(module) => module.reply(op, &reply),
                    Kind::Phone(phone) => phone.reply(op, &reply),
                    Kind::Closed => {}
                }
            }
            Due::Heard { relay, socket, text } => {
                let said = self.relays[relay].hear(socket, &text, self.now_ms);
                self.deliver(said);
            }
        }
    }

    pub(super) fn deliver(&mut self, said: Vec<Said>) {
        for Said { socket, in_ms, what } in said {
            let at = index_of(socket);
            let Line { device, op, is_open, .. } = self.lines[at];
            if !is_open {
                continue;
            }
            let reply = match what {
                What::Frame(text) => Reply::Frame { text },
                What::Close(code) => Reply::Closed { code },
            };
            self.reply(device, op, WAY_MS + in_ms, &reply);
        }
    }

    pub(super) fn reply(&mut self, device: usize, op: u32, in_ms: u64, reply: &Reply) {
        let life = self.devices[device].life;
        let due = Due::Reply { device, life, op, reply: to_text(reply) };
        self.after(in_ms, due);
    }

    fn after(&mut self, in_ms: u64, due: Due) {
        self.last_serial += 1;
        self.due.insert((self.now_ms + in_ms, self.last_serial), due);
    }

    /// Does what all devices want done now.
    pub(super) fn settle(&mut self) {
        for device in 0..self.devices.len() {
            let out = std::mem::take(&mut *self.devices[device].out.borrow_mut());
            for it in out {
                match it {
                    Out::Publish(text) => {
                        self.devices[device].shown = from_text(&text).expect("a phone is shown");
                    }
                    Out::Answer(id, text) => {
                        let answer = from_text(&text).expect("an answer reads back");
                        self.devices[device].answers.push((id, answer));
                    }
                    Out::Perform(id, text) => self.perform(device, id, &text),
                }
            }
        }
        for device in 0..self.devices.len() {
            let it = &self.devices[device];
            let (number, browser) = (it.number, it.browser.clone());
            let mut said = Vec::new();
            browser.borrow_mut().said.retain(|(to, id, reply)| {
                if *to == number {
                    said.push((*id, reply.clone()));
                }
                *to != number
            });
            for (id, reply) in said {
                self.reply(device, id, 1, &reply);
            }
        }
    }

    pub(super) fn note(&mut self, device: usize, line: &str) {
        let ms = self.now_ms - START_MS;
        self.transcript.push(format!("{ms:>7} {device} {line}"));
    }

    fn perform(&mut self, device: usize, id: u32, text: &str) {
        let op: Op = from_text(text).expect("what is performed reads back");
        if op == Op::Abort {
            return self.abort(device, id);
        }
        if !matches!(op, Op::Now | Op::Random { .. } | Op::Sleep { .. } | Op::Tab) {
            self.note(device, &shown(text));
        }
        if !matches!(op, Op::Send { .. }) {
            self.devices[device].running.push((id, op.clone()));
        }
        if let Some((in_ms, reply)) = self.reply_to(device, id, op) {
            self.reply(device, id, in_ms, &reply);
        }
    }

    fn reply_to(&mut self, device: usize, id: u32, op: Op) -> Option<(u64, Reply)> {
        let it = &self.devices[device];
        let (number, browser) = (it.number, it.browser.clone());
        Some(match op {
            Op::Sleep { ms } => (u64::from(ms), Reply::Done),
            Op::Now => {
                let ms = self.now_ms.saturating_add_signed(it.is_ahead_ms);
                (0, Reply::Time { ms: Long(ms) })
            }
            Op::Random { bytes } => (0, Reply::Bytes { base64: self.random(bytes) }),
            Op::Tab => return None,
            Op::Warn { .. } => (0, Reply::Done),
            Op::Keep { slot, secret } => {
                browser.borrow_mut().keep(number, &slot, secret);
                (2, Reply::Done)
            }
            Op::Recall { slot } => {
                let secret = browser.borrow().recall(number, &slot);
                (2, Reply::Secret { secret })
            }
            Op::Lock { name } => {
                let claim = Claim { name, tab: number, id };
                browser.borrow_mut().claim(|locks| locks.push(claim));
                return None;
            }
            Op::Channel { name } => {
                browser.borrow_mut().channels.push(Claim { name, tab: number, id });
                (1, Reply::Opened { socket: self.add_line(device, id, None) })
            }
            Op::Socket { url } => return self.open_socket(device, id, &url),
            Op::Send { socket, text } => {
                self.send(device, socket, text);
                return None;
            }
            op => panic!("a module that holds sessions does not perform {op:?}"),
        })
    }

    fn add_line(&mut self, device: usize, op: u32, relay: Option<usize>) -> u32 {
        self.lines.push(Line { device, op, relay, is_open: true });
        name_of(self.lines.len() - 1)
    }

    fn open_socket(&mut self, device: usize, id: u32, url: &str) -> Option<(u64, Reply)> {
        let is_at = |it: &Relay| url.split('?').next() == Some(&*it.url);
        let relay = self.relays.iter().position(is_at);
        let relay = relay.filter(|it| !self.relays[*it].faults.is_down);
        let Some(relay) = relay.filter(|_| !self.devices[device].is_offline) else {
            return Some((50, failed("nobody there")));
        };
        let socket = self.add_line(device, id, Some(relay));
        let said = self.relays[relay].open(socket, url, self.now_ms);
        self.reply(device, id, WAY_MS, &Reply::Opened { socket });
        self.deliver(said);
        None
    }

    fn send(&mut self, device: usize, socket: u32, text: String) {
        let Line { op, relay, is_open, .. } = self.lines[index_of(socket)];
        match relay {
            Some(relay) if is_open => self.after(WAY_MS, Due::Heard { relay, socket, text }),
            Some(_) => {}
            None => {
                let (number, browser) =
                    (self.devices[device].number, self.devices[device].browser.clone());
                browser.borrow_mut().send(number, op, &text);
            }
        }
    }

    fn abort(&mut self, device: usize, id: u32) {
        let it = &mut self.devices[device];
        it.running.retain(|(op, _)| *op != id);
        it.browser.borrow_mut().let_go(it.number, |op| op == id);
        let is_meant = |line: &Line| line.device == device && line.op == id && line.is_open;
        if let Some(at) = self.lines.iter().position(is_meant) {
            self.close_line(at);
        }
    }

    fn random(&mut self, bytes: u32) -> String {
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        (0..bytes.div_ceil(3) * 4).map(|_| char::from(self.chance.pick(alphabet))).collect()
    }
}
