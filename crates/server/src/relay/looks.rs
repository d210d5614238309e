//! Whether anything waits for sockets at their topics. When a node ends, thousands of sockets want to know
//! at once: whoever asks while the database looks for others is looked for together with the next.

use crate::db::relay::Reader;
use protocol::relay::topic::Topic;
use std::sync::{Arc, PoisonError};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Mutex, oneshot};

/// How many topics are looked at together, before one more asks. Each may hold thousands of messages that
/// somebody has.
const MOST_TOPICS: usize = 200;
/// How many in a row are looked for in vain, each alone, before it is the database that is not well.
const MOST_FAILED: usize = 2;

/// A client, and topics of it.
type Asking = (Reader, Vec<Topic>);
/// At which of the topics of whom anything waits, by their places.
type There = sqlx::Result<Vec<(usize, Topic)>>;

/// Who looks, and for whom.
pub(super) struct Looks {
    /// A socket asks once at a time.
    asking: UnboundedSender<Asked>,
    /// Until somebody looks.
    asked: std::sync::Mutex<Option<UnboundedReceiver<Asked>>>,
}

struct Asked {
    asking: Asking,
    found: oneshot::Sender<Vec<Topic>>,
}

impl Looks {
    pub(super) fn new() -> Self {
        let (asking, asked) = unbounded_channel();
        Looks { asking, asked: std::sync::Mutex::new(Some(asked)) }
    }

    /// At which of these topics anything waits for a client. None where it cannot be read, and once nobody
    /// looks any more.
    pub(super) async fn at(&self, reader: Reader, topics: &[Topic]) -> Option<Vec<Topic>> {
        let (found, finds) = oneshot::channel();
        let asking = (reader, topics.to_vec());
        self.asking.send(Asked { asking, found }).ok()?;
        finds.await.ok()
    }

    /// Looks for ever: while one look is slow, another is taken. Whoever asks is answered for as long as this
    /// runs, which is once.
    pub(super) async fn run<F: Future<Output = There>>(&self, look: impl Fn(Arc<[Asking]>) -> F) {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner).take();
        let asked = Mutex::new(asked.expect("it runs once"));
        let looking = || Box::pin(look_for_ever(&asked, &look));
        tokio::join!(looking(), looking());
    }
}

async fn look_for_ever<F: Future<Output = There>>(
    asked: &Mutex<UnboundedReceiver<Asked>>,
    look: &impl Fn(Arc<[Asking]>) -> F,
) {
    loop {
        let some = next(asked).await;
        let Err(some) = together(some, look).await else { continue };
        if some.len() == 1 {
            continue;
        }
        // Topics of one of them may take too long to look at: nobody else waits for those.
        let mut failed = 0;
        for one in some {
            failed = if together(vec![one], look).await.is_ok() { 0 } else { failed + 1 };
            if failed == MOST_FAILED {
                break;
            }
        }
    }
}

/// Looks for these in one statement, and answers them, unless it fails.
async fn together<F: Future<Output = There>>(
    asked: Vec<Asked>,
    look: &impl Fn(Arc<[Asking]>) -> F,
) -> Result<(), Vec<Asked>> {
    let (asking, finds): (Vec<Asking>, Vec<_>) =
        asked.into_iter().map(|it| (it.asking, it.found)).unzip();
    let asking: Arc<[Asking]> = asking.into();
    match look(asking.clone()).await {
        Ok(there) => {
            let mut found = vec![Vec::new(); finds.len()];
            for (place, topic) in there {
                found[place].push(topic);
            }
            // Who is gone meanwhile needs no answer.
            finds.into_iter().zip(found).for_each(|(it, topics)| drop(it.send(topics)));
            Ok(())
        }
        Err(error) => {
            tracing::error!(%error, "messages of the relay are not read");
            let asked = asking.iter().cloned().zip(finds);
            Err(asked.map(|(asking, found)| Asked { asking, found }).collect())
        }
    }
}

/// Those who asked, as many as are looked for together.
async fn next(asked: &Mutex<UnboundedReceiver<Asked>>) -> Vec<Asked> {
    let mut asked = asked.lock().await;
    let (mut some, mut count) = (Vec::new(), 0);
    // The sender is ours, so it cannot be gone.
    let mut next = asked.recv().await;
    while let Some(one) = next {
        // Thousands that are gone wait for nothing.
        if !one.found.is_closed() {
            count += one.asking.1.len();
            some.push(one);
        }
        next = if count < MOST_TOPICS { asked.try_recv().ok() } else { None };
    }
    some
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::relay::token::ClientId;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn reader(client: u8) -> Reader {
        Reader { client: ClientId::of([client; 32]), since_us: 0, now_ms: 0 }
    }

    fn everywhere(asked: &[Asking]) -> Vec<(usize, Topic)> {
        let topics = asked.iter().map(|it| it.1.iter().copied()).enumerate();
        topics.flat_map(|(place, it)| it.map(move |topic| (place, topic))).collect()
    }

    /// The attack: a client whose topics take too long to look at.
    #[tokio::test]
    async fn who_cannot_be_looked_for_keeps_nobody_else_from_it() {
        let (looks, topic) = (Looks::new(), [Topic::of(b"a")]);
        let look = async |asked: Arc<[Asking]>| {
            let is_there = asked.iter().any(|it| it.0.client == reader(1).client);
            if is_there { Err(sqlx::Error::PoolTimedOut) } else { Ok(everywhere(&asked)) }
        };
        let asking = async {
            tokio::join!(
                looks.at(reader(1), &topic),
                looks.at(reader(2), &topic),
                looks.at(reader(3), &topic)
            )
        };
        let found = tokio::select! {
            found = asking => found,
            () = looks.run(look) => unreachable!("it looks for ever"),
        };
        assert_eq!(found, (None, Some(topic.to_vec()), Some(topic.to_vec())));
    }

    #[tokio::test]
    async fn a_database_that_is_away_is_not_asked_for_each_alone() {
        let (looks, topic, count) = (Looks::new(), [Topic::of(b"a")], AtomicUsize::new(0));
        let look = async |_: Arc<[Asking]>| {
            count.fetch_add(1, Ordering::Relaxed);
            Err(sqlx::Error::PoolTimedOut)
        };
        let asking = futures_util::future::join_all((0..50).map(|it| looks.at(reader(it), &topic)));
        let found = tokio::select! {
            found = asking => found,
            () = looks.run(look) => unreachable!("it looks for ever"),
        };
        assert!(found.iter().all(Option::is_none));
        assert_eq!(count.into_inner(), 1 + MOST_FAILED);
    }

    #[tokio::test]
    async fn nobody_waits_for_who_does_not_look_any_more() {
        let (looks, topic) = (Looks::new(), [Topic::of(b"a")]);
        let look = async |_: Arc<[Asking]>| std::future::pending().await;
        let asking =
            async { tokio::join!(looks.at(reader(1), &topic), looks.at(reader(2), &topic)) };
        let ending = async {
            tokio::select! {
                biased;
                () = looks.run(look) => {}
                () = tokio::task::yield_now() => {}
            }
        };
        assert_eq!(tokio::join!(asking, ending).0, (None, None));
        assert_eq!(looks.at(reader(3), &topic).await, None);
    }
}
