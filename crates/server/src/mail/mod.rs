//! Mails: what is written to people who sign in, and how it leaves.
//!
//! [`Letter`] is what is written (`letter.rs`, its words in `words.rs`), [`Mailer`] sends it: to an SMTP
//! server that the operator names, or in `latchkit dev` into a mailbox that everybody reads ([`Mailbox`]).
//! Nothing that comes from a host's page stands in a mail but the origin that it was asked from.

mod letter;
mod mailbox;
mod smtp_url;
mod words;

pub(crate) use letter::{Letter, Occasion};
pub use mailbox::{Mailbox, Received};
pub(crate) use smtp_url::NoAnswer;
pub use smtp_url::{Sender, SmtpUrl};

use crate::vault::email_address::EmailAddress;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox as Name, MultiPart};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use std::error::Error;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

/// How long a mail server may take, from the first word to the last.
const SENDING_TIME: Duration = Duration::from_mins(1);

/// What sends mails.
#[derive(Clone)]
pub(crate) enum Mailer {
    /// By an SMTP server, in the name of somebody.
    Smtp(AsyncSmtpTransport<Tokio1Executor>, Sender),
    /// Nowhere: people read them here.
    Mailbox(Arc<Mailbox>),
}

/// Why a mail did not leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MailFault {
    /// The server takes no mail for this address.
    AddressRefused,
    /// The server is down, too slow, or refuses us.
    NotSent,
}

impl Mailer {
    /// By the server at `url`.
    pub(crate) fn smtp(url: &SmtpUrl, sender: Sender) -> Self {
        Mailer::Smtp(url.transport(SENDING_TIME), sender)
    }

    /// Hands a letter over; says whether the server took it.
    pub(crate) async fn send(&self, to: &EmailAddress, letter: &Letter) -> Result<(), MailFault> {
        let (transport, sender) = match self {
            Mailer::Smtp(transport, sender) => (transport, sender),
            Mailer::Mailbox(mailbox) => {
                mailbox.take(to, letter);
                return Ok(());
            }
        };
        let message = message(sender, to, letter)?;
        let sent = tokio::time::timeout(SENDING_TIME, transport.send(message)).await;
        match sent {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => {
                // Whom it was for is nobody's business; what a server says may repeat it.
                let (why, status) = (kind(&error), error.status().map(|it| it.to_string()));
                tracing::warn!(why, status, "a mail was not sent");
                let refuses = error.status().is_some_and(is_about_the_address);
                Err(if refuses { MailFault::AddressRefused } else { MailFault::NotSent })
            }
            Err(_) => {
                tracing::warn!("the mail server takes too long");
                Err(MailFault::NotSent)
            }
        }
    }
}

/// Why a mail did not leave, in words of ours: those of a server may name whom it was for.
fn kind(error: &lettre::transport::smtp::Error) -> &'static str {
    let mut causes = std::iter::successors(error.source(), |&it| it.source());
    let of_system = |it: &(dyn Error + 'static)| Some(it.downcast_ref::<io::Error>()?.kind());
    if error.status().is_some() {
        return "the mail server refuses it";
    }
    if error.is_tls() {
        return "no TLS comes about with the mail server";
    }
    if error.is_timeout() {
        return "the mail server takes too long";
    }
    match causes.find_map(of_system) {
        Some(ErrorKind::ConnectionRefused) => "nothing listens at the mail server's port",
        Some(ErrorKind::TimedOut) => "the mail server takes too long",
        Some(ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe) => {
            "the mail server ends the connection"
        }
        // Where a certificate is not taken, the system's error holds it.
        Some(ErrorKind::InvalidData) => "no TLS comes about with the mail server",
        Some(ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable) => {
            "the mail server is not reached"
        }
        _ if error.is_response() => "the mail server answers in no words of SMTP",
        _ => "the mail server is not reached, or its name is not known",
    }
}

/// 550, 551, 553: the mailbox is not there, not here, or its name cannot be one
/// ([RFC 5321](https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3)).
fn is_about_the_address(code: lettre::transport::smtp::response::Code) -> bool {
    matches!(u16::from(code), 550 | 551 | 553)
}

fn message(sender: &Sender, to: &EmailAddress, letter: &Letter) -> Result<Message, MailFault> {
    let to = Address::new(to.local(), to.domain()).map_err(|_| MailFault::AddressRefused)?;
    let builder = Message::builder()
        .from(sender.name())
        .to(Name::new(None, to))
        .subject(&*letter.subject)
        // No answer of a machine comes back (RFC 3834).
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ));
    let both = MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone());
    builder.multipart(both).map_err(|error| {
        tracing::error!(%error, "a mail cannot be written");
        MailFault::NotSent
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_to_one_and_says_that_a_machine_wrote_it() {
        let sender = Sender::try_from("Shop <no-reply@shop.example>".to_owned()).expect("a sender");
        let to = EmailAddress::parse("ann@example.com").expect("an address");
        let letter = Letter {
            subject: "Sign in".to_owned(),
            text: "012345".to_owned(),
            html: "<p>012345</p>".to_owned(),
        };
        let message = message(&sender, &to, &letter).expect("a message").formatted();
        let message = String::from_utf8(message).expect("text");
        let (head, _) = message.split_once("\r\n\r\n").expect("a head");
        for line in [
            "From: Shop <no-reply@shop.example>",
            "To: ann@example.com",
            "Subject: Sign in",
            "Auto-Submitted: auto-generated",
        ] {
            assert_eq!(head.lines().filter(|it| *it == line).count(), 1, "{line} in {head}");
        }
        assert!(head.contains("multipart/alternative"), "{head}");
        assert!(!head.contains("012345"), "{head}");
    }
}
