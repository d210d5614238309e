//! The texts that `cargo xtask fuzz` found worth keeping, played again: each reaches something in the
//! codec that none of the others does.
#![allow(clippy::unwrap_used)]

mod oracle;

/// One JSON string a line.
const CORPUS: &str = include_str!("corpus.jsonl");

#[test]
fn every_text_that_was_found_holds() {
    let texts: Vec<String> =
        CORPUS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(texts.len() > 100, "{} texts are no corpus", texts.len());
    for text in &texts {
        oracle::hold(text);
    }
}
