//! A mail server of our own, which takes every mail at once and keeps the code in it
//! ([RFC 5321](https://www.rfc-editor.org/rfc/rfc5321)).

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::listening::Listening;

/// It listens until it is dropped.
pub(super) struct MailServer {
    /// Where.
    pub(super) address: SocketAddr,
    pub(super) codes: Codes,
    _listening: Listening,
}

/// The newest code of each address. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct Codes(Arc<Mutex<HashMap<String, String>>>);

impl Codes {
    /// Takes the one that was mailed to an address.
    pub(super) fn take(&self, address: &str) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(address)
    }

    fn keep(&self, address: &str, code: &str) {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.insert(address.to_owned(), code.to_owned());
    }
}

impl MailServer {
    pub(super) async fn listen() -> io::Result<Self> {
        let codes = Codes::default();
        let kept = codes.clone();
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listening = Listening::at(anywhere, move |it| serve(it, kept.clone())).await?;
        Ok(MailServer { address: listening.address, codes, _listening: listening })
    }
}

async fn serve(stream: TcpStream, codes: Codes) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    let (mut line, mut talk) = (String::new(), Talk::default());
    stream.write_all(b"220 load\r\n").await?;
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        if let Some(answer) = talk.hear(line.trim_end(), &codes) {
            stream.write_all(answer.as_bytes()).await?;
        }
    }
}

/// What was said on a connection, as far as it matters for what comes.
#[derive(Default)]
struct Talk {
    /// Whom the mail is for.
    to: String,
    is_in_mail: bool,
}

impl Talk {
    /// Hears a line, and says what is answered.
    fn hear(&mut self, line: &str, codes: &Codes) -> Option<&'static str> {
        if self.is_in_mail {
            self.is_in_mail = line != ".";
            if line.len() == 6 && line.bytes().all(|it| it.is_ascii_digit()) {
                codes.keep(&self.to, line);
            }
            return (!self.is_in_mail).then_some("250 taken\r\n");
        }
        if let Some(to) = line.strip_prefix("RCPT TO:<") {
            to.split('>').next().unwrap_or_default().clone_into(&mut self.to);
        }
        self.is_in_mail = line == "DATA";
        Some(if self.is_in_mail { "354 go on\r\n" } else { "250 8BITMIME\r\n" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_mail_is_kept_for_whom_it_is_for() {
        let (codes, mut talk) = (Codes::default(), Talk::default());
        let mut said = Vec::new();
        for line in [
            "EHLO here",
            "MAIL FROM:<no-reply@shop.example>",
            "RCPT TO:<ann@example.com>",
            "DATA",
            "Subject: 123 456",
            "",
            "012345",
            "It holds for 5 minutes.",
            ".",
        ] {
            said.extend(talk.hear(line, &codes).map(|it| &it[..3]));
        }
        assert_eq!(said, ["250", "250", "250", "354", "250"]);
        assert_eq!(codes.take("ann@example.com").as_deref(), Some("012345"));
        assert_eq!(codes.take("ann@example.com"), None);
    }
}
