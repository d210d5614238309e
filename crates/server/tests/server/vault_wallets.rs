//! The server's part of a wallet: what it keeps, to whom it gives it back, and to whom not.

use crate::database::Other;
use crate::vault_browser::{Browser, SITE, VaultApp, by_email};
use crate::vault_frame::{FrameWallet, fill, id, seal_to, state};
use crate::vault_owner::{
    ANN, FIRST, ID, SECOND, THIRD, ask, created, elsewhere, kinds, opened, owner, receiver, share,
};
use keys::factor::RecoveryCode;
use keys::part::Part;
use protocol::api::vault::{EmailStarted, Recovered, RecoveryPolicy, ShareTold, SignedIn};
use protocol::relay::base64;
use serde_json::json;
use std::time::Duration;

const EVE: &str = "eve@example.com";

#[tokio::test]
async fn a_share_goes_back_to_the_browser_it_was_dealt_to() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    browser.sign_in(&at, ANN).await;
    let wallet = FrameWallet::new(ID, seal_to(&browser, &at).await);
    let (dealt, set) = wallet.deal(FIRST);
    let body = wallet.create(&browser, &set, &json!([wallet.automatic()]));
    assert_eq!(ask(&browser, &at, "create", body).await, 200);
    let summary = state(&browser, &at).await.wallet.expect("a wallet");
    assert_eq!((summary.id, summary.set_id), (id(ID), Some(id(FIRST))));
    assert_eq!(wallet.addresses()["eip155"], json!(summary.addresses.eip155));

    let (receiver, seal_to) = receiver();
    let body = json!({"purpose": "sign", "sealTo": seal_to});
    let reply = browser.ask(&at, "/v1/vault/wallet/share", body).await;
    let told: ShareTold = serde_json::from_slice(&reply.body).expect("an answer");
    let share = opened(&receiver, Part::Auth, &id(FIRST), &told.auth_share);
    assert_eq!(share, dealt.auth.bytes().bytes());
    assert_eq!(told.commitment, base64::encode(&dealt.commitment.0));
    assert_eq!(kinds(&browser, &at).await, ["signed", "created"]);
}

#[tokio::test]
async fn where_signing_in_is_not_enough_nothing_that_the_server_opens_brings_a_wallet_back() {
    let at = VaultApp::new().await;
    at.app.change_project(|it| it.sign_in.recovery = RecoveryPolicy::Own).await;
    let mut browser = Browser::new();
    browser.sign_in(&at, ANN).await;
    let wallet = FrameWallet::new(ID, seal_to(&browser, &at).await);
    let set = wallet.deal(FIRST).1;
    let code = wallet.by_code(&RecoveryCode::random(&mut fill));
    for factors in [json!([wallet.automatic()]), json!([wallet.automatic(), code])] {
        let body = wallet.create(&browser, &set, &factors);
        assert_eq!(ask(&browser, &at, "create", body).await, 400);
    }
    let body = wallet.create(&browser, &set, &json!([code]));
    assert_eq!(ask(&browser, &at, "create", body).await, 200);
    let body = wallet.rotate(&browser, &wallet.deal(SECOND).1, &json!([wallet.automatic()]));
    assert_eq!(ask(&browser, &at, "rotate", body).await, 400);
}

#[tokio::test]
async fn a_share_goes_to_nobody_else() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    let mut eve = Browser::new();
    eve.sign_in(&at, EVE).await;
    // Somebody else has no wallet, and so nothing to ask for.
    let set = wallet.deal(SECOND).1;
    for (path, body) in [
        ("share", json!({"purpose": "sign", "sealTo": receiver().1})),
        ("recover", json!({"purpose": "enrol", "sealTo": receiver().1})),
        ("enrol", wallet.enrol(&eve, FIRST, &set)),
        ("rotate", wallet.rotate(&eve, &set, &json!([wallet.automatic()]))),
        ("events", json!({})),
    ] {
        assert_eq!(ask(&eve, &at, path, body).await, 404, "{path}");
    }
    // The same person's other browser has none either, until one is dealt to it.
    let other = elsewhere(&at).await;
    assert_eq!(share(&other, &at, "sign").await.status, 404);
    assert_eq!(kinds(&other, &at).await[0], "refused");
    // Nor has the same browser on another site.
    let mut on_other_site = Browser::new();
    on_other_site.site = "https://other.example";
    at.advance(Duration::from_mins(1));
    on_other_site.ahead.set(at.ahead());
    on_other_site.sign_in(&at, ANN).await;
    assert_eq!(share(&on_other_site, &at, "sign").await.status, 404);
    // Nor whoever signed out.
    browser.ahead.set(at.ahead());
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    let forget = json!({"forget": false});
    assert_eq!(browser.ask(&at, "/v1/vault/session/delete", forget).await.status, 200);
    assert_eq!(share(&browser, &at, "sign").await.status, 401);
}

