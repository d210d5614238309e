//! Plain pub/sub of a Redis server, the yardstick: it hands on, and keeps nothing.

use futures_util::StreamExt;
use futures_util::future::{BoxFuture, pending};
use futures_util::stream::FuturesOrdered;
use redis::aio::MultiplexedConnection;
use redis::{Client, RedisResult};

use super::place::{Hears, Place, Sends};

/// The server.
pub(crate) struct PubSub(Client);

/// Where messages are published.
pub(crate) struct Publisher {
    connection: MultiplexedConnection,
    channel: String,
    open: FuturesOrdered<BoxFuture<'static, RedisResult<()>>>,
    answered: u64,
}

/// Where they are heard.
pub(crate) struct Subscriber(redis::aio::PubSub);

impl PubSub {
    pub(crate) fn at(url: &str) -> Result<Self, String> {
        Client::open(url).map(PubSub).map_err(|error| error.to_string())
    }

    async fn connection(&self) -> Result<MultiplexedConnection, String> {
        self.0.get_multiplexed_async_connection().await.map_err(|error| error.to_string())
    }
}

/// A channel takes any number of messages: one is enough.
impl Place for PubSub {
    type Sender = Publisher;
    type Listener = Subscriber;

    fn name(&self) -> &'static str {
        "plain Redis pub/sub"
    }

    async fn listener(&self, number: usize, _: usize) -> Result<Subscriber, String> {
        let mut heard = self.0.get_async_pubsub().await.map_err(|error| error.to_string())?;
        heard.subscribe(number).await.map_err(|error| error.to_string())?;
        Ok(Subscriber(heard))
    }

    async fn sender(&self, number: usize, _: usize) -> Result<Publisher, String> {
        let (connection, channel) = (self.connection().await?, number.to_string());
        Ok(Publisher { connection, channel, open: FuturesOrdered::new(), answered: 0 })
    }

    async fn memory_bytes(&self) -> Result<u64, String> {
        let mut connection = self.connection().await?;
        let asked = redis::cmd("INFO").arg("memory").query_async(&mut connection).await;
        let text: String = asked.map_err(|error| error.to_string())?;
        let line = text.lines().find_map(|it| it.strip_prefix("used_memory_rss:"));
        let number = line.and_then(|it| it.trim().parse().ok());
        number.ok_or_else(|| "Redis does not say used_memory_rss".to_owned())
    }
}

impl Sends for Publisher {
    async fn send(&mut self, message: String) -> Result<(), String> {
        let (mut connection, channel) = (self.connection.clone(), self.channel.clone());
        // What was begun is on its way, whether anybody waits for its answer or not.
        let published = tokio::spawn(async move {
            redis::cmd("PUBLISH").arg(channel).arg(message).query_async(&mut connection).await
        });
        self.open.push_back(Box::pin(async move { published.await.expect("it does not panic") }));
        Ok(())
    }

    async fn acknowledged(&mut self) -> Result<u64, String> {
        match self.open.next().await {
            Some(answer) => {
                answer.map_err(|error| error.to_string())?;
                self.answered += 1;
                Ok(self.answered - 1)
            }
            None => pending().await,
        }
    }
}

impl Hears for Subscriber {
    async fn hear(&mut self) -> Result<String, String> {
        let message = self.0.on_message().next().await.ok_or("Redis hung up")?;
        message.get_payload().map_err(|error| error.to_string())
    }
}
