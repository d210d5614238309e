//! Who is watched: who asks about an account puts it there, as far as there is room, and others make some.
//!
//! Who makes room is only marked ([`let_go`]): it goes as the next that is forgotten (`history_forgetting.rs`), in pieces,
//! while nobody waits for it.

use super::Db;
use super::statement::{Lease, Row, Value};

/// So long an account that was asked about is safe from making room for others.
pub(crate) const SAFE_MS: i64 = 60 * 60 * 1_000;
/// An account that makes room was last asked about then, whenever that was.
const LET_GO_MS: i64 = 0;
/// How many may be there that made room and are not forgotten yet.
const MOST_LET_GO: i64 = 100;

/// How many may be watched.
#[derive(Clone, Copy, Debug)]
pub struct WatchLimits {
    /// In all.
    pub all: i64,
    /// Of those that one project asked about first.
    pub project: i64,
}

/// Somebody of a project asks about an account.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// The project.
    pub project: &'a str,
    /// The account.
    pub account: &'a str,
    /// When it was asked about first: now, unless it is remembered that there was no room for it before.
    pub first_ms: i64,
    /// When it is asked about now.
    pub at_ms: i64,
}

/// What came of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited {
    /// Whether all of it is watched.
    pub is_watched: bool,
    /// Whether others made room, and are to be forgotten.
    pub has_let_go: bool,
}

/// How much is watched.
struct Watched {
    /// Of whom was asked about, on the chains that were.
    own: i64,
    all: i64,
    project: i64,
    let_go: i64,
}

impl Db {
    /// How many accounts are followed, by chain.
    pub(crate) async fn history_followed(&self) -> sqlx::Result<Vec<(String, u64)>> {
        const SQL: &str = "SELECT chain, COUNT(*) AS accounts FROM history_watches \
             WHERE visited_at_ms > $1 GROUP BY chain ORDER BY chain";
        let rows = self.rows(SQL, vec![LET_GO_MS.into()]).await?;
        let followed = |row: &Row| {
            let accounts: i64 = row.get("accounts")?;
            Ok((row.get("chain")?, accounts.unsigned_abs()))
        };
        rows.iter().map(followed).collect()
    }

    /// Notes that a project asked about an account on some chains: they are watched from now on, as far as
    /// there is room. Where there is none, those of the project make some whom nobody asked about lately: for an
    /// account that is asked about for the first time only such as were asked about once, for any other all. So who
    /// asks about thousands keeps nobody out, and pushes out nobody who comes back. Where the project has room and all
    /// together have none, those of the project that has the most make some.
    pub async fn visit_history(
        &self,
        visit: Visit<'_>,
        chains: &[String],
        limits: WatchLimits,
    ) -> sqlx::Result<Visited> {
        let mut lease = self.writer.lease().await?;
        let watched = watched(&mut lease, &visit, chains).await?;
        let new = i64::try_from(chains.len()).unwrap_or(i64::MAX) - watched.own;
        let left = limits.project - watched.project;
        let mut room = (limits.all - watched.all).min(left);
        let mut has_let_go = false;
        if room < new {
            let most = (new - room).min(MOST_LET_GO - watched.let_go);
            let largest = if left < new { None } else { largest(&mut lease, &visit).await? };
            let mut made = 0;
            for project in largest.as_deref().into_iter().chain([visit.project]) {
                made += let_go(&mut lease, &visit, project, most - made).await?;
            }
            (room, has_let_go) = (room + made, made > 0);
        }
        let mut is_watched = true;
        lease.begin().await?;
        // One after the other, so that nobody takes them in another order.
        for chain in chains {
            const AGAIN: &str = "UPDATE history_watches SET visited_at_ms = $3 \
                 WHERE chain = $1 AND account = $2 AND visited_at_ms > $4";
            // Who made room and is there still goes on where it is.
            const ADD: &str = "INSERT INTO history_watches \
                 (chain, account, visited_at_ms, watched_at_ms, project) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (chain, account) DO UPDATE SET \
                 visited_at_ms = excluded.visited_at_ms, watched_at_ms = excluded.watched_at_ms, \
                 project = excluded.project";
            let of = || vec![chain.as_str().into(), visit.account.into(), visit.at_ms.into()];
            let again = of().into_iter().chain([LET_GO_MS.into()]).collect();
            if lease.run(AGAIN, again).await? > 0 {
                continue;
            }
            is_watched &= room > 0;
            if room > 0 {
                let more = [visit.first_ms.into(), visit.project.into()];
                lease.run(ADD, of().into_iter().chain(more).collect()).await?;
                room -= 1;
            }
        }
        lease.commit().await?;
        Ok(Visited { is_watched, has_let_go })
    }
}

