//! Where a test keeps what it keeps: in an SQLite file, or, under `cargo xtask postgres`, in a schema
//! of its own on a Postgres server.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use std::path::Path;

/// The URL of the Postgres database of this test, made at the first call; nothing without Postgres.
pub(crate) fn postgres(folder: &Path) -> Option<String> {
    let server = std::env::var("TEST_DATABASE_URL").ok()?;
    let name = folder.file_name().expect("a folder of a test has a name").to_string_lossy();
    let schema = format!("test_{}", name.replace('-', "_"));
    let url = format!("{server}?options[search_path]={schema}");
    // On a thread of its own: some tests are asynchronous, others are not.
    let made = std::thread::spawn(move || make(&server, &schema));
    made.join().expect("Postgres answers");
    Some(url)
}

#[tokio::main(flavor = "current_thread")]
async fn make(server: &str, schema: &str) {
    let mut connection = PgConnection::connect(server).await.expect("Postgres");
    let sql = AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
    connection.execute(sql).await.expect("a schema");
}
