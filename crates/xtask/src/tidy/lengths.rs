//! How long things may be, and how a Rust file begins.

use super::source::{Finding, Source, closing, line_of, words_at};

const RUST_LINES: usize = 400;
const FUNCTION_LINES: usize = 60;
const SCRIPT_FUNCTION_LINES: usize = 80;
const WEB_RS_LINES: usize = 80;
const TSX_LINES: usize = 200;
const CSS_LINES: usize = 120;

/// Checks one file.
pub fn check(source: &Source) -> Vec<Finding> {
    if source.is_generated() {
        return Vec::new();
    }
    if !source.ends_with(&[".rs"]) {
        return [(".tsx", TSX_LINES), (".css", CSS_LINES)]
            .iter()
            .filter(|(ending, _)| source.path.ends_with(ending))
            .filter_map(|(_, most)| too_long(source, source.text.lines().count(), *most))
            .chain(long_script_functions(source))
            .collect();
    }
    let mut findings = Vec::new();
    if !source.text.starts_with("//!") {
        let message = "the file does not start with a `//!` header. A reader meets a file without a purpose. \
             Say first what it is for, then how to read it.";
        findings.push(source.finding("header", 1, message.to_owned()));
    }
    if source.is_test() {
        return findings;
    }
    let tests = test_modules(&source.masked);
    let test_lines: usize = tests.iter().map(|span| lines(&source.masked, *span)).sum();
    let most = if source.name() == "web.rs" { WEB_RS_LINES } else { RUST_LINES };
    findings.extend(too_long(source, source.text.lines().count() - test_lines, most));
    findings.extend(long_functions(source, &tests));
    findings
}

fn too_long(source: &Source, count: usize, most: usize) -> Option<Finding> {
    (count > most).then(|| {
        let message = format!(
            "{count} lines, at most {most} without tests. It holds more than one thing. Split it by what it holds."
        );
        source.finding("file-length", count, message).sized(count)
    })
}

fn long_functions(source: &Source, tests: &[(usize, usize)]) -> Vec<Finding> {
    let masked = &source.masked;
    words_at(masked, "fn")
        .filter(|at| !tests.iter().any(|span| span.0 < *at && *at < span.1))
        .filter_map(|at| {
            let name: String = masked[at + 2..]
                .trim_start()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let open = at + masked[at..].find(['{', ';'])?;
            if name.is_empty() || masked[open..].starts_with(';') {
                return None;
            }
            let count = lines(masked, (at, closing(masked, open)));
            too_long_function(source, line_of(masked, at), &name, count, FUNCTION_LINES)
        })
        .collect()
}

/// Functions of TypeScript, those inside of others too. Biome has laid the text out, so that a function
/// ends at the first brace that stands as far in as the line it begins with.
fn long_script_functions(source: &Source) -> Vec<Finding> {
    let is_code = source.ends_with(&[".ts", ".tsx"]);
    let is_free =
        source.is_test() || [".spec.", ".story."].iter().any(|it| source.path.contains(it));
    if !is_code || is_free {
        return Vec::new();
    }
    let lines: Vec<&str> = source.text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    (0..lines.len())
        .filter_map(|open| {
            let depth = indent(lines[open]);
            // Parameters on lines of their own: the function begins above them.
            let head = (0..=open).rev().find(|at| {
                indent(lines[*at]) <= depth && !lines[*at].trim_start().starts_with(')')
            })?;
            let name = script_function(lines[head].trim(), lines[open].trim())?;
            let close = (open + 1..lines.len()).find(|at| {
                indent(lines[*at]) == depth && lines[*at].trim_start().starts_with('}')
            })?;
            too_long_function(source, head + 1, name, close - head + 1, SCRIPT_FUNCTION_LINES)
        })
        .collect()
}

/// What the function is called whose first line is `head` and whose body begins at the end of `open`.
fn script_function<'a>(head: &'a str, open: &str) -> Option<&'a str> {
    const OTHERS: [&str; 7] = ["if", "for", "while", "switch", "class", "interface", "}"];
    let is_arrow = open.ends_with("=> {") || open.ends_with("=> ({");
    let before = open.strip_suffix(" {")?;
    let after = before.rsplit_once(')').map(|(_, after)| after);
    let is_block = OTHERS.contains(&head.split(' ').next()?);
    if !is_arrow && (is_block || !after.is_some_and(|it| it.is_empty() || it.starts_with(':'))) {
        return None;
    }
    let name = head.split(['(', '=', '<']).next()?.trim();
    Some(name.rsplit(' ').next().unwrap_or(name))
}

