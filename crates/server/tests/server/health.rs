//! `/health` names the commit that the running program was built from.

#[path = "../../build/commit.rs"]
mod commit;

use crate::test_app::TestApp;
use insta::assert_snapshot;
use protocol::api::Health;
use server::VERSION;
use std::path::{Path, PathBuf};
use std::process::Command;

#[tokio::test]
async fn health_says_what_runs() {
    let app = TestApp::with_nodes(&[]).await;
    let said = app.get("/health").await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let commit = std::env::var("LATCHKIT_COMMIT").unwrap_or_else(|_| commit::of(&root));
    let health: Health = serde_json::from_slice(&said.body).expect("JSON");
    let other = TestApp::with_nodes(&[]).await.get("/health").await;
    let other: Health = serde_json::from_slice(&other.body).expect("JSON");
    assert_ne!(health.instance, other.instance, "each has its own");
    assert!(
        health.instance.len() == 16 && health.instance.bytes().all(|it| it.is_ascii_hexdigit())
    );
    let told = said.status_and_body().replace(VERSION, "VERSION").replace(&commit, "COMMIT");
    let told = told.replace(&health.instance, "INSTANCE");
    assert_snapshot!(told, @r#"200 {"status":"OK","version":"VERSION","commit":"COMMIT","instance":"INSTANCE","uptimeSeconds":0}"#);
    assert_eq!(said.header("content-type"), "application/json");
}

#[test]
fn a_checkout_and_its_worktrees_are_each_at_a_commit() {
    let folder = Folder::new("checkout");
    let checkout = folder.0.join("checkout");
    git(&folder.0, &["init", "--quiet", "checkout"]);
    let first = made(&checkout, "first");
    assert_eq!(commit::of(&checkout), first);
    git(&checkout, &["worktree", "add", "--quiet", "--detach", "../worktree"]);
    let second = made(&checkout, "second");
    assert_eq!((commit::of(&checkout), commit::of(&folder.0.join("worktree"))), (second, first));
}

#[test]
fn the_build_hears_of_the_next_commit() {
    let folder = Folder::new("next");
    git(&folder.0, &["init", "--quiet"]);
    made(&folder.0, "first");
    let read = || -> Vec<String> {
        let files = commit::changes_with(&folder.0);
        files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
    };
    let before = read();
    made(&folder.0, "second");
    assert_ne!(read(), before);
}

#[test]
fn an_unpacked_tarball_is_at_none_even_inside_another_checkout() {
    let folder = Folder::new("tarball");
    let unpacked = folder.0.join("unpacked");
    std::fs::create_dir(&unpacked).unwrap();
    assert_eq!(commit::of(&unpacked), "not built from a checkout");
    git(&folder.0, &["init", "--quiet"]);
    made(&folder.0, "of somebody else");
    assert_eq!(commit::of(&unpacked), "not built from a checkout");
}

/// A folder outside of this checkout, removed with all in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("latchkit-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Makes a commit and tells its name.
fn made(folder: &Path, message: &str) -> String {
    git(folder, &["commit", "--quiet", "--allow-empty", "--message", message]);
    git(folder, &["rev-parse", "HEAD"])
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let author = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    let output = Command::new("git").arg("-C").arg(folder).args(author).args(arguments).output();
    let output = output.expect("git is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("git writes UTF-8").trim().to_owned()
}
