//! `latchkit wallets check`, and what `serve` says of a registry that it cannot use.

use crate::program::{exit_code_and_output, run};
use crate::test_app::folder;
use crate::wallets::id;
use insta::assert_snapshot;

fn broken() -> String {
    format!(
        "[\n  {{\"id\":\"{one}\",\"name\":\"Harbor\",\"homepage\":\"http://harbor.example\"}},\n  \
         {{\"id\":\"{one}\",\"mobile_link\":\"javascript://x\",\"icon\":\"harbor.svg\"}}\n]\n",
        one = id(1)
    )
}

#[test]
fn a_sound_registry_is_counted() {
    let folder = folder();
    let wallet = format!("[{{\"id\":\"{}\",\"name\":\"Harbor\"}}]", id(1));
    std::fs::write(folder.join("own.json"), wallet).expect("a file");
    assert_snapshot!(exit_code_and_output(&folder, &run(&folder, &["wallets", "check", "own.json"])), @r"
    0
    own.json: 1 wallet, and nothing is wrong.
    ");
    std::fs::write(folder.join("latchkit.toml"), "wallets = \"own.json\"\nwallets_extend = false")
        .expect("a file");
    assert_snapshot!(exit_code_and_output(&folder, &run(&folder, &["wallets", "check"])), @r"
    0
    The directory: 1 wallet, and nothing is wrong.
    ");
}

#[test]
fn everything_wrong_is_listed_with_line_and_field() {
    let folder = folder();
    std::fs::write(folder.join("own.json"), broken()).expect("a file");
    std::fs::write(folder.join("harbor.svg"), "<svg onload=\"x\"></svg>").expect("a file");
    let check = run(&folder, &["wallets", "check", "own.json"]);
    assert_snapshot!(exit_code_and_output(&folder, &check).replace(&id(1), "ONE"), @r#"
    1
    latchkit: The registry own.json cannot be used:
      line 2: homepage must be a URL that begins with https://, "http://harbor.example" is not.
      line 3: mobile_link must be a link such as harbor:// or https://harbor.example, "javascript://x" is not.
      line 3: icon "harbor.svg" holds the event attribute onload, which no icon may.
      line 3: id "ONE" is that of line 2, too.
      line 3: name is missing.
    "#);
    let missing = run(&folder, &["wallets", "check", "none.json"]);
    assert_snapshot!(exit_code_and_output(&folder, &missing), @r"
    1
    latchkit: The registry none.json cannot be read (No such file or directory (os error 2)). Name another with `wallets`.
    ");
}

#[test]
fn serve_does_not_start_with_a_broken_entry() {
    let folder = folder();
    std::fs::write(folder.join("own.json"), broken()).expect("a file");
    std::fs::write(folder.join("latchkit.toml"), "wallets = \"own.json\"\nbind = \"127.0.0.1:0\"")
        .expect("a file");
    let said = exit_code_and_output(&folder, &run(&folder, &["serve"]));
    assert!(
        said.starts_with(
            "1\nlatchkit: The registry own.json cannot be used:\n  line 2: homepage must be"
        ),
        "{said}"
    );
}
