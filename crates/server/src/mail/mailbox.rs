//! The mailbox of `latchkit dev`: every mail, for whoever develops to read. It is gone with the server.

use super::Letter;
use crate::clock::{iso, now_ms};
use crate::vault::email_address::EmailAddress;
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// How many mails are kept.
const MOST: usize = 200;

/// Mails that went nowhere, the newest first.
#[derive(Default)]
pub struct Mailbox(Mutex<VecDeque<Received>>);

/// What is in it is for its readers, not for logs.
impl fmt::Debug for Mailbox {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a mailbox")
    }
}

/// One of them.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Received {
    /// Whom it was for.
    pub to: String,
    /// What it is about.
    pub subject: String,
    /// Its text.
    pub text: String,
    /// When it came, `2026-01-31T12:00:00Z`.
    pub received_at: String,
    /// The same for whoever reads mails as pages.
    #[serde(skip)]
    pub html: String,
}

impl Mailbox {
    pub(super) fn take(&self, to: &EmailAddress, letter: &Letter) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.truncate(MOST - 1);
        all.push_front(Received {
            to: to.text(),
            subject: letter.subject.clone(),
            text: letter.text.clone(),
            received_at: iso(now_ms()),
            html: letter.html.clone(),
        });
    }

    /// All that are kept, the newest first.
    pub fn all(&self) -> Vec<Received> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
