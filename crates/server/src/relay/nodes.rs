//! Other nodes of one relay: what one of them keeps the others are told of, through Redis.
//!
//! Only names pass there ([`Word`]), of topics at which something was left and of clients that came; the
//! messages are in the database that all share. Nothing depends on each word being heard: who was not
//! connected for a while, and who misses the heartbeat of another node, reads again what waits for its
//! sockets.

use super::outbox::Reading;
use super::topics::Topics;
use crate::redis_url::{RedisUrl, in_time};
use futures_util::StreamExt;
use protocol::relay::token::ClientId;
use protocol::relay::topic::Topic;
use redis::aio::MultiplexedConnection;
use redis::{Client, RedisResult};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Where nodes hear each other.
const CHANNEL: &str = "latchkit:relay";
/// How often a node says that it is there.
const HEARTBEAT_TIME: Duration = Duration::from_secs(3);
/// How long one may not be heard before it is taken for gone.
const SILENCE_TIME: Duration = Duration::from_secs(10);
/// When Redis is tried again.
const AGAIN_TIME: Duration = Duration::from_secs(1);
/// How many words of either kind wait to be told; with more news everything may have changed.
const MOST_WAITING: usize = 10_000;

/// The other nodes, as one of them sees them.
pub(super) struct Nodes {
    client: Client,
    /// Where Redis is, without its password.
    place: String,
    /// By which this one is told from others.
    own: String,
    waiting: Mutex<Waiting>,
    left: Notify,
}

/// What the others are to be told.
#[derive(Default)]
struct Waiting {
    /// Nothing of it may be missed.
    news: HashSet<Word>,
    /// Whoever misses one is not told that a phone came: where there are too many, those that come then are
    /// left out. Clients make them, so they never make anybody read anything.
    hints: HashSet<Word>,
}

/// What nodes tell each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Word {
    /// Something may have been left at any topic.
    All,
    /// Something was left at this one.
    News(Topic),
    /// A client came to it.
    Came(Topic, ClientId),
    /// A client wants to know whether another is there; who has one says that it came.
    Asked(Topic, ClientId),
}

impl Nodes {
    pub(super) fn new(url: &RedisUrl, own: String) -> Self {
        let (client, place) = (url.client(), format!("{url:?}"));
        Nodes { client, place, own, waiting: Mutex::default(), left: Notify::new() }
    }

    /// The others are told, soon.
    pub(super) fn tell(&self, word: Word) {
        self.waiting().add(word);
        self.left.notify_one();
    }

    /// Speaks and hears for ever.
    pub(super) async fn run(&self, topics: &Topics) {
        tokio::join!(self.speak(), self.hear(topics));
    }

    async fn speak(&self) {
        let (redis_url, mut connection, mut is_away) = (&*self.place, None, false);
        loop {
            let waiting = std::mem::take(&mut *self.waiting());
            let published = in_time(self.publish(&mut connection, &waiting)).await;
            let was_away = std::mem::replace(&mut is_away, published.is_err());
            if let Err(error) = published {
                if !was_away {
                    tracing::warn!(redis_url, %error, "other nodes of the relay are not told; it is tried again");
                }
                connection = None;
                waiting.words().for_each(|word| self.waiting().add(*word));
                tokio::time::sleep(AGAIN_TIME).await;
                continue;
            }
            if was_away {
                tracing::info!(redis_url, "other nodes of the relay are told again");
            }
            let _ = tokio::time::timeout(HEARTBEAT_TIME, self.left.notified()).await;
        }
    }

    async fn publish(
        &self,
        connection: &mut Option<MultiplexedConnection>,
        waiting: &Waiting,
    ) -> RedisResult<()> {
        let open = match connection {
            Some(open) => open,
            None => connection.insert(self.client.get_multiplexed_async_connection().await?),
        };
        redis::cmd("PUBLISH").arg(CHANNEL).arg(text(&self.own, waiting)).query_async(open).await
    }

    async fn hear(&self, topics: &Topics) {
        let (redis_url, mut is_away) = (&*self.place, false);
        loop {
            if let Err(error) = self.listen(topics, &mut is_away).await
                && !std::mem::replace(&mut is_away, true)
            {
                tracing::warn!(redis_url, %error, "other nodes of the relay are not heard; it is tried again");
            }
            tokio::time::sleep(AGAIN_TIME).await;
        }
    }

