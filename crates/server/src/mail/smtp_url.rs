//! Where the mail server is, and in whose name mails are sent: two keys of the configuration.

use lettre::message::Mailbox;
use lettre::transport::smtp::{Error, PoolConfig};
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use serde::Deserialize;
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;
use url::Url;

/// How many connections are kept open to it.
const CONNECTIONS: u32 = 4;

/// `smtp://user:password@host:port`, or `smtps://`. It may hold a password and is never shown.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct SmtpUrl(Url);

impl TryFrom<String> for SmtpUrl {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const FORM: &str = "it has the form smtps://user:password@mail.example.com, or smtp://…:587?tls=required \
                            for STARTTLS; a sign such as @ in a password is written %40";
        let url = Url::parse(&text).map_err(|_| FORM)?;
        let is_fit = matches!(url.scheme(), "smtp" | "smtps") && url.host().is_some();
        if !is_fit || AsyncSmtpTransport::<Tokio1Executor>::from_url(&text).is_err() {
            return Err(FORM);
        }
        Ok(SmtpUrl(url))
    }
}

impl SmtpUrl {
    /// What sends by it.
    pub(super) fn transport(&self, time: Duration) -> AsyncSmtpTransport<Tokio1Executor> {
        AsyncSmtpTransport::<Tokio1Executor>::from_url(self.0.as_str())
            .expect("it was read as one")
            .timeout(Some(time))
            .pool_config(PoolConfig::new().max_size(CONNECTIONS))
            .build()
    }

    /// Whether the server takes us, within this time. It is given no mail.
    pub(crate) async fn ask(&self, time: Duration) -> Result<(), NoAnswer> {
        let transport = self.transport(time);
        match tokio::time::timeout(time, transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(NoAnswer::Away("it breaks off".to_owned())),
            Ok(Err(error)) => Err(NoAnswer::of(&error)),
            Err(_) => Err(NoAnswer::Away(format!("no answer after {} s", time.as_secs()))),
        }
    }

    /// Whether passwords and codes go over a network where others listen.
    pub(crate) fn is_open_to_listeners(&self) -> bool {
        // Of a scheme that browsers do not know a host is text.
        let host = self.0.host_str().unwrap_or_default();
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        let is_local = host == "localhost" || address.is_ok_and(|it| it.is_loopback());
        let is_required =
            self.0.query_pairs().any(|(key, value)| key == "tls" && value == "required");
        self.0.scheme() == "smtp" && !is_required && !is_local
    }
}

/// Host and port: what may be logged.
impl fmt::Debug for SmtpUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0.host_str().unwrap_or_default())
    }
}

/// Why a mail server takes no mails of ours.
pub(crate) enum NoAnswer {
    /// It does not take the user and the password, or wants some; with the status that says so.
    LockedOut(String),
    /// It cannot be reached, or is not well.
    Away(String),
}

impl NoAnswer {
    /// What a server says beside a status may repeat what it was told, and is left out. Those about who may
    /// log in are of [RFC 4954](https://www.rfc-editor.org/rfc/rfc4954#section-6).
    fn of(error: &Error) -> Self {
        match error.status() {
            Some(status) if matches!(u16::from(status), 530 | 534 | 535 | 538) => {
                NoAnswer::LockedOut(status.to_string())
            }
            Some(status) => NoAnswer::Away(format!("it answers {status}")),
            None => NoAnswer::Away(error.to_string()),
        }
    }
}

/// `Shop <no-reply@shop.example>`: who mails are from.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Sender(Mailbox);

impl TryFrom<String> for Sender {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let read = text.parse().map(Sender);
        read.map_err(|_| "it has the form Shop <no-reply@shop.example>, or no-reply@shop.example")
    }
}

impl Sender {
    pub(super) fn name(&self) -> Mailbox {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_server_is_named_by_its_url() {
        let read = |text: &str| SmtpUrl::try_from(text.to_owned());
        for (text, is_open) in [
            ("smtps://me:secret@mail.example.com", false),
            ("smtp://me:se%40cret@mail.example.com:587?tls=required", false),
            ("smtp://mail.example.com", true),
            ("smtp://mail.example.com?tls=opportunistic", true),
            ("smtp://127.0.0.1:1025", false),
            ("smtp://localhost", false),
            ("smtp://[::1]:1025", false),
        ] {
            let url = read(text).expect(text);
            assert_eq!(url.is_open_to_listeners(), is_open, "{text}");
            assert!(!format!("{url:?}").contains("cret"), "{text}");
        }
        for text in
            ["", "mail.example.com", "https://mail.example.com", "smtp:", "smtp://a?tls=maybe"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_sender_is_one_address() {
        for (text, is_fit) in [
            ("Shop <no-reply@shop.example>", true),
            ("no-reply@shop.example", true),
            ("Shop", false),
            ("a@b.example, c@d.example", false),
            ("Shop <a@b.example>\r\nBcc: c@d.example", false),
        ] {
            assert_eq!(Sender::try_from(text.to_owned()).is_ok(), is_fit, "{text}");
        }
    }
}