/// Whoever has a wallet of their own takes no set of another one by that.
#[tokio::test]
async fn a_set_of_another_wallet_is_neither_replaced_nor_built_upon() {
    let at = VaultApp::new().await;
    let (ann, _) = owner(&at).await;
    let told = async || {
        let (receiver, seal_to) = receiver();
        let body = json!({"purpose": "sign", "sealTo": seal_to});
        let reply = ann.ask(&at, "/v1/vault/wallet/share", body).await;
        let told: ShareTold = serde_json::from_slice(&reply.body).expect("an answer");
        let share = opened(&receiver, Part::Auth, &id(FIRST), &told.auth_share);
        (told.set_id, told.commitment, share)
    };
    let before = told().await;
    let mut eve = Browser::new();
    eve.sign_in(&at, EVE).await;
    let hers = FrameWallet::new([0xee; 16], seal_to(&eve, &at).await);
    let factors = json!([hers.automatic()]);
    let create = hers.create(&eve, &hers.deal(SECOND).1, &factors);
    assert_eq!(ask(&eve, &at, "create", create).await, 200);
    // Sealed and signed as it must be, but for its name or for what it was made of.
    let taken = hers.deal(FIRST).1;
    for (path, body, refused) in [
        ("enrol", hers.enrol(&eve, SECOND, &taken), (400, "set.id")),
        ("rotate", hers.rotate(&eve, &taken, &factors), (400, "set.id")),
        ("enrol", hers.enrol(&eve, FIRST, &hers.deal(THIRD).1), (404, "set")),
    ] {
        let reply = eve.ask(&at, &format!("/v1/vault/wallet/{path}"), body).await;
        let (status, field) = refused;
        let expected = format!(r#"{status} {{"status":"FAILED","reasons":[{{"field":"{field}""#);
        let reply = reply.status_and_body();
        assert!(reply.starts_with(&expected), "{path} {reply}");
    }
    assert_eq!(told().await, before);
    let summary = state(&eve, &at).await.wallet.expect("her own");
    assert_eq!((summary.id, summary.set_id), (id([0xee; 16]), Some(id(SECOND))));
}

/// The same person in the same browser, on the same page, is somebody else in another project.
#[tokio::test]
async fn a_wallet_is_of_one_project() {
    let at = VaultApp::new().await;
    let (mut browser, _) = owner(&at).await;
    let other = at.app.project('b', |it| {
        it.origins = vec![SITE.to_owned()];
        it.features.set(by_email());
    });
    let other = other.await;
    let body = json!({"projectId": other, "origin": SITE, "email": ANN, "language": "en"});
    let reply = browser.ask(&at, "/v1/vault/email/start", body).await;
    let started: EmailStarted = serde_json::from_slice(&reply.body).expect("an answer");
    let attempt = started.attempt.expect("nobody is signed in there");
    let reply = browser.enter(&at, &attempt, &at.code(ANN)).await;
    let signed_in: SignedIn = serde_json::from_slice(&reply.body).expect("an answer");
    let first = browser.session.replace(signed_in.session);
    assert!(state(&browser, &at).await.wallet.is_none());
    assert_eq!(share(&browser, &at, "sign").await.status, 404);
    for (path, body) in
        [("recover", json!({"purpose": "enrol", "sealTo": receiver().1})), ("events", json!({}))]
    {
        assert_eq!(ask(&browser, &at, path, body).await, 404, "{path}");
    }
    browser.session = first;
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    assert_eq!(kinds(&browser, &at).await, ["signed", "created"]);
}

#[tokio::test]
async fn what_makes_a_wallet_anew_takes_somebody_who_signed_in_a_moment_ago() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    at.advance(Duration::from_mins(6));
    browser.ahead.set(at.ahead());
    let set = wallet.deal(SECOND).1;
    for (path, body) in [
        ("create", created(&browser, &wallet)),
        ("recover", json!({"purpose": "enrol", "sealTo": receiver().1})),
        ("enrol", wallet.enrol(&browser, FIRST, &set)),
        ("rotate", wallet.rotate(&browser, &set, &json!([wallet.automatic()]))),
        ("share", json!({"purpose": "enrol", "sealTo": receiver().1})),
        ("share", json!({"purpose": "export", "sealTo": receiver().1})),
        ("share", json!({"purpose": "rotate", "sealTo": receiver().1})),
    ] {
        assert_eq!(ask(&browser, &at, path, body).await, 403, "{path}");
    }
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    assert_eq!(share(&browser, &at, "steal").await.status, 400);
}

