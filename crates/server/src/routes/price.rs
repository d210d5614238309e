//! `POST /v1/fungible/price`: what tokens are worth, all that are named at once.

use super::worth::{NATIVE, asset, has_prices, icon_url, told};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{AskingProject, Body, asking_project, parameter};
use crate::holdings::tokens::native;
use crate::holdings::{Owner, Token, owner_of};
use crate::prices::{Appraised, Price};
use crate::rate_limits::Asker;
use crate::upstream::{Chain, Errand};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, VARY};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use chains::evm::address::Address;
use futures_util::future::join_all;
use protocol::api::{Fungible, Fungibles, PriceQuestion, SOLANA_NATIVE};
use protocol::caip::{ChainId, Namespace};
use std::sync::Arc;

/// How many tokens may be named.
const MOST: usize = 200;

/// What tokens are worth.
#[utoipa::path(
    post,
    path = "/v1/fungible/price",
    responses((status = 200, description = "One for each address, in their order."), (status = 400, description = "A body that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."), (status = 429, description = "Too much of one client or project."))
)]
pub(super) async fn of_tokens(
    State(app): State<Arc<App>>,
    Extension(asker): Extension<Asker>,
    uri: Uri,
    headers: HeaderMap,
    Body(body): Body,
) -> Result<Response, ApiError> {
    let asked: PriceQuestion =
        serde_json::from_slice(&body).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => ApiError::BodyMalformed(
                "an object with `projectId`, `currency` and `addresses`, a list of CAIP-10 ids",
            ),
            _ => ApiError::BodyNotJson(error.to_string()),
        })?;
    let id = asked.project_id.clone().or_else(|| parameter(&uri, "projectId"));
    let AskingProject(project) = asking_project(&app, &headers, id.as_deref()).await?;
    let asker = Asker { project: Some(project.id.clone()), ..asker };
    // One was counted as the request came, of the client alone where its query names no project.
    app.limits.admit_batch(&asker, asked.addresses.len() + 1)?;
    let has_prices = has_prices(&asked.currency)?;
    if asked.addresses.is_empty() || asked.addresses.len() > MOST {
        return Err(ApiError::ParameterMalformed("addresses", "1 to 200 tokens"));
    }
    let named: Vec<Named<'_>> =
        asked.addresses.iter().map(|it| Named::read(&app, it)).collect::<Result<_, _>>()?;
    let errand = Errand::new(asker.client, app.config.upstream_timeout());
    let places = by_chain(&named);
    let read = places.iter().map(|places| {
        let of_chain: Vec<&Named<'_>> = places.iter().map(|&place| &named[place]).collect();
        on_chain(&app, errand, of_chain, has_prices)
    });
    let mut read = join_all(read).await;
    app.prices.complete(errand, read.iter_mut().map(|(_, it)| it).collect()).await;
    let told = places.into_iter().zip(read).flat_map(|(places, (known, appraised))| {
        places.into_iter().zip(known).zip(appraised.prices)
    });
    let told =
        told.map(|((place, token), price)| (place, fungible(&app, &named[place], token, price)));
    let mut told: Vec<(usize, Fungible)> = told.collect();
    told.sort_by_key(|(place, _)| *place);
    let found = Fungibles { fungibles: told.into_iter().map(|(_, it)| it).collect() };
    let caching = [(CACHE_CONTROL, "private, max-age=15"), (VARY, "origin")];
    Ok((caching, Json(found)).into_response())
}

/// A token, or a native currency, that a client named.
struct Named<'a> {
    text: &'a str,
    chain: &'a Chain,
    what: What,
}

enum What {
    Native,
    Contract(Address),
    Mint(String),
}

