//! Whether people can sign in by e-mail: the keys, the mail server, and the page of the frame.

use super::report::Finding;
use crate::config::Config;
use crate::db::Db;
use crate::files::{FRAME_PAGE, Files};
use crate::kms::local::LocalKms;
use crate::mail::{NoAnswer, SmtpUrl};
use crate::vault::matching;
use std::path::Path;
use std::time::Duration;

/// How long the mail server may take. Some keep strangers waiting.
const MAIL_TIME: Duration = Duration::from_secs(10);

/// A line for each of them; one alone where nobody is meant to.
pub(super) async fn findings(config: &Config, db: Option<&Db>) -> Vec<Finding> {
    let (Some(folder), Some(smtp)) = (&config.vault.keys, &config.vault.smtp) else {
        return vec![Finding::sound(
            "vault: signing in by e-mail is not set up (name a folder for keys, a mail server and a sender \
             under [vault], and run `latchkit kms create`)",
        )];
    };
    vec![keys(config, db, folder).await, mail_server(smtp).await, frame(config).await]
}

/// They are read as the server does, which refuses those that others may read, and those of another database.
async fn keys(config: &Config, db: Option<&Db>, folder: &Path) -> Finding {
    let fit = match db {
        Some(db) => matching::require(config, db, folder).await,
        None => LocalKms::load(folder).map(|_| ()),
    };
    match fit {
        Ok(()) => {
            let place = folder.display();
            Finding::sound(format!("vault.keys {place}: all are there, for their owner alone"))
        }
        Err(problem) => Finding::broken("vault.keys", problem),
    }
}

async fn mail_server(smtp: &SmtpUrl) -> Finding {
    let what = format!("vault.smtp {smtp:?}");
    match smtp.ask(MAIL_TIME).await {
        Ok(()) => Finding::sound(format!("{what}: it answers, and lets this server in")),
        Err(NoAnswer::LockedOut(status)) => Finding::broken(
            format_args!("{what}: it does not let this server in ({status})"),
            "nobody gets a code; correct user and password of `smtp`, where a sign such as @ is written \
             %40",
        ),
        Err(NoAnswer::Away(why)) => Finding::broken(
            format_args!("{what}: it is of no use ({why})"),
            "nobody gets a code; start it, let this machine reach it, or correct `smtp`",
        ),
    }
}

async fn frame(config: &Config) -> Finding {
    const CURE: &str = "nobody can sign in; build it with `cargo xtask web` and name its folder with \
                        `frame` under [vault]";
    let files = match Files::of_frame(config) {
        Ok(files) => files,
        Err(problem) => return Finding::broken("vault.frame", problem),
    };
    let is_there = files.text(FRAME_PAGE).await.is_some();
    match (&config.vault.frame, is_there) {
        (Some(folder), true) => {
            Finding::sound(format!("vault.frame {}: the page is there", folder.display()))
        }
        (Some(folder), false) => {
            Finding::broken(format_args!("vault.frame {}: no {FRAME_PAGE}", folder.display()), CURE)
        }
        (None, true) => Finding::sound("vault.frame: it is in this binary"),
        (None, false) => {
            Finding::broken("vault.frame: this binary holds none, and `frame` is not set", CURE)
        }
    }
}
