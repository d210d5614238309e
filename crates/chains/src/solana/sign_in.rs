//! A message that signs somebody in: the text of
//! [Sign-In with Ethereum](https://eips.ethereum.org/EIPS/eip-4361) with an account of Solana.
//!
//! [`SignIn::read`] takes it apart, and [`SignIn::faults`] holds it against what is the case: a page
//! must not have somebody signed in elsewhere. Here, unlike there, everything below the address may
//! be left out ([Sign In With Solana](https://github.com/phantom/sign-in-with-solana)).

use super::address::{self, Address};
use super::moment::read_ms;

/// A text that signs somebody in; its parts as they stand in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignIn<'a> {
    /// The scheme of the site, where the text names one: `https`.
    pub scheme: Option<&'a str>,
    /// The site: a host, and a port where it is not the usual one.
    pub domain: &'a str,
    /// Whose account.
    pub address: Address,
    /// A sentence for the person.
    pub statement: Option<&'a str>,
    /// What is signed in to.
    pub uri: Option<&'a str>,
    /// The chain: `mainnet`, `solana:devnet`, or the name that CAIP-2 has for it.
    pub chain_id: Option<&'a str>,
    /// What the site drew for this one time.
    pub nonce: Option<&'a str>,
    /// When it was made, in milliseconds since 1970.
    pub issued_at_ms: Option<i64>,
    /// From when on it counts no more.
    pub expires_at_ms: Option<i64>,
    /// Before when it does not count yet.
    pub not_before_ms: Option<i64>,
    /// The site's own name for the request.
    pub request_id: Option<&'a str>,
    /// What else is signed in to.
    pub resources: Vec<&'a str>,
}

/// Why a text that begins like one that signs somebody in is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignInError {
    /// It is of an account of something else.
    OtherAccount,
    /// Its site is no host with at most a port.
    Domain,
    /// The second line is no address.
    Address,
    /// A line is not where it must be.
    Layout,
    /// Its version is not 1.
    Version,
    /// A time is none.
    Time,
}

/// What is the case where a text is to be signed.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The host of the page that asks, with its port where it is not the usual one.
    pub domain: &'a str,
    /// Our account.
    pub address: &'a Address,
    /// The chain by the name that CAIP-2 has for it, without the namespace.
    pub chain: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// In what a text is not for this place and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignInFault {
    /// It signs in at another site: nobody may sign this here.
    OtherDomain,
    /// It is for another account.
    OtherAddress,
    /// It is for another chain.
    OtherChain,
    /// It counts no more.
    Expired,
    /// It does not count yet.
    TooEarly,
}

const WANTS: &str = " wants you to sign in with your ";
/// Sites name the network, where it is not the main one.
const ACCOUNTS: [&str; 3] =
    ["Solana account:", "Solana Devnet account:", "Solana Testnet account:"];
