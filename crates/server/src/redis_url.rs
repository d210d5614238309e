//! The Redis or Valkey server that nodes share: where it is, and how long it may take to answer.
//!
//! A connection may be dead without anybody knowing: so nothing is asked without a limit of time, and a
//! connection on which no answer came is let go of.

use crate::problem::Problem;
use redis::{Client, ErrorKind, IntoConnectionInfo, RedisError, RedisResult};
use serde::Deserialize;
use std::fmt;
use std::time::Duration;
use tokio::time::timeout;

/// How long Redis may take to answer, a new connection included.
const ANSWER_TIME: Duration = Duration::from_secs(3);

/// `redis_url`: where a Redis or Valkey server is. It may hold a password and is never shown.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct RedisUrl(Client);

impl TryFrom<String> for RedisUrl {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const FORM: &str = "it has the form redis://:password@host:port, or rediss:// with TLS";
        if !text.starts_with("redis://") && !text.starts_with("rediss://") {
            return Err(FORM);
        }
        let place = text.into_connection_info().map_err(|_| FORM)?;
        Client::open(place).map(RedisUrl).map_err(|_| FORM)
    }
}

/// Host and port: what may be logged.
impl fmt::Debug for RedisUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0.get_connection_info().addr)
    }
}

impl RedisUrl {
    /// Fails where Redis is there and does not let us in. Where it is away nodes wait for it.
    pub async fn check(&self) -> Result<(), Problem> {
        match self.ask().await {
            Err(NoAnswer::LockedOut(why)) => Err(Problem::new(format!(
                "The Redis server at {self:?} does not let this server in ({why}). Correct user and \
                 password of `redis_url` in latchkit.toml, or LATCHKIT_REDIS_URL."
            ))),
            Err(NoAnswer::Away(_)) | Ok(()) => Ok(()),
        }
    }

    /// Whether it answers.
    pub(crate) async fn ask(&self) -> Result<(), NoAnswer> {
        let asked = async {
            let mut open = self.0.get_multiplexed_async_connection().await?;
            redis::cmd("PING").query_async::<()>(&mut open).await
        };
        in_time(asked).await.map_err(NoAnswer::of)
    }

    /// Who opens connections to it; what they are asked is asked [`in_time`].
    pub(crate) fn client(&self) -> Client {
        self.0.clone()
    }
}

/// What Redis answers, unless it takes too long.
pub(crate) async fn in_time<T>(answer: impl Future<Output = RedisResult<T>>) -> RedisResult<T> {
    let late = |_| {
        let why = format!("no answer after {} s", ANSWER_TIME.as_secs());
        RedisError::from(std::io::Error::new(std::io::ErrorKind::TimedOut, why))
    };
    timeout(ANSWER_TIME, answer).await.map_err(late)?
}

/// Why Redis does not answer, in its own words.
pub(crate) enum NoAnswer {
    /// It takes no commands from who has this password, or none.
    LockedOut(String),
    /// It cannot be reached, or is not well.
    Away(String),
}

impl NoAnswer {
    fn of(error: RedisError) -> Self {
        let is_locked = error.kind() == ErrorKind::AuthenticationFailed
            || error.code().is_some_and(|it| ["NOAUTH", "WRONGPASS", "NOPERM"].contains(&it));
        let why = error.to_string();
        if is_locked { NoAnswer::LockedOut(why) } else { NoAnswer::Away(why) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_and_its_password_not_shown() {
        for text in ["redis://:SECRET@cache.example:6380", "rediss://u:SECRET@cache.example:6380/0"]
        {
            let url = RedisUrl::try_from(text.to_owned()).expect(text);
            let shown = format!("{url:?}");
            assert!(!shown.contains("SECRET") && shown.contains("cache.example:6380"), "{shown}");
        }
        for text in ["", "cache.example", "http://cache.example", "redis://", "unix:///x"] {
            assert!(RedisUrl::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
