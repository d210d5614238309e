//! What a page reads and writes of its storage.

use runtime::Reply;

use crate::page::{Page, failed};

impl Page {
    /// The text of an item of session storage, which is there no more.
    pub(crate) fn take_session_item(&mut self, key: &str) -> Option<String> {
        let at = self.session.iter().position(|(it, _)| it == key)?;
        Some(self.session.remove(at).1)
    }

    pub(crate) fn read(&self, key: &str) -> Reply {
        Reply::Stored { value: self.storage.item(key).map(str::to_owned) }
    }

    pub(crate) fn write(&mut self, key: &str, value: &str) -> Reply {
        if self.is_storage_full {
            return failed("refused");
        }
        self.storage.set_item(key, value);
        Reply::Done
    }

    pub(crate) fn leave_item(&mut self, key: String, value: Option<String>) -> Reply {
        if !self.is_session_blocked {
            self.take_session_item(&key);
            self.session.extend(value.map(|it| (key, it)));
        }
        Reply::Done
    }
}
