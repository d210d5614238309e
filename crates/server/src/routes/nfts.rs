//! `GET /v1/account/{address}/nfts`: the NFTs of an account, those of collections that it dealt with itself before others.

use super::account::{given, held, icon, names, not_read, on_chains, unknown_cursor};
use crate::app::App;
use crate::clock::iso;
use crate::error::ApiError;
use crate::extract::{AskingProject, Path};
use crate::held_bytes::Room;
use crate::history::{Cursor, Describer, NFTS, SOLANA_NFT_CALLS, SolanaAccount};
use crate::holdings::Owner;
use crate::rate_limits::Asker;
use crate::upstream::{Chain, Errand};
use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Response;
use chains::evm::address::Address;
use protocol::api::history::{Coverage, Nfts};
use std::sync::Arc;

/// The NFTs of an account.
#[utoipa::path(
    get,
    path = "/v1/account/{address}/nfts",
    params(("address" = String, Path, description = "Of eip155 or Solana"), ("projectId" = String, Query, description = "32 hex digits"), ("chainId" = Option<String>, Query, description = "CAIP-2 id, or the number of a chain of eip155; all chains of the address otherwise"), ("cursor" = Option<String>, Query, description = "`next` of the page before")),
    responses((status = 200, description = "NFTs, those of collections that the account dealt with itself before others, each the newest first, and since when they are known."), (status = 400, description = "A parameter that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."), (status = 429, description = "Too much of one client or project."), (status = 503, description = "No node answered, or the server is busy."))
)]
pub(super) async fn of_account(
    State(app): State<Arc<App>>,
    Path(address): Path<String>,
    AskingProject(project): AskingProject,
    Extension(asker): Extension<Asker>,
    Query(parameters): Query<Vec<(String, String)>>,
) -> Result<Response, ApiError> {
    let (owner, chains) = on_chains(&app, &address, given(&parameters, "chainId"))?;
    let before = match given(&parameters, "cursor") {
        Some(text) => Some(Cursor::parse(text).ok_or_else(unknown_cursor)?),
        None => None,
    };
    // One was counted as the request came.
    app.limits.admit_batch(&asker, chains.len())?;
    let errand = Errand::new(asker.client, app.config.upstream_timeout());
    let mut room = app.held.room(asker.client);
    let nfts = match &owner {
        Owner::Evm(account) => {
            let mut coverage =
                app.history.visit(&project.id, asker.client, *account, &names(&chains)).await?;
            let page = indexed(&app, &asker, errand, &mut room, *account, &chains, before);
            let (nfts, since_ms) = page.await?;
            // Both are written alike, so the later is the larger.
            coverage.since = coverage.since.max(since_ms.map(iso));
            Nfts { coverage: Some(coverage), ..nfts }
        }
        Owner::Solana(account) => of_solana(&app, &asker, errand, account, &chains, before).await?,
    };
    held(room, &nfts)
}

/// A page of what this server followed, and since when that is, where it is not all that is kept.
async fn indexed(
    app: &App,
    asker: &Asker,
    errand: Errand,
    room: &mut Room,
    account: Address,
    chains: &[&Chain],
    before: Option<Cursor>,
) -> Result<(Nfts, Option<i64>), ApiError> {
    let before = match before {
        None => None,
        Some(Cursor::Nft(key)) => Some(key),
        Some(_) => return Err(unknown_cursor()),
    };
    let (pictures, outside) = (&app.pictures, &app.outside);
    let links = pictures.links(&app.db).await?;
    // One for each whose metadata are not known yet.
    let deposit = &app.limits.deposit(asker, NFTS)?;
    let describer = Describer { errand, deposit, pictures, outside, links };
    let chains = names(chains);
    let page = app.history.nfts(&describer, room, account, &chains, before.as_ref());
    let (nfts, next, since_ms) = page.await?;
    Ok((Nfts { nfts, next: next.map(|it| it.text()), coverage: None }, since_ms))
}

/// A page of what the nodes of Solana know.
async fn of_solana(
    app: &App,
    asker: &Asker,
    errand: Errand,
    address: &str,
    chains: &[&Chain],
    before: Option<Cursor>,
) -> Result<Nfts, ApiError> {
    let before = match &before {
        None => None,
        Some(Cursor::Mint(mint)) => Some(mint.as_str()),
        Some(_) => return Err(unknown_cursor()),
    };
    let Some(chain) = chains.first() else { return Ok(Nfts::default()) };
    let deposit = &app.limits.deposit(asker, SOLANA_NFT_CALLS)?;
    let (lists, icon) = (&app.holdings.lists, &icon(app));
    let account = SolanaAccount { chain, errand, deposit, lists, address, icon };
    let page = account.nfts(before).await;
    let (nfts, next) = page.map_err(|why| not_read(chain, why))?;
    let coverage = Coverage::whole();
    Ok(Nfts { nfts, next: next.map(|it| it.text()), coverage: Some(coverage) })
}