/// What stands below the statement, in this order.
const LABELS: [&str; 8] = [
    "URI: ",
    "Version: ",
    "Chain ID: ",
    "Nonce: ",
    "Issued At: ",
    "Expiration Time: ",
    "Not Before: ",
    "Request ID: ",
];
const RESOURCES: &str = "Resources:";
/// The words that sites use for a chain, and its name in CAIP-2
/// ([chains](https://namespaces.chainagnostic.org/solana/caip2)).
const CHAINS: [(&str, &str); 3] = [
    ("mainnet", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"),
    ("devnet", "EtWTRABZaYq6iMfeYKouRu166VU2xqa1"),
    ("testnet", "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z"),
];

impl SignIn<'_> {
    /// Reads a text; nothing where its first line is not that of one.
    ///
    /// # Errors
    /// The first rule that it breaks. Such a text says that it signs in, but not clearly whom and
    /// where: nobody should sign it.
    pub fn read(text: &str) -> Result<Option<SignIn<'_>>, SignInError> {
        let mut lines = text.split('\n');
        let Some((site, account)) = lines.next().and_then(|it| it.split_once(WANTS)) else {
            return Ok(None);
        };
        if !ACCOUNTS.contains(&account) {
            return Err(SignInError::OtherAccount);
        }
        let (scheme, domain) = site.split_once("://").map_or((None, site), |it| (Some(it.0), it.1));
        if !is_site(domain) || scheme.is_some_and(|it| !is_site(it)) {
            return Err(SignInError::Domain);
        }
        let address = lines.next().and_then(address::parse).ok_or(SignInError::Address)?;
        let lines: Vec<&str> = lines.collect();
        let (statement, fields) = statement_and_fields(&lines).ok_or(SignInError::Layout)?;
        // A line that only looks as if it had ended.
        if text.chars().any(|it| it.is_control() && it != '\n') {
            return Err(SignInError::Layout);
        }
        let sign_in = fields_of(fields)?;
        Ok(Some(SignIn { scheme, domain, address, statement, ..sign_in }))
    }

    /// In what it is not for this place and time; nothing where it is. What it does not say is no
    /// fault.
    pub fn faults(&self, setting: &Setting<'_>) -> Vec<SignInFault> {
        let is_other_chain = |it: &str| {
            let name = it.strip_prefix("solana:").unwrap_or(it);
            let word = CHAINS.iter().find(|(word, _)| *word == name);
            word.map_or(name, |(_, chain)| chain) != setting.chain
        };
        [
            (SignInFault::OtherDomain, !self.domain.eq_ignore_ascii_case(setting.domain)),
            (SignInFault::OtherAddress, self.address != *setting.address),
            (SignInFault::OtherChain, self.chain_id.is_some_and(is_other_chain)),
            (SignInFault::Expired, self.expires_at_ms.is_some_and(|it| it <= setting.now_ms)),
            (SignInFault::TooEarly, self.not_before_ms.is_some_and(|it| it > setting.now_ms)),
        ]
        .into_iter()
        .filter_map(|(fault, is_so)| is_so.then_some(fault))
        .collect()
    }
}

/// Neither a path, nor a name of somebody in front, nor what is not of a host or a scheme.
fn is_site(text: &str) -> bool {
    let is_of_site = |it: u8| it.is_ascii_alphanumeric() || b"-._~:[]%".contains(&it);
    !text.is_empty() && text.bytes().all(is_of_site)
}

/// What follows the address: a statement between empty lines, then fields; each may be missing, and
/// where the statement is, so may one of the empty lines.
fn statement_and_fields<'a, 'b>(lines: &'b [&'a str]) -> Option<(Option<&'a str>, &'b [&'a str])> {
    match lines {
        [] => Some((None, &[])),
        ["", "", fields @ ..] if !fields.is_empty() => Some((None, fields)),
        ["", fields @ ..] if fields.first().is_some_and(|it| is_field(it)) => Some((None, fields)),
        ["", statement] if !statement.is_empty() => Some((Some(statement), &[])),
        ["", statement, "", fields @ ..] if !fields.is_empty() => Some((Some(statement), fields)),
        _ => None,
    }
}

fn is_field(line: &str) -> bool {
    line == RESOURCES || LABELS.iter().any(|label| line.starts_with(label))
}

/// The fields, each at most once and in their order; who and where are not among them.
fn fields_of<'a>(fields: &[&'a str]) -> Result<SignIn<'a>, SignInError> {
    let mut rest = fields;
    let mut next = |label: &str| {
        let value = rest.first()?.strip_prefix(label)?;
        rest = &rest[1..];
        Some(value)
    };
    let [uri, version, chain_id, nonce, issued, expires, not_before, request_id] =
        LABELS.map(&mut next);
    let resources = match rest {
        [] => Vec::new(),
        [RESOURCES, listed @ ..] => {
            let resources: Option<_> = listed.iter().map(|it| it.strip_prefix("- ")).collect();
            resources.ok_or(SignInError::Layout)?
        }
        _ => return Err(SignInError::Layout),
    };
    if version.is_some_and(|it| it != "1") {
        return Err(SignInError::Version);
    }
    Ok(SignIn {
        scheme: None,
        domain: "",
        address: [0; 32],
        statement: None,
        uri,
        chain_id,
        nonce,
        issued_at_ms: time(issued)?,
        expires_at_ms: time(expires)?,
        not_before_ms: time(not_before)?,
        request_id,
        resources,
    })
}

