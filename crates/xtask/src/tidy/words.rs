//! Words and spellings that are not committed: notes to oneself, switched-off checks, places of one
//! machine, inline styles, retries, error codes outside their table.

use super::source::{Finding, Source, line_of, words_at};

/// A rule about a piece of text: where it counts, what it is, and the complaint.
struct Spelling {
    rule: &'static str,
    text: &'static str,
    is_word: bool,
    /// Endings of the files it counts in; empty means all.
    endings: &'static [&'static str],
    complaint: &'static str,
}

const SCRIPTS: &[&str] = &[".ts", ".tsx"];
const CSS: &[&str] = &[".css"];
const PLACE: &str =
    "names a place that only one machine has. It breaks elsewhere. Write a path from the root.";
const NOTE: &str = "is a note to oneself. Nobody will read it. Do it, or open an issue.";
const OFF: &str =
    "switches a check off. The next mistake there is silent. Change the code, or the rule for all.";
const STYLE: &str =
    "is an inline style. The strict policy of hosts refuses it. Use a class and a custom property.";
const SIDE: &str = "names a side of the screen. Where people read from right to left it is the wrong one. \
     Say inline-start or inline-end.";
const RETRY: &str =
    "retries a test. A test that fails sometimes tells of a defect. Find the defect.";
const REGISTRY: &str =
    "names a registry. Every machine has its own. Leave the host to the configuration.";

/// Written in pieces, so that this file does not break its own rules.
const SPELLINGS: [Spelling; 23] = [
    spelling("note", concat!("TO", "DO"), true, &[], NOTE),
    spelling("note", concat!("FIX", "ME"), true, &[], NOTE),
    spelling("suppression", concat!("@ts-", "ignore"), false, SCRIPTS, OFF),
    spelling("suppression", concat!("@ts-", "nocheck"), false, SCRIPTS, OFF),
    spelling(
        "suppression",
        concat!("biome-", "ignore"),
        false,
        &[".ts", ".tsx", ".css", ".html"],
        OFF,
    ),
    spelling("suppression", concat!("eslint-", "disable"), false, SCRIPTS, OFF),
    spelling("inline-style", concat!("style", "="), true, &[".tsx", ".html"], STYLE),
    spelling("inline-style", concat!("<", "style"), false, &[".tsx", ".html"], STYLE),
    spelling("physical", "-left:", false, CSS, SIDE),
    spelling("physical", "-right:", false, CSS, SIDE),
    spelling("physical", " left:", false, CSS, SIDE),
    spelling("physical", " right:", false, CSS, SIDE),
    spelling("physical", "text-align: left", false, CSS, SIDE),
    spelling("physical", "text-align: right", false, CSS, SIDE),
    spelling("retry", concat!("retries", ":"), true, SCRIPTS, RETRY),
    spelling("retry", concat!("retry", ":"), true, &[".config.ts"], RETRY),
    spelling("machine", concat!("/wo", "rk/"), false, &[], PLACE),
    spelling("machine", concat!("/ro", "ot/"), false, &[], PLACE),
    spelling("machine", concat!("../sha", "red"), false, &[], PLACE),
    spelling(
        "registry",
        concat!("\"resolved\": \"", "http"),
        false,
        &["package-lock.json"],
        REGISTRY,
    ),
    spelling("registry", concat!("registry", ".npmjs.org"), false, &[], REGISTRY),
    spelling("registry", concat!("index", ".crates.io"), false, &[], REGISTRY),
    spelling("registry", concat!("source = \"", "sparse+"), false, &["Cargo.lock"], REGISTRY),
];

const fn spelling(
    rule: &'static str,
    text: &'static str,
    is_word: bool,
    endings: &'static [&'static str],
    complaint: &'static str,
) -> Spelling {
    Spelling { rule, text, is_word, endings, complaint }
}

/// Checks one file.
pub fn check(source: &Source) -> Vec<Finding> {
    let mut findings: Vec<Finding> = SPELLINGS
        .iter()
        .filter(|spelling| spelling.endings.is_empty() || source.ends_with(spelling.endings))
        .filter_map(|spelling| {
            let at = position_of(&source.text, spelling)?;
            let message = format!("`{}` {}", spelling.text, spelling.complaint);
            Some(source.finding(spelling.rule, line_of(&source.text, at), message))
        })
        .collect();
    findings.extend(codes(source));
    findings
}

