//! What the program never writes down, however much it is told to log: what a client shows to be let in,
//! what it leaves, and what it says about that beside.

use crate::relay_kill::Server;
use crate::relay_peer::{Peer, message, open, token_of, topic};
use crate::test_app::{PROJECT, PUBLIC, folder};
use serde_json::json;
use std::fs::File;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_level_shows_a_token_a_message_or_what_is_said_about_one() {
    for level in ["debug", "trace"] {
        let folder = folder();
        std::fs::write(folder.join("latchkit.toml"), format!("log = \"{level}\"\n"))
            .expect("a file");
        let path = folder.join(format!("{level}.log"));
        let log = File::create(&path).expect("a file");
        let mut server = Server::start_with(&folder, None, log);
        let mut page = Peer::at(server.address, 1).await;
        let mut wallet = Peer::at(server.address, 2).await;
        let mut frame = message("a", "sealed-message");
        frame["tvf"] = json!({ "correlationId": 1, "rpcMethods": ["personal_sign"],
            "contractAddresses": ["0xseen-by-nobody"] });
        frame["attestation"] = json!("attested-words");
        wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
        page.done("irn_publish", frame).await;
        assert_eq!(wallet.messages(1).await, ["sealed-message"]);
        page.say("not-even-json").await;
        page.frame().await;
        // Who is turned away shows a token as well.
        let foreign = token_of(3, "wss://foreign-relay.example");
        let path_of_foreign = format!("/relay?auth={foreign}&projectId={PROJECT}");
        assert!(open(server.address, &path_of_foreign, &[]).await.is_err());
        server.end();
        let logged = std::fs::read_to_string(&path).expect("text");
        assert!(logged.contains("/relay"), "{level} logs nothing: {logged}");
        let token = token_of(1, &format!("ws://{PUBLIC}/relay"));
        let token = token.rsplit_once('.').expect("a signature").0;
        for secret in [
            token,
            &foreign,
            "auth=",
            "projectId=",
            "foreign-relay",
            "sealed-message",
            "attested-words",
            "tvf",
            "personal_sign",
            "seen-by-nobody",
            "not-even-json",
        ] {
            let shown = logged.lines().find(|line| line.contains(secret));
            assert!(shown.is_none(), "{level} shows {secret}: {shown:?}");
        }
    }
}
