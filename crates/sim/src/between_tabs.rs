//! What a page does with what all tabs of its browser share.

use engine::Ask;
use runtime::{Op, Reply, Secret};
use wire::to_text;

use crate::browser::{Claim, NO_ENGINES};
use crate::page::{Page, failed};
use crate::sim::Sim;

/// How long what is kept, or said to another tab, is on its way.
const WAY_MS: u64 = 1;
/// [RFC 6455, 7.4.1](https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1).
const GOING_AWAY: u32 = 1001;

impl Sim {
    /// The page performs an op that no engine asked for; what it replies appears in the page's `replies`
    /// under the returned id.
    pub fn perform(&mut self, op: &Op) -> u32 {
        let id = NO_ENGINES + self.page().browser.borrow_mut().next_number();
        self.page().perform(id, &to_text(op));
        self.run_for(0);
        id
    }

    /// The same where a person has just clicked.
    pub fn perform_at_click(&mut self, op: &Op) -> u32 {
        self.page().has_gesture = true;
        let id = self.perform(op);
        self.page().has_gesture = false;
        id
    }

    /// The host asks something in the turn of a click on its page.
    pub fn ask_at_click(&mut self, ask: &Ask) -> u32 {
        self.page().has_gesture = true;
        let id = self.ask(ask);
        self.page().has_gesture = false;
        id
    }

    /// Nobody waits for op `id` any more.
    pub fn abort(&mut self, id: u32) {
        self.page().perform(id, &to_text(&Op::Abort));
    }

    /// The page goes into the back/forward cache, and has no lock, channel or socket there.
    pub fn leave(&mut self) {
        let over = self.page().leave();
        for (id, reply) in over {
            self.reply(id, &to_text(&reply));
            self.page().forget(id);
        }
        self.tab("left", None);
    }

    /// It comes back, and what was asked for meanwhile with it.
    pub fn come_back(&mut self) {
        let asked = self.page().left.take().unwrap_or_default();
        for (id, op) in asked {
            self.page().perform_now(id, op);
        }
        self.tab("resumed", None);
    }
}

impl Page {
    /// What no page may have in the back/forward cache: its ops are over, and those that are asked for from
    /// now on wait.
    fn leave(&mut self) -> Vec<(u32, Reply)> {
        self.left.get_or_insert_default();
        let over = |kind: &str| match kind {
            "lock" => Some(failed("the page was left")),
            "channel" | "socket" => Some(Reply::Closed { code: GOING_AWAY }),
            _ => None,
        };
        self.running.iter().filter_map(|(id, kind)| Some((*id, over(kind)?))).collect()
    }

    /// Whether an op has to wait until the page is back.
    pub(crate) fn must_wait(&mut self, id: u32, op: &Op) -> bool {
        let is_kept_out = matches!(op, Op::Lock { .. } | Op::Channel { .. } | Op::Socket { .. });
        let waiting = self.left.as_mut().filter(|_| is_kept_out);
        waiting.map(|it| it.push((id, op.clone()))).is_some()
    }

    /// The browser gives no room for secrets: from now on they live as long as their page.
    pub fn set_without_database(&mut self, is_without_database: bool) {
        self.browser.borrow_mut().is_without_database = is_without_database;
    }

    /// All that was kept is lost, as where a person clears it, or its key is gone.
    pub fn lose_secrets(&mut self) {
        self.browser.borrow_mut().secrets.clear();
    }

    pub(crate) fn keep(&mut self, slot: &str, secret: Option<Secret>) -> (u64, Reply) {
        self.browser.borrow_mut().keep(self.tab, slot, secret);
        (WAY_MS, Reply::Done)
    }

    pub(crate) fn recall(&mut self, slot: &str) -> (u64, Reply) {
        let secret = self.browser.borrow().recall(self.tab, slot);
        (WAY_MS, Reply::Secret { secret })
    }

    /// Replied to when it is this tab's.
    pub(crate) fn claim_lock(&mut self, id: u32, name: String) -> Option<(u64, Reply)> {
        let claim = Claim { name, tab: self.tab, id };
        self.browser.borrow_mut().claim(|locks| locks.push(claim));
        self.hear_browser();
        None
    }

    pub(crate) fn open_channel(&mut self, id: u32, name: String) -> Reply {
        self.browser.borrow_mut().channels.push(Claim { name, tab: self.tab, id });
        self.open_line(id)
    }

    /// Says a frame to the other ends of channel `id`; false where it is none.
    pub(crate) fn send_to_tabs(&mut self, id: u32, text: &str) -> bool {
        let is_channel = self.browser.borrow_mut().send(self.tab, id, text);
        self.hear_browser();
        is_channel
    }

    /// Op `id` is over, and with it what it held.
    pub(crate) fn let_go(&mut self, id: u32) {
        self.browser.borrow_mut().let_go(self.tab, |it| it == id);
        self.hear_browser();
    }

    /// The page is gone: its locks are others', and what it kept for itself is lost.
    pub(crate) fn leave_browser(&mut self) {
        let mut browser = self.browser.borrow_mut();
        browser.let_go(self.tab, |_| true);
        browser.secrets.retain(|(place, _, _)| *place != Some(self.tab));
    }

    /// Takes what was said to this tab.
    pub(crate) fn hear_browser(&mut self) {
        let said = std::mem::take(&mut self.browser.borrow_mut().said);
        let (own, others): (Vec<_>, _) = said.into_iter().partition(|it| it.0 == self.tab);
        self.browser.borrow_mut().said = others;
        for (_, id, reply) in own {
            self.reply_after(id, WAY_MS, &reply);
        }
    }
}
