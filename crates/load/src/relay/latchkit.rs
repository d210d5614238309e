//! The relay of the server under load.

use std::process::Stdio;
use std::time::SystemTime;

use super::client::Client;
use super::place::Place;
use crate::server::Server;

/// Where it keeps what it keeps.
pub(crate) enum Store {
    Sqlite,
    /// As one of several nodes.
    Postgres {
        database: String,
        redis: String,
    },
}

/// A relay that runs until it is dropped.
pub(crate) struct Relay {
    server: Server,
    name: &'static str,
    /// When it was started: a database that was there before may still hold what other runs left.
    start: SystemTime,
}

impl Relay {
    /// Starts a server, and waits until it listens.
    pub(crate) async fn start(program: &str, store: &Store) -> Result<Self, String> {
        let mut variables = vec![("LATCHKIT_LOG", "error".to_owned())];
        let name = match store {
            Store::Sqlite => "SQLite",
            Store::Postgres { database, redis } => {
                variables.push(("LATCHKIT_DATABASE_URL", database.clone()));
                variables.push(("LATCHKIT_REDIS_URL", redis.clone()));
                "Postgres and Redis"
            }
        };
        let start = SystemTime::now();
        let server = Server::start(program, &variables, Stdio::inherit()).await?;
        Ok(Relay { server, name, start })
    }

    fn topic(&self, number: usize) -> String {
        format!("{:?} {number}", self.start)
    }
}

impl Place for Relay {
    type Sender = Client;
    type Listener = Client;

    fn name(&self) -> &'static str {
        self.name
    }

    async fn listener(&self, number: usize, topics: usize) -> Result<Client, String> {
        let topic = self.topic(number);
        let mut client = Client::connect(&self.server, 2 * number, &topic, topics).await?;
        client.subscribe().await?;
        Ok(client)
    }

    async fn sender(&self, number: usize, topics: usize) -> Result<Client, String> {
        Client::connect(&self.server, 2 * number + 1, &self.topic(number), topics).await
    }

    async fn memory_bytes(&self) -> Result<u64, String> {
        self.server.memory_bytes()
    }
}
