//! `GET /v1/account/{address}/balance`: what an account holds, of native currencies and listed tokens.

use super::account::{calls, given, on_chains};
use super::worth::{NATIVE, asset, has_prices, icon_url, number, told};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{AskingProject, Path};
use crate::holdings::tokens::native;
use crate::holdings::{Held, Holding, NotRead, Owner, owner_of};
use crate::prices::{Appraised, Price};
use crate::rate_limits::Asker;
use crate::upstream::{Chain, Errand};
use crate::zerion::Positions;
use axum::Extension;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, VARY};
use axum::response::{IntoResponse, Response};
use chains::evm::address::Address;
use futures_util::future::{join, join_all};
use protocol::api::{Balance, Balances, Quantity, SOLANA_NATIVE};
use protocol::caip::{ChainId, Namespace};
use std::sync::Arc;

/// How many tokens `forceUpdate` may name.
const MOST_NAMED: usize = 20;

/// What an account holds.
#[utoipa::path(
    get,
    path = "/v1/account/{address}/balance",
    params(("address" = String, Path, description = "Of eip155 or Solana"), ("projectId" = String, Query, description = "32 hex digits"), ("currency" = Option<String>, Query, description = "What values are told in, `usd` unless it is said"), ("chainId" = Option<String>, Query, description = "CAIP-2 id, or the number of a chain of eip155; all chains of the address otherwise"), ("forceUpdate" = Option<String>, Query, description = "CAIP-10 ids of tokens that are read whether or not they are listed, with commas between")),
    responses((status = 200, description = "Native currencies and tokens of which there is something."), (status = 400, description = "A parameter that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."), (status = 429, description = "Too much of one client or project."), (status = 503, description = "No node answered, or the server is busy."))
)]
pub(super) async fn of_account(
    State(app): State<Arc<App>>,
    Path(address): Path<String>,
    _: AskingProject,
    Extension(asker): Extension<Asker>,
    Query(parameters): Query<Vec<(String, String)>>,
) -> Result<Response, ApiError> {
    let asked = Asked::read(&app, &address, &parameters)?;
    // One was counted as the request came.
    app.limits.admit_batch(&asker, calls(&asked.chains))?;
    let errand = Errand::new(asker.client, app.config.upstream_timeout());
    let reading = join_all(asked.chains.iter().map(|it| on_chain(&app, &asked, errand, it)));
    let (mut read, positions) = join(reading, positions(&app, &asked, errand)).await;
    let open = read.iter_mut().flatten().map(|(_, appraised)| appraised);
    app.prices.complete(errand, open.collect()).await;
    if let Some(mut positions) = positions {
        for (chain, read) in asked.chains.iter().zip(&mut read) {
            add(&app, &asked, &chain.nodes().id, &mut positions, read);
        }
    }
    let mut found = Balances::default();
    let mut full = None;
    let is_silent = read.iter().all(Result::is_err);
    for (chain, holdings) in asked.chains.iter().zip(read) {
        let id = &chain.nodes().id;
        match holdings {
            Ok((held, appraised)) => {
                if !held.is_whole {
                    found.missing.push(id.clone());
                }
                let priced = held.holdings.into_iter().zip(appraised.prices);
                let told = priced.filter_map(|(it, price)| balance(&app, id, it, price));
                found.balances.extend(told);
            }
            Err(NotRead::Silent) => found.missing.push(id.clone()),
            Err(NotRead::NoRoom(which)) => full = Some(which),
        }
    }
    match full {
        Some(full) => Err(ApiError::NoRoom(full)),
        None if is_silent => {
            let names: Vec<String> = found.missing.iter().map(ChainId::text).collect();
            Err(ApiError::NodesSilent(names.join(", ")))
        }
        None => {
            let caching = [(CACHE_CONTROL, "private, no-cache"), (VARY, "origin")];
            Ok((caching, Json(found)).into_response())
        }
    }
}

/// What is asked, checked.
struct Asked<'a> {
    owner: Owner,
    chains: Vec<&'a Chain>,
    named: Vec<(ChainId, Address)>,
    has_prices: bool,
}

impl<'a> Asked<'a> {
    fn read(
        app: &'a App,
        address: &str,
        parameters: &[(String, String)],
    ) -> Result<Self, ApiError> {
        let parameter = |name| given(parameters, name);
        let has_prices = has_prices(parameter("currency").unwrap_or("usd"))?;
        let (owner, chains) = on_chains(app, address, parameter("chainId"))?;
        let named = named(parameter("forceUpdate").unwrap_or_default())?;
        Ok(Asked { owner, chains, named, has_prices })
    }