async fn watched(lease: &mut Lease, visit: &Visit<'_>, chains: &[String]) -> sqlx::Result<Watched> {
    const OWN: &str = "SELECT COUNT(*) AS own FROM history_watches WHERE account = $2 \
         AND visited_at_ms > $3 AND chain IN (SELECT value ->> 0 FROM each_of($1))";
    const ALL: &str = "SELECT COUNT(*) AS everybody, \
         CAST(COALESCE(SUM(CASE WHEN project = $1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS ours \
         FROM history_watches WHERE visited_at_ms > $2";
    const LET_GO: &str = "SELECT COUNT(*) AS let_go FROM history_watches WHERE visited_at_ms <= $1";
    let rows = Value::rows(chains.iter().map(|it| [it]));
    let own = lease.rows(OWN, vec![rows, visit.account.into(), LET_GO_MS.into()]).await?;
    let all = lease.rows(ALL, vec![visit.project.into(), LET_GO_MS.into()]).await?;
    let let_go = lease.rows(LET_GO, vec![LET_GO_MS.into()]).await?;
    let number = |rows: &[Row], name: &str| rows.first().map_or(Ok(0), |row| row.get::<i64>(name));
    Ok(Watched {
        own: number(&own, "own")?,
        all: number(&all, "everybody")?,
        project: number(&all, "ours")?,
        let_go: number(&let_go, "let_go")?,
    })
}

/// The project that has more than all others, where that is not the one that asks.
async fn largest(lease: &mut Lease, visit: &Visit<'_>) -> sqlx::Result<Option<String>> {
    const SQL: &str = "SELECT project FROM history_watches WHERE visited_at_ms > $2 \
         GROUP BY project ORDER BY COUNT(*) DESC, \
         CASE WHEN project = $1 THEN 0 ELSE 1 END, project LIMIT 1";
    let rows = lease.rows(SQL, vec![visit.project.into(), LET_GO_MS.into()]).await?;
    let largest = rows.first().map(|row| row.get::<String>("project")).transpose()?;
    Ok(largest.filter(|it| it != visit.project))
}

/// Has as many accounts of a project, but for one, make room that nobody asked about for a while: those first that were
/// asked about once, and where the visit is not the first then those whose last question is the oldest. How many do.
/// Each is a transaction of its own: whoever waited for a second one while others wait for the first might wait for ever.
async fn let_go(
    lease: &mut Lease,
    visit: &Visit<'_>,
    project: &str,
    most: i64,
) -> sqlx::Result<i64> {
    const IDLE: &str = "SELECT chain, account FROM history_watches WHERE project = $1 \
         AND account <> $2 AND visited_at_ms > $3 AND visited_at_ms < $4 \
         AND (visited_at_ms = watched_at_ms OR $5 = 1) \
         ORDER BY CASE WHEN visited_at_ms = watched_at_ms THEN 0 ELSE 1 END, visited_at_ms LIMIT $6";
    const LET_GO: &str = "UPDATE history_watches SET visited_at_ms = $3 \
         WHERE chain = $1 AND account = $2 AND visited_at_ms > $3 AND visited_at_ms < $4";
    let safe_ms = visit.at_ms - SAFE_MS;
    let values: Vec<Value> = vec![
        project.into(),
        visit.account.into(),
        LET_GO_MS.into(),
        safe_ms.into(),
        (visit.first_ms < visit.at_ms).into(),
        most.max(0).into(),
    ];
    let mut gone = 0;
    for row in lease.rows(IDLE, values).await? {
        let (chain, account): (String, String) = (row.get("chain")?, row.get("account")?);
        let values = vec![chain.into(), account.into(), LET_GO_MS.into(), safe_ms.into()];
        gone += i64::try_from(lease.run(LET_GO, values).await?).unwrap_or_default();
    }
    Ok(gone)
}
