//! Which family of browsers somebody uses, as its `User-Agent` says: for people to recognise, and for
//! telling apart who is new from whose storage was cleared. Nobody is let in by it.

/// Each with a word that no other has before it in the list.
const BROWSERS: [(&str, &str); 7] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Likewise. A phone's browser names the desktop's system, too, in whose place it may stand.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// `Firefox on Linux`; what is unknown is `another browser`.
pub(crate) fn family(user_agent: &str) -> String {
    let of = |table: &[(&str, &'static str)]| {
        table.iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| *name)
    };
    // Chrome on an iPhone calls itself otherwise than everywhere else.
    let browser = if user_agent.contains("CriOS/") { Some("Chrome") } else { of(&BROWSERS) };
    match (browser, of(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, _) => "another browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_called_by_its_name() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/141.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/141.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like \
                 Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like \
                 Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
                "Chrome on iOS",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            ("curl/8.0", "another browser"),
            ("<script>Firefox/</script>", "Firefox"),
            ("", "another browser"),
        ] {
            assert_eq!(family(user_agent), name);
        }
    }
}
