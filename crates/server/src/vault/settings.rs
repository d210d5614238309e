//! What an operator says of the vault: the table `[vault]` of the configuration, and what a project adds.

use super::limits::Bounds;
use crate::config_values;
use crate::mail::{Mailbox, Mailer, Sender, SmtpUrl};
use crate::origin::Origin;
use protocol::api::vault::RecoveryPolicy;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The table. Without keys and a mail server nobody signs in by e-mail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VaultSettings {
    /// The folder of the keys that `latchkit kms create` makes.
    pub keys: Option<PathBuf>,
    /// The mail server.
    pub smtp: Option<SmtpUrl>,
    /// In whose name mails are sent.
    pub from: Option<Sender>,
    /// The folder of the built page of the frame. Without it the files inside the binary are served.
    #[serde(deserialize_with = "config_values::place")]
    pub frame: Option<PathBuf>,
    /// How many mails a project may have sent in a day.
    pub mails_per_day: u32,
    /// How many mails a network (of IPv4 256 addresses, of IPv6 a /64 or /48) may have sent in an hour; 0 is
    /// any number, here and below.
    pub network_mails_per_hour: u32,
    /// How many codes it may try in an hour.
    pub network_tries_per_hour: u32,
    /// In the place of a mail server: in `latchkit dev`, and in tests.
    #[serde(skip)]
    pub mailbox: Option<Arc<Mailbox>>,
}

impl Default for VaultSettings {
    fn default() -> Self {
        VaultSettings {
            keys: None,
            smtp: None,
            from: None,
            frame: None,
            mails_per_day: 10_000,
            network_mails_per_hour: 20,
            network_tries_per_hour: 60,
            mailbox: None,
        }
    }
}

impl VaultSettings {
    /// How much is let through.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            mails_per_day: self.mails_per_day,
            network_mails_per_hour: self.network_mails_per_hour,
            network_tries_per_hour: self.network_tries_per_hour,
        }
    }

    /// The keys and what sends mails, where both are there.
    pub(super) fn parts(&self) -> Option<(&Path, Mailer)> {
        let mailer = match (&self.mailbox, &self.smtp, &self.from) {
            (Some(mailbox), ..) => Mailer::Mailbox(mailbox.clone()),
            (None, Some(smtp), Some(from)) => Mailer::smtp(smtp, from.clone()),
            _ => return None,
        };
        Some((self.keys.as_deref()?, mailer))
    }

    /// Whether people can sign in by e-mail: whether there are [`parts`](Self::parts), which take a running server to make.
    pub(crate) fn is_set_up(&self) -> bool {
        let sends = self.mailbox.is_some() || (self.smtp.is_some() && self.from.is_some());
        self.keys.is_some() && sends
    }

    /// What cannot be of the frame's origin, beside the one under which pages reach the server.
    pub(crate) fn fault_of_origin(&self, frame: &Origin, server: &Origin) -> Option<&'static str> {
        if frame == server {
            return Some(
                "vault_url: the frame needs an origin of its own, it cannot be that of public_url. Write \
                 for instance `vault_url = \"https://vault.example.com\"`.",
            );
        }
        let is_blocked = self.is_set_up() && server.is_secure() && !frame.is_secure();
        is_blocked.then_some(
            "vault_url: must be https, as public_url is: browsers block a frame of http in pages of https, \
             so nobody could sign in by e-mail. Write for instance `vault_url = \
             \"https://vault.example.com\"`.",
        )
    }

    /// What cannot be: each key of the table, and what is said of it.
    pub(crate) fn faults(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        let mut refuse =
            |key: &str, words: &str| faults.push((key.to_owned(), format!("{key}: {words}")));
        let all = [
            ("keys", self.keys.is_some(), "the folder that `latchkit kms create` fills"),
            (
                "smtp",
                self.smtp.is_some(),
                "the mail server, smtps://user:password@mail.example.com",
            ),
            ("from", self.from.is_some(), "who mails are from, Shop <no-reply@shop.example>"),
        ];
        if all.iter().any(|(_, is_said, _)| *is_said) {
            for (key, _, what) in all.iter().filter(|(_, is_said, _)| !is_said) {
                refuse(key, &format!("is missing: {what}. Signing in by e-mail takes all three."));
            }
        }
        if self.smtp.as_ref().is_some_and(SmtpUrl::is_open_to_listeners) {
            refuse(
                "smtp",
                "codes would go over the network for everybody to read. Write smtps://, or add \
                 ?tls=required.",
            );
        }
        if self.mails_per_day == 0 {
            refuse("mails_per_day", "must be at least 1.");
        }
        faults
    }
}

/// What a project decides about signing in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VaultPolicy {
    /// Whether a mailed link has to be followed before a new browser gets a code.
    pub device_approval: bool,
    /// Patterns of the pages on which something may be approved in the frame itself. On every other one it takes a
    /// window of its own, in which no page draws.
    pub trusted: Vec<String>,
    /// Who decides what brings wallets back.
    pub recovery: RecoveryPolicy,
    /// How many hours a new browser waits for a wallet that signing in brings back.
    pub recovery_delay_hours: u32,
}
