//! Sign-In with Ethereum: a message that lets its holder into a site, so it is looked at before it is
//! signed ([EIP-4361](https://eips.ethereum.org/EIPS/eip-4361)).
//!
//! [`is_meant`] tells whether a message is one or plays one. [`SignIn::parse`] reads it by the grammar of
//! the EIP, line by line. [`SignIn::mismatches`] holds it against who asks, for what account, where and
//! when. Who serves the message may read it less strictly than this, so what plays one and cannot be read is no
//! better than one for another site.

use super::address::{Address, AddressError, Strictness};
use super::chain_number::ChainNumber;
use super::timestamp::milliseconds;
use core::{error, fmt};

const ASKS: &str = " wants you to sign in with your Ethereum account:";
/// The most resources that are read.
const RESOURCES: usize = 64;

/// What a sign-in message says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignIn {
    /// `https` and the like, where it is given.
    pub scheme: Option<String>,
    /// The site that will be signed in to: a host, with a port where it has one of its own.
    pub domain: String,
    /// Who signs in.
    pub account: Address,
    /// What the site wants to be agreed to; any text without line breaks and control characters.
    pub statement: Option<String>,
    /// What the sign-in is for.
    pub uri: String,
    /// Where the account is looked at.
    pub chain: ChainNumber,
    /// At least eight letters and digits.
    pub nonce: String,
    /// In milliseconds since 1970, as the two below.
    pub issued_ms: i64,
    /// From when on it does not count any more.
    pub expires_ms: Option<i64>,
    /// Before when it does not count.
    pub not_before_ms: Option<i64>,
    /// The site's own name of the request.
    pub request_id: Option<String>,
    /// What is to be let in to; at most 64 URIs.
    pub resources: Vec<String>,
}

/// Which part of a message is not what the EIP asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignInError {
    /// The first line is no domain that asks.
    Domain,
    /// The second line is no address with its checksum.
    Address(AddressError),
    /// The lines around the statement, or what is in it.
    Statement,
    /// `URI: ` and a URI.
    Uri,
    /// `Version: 1`
    Version,
    /// `Chain ID: ` and a number.
    Chain,
    /// `Nonce: ` and at least eight letters and digits.
    Nonce,
    /// `Issued At: ` and a time of [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339).
    IssuedAt,
    /// `Expiration Time: ` and such a time.
    ExpirationTime,
    /// `Not Before: ` and such a time.
    NotBefore,
    /// `Request ID: ` and what a path may hold.
    RequestId,
    /// `Resources:` and lines of `- ` and a URI.
    Resources,
    /// Text after the last of these, or one of them twice or out of order.
    Rest,
}

/// Who asks for the signature, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// The origin of the page as the browser tells it: `https://example.com:8443`.
    pub origin: &'a str,
    /// The account that would sign.
    pub account: &'a Address,
    /// The active chain.
    pub chain: ChainNumber,
    /// Milliseconds since 1970.
    pub now_ms: i64,
}

/// In what a message is not for who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The domain, its port included, is not that of the page: it would let the page into another site.
    Domain,
    /// The scheme is not that of the page.
    Scheme,
    /// It names another account.
    Account,
    /// It names another chain.
    Chain,
    /// It does not count any more.
    Expired,
    /// It does not count yet.
    NotYetValid,
}

/// Whether a message is one that signs in, or close enough that a careless site may take it for one;
/// also where it is no text as a whole.
pub fn is_meant(message: &[u8]) -> bool {
    const SAYS: &[u8] = b"wants you to sign in with your";
    message.windows(SAYS.len()).any(|window| window.eq_ignore_ascii_case(SAYS))
}

impl SignIn {
    /// Reads a message; lines end with a single line feed, the last one with none.
    ///
    /// # Errors
    /// [`SignInError`] names the first part that is not as it must be.
    pub fn parse(text: &str) -> Result<SignIn, SignInError> {
        if text.chars().any(|letter| letter.is_control() && letter != '\n') {
            return Err(SignInError::Statement);
        }
        let mut lines = Lines(Some(text));
        let asking = lines.next().strip_suffix(ASKS).ok_or(SignInError::Domain)?;
        let (scheme, domain) = match asking.split_once("://") {
            Some((scheme, domain)) => (Some(scheme), domain),
            None => (None, asking),
        };
        if !is_domain(domain) || scheme.is_some_and(|scheme| !is_scheme(scheme)) {
            return Err(SignInError::Domain);
        }
        let account =
            Address::parse(lines.next(), Strictness::Strict).map_err(SignInError::Address)?;
        let statement = statement(&mut lines)?;
        let uri = lines.field("URI: ").filter(|it| is_uri(it)).ok_or(SignInError::Uri)?;
        lines.field("Version: ").filter(|it| *it == "1").ok_or(SignInError::Version)?;
        let chain = lines.field("Chain ID: ").and_then(|it| ChainNumber::from_reference(it).ok());
        let chain = chain.ok_or(SignInError::Chain)?;
        let nonce = lines.field("Nonce: ").filter(|it| is_nonce(it)).ok_or(SignInError::Nonce)?;
        let issued = lines.field("Issued At: ").and_then(milliseconds);
        let issued_ms = issued.ok_or(SignInError::IssuedAt)?;
        let mut time = |name, error| match lines.field(name) {
            Some(time) => milliseconds(time).map(Some).ok_or(error),
            None => Ok(None),
        };
        let expires_ms = time("Expiration Time: ", SignInError::ExpirationTime)?;
        let not_before_ms = time("Not Before: ", SignInError::NotBefore)?;
        let request_id = lines.field("Request ID: ");
        if request_id.is_some_and(|id| !id.bytes().all(is_of_path)) {
            return Err(SignInError::RequestId);
        }
        let resources = resources(&mut lines)?;
        if lines.0.is_some() {
            return Err(SignInError::Rest);
        }
        Ok(SignIn {
            scheme: scheme.map(str::to_owned),
            domain: domain.to_owned(),
            account,
            statement: statement.map(str::to_owned),
            uri: uri.to_owned(),
            chain,
            nonce: nonce.to_owned(),
            issued_ms,
            expires_ms,
            not_before_ms,
            request_id: request_id.map(str::to_owned),
            resources,
        })
    }

