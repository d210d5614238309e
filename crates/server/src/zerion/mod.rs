//! What accounts hold and did, by [Zerion](https://developers.zerion.io), where the operator has a key there.
//!
//! [`Zerion::positions`] adds to what nodes tell of an account what no list has, and stands in where they are
//! silent (`positions.rs`); [`Zerion::page`] tells a history whole (`transactions.rs`). `said.rs` is what both read.
//! Of what it says only what can be is told, in our own words: amounts as whole numbers, chains by their CAIP-2 ids,
//! no URL of anybody, and of the next page nothing but the token that names it.

mod positions;
mod said;
mod transactions;

pub(crate) use positions::Positions;
pub(crate) use transactions::Shown;

use crate::held_bytes::HeldBytes;
use crate::hosted::settings::HostedSettings;
use crate::hosted::{Answer, Hosted, Names, NotTold, Thrift};
use crate::upstream::{Client, Errand};
use axum::http::HeaderName;
use axum::http::header::AUTHORIZATION;
use bytes::Bytes;
use protocol::caip::ChainId;
use protocol::relay::base64;
use said::Chains;
use std::time::Duration;

/// How long it is waited for: nodes and the index know something, too.
const TIME: Duration = Duration::from_secs(3);
/// How many transactions a page has.
const PAGE: &str = "50";

/// The API.
pub(crate) struct Zerion {
    api: Hosted,
    names: Names,
}

impl Zerion {
    /// It, where the operator names it.
    pub(crate) fn new(
        settings: &HostedSettings,
        client: &Client,
        held: &HeldBytes,
    ) -> Option<Self> {
        let settings = settings.zerion.as_ref()?;
        let api = Hosted::new("zerion", settings, client, held)?;
        Some(Zerion { api, names: Names::new("zerion", settings) })
    }

    /// Asks it once, as the doctor does: which chains there are.
    pub(crate) async fn once(&self, errand: Errand) -> Result<Answer, NotTold> {
        self.api.get(errand, &["chains", ""], &[], Some(self.key())).await
    }

    /// Where it is, as far as that may be told.
    pub(crate) fn host(&self) -> &str {
        self.api.host()
    }

    /// What is spent of it.
    pub(crate) fn thrift(&self) -> &Thrift {
        &self.api.thrift
    }

    /// Whether it knows a chain.
    pub(crate) fn knows(&self, chain: &ChainId) -> bool {
        self.names.of(&chain.text()).is_some()
    }

    /// What an account holds on those of the chains that it knows; nothing where it does not tell.
    pub(crate) async fn positions(
        &self,
        errand: Errand,
        account: &str,
        chains: &[&ChainId],
    ) -> Option<Positions> {
        let chains = self.named(chains)?;
        let names = chains.names();
        let query = [
            ("currency", "usd"),
            ("filter[positions]", "only_simple"),
            ("filter[position_types]", "wallet"),
            ("filter[trash]", "only_non_trash"),
            ("filter[chain_ids]", names.as_str()),
            ("sort", "value"),
        ];
        let path = ["wallets", account, "positions", ""];
        let body = self.get(errand, &path, &query).await.ok()?;
        Positions::read(&body, &chains)
    }

    /// A page of what an account did on chains that it knows, and the token of the next one.
    pub(crate) async fn page(
        &self,
        errand: Errand,
        shown: &Shown<'_>,
        account: &str,
        chains: &[&ChainId],
        after: Option<&str>,
    ) -> Option<transactions::Page> {
        let chains = self.named(chains)?;
        let names = chains.names();
        let mut query = vec![
            ("currency", "usd"),
            ("page[size]", PAGE),
            ("filter[trash]", "only_non_trash"),
            ("filter[chain_ids]", names.as_str()),
        ];
        query.extend(after.map(|token| ("page[after]", token)));
        let path = ["wallets", account, "transactions", ""];
        let body = self.get(errand, &path, &query).await.ok()?;
        let mut page = shown.read(&body, &chains)?;
        // It would go round.
        page.next = page.next.filter(|next| Some(next.as_str()) != after);
        Some(page)
    }

    /// Those chains that it knows, if there are any.
    fn named(&self, chains: &[&ChainId]) -> Option<Chains> {
        let named = chains
            .iter()
            .filter_map(|chain| Some((self.names.of(&chain.text())?.to_owned(), (*chain).clone())));
        let named = Chains(named.collect());
        (!named.0.is_empty()).then_some(named)
    }

    async fn get(
        &self,
        errand: Errand,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Bytes, NotTold> {
        let answer = self.api.get(errand.within(TIME), path, query, Some(self.key())).await?;
        match answer.status {
            200 => Ok(answer.body),
            // 202: it looks at an account for the first time.
            status => Err(NotTold::Away(format!("status {status}"))),
        }
    }

    /// The key, as a user without a password.
    fn key(&self) -> (HeaderName, String) {
        let user = base64::encode(format!("{}:", self.api.key()).as_bytes());
        (AUTHORIZATION, format!("Basic {user}"))
    }
}
