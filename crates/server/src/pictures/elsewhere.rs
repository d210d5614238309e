//! Has what lies elsewhere: asks the web and a gateway of IPFS, as far as the operator lets it, and reads what
//! is inline.

use super::inline;
use super::source::{Source, is_of};
use crate::config::Config;
use crate::config_values::NamedPlace;
use crate::held_bytes::{Gathering, NoRoom};
use crate::outside::{NotFetched, Outside};
use bytes::Bytes;
use url::Url;

/// Who is asked.
pub(crate) struct Elsewhere {
    is_on: bool,
    /// Below which all of IPFS is.
    ipfs: Option<Url>,
}

impl Elsewhere {
    pub(super) fn new(config: &Config) -> Self {
        let ipfs = config.ipfs_gateway.as_ref().map(|it| it.url().clone());
        Elsewhere { is_on: config.fetch_pictures, ipfs }
    }

    /// Whether somebody would be asked for it, or nobody needs to be.
    pub(crate) fn is_had(&self, source: &Source) -> bool {
        match source {
            Source::Place(uri) => is_of(uri, "data:") || self.place(uri).is_some(),
            Source::Nft(_) | Source::Record(_) => true,
        }
    }

    /// Whether somebody is asked for what lies at a URI.
    pub(super) fn is_asked(&self, uri: &str) -> bool {
        self.place(uri.trim()).is_some()
    }

    /// What lies at a URI, at most so many bytes, in what `body` gives each time; nothing where nobody may be asked or
    /// says it.
    pub(super) async fn bytes(
        &self,
        outside: &Outside,
        uri: &str,
        most: usize,
        body: impl Fn() -> Gathering,
    ) -> Result<Option<Bytes>, NoRoom> {
        let uri = uri.trim();
        if is_of(uri, "data:") {
            return inline::bytes(uri, most).map(|it| body().holding(it)).transpose();
        }
        let Some(mut place) = self.place(uri) else { return Ok(None) };
        // The gateway is where the operator wants it; all else a stranger chose.
        let gateway = self.ipfs.as_ref().filter(|_| is_of(uri, "ipfs:")).map(NamedPlace::below);
        let mut found = outside.get(place.as_str(), gateway.as_slice(), most, body()).await;
        // Without TLS nobody else is asked; they mostly have it by now.
        if matches!(found, Err(NotFetched::Refused)) && place.scheme() == "http" {
            let _ = place.set_scheme("https");
            found = outside.get(place.as_str(), &[], most, body()).await;
        }
        match found {
            Err(NotFetched::NoRoom(why)) => Err(why),
            found => Ok(found.ok().filter(|it| it.status == 200).map(|it| it.body)),
        }
    }

    /// The URL that is asked for a URI.
    fn place(&self, uri: &str) -> Option<Url> {
        self.is_on.then_some(())?;
        if is_of(uri, "ipfs:") {
            return self.on_ipfs(&uri[5..]);
        }
        Url::parse(uri).ok().filter(|it| matches!(it.scheme(), "https" | "http"))
    }

    /// `//<CID>/<path>`, before which some write `ipfs/`.
    fn on_ipfs(&self, rest: &str) -> Option<Url> {
        let rest = rest.trim_start_matches('/');
        let rest = rest.strip_prefix("ipfs/").unwrap_or(rest);
        let root = self.ipfs.as_ref()?.as_str();
        let url = Url::parse(&format!("{root}{rest}")).ok()?;
        let cid = rest.split(['/', '?', '#']).next().filter(|it| !it.is_empty())?;
        // Dots would lead out of it.
        let is_below = url.as_str().starts_with(root);
        (is_below && cid.bytes().all(|it| it.is_ascii_alphanumeric())).then_some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config_values::GatewayUrl;

    fn asked(uri: &str, gateway: Option<&str>, is_on: bool) -> Option<String> {
        let gateway = gateway.map(|it| GatewayUrl::try_from(it.to_owned()).expect(it));
        let ipfs = gateway.map(|it| it.url().clone());
        Elsewhere { is_on, ipfs }.place(uri).map(String::from)
    }

    #[test]
    fn ipfs_is_asked_of_the_gateway_alone() {
        let gateway = Some("https://gateway.example/some");
        for (uri, want) in [
            ("ipfs://bafy1/3.json", Some("https://gateway.example/some/ipfs/bafy1/3.json")),
            ("ipfs://ipfs/bafy1", Some("https://gateway.example/some/ipfs/bafy1")),
            ("IPFS://QmX/a b.png", Some("https://gateway.example/some/ipfs/QmX/a%20b.png")),
            ("ipfs://bafy1/../../../admin", None),
            ("ipfs://..", None),
            ("ipfs://", None),
            ("ipfs://user@host/1", None),
        ] {
            assert_eq!(asked(uri, gateway, true).as_deref(), want, "{uri}");
        }
        assert_eq!(asked("ipfs://bafy1/3.json", None, true), None);
    }

    #[test]
    fn nobody_is_asked_where_the_operator_does_not_want_it() {
        let gateway = Some("https://gateway.example");
        assert!(asked("https://a.example/1.png", gateway, true).is_some());
        for uri in ["https://a.example/1.png", "ipfs://bafy1/3.json"] {
            assert_eq!(asked(uri, gateway, false), None);
        }
    }
}
