//! Pictures from elsewhere: avatars of names and pictures of NFTs, shown so that a visitor's browser meets
//! nobody but this server.
//!
//! A picture is named by a link that this server signed (`links.rs`), never by a URL that a request carries.
//! `source.rs` says where one may be, `elsewhere.rs` has it, `inline.rs` reads what needs nobody,
//! `raster.rs` makes a small picture of it, and [`Pictures`] keeps that. `metadata.rs` knows what NFTs say of
//! themselves.

mod elsewhere;
mod inline;
pub(crate) mod links;
pub(crate) mod metadata;
mod raster;
pub(crate) mod source;

use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::db::Db;
use crate::held_bytes::Gathering;
use crate::images::Image;
use crate::origin::Origin;
use crate::outside::Outside;
use elsewhere::Elsewhere;
use links::Links;
use metadata::Metadata;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::spawn_blocking;

/// The largest file that a picture is made of.
const MOST_BYTES: usize = 10 * 1024 * 1024;
/// How many are fetched at once, and how many of them for one client.
const FETCHED_AT_ONCE: usize = 16;
const FETCHED_FOR_ONE: usize = 6;
/// How many are unpacked at once: each may take as much room as `raster.rs` gives it.
const DRAWN_AT_ONCE: usize = 2;
/// How long it is believed that there is none.
const MISSED: Duration = Duration::from_mins(5);
/// What an entry takes besides its picture, about.
const ENTRY_BYTES: u64 = 512;

/// What is needed to show pictures.
pub(crate) struct Pictures {
    pub(crate) elsewhere: Elsewhere,
    pub(crate) metadata: Metadata,
    origin: Origin,
    links: OnceCell<Links>,
    kept: Cache<String, Kept, Weight>,
    fetching: Ceiling,
    drawing: Arc<Semaphore>,
    /// Those that were made, and those that were missing.
    fetched: [AtomicU64; 2],
}

/// A picture, or until when there is none.
#[derive(Clone)]
enum Kept {
    Found(Image),
    Missed(Instant),
}

#[derive(Clone)]
struct Weight;

impl Weighter<String, Kept> for Weight {
    fn weight(&self, token: &String, kept: &Kept) -> u64 {
        let bytes = match kept {
            Kept::Found(image) => image.bytes().len(),
            Kept::Missed(_) => 0,
        };
        ENTRY_BYTES + (token.len() + bytes) as u64
    }
}

impl Pictures {
    pub(crate) fn new(config: &Config) -> Self {
        let bytes = config.picture_cache_bytes;
        Pictures {
            elsewhere: Elsewhere::new(config),
            metadata: Metadata::new(&config.trusted_proxies),
            origin: config.public_url.clone(),
            links: OnceCell::new(),
            kept: Cache::with_weighter(bytes / (16 * 1024), bytes as u64, Weight),
            fetching: Ceiling::new(FETCHED_AT_ONCE, FETCHED_FOR_ONE, &config.trusted_proxies),
            drawing: Arc::new(Semaphore::new(DRAWN_AT_ONCE)),
            fetched: <[AtomicU64; 2]>::default(),
        }
    }

    /// What names pictures: with the key that the database has for it.
    pub(crate) async fn links(&self, db: &Db) -> sqlx::Result<&Links> {
        let made = async || {
            let key = db.secret("pictures").await?;
            Ok(Links::new(&key, self.origin.clone()))
        };
        self.links.get_or_try_init(made).await
    }

    /// The picture that a token names, for a client: what is kept, or else what is made of what lies at the
    /// URI that `place` finds. Who asks for the same one meanwhile waits for it.
    pub(crate) async fn of<E>(
        &self,
        outside: &Outside,
        client: IpAddr,
        token: &str,
        place: impl Future<Output = Result<Option<String>, E>>,
    ) -> Result<Option<Image>, E> {
        let is_over = |kept: &Kept| matches!(kept, Kept::Missed(end) if *end <= Instant::now());
        self.kept.remove_if(token, is_over);
        let made = async {
            let Some(uri) = place.await? else { return Ok(Kept::missed()) };
            let made = self.fetch(outside, client, &uri).await;
            self.fetched[usize::from(made.is_none())].fetch_add(1, Ordering::Relaxed);
            Ok(made.map_or_else(Kept::missed, Kept::Found))
        };
        Ok(match self.kept.get_or_insert_async(token, made).await? {
            Kept::Found(image) => Some(image),
            Kept::Missed(_) => None,
        })
    }

    /// How many were fetched, by what came of it.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        ["made", "missing"]
            .into_iter()
            .zip(self.fetched.iter().map(|it| it.load(Ordering::Relaxed)))
    }

    async fn fetch(&self, outside: &Outside, client: IpAddr, uri: &str) -> Option<Image> {
        let entered = self.fetching.turn(client).await;
        // `entered` counts them: there are never more than so many.
        let found = self.elsewhere.bytes(outside, uri, MOST_BYTES, Gathering::uncounted).await;
        let bytes = found.ok().flatten()?;
        let turn = self.drawing.clone().acquire_owned().await.ok()?;
        // Whoever asked may leave; the thread goes on, and what it takes stays taken. A picture that cannot
        // be unpacked may end its thread, and nothing else.
        let made = spawn_blocking(move || {
            let made = raster::small(&bytes);
            drop((turn, entered));
            made
        });
        made.await.ok().flatten()
    }
}

impl Kept {
    fn missed() -> Self {
        Kept::Missed(Instant::now() + MISSED)
    }
}
