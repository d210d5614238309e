//! What a rule looks at, [`Source`], and what it says, [`Finding`].
//!
//! Rust is also kept masked: comments and literals blanked, lines kept, so that a search for a brace
//! or a name meets code only.

use std::fmt;

/// One file of the repository.
pub struct Source {
    /// As the repository names it, with forward slashes.
    pub path: String,
    pub text: String,
    /// Rust without comments and literals; empty for other languages.
    pub masked: String,
}

impl Source {
    pub fn new(path: &str, text: String) -> Self {
        let is_rust = std::path::Path::new(path).extension().is_some_and(|ending| ending == "rs");
        let masked = if is_rust { mask(&text) } else { String::new() };
        Self { path: path.to_owned(), text, masked }
    }

    /// The name without its folder.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    pub fn ends_with(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }

    /// Tests, stories and the tools: code no visitor runs.
    pub fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.name() == "tests.rs" || self.name().contains(".test.")
    }

    /// Written by a generator, so its shape is not ours to choose.
    pub fn is_generated(&self) -> bool {
        self.path.contains("/generated/") || self.ends_with(&["package-lock.json", "Cargo.lock"])
    }

    pub fn finding(&self, rule: &'static str, line: usize, message: String) -> Finding {
        Finding {
            rule,
            file: self.path.clone(),
            line,
            subject: self.path.clone(),
            size: 0,
            message,
        }
    }
}

/// A broken rule.
#[derive(Debug, PartialEq)]
pub struct Finding {
    pub rule: &'static str,
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// What an exception names: the path, or the name or package that is wrong.
    pub subject: String,
    /// How large the thing is, for rules about lengths; else 0.
    pub size: usize,
    pub message: String,
}

impl Finding {
    pub fn about(mut self, subject: &str) -> Self {
        subject.clone_into(&mut self.subject);
        self
    }

    pub fn sized(mut self, size: usize) -> Self {
        self.size = size;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, message, rule, .. } = self;
        write!(formatter, "{file}:{line}: {message} [{rule}]")
    }
}

/// Whether `text[at..]` starts with `word` and the word ends there and begins there.
pub fn is_word_at(text: &str, at: usize, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text[at..].starts_with(word)
        && !text[..at].chars().next_back().is_some_and(is_part)
        && !text[at + word.len()..].chars().next().is_some_and(is_part)
}

/// Every place where `word` stands as a whole word.
pub fn words_at<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(word).map(|(at, _)| at).filter(move |at| is_word_at(text, *at, word))
}

/// The line, counted from 1, that holds the byte `at`.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Where the brace at `open` is closed; the end of the text if it is not.
pub fn closing(masked: &str, open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, character) in masked[open..].char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 1 => return open + at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    masked.len()
}

/// Rust with every comment and literal replaced by blanks of the same number of lines.
fn mask(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = literal_length(rest, masked.chars().next_back());
        if length == 0 {
            masked.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            masked.extend(
                rest[..length].chars().map(|character| if character == '\n' { '\n' } else { ' ' }),
            );
            rest = &rest[length..];
        }
    }
    masked
}

/// How many bytes the comment or literal at the start of `rest` takes; 0 where there is none.
fn literal_length(rest: &str, before: Option<char>) -> usize {
    let until = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len())
    };
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return until("*/", 2);
    }
    if rest.starts_with('"') {
        return quoted_length(rest, '"');
    }
    if rest.starts_with("'\\") {
        return quoted_length(rest, '\'');
    }
    if rest.starts_with('\'') && rest.chars().nth(2) == Some('\'') {
        return rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at);
    }
    let is_new_word =
        before.is_none_or(|character| !character.is_alphanumeric() && character != '_');
    let fences = rest.trim_start_matches(['b', 'c']);
    if is_new_word && rest.len() - fences.len() <= 1 && fences.starts_with('r') {
        let hashes = fences[1..].chars().take_while(|character| *character == '#').count();
        if fences[1 + hashes..].starts_with('"') {
            let start = rest.len() - fences.len() + hashes + 2;
            return until(&format!("\"{}", "#".repeat(hashes)), start);
        }
    }
    0
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        if character == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank() {
        let masked = |text: &str| Source::new("a.rs", text.to_owned()).masked;
        assert_eq!(masked("a // {\nb"), "a     \nb");
        assert_eq!(masked("f(\"{\\\"{\", 'x', '\\'', b'{')"), "f(      ,    ,     , b   )");
        assert_eq!(masked("r#\"{\"\n{\"# x"), "     \n    x");
        assert_eq!(masked("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
        assert_eq!(masked("/* {\n */ y"), "    \n    y");
    }

    #[test]
    fn a_brace_is_closed_by_its_own() {
        assert_eq!(closing("{ { } } }", 0), 6);
        assert_eq!(closing("{ {", 0), 3);
    }
}
