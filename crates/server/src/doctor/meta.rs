//! Finds the policies that a page declares in `<meta http-equiv="Content-Security-Policy">`.
//!
//! They count in the head only, so the first `<body` ends the search; what stands in a script, a style, a
//! template or a comment is none.

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// The contents of those elements, in their order.
pub(super) fn policies(page: &str) -> Vec<String> {
    let mut emitter = DefaultEmitter::<()>::default();
    // Else the text of a script would be read as tags.
    emitter.naively_switch_states(true);
    let mut found = Vec::new();
    let mut apart: Option<Vec<u8>> = None;
    for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
        match token {
            Token::EndTag(tag) if apart.as_ref().is_some_and(|it| tag.name == *it) => {
                apart = None;
            }
            Token::StartTag(tag) if apart.is_none() => match tag.name.as_slice() {
                b"body" => break,
                b"noscript" | b"template" => apart = Some(tag.name.to_vec()),
                b"meta" => found.extend(policy(&tag)),
                _ => {}
            },
            _ => {}
        }
    }
    found
}

fn policy(tag: &StartTag<()>) -> Option<String> {
    let value = |name: &[u8]| {
        tag.attributes.get(name).map(|value| String::from_utf8_lossy(value).into_owned())
    };
    let equivalent = value(b"http-equiv")?;
    let is_policy = equivalent.trim().eq_ignore_ascii_case("content-security-policy");
    value(b"content").filter(|_| is_policy)
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
            // A tag that does not end is none.
            ("<meta http-equiv=content-security-policy content=\"a", vec![]),
            ("<meta http-equiv=content-security-policy content", vec![]),
            ("<template><meta http-equiv=content-security-policy content=a></template>", vec![]),
            (
                "<meta http-equiv=content-security-policy content='img-src&#x20;&lt;'>",
                vec!["img-src <"],
            ),
            ("< <<!--", vec![]),
            ("<meta é=\"ü\" http-equiv=content-security-policy content=\"ö\">", vec!["ö"]),
            ("<script>never closed <meta http-equiv=content-security-policy content=a>", vec![]),
        ] {
            assert_eq!(policies(page), found, "{page}");
        }
    }
}