fn time(text: Option<&str>) -> Result<Option<i64>, SignInError> {
    text.map(|it| read_ms(it).ok_or(SignInError::Time)).transpose()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{FRIEND, OWNER};
    use super::*;
    use proptest::prelude::*;

    const WHOLE: &str = "https://shop.example:8443 wants you to sign in with your Solana account:\n\
        AdApmHJToGTdeFGE1B3oTSycp7ACqh4GqXCUAA752q4S\n\
        \n\
        Sign in to buy.\n\
        \n\
        URI: https://shop.example:8443/in\n\
        Version: 1\n\
        Chain ID: mainnet\n\
        Nonce: 32891756\n\
        Issued At: 2026-01-31T12:00:00Z\n\
        Expiration Time: 2026-01-31T12:10:00.000Z\n\
        Not Before: 2026-01-31T11:59:00Z\n\
        Request ID: some\n\
        Resources:\n\
        - ipfs://one\n\
        - https://two.example";
    const SHORT: &str = "shop.example wants you to sign in with your Solana account:\n\
        AdApmHJToGTdeFGE1B3oTSycp7ACqh4GqXCUAA752q4S";
    const NOON_MS: i64 = 1_769_860_800_000;

    fn read(text: &str) -> Result<SignIn<'_>, SignInError> {
        SignIn::read(text).map(Option::unwrap)
    }

    #[test]
    fn all_parts_are_read() {
        let expected = SignIn {
            scheme: Some("https"),
            domain: "shop.example:8443",
            address: OWNER,
            statement: Some("Sign in to buy."),
            uri: Some("https://shop.example:8443/in"),
            chain_id: Some("mainnet"),
            nonce: Some("32891756"),
            issued_at_ms: Some(NOON_MS),
            expires_at_ms: Some(NOON_MS + 600_000),
            not_before_ms: Some(NOON_MS - 60_000),
            request_id: Some("some"),
            resources: vec!["ipfs://one", "https://two.example"],
        };
        assert_eq!(read(WHOLE), Ok(expected));
    }

    #[test]
    fn parts_may_be_missing() {
        let short = read(SHORT).unwrap();
        assert_eq!((short.scheme, short.domain, short.address), (None, "shop.example", OWNER));
        let statement =
            |rest: &str| read(&[SHORT, rest].concat()).unwrap().statement.map(str::to_owned);
        assert_eq!(statement("\n\nHello."), Some("Hello.".to_owned()));
        assert_eq!(statement("\n\nHello.\n\nNonce: 1"), Some("Hello.".to_owned()));
        assert_eq!(statement("\n\nNonce: 1"), None);
        // As Ethereum has it.
        assert_eq!(statement("\n\n\nNonce: 1"), None);
        assert_eq!(statement("\n\nResources:"), None);
        let devnet = SHORT.replace("Solana account", "Solana Devnet account");
        assert_eq!(read(&devnet).unwrap().domain, "shop.example");
    }

    #[test]
    fn other_texts_are_no_sign_in() {
        for text in ["", "Hello", "shop.example wants you to sign\nin with your Solana account:"] {
            assert_eq!(SignIn::read(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn an_unclear_sign_in_says_why() {
        for (from, to, error) in [
            ("Solana account:", "Ethereum account:", SignInError::OtherAccount),
            ("Solana account:", "Solana account", SignInError::OtherAccount),
            ("https://shop", "https://evil@shop", SignInError::Domain),
            (":8443 wants", "/path wants", SignInError::Domain),
            ("https://shop.example:8443 wants", " wants", SignInError::Domain),
            ("https://", "://", SignInError::Domain),
            ("shop.example:8443 w", "shöp.example w", SignInError::Domain),
            ("AdApmH", "0dApmH", SignInError::Address),
            ("q4S\n", "q4S \n", SignInError::Address),
            ("\n\nSign in to buy.", "\nSign in to buy.", SignInError::Layout),
            ("buy.\n", "buy.\nURI: x\n", SignInError::Layout),
            ("Nonce: 32891756", "nonce: 1", SignInError::Layout),
            ("Nonce: 32891756\n", "Nonce: 1\nNonce: 2\n", SignInError::Layout),
            ("Version: 1\n", "Version: 2\n", SignInError::Version),
            ("2026-01-31T12:00:00Z", "2026-01-31", SignInError::Time),
            ("- ipfs", "ipfs", SignInError::Layout),
            ("buy.", "buy.\r", SignInError::Layout),
            ("two.example", "two.example\n", SignInError::Layout),
        ] {
            let wrong = WHOLE.replacen(from, to, 1);
            assert_eq!(read(&wrong), Err(error), "{wrong}");
        }
        for end in ["\n", "\n\n", "\n\n\n", "\n\nHello.\n", "\n\nHello.\n\n", "\n\nHello.\nMore."] {
            assert_eq!(read(&[SHORT, end].concat()), Err(SignInError::Layout), "{end:?}");
        }
    }

    #[test]
    fn what_is_not_for_here_and_now_is_told() {
        let sign_in = read(WHOLE).unwrap();
        let here = Setting {
            domain: "shop.example:8443",
            address: &OWNER,
            chain: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
            now_ms: NOON_MS,
        };
        let faults = |setting| sign_in.faults(&setting);
        assert_eq!(faults(here), []);
        assert_eq!(faults(Setting { domain: "SHOP.example:8443", ..here }), []);
        for domain in ["shop.example", "evil.shop.example:8443", ""] {
            assert_eq!(faults(Setting { domain, ..here }), [SignInFault::OtherDomain]);
        }
        assert_eq!(faults(Setting { address: &FRIEND, ..here }), [SignInFault::OtherAddress]);
        let chain = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
        assert_eq!(faults(Setting { chain, ..here }), [SignInFault::OtherChain]);
        let at = |now_ms| faults(Setting { now_ms, ..here });
        assert_eq!(at(NOON_MS + 599_999), []);
        assert_eq!(at(NOON_MS + 600_000), [SignInFault::Expired]);
        assert_eq!(at(NOON_MS - 60_000), []);
        assert_eq!(at(NOON_MS - 60_001), [SignInFault::TooEarly]);
    }

    #[test]
    fn a_chain_has_several_names() {
        let setting = Setting {
            domain: "shop.example",
            address: &OWNER,
            chain: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
            now_ms: NOON_MS,
        };
        for (name, is_meant) in [
            ("devnet", true),
            ("solana:devnet", true),
            ("EtWTRABZaYq6iMfeYKouRu166VU2xqa1", true),
            ("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", true),
            ("mainnet", false),
            ("", false),
            ("1", false),
        ] {
            let text = [SHORT, "\n\nChain ID: ", name].concat();
            assert_eq!(read(&text).unwrap().faults(&setting).is_empty(), is_meant, "{name}");
        }
    }

    proptest! {
        #[test]
        fn hostile_text_is_an_error_at_worst(cut in 0..WHOLE.len(), more in ".{0,20}", text in any::<String>()) {
            let _ = SignIn::read(&text);
            let _ = SignIn::read(&[&WHOLE[..cut], &more, &WHOLE[cut..]].concat());
            let _ = SignIn::read(&[&WHOLE[..cut], &more].concat());
        }
    }
}
