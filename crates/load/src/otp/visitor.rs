//! Somebody who signs in, and the connection by which their browser asks.

#[path = "../../../server/tests/server/device_key.rs"]
mod device_key;

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use protocol::api::vault::{EmailOtp, EmailStart, EmailStarted, SignedIn};
use protocol::path::{EMAIL_OTP, EMAIL_START};
use wire::{Get, Put, from_text, to_text};

use super::mail::Codes;
use super::settings::{PROJECT, SITE};
use crate::connection::{Connection, Target};
use crate::server::Server;
use device_key::DeviceKey;

/// A connection to where the frame is.
pub(super) struct Door {
    connection: Connection,
    host: String,
}

impl Door {
    /// Connects from a network of its own.
    pub(super) async fn open(server: &Server, number: u8) -> Result<Self, String> {
        let target = Target { address: server.address, path: "/".to_owned() };
        let connection = Connection::open(&target, Ipv4Addr::new(127, 0, number, 1)).await?;
        Ok(Door { connection, host: format!("vault.localhost:{}", server.address.port()) })
    }

    /// The answer to a call, and how long it took.
    async fn ask<T: Get>(
        &mut self,
        key: &DeviceKey,
        path: &str,
        body: &impl Put,
    ) -> Result<(T, Duration), String> {
        let (host, body) = (&self.host, to_text(body));
        let proof = key.proof(&format!("http://{host}{path}"), &body, None, 0);
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             dpop: {proof}\r\ncontent-length: "
        );
        let asked = Instant::now();
        let (status, text) = self.connection.ask_under(&head, &body).await?;
        let took = asked.elapsed();
        let answer = Some(text).filter(|_| status == 200).and_then(|it| from_text(it).ok());
        answer.map(|it| (it, took)).ok_or_else(|| format!("{path}: {status} {text}"))
    }
}

/// Somebody with a browser.
pub(super) struct Visitor {
    key: DeviceKey,
    email: String,
}

/// How long each half took.
pub(super) struct Took {
    pub(super) asked: Duration,
    pub(super) entered: Duration,
}

impl Visitor {
    /// Whom nobody knows.
    pub(super) fn new(connection: usize, number: usize) -> Self {
        let email = format!("visitor-{connection}-{number}@example.com");
        Visitor { key: DeviceKey::random(), email }
    }

    /// From the address to the session.
    pub(super) async fn sign_in(&self, door: &mut Door, codes: &Codes) -> Result<Took, String> {
        let start = EmailStart {
            project_id: PROJECT.to_owned(),
            origin: SITE.to_owned(),
            email: self.email.clone(),
            language: "en".to_owned(),
        };
        let (started, asked): (EmailStarted, _) = door.ask(&self.key, EMAIL_START, &start).await?;
        let attempt = started.attempt.ok_or("there is nothing to do for them")?;
        let otp = codes.take(&self.email).ok_or("no code was mailed")?;
        let otp = EmailOtp { attempt, otp };
        let (signed_in, entered): (SignedIn, _) = door.ask(&self.key, EMAIL_OTP, &otp).await?;
        if signed_in.user.email != self.email {
            return Err(format!("{} is signed in as {}", self.email, signed_in.user.email));
        }
        Ok(Took { asked, entered })
    }
}
