//! `GET /v1/account/{address}/history`: what an account did, the newest first.

use super::account::{given, held, icon, names, not_read, on_chains, unknown_cursor};
use super::worth::has_prices;
use crate::app::App;
use crate::db::history::Place;
use crate::error::ApiError;
use crate::extract::{AskingProject, Path};
use crate::held_bytes::Room;
use crate::history::{Cursor, SOLANA_PAGE_CALLS, SolanaAccount, Teller};
use crate::holdings::{NotRead, Owner};
use crate::rate_limits::Asker;
use crate::upstream::{Chain, Errand};
use crate::zerion::{Shown, Zerion};
use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Response;
use chains::evm::address::Address;
use protocol::api::history::{Coverage, History};
use protocol::caip::ChainId;
use std::sync::Arc;

/// What an account did.
#[utoipa::path(
    get,
    path = "/v1/account/{address}/history",
    params(("address" = String, Path, description = "Of eip155 or Solana"), ("projectId" = String, Query, description = "32 hex digits"), ("chainId" = Option<String>, Query, description = "CAIP-2 id, or the number of a chain of eip155; all chains of the address otherwise"), ("cursor" = Option<String>, Query, description = "`next` of the page before"), ("currency" = Option<String>, Query, description = "What values are told in, `usd` unless it is said")),
    responses((status = 200, description = "Transactions, the newest first, and how far back they are known."), (status = 400, description = "A parameter that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."), (status = 429, description = "Too much of one client or project."), (status = 503, description = "No node answered, or the server is busy."))
)]
pub(super) async fn of_account(
    State(app): State<Arc<App>>,
    Path(address): Path<String>,
    AskingProject(project): AskingProject,
    Extension(asker): Extension<Asker>,
    Query(parameters): Query<Vec<(String, String)>>,
) -> Result<Response, ApiError> {
    let (owner, chains) = on_chains(&app, &address, given(&parameters, "chainId"))?;
    let has_values = has_prices(given(&parameters, "currency").unwrap_or("usd"))?;
    let before = match given(&parameters, "cursor") {
        Some(text) => Some(Cursor::parse(text).ok_or_else(unknown_cursor)?),
        None => None,
    };
    // One was counted as the request came.
    app.limits.admit_batch(&asker, chains.len())?;
    let errand = Errand::new(asker.client, app.config.upstream_timeout());
    let mut room = app.held.room(asker.client);
    if let Owner::Evm(account) = &owner
        && let Some(history) =
            explored(&app, &asker, errand, *account, &chains, before.as_ref()).await?
    {
        return held(room, &history);
    }
    if let Some(history) =
        hosted(&app, errand, &owner, &chains, before.as_ref(), has_values).await?
    {
        return held(room, &history);
    }
    let history = match &owner {
        Owner::Evm(account) => {
            let coverage =
                app.history.visit(&project.id, asker.client, *account, &names(&chains)).await?;
            indexed(&app, errand, &mut room, *account, &chains, before, coverage).await?
        }
        Owner::Solana(account) => of_solana(&app, &asker, errand, account, &chains, before).await?,
    };
    held(room, &history)
}

/// A page by the explorer of the chain, where there is one; the first page may come from the index as well, and
/// those after it are of the same.
async fn explored(
    app: &App,
    asker: &Asker,
    errand: Errand,
    account: Address,
    chains: &[&Chain],
    before: Option<&Cursor>,
) -> Result<Option<History>, ApiError> {
    let before = match before {
        None => None,
        Some(Cursor::Explorer(block, told)) => Some((*block, *told)),
        Some(_) => return Ok(None),
    };
    let [chain] = chains else { return Ok(None) };
    let id = &chain.nodes().id;
    let Some(calls) = app.history.explorer_calls(id) else { return Ok(None) };
    let deposit = app.limits.deposit(asker, calls)?;
    let icon = icon(app);
    let teller = Teller { errand, holdings: &app.holdings, icon: &icon };
    let page = app.history.explored(&teller, &deposit, account, id, before).await;
    match page {
        Some(Ok((data, next))) => {
            let coverage = Coverage::whole();
            let next = next.map(|it| it.text());
            Ok(Some(History { data, next, coverage: Some(coverage) }))
        }
        Some(Err(why)) if before.is_some() => Err(match why {
            NotRead::Silent => ApiError::PageSilent,
            NotRead::NoRoom(full) => ApiError::NoRoom(full),
        }),
        _ => Ok(None),
    }
}