fn position_of(text: &str, spelling: &Spelling) -> Option<usize> {
    let is_inside_word =
        |at: usize| text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
    let is_zero = |at: usize| text[at + spelling.text.len()..].trim_start().starts_with('0');
    let is_meant = |at: usize| {
        let is_part = spelling.is_word && is_inside_word(at);
        let is_none = spelling.rule == "retry" && is_zero(at);
        !is_part && !is_none
    };
    text.match_indices(spelling.text).map(|(at, _)| at).find(|at| is_meant(*at))
}

/// The numbers of JSON-RPC and EIP-1193 errors live in one table.
fn codes(source: &Source) -> Option<Finding> {
    let is_rust = source.ends_with(&[".rs"]) && source.path != "crates/protocol/src/rpc.rs";
    // The rest of `web/` plays strangers, who have codes of their own.
    let is_shipped =
        ["web/shell/src/", "web/modal/src/"].iter().any(|it| source.path.starts_with(it))
            && source.ends_with(&[".ts", ".tsx"])
            && !source.name().contains(".story.");
    if !is_rust && !is_shipped || source.is_test() || source.is_generated() {
        return None;
    }
    let code = if is_rust {
        let end = source.masked.find("#[cfg(test)]").unwrap_or(source.masked.len());
        source.masked[..end].to_owned()
    } else {
        let is_comment =
            |line: &str| ["*", "/*", "//"].iter().any(|it| line.trim().starts_with(it));
        let lines = source.text.split('\n').map(|line| if is_comment(line) { "" } else { line });
        lines.collect::<Vec<_>>().join("\n")
    };
    let numbers = [
        "4001", "4100", "4200", "4900", "4901", "4902", "32603", "32_603", "32602", "32_602",
        "32601", "32_601", "32002", "32_002",
    ];
    let (at, number) =
        numbers.iter().find_map(|number| words_at(&code, number).next().map(|at| (at, *number)))?;
    let message = format!(
        "the error code {number} is written here. Two places that know a code drift apart. \
         Use its name from crates/protocol/src/rpc.rs, which is web/shell/src/generated/codes.ts too."
    );
    Some(source.finding("error-code", line_of(&code, at), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&Source::new(path, text.to_owned())).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn notes_and_places_are_found() {
        assert_eq!(
            found("docs/a.md", concat!("one\ntwo TO", "DO three\n")),
            [concat!(
                "docs/a.md:2: `TO",
                "DO` is a note to oneself. Nobody will read it. Do it, or open an issue. [note]"
            )]
        );
        assert_eq!(found("docs/a.md", concat!("see /ro", "ot/x")).len(), 1);
        assert_eq!(found("docs/a.md", concat!("MASTO", "DON").to_lowercase().as_str()).len(), 0);
    }

    #[test]
    fn styles_and_suppressions_are_found() {
        assert_eq!(found("web/A.tsx", concat!("<a style", "={{}} />")).len(), 1);
        assert_eq!(found("web/A.tsx", "<a data-style={x} />").len(), 0);
        assert_eq!(found("web/a.css", ".A {\n  margin-left: 1px;\n}").len(), 1);
        assert_eq!(found("web/a.css", ".A {\n  inset-inline-start: 1px;\n}").len(), 0);
        assert_eq!(found("web/a.ts", concat!("// @ts-", "ignore")).len(), 1);
        assert_eq!(found("web/playwright.config.ts", concat!("retries", ": 2")).len(), 1);
        assert_eq!(found("web/playwright.config.ts", concat!("retries", ": 0")).len(), 0);
    }

    #[test]
    fn codes_live_in_their_table() {
        assert_eq!(
            found("crates/a/src/x.rs", "//! x\nconst A: i32 = -32_603; // 4001\n"),
            [
                "crates/a/src/x.rs:2: the error code 32_603 is written here. Two places that know a code drift apart. \
              Use its name from crates/protocol/src/rpc.rs, which is web/shell/src/generated/codes.ts too. [error-code]"
            ]
        );
        assert_eq!(
            found("crates/protocol/src/rpc.rs", "//! x\nconst A: i32 = -32_603;\n").len(),
            0
        );
        assert_eq!(
            found("crates/a/src/x.rs", "//! x\n#[cfg(test)]\nmod tests { const A: i32 = 4001; }\n")
                .len(),
            0
        );
        assert_eq!(found("web/modal/src/a.ts", "// 4001\nconst a = { code: -32603 }\n").len(), 1);
        assert_eq!(found("web/modal/src/a.ts", "/** 4001 */\n/**\n * 4100\n */\n").len(), 0);
        assert_eq!(found("web/shell/src/generated/codes.ts", "export const a = 4001\n").len(), 0);
        assert_eq!(found("web/demo/src/a.ts", "const refused = 4001\n").len(), 0);
    }
}
