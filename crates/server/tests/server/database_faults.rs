//! A database that does not answer, and one whose tables are of another program.

use crate::database::{Other, postgres};
use crate::history::{stored, visit};
use crate::program::{exit_code_and_output, run};
use crate::test_app::{PROJECT, TestApp, folder};
use server::db::Db;
use server::db::history::StoredTransaction;
use server::db::history_watching::WatchLimits;
use server::db::history_writing::{Entry, Lowered, Piece};
use server::db::url::DatabaseUrl;
use server::project::ProjectId;
use sqlx::{Executor, PgConnection, Row};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Far beyond every limit: what takes longer hangs.
const HANGS: Duration = Duration::from_mins(1);

#[tokio::test]
async fn a_project_that_was_asked_for_is_known_while_the_database_is_away() {
    let app = TestApp::with_nodes(&[]).await;
    let path = format!("/getAnalyticsConfig?projectId={PROJECT}");
    assert_eq!(app.get(&path).await.status, 200);
    assert!(app.db().is_ready().await);
    app.db().close().await;
    assert!(!app.db().is_ready().await);
    assert_eq!(app.get(&path).await.status, 200);
    let other = "f".repeat(32);
    assert_eq!(app.get(&format!("/getAnalyticsConfig?projectId={other}")).await.status, 500);
}