impl<'a> Named<'a> {
    fn read(app: &'a App, text: &'a str) -> Result<Self, ApiError> {
        let wanted = "CAIP-10 ids of tokens of eip155 or Solana, such as eip155:1:0x…";
        let malformed = || ApiError::ParameterMalformed("addresses", wanted);
        let (chain, address) = text.rsplit_once(':').ok_or_else(malformed)?;
        let id = ChainId::parse(chain).ok_or_else(malformed)?;
        let what = match owner_of(address).ok_or_else(malformed)? {
            Owner::Evm(address) if address == NATIVE => What::Native,
            Owner::Evm(address) => What::Contract(address),
            Owner::Solana(mint) => What::Mint(mint),
        };
        let is_of_evm = !matches!(what, What::Mint(_)) && address != SOLANA_NATIVE;
        if is_of_evm != (id.namespace == Namespace::Eip155) {
            return Err(malformed());
        }
        let is_native = address == SOLANA_NATIVE;
        let chain = app.chains.get(&id.text()).ok_or(ApiError::ChainUnknown(id.text()))?;
        Ok(Named { text, chain, what: if is_native { What::Native } else { what } })
    }
}

/// The places of those that are of one chain, for each chain.
fn by_chain(named: &[Named<'_>]) -> Vec<Vec<usize>> {
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for (place, it) in named.iter().enumerate() {
        let of_chain = |places: &&mut Vec<usize>| std::ptr::eq(named[places[0]].chain, it.chain);
        match chains.iter_mut().find(of_chain) {
            Some(places) => places.push(place),
            None => chains.push(vec![place]),
        }
    }
    chains
}

/// What is known of tokens of one chain, and what they are worth by its pools, in their order.
async fn on_chain(
    app: &App,
    errand: Errand,
    named: Vec<&Named<'_>>,
    has_prices: bool,
) -> (Vec<Option<Token>>, Appraised) {
    let Some(chain) = named.first().map(|it| it.chain) else {
        return (Vec::new(), Appraised::nothing(0));
    };
    let id = &chain.nodes().id;
    let contracts: Vec<Address> = named.iter().filter_map(|it| it.contract()).collect();
    let described = match &*contracts {
        [] => Vec::new(),
        some => app.holdings.describe(chain, errand, some, 0).await.unwrap_or_default(),
    };
    let mut described = described.into_iter();
    let known: Vec<Option<Token>> = named
        .iter()
        .map(|it| match &it.what {
            What::Native => currency(id),
            What::Contract(_) => described.next().and_then(|it| it.token),
            What::Mint(mint) => app.holdings.lists.find(&id.text(), mint).cloned(),
        })
        .collect();
    if !has_prices {
        let appraised = Appraised::nothing(known.len());
        return (known, appraised);
    }
    let asset_of = |token: &Option<Token>| {
        let token = token.as_ref()?;
        let address = Some(token.address.as_str()).filter(|it| !it.is_empty());
        asset(app, id, address, token.decimals)
    };
    let assets = known.iter().map(asset_of).collect();
    let appraised = app.prices.of(chain, errand, assets).await;
    (known, appraised)
}

impl Named<'_> {
    fn contract(&self) -> Option<Address> {
        match self.what {
            What::Contract(address) => Some(address),
            What::Native | What::Mint(_) => None,
        }
    }
}

/// The native currency, as a token would be told.
fn currency(chain: &ChainId) -> Option<Token> {
    let currency = native(chain)?;
    let (name, symbol) = (currency.name.to_owned(), currency.symbol.to_owned());
    Some(Token { address: String::new(), name, symbol, decimals: currency.decimals })
}

fn fungible(app: &App, named: &Named<'_>, token: Option<Token>, price: Option<Price>) -> Fungible {
    let chain = named.chain.nodes().id.text();
    let (price, price_source, price_at) = told(price);
    let listed = token.as_ref().filter(|it| {
        it.address.is_empty() || app.holdings.lists.find(&chain, &it.address).is_some()
    });
    let is_listed = listed.is_some();
    let icon_url = listed.map(|it| icon_url(app, &it.symbol)).unwrap_or_default();
    let decimals = token.as_ref().map(|it| u32::from(it.decimals));
    let (name, symbol) = token.map(|it| (it.name, it.symbol)).unwrap_or_default();
    let address = named.text.to_owned();
    Fungible { address, name, symbol, icon_url, price, price_source, price_at, decimals, is_listed }
}
