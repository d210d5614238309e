//! How many people a server signs in by e-mail: `cargo xtask load otp`.
//!
//! Each has a browser with a key of its own (`visitor.rs`, whose proofs are made by what the server's tests have,
//! too), asks for a code, reads it where the server's mails go (`mail.rs`), and enters it. So many connections do that
//! at once, each with the next one as soon as somebody is in (`crowd.rs`): first people that nobody knows, then the
//! same ones again. `settings.rs` says what the server is told, `wish.rs` reads the words.

mod crowd;
mod mail;
mod settings;
mod visitor;
mod wish;

use std::process::Stdio;

use crate::processor;
use crate::server::Server;
use crate::spread::milliseconds;
use crate::table;
use crowd::{Arrived, Crowd};
use mail::MailServer;
pub(crate) use wish::Wish;

const NAMES: [&str; 10] = [
    "connections",
    "who signs in",
    "a second",
    "code asked for p50",
    "p99",
    "code entered p50",
    "p99",
    "both p50",
    "p99",
    "the server is busy",
];

/// Does it and prints what came of it.
pub(crate) async fn run(wish: &Wish) -> Result<(), String> {
    println!("{}\n\n{}", table::machine(), table::head(&NAMES));
    for count in &wish.connections {
        // Anew each time: what the run before kept is not measured.
        let mails = MailServer::listen().await.map_err(|error| error.to_string())?;
        let variables = settings::variables(mails.address);
        let server = Server::start(&wish.program, &variables, Stdio::inherit()).await?;
        let mut crowd = Crowd::gather(&server, &mails, *count).await?;
        let busy = || processor::time(server.process());
        let before = busy();
        let first = crowd.come(wish.time).await?;
        let between = busy();
        let again = crowd.come_again(wish.time).await?;
        let after = busy();
        for (who, arrived, from, to) in
            [("new", first, before, between), ("known", again, between, after)]
        {
            let busy = to.zip(from).map(|(to, from)| to.saturating_sub(from));
            let each = busy.map(|it| it / u32::try_from(arrived.count()).unwrap_or(1).max(1));
            println!("{}", row(*count, who, arrived, &milliseconds(each, 2)));
        }
    }
    Ok(())
}

fn row(connections: usize, who: &str, arrived: Arrived, busy: &str) -> String {
    let rate = arrived.per_second();
    let mut cells = vec![connections.to_string(), who.to_owned(), format!("{rate:.0}")];
    for spread in [arrived.asked, arrived.entered, arrived.both] {
        cells.extend(spread.shares([50, 99]).map(|it| milliseconds(it, 1)));
    }
    cells.push(format!("{busy} each"));
    table::row(&cells)
}