/// Whoever has a browser that is signed in, and the mails, has not what the owner keeps.
#[tokio::test]
async fn the_share_for_words_and_for_splitting_anew_is_told_with_what_the_owner_keeps_alone() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    let set = wallet.deal(SECOND).1;
    let factors = json!([wallet.by_code(&RecoveryCode::random(&mut fill))]);
    let rotate = wallet.rotate(&browser, &set, &factors);
    assert_eq!(ask(&browser, &at, "rotate", rotate).await, 200);
    for purpose in ["export", "rotate", "enrol"] {
        let reply = share(&browser, &at, purpose).await;
        assert_eq!(
            (reply.status, reply.status_and_body().contains("purpose")),
            (409, true),
            "{purpose}"
        );
    }
    assert_eq!(kinds(&browser, &at).await, ["rotated", "created"]);
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    assert_eq!(share(&browser, &at, "claim").await.status, 200);
    for (purpose, status) in
        [("export", 200), ("rotate", 200), ("enrol", 200), ("sign", 400), ("claim", 400)]
    {
        let body = json!({"purpose": purpose, "sealTo": receiver().1});
        assert_eq!(ask(&browser, &at, "recover", body).await, status, "{purpose}");
    }
    let told = kinds(&browser, &at).await;
    assert_eq!(&told[..3], ["recovered", "recovered", "exported"]);
}

/// Whoever reads somebody's mails signs in as them, and has no key of the wallet.
#[tokio::test]
async fn a_mailed_code_alone_changes_no_shares() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    let thief = elsewhere(&at).await;
    let foreign = FrameWallet::new(ID, seal_to(&thief, &at).await);
    let set = foreign.deal(SECOND).1;
    let factors = json!([foreign.automatic()]);
    let honest = wallet.deal(SECOND).1;
    let mut stolen = wallet.rotate(&browser, &honest, &json!([wallet.automatic()]));
    for (path, body) in [
        ("enrol", foreign.enrol(&thief, FIRST, &set)),
        ("rotate", foreign.rotate(&thief, &set, &factors)),
        // What the owner signed in another session, for another act, or for other factors.
        ("rotate", stolen.clone()),
        ("enrol", {
            stolen["from"] = json!(id(FIRST));
            stolen.clone()
        }),
        ("rotate", {
            let mut body = wallet.rotate(&thief, &honest, &json!([wallet.automatic()]));
            body["factors"] = factors.clone();
            body
        }),
        ("rotate", {
            let mut body = wallet.rotate(&thief, &honest, &json!([wallet.automatic()]));
            body["signature"] = json!("");
            body
        }),
    ] {
        let reply = thief.ask(&at, &format!("/v1/vault/wallet/{path}"), body).await;
        let told = reply.status_and_body();
        assert!(
            told.starts_with(r#"400 {"status":"FAILED","reasons":[{"field":"signature""#),
            "{told}"
        );
    }
    browser.ahead.set(at.ahead());
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
}

