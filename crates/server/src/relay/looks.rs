//! Whether anything waits for sockets at their topics. When a node ends, thousands of sockets want to know
//! at once: whoever asks while the database looks for others is looked for together with the next.

use crate::db::Db;
use crate::db::relay::Reader;
use protocol::relay::topic::Topic;
use tokio::sync::{Mutex, mpsc, oneshot};

/// How many topics are looked at together, before one more asks. Each may hold thousands of messages that
/// somebody has.
const MOST_TOPICS: usize = 200;

/// Who looks, and for whom.
pub(super) struct Looks {
    db: Db,
    /// A socket asks once at a time.
    asking: mpsc::UnboundedSender<Asked>,
    asked: Mutex<mpsc::UnboundedReceiver<Asked>>,
}

struct Asked {
    reader: Reader,
    topics: Vec<Topic>,
    found: oneshot::Sender<Vec<Topic>>,
}

impl Looks {
    pub(super) fn new(db: Db) -> Self {
        let (asking, asked) = mpsc::unbounded_channel();
        Looks { db, asking, asked: Mutex::new(asked) }
    }

    /// At which of these topics anything waits for a client. None where it cannot be read.
    pub(super) async fn at(&self, reader: Reader, topics: &[Topic]) -> Option<Vec<Topic>> {
        let (found, finds) = oneshot::channel();
        self.asking.send(Asked { reader, topics: topics.to_vec(), found }).ok()?;
        finds.await.ok()
    }

    /// Looks for ever: while one look is slow, another is taken.
    pub(super) async fn run(&self) {
        tokio::join!(Box::pin(self.look()), Box::pin(self.look()));
    }

    async fn look(&self) {
        loop {
            let (asked, finds) = self.next().await;
            match self.db.relay_topics(&asked).await {
                Ok(there) => {
                    let mut found = vec![Vec::new(); finds.len()];
                    for (place, topic) in there {
                        found[place].push(topic);
                    }
                    // Who is gone meanwhile needs no answer.
                    finds.into_iter().zip(found).for_each(|(it, topics)| drop(it.send(topics)));
                }
                Err(error) => tracing::error!(%error, "messages of the relay are not read"),
            }
        }
    }

    /// Those who asked, as many as are looked for together.
    async fn next(&self) -> (Vec<(Reader, Vec<Topic>)>, Vec<oneshot::Sender<Vec<Topic>>>) {
        let mut asked = self.asked.lock().await;
        let (mut all, mut finds, mut count) = (Vec::new(), Vec::new(), 0);
        // The sender is ours, so it cannot be gone.
        let mut next = asked.recv().await;
        while let Some(Asked { reader, topics, found }) = next {
            // Thousands that are gone wait for nothing.
            if !found.is_closed() {
                count += topics.len();
                all.push((reader, topics));
                finds.push(found);
            }
            next = if count < MOST_TOPICS { asked.try_recv().ok() } else { None };
        }
        (all, finds)
    }
}
