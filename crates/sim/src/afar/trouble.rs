//! What goes wrong between tabs, phones and relays.

use protocol::relay::call::Publish;
use protocol::relay::topic::Topic;
use runtime::{Op, Reply};

use super::{Afar, At, Due, Line, failed};
use crate::chance::Chance;

impl Afar {
    /// A world of one relay or two, whose sockets may break, and which may double, dawdle and speak the older dialect.
    pub fn troubled(seed: u64, chance: &mut Chance) -> Self {
        let mut afar = Afar::new(seed);
        if chance.one_in(2) {
            afar.add_relay("wss://second.example", "p2");
        }
        for relay in &mut afar.relays {
            relay.faults.breaks = chance.pick(&[0, 0, 30]);
            relay.faults.doubles = chance.pick(&[0, 3]);
            relay.faults.dawdles_ms = chance.pick(&[0, 500]);
            relay.faults.is_classic = chance.one_in(3);
        }
        afar
    }

    /// A device has no network, or has it again.
    pub fn set_offline(&mut self, device: At, is_offline: bool) {
        self.devices[device].is_offline = is_offline;
        for at in 0..self.lines.len() {
            let Line { device: of, op, relay, is_open } = self.lines[at];
            if is_offline && of == device && relay.is_some() && is_open {
                self.close_line(at);
                self.reply(device, op, 0, &Reply::Closed { code: 1006 });
            }
        }
        self.tell_tab(device, if is_offline { "offline" } else { "online" });
    }

    /// Something happens to a tab.
    pub fn tell_tab(&mut self, device: At, name: &str) {
        let is_listening = |(_, op): &&(u32, Op)| matches!(op, Op::Tab);
        let ops: Vec<u32> =
            self.devices[device].running.iter().filter(is_listening).map(|it| it.0).collect();
        for op in ops {
            self.reply(device, op, 0, &Reply::Event { name: name.to_owned(), value: None });
        }
        self.run_for(0);
    }

    /// A tab loses its lock, as when it is left for the cache of the browser.
    pub fn lose_lock(&mut self, device: At) {
        self.lose(device, |op| matches!(op, Op::Lock { .. }), &failed("left"));
    }

    /// A tab loses its channel in the same way, and is heard and hears nothing until it has another.
    pub fn lose_channel(&mut self, device: At) {
        let closed = Reply::Closed { code: 1001 };
        self.lose(device, |op| matches!(op, Op::Channel { .. }), &closed);
    }

    /// A tab is left for the cache of the browser, where nothing of it runs for so long and nothing reaches it.
    pub fn freeze(&mut self, device: At, ms: u64) {
        self.lose_lock(device);
        self.lose_channel(device);
        for ((at_ms, serial), due) in std::mem::take(&mut self.due) {
            let is_its = matches!(due, Due::Reply { device: of, .. } if of == device);
            self.due.insert((at_ms + if is_its { ms } else { 0 }, serial), due);
        }
    }

    fn lose(&mut self, device: At, is_meant: fn(&Op) -> bool, reply: &Reply) {
        let it = &self.devices[device];
        let Some((op, _)) = it.running.iter().find(|(_, op)| is_meant(op)) else { return };
        let op = *op;
        it.browser.borrow_mut().let_go(it.number, |it| it == op);
        self.reply(device, op, 0, reply);
        self.settle();
    }

    /// The clock of a device is ahead by so much.
    pub fn set_ahead(&mut self, device: At, ms: i64) {
        self.devices[device].is_ahead_ms = ms;
    }

    /// All sockets of a relay break.
    pub fn break_relay(&mut self, relay: usize, code: u32) {
        let said = self.relays[relay].break_all(code);
        self.deliver(said);
    }

    /// Somebody who is none of the devices leaves a message at a relay.
    pub fn intrude(&mut self, relay: usize, topic: Topic, message: &str) {
        let (message, attestation) = (message.to_owned(), None);
        let publish = Publish { topic, message, ttl: 300, tag: 1109, prompt: false, attestation };
        let said = self.relays[relay].publish(None, publish, self.now_ms).expect("kept");
        self.deliver(said);
    }

    /// A relay pushes something to all that listen there, whoever said it and however often they had it.
    pub fn echo(&mut self, relay: usize, publish: &Publish) {
        let said = self.relays[relay].echo(publish, self.now_ms);
        self.deliver(said);
    }
}