#[tokio::test]
async fn another_browser_brings_the_wallet_back_and_has_a_set_of_its_own() {
    let at = VaultApp::new().await;
    let (first, mut wallet) = owner(&at).await;
    let second = elsewhere(&at).await;
    let (receiver, seal_to) = receiver();
    let ask_recover = json!({"purpose": "enrol", "sealTo": seal_to});
    let reply = second.ask(&at, "/v1/vault/wallet/recover", ask_recover.clone()).await;
    let told: Recovered = serde_json::from_slice(&reply.body).expect("an answer");
    assert_eq!(told.set.id, id(FIRST));
    let [automatic, code] = &told.factors[..] else { panic!("two factors") };
    let key = opened(&receiver, Part::Factor, "automatic", &automatic.wrapped);
    assert_eq!(key, wallet.key.bytes());
    assert!(opened(&receiver, Part::Auth, &id(FIRST), &told.set.auth_share).len() == 50);
    assert!(base64::decode(&code.wrapped).is_some());

    let enrol = wallet.enrol(&second, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&second, &at, "enrol", enrol).await, 200);
    first.ahead.set(at.ahead());
    for (browser, set) in [(&first, FIRST), (&second, SECOND)] {
        let reply = share(browser, &at, "sign").await;
        let told: ShareTold = serde_json::from_slice(&reply.body).expect("an answer");
        assert_eq!(told.set_id, id(set));
    }
    // Splitting it anew takes all other sets and factors back, and signs everybody else out.
    wallet.key = keys::recovery::RecoveryKey::random(&mut fill);
    let factors = json!([wallet.by_code(&RecoveryCode::random(&mut fill))]);
    let rotate = wallet.rotate(&second, &wallet.deal(THIRD).1, &factors);
    assert_eq!(ask(&second, &at, "rotate", rotate).await, 200);
    assert_eq!(share(&first, &at, "sign").await.status, 401);
    assert_eq!(share(&second, &at, "sign").await.status, 200);
    let reply = second.ask(&at, "/v1/vault/wallet/recover", ask_recover).await;
    let told: Recovered = serde_json::from_slice(&reply.body).expect("an answer");
    assert_eq!(told.set.id, id(THIRD));
    assert_eq!(told.factors.len(), 1, "automatic is gone");
    assert_eq!(kinds(&second, &at).await[..3], ["recovered", "signed", "rotated"]);
    // Whoever read what was there before enrols nothing of it any more.
    let late = wallet.enrol(&second, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&second, &at, "enrol", late).await, 404);
}

#[tokio::test]
async fn whoever_is_deleted_leaves_nothing_behind() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    let delete = async |is_given_up: bool| {
        let body = json!({"isGivenUp": is_given_up});
        browser.ask(&at, "/v1/vault/account/delete", body).await.status
    };
    assert_eq!(delete(false).await, 400);
    at.advance(Duration::from_mins(6));
    browser.ahead.set(360);
    assert_eq!(delete(true).await, 403);
    let mut again = Browser::new();
    again.ahead.set(360);
    again.sign_in(&at, ANN).await;
    let body = json!({"isGivenUp": true, "signature": wallet.deleted(&again)});
    assert_eq!(again.ask(&at, "/v1/vault/account/delete", body).await.status, 200);
    at.settled().await;
    assert_eq!(at.mail(ANN).expect("a mail").subject, "Your wallet at Test was deleted");
    assert_eq!(share(&browser, &at, "sign").await.status, 401);
    let mut rows = Other::open(at.app.folder()).await;
    for sql in [
        "SELECT id FROM users",
        "SELECT user_id FROM identities",
        "SELECT id FROM devices",
        "SELECT hash FROM sign_ins",
        "SELECT id FROM wallets",
        "SELECT id FROM share_sets",
        "SELECT id FROM recovery_factors",
    ] {
        assert!(rows.texts(sql).await.is_empty(), "{sql}");
    }
    let kinds = rows.texts("SELECT kind FROM wallet_events ORDER BY number DESC").await;
    assert_eq!(kinds[0], "deleted");
    // The same address is somebody new.
    at.advance(Duration::from_mins(1));
    let mut other = Browser::new();
    other.ahead.set(420);
    other.sign_in(&at, ANN).await;
    assert!(state(&other, &at).await.wallet.is_none());
    // What happened to that wallet is of no other one.
    let body = created(&other, &wallet);
    assert_eq!(ask(&other, &at, "create", body).await, 409);
}

#[tokio::test]
async fn whoever_has_no_share_uses_up_none_and_buries_nothing() {
    let at = VaultApp::new().await;
    let (owners, _) = owner(&at).await;
    let other = elsewhere(&at).await;
    for _ in 0..70 {
        assert_eq!(share(&other, &at, "sign").await.status, 404);
    }
    owners.ahead.set(at.ahead());
    assert_eq!(share(&owners, &at, "sign").await.status, 200);
    assert_eq!(kinds(&owners, &at).await, ["signed", "refused", "created"]);
}