    /// Hears until the connection breaks, or until nobody is heard, not even this node.
    async fn listen(&self, topics: &Topics, is_away: &mut bool) -> RedisResult<()> {
        let mut heard = in_time(self.client.get_async_pubsub()).await?;
        in_time(heard.subscribe(CHANNEL)).await?;
        if std::mem::take(is_away) {
            tracing::info!(redis_url = &*self.place, "other nodes of the relay are heard again");
        }
        // Whatever was said before was not heard.
        topics.tell_all();
        let mut nodes: HashMap<String, Instant> = HashMap::new();
        let mut words = heard.on_message();
        while let Ok(Some(word)) = tokio::time::timeout(SILENCE_TIME, words.next()).await {
            let now = Instant::now();
            let text = String::from_utf8_lossy(word.get_payload_bytes());
            let (node, told) = text.split_once('\n').unwrap_or((&text, ""));
            if node != self.own {
                if nodes.insert(node.to_owned(), now).is_none() {
                    // Who is new hears of this one at once, and misses it when it is gone.
                    self.left.notify_one();
                }
                for word in told.lines().filter_map(Word::parse) {
                    self.apply(topics, word);
                }
            }
            // Who is gone may have kept what it did not live to tell of.
            let before = nodes.len();
            nodes.retain(|_, at| now.saturating_duration_since(*at) < SILENCE_TIME);
            if nodes.len() < before {
                topics.tell_all();
            }
        }
        Ok(())
    }

    /// Does what another node's word means here.
    fn apply(&self, topics: &Topics, word: Word) {
        match word {
            Word::All => topics.tell_all(),
            Word::News(topic) => topics.tell(&topic, Reading::on()),
            Word::Came(topic, client) => topics.come(&topic, &client),
            Word::Asked(topic, client) => {
                if let Some(other) = topics.other_than(&topic, &client) {
                    self.tell(Word::Came(topic, other));
                }
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn add(&mut self, word: Word) {
        match word {
            Word::All | Word::News(_) => {
                self.news.insert(word);
                if self.news.len() > MOST_WAITING {
                    self.news = HashSet::from([Word::All]);
                }
            }
            Word::Came(..) | Word::Asked(..) if self.hints.len() < MOST_WAITING => {
                self.hints.insert(word);
            }
            Word::Came(..) | Word::Asked(..) => {}
        }
    }

    fn words(&self) -> impl Iterator<Item = &Word> {
        self.news.iter().chain(&self.hints)
    }
}

impl Word {
    fn text(self) -> String {
        match self {
            Word::All => "all".to_owned(),
            Word::News(topic) => format!("news {}", topic.text()),
            Word::Came(topic, client) => format!("came {} {}", topic.text(), client.text()),
            Word::Asked(topic, client) => format!("asked {} {}", topic.text(), client.text()),
        }
    }

    /// What is none, as a later version may say it, is passed over.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let what = words.next()?;
        let mut topic = || words.next().and_then(Topic::parse);
        match what {
            "all" => Some(Word::All),
            "news" => topic().map(Word::News),
            "came" => Some(Word::Came(topic()?, ClientId::parse(words.next()?)?)),
            "asked" => Some(Word::Asked(topic()?, ClientId::parse(words.next()?)?)),
            _ => None,
        }
    }
}

/// The node, and below it what it tells, a line each.
fn text(own: &str, waiting: &Waiting) -> String {
    let lines = waiting.words().map(|it| it.text() + "\n");
    [format!("{own}\n")].into_iter().chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_to_tell_is_told_in_one_word() {
        let url = RedisUrl::try_from("redis://localhost".to_owned()).expect("a URL");
        let nodes = Nodes::new(&url, "own".to_owned());
        for count in 0..MOST_WAITING {
            nodes.tell(Word::News(Topic::of(count.to_string().as_bytes())));
        }
        assert_eq!(text("own", &nodes.waiting()).lines().count(), MOST_WAITING + 1);
        nodes.tell(Word::News(Topic::of(b"a")));
        assert_eq!(text("own", &nodes.waiting()), "own\nall\n");
    }

    /// One client makes words without end by fetching; nobody reads anything for that.
    #[test]
    fn hints_without_end_are_left_out_and_make_nobody_read() {
        let url = RedisUrl::try_from("redis://localhost".to_owned()).expect("a URL");
        let nodes = Nodes::new(&url, "own".to_owned());
        let (topic, client) = (|count: usize| Topic::of(&count.to_be_bytes()), [1; 32]);
        for count in 0..2 * MOST_WAITING {
            nodes.tell(Word::Came(topic(count), ClientId::of(client)));
            nodes.tell(Word::Asked(topic(count), ClientId::of(client)));
        }
        nodes.tell(Word::News(topic(0)));
        let told = text("own", &nodes.waiting());
        assert_eq!(told.lines().count(), MOST_WAITING + 2);
        assert!(told.contains("\nnews ") && !told.contains("\nall\n"));
    }

    #[test]
    fn words_are_read_as_they_are_told() {
        let (topic, client) = (Topic::of(b"a"), ClientId::of([1; 32]));
        let words =
            [Word::All, Word::News(topic), Word::Came(topic, client), Word::Asked(topic, client)];
        for word in words {
            assert_eq!(Word::parse(&word.text()), Some(word));
        }
        let topic = topic.text();
        for text in ["", "news", "news x", "came x", &format!("came {topic}"), "later 1"] {
            assert_eq!(Word::parse(text), None, "{text}");
        }
    }
}