    fn named_on(&self, chain: &ChainId) -> impl Iterator<Item = Address> {
        self.named.iter().filter(move |(of, _)| of == chain).map(|(_, token)| *token)
    }
}

/// The tokens of `forceUpdate`. What the latest block says is read in any case, so the native currency may
/// be named and needs nothing.
fn named(list: &str) -> Result<Vec<(ChainId, Address)>, ApiError> {
    let malformed = || {
        let wanted = "up to 20 tokens of eip155 by their CAIP-10 ids, with commas between";
        ApiError::ParameterMalformed("forceUpdate", wanted)
    };
    let tokens = list.split(',').filter(|it| !it.is_empty()).map(|text| {
        let (chain, address) = text.rsplit_once(':')?;
        match (ChainId::parse(chain)?, owner_of(address)?) {
            (chain, Owner::Evm(token)) if chain.namespace == Namespace::Eip155 => {
                Some((chain, token))
            }
            _ => None,
        }
    });
    let tokens: Vec<_> = tokens.collect::<Option<_>>().ok_or_else(malformed)?;
    if tokens.len() > MOST_NAMED {
        return Err(malformed());
    }
    Ok(tokens.into_iter().filter(|(_, token)| *token != NATIVE).collect())
}

/// What an account holds on a chain, and what whole units of that are worth by its pools.
async fn on_chain(
    app: &App,
    asked: &Asked<'_>,
    errand: Errand,
    chain: &Chain,
) -> Result<(Held, Appraised), NotRead> {
    let id = &chain.nodes().id;
    let named: Vec<Address> = asked.named_on(id).collect();
    let held = app.holdings.read(chain, errand, &asked.owner, &named).await?;
    if !asked.has_prices {
        let appraised = Appraised::nothing(held.holdings.len());
        return Ok((held, appraised));
    }
    let asset_of = |it: &Holding| match &it.token {
        None => asset(app, id, None, native(id)?.decimals),
        Some(token) => asset(app, id, Some(&token.address), token.decimals),
    };
    let assets = held.holdings.iter().map(asset_of).collect();
    let appraised = app.prices.of(chain, errand, assets).await;
    Ok((held, appraised))
}

/// What a hosted API tells of an account, where the operator names one.
async fn positions(app: &App, asked: &Asked<'_>, errand: Errand) -> Option<Positions> {
    let zerion = app.zerion.as_ref()?;
    let chains: Vec<&ChainId> = asked.chains.iter().map(|it| &it.nodes().id).collect();
    zerion.positions(errand, &asked.owner.text(), &chains).await
}

/// Adds what it tells of a chain to what nodes told, or puts it in its place where they were silent.
fn add(
    app: &App,
    asked: &Asked<'_>,
    chain: &ChainId,
    positions: &mut Positions,
    read: &mut Result<(Held, Appraised), NotRead>,
) {
    let is_silent = matches!(read, Err(NotRead::Silent));
    if let Some(held) = positions.alone(chain).filter(|_| is_silent) {
        *read = Ok((held, Appraised::nothing(0)));
    }
    let Ok((held, appraised)) = read else { return };
    let are_nodes_whole = held.is_whole && !is_silent;
    let prices = &mut appraised.prices;
    positions.add_to(chain, &app.holdings.lists, held, prices, are_nodes_whole);
    if !asked.has_prices {
        prices.fill(None);
    }
}

/// A holding as clients read it; nothing for a native currency that is counted nobody knows how.
fn balance(
    app: &App,
    chain: &ChainId,
    Holding { token, amount }: Holding,
    price: Option<Price>,
) -> Option<Balance> {
    let (name, symbol, decimals, address, icon_url) = match token {
        None => {
            let currency = native(chain)?;
            let on_solana = chain.namespace == Namespace::Solana;
            let address = on_solana.then(|| chain.account(SOLANA_NATIVE));
            let (name, symbol) = (currency.name.to_owned(), currency.symbol.to_owned());
            (name, symbol, currency.decimals, address, icon_url(app, currency.symbol))
        }
        Some(token) => {
            let listed = app.holdings.lists.find(&chain.text(), &token.address);
            let icon = listed.map(|it| icon_url(app, &it.symbol)).unwrap_or_default();
            let address = Some(chain.account(&token.address));
            (token.name, token.symbol, token.decimals, address, icon)
        }
    };
    let numeric = amount.to_decimal(decimals);
    let value = price.and_then(|it| number(it.usd * numeric.parse::<f64>().ok()?));
    let (price, price_source, price_at) = told(price);
    let quantity = Quantity { decimals: decimals.to_string(), numeric };
    Some(Balance {
        name,
        symbol,
        chain_id: chain.clone(),
        address,
        value,
        price,
        price_source,
        price_at,
        quantity,
        icon_url,
    })
}