/// A page by a hosted API, where the operator names one that knows all of the chains; else as by an explorer.
async fn hosted(
    app: &App,
    errand: Errand,
    owner: &Owner,
    chains: &[&Chain],
    before: Option<&Cursor>,
    has_values: bool,
) -> Result<Option<History>, ApiError> {
    let after = match before {
        None => None,
        Some(Cursor::Hosted(token)) => Some(token.as_str()),
        Some(_) => return Ok(None),
    };
    let ids: Vec<&ChainId> = chains.iter().map(|it| &it.nodes().id).collect();
    let knows_all = |it: &&Zerion| !ids.is_empty() && ids.iter().all(|id| it.knows(id));
    let Some(zerion) = app.zerion.as_ref().filter(knows_all) else {
        return if after.is_some() { Err(unknown_cursor()) } else { Ok(None) };
    };
    let icon = icon(app);
    let shown = Shown { lists: &app.holdings.lists, icon: &icon, has_values };
    match zerion.page(errand, &shown, &owner.text(), &ids, after).await {
        Some(page) => {
            let coverage = Coverage::whole();
            let next = page.next.and_then(Cursor::hosted).map(|it| it.text());
            Ok(Some(History { data: page.data, next, coverage: Some(coverage) }))
        }
        None if after.is_some() => Err(ApiError::PageSilent),
        None => Ok(None),
    }
}

/// A page of what this server followed.
async fn indexed(
    app: &App,
    errand: Errand,
    room: &mut Room,
    account: Address,
    chains: &[&Chain],
    before: Option<Cursor>,
    mut coverage: Coverage,
) -> Result<History, ApiError> {
    let before = match before {
        None => None,
        Some(Cursor::Entry(at_ms, chain, block, place)) => {
            Some(Place { at_ms, chain, block, place })
        }
        Some(_) => return Err(unknown_cursor()),
    };
    let icon = icon(app);
    let teller = Teller { errand, holdings: &app.holdings, icon: &icon };
    let chains = names(chains);
    let page = app.history.page(&teller, room, account, &chains, before.as_ref());
    let (data, next, is_cut) = page.await?;
    coverage.is_behind |= is_cut;
    Ok(History { data, next: next.map(|it| it.text()), coverage: Some(coverage) })
}

/// A page of what the nodes of Solana know. Of several chains only the first: there is one that is not for tests.
async fn of_solana(
    app: &App,
    asker: &Asker,
    errand: Errand,
    address: &str,
    chains: &[&Chain],
    before: Option<Cursor>,
) -> Result<History, ApiError> {
    let before = match &before {
        None => None,
        Some(Cursor::Slot(slot)) => Some(slot),
        Some(_) => return Err(unknown_cursor()),
    };
    let Some(chain) = chains.first() else { return Ok(History::default()) };
    let deposit = &app.limits.deposit(asker, SOLANA_PAGE_CALLS)?;
    let (lists, icon) = (&app.holdings.lists, &icon(app));
    let account = SolanaAccount { chain, errand, deposit, lists, address, icon };
    let page = app.history.of_solana(&account, before).await;
    let (data, next) = page.map_err(|why| not_read(chain, why))?;
    let coverage = Coverage::whole();
    Ok(History { data, next: next.map(|it| it.text()), coverage: Some(coverage) })
}
