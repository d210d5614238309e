//! Messages as sites write them, as thieves do, and as nobody should.

use super::*;
use proptest::prelude::*;

const ACCOUNT: &str = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";

/// The example of the EIP.
fn example() -> String {
    format!(
        "example.com wants you to sign in with your Ethereum account:\n{ACCOUNT}\n\nI accept the \
         ExampleOrg Terms of Service: https://example.com/tos\n\nURI: https://example.com/login\n\
         Version: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2021-09-30T16:25:24Z\nResources:\n\
         - ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/\n\
         - https://example.com/my-web2-claim.json"
    )
}

fn changed(from: &str, to: &str) -> Result<SignIn, SignInError> {
    let text = example();
    assert!(text.contains(from), "{from}");
    SignIn::parse(&text.replacen(from, to, 1))
}

fn account() -> Address {
    Address::parse(ACCOUNT, Strictness::Strict).unwrap()
}

fn mismatches(sign_in: &SignIn, origin: &str, now_ms: i64) -> Vec<Mismatch> {
    let chain = ChainNumber::ETHEREUM;
    sign_in.mismatches(&Asking { origin, account: &account(), chain, now_ms })
}

#[test]
fn the_example_of_the_eip_is_read() {
    let sign_in = SignIn::parse(&example()).unwrap();
    assert_eq!((sign_in.scheme.as_deref(), sign_in.domain.as_str()), (None, "example.com"));
    assert_eq!(sign_in.account, account());
    assert!(sign_in.statement.as_deref().unwrap().starts_with("I accept the ExampleOrg"));
    assert_eq!(
        (sign_in.uri.as_str(), sign_in.nonce.as_str()),
        ("https://example.com/login", "32891756")
    );
    assert_eq!((sign_in.chain, sign_in.issued_ms), (ChainNumber::ETHEREUM, 1_633_019_124_000));
    assert_eq!(sign_in.resources.len(), 2);
    assert_eq!(mismatches(&sign_in, "https://example.com", 0), []);
}

#[test]
fn everything_optional_is_read() {
    let text = "https://example.com:8443 wants you to sign in with your Ethereum account:\n\
        0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2\n\n\nURI: did:key:z6Mk#a\nVersion: 1\n\
        Chain ID: 1\nNonce: abcdefgh1\nIssued At: 2021-09-30T16:25:24.000Z\n\
        Expiration Time: 2021-09-30T17:25:24.000Z\nNot Before: 2021-09-30T16:00:00+00:00\n\
        Request ID: \nResources:";
    let sign_in = SignIn::parse(text).unwrap();
    assert_eq!(
        (sign_in.scheme.as_deref(), sign_in.domain.as_str()),
        (Some("https"), "example.com:8443")
    );
    assert_eq!((sign_in.statement.clone(), sign_in.resources.len()), (None, 0));
    assert_eq!(sign_in.request_id.as_deref(), Some(""));
    let origin = "https://example.com:8443";
    let issued_ms = sign_in.issued_ms;
    assert_eq!(mismatches(&sign_in, origin, issued_ms), []);
    assert_eq!(mismatches(&sign_in, origin, issued_ms + 3_599_999), []);
    assert_eq!(mismatches(&sign_in, origin, issued_ms + 3_600_000), [Mismatch::Expired]);
    assert_eq!(mismatches(&sign_in, origin, 0), [Mismatch::NotYetValid]);
    let http = "http://example.com:8443";
    assert_eq!(mismatches(&sign_in, http, issued_ms), [Mismatch::Scheme]);
}

/// viem, `createSiweMessage`, with nothing and with everything that it can write.
#[test]
fn what_viem_writes_is_read() {
    let plain = "example.com wants you to sign in with your Ethereum account:\n0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2\n\n\nURI: https://example.com/path\nVersion: 1\nChain ID: 1\nNonce: foobarbaz\nIssued At: 2023-02-01T00:00:00.000Z";
    let sign_in = SignIn::parse(plain).unwrap();
    assert_eq!((sign_in.statement, sign_in.issued_ms), (None, 1_675_209_600_000));
    let whole = "https://example.com wants you to sign in with your Ethereum account:\n0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2\n\nHi there.\n\nURI: https://example.com/path\nVersion: 1\nChain ID: 1\nNonce: foobarbaz\nIssued At: 2023-02-01T00:00:00.000Z\nExpiration Time: 2023-02-02T00:00:00.000Z\nNot Before: 2023-02-01T00:00:00.000Z\nRequest ID: 123e4567\nResources:\n- https://example.com/a\n- ipfs://x";
    let sign_in = SignIn::parse(whole).unwrap();
    assert_eq!(
        (sign_in.statement.as_deref(), sign_in.request_id.as_deref()),
        (Some("Hi there."), Some("123e4567"))
    );
    assert_eq!(sign_in.resources, ["https://example.com/a", "ipfs://x"]);
    assert_eq!(sign_in.expires_ms, Some(1_675_296_000_000));
}

#[test]
fn a_message_for_another_site_is_told() {
    let of = |domain: &str, origin: &str| {
        let sign_in = changed("example.com wants", &[domain, " wants"].concat()).unwrap();
        mismatches(&sign_in, origin, 0)
    };
    for (domain, origin) in [
        ("example.com", "https://example.com"),
        ("Example.COM", "https://example.com"),
        ("example.com:443", "https://example.com"),
        ("localhost:3000", "http://localhost:3000"),
        ("[::1]:80", "http://[::1]"),
    ] {
        assert_eq!(of(domain, origin), [], "{domain} {origin}");
    }
    for (domain, origin) in [
        ("example.com", "https://evil.com"),
        ("example.com", "https://example.com.evil.com"),
        ("example.com", "https://notexample.com"),
        ("example.com", "https://app.example.com"),
        ("app.example.com", "https://example.com"),
        ("example.com", "https://example.com:8443"),
        ("example.com:8443", "https://example.com"),
        ("example.com:443", "http://example.com"),
        ("example.com.", "https://example.com"),
        ("example.com", "null"),
        ("example.com", ""),
    ] {
        assert_eq!(of(domain, origin), [Mismatch::Domain], "{domain} {origin}");
    }
}

