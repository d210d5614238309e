//! Whether an NFT is there to lure: rules over what it says of itself and over how it came. Each has a name,
//! which is told, so that nobody has to take our word for it.

/// From so many receivers of one transaction on, what was sent to an account was sent to anybody.
pub(super) const MANY: i64 = 10;

/// Words that ask somebody to do something.
const BAIT: [&str; 10] = [
    "airdrop",
    "airdrops",
    "claim",
    "claimable",
    "claimed",
    "claims",
    "visit",
    "visits",
    "redeem",
    "voucher",
];

/// Why an NFT is held to be there to lure, by what is written on it and by how many were given some of its
/// collection with it.
pub(crate) fn reasons(texts: &[&str], receivers: i64) -> Vec<&'static str> {
    let has_link = texts.iter().any(|it| has_link(it));
    let is_bait = texts.iter().any(|it| is_bait(it));
    let is_mass = receivers >= MANY;
    let rules = [(has_link, "link"), (is_bait, "claim"), (is_mass, "mass")];
    rules.into_iter().filter_map(|(is_so, name)| is_so.then_some(name)).collect()
}

fn has_link(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("://") || text.split(char::is_whitespace).any(is_site)
}

/// Whether a word is the name of a site: `claim.com`, `(www.claim.com/now)`.
fn is_site(word: &str) -> bool {
    let host = word.trim_start_matches(|it: char| !it.is_alphanumeric());
    let end = host.find(|it: char| !it.is_alphanumeric() && it != '.' && it != '-');
    let host = host[..end.unwrap_or(host.len())].trim_matches('.');
    let is_known = psl::suffix(host.as_bytes()).is_some_and(|it| it.is_known());
    is_known && psl::domain(host.as_bytes()).is_some()
}

fn is_bait(text: &str) -> bool {
    let text = text.to_lowercase();
    text.split(|it: char| !it.is_alphanumeric()).any(|it| BAIT.contains(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_name() {
        for (text, want) in [
            ("Latchkit Pictures", &[][..]),
            ("Edition No.5", &[]),
            ("alice.eth", &[]),
            ("...", &[]),
            ("", &[]),
            ("Visitors of Mars", &[]),
            ("$5,000 at https://usdc-drop.example", &["link"]),
            ("(USDC-Drop.com)", &["link"]),
            ("t.me/drop", &["link"]),
            ("Claim your reward", &["claim"]),
            ("AIRDROP!", &["claim"]),
            ("visit www.drop.xyz to claim", &["link", "claim"]),
        ] {
            assert_eq!(reasons(&[text], 0), want, "{text}");
        }
        assert_eq!(reasons(&["Fine", "Airdrop"], 10), ["claim", "mass"]);
        assert_eq!(reasons(&[], 9), [""; 0]);
    }
}
