//! What somebody is told to be kept is on the disk by then: a browser that hears so throws away what it replaces.
//!
//! A trigger writes down how surely the connection keeps what changes a row: 2 where a commit waits for the disk. For
//! Postgres the operator's server is one that does not wait by itself.

use crate::database::{Other, postgres};
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_owner::{FIRST, SECOND, THIRD, ask, elsewhere, owner};
use serde_json::json;
use server::db::url::DatabaseUrl;
use std::time::Duration;

const TABLE: &str = "CREATE TABLE sureness (what TEXT, level BIGINT)";
const WATCHED: [(&str, &str); 6] = [
    ("INSERT", "users"),
    ("INSERT", "share_sets"),
    ("UPDATE", "identities"),
    ("DELETE", "devices"),
    ("DELETE", "users"),
    ("DELETE", "identities"),
];

async fn watched(at: &VaultApp) -> Other {
    let mut rows = Other::open(at.app.folder()).await;
    rows.run(TABLE).await;
    if matches!(rows, Other::Postgres(_)) {
        let function = "CREATE FUNCTION note_sureness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             INSERT INTO sureness SELECT TG_OP || ' ' || TG_TABLE_NAME, \
             CASE current_setting('synchronous_commit') WHEN 'on' THEN 2 ELSE 1 END; \
             RETURN NULL; END $$";
        rows.run(function).await;
    }
    for (what, table) in WATCHED {
        let name = format!("sureness_of_{what}_{table}");
        let sql = match rows {
            Other::Sqlite(_) => format!(
                "CREATE TRIGGER {name} AFTER {what} ON {table} BEGIN INSERT INTO sureness \
                 SELECT '{what} {table}', synchronous FROM pragma_synchronous; END"
            ),
            Other::Postgres(_) => format!(
                "CREATE TRIGGER {name} AFTER {what} ON {table} FOR EACH ROW \
                 EXECUTE FUNCTION note_sureness()"
            ),
        };
        rows.run(sql.leak()).await;
    }
    rows
}

/// What was noted since the last time, without what was noted twice.
async fn noted(rows: &mut Other) -> Vec<String> {
    let sql = "SELECT DISTINCT what || ' ' || level FROM sureness ORDER BY 1";
    let noted = rows.texts(sql).await;
    rows.run("DELETE FROM sureness").await;
    noted
}

#[tokio::test]
async fn what_is_told_to_be_kept_survives_a_power_cut() {
    let at = VaultApp::with(|config| {
        let folder = config.database.parent().expect("a folder");
        if let Some(url) = postgres(folder) {
            let url = format!("{url}&options[synchronous_commit]=off");
            config.database_url = Some(DatabaseUrl::try_from(url).expect("a URL"));
        }
    })
    .await;
    let mut rows = watched(&at).await;
    let (browser, wallet) = owner(&at).await;
    // Signing in is done again by whoever has to, a wallet is not.
    assert_eq!(noted(&mut rows).await, ["INSERT share_sets 2", "INSERT users 1"]);

    let second = elsewhere(&at).await;
    let body = wallet.enrol(&second, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&second, &at, "enrol", body).await, 200);
    assert_eq!(noted(&mut rows).await, ["INSERT share_sets 2"]);
    let body = wallet.rotate(&second, &wallet.deal(THIRD).1, &json!([wallet.automatic()]));
    assert_eq!(ask(&second, &at, "rotate", body).await, 200);
    assert_eq!(noted(&mut rows).await, ["INSERT share_sets 2"]);

    assert_eq!(second.ask(&at, "/v1/vault/session/revoke", json!({})).await.status, 200);
    assert_eq!(noted(&mut rows).await, ["DELETE devices 2"]);
    let body = json!({"isGivenUp": true, "signature": wallet.deleted(&second)});
    assert_eq!(second.ask(&at, "/v1/vault/account/delete", body).await.status, 200);
    assert_eq!(
        noted(&mut rows).await,
        ["DELETE devices 2", "DELETE identities 2", "DELETE users 2"]
    );
    drop(browser);
    // Afterwards nobody waits who does not have to.
    at.advance(Duration::from_mins(1));
    let mut other = Browser::new();
    other.ahead.set(at.ahead());
    other.sign_in(&at, "bob@example.com").await;
    assert_eq!(noted(&mut rows).await, ["INSERT users 1"]);
    let forget = json!({"forget": true});
    assert_eq!(other.ask(&at, "/v1/vault/session/delete", forget).await.status, 200);
    assert_eq!(noted(&mut rows).await, ["DELETE devices 2"]);
}