#[tokio::test]
async fn an_event_that_cannot_be_written_is_dropped_in_the_end() {
    let app = TestApp::with_nodes(&[]).await;
    let id = app.project('a', |it| it.analytics = true).await;
    let mut other = Other::open(app.folder()).await;
    other.hold_events().await;
    let event = r#"{"eventId":"1","timestamp":1,"props":{"event":"E"}}"#;
    assert_eq!(app.ask("POST", &format!("/e?projectId={id}"), &[], event).await.status, 200);
    tokio::time::timeout(HANGS, app.event_writer().idle()).await.expect("it gives up");
    let metrics = app.metrics("/metrics").await.status_and_body();
    assert!(metrics.contains(r#"dropped_total{why="not_written"} 1"#), "{metrics}");
    other.run("ROLLBACK").await;
    let later = event.replace("\"1\"", "\"2\"");
    assert_eq!(app.ask("POST", &format!("/e?projectId={id}"), &[], later).await.status, 200);
    let kept: Vec<_> = app.events(&id).await.into_iter().map(|it| it.id).collect();
    assert_eq!(kept, ["2"]);
}

/// Also who opens a connection of its own to read.
#[tokio::test]
async fn who_reads_does_not_wait_for_who_writes() {
    let app = TestApp::with_nodes(&[]).await;
    let mut other = Other::open(app.folder()).await;
    other.hold_events().await;
    let db = app.db();
    let ready = tokio::join!(db.is_ready(), db.is_ready(), db.is_ready(), db.is_ready());
    assert_eq!(ready, (true, true, true, true));
}

/// A process of Postgres that stands still until this is dropped.
struct Stopped(String);

impl Stopped {
    fn new(id: i32) -> Self {
        signal("-STOP", &id.to_string());
        Stopped(id.to_string())
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(name: &str, id: &str) {
    assert!(Command::new("kill").args([name, id]).status().expect("kill runs").success());
}

/// The backends of this test's server that wait for a lock to look for a project, once there are so
/// many.
async fn waiting_backends(postgres: &mut PgConnection, count: usize) -> Vec<i32> {
    const SQL: &str = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                       AND application_name = current_setting('application_name') \
                       AND query LIKE 'SELECT * FROM projects%'";
    loop {
        // What is looked at in a transaction stays as it was.
        postgres.execute("SELECT pg_stat_clear_snapshot()").await.expect("forgotten");
        let rows = sqlx::query(SQL).fetch_all(&mut *postgres).await.expect("rows");
        if rows.len() == count {
            return rows.iter().map(|row| row.get("pid")).collect();
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_statement_that_postgres_never_answers_has_an_end() {
    // As many as there are connections for those who read.
    const COUNT: usize = 9;
    let app = TestApp::with_nodes(&[]).await;
    let Other::Postgres(mut other) = Other::open(app.folder()).await else { return };
    let lock = "BEGIN; LOCK TABLE projects";
    other.execute(lock).await.expect("locked");
    assert!(!app.db().is_ready().await);
    let asking = [(); COUNT].map(|()| {
        let (db, id) = (app.db().clone(), ProjectId::parse(PROJECT).expect("an id"));
        tokio::spawn(async move { db.project(&id).await })
    });
    let backends = waiting_backends(&mut other, COUNT).await;
    let stopped: Vec<_> = backends.into_iter().map(Stopped::new).collect();
    for asked in asking {
        let answer = tokio::time::timeout(HANGS, asked).await.expect("it gives up");
        assert!(answer.expect("no panic").is_err());
    }
    other.execute("ROLLBACK").await.expect("let go");
    // Those connections stand still and are not used again: these are others.
    assert!(app.db().is_ready().await);
    assert_eq!(app.get(&format!("/getAnalyticsConfig?projectId={PROJECT}")).await.status, 200);
    drop(stopped);
}

/// On SQLite nobody writes beside somebody else.
#[tokio::test]
async fn what_another_server_adds_while_an_account_is_forgotten_goes_with_it() {
    const CHAIN: &str = "eip155:5";
    const ADD: &str = "BEGIN; \
        UPDATE history_chains SET next_block = 6, version = version + 1 WHERE chain = 'eip155:5'; \
        INSERT INTO history_transactions (chain, hash, block, block_hash, place, at_ms, sender, \
        recipient, nonce, is_failed, selector, receivers) \
        VALUES ('eip155:5', '0x1', 5, '0x2', 0, 0, '0xa', '0xb', 0, 0, '', 0); \
        INSERT INTO history_entries (chain, account, hash, at_ms, block, place, has_nft) \
        SELECT chain, account, '0x1', 0, 5, 0, 0 FROM history_watches";
    const WAITING: &str = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
        AND application_name = current_setting('application_name') \
        AND query LIKE 'UPDATE history_chains%'";
    let app = TestApp::with_nodes(&[]).await;
    let Other::Postgres(mut other) = Other::open(app.folder()).await else { return };
    let (db, chains) = (app.db().clone(), [CHAIN.to_owned()]);
    let limits = WatchLimits { all: 1, project: 1 };
    db.visit_history(visit("0xa", 1 << 50), &chains, limits).await.expect("a change");
    assert!(db.add_history(CHAIN, None, 5, &Piece::default()).await.expect("a change"));
    other.execute(ADD).await.expect("added, and not kept yet");
    let forgetting = tokio::spawn(async move { db.forget_history(i64::MAX).await });
    while sqlx::query(WAITING).fetch_all(&mut other).await.expect("rows").is_empty() {
        other.execute("SELECT pg_stat_clear_snapshot()").await.expect("forgotten");
        tokio::task::yield_now().await;
    }
    other.execute("COMMIT").await.expect("kept");
    assert!(forgetting.await.expect("no panic").expect("a change"));
    let left = "SELECT hash FROM history_transactions UNION SELECT hash FROM history_entries";
    assert!(sqlx::query(left).fetch_all(&mut other).await.expect("rows").is_empty());
}

/// On SQLite nobody writes beside somebody else.
#[tokio::test]
async fn who_makes_room_waits_for_nobody_who_adds() {
    let app = TestApp::with_nodes(&[]).await;
    let Other::Postgres(mut other) = Other::open(app.folder()).await else { return };
    let chains = ["eip155:7", "eip155:6"].map(str::to_owned);
    let limits = WatchLimits { all: 2, project: 2 };
    let db = app.db();
    for (at_ms, chain) in (1 << 50..).zip(&chains) {
        let chain = [chain.clone()];
        db.visit_history(visit("0xa", at_ms), &chain, limits).await.expect("a change");
        assert!(db.add_history(&chain[0], None, 5, &Piece::default()).await.expect("a change"));
    }
    other.execute("BEGIN").await.expect("it begins");
    let add = "UPDATE history_chains SET next_block = 6";
    other.execute(add).await.expect("it adds");
    let visited = db.visit_history(visit("0xb", 1 << 51), &chains, limits).await;
    assert!(visited.expect("a change").is_watched);
    other.execute("COMMIT").await.expect("kept");
    let left = "SELECT chain FROM history_watches WHERE account = '0xb'";
    assert_eq!(sqlx::query(left).fetch_all(&mut other).await.expect("rows").len(), 2);
}

/// As `latchkit serve` opens it.
async fn open(folder: &Path) -> Result<Db, String> {
    let url = postgres(folder).map(|url| DatabaseUrl::try_from(url).expect("a URL"));
    let opened = Db::open(&folder.join("latchkit.db"), url.as_ref()).await;
    opened.map_err(|problem| problem.to_string())
}

#[tokio::test]
async fn only_serve_brings_an_existing_database_up_to_date() {
    let folder = folder();
    let list = || exit_code_and_output(&folder, &run(&folder, &["project", "list"]));
    let doctor = || {
        let said = exit_code_and_output(&folder, &run(&folder, &["doctor"]));
        let line = said.lines().find(|line| line.contains("database")).expect("a line").to_owned();
        line.split_once(": ").expect("a place").1.to_owned()
    };
    assert_eq!(list(), "0\n");
    let mut other = Other::open(&folder).await;
    other.run("DROP TABLE event_totals").await;
    other.run("DROP INDEX events_of_address").await;
    other.run("DELETE FROM _sqlx_migrations WHERE version = 4").await;
    let older = "its tables are those of an older latchkit. `latchkit serve` brings them up to date; \
                 the older one cannot use them afterwards.";
    for _ in 0..2 {
        assert_eq!(list(), format!("1\nlatchkit: The database cannot be used: {older}\n"));
        assert_eq!(doctor(), older);
    }
    drop(open(&folder).await.expect("serve does it"));
    assert_eq!((list().as_str(), doctor().as_str()), ("0\n", "it opens, with all its tables"));
    other.run("UPDATE _sqlx_migrations SET version = 99 WHERE version = 4").await;
    let newer = "its tables are those of a newer latchkit. Run that one, or restore the copy of the \
                 database that was made before the upgrade.";
    let refused = format!("The database cannot be used: {newer}");
    assert_eq!(list(), format!("1\nlatchkit: {refused}\n"));
    assert_eq!(doctor(), newer);
    assert_eq!(open(&folder).await.err(), Some(refused));
}

#[tokio::test]
async fn who_is_forgotten_in_part_is_known_since_then() {
    const CHAIN: &str = "eip155:5";
    const NOW_MS: i64 = 1 << 50;
    let app = TestApp::with(&[], |_| {}).await;
    let db = app.db();
    let limits = WatchLimits { all: 10, project: 10 };
    let account = "0xa".to_owned();
    let chains = [CHAIN.to_owned()];
    db.visit_history(visit(&account, NOW_MS), &chains, limits).await.expect("a change");
    let transaction =
        |block| StoredTransaction { at_ms: NOW_MS - 10_000 + block, ..stored(block, &account) };
    let entry =
        |transaction| Entry { account: account.clone(), transaction, has_nft: false, moves: 0 };
    let whole =
        Lowered { account: account.clone(), lowest: 0, floor: 0, since_ms: NOW_MS - 10_000 };
    let piece = Piece {
        transactions: (0..2_500).map(transaction).collect(),
        entries: (0..2_500).map(entry).collect(),
        lowered: vec![whole],
        ..Piece::default()
    };
    assert!(db.add_history(CHAIN, None, 2_500, &piece).await.expect("a change"));
    assert!(db.forget_history(NOW_MS + 1).await.expect("a change"));
    let watches = db.history_watches(CHAIN).await.expect("rows");
    let told: Vec<_> = watches.iter().map(|it| (it.lowest, it.floor, it.since_ms)).collect();
    assert_eq!(told, [(2_000, 2_000, NOW_MS - 8_000)]);
    assert!(db.forget_history(NOW_MS + 1).await.expect("a change"));
    assert_eq!(db.history_watches(CHAIN).await.expect("rows"), []);
}