#[tokio::test]
async fn shares_are_released_so_often_and_no_more() {
    let at = VaultApp::new().await;
    let (browser, _) = owner(&at).await;
    let mut statuses = Vec::new();
    for _ in 0..61 {
        statuses.push(share(&browser, &at, "sign").await.status);
    }
    assert!(statuses[..60].iter().all(|it| *it == 200));
    assert_eq!(statuses[60], 429);
    assert_eq!(kinds(&browser, &at).await[0], "refused");
}

#[tokio::test]
async fn what_cannot_be_a_wallet_is_refused_by_name() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    browser.sign_in(&at, ANN).await;
    let to = seal_to(&browser, &at).await;
    let wallet = FrameWallet::new(ID, to);
    let whole = created(&browser, &wallet);
    let of_other = FrameWallet::new([0xcc; 16], to).deal(FIRST).1["authShare"].clone();
    let of_other_set = wallet.deal(SECOND).1["authShare"].clone();
    let as_factor = wallet.automatic()["wrapped"].clone();
    let code = || wallet.by_code(&RecoveryCode::random(&mut fill));
    for (pointer, value, field) in [
        ("/id", json!("x"), "id"),
        ("/id", json!(id(ID).to_uppercase()), "id"),
        ("/addresses/eip155", json!(""), "addresses"),
        ("/addresses/solana", json!("a b"), "addresses"),
        ("/addresses/eip155", json!("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), "signature"),
        ("/set/id", json!("0"), "set.id"),
        ("/set/commitment", json!("AAAA"), "set.commitment"),
        ("/set/authShare", json!("!"), "set.authShare"),
        ("/set/authShare", json!(""), "set.authShare"),
        // Sealed for another wallet or set, or as something else.
        ("/set/authShare", of_other, "set.authShare"),
        ("/set/authShare", of_other_set, "set.authShare"),
        ("/set/authShare", as_factor, "set.authShare"),
        ("/set/recoveryShare", json!(base64::encode(&[0; 1025])), "set.recoveryShare"),
        ("/factors", json!([]), "factors"),
        ("/factors", json!([code(), code()]), "factors"),
        ("/factors/0/wrapped", json!(base64::encode(&[9; 32])), "factors.wrapped"),
        ("/factors/1/params", json!("x".repeat(1025)), "factors.params"),
        ("/factors/1/params", json!("[]"), "signature"),
        ("/signature", json!("!"), "signature"),
    ] {
        let mut body = whole.clone();
        *body.pointer_mut(pointer).expect("a field") = value;
        let told = browser.ask(&at, "/v1/vault/wallet/create", body).await.status_and_body();
        let expected = format!(r#"400 {{"status":"FAILED","reasons":[{{"field":"{field}""#);
        assert!(told.starts_with(&expected), "{pointer} {told}");
    }
    assert!(state(&browser, &at).await.wallet.is_none());
    for status in [200, 409] {
        assert_eq!(ask(&browser, &at, "create", whole.clone()).await, status);
    }
    // Nobody takes the id of somebody else's wallet.
    let mut eve = Browser::new();
    eve.sign_in(&at, EVE).await;
    let body = created(&eve, &FrameWallet::new(ID, to));
    assert_eq!(ask(&eve, &at, "create", body).await, 409);
    assert!(state(&eve, &at).await.wallet.is_none());
}

#[tokio::test]
async fn rows_that_are_swapped_are_of_no_use() {
    for sql in [
        // The server's share and the recovery share.
        "UPDATE share_sets SET auth_sealed = recovery_sealed, recovery_sealed = auth_sealed",
        // The share of another set.
        "UPDATE share_sets SET id = 'ffffffffffffffffffffffffffffffff'",
    ] {
        let at = VaultApp::new().await;
        let (browser, _) = owner(&at).await;
        Other::open(at.app.folder()).await.run(sql).await;
        assert_eq!(share(&browser, &at, "sign").await.status, 500, "{sql}");
    }
}

#[tokio::test]
async fn what_is_kept_of_a_wallet_is_sealed() {
    let at = VaultApp::new().await;
    let (_, wallet) = owner(&at).await;
    let kept = Other::open(at.app.folder()).await.vault_rows().await;
    let address = wallet.addresses()["eip155"].as_str().expect("text").to_owned();
    assert!(kept.contains(&address), "it is all there");
    let words = wallet.entropy.words();
    for secret in [wallet.entropy.bytes(), wallet.key.bytes(), words.text().as_bytes()] {
        assert!(!kept.contains(&base64::encode(secret)[..20]));
    }
}
