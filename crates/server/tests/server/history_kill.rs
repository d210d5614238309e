//! The program is killed while it reads histories, and started again: in the end it knows what is read anew.

use crate::history::{CHAIN, hashes, in_folder, whole};
use crate::local_chain::BOB;
use crate::relay_kill::Server;
use crate::seeded::{self, OWNER};
use crate::test_app::{PROJECT, PUBLIC, TestApp, folder};
use serde_json::json;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// Where nobody answers.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Asks, and waits for no answer.
async fn ask(address: SocketAddr, account: &str) -> TcpStream {
    let mut socket = TcpStream::connect(address).await.expect("it listens");
    let path = format!("/v1/account/{account}/history?projectId={PROJECT}&chainId={CHAIN}");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {PUBLIC}\r\n\r\n");
    socket.write_all(request.as_bytes()).await.expect("it hears");
    socket
}

async fn scanning(folder: PathBuf, url: &str) -> TestApp {
    in_folder(folder, url, |config| config.history.scan_native = [CHAIN.to_owned()].into()).await
}

#[tokio::test]
async fn the_program_that_is_killed_as_it_reads_knows_in_the_end_what_is_read_anew() {
    let chain = seeded::own_seeded_chain();
    let (here, accounts) = (folder(), [OWNER, BOB]);
    let told = || {
        [
            ("LATCHKIT_CHAINS", json!({ CHAIN: [chain.url] }).to_string()),
            ("LATCHKIT_HISTORY", json!({ "scan_native": [CHAIN] }).to_string()),
        ]
    };
    let mut midway = 0;
    for round in 0..8_u64 {
        let mut program = Server::start_told(&here, told(), Stdio::null());
        let asked = [ask(program.address, OWNER).await, ask(program.address, BOB).await];
        tokio::time::sleep(Duration::from_millis(20 + round * 20)).await;
        program.kill();
        drop(asked);
        let after = scanning(here.clone(), NOWHERE).await;
        let db = after.db().clone();
        let watches = db.history_watches(CHAIN).await.expect("rows");
        drop(after);
        db.close().await;
        midway += usize::from(watches.iter().any(|it| it.lowest > it.floor));
    }
    assert!(midway > 0, "nobody was killed midway");
    let (killed, anew) = (scanning(here, &chain.url).await, scanning(folder(), &chain.url).await);
    for account in accounts {
        let known = whole(&killed, account, "").await;
        assert_eq!(known, whole(&anew, account, "").await);
        assert_eq!(hashes(&known), chain.everything_of(account).await);
    }
}