    /// Everything in which it is not for who asks; nothing where all is as it should be.
    pub fn mismatches(&self, asking: &Asking<'_>) -> Vec<Mismatch> {
        let (scheme, authority) = asking.origin.split_once("://").unwrap_or(("", ""));
        // An origin leaves the port of its scheme out; a domain may name it.
        let port = match scheme {
            "https" => ":443",
            "http" => ":80",
            _ => "",
        };
        let domain = self.domain.strip_suffix(port).unwrap_or(&self.domain);
        let is_domain = !authority.is_empty() && domain.eq_ignore_ascii_case(authority);
        let is_scheme = self.scheme.as_ref().is_none_or(|it| it.eq_ignore_ascii_case(scheme));
        let found = [
            (!is_domain, Mismatch::Domain),
            (!is_scheme, Mismatch::Scheme),
            (self.account != *asking.account, Mismatch::Account),
            (self.chain != asking.chain, Mismatch::Chain),
            (self.expires_ms.is_some_and(|at| at <= asking.now_ms), Mismatch::Expired),
            (self.not_before_ms.is_some_and(|at| at > asking.now_ms), Mismatch::NotYetValid),
        ];
        found.into_iter().filter(|(is, _)| *is).map(|(_, mismatch)| mismatch).collect()
    }
}

/// What is left of the message; nothing after its last line.
struct Lines<'a>(Option<&'a str>);

impl<'a> Lines<'a> {
    /// The next line; empty after the last.
    fn next(&mut self) -> &'a str {
        let text = self.0.unwrap_or_default();
        let (line, rest) = match text.split_once('\n') {
            Some((line, rest)) => (line, Some(rest)),
            None => (text, None),
        };
        self.0 = rest;
        line
    }

    /// The rest of the next line, where it begins so; else it stays where it is.
    fn field(&mut self, name: &str) -> Option<&'a str> {
        self.0?.strip_prefix(name)?;
        self.next().strip_prefix(name)
    }
}

/// An empty line, the statement where there is one, and an empty line.
fn statement<'a>(lines: &mut Lines<'a>) -> Result<Option<&'a str>, SignInError> {
    if !lines.next().is_empty() {
        return Err(SignInError::Statement);
    }
    let statement = lines.next();
    if statement.is_empty() {
        return Ok(None);
    }
    if lines.next().is_empty() { Ok(Some(statement)) } else { Err(SignInError::Statement) }
}

fn resources(lines: &mut Lines<'_>) -> Result<Vec<String>, SignInError> {
    let mut resources = Vec::new();
    match lines.field("Resources:") {
        None => return Ok(resources),
        Some("") => {}
        Some(_) => return Err(SignInError::Resources),
    }
    while let Some(resource) = lines.field("- ") {
        if !is_uri(resource) || resources.len() == RESOURCES {
            return Err(SignInError::Resources);
        }
        resources.push(resource.to_owned());
    }
    Ok(resources)
}

/// A host and perhaps a port: letters, digits, dots and hyphens, or an address in brackets. No user in
/// front of it, whose name could look like the domain.
fn is_domain(domain: &str) -> bool {
    let (host, port) = match domain.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (domain, None),
    };
    let is_port = port.is_none_or(|port| {
        (1..=5).contains(&port.len()) && port.bytes().all(|it| it.is_ascii_digit())
    });
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_host = match inside {
        Some(inside) => {
            inside.bytes().all(|it| it.is_ascii_hexdigit() || matches!(it, b':' | b'.'))
        }
        None => {
            host.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'.' | b'-' | b'_'))
        }
    };
    !host.is_empty() && is_host && is_port
}

fn is_scheme(scheme: &str) -> bool {
    scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'-' | b'.'))
}

/// A scheme, and what [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986) allows after it.
fn is_uri(uri: &str) -> bool {
    let is_fit = |it: u8| is_of_path(it) || b"/?#[]".contains(&it);
    uri.split_once(':').is_some_and(|(scheme, rest)| is_scheme(scheme) && rest.bytes().all(is_fit))
}

fn is_of_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~%!$&'()*+,;=:@".contains(&byte)
}

fn is_nonce(nonce: &str) -> bool {
    nonce.len() >= 8 && nonce.bytes().all(|it| it.is_ascii_alphanumeric())
}

impl fmt::Display for SignInError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            SignInError::Domain => "the first line must be a domain that asks to sign in",
            SignInError::Address(error) => return error.fmt(formatter),
            SignInError::Statement => "the statement must be one line between two empty ones",
            SignInError::Uri => "URI must be one",
            SignInError::Version => "Version must be 1",
            SignInError::Chain => "Chain ID must be a number",
            SignInError::Nonce => "Nonce must be at least eight letters and digits",
            SignInError::IssuedAt => "Issued At must be a time",
            SignInError::ExpirationTime => "Expiration Time must be a time",
            SignInError::NotBefore => "Not Before must be a time",
            SignInError::RequestId => "Request ID must be what a path may hold",
            SignInError::Resources => "Resources must be lines of URIs",
            SignInError::Rest => "nothing may follow, and the order is fixed",
        })
    }
}

impl error::Error for SignInError {}

#[cfg(test)]
mod tests;
