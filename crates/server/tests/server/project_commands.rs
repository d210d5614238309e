//! `latchkit project …` as an operator types it.

use crate::database::postgres;
use crate::program::{exit_code_and_output, latchkit_in, run};
use crate::test_app::folder;
use insta::assert_snapshot;
use server::config::Config;
use server::db::Db;
use server::db::event::{NewEvent, StoredEvent};
use server::db::url::DatabaseUrl;
use server::project::ProjectId;
use std::path::Path;

const ID: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn project(folder: &Path, arguments: &[&str]) -> String {
    exit_code_and_output(folder, &run(folder, &[&["project"], arguments].concat()))
}

#[test]
fn projects_are_made_once_and_listed() {
    let folder = folder();
    let create = |arguments: &[&str]| {
        run(&folder, &[&["project", "create", "--name", "Shop"], arguments].concat())
    };
    assert_snapshot!(exit_code_and_output(&folder, &create(&["--id", &ID.to_uppercase(), "--dev"])), @r"
    0
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    latchkit: warning: project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: any page may use it, at the cost of its limits; name its own by `latchkit project set --add-origin`, or by `origins` where the configuration has it.
    ");
    assert_snapshot!(exit_code_and_output(&folder, &create(&["--id", ID])), @r"
    1
    latchkit: There is a project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa already.
    ");
    assert_snapshot!(exit_code_and_output(&folder, &create(&["--id", server::project::DEV_PROJECT])), @r"
    1
    latchkit: This id is that of `latchkit dev`, which everybody knows. Leave --id out.
    ");
    assert_snapshot!(exit_code_and_output(&folder, &create(&["--id", "12"])), @r"
    1
    latchkit: A project's id is 32 hex digits, `12` is not.
    ");
    let random = create(&[]);
    let random = String::from_utf8(random.stdout).expect("text").trim().to_owned();
    assert_eq!(random.len(), 32);
    let list = run(&folder, &["project", "list"]);
    let list = String::from_utf8(list.stdout).expect("text");
    assert_snapshot!(list.replace(&random, "RANDOM"), @r"
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa  dev  Shop
    RANDOM       Shop
    ");
}

#[test]
fn a_name_that_cannot_be_printed_is_refused() {
    let folder = folder();
    for name in ["", "  ", "a\nb", &"x".repeat(101)] {
        let output = run(&folder, &["project", "create", "--name", name]);
        assert_eq!(
            exit_code_and_output(&folder, &output),
            "1\nlatchkit: name: must be 1 to 100 letters.\n"
        );
    }
}

#[test]
fn a_project_is_changed_bit_by_bit() {
    let folder = folder();
    project(&folder, &["create", "--name", "Shop", "--id", ID, "--add-origin", "shop.example"]);
    assert_snapshot!(project(&folder, &["show", ID]), @r"
    0
    id         aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    name       Shop
    dev        off
    origins    shop.example
    analytics  off
    kept in    database
    ");
    let changes = [
        ["--name", "Shops"],
        ["--add-origin", "https://*.shop.example:*"],
        ["--remove-origin", "shop.example"],
        ["--feature", "social_login=email,google"],
        ["--feature", "swap=on"],
        ["--feature", "onramp=off"],
        ["--analytics", "on"],
        ["--recovery", "own"],
    ];
    let set = [&["set", ID, "--dev"], changes.concat().as_slice()].concat();
    assert_snapshot!(project(&folder, &set), @r"
    0
    id         aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    name       Shops
    dev        on
    origins    https://*.shop.example:*
    analytics  on
    kept in    database
    recovery   own
    feature    social_login=email,google
    feature    swap=on
    feature    onramp=off
    ");
    let left =
        ["set", &ID.to_uppercase(), "--dev=off", "--remove-origin", "https://*.shop.example:*"];
    let said = project(&folder, &left);
    assert!(said.contains("dev        off\norigins    any\nanalytics  on"), "{said}");
    let (said, warning) = said.split_once("latchkit: warning: ").expect("a warning");
    assert!(warning.contains("any page may use it"), "{warning}");
    assert_eq!(project(&folder, &["show", ID]), said);
    let wide = project(&folder, &["set", ID, "--add-origin", "https://*.vercel.app"]);
    assert!(wide.contains("`https://*.vercel.app` allows pages of strangers"), "{wide}");
    assert_snapshot!(project(&folder, &["events", ID]), @"0");
}

#[test]
fn a_change_that_cannot_be_changes_nothing() {
    let folder = folder();
    project(&folder, &["create", "--name", "Shop", "--id", ID]);
    let before = project(&folder, &["show", ID]);
    for (change, why) in [
        (["--add-origin", "https://*"], "1\nlatchkit: --add-origin: `https://*` cannot be used: a"),
        (
            ["--remove-origin", "a.example"],
            "1\nlatchkit: --remove-origin: `a.example` is not among",
        ),
        (
            ["--remove-trusted", "a.example"],
            "1\nlatchkit: --remove-trusted: `a.example` is not among them.",
        ),
        (["--recovery", "mine"], "automatic, ask or own"),
        (
            ["--recovery-delay", "73"],
            "1\nlatchkit: sign_in.recovery_delay_hours: must be at most 72.",
        ),
        (
            ["--recovery-delay", "24"],
            "1\nlatchkit: sign_in.recovery_delay_hours: every page may use the project, of whatever",
        ),
        (["--feature", "swap"], "write ID=on, ID=off or ID=word,word"),
        (["--feature", "swop=on"], "`swop` is not one of social_login, swap, onramp, activity,"),
        (
            ["--feature", "social_login=mail"],
            "1\nlatchkit: features.social_login: each word must be one",
        ),
        (["--name", "a\nb"], "1\nlatchkit: name: must be 1 to 100 letters."),
        (["--analytics", "maybe"], "[possible values: on, off]"),
    ] {
        let said = project(&folder, &["set", ID, change[0], change[1]]);
        assert!(said.contains(why), "{change:?}: {said}");
    }
    assert_eq!(project(&folder, &["show", ID]), before);
    let other = "b".repeat(32);
    for arguments in [vec!["show", &other], vec!["set", &other, "--dev"], vec!["events", &other]] {
        assert_eq!(
            project(&folder, &arguments),
            format!(
                "1\nlatchkit: There is no project {other}. `latchkit project list` shows those there are.\n"
            )
        );
    }
}

#[test]
fn what_the_configuration_says_of_a_project_goes_before_the_database() {
    let folder = folder();
    project(&folder, &["create", "--name", "Kept", "--id", ID]);
    let file = format!("[projects.{ID}]\nname = \"Described\"\norigins = [\"shop.example\"]\n");
    std::fs::write(folder.join("latchkit.toml"), file).expect("a file");
    let other = "b".repeat(32);
    project(&folder, &["create", "--name", "Other", "--id", &other]);
    assert_snapshot!(project(&folder, &["list"]), @r"
    0
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa       Described
    bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb       Other
    ");
    assert_snapshot!(project(&folder, &["show", ID]), @r"
    0
    id         aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    name       Described
    dev        off
    origins    shop.example
    analytics  off
    kept in    configuration
    ");
    assert_snapshot!(project(&folder, &["set", ID, "--dev"]), @r"
    1
    latchkit: The configuration describes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: change it at [projects.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa] there.
    ");
    assert_snapshot!(project(&folder, &["create", "--name", "Again", "--id", ID]), @r"
    1
    latchkit: There is a project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa already.
    ");
}

#[test]
fn a_database_that_is_not_there_is_told_without_its_password() {
    let folder = folder();
    let output = latchkit_in(&folder)
        .args(["project", "list"])
        .env("LATCHKIT_DATABASE_URL", "postgres://latchkit:SECRET@127.0.0.1:1/latchkit")
        .output()
        .expect("the program runs");
    let said = exit_code_and_output(&folder, &output);
    assert!(said.starts_with("1\nlatchkit: The database 127.0.0.1:1/latchkit cannot be used ("));
    assert!(said.contains("correct `database_url` in latchkit.toml") && !said.contains("SECRET"));
}

#[tokio::test]
async fn projects_and_events_are_deleted_only_on_yes() {
    let folder = folder();
    project(&folder, &["create", "--name", "Shop", "--id", ID, "--add-origin", "shop.example"]);
    let url = postgres(&folder).map(|url| DatabaseUrl::try_from(url).expect("a URL"));
    let db = Db::open(&folder.join("latchkit.db"), url.as_ref()).await.expect("a database");
    let id = ProjectId::parse(ID).expect("an id");
    let event = |number: i64| {
        let event = StoredEvent {
            id: number.to_string(),
            kind: "track".to_owned(),
            name: "E\u{202e}".to_owned(),
            properties: serde_json::Map::new(),
            address: Some(format!("0xA{number}")),
            url: String::new(),
            domain: String::new(),
            sdk: String::new(),
            sent_at_ms: 1,
            received_at_ms: if number == 1 { 1 } else { i64::MAX },
        };
        NewEvent::new(&id, event)
    };
    let events: Vec<_> = (1..=4).map(event).collect();
    db.add_events(&events, &Config::default().event_limits()).await.expect("kept");
    assert!(project(&folder, &["events", ID]).contains(r#""name":"E\u202e""#));
    let erase = |more: &[&str]| project(&folder, &[&["erase-events"], more].concat());
    assert!(erase(&["--yes"]).contains("required"));
    assert_snapshot!(erase(&["--older-than-days", "30"]), @r"
    1
    latchkit: This deletes 1 events for good. Say --yes to do it.
    ");
    assert_eq!(erase(&["--older-than-days", "30", "--yes"]), "0\ndeleted 1 events\n");
    assert_eq!(erase(&["--address", "0Xa2", "--yes"]), "0\ndeleted 1 events\n");
    assert_snapshot!(project(&folder, &["delete", ID]), @r"
    1
    latchkit: This deletes the project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, `Shop`, and its 2 events for good. Say --yes to do it.
    ");
    assert_eq!(project(&folder, &["delete", ID, "--yes"]), "0\ndeleted, with 2 events\n");
    assert!(project(&folder, &["delete", ID, "--yes"]).contains("There is no project"));
    assert_eq!(project(&folder, &["list"]), "0\n");
    assert!(db.event_totals().await.expect("rows").is_empty());
}

#[test]
fn signing_in_that_can_work_nowhere_is_told() {
    let folder = folder();
    project(&folder, &["create", "--name", "Shop", "--id", ID, "--feature", "social_login=email"]);
    let nowhere = |said: &str| {
        let told = said.lines().filter(|it| it.contains("signing in by e-mail")).map(str::to_owned);
        told.collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(nowhere(&project(&folder, &["set", ID, "--dev=off"])), @"latchkit: warning: project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: signing in by e-mail works on none of its pages: it names no origins. Add them by `latchkit project set --add-origin`, or by `origins` where the configuration has it; pages of this machine have it with `--dev`, or `dev = true`.");
    let origins = [
        ["--add-origin", "http://shop.localhost"],
        ["--add-origin", "http://shop.example:5190"],
        ["--add-origin", "https://*.shop.*"],
    ];
    let set = [&["set", ID], origins.concat().as_slice()].concat();
    let told = project(&folder, &set);
    assert!(told.starts_with("0\n"), "{told}");
    assert_snapshot!(nowhere(&told), @"
    latchkit: warning: project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: signing in by e-mail does not work there: `http://shop.localhost` is this machine, whose pages have it with `--dev`, or `dev = true`, alone.
    latchkit: warning: project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: signing in by e-mail does not work there: `http://shop.example:5190` is not https, and browsers give such pages no keys.
    latchkit: warning: project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: signing in by e-mail does not work there: `https://*.shop.*` has a star behind the first label, or an address of IPv6, for which the frame's policy has no words.
    ");
    let vault = "[vault]\nkeys = \"keys\"\nsmtp = \"smtp://127.0.0.1:1\"\nfrom = \"a@b.example\"\n";
    std::fs::write(folder.join("latchkit.toml"), vault).expect("a file");
    let said = exit_code_and_output(&folder, &run(&folder, &["doctor"]));
    assert_eq!(nowhere(&said).matches("warn  project").count(), 3, "{said}");
    for mended in [["--dev", "--name=Shop"], ["--dev=off", "--add-origin=https://shop.example"]] {
        let told = project(&folder, &[&["set", ID], &mended[..]].concat());
        assert_eq!(nowhere(&told), "", "{told}");
    }
}
