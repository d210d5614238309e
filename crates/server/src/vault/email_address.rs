//! An e-mail address, as it is typed and as it is compared.
//!
//! Only what every mail server takes is one here: letters, digits and the usual signs before the `@`, a name
//! of the DNS behind it. What could make two recipients of one, or lines of a header of its own, is none
//! ([RFC 5321](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2), without quoted strings and addresses of
//! machines).

use std::fmt;

/// How long an address may be ([RFC 5321](https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1)).
const MOST_BYTES: usize = 254;
const MOST_LOCAL_BYTES: usize = 64;
/// What stands before the `@` besides letters, digits and dots.
const SIGNS: &[u8] = b"!#$%&'*+/=?^_`{|}~-";
/// Where dots before the `@` say nothing.
const DOTLESS: [&str; 2] = ["gmail.com", "googlemail.com"];

/// An address, in small letters, its domain as the DNS has it. It is personal: it has no `Debug` and is
/// never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress {
    local: String,
    domain: String,
}

impl EmailAddress {
    /// Reads one; nothing where it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let (local, domain) = text.rsplit_once('@')?;
        let is_fit = text.len() <= MOST_BYTES && (1..=MOST_LOCAL_BYTES).contains(&local.len());
        let is_atom = |it: &str| {
            !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric() || SIGNS.contains(&it))
        };
        if !is_fit || !local.split('.').all(is_atom) {
            return None;
        }
        let domain = idna::domain_to_ascii_strict(domain).ok()?;
        let last = domain.rsplit('.').next()?;
        let is_name = domain.contains('.') && !last.bytes().all(|it| it.is_ascii_digit());
        let address = EmailAddress { local: local.to_ascii_lowercase(), domain };
        (is_name && address.text().len() <= MOST_BYTES).then_some(address)
    }

    /// `local@domain`: who it is.
    pub fn text(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// The part behind the `@`.
    pub(crate) fn domain(&self) -> &str {
        &self.domain
    }

    /// The part before it.
    pub(crate) fn local(&self) -> &str {
        &self.local
    }

    /// One text for all addresses of one mailbox, as far as that is known: without what follows a `+`, and
    /// where dots say nothing without those. For counting, never for who somebody is.
    pub fn mailbox(&self) -> String {
        let local = self.local.split('+').next().unwrap_or_default();
        let local = if DOTLESS.contains(&&*self.domain) {
            local.replace('.', "")
        } else {
            local.to_owned()
        };
        format!("{local}@{}", self.domain)
    }
}

/// For messages to its owner alone.
impl fmt::Display for EmailAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}@{}", self.local, self.domain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_compared_in_small_letters() {
        for (typed, text) in [
            ("Ann@Example.com", "ann@example.com"),
            ("o'neil+shop@mail.example.co.uk", "o'neil+shop@mail.example.co.uk"),
            ("a@bücher.example", "a@xn--bcher-kva.example"),
            ("a@XN--BCHER-KVA.example", "a@xn--bcher-kva.example"),
            ("{x}|y@example.com", "{x}|y@example.com"),
        ] {
            assert_eq!(EmailAddress::parse(typed).expect(typed).text(), text);
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        let longer = format!("a@{}.com", "a.".repeat(150));
        for typed in [
            "",
            "@",
            "a",
            "a@",
            "@example.com",
            "a@localhost",
            "a b@example.com",
            "a@exam ple.com",
            "a@example.com\r\nBcc: b@example.com",
            "a@example.com\n",
            "a\r@example.com",
            "a@example.com,b@example.com",
            "a@example.com;b@example.com",
            "a,b@example.com",
            "<a@example.com>",
            "Ann <a@example.com>",
            "\"a b\"@example.com",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            "a@b@example.com",
            ".a@example.com",
            "a.@example.com",
            "a..b@example.com",
            "a@.example.com",
            "a@example..com",
            "a@-example.com",
            "а@example.com",
            "a@example.com\u{202e}",
            "a\u{0}@example.com",
            "a@exa_mple.com",
            "ä@example.com",
            &long,
            &longer,
        ] {
            assert!(EmailAddress::parse(typed).is_none(), "{typed:?}");
        }
    }

    #[test]
    fn aliases_are_counted_as_one_mailbox_and_are_different_people() {
        let of = |typed: &str| EmailAddress::parse(typed).expect(typed);
        for (one, other) in
            [("ann@example.com", "ann+shop@example.com"), ("a.n.n+1@gmail.com", "ann+2@GMAIL.com")]
        {
            assert_eq!(of(one).mailbox(), of(other).mailbox());
            assert_ne!(of(one).text(), of(other).text());
        }
        assert_ne!(of("a.nn@example.com").mailbox(), of("ann@example.com").mailbox());
    }
}
