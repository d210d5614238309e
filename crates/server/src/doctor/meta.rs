//! Finds the policies that a page declares in `<meta http-equiv="Content-Security-Policy">`.
//!
//! Enough of an HTML tokenizer for that: comments, the texts of scripts and styles, and attributes
//! with and without quotes. Policies count in the head only, so the first `<body` ends the search.

/// The contents of those elements, in their order.
pub(super) fn policies(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = after(comment, "-->");
            continue;
        }
        let length = rest.find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let name = rest[..length].to_ascii_lowercase();
        let (attributes, left) = attributes(&rest[length..]);
        let value = |wanted: &str| {
            attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| &**value)
        };
        match &*name {
            "body" => break,
            "script" | "style" | "title" | "noscript" | "template" => {
                rest = after_end_of(&name, left);
            }
            "meta" => {
                let is_policy = value("http-equiv")
                    .is_some_and(|it| it.trim().eq_ignore_ascii_case("content-security-policy"));
                found.extend(value("content").filter(|_| is_policy).map(unescaped));
                rest = left;
            }
            // A `<` in a text, or an element that says nothing here.
            _ => rest = if length > 0 { left } else { rest },
        }
    }
    found
}

/// The attributes of a tag, their names in lower case, and what follows the tag.
fn attributes(text: &str) -> (Vec<(String, String)>, &str) {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|it: char| it.is_ascii_whitespace() || it == '/');
        if rest.is_empty() {
            return (found, rest);
        }
        if let Some(left) = rest.strip_prefix('>') {
            return (found, left);
        }
        let is_end = |it: char| it.is_ascii_whitespace() || matches!(it, '=' | '>' | '/');
        // A `=` that comes first is the beginning of a name.
        let end = rest.char_indices().skip(1).find(|(_, it)| is_end(*it));
        let (name, left) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        let (value, left) = match left.trim_ascii_start().strip_prefix('=') {
            Some(written) => value(written.trim_ascii_start()),
            None => ("", left),
        };
        let name = name.to_ascii_lowercase();
        if !found.iter().any(|(known, _)| *known == name) {
            found.push((name, value.to_owned()));
        }
        rest = left;
    }
}

fn value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    let end = text.find(|it: char| it.is_ascii_whitespace() || it == '>');
    text.split_at(end.unwrap_or(text.len()))
}

fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

fn after_end_of<'a>(name: &str, text: &'a str) -> &'a str {
    // Lower case of ASCII keeps every place.
    let end = text.to_ascii_lowercase().find(&format!("</{name}"));
    end.map_or("", |at| &text[at + 2..])
}

/// The character references that a policy is written with.
fn unescaped(text: &str) -> String {
    let apostrophes = ["&#39;", "&#x27;", "&#X27;", "&apos;"];
    let text = apostrophes.iter().fold(text.to_owned(), |text, it| text.replace(it, "'"));
    text.replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_found_where_browsers_find_them() {
        for (page, found) in [
            (
                r#"<meta http-equiv="Content-Security-Policy" content="img-src 'self'">"#,
                vec!["img-src 'self'"],
            ),
            (r#"<META content='a "b"' HTTP-EQUIV=content-security-policy />"#, vec![r#"a "b""#]),
            (
                "<meta http-equiv=content-security-policy content=a><meta\nhttp-equiv = 'content-security-policy' content = b>",
                vec!["a", "b"],
            ),
            (
                r#"<meta http-equiv="Content-Security-Policy" content="img-src &#39;self&apos;">"#,
                vec!["img-src 'self'"],
            ),
            (r#"<meta http-equiv="Content-Security-Policy-Report-Only" content="a">"#, vec![]),
            (r#"<meta name="x" content="a"><meta charset=utf-8>"#, vec![]),
            (r#"<!-- <meta http-equiv="content-security-policy" content="a"> -->"#, vec![]),
            (
                r#"<script>'<meta http-equiv="content-security-policy" content="a">'</SCRIPT ><title>1 < 2</title>"#,
                vec![],
            ),
            (
                r#"<style>a{}</style><link title=">" rel=x><meta http-equiv="content-security-policy" content="a">"#,
                vec!["a"],
            ),
            (r#"<body><meta http-equiv="content-security-policy" content="a">"#, vec![]),
            ("<meta http-equiv=content-security-policy content=\"a", vec!["a"]),
            ("<meta http-equiv=content-security-policy content", vec![""]),
            ("< <<!--", vec![]),
            ("<meta é=\"ü\" http-equiv=content-security-policy content=\"ö\">", vec!["ö"]),
            ("<script>never closed <meta http-equiv=content-security-policy content=a>", vec![]),
        ] {
            assert_eq!(policies(page), found, "{page}");
        }
    }
}