fn too_long_function(
    source: &Source,
    line: usize,
    name: &str,
    count: usize,
    most: usize,
) -> Option<Finding> {
    (count > most).then(|| {
        let message = format!(
            "{name} has {count} lines, at most {most}. Nobody holds it in the head. \
             Give its steps names of their own."
        );
        let finding = source.finding("function-length", line, message);
        finding.sized(count).about(&format!("{}#{name}", source.path))
    })
}

/// The spans of `#[cfg(test)] mod … { … }`.
fn test_modules(masked: &str) -> Vec<(usize, usize)> {
    masked
        .match_indices("#[cfg(test)]")
        .filter_map(|(at, _)| {
            let open = at + masked[at..].find(['{', ';'])?;
            let is_module = words_at(&masked[at..open], "mod").next().is_some();
            (is_module && masked[open..].starts_with('{')).then(|| (at, closing(masked, open)))
        })
        .collect()
}

fn lines(text: &str, span: (usize, usize)) -> usize {
    text[span.0..span.1].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&Source::new(path, text.to_owned())).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_long_function_is_named_with_its_line() {
        let text =
            format!("//! x\n\nfn short() {{}}\nfn long() {{\n{}}}\n", "    x();\n".repeat(60));
        assert_eq!(
            found("crates/a/src/lib.rs", &text),
            ["crates/a/src/lib.rs:4: long has 62 lines, at most 60. Nobody holds it in the head. \
              Give its steps names of their own. [function-length]"]
        );
    }

    #[test]
    fn a_closure_that_is_used_as_an_object_is_one_function() {
        let body = "    x()\n".repeat(79);
        let counted = |head: &str| found("web/a.ts", &format!("{head}\n{body}}}\n")).len();
        for head in [
            "function long() {",
            "export const long = () => {",
            "function long(\n  a: string,\n): void {",
            "async function long<T>(a: T): Promise<{ b: T }> {",
        ] {
            assert_eq!(counted(head), 1, "{head}");
        }
        for head in ["if (is) {", "for (const one of all) {", "class Long {", "const long = {"] {
            assert_eq!(counted(head), 0, "{head}");
        }
        let closure = format!("export function make() {{\n  return {{\n{body}  }}\n}}\n");
        assert_eq!(
            found("web/a.ts", &closure),
            ["web/a.ts:1: make has 83 lines, at most 80. Nobody holds it in the head. \
                 Give its steps names of their own. [function-length]"]
        );
        assert_eq!(found("web/a.test.ts", &closure).len(), 0);
    }

    #[test]
    fn tests_do_not_count() {
        let test = format!(
            "#[cfg(test)]\nmod tests {{\n    fn long() {{\n{}    }}\n}}\n",
            "        x();\n".repeat(500)
        );
        assert_eq!(found("crates/a/src/lib.rs", &format!("//! x\n{test}")), Vec::<String>::new());
        let code = format!("//! x\n{}{test}", "const A: u8 = 1;\n".repeat(400));
        assert_eq!(
            found("crates/a/src/lib.rs", &code),
            [
                "crates/a/src/lib.rs:401: 401 lines, at most 400 without tests. It holds more than one thing. \
              Split it by what it holds. [file-length]"
            ]
        );
    }

    #[test]
    fn a_header_comes_first() {
        assert!(
            found("crates/a/src/lib.rs", "use x;\n")[0]
                .starts_with("crates/a/src/lib.rs:1: the file does not start")
        );
        assert_eq!(found("web/a.css", &"a\n".repeat(120)), Vec::<String>::new());
        assert_eq!(found("web/a.css", &"a\n".repeat(121)).len(), 1);
        assert_eq!(found("web/A.tsx", &"a\n".repeat(201)).len(), 1);
        assert_eq!(found("web/generated/A.tsx", &"a\n".repeat(201)).len(), 0);
        assert_eq!(found("crates/a/src/web.rs", &"//! a\n".repeat(81)).len(), 1);
    }
}
