//! The one list of exceptions, `tidy-exceptions.toml`. It can only shrink: an entry that nothing needs
//! any more is itself a finding, and an entry about a length names the most that it allows.
//!
//! ```toml
//! [[exception]]
//! rule = "function-length"
//! subject = "crates/sim/src/world.rs#step"
//! at_most = 72
//! reason = "one arm per op; splitting it hides the table"
//! ```

use super::source::Finding;
use crate::run::Outcome;

#[derive(Default)]
struct Exception {
    line: usize,
    rule: String,
    subject: String,
    reason: String,
    at_most: usize,
}

/// Takes away what the list allows and adds a finding for every entry that is not needed.
pub fn apply(file: &str, text: &str, findings: Vec<Finding>) -> Outcome<Vec<Finding>> {
    let list = parse(file, text)?;
    let mut is_used = vec![false; list.len()];
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let entry = list.iter().position(|entry| {
            entry.rule == finding.rule
                && entry.subject == finding.subject
                && finding.size <= entry.at_most
        });
        match entry {
            Some(at) => is_used[at] = true,
            None => kept.push(finding),
        }
    }
    for (entry, _) in list.iter().zip(is_used).filter(|(_, is_used)| !is_used) {
        kept.push(Finding {
            rule: "exception",
            file: file.to_owned(),
            line: entry.line,
            subject: entry.subject.clone(),
            size: 0,
            message: format!(
                "the exception for {} ({}) allows nothing, or not enough. The list may only shrink. Remove it.",
                entry.subject, entry.rule
            ),
        });
    }
    Ok(kept)
}

fn parse(file: &str, text: &str) -> Outcome<Vec<Exception>> {
    let mut list: Vec<Exception> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let (number, line) = (at + 1, line.trim());
        if line == "[[exception]]" {
            list.push(Exception { line: number, ..Exception::default() });
            continue;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (Some((key, value)), Some(entry)) = (line.split_once('='), list.last_mut()) else {
            return Err(format!("{file}:{number}: expected [[exception]] or key = \"value\""));
        };
        let value = value.trim().trim_matches('"').to_owned();
        match key.trim() {
            "rule" => entry.rule = value,
            "subject" => entry.subject = value,
            "reason" => entry.reason = value,
            "at_most" => {
                let size = value.parse();
                entry.at_most = size.map_err(|_| format!("{file}:{number}: not a number"))?;
            }
            other => return Err(format!("{file}:{number}: unknown key `{other}`")),
        }
    }
    match list
        .iter()
        .find(|entry| entry.rule.is_empty() || entry.subject.is_empty() || entry.reason.len() < 10)
    {
        Some(entry) => {
            Err(format!("{file}:{}: an exception needs rule, subject and a reason", entry.line))
        }
        None => Ok(list),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source::Source;

    const LIST: &str = "[[exception]]\nrule = \"file-length\"\nsubject = \"a.rs\"\nat_most = 410\nreason = \"one table of codes\"\n";

    fn long(size: usize) -> Vec<Finding> {
        vec![
            Source::new("a.rs", String::new())
                .finding("file-length", 1, "long".to_owned())
                .sized(size),
        ]
    }

    #[test]
    fn an_exception_allows_so_much_and_no_more() {
        assert_eq!(apply("list", LIST, long(410)), Ok(Vec::new()));
        let rest = apply("list", LIST, long(411)).unwrap();
        assert_eq!(
            rest.iter().map(|finding| finding.rule).collect::<Vec<_>>(),
            ["file-length", "exception"]
        );
    }

    #[test]
    fn an_exception_that_nothing_needs_is_a_finding() {
        let rest = apply("list", LIST, Vec::new()).unwrap();
        assert_eq!(
            rest[0].to_string(),
            "list:1: the exception for a.rs (file-length) allows nothing, or not enough. The list may only shrink. \
             Remove it. [exception]"
        );
    }

    #[test]
    fn an_exception_has_a_reason() {
        let text = "[[exception]]\nrule = \"name\"\nsubject = \"A\"\n";
        assert_eq!(
            apply("list", text, Vec::new()),
            Err("list:1: an exception needs rule, subject and a reason".to_owned())
        );
    }
}
