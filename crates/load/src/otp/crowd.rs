//! Many who sign in at once.

use std::iter::repeat_n;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;

use super::mail::{Codes, MailServer};
use super::visitor::{Door, Took, Visitor};
use crate::server::Server;
use crate::spread::Spread;

/// How often one browser comes again at most: it is sent five mails an hour.
const AGAIN: usize = 5;

/// Those of all connections.
pub(super) struct Crowd(Vec<Line>);

/// Those of one connection, one behind the other.
struct Line {
    number: usize,
    door: Door,
    codes: Codes,
    /// Who came.
    visitors: Vec<Visitor>,
}

/// Who was signed in, and how long it took.
#[derive(Default)]
pub(super) struct Arrived {
    pub(super) asked: Spread,
    pub(super) entered: Spread,
    pub(super) both: Spread,
    time: Duration,
}

impl Arrived {
    pub(super) fn count(&self) -> usize {
        self.both.count()
    }

    pub(super) fn per_second(&self) -> f64 {
        f64::from(u32::try_from(self.count()).unwrap_or(u32::MAX)) / self.time.as_secs_f64()
    }

    fn of(took: &[Vec<Took>], time: Duration) -> Self {
        let mut arrived = Arrived { time, ..Arrived::default() };
        for Took { asked, entered } in took.iter().flatten() {
            arrived.asked.add(*asked);
            arrived.entered.add(*entered);
            arrived.both.add(*asked + *entered);
        }
        arrived
    }
}

impl Crowd {
    /// Opens so many connections. Somebody comes through each, who does not count.
    pub(super) async fn gather(
        server: &Server,
        mails: &MailServer,
        connections: usize,
    ) -> Result<Self, String> {
        let mut lines = Vec::new();
        for number in 0..connections {
            let network = u8::try_from(number + 1).map_err(|error| error.to_string())?;
            let (door, codes) = (Door::open(server, network).await?, mails.codes.clone());
            let mut line = Line { number, door, codes, visitors: Vec::new() };
            line.comes().await?;
            lines.push(line);
        }
        Ok(Crowd(lines))
    }

    /// People come that nobody knows, for so long.
    pub(super) async fn come(&mut self, time: Duration) -> Result<Arrived, String> {
        let start = Instant::now();
        let lines = self.0.iter_mut().map(async |line| {
            let mut took = Vec::new();
            while start.elapsed() < time {
                took.push(line.comes().await?);
            }
            Ok::<_, String>(took)
        });
        Ok(Arrived::of(&try_join_all(lines).await?, start.elapsed()))
    }

    /// The same people come again, for so long, or until each was there as often as they may.
    pub(super) async fn come_again(&mut self, time: Duration) -> Result<Arrived, String> {
        let start = Instant::now();
        let lines = self.0.iter_mut().map(async |line| {
            let mut took = Vec::new();
            for visitor in repeat_n(&line.visitors, AGAIN).flatten() {
                if start.elapsed() >= time {
                    break;
                }
                took.push(visitor.sign_in(&mut line.door, &line.codes).await?);
            }
            Ok::<_, String>(took)
        });
        Ok(Arrived::of(&try_join_all(lines).await?, start.elapsed()))
    }
}

impl Line {
    /// Somebody comes whom nobody knows.
    async fn comes(&mut self) -> Result<Took, String> {
        let visitor = Visitor::new(self.number, self.visitors.len());
        let took = visitor.sign_in(&mut self.door, &self.codes).await?;
        self.visitors.push(visitor);
        Ok(took)
    }
}
