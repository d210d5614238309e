//! What `GET /getWallets` may be asked, read from the query.
//!
//! Lists are written with commas, or by giving the parameter again. An empty parameter is as good as
//! none. `sort` and `include_pay_only` are taken and change nothing: no wallet of a registry says that
//! it pays. What is not named here is ignored.

use super::field::is_chain;
use crate::error::ApiError;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use directory::{Filter, Platform};

/// As many wallets as a page may hold.
const MOST_ENTRIES: usize = 100;
/// How many it holds where nobody says.
const ENTRIES: usize = 40;
/// As many items as a list may hold.
const MOST_ITEMS: usize = 1000;

/// Which wallets, and which page of them.
#[derive(Debug)]
pub(crate) struct WalletQuery {
    pub(crate) filter: Filter,
    /// What is searched for; empty means everything.
    pub(crate) text: String,
    /// From 1.
    pub(crate) page: usize,
    /// From 1 to 100.
    pub(crate) entries: usize,
}

impl<S: Sync> FromRequestParts<S> for WalletQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let all = Query::try_from_uri(&parts.uri).map(|Query(all)| all).unwrap_or_default();
        let all = Parameters(all);
        let platform = match all.one("platform") {
            None => None,
            Some("ios") => Some(Platform::Ios),
            Some("android") => Some(Platform::Android),
            Some(_) => return Err(ApiError::ParameterMalformed("platform", "ios or android")),
        };
        let filter = Filter {
            include: all.list("include")?,
            exclude: all.list("exclude")?,
            chains: all.list("chains")?,
            names: all.list("names")?,
            rdns: all.list("rdns")?,
            is_certified: all.badge("badge_type")?.or(all.badge("badge")?),
            platform,
        };
        if !filter.chains.iter().all(|chain| is_chain(chain)) {
            let wanted = "CAIP-2 ids such as eip155:1, with commas between";
            return Err(ApiError::ParameterMalformed("chains", wanted));
        }
        let page = all.number("page", usize::MAX, "a whole number from 1")?;
        let entries = all.number("entries", MOST_ENTRIES, "a whole number from 1 to 100")?;
        Ok(WalletQuery {
            filter,
            text: all.one("search").unwrap_or_default().to_owned(),
            page: page.unwrap_or(1),
            entries: entries.unwrap_or(ENTRIES),
        })
    }
}

struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(key, _)| key == name);
        named.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    fn one<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.all(name).next()
    }

    fn list(&self, name: &'static str) -> Result<Vec<String>, ApiError> {
        let items = self.all(name).flat_map(|value| value.split(',')).map(str::trim);
        let items: Vec<String> =
            items.filter(|item| !item.is_empty()).take(MOST_ITEMS + 1).map(str::to_owned).collect();
        if items.len() > MOST_ITEMS {
            return Err(ApiError::ParameterMalformed(name, "a list of at most 1000 items"));
        }
        Ok(items)
    }

    fn number(
        &self,
        name: &'static str,
        most: usize,
        wanted: &'static str,
    ) -> Result<Option<usize>, ApiError> {
        let fits = |text: &str| text.parse().ok().filter(|it| (1..=most).contains(it));
        let read = |text| fits(text).ok_or(ApiError::ParameterMalformed(name, wanted));
        self.one(name).map(read).transpose()
    }

    fn badge(&self, name: &'static str) -> Result<Option<bool>, ApiError> {
        match self.one(name) {
            None => Ok(None),
            Some("certified") => Ok(Some(true)),
            Some("none") => Ok(Some(false)),
            Some(_) => Err(ApiError::ParameterMalformed(name, "certified or none")),
        }
    }
}