#[test]
fn a_message_for_another_account_or_chain_is_told() {
    let sign_in = SignIn::parse(&example()).unwrap();
    let asking = Asking {
        origin: "https://evil.com",
        account: &Address::new([1; 20]),
        chain: ChainNumber::new(5).unwrap(),
        now_ms: 0,
    };
    let all = [Mismatch::Domain, Mismatch::Account, Mismatch::Chain];
    assert_eq!(sign_in.mismatches(&asking), all);
}

#[test]
fn what_is_not_as_the_eip_says_is_refused() {
    for (from, to, error) in [
        ("example.com wants", "wants", SignInError::Domain),
        ("example.com wants", " wants", SignInError::Domain),
        ("example.com wants", "user@example.com wants", SignInError::Domain),
        ("example.com wants", "example.com/x wants", SignInError::Domain),
        ("example.com wants", "exämple.com wants", SignInError::Domain),
        ("example.com wants", "example.com: wants", SignInError::Domain),
        ("example.com wants", "1x://example.com wants", SignInError::Domain),
        ("example.com wants", "\nexample.com wants", SignInError::Domain),
        ("account:", "account: ", SignInError::Domain),
        ("Ethereum", "ethereum", SignInError::Domain),
        ("0xC02", "0xc02", SignInError::Address(AddressError::BadChecksum)),
        ("0xC02", "C02", SignInError::Address(AddressError::NoPrefix)),
        ("Cc2\n\n", "Cc2\n", SignInError::Statement),
        ("tos\n\n", "tos\n", SignInError::Statement),
        ("I accept", "I\naccept", SignInError::Statement),
        ("I accept", "I\raccept", SignInError::Statement),
        ("I accept", "I\0accept", SignInError::Statement),
        ("URI: https", "URI: ", SignInError::Uri),
        ("URI: https://example.com/login", "URI: https://exa mple.com", SignInError::Uri),
        ("URI: ", "Uri: ", SignInError::Uri),
        ("Version: 1", "Version: 2", SignInError::Version),
        ("Chain ID: 1", "Chain ID: 0x1", SignInError::Chain),
        ("Chain ID: 1", "Chain ID: 01", SignInError::Chain),
        ("Chain ID: 1", "Chain ID: ", SignInError::Chain),
        ("32891756", "3289175", SignInError::Nonce),
        ("32891756", "3289175-", SignInError::Nonce),
        ("2021-09-30T16:25:24Z", "2021-09-30", SignInError::IssuedAt),
        ("2021-09-30T16:25:24Z", "2021-09-31T16:25:24Z", SignInError::IssuedAt),
        ("Resources:", "Expiration Time: never\nResources:", SignInError::ExpirationTime),
        ("Resources:", "Not Before: \nResources:", SignInError::NotBefore),
        ("Resources:", "Request ID: a b\nResources:", SignInError::RequestId),
        ("Resources:", "Resources: ", SignInError::Resources),
        ("- ipfs", "- ", SignInError::Resources),
        ("- ipfs", "ipfs", SignInError::Rest),
        ("claim.json", "claim.json\n", SignInError::Rest),
        (
            "Resources:",
            "Not Before: 2021-09-30T16:25:24Z\nExpiration Time: 2021-09-30T16:25:24Z\nResources:",
            SignInError::Rest,
        ),
    ] {
        assert_eq!(changed(from, to), Err(error), "{from:?} -> {to:?}");
    }
}

#[test]
fn what_plays_a_sign_in_is_known_as_one() {
    assert!(is_meant(example().as_bytes()));
    assert!(is_meant(b"x.com Wants You To Sign In With Your ethereum Account:"));
    assert!(is_meant(b"hello\r\nx.com wants you to sign in with your Solana account"));
    assert!(is_meant(b"\xffx.com wants you to sign in with your Ethereum account:\0"));
    assert!(!is_meant(b"I want to sign in"));
    assert!(!is_meant(b""));
}

#[test]
fn resources_have_an_end() {
    let many = |count: usize| format!("claim.json{}", "\n- a:b".repeat(count));
    assert_eq!(changed("claim.json", &many(62)).unwrap().resources.len(), 64);
    assert_eq!(changed("claim.json", &many(63)), Err(SignInError::Resources));
}

proptest! {
    #[test]
    fn hostile_text_is_an_error_at_worst(text in any::<String>()) {
        prop_assert!(SignIn::parse(&text).is_err());
    }

    #[test]
    fn a_change_anywhere_panics_nowhere(at in 0..500_usize, with in any::<Option<char>>()) {
        let text = example();
        let mut letters: Vec<char> = text.chars().collect();
        let at = at % letters.len();
        match with {
            Some(letter) => letters[at] = letter,
            None => { letters.remove(at); }
        }
        let text: String = letters.into_iter().collect();
        if let Ok(sign_in) = SignIn::parse(&text) {
            prop_assert!(is_domain(&sign_in.domain));
            let _ = mismatches(&sign_in, &text, 0);
        }
    }
}
