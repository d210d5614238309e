//! What operators write, what it becomes, and how a fault of it is told.

use super::*;
use crate::idle_keys::idle_keys;
use crate::wallets::Wallets;

fn load(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
    let variables = variables.iter().map(|(name, text)| (name.to_string(), text.to_string()));
    Config::of(text, Path::new("latchkit.toml"), variables).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

#[test]
fn what_is_not_told_of_the_origins_has_the_port_of_bind() {
    let told = "public_url = \"http://localhost:8787\"";
    for (text, variables, expected) in [
        ("", &[][..], ["http://localhost:8787", "http://vault.localhost:8787"]),
        (
            "bind = \"127.0.0.1:8887\"",
            &[],
            ["http://localhost:8887", "http://vault.localhost:8887"],
        ),
        (
            "",
            &[("LATCHKIT_BIND", "[::1]:8887")],
            ["http://localhost:8887", "http://vault.localhost:8887"],
        ),
        (
            &format!("bind = \"0.0.0.0:80\"\n{told}"),
            &[],
            ["http://localhost:8787", "http://vault.localhost"],
        ),
        (
            "bind = \"0.0.0.0:80\"",
            &[("LATCHKIT_PUBLIC_URL", "https://w.example")],
            ["https://w.example", "http://vault.localhost"],
        ),
        ("bind = \"127.0.0.1:0\"", &[], ["http://localhost:8787", "http://vault.localhost:8787"]),
    ] {
        let config = load(text, variables).expect(text);
        let origins = [config.public_url, config.vault_url].map(|it| it.to_string());
        assert_eq!(origins, expected, "{text}");
    }
}

#[test]
fn public_nodes_stand_in_where_they_are_asked_for_and_none_is_named() {
    let own = "public_nodes = true\n[chains]\n\"eip155:1\" = [\"http://own.example\"]";
    let config = load(own, &[]).expect("valid");
    assert_eq!(format!("{:?}", config.chains["eip155:1"]), "[own.example]");
    assert!(config.chains["eip155:250"].len() > 1);
    assert!(load("", &[]).expect("valid").chains.is_empty());
}

#[test]
fn what_is_said_of_chains_without_a_node_is_told_as_idle() {
    let own = r#"
        ens_chain = "eip155:10"
        [chains]
        "eip155:1" = ["http://own.example"]
        [node_sockets]
        "eip155:137" = ["wss://own.example"]
        [pools."eip155:56"]
        wrapped_native = "0x4200000000000000000000000000000000000006"
        dollar = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
        dollar_decimals = 6
        uniswap_v3_factory = "0x33128a8fC17869897dcE68Ed026d694621f6FDfD"
        [history]
        scan_native = ["eip155:1", "eip155:5"]
        explorers = { "eip155:250" = { url = "https://explorer.example/api" } }
    "#;
    let idle = idle_keys(&load(own, &[]).expect("valid"));
    assert_eq!(
        idle,
        [
            "ens_chain says something of eip155:10, which has no node",
            "node_sockets says something of eip155:137, which has no node",
            "pools says something of eip155:56, which has no node",
            "history.scan_native says something of eip155:5, which has no node",
            "history.explorers says something of eip155:250, which has no node",
        ]
    );
    assert_eq!(idle_keys(&load("", &[]).expect("valid")), Vec::<String>::new());
}

#[test]
fn the_example_names_every_key_and_holds_the_defaults() {
    let text = include_str!("../../../../latchkit.example.toml");
    let default = Config::default();
    let untouched = load(text, &[]).expect("the example is valid");
    assert_eq!(format!("{untouched:?}"), format!("{default:?}"));

    let whole = load(&text.replace("#= ", ""), &[]).expect("so are the lines switched off");
    assert!(whole.assets.is_some() && whole.chains.len() == 2);
    assert!(whole.database_url.is_some() && whole.projects.len() == 1);
    let shown = format!("{default:#?}");
    let fields = shown.lines().filter_map(|line| line.strip_prefix("    "));
    for field in fields.filter(|line| line.starts_with(char::is_alphabetic)) {
        let key = field.split(':').next().unwrap_or_default();
        let is_told = [format!("\n{key} = "), format!("\n#= {key} = "), format!("\n[{key}]")];
        assert!(is_told.iter().any(|it| text.contains(it)), "`{key}` is not told of");
        let variable = format!("LATCHKIT_{}", key.to_uppercase());
        let answer = load("", &[(&variable, "x")]).err();
        assert!(!answer.is_some_and(|it| it.contains("there is no key")), "{variable}");
    }
}

#[test]
fn the_packages_files_are_kept_beside_the_sqlite_file_unless_told() {
    let kept = |text: &str| {
        load(text, &[]).expect(text).kept_folder().map(|it| it.to_str().map(str::to_owned))
    };
    let folder = |path: &str| Some(Some(path.to_owned()));
    assert_eq!(kept(""), folder("latchkit-assets"));
    assert_eq!(kept("database = \"/data/shop.db\""), folder("/data/latchkit-assets"));
    assert_eq!(kept("kept_assets = \"/kept\""), folder("/kept"));
    assert_eq!(kept("kept_assets = \"\""), None);
    assert_eq!(kept("database_url = \"postgres://a@b/c\""), None);
}

#[test]
fn an_unknown_key_is_refused_with_its_name_and_place() {
    let error = load("log = \"info\"\nbnid = \"127.0.0.1:1\"\n", &[]).unwrap_err();
    assert!(error.contains("latchkit.toml") && error.contains("line 2"), "{error}");
    assert!(error.contains("there is no key `bnid`. Did you mean `bind`?"), "{error}");
    let error = load("", &[("LATCHKIT_HOME", "x")]).unwrap_err();
    assert!(!error.contains("Did you mean"), "{error}");
    let error = load("", &[("LATCHKIT_BNID", "x")]).unwrap_err();
    assert!(error.starts_with("LATCHKIT_BNID (environment): "), "{error}");
    assert!(error.contains("Did you mean `LATCHKIT_BIND`?"), "{error}");
}

#[test]
fn a_variable_replaces_its_key() {
    let config = load(
        "bind = \"127.0.0.1:1\"",
        &[
            ("LATCHKIT_BIND", "127.0.0.1:2"),
            ("LATCHKIT_BODY_LIMIT_BYTES", "2048"),
            ("LATCHKIT_CHAINS", r#"{"eip155:1":["https://node.example/key"]}"#),
            ("LATCHKIT_SERVICE_HOST", "10.0.0.1"),
            ("PATH", "/bin"),
        ],
    )
    .expect("valid");
    assert_eq!(config.bind.port(), 2);
    assert_eq!(config.body_limit_bytes, 2048);
    assert_eq!(config.chains["eip155:1"][0].host(), "node.example");
}

#[test]
fn values_that_cannot_be_are_refused_by_key() {
    for (text, key) in [
        ("vault_url = \"http://localhost:8787\"", "vault_url"),
        ("public_url = \"http://localhost:8787/path\"", "public_url"),
        ("upstream_timeout_ms = 10000", "upstream_timeout_ms"),
        ("body_limit_bytes = 1", "body_limit_bytes"),
        ("client_requests_per_minute = -1", "client_requests_per_minute"),
        ("held_bytes = 1024", "held_bytes: must be at least 33554432,"),
        (
            "bind = \"localhost\"",
            "line 1, column 8: bind: it is not an address with a port such as 127.0.0.1:8787",
        ),
        ("trusted_proxies = [\"10.0.0.1/8\"]", "write 10.0.0.0/8"),
        ("metrics_bind = \"8789\"", "metrics_bind"),
        ("analytics_retention_days = 0", "analytics_retention_days"),
        ("relay_limit_bytes = 0", "relay_limit_bytes: must be at least 16777216"),
        ("relay_limit_bytes = 10", "relay_limit_bytes: must be at least 16777216"),
        ("database_url = \"latchkit.db\"", "database_url"),
        ("[history]\nforget_days = 0", "history.forget_days: must be from 1"),
        ("[history]\nscan_native = [\"bip122:1\"]", "history.scan_native: names chains of eip155"),
        ("[history.explorers.\"eip155:1\"]\nkey = \"x\"", "history.explorers.eip155:1: has no url"),
        ("[hosted.defillama]\nkey = \"x\"", "hosted.defillama: has no url"),
        (
            "[hosted]\ndefillama = [\"http://a\"]",
            "hosted.defillama: it is a list, and must be a table",
        ),
        (
            "[hosted]\ncoingecko = { url = \"http://a\", key = \"a b\" }",
            "hosted.coingecko: its key is of letters",
        ),
        (
            "[hosted]\ncoingecko = { url = \"http://a\", chains = { \"eip155:1\" = \"a/b\" } }",
            "hosted.coingecko.chains: leads from CAIP-2 ids",
        ),
        ("private_hosts = [\"http://a.internal\"]", "private_hosts: a host is written as host or"),
        ("private_hosts = [\"a.internal/b/../c\"]", "private_hosts: a host is written as host or"),
        ("private_hosts = [\"u@a.internal\"]", "private_hosts: a host is written as host or"),
        ("[hosted]\nzerion = { url = \"http://a\" }", "hosted.zerion: has no key"),
        ("[hosted]\ninfura = { url = \"http://a\" }", "hosted.infura: there is no key `infura`"),
        ("[projects.12]", "projects"),
        (&format!("[projects.{}]\nname = \"\"", "a".repeat(32)), "a.name: must be 1 to 100"),
        (
            &format!("[projects.{}]\nname = \"x\"", "de7".repeat(11).split_at(32).0),
            "that of `latchkit dev`",
        ),
        ("[chains]\n\"doge:1\" = [\"http://a\"]", "line 2, column 1: chains: a chain's name is"),
        ("[chains]\n\"eip155:1\" = []", "line 2, column 14: chains.eip155:1: a chain has no node"),
        ("[chains]\n\"eip155:1\" = [\"ftp://a\"]", "eip155:1"),
        ("[chains]\n\"eip155:1\" = [\"http://u:p@a\"]", "eip155:1"),
    ] {
        let error = load(text, &[]).expect_err(text);
        assert!(error.contains(key), "{text}: {error}");
    }
}

#[test]
fn where_pages_are_of_https_the_frame_in_which_people_sign_in_is_too() {
    let page = "public_url = \"https://w.example\"\n";
    let frame = |scheme: &str| format!("vault_url = \"{scheme}://vault.w.example\"\n");
    let vault =
        "[vault]\nkeys = \"keys\"\nsmtp = \"smtps://mail.example\"\nfrom = \"a@b.example\"\n";
    let at = |lines: &[&str]| load(&lines.concat(), &[]);
    let (http, https) = (frame("http"), frame("https"));
    insta::assert_snapshot!(at(&[page, &*http, vault]).unwrap_err(), @r#"latchkit.toml, line 2, column 1: vault_url: must be https, as public_url is: browsers block a frame of http in pages of https, so nobody could sign in by e-mail. Write for instance `vault_url = "https://vault.example.com"`."#);
    let untold = at(&[page, vault]).unwrap_err();
    assert!(untold.starts_with("latchkit.toml, line 1, column 1: vault_url: must be"), "{untold}");
    let plain = "public_url = \"http://w.example\"\n";
    for lines in [&[page, &*https, vault][..], &[page, &*http], &[page], &[vault], &[plain, vault]]
    {
        assert!(at(lines).is_ok(), "{lines:?}");
    }
}

#[test]
fn a_fault_of_a_relay_is_told_with_how_one_is_written() {
    let relay = |more: &str| format!("[[walletconnect.relays]]\nurl = {more}");
    let of_table =
        "[walletconnect.relays]\nurl = \"wss://relay.example\"\nwallets = \"all\"".to_owned();
    let of_http = relay("\"https://relay.example\"");
    let faults = [of_http, of_table].map(|text| load(&text, &[]).expect_err("a fault"));
    insta::assert_snapshot!(faults.join("\n"), @r#"
    latchkit.toml, line 2, column 7: walletconnect.relays: a relay's URL begins with wss:// or ws://. Write for instance `[[walletconnect.relays]]`, and on a line below it `url = "wss://relay.example"`.
    latchkit.toml, line 1, column 1: walletconnect.relays: it is a table, and must be a list: write it with two brackets. Write for instance `[[walletconnect.relays]]`, and on a line below it `url = "wss://relay.example"`.
    "#);
    let text = "public_url = \"https://a.example\"\nvault_url = \"https://b.example\"\n";
    let at = |url: &str| load(&format!("{text}{}", relay(&format!("\"{url}\""))), &[]);
    assert!(at("ws://relay.example").is_err_and(|it| it.contains("Write wss://")));
    assert!(at("ws://localhost:5555").is_ok() && at("wss://relay.example").is_ok());
    assert!(load(&relay("\"ws://relay.example\""), &[]).is_ok());
}

/// Names that are as long as secrets as well.
#[test]
fn a_fault_is_told_of_each_key_by_its_name() {
    for key in examples().keys() {
        let told = load(&format!("{key} = [[1.5]]"), &[]).expect_err(key);
        assert!(told.contains(&format!(": {key}")), "{told}");
        let told = load(&format!("{key} = 1\n{key} = 1"), &[]).expect_err(key);
        assert!(told.contains(&format!("`{key}` stands there twice")), "{told}");
    }
}

#[test]
fn a_number_with_a_point_is_told_with_its_key_and_how_a_whole_one_is_written() {
    for (key, value) in examples() {
        let Some(value) = value.as_integer() else { continue };
        let variable = format!("LATCHKIT_{}", key.to_uppercase());
        let file = load(&format!("{key} = 1.5"), &[]).expect_err(&key);
        let environment = load("", &[(&variable, "1.5")]).expect_err(&key);
        let place = format!("latchkit.toml, line 1, column {}: {key}", key.len() + 4);
        for (told, place, written) in [
            (file, place, format!("`{key} = {value}`")),
            (environment, format!("{variable} (environment)"), format!("{variable}={value}")),
        ] {
            let what = ": it is a number with a point, and must be a whole number";
            assert!(told.starts_with(&(place + what)) && told.contains(&written), "{told}");
        }
    }
}

#[test]
fn the_block_that_operators_are_told_to_write_can_be_read() {
    let text = include_str!("../../../../docs/self-host.md");
    let block = text.split("```toml\n").nth(1).and_then(|it| it.split("```").next());
    let lines = block.expect("a block").lines().map(str::trim_start);
    let relays = load(&lines.collect::<Vec<_>>().join("\n"), &[]).expect("valid").walletconnect;
    assert_eq!(relays.origins(), ["wss://relay.walletconnect.org"]);
    assert!(Wallets::load(&Config::default()).expect("a directory").lacks(&relays).is_empty());
}

#[test]
fn all_faults_are_told_at_once_as_they_stand() {
    let text = "bind = \"localhost:8787\"\nheld_bytes = \"32 MB\"\nupstream_timeout_ms = 5\n\
                log = \"loud\"\nvault_url = \"http://localhost:8787\"\n\
                [chains]\n\"1\" = [\"http://a\"]\n\"eip155:5\" = \"http://node/SECRET\"\n\
                wallets_extend = false\n[projects.12]\nname = \"x\"\ndev = true\n";
    let error = load(text, &[("LATCHKIT_CONNECTIONS", "many")]).unwrap_err();
    insta::assert_snapshot!(error, @r#"
    latchkit.toml, line 1, column 8: bind: it is not an address with a port such as 127.0.0.1:8787 (this machine alone), 0.0.0.0:8787 (all that reach it) or [::]:8787; names are not looked up. Write for instance `bind = "127.0.0.1:8787"`.
    latchkit.toml, line 2, column 14: held_bytes: it is a text, and must be a whole number, 0 or more. Write for instance `held_bytes = 33554432`.
    latchkit.toml, line 3, column 1: upstream_timeout_ms: must be at least 100, and below 10000, when wallets and viem give up.
    latchkit.toml, line 4, column 7: log: it is neither a level (off, error, warn, info, debug, trace) nor target=level pairs with commas between, such as info,server=debug. Write for instance `log = "info"`.
    latchkit.toml, line 5, column 1: vault_url: the frame needs an origin of its own, it cannot be that of public_url. Write for instance `vault_url = "https://vault.example.com"`.
    latchkit.toml, line 7, column 1: chains.1: a chain's name is its CAIP-2 id such as eip155:1. Write for instance `[chains]`, and on a line below it `"eip155:1" = ["https://ethereum.example/v1/key", "http://10.0.0.7:8545"]`.
    latchkit.toml, line 8, column 14: chains.eip155:5: it is a text, and must be a list. Write for instance `[chains]`, and on a line below it `"eip155:1" = ["https://ethereum.example/v1/key", "http://10.0.0.7:8545"]`.
    latchkit.toml, line 9, column 1: `wallets_extend` stands below [chains], and so it is taken for a part of it. Move it above the first line in brackets.
    latchkit.toml, line 10, column 11: projects.12: a project's id is 32 hex digits in lower case. Write for instance `[projects.0123456789abcdef0123456789abcdef]`, and on a line below it `dev = false`.
    LATCHKIT_CONNECTIONS (environment): it is a text, and must be a whole number, 0 or more. Write for instance LATCHKIT_CONNECTIONS=4096
    "#);
}

#[test]
fn all_faults_of_a_table_are_told_at_once_each_where_it_stands() {
    let text = "[history]\nforget_days = 0\nbackfill_blocks = \"many\"\naccount_transactions = 0\n\
                scan_native = [\"bip122:1\"]\n\
                explorers = { \"eip155:1\" = { key = \"x\" }, \"eip155:10\" = { url = 7 } }\n\
                [hosted.coingecko]\nkey = \"a b\"\nchains = { \"eip155:1\" = \"a/b\" }\n\
                [hosted.zerion]\nurl = \"http://a\"\n[hosted.defillama]\nurl = 7\n";
    let error = load(text, &[]).unwrap_err();
    insta::assert_snapshot!(error, @r#"
    latchkit.toml, line 2, column 1: history.forget_days: must be from 1 to 3650.
    latchkit.toml, line 3, column 19: history.backfill_blocks: it is a text, and must be a whole number from 0 to 4294967295. Write for instance `[history]`, and on a line below it `backfill_blocks = 10000`.
    latchkit.toml, line 4, column 1: history.account_transactions: must be at least 1.
    latchkit.toml, line 5, column 1: history.scan_native: names chains of eip155, such as eip155:1.
    latchkit.toml, line 6, column 30: history.explorers.eip155:1: has no url.
    latchkit.toml, line 6, column 65: history.explorers.eip155:10.url: it is a number, and must be a text. Write for instance `[history]`, and on a line below it `watches = 20000`.
    latchkit.toml, line 8, column 1: hosted.coingecko: has no url.
    latchkit.toml, line 8, column 1: hosted.coingecko: its key is of letters, digits and signs.
    latchkit.toml, line 9, column 12: hosted.coingecko.chains: leads from CAIP-2 ids such as eip155:1 to names such as ethereum.
    latchkit.toml, line 11, column 1: hosted.zerion: has no key.
    latchkit.toml, line 13, column 7: hosted.defillama.url: it is a number, and must be a text. Write for instance `[hosted]`, and on a line below it `defillama = { url = "https://coins.llama.fi" }`.
    "#);
    let replaced = [("LATCHKIT_HISTORY", r#"{"forget_days":0,"account_transactions":0}"#)];
    let error =
        load("[history]\nbackfill_blocks = \"many\"\nforget_days = 0", &replaced).unwrap_err();
    insta::assert_snapshot!(error, @r"
    latchkit.toml, line 2, column 19: history.backfill_blocks: it is a text, and must be a whole number from 0 to 4294967295. Write for instance `[history]`, and on a line below it `backfill_blocks = 10000`.
    LATCHKIT_HISTORY (environment): history.forget_days: must be from 1 to 3650.
    LATCHKIT_HISTORY (environment): history.account_transactions: must be at least 1.
    ");
}

/// Hosts call the feature `history`, which is the name of a table of the file as well.
#[test]
fn the_name_of_a_table_among_a_projects_features_is_no_key_that_stands_there() {
    let project = format!("[projects.{}]\n", "a".repeat(32));
    for more in ["name = \"x\"\nfeatures = { history = true }", "name = \"x\"\nhistory = true"] {
        let told = load(&format!("{project}{more}"), &[]).expect_err(more);
        assert!(told.contains("there is no key `history`, but "), "{told}");
        assert!(!told.contains("stands below"), "{told}");
    }
    let told = load(&format!("{project}name = \"x\"\nlog = \"warn\""), &[]).expect_err("a fault");
    assert!(told.contains("`log` stands below [projects]"), "{told}");
}

#[test]
fn slips_of_writing_are_told_with_how_it_is_written() {
    let text = "bind = 127.0.0.1:8787\nwallets_extend = yes\nlog = \"info\"\nlog = \"warn\"\n[chains]\neip155:1 = [\"http://a\"]\n";
    insta::assert_snapshot!(load(text, &[]).unwrap_err(), @r#"
    latchkit.toml, line 1, column 13: bind: this cannot be read; it must be a text in quotes, on one line. Write for instance `bind = "127.0.0.1:8787"`.
    latchkit.toml, line 2, column 18: wallets_extend: this cannot be read; it must be true or false, without quotes. Write for instance `wallets_extend = true`.
    latchkit.toml, line 4, column 1: `log` stands there twice. Leave one of them out.
    latchkit.toml, line 6, column 7: chains: this cannot be read; it must be a table, with quotes around texts, and around names of other than letters, digits, - and _. Write for instance `[chains]`, and on a line below it `"eip155:1" = ["https://ethereum.example/v1/key", "http://10.0.0.7:8545"]`.
    "#);
}

#[test]
fn a_gateway_is_the_same_with_the_folder_that_is_asked_below_it() {
    for (written, asked) in [
        ("https://ipfs.example", "https://ipfs.example/ipfs/"),
        ("https://ipfs.example/ipfs", "https://ipfs.example/ipfs/"),
        ("https://ipfs.example/ipfs/", "https://ipfs.example/ipfs/"),
        ("https://ipfs.example/some/ipfs/", "https://ipfs.example/some/ipfs/"),
        ("https://ipfs.example/myipfs", "https://ipfs.example/myipfs/ipfs/"),
    ] {
        let config = load(&format!("ipfs_gateway = \"{written}\""), &[]).expect(written);
        assert_eq!(config.ipfs_gateway.expect("one").url().as_str(), asked, "{written}");
    }
}

#[test]
fn secrets_in_urls_are_not_shown() {
    let text = "database_url = \"postgres://u:SECRET@db.example/latchkit\"\n\
                [chains]\n\"eip155:1\" = [\"https://node.example/v3/SECRET\"]";
    let shown = format!("{:?}", load(text, &[]).expect("valid"));
    assert!(!shown.contains("SECRET") && shown.contains("db.example:5432/latchkit"), "{shown}");
    for wrong in ["postgres://u:SECRET@db.example:x/y", "mysql://u:SECRET@db.example/y"] {
        let of_variable = load("", &[("LATCHKIT_DATABASE_URL", wrong)]).expect_err(wrong);
        let line = format!("assets = \"é\"\ndatabase_url = \"{wrong}\"");
        let of_file = load(&line, &[]).expect_err(wrong);
        let unclosed = load(line.trim_end_matches('"'), &[]).expect_err(wrong);
        for told in [&of_variable, &of_file, &unclosed] {
            assert!(!told.contains("SECRET"), "{told}");
        }
        let place = "latchkit.toml, line 2, column 16: database_url: a database's URL ";
        assert!(of_file.starts_with(place), "{of_file}");
    }
}

/// What was written for a key may be a secret, whichever key it landed at and in whatever form.
#[test]
fn no_value_is_told_of_any_key() {
    const SECRET: &str = "4815162342";
    let values = [
        "4815162342",
        "-4815162342",
        "4815162342.5",
        "\"4815162342\"",
        "\"info,4815162342=loud\"",
        "\"127.0.0.1:4815162342\"",
        "\"4815162342/8\"",
        "\"http://[4815162342\"",
        "\"https://user:4815162342@host.example\"",
        "\"https://host.example/4815162342\"",
        "\"postgres://user:4815162342@host:x/y\"",
        "\"postgres://user:4815162342@host/y\"",
        "\"user:4815162342@host/y\"",
        "\"host=db user=u password=4815162342\"",
        "\"a, expected `4815162342`, expected b\"",
        "{ key = \"4815162342\" }",
        "{ \"https://user:4815162342@host\" = true }",
        "{ \"https://user:4815162342@host\" = [\"x\"] }",
        "{ \"https://user:4815162342@host\" = { x = 1 } }",
        "4815162342x",
        "\"unclosed 4815162342",
        "https://user:4815162342@host",
    ];
    let id = "0123456789abcdef".repeat(2);
    let keys = examples().into_iter().flat_map(|(key, value)| match &*key {
        "projects" => {
            let settings = ["dev", "origins", "analytics", "features", "features.swap"];
            settings.map(|it| format!("projects.{id}.{it}")).to_vec()
        }
        _ if value.is_table() => vec![format!("{key}.\"eip155:1\""), key],
        _ => vec![key],
    });
    let url = Path::new("postgres://user:4815162342@host/y");
    let as_file = Config::load(Some(url), std::iter::empty()).expect_err("no file");
    assert!(!as_file.iter().any(|it| it.to_string().contains(SECRET)), "{as_file:?}");
    let as_key = load("\"https://u:4815162342@h\" = 1", &[]).unwrap_err();
    assert!(as_key.contains("there is no such key") && !as_key.contains(SECRET), "{as_key}");
    for key in keys.chain([format!("projects.{id}")]) {
        let lists = values.iter().flat_map(|it| [format!("[{it}]"), format!("[\"a\", [{it}]]")]);
        for value in values.map(str::to_owned).into_iter().chain(lists) {
            let line = format!("{key} = {value}");
            let read = toml::from_str::<toml::Table>(&line).ok();
            let first = key.split('.').next().unwrap_or_default();
            let json = read.as_ref().and_then(|it| serde_json::to_string(it.get(first)?).ok());
            let variable = format!("LATCHKIT_{}", first.to_uppercase());
            let text = json.as_deref().unwrap_or(&value);
            let bare = text.trim_matches('"');
            for told in
                [load(&line, &[]), load("", &[(&variable, text)]), load("", &[(&variable, bare)])]
            {
                // A name, a path or a number of the operator's choice is shown where it can be one.
                let is_link = ["@", "://", "password="].iter().any(|it| value.contains(it));
                let shown = match told {
                    Err(faults) => faults,
                    Ok(config) if is_link => format!("{config:?}"),
                    Ok(_) => continue,
                };
                assert!(!shown.contains(SECRET), "{line}\n{shown}");
            }
        }
    }
}

fn examples() -> toml::Table {
    let text = include_str!("../../../../latchkit.example.toml");
    text.replace("#= ", "").parse().expect("the example is valid")
}

#[test]
fn a_fault_shows_the_key_that_it_is_about() {
    let id = "a".repeat(32);
    for (text, shown) in [
        (
            "[vault]\nsmtp = \"x\"".to_owned(),
            r#"`[vault]`, and on a line below it `smtp = "smtps://latchkit:password@mail.example.com"`."#,
        ),
        (
            format!("[projects.{id}.sign_in]\nrecovery = \"passkey\""),
            "and on a line below it `sign_in = { device_approval = true, recovery = \"own\" }`.",
        ),
        (
            format!("[projects.{id}]\norigins = 1"),
            r#"and on a line below it `origins = ["https://shop.example", "https://*.shop.example"]`."#,
        ),
    ] {
        let told = load(&text, &[]).unwrap_err();
        assert!(told.ends_with(shown), "{told}");
    }
}
