//! What `GET /getWallets` may be asked: read from the parameters of its query, by the server and by the
//! simulated one.
//!
//! Lists are written with commas, or by giving the parameter again. An empty parameter is as good as
//! none. `sort` and `include_pay_only` are taken and change nothing: no wallet of a registry says that
//! it pays. What is not named here is ignored.

use crate::filter::{Filter, Platform, namespace};
use crate::search::find;
use protocol::api::{WalletListing, WalletPage};

/// As many wallets as a page may hold.
const MOST_ENTRIES: usize = 100;
/// How many it holds where nobody says.
const ENTRIES: usize = 40;
/// As many items as a list may hold. Every wallet is compared with all of them.
const MOST_ITEMS: usize = 200;
/// Of as many namespaces may the chains be.
const MOST_NAMESPACES: usize = 20;

/// Which wallets, and which page of them.
#[derive(Debug)]
pub struct Query {
    filter: Filter,
    /// What is searched for; empty means everything.
    text: String,
    /// From 1.
    page: usize,
    /// From 1 to 100.
    entries: usize,
}

/// A parameter that cannot be, and what it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its name.
    pub parameter: &'static str,
    /// What it must be, to go on after "must be".
    pub wanted: &'static str,
}

impl Query {
    /// Reads the parameters, decoded.
    pub fn read(parameters: &[(String, String)]) -> Result<Self, Fault> {
        let all = Parameters(parameters);
        let platform = match all.one("platform") {
            None => None,
            Some("ios") => Some(Platform::Ios),
            Some("android") => Some(Platform::Android),
            Some(_) => return fault("platform", "ios or android"),
        };
        let filter = Filter {
            include: all.list("include")?,
            exclude: all.list("exclude")?,
            chains: all.chains()?,
            names: all.list("names")?,
            rdns: all.list("rdns")?,
            is_certified: all.badge("badge_type")?.or(all.badge("badge")?),
            platform,
        };
        let page = all.number("page", usize::MAX, "a whole number from 1")?;
        let entries = all.number("entries", MOST_ENTRIES, "a whole number from 1 to 100")?;
        Ok(Query {
            filter,
            text: all.one("search").unwrap_or_default().to_owned(),
            page: page.unwrap_or(1),
            entries: entries.unwrap_or(ENTRIES),
        })
    }

    /// The page that is asked for.
    pub fn answer(&self, wallets: &[WalletListing]) -> WalletPage {
        let found = find(wallets, &self.filter, &self.text);
        let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let before = (self.page - 1).saturating_mul(self.entries);
        WalletPage {
            count,
            data: found.into_iter().skip(before).take(self.entries).cloned().collect(),
            has_certified: Some(wallets.iter().any(|it| it.badge_type.is_some())),
        }
    }
}

/// Whether a text is a [CAIP-2](https://chainagnostic.org/CAIPs/caip-2) id, of whichever namespace.
pub fn is_chain(text: &str) -> bool {
    let Some((namespace, reference)) = text.split_once(':') else { return false };
    is_namespace(namespace)
        && (1..=32).contains(&reference.len())
        && reference.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
}

/// Whether a text may be the namespace of one.
pub fn is_namespace(text: &str) -> bool {
    (3..=8).contains(&text.len())
        && text.bytes().all(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

fn fault<T>(parameter: &'static str, wanted: &'static str) -> Result<T, Fault> {
    Err(Fault { parameter, wanted })
}

struct Parameters<'a>(&'a [(String, String)]);

impl<'a> Parameters<'a> {
    fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(key, _)| key == name);
        named.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    fn one(&self, name: &str) -> Option<&'a str> {
        self.all(name).next()
    }

    fn list(&self, name: &'static str) -> Result<Vec<String>, Fault> {
        let items = self.all(name).flat_map(|value| value.split(',')).map(str::trim);
        let items: Vec<String> =
            items.filter(|item| !item.is_empty()).take(MOST_ITEMS + 1).map(str::to_owned).collect();
        if items.len() > MOST_ITEMS {
            return fault(name, "a list of at most 200 items");
        }
        Ok(items)
    }

    /// One chain of each namespace that is asked for: a filter looks at no more of them.
    fn chains(&self) -> Result<Vec<String>, Fault> {
        let mut chains: Vec<String> = Vec::new();
        for chain in self.list("chains")? {
            if !is_chain(&chain) {
                return fault("chains", "CAIP-2 ids such as eip155:1, with commas between");
            }
            if !chains.iter().any(|known| namespace(known) == namespace(&chain)) {
                chains.push(chain);
            }
        }
        if chains.len() > MOST_NAMESPACES {
            return fault("chains", "of at most 20 namespaces");
        }
        Ok(chains)
    }

    fn number(
        &self,
        name: &'static str,
        most: usize,
        wanted: &'static str,
    ) -> Result<Option<usize>, Fault> {
        let fits = |text: &str| text.parse().ok().filter(|it| (1..=most).contains(it));
        let read = |text| fits(text).ok_or(Fault { parameter: name, wanted });
        self.one(name).map(read).transpose()
    }

    fn badge(&self, name: &'static str) -> Result<Option<bool>, Fault> {
        match self.one(name) {
            None => Ok(None),
            Some("certified") => Ok(Some(true)),
            Some("none") => Ok(Some(false)),
            Some(_) => fault(name, "certified or none"),
        }
    }
}
