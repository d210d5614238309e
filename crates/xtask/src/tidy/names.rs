//! Words that say nothing, in the names of files, folders and types.

use super::source::{Finding, Source, line_of, words_at};

const BANNED: [&str; 22] = [
    "util",
    "utils",
    "helper",
    "helpers",
    "common",
    "misc",
    "manager",
    "managers",
    "controller",
    "controllers",
    "service",
    "services",
    "handler",
    "handlers",
    "base",
    "core",
    "data",
    "info",
    "infos",
    "types",
    "constants",
    "consts",
];
const RUST_TYPES: [&str; 4] = ["struct", "enum", "trait", "type"];
const TYPESCRIPT_TYPES: [&str; 4] = ["class", "interface", "enum", "type"];

/// Checks the path of one file and the types it declares.
pub fn check(source: &Source) -> Vec<Finding> {
    let mut findings: Vec<Finding> = source
        .path
        .split('/')
        .filter_map(|part| Some((part, banned_in(part)?)))
        .map(|(part, word)| complaint(source, 1, "the path", part, word).about(&source.path))
        .collect();
    if source.is_generated() {
        return findings;
    }
    let (code, keywords) = match () {
        () if source.ends_with(&[".rs"]) => (&source.masked, RUST_TYPES),
        () if source.ends_with(&[".ts", ".tsx"]) => (&source.text, TYPESCRIPT_TYPES),
        () => return findings,
    };
    for keyword in keywords {
        for at in words_at(code, keyword) {
            let name: String = code[at + keyword.len()..]
                .trim_start_matches(' ')
                .chars()
                .take_while(|c| c.is_alphanumeric())
                .collect();
            let is_type =
                name.starts_with(char::is_uppercase) && code[at + keyword.len()..].starts_with(' ');
            let is_ours = is_type && !is_of_a_trait(source, code, at);
            if let Some(word) = banned_in(&name).filter(|_| is_ours) {
                findings.push(
                    complaint(source, line_of(code, at), "the type", &name, word).about(&name),
                );
            }
        }
    }
    findings
}

/// In Rust a `type` inside something else has the name that its trait gave it.
fn is_of_a_trait(source: &Source, code: &str, at: usize) -> bool {
    source.ends_with(&[".rs"]) && code[..at].ends_with("    ") && code[at..].starts_with("type ")
}

fn complaint(source: &Source, line: usize, what: &str, name: &str, word: &str) -> Finding {
    let message = format!(
        "{what} `{name}` holds the word `{word}`. It fits everything, so it tells nothing. \
         Name it by the one thing it holds."
    );
    source.finding("name", line, message)
}

fn banned_in(name: &str) -> Option<&'static str> {
    split(name).iter().find_map(|word| BANNED.iter().find(|banned| *banned == word)).copied()
}

/// `useWalletInfo_old.test` is use, wallet, info, old, test; `HTTPServer` is http, server.
fn split(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, character) in characters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| characters[at]);
        let is_lower_next = characters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let is_start = character.is_uppercase()
            && before.is_some_and(|before| !before.is_uppercase() || is_lower_next);
        if !character.is_alphanumeric() || is_start {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&Source::new(path, text.to_owned())).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_are_split_as_people_read_them() {
        assert_eq!(split("EIP6963ProviderInfo"), ["eip6963", "provider", "info"]);
        assert_eq!(split("wallet_data.test.ts"), ["wallet", "data", "test", "ts"]);
        assert_eq!(split("HTTPServer"), ["http", "server"]);
    }

    #[test]
    fn a_banned_word_in_a_type_is_found() {
        assert_eq!(
            found(
                "crates/a/src/lib.rs",
                "//! x\n/// struct BaseThing\npub struct WalletInfo;\nstruct Database;"
            ),
            [
                "crates/a/src/lib.rs:3: the type `WalletInfo` holds the word `info`. It fits everything, so it tells \
              nothing. Name it by the one thing it holds. [name]"
            ]
        );
        let given = "//! x\nimpl Body for A {\n    type Data = Bytes;\n}\n";
        assert_eq!(found("crates/a/src/a.rs", given), Vec::<String>::new());
        assert_eq!(found("crates/a/src/a.rs", "//! x\ntype Data = u8;\n").len(), 1);
        assert_eq!(found("web/a.ts", "export type RowData = 1\nconst data = 2\n").len(), 1);
    }

    #[test]
    fn a_banned_word_in_a_path_is_found() {
        assert_eq!(found("web/utils/a.ts", "").len(), 1);
        assert_eq!(found("web/base64.ts", ""), Vec::<String>::new());
    }
}
