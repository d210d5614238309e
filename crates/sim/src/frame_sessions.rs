//! Who is signed in, as the vault's server knows it: each session is of one browser, and of no use in another one.

use protocol::api::vault::{VaultSession, VaultSessions};
use wire::Long;

use crate::page::EPOCH_MS;

/// All sessions.
#[derive(Default)]
pub(crate) struct Sessions(Vec<Session>);

struct Session {
    id: String,
    person: usize,
    browser: u32,
}

impl Sessions {
    /// A person signs in.
    pub(crate) fn begin(&mut self, id: String, person: usize, browser: u32) {
        self.0.push(Session { id, person, browser });
    }

    /// Who it is that shows a session.
    pub(crate) fn person(&self, id: Option<&str>, browser: u32) -> Option<usize> {
        self.0.iter().find(|it| Some(&*it.id) == id && it.browser == browser).map(|it| it.person)
    }

    /// Ends one.
    pub(crate) fn end(&mut self, id: &str) {
        self.0.retain(|it| it.id != id);
    }

    /// Ends all of them.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Ends those of a person.
    pub(crate) fn end_of(&mut self, person: usize) {
        self.0.retain(|it| it.person != person);
    }

    /// Ends those of a browser.
    pub(crate) fn forget(&mut self, browser: u32) {
        self.0.retain(|it| it.browser != browser);
    }

    /// In which browsers a person is signed in but for this one: in that of one session, or in all.
    pub(crate) fn elsewhere(&self, person: usize, browser: u32, id: Option<&str>) -> Vec<u32> {
        let is_meant = |it: &&Session| match id {
            Some(id) => it.id == id,
            None => it.browser != browser,
        };
        self.0
            .iter()
            .filter(|it| it.person == person)
            .filter(is_meant)
            .map(|it| it.browser)
            .collect()
    }

    /// Those of a person.
    pub(crate) fn listed(&self, person: usize) -> VaultSessions {
        let all = self.0.iter().filter(|it| it.person == person);
        VaultSessions { sessions: all.map(|it| listed(&it.id)).collect() }
    }
}

fn listed(id: &str) -> VaultSession {
    VaultSession {
        id: id.to_owned(),
        origin: "https://shop.example".to_owned(),
        browser: "Firefox on Linux".to_owned(),
        created_at_ms: Long(EPOCH_MS),
        seen_at_ms: Long(EPOCH_MS),
        is_this: false,
    }
}
