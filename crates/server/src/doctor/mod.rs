//! `latchkit doctor`: whether the server can run as it is configured, and what would break in a page
//! that embeds the modal.
//!
//! [`run`] is the list of checks; each gives lines ([`report`]). `setup.rs` and `kept.rs` look at this
//! machine, `vault.rs` at what signing in takes, `connectivity.rs`, `nodes.rs`, `others.rs` and `relays.rs` ask over the network, `embedding.rs` judges a host's
//! page by the policies that `page.rs` found and `csp.rs` reads. Only here does the program fetch a URL that somebody gives it:
//! whoever may run the command could fetch it without us.

mod connectivity;
mod csp;
mod embedding;
mod get;
mod kept;
mod meta;
mod nodes;
mod others;
mod page;
mod relays;
mod report;
mod setup;
mod target;
mod vault;

use crate::config::Config;
use crate::db::Db;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::project::ProjectId;
use crate::upstream::{self, Client};
use axum::http::Uri;
use connectivity::Here;
use embedding::Places;
use page::Page;
use protocol::path;
use relays::Visit;
use report::{Finding, Report};
use setup::Listener;
use std::collections::BTreeSet;

/// What `latchkit doctor` is told on its command line.
#[derive(clap::Args)]
pub(crate) struct DoctorArgs {
    /// A page that embeds the modal: its policies are read too
    #[arg(long, value_name = "URL", value_parser = page_url)]
    host: Option<Uri>,
    /// A project's id: is it known, and may the page of --host use it?
    #[arg(long, value_name = "ID")]
    project: Option<String>,
}

fn page_url(text: &str) -> Result<Uri, String> {
    let bare = text.split('#').next().unwrap_or_default();
    let uri: Option<Uri> = bare.parse().ok();
    let is_web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
    let is_open = |uri: &Uri| !uri.authority().is_some_and(|it| it.as_str().contains('@'));
    uri.filter(|it| is_web(it) && it.host().is_some() && is_open(it)).ok_or_else(|| {
        "write it whole and without a user, such as https://shop.example/checkout".to_owned()
    })
}

/// Runs all checks, prints them, and fails where one does.
pub(crate) async fn run(
    config: Result<Config, Vec<Problem>>,
    args: DoctorArgs,
) -> Result<(), Problem> {
    let mut report = Report::default();
    match config {
        Ok(config) => {
            report.add(Finding::sound("configuration: it can be read"));
            check(&config, &args, &mut report).await;
        }
        Err(faults) => {
            report.extend(faults.into_iter().map(|it| Finding::broken("configuration", it)));
        }
    }
    report.end()
}

async fn check(config: &Config, args: &DoctorArgs, report: &mut Report) {
    let client = upstream::client();
    let (finding, db) = setup::database(config).await;
    report.add(finding);
    report.extend(setup::way_to_database(config));
    report.extend(setup::redis(config).await);
    report.extend(setup::projects(config, db.as_ref()).await);
    if let Some(id) = &args.project {
        report.add(connectivity::project(config, db.as_ref(), id).await);
    }
    let visit = visit(config, db.as_ref(), args).await;
    report.add(setup::assets(config));
    report.extend(kept::findings(config));
    report.extend(setup::wallets(config));
    report.extend(setup::tokens(config));
    report.extend(vault::findings(config, db.as_ref()).await);
    if let Some(db) = db {
        db.close().await;
    }
    report.add(setup::proxies(config));
    report.extend(setup::ceilings(config));
    let ours = (path::HEALTH, "\"uptimeSeconds\"");
    let (finding, listener) = setup::port(&client, "bind", config.bind, config, ours).await;
    report.add(finding);
    if let Some(address) = config.metrics_bind.0 {
        let ours = ("/metrics", "latchkit_build_info");
        report.add(setup::port(&client, "metrics_bind", address, config, ours).await.0);
    }
    let ours = match listener {
        Listener::Us => connectivity::instance_at_bind(&client, config).await,
        Listener::Nobody | Listener::Other => None,
    };
    let here = Here { listener, instance: ours };
    for (key, origin) in [("public_url", &config.public_url), ("vault_url", &config.vault_url)] {
        report.add(connectivity::name(&client, key, origin, config, &here).await);
    }
    report.extend(relays::findings(&client, config, &visit).await);
    report.extend(nodes::findings(&client, config).await);
    report.extend(others::sockets(&client, config).await);
    report.extend(others::hosted(&client, config).await);
    report.extend(others::explorers(&client, config).await);
    if let Some(url) = &args.host {
        embedding(&client, config, args, url, report).await;
    }
}

/// As whom relays are asked: for the project that is named, or the only one that there is.
async fn visit(config: &Config, db: Option<&Db>, args: &DoctorArgs) -> Visit {
    let named = args.project.as_deref().and_then(ProjectId::parse);
    let place = |it: &Uri| Origin::parse(&format!("{}://{}", it.scheme_str()?, it.authority()?));
    let mut known: BTreeSet<ProjectId> = config.projects.keys().cloned().collect();
    if let Some(db) = db {
        known.extend(db.projects().await.unwrap_or_default().into_iter().map(|it| it.id));
    }
    let only = known.pop_first().filter(|_| known.is_empty());
    Visit { project: named.or(only), page: args.host.as_ref().and_then(place) }
}

async fn embedding(
    client: &Client,
    config: &Config,
    args: &DoctorArgs,
    url: &Uri,
    report: &mut Report,
) {
    let page = match Page::fetch(client, url.clone()).await {
        Ok(page) => page,
        Err(why) => {
            let what = format!("the page {url}: it cannot be read ({why})");
            return report.add(Finding::broken(what, "see whether a browser here opens it"));
        }
    };
    let relays = config.walletconnect.origins();
    let (server, vault) = (&config.public_url, &config.vault_url);
    let has_email = config.vault.is_set_up();
    let places = Places { server, vault, relays: &relays, has_email };
    report.extend(embedding::findings(&page, &places));
    // Of an id that is none enough was said.
    if let Some(id) = args.project.as_deref().and_then(ProjectId::parse) {
        report.add(connectivity::origin(client, config, &page.origin, &id).await);
    }
}
