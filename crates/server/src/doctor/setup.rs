//! What can be checked on this machine: the database, the files of the package, the registry of
//! wallets, who is in front, and the ports.

use super::get::Ask;
use super::report::{Finding, Verdict};
use crate::config::Config;
use crate::db::Db;
use crate::db::tables::Tables;
use crate::holdings::tokens::Lists;
use crate::project::Project;
use crate::redis_url::NoAnswer;
use crate::site::why_nowhere;
use crate::upstream::Client;
use crate::wallets::Wallets;
use axum::http::{HeaderValue, Uri};
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;

/// Opens the database, if there is one: the doctor makes no file.
pub(super) async fn database(config: &Config) -> (Finding, Option<Db>) {
    let place = match &config.database_url {
        Some(url) => url.to_string(),
        None => config.database.display().to_string(),
    };
    if config.database_url.is_none() && !config.database.exists() {
        let folder = config.database.parent().filter(|it| !it.as_os_str().is_empty());
        let finding = match folder.filter(|it| !it.is_dir()) {
            Some(folder) => Finding::broken(
                format_args!("database {place}: there is no folder {}", folder.display()),
                "make it, or name a file elsewhere: `database` in latchkit.toml",
            ),
            None => Finding::doubtful(
                format_args!("database {place}: it is not there yet"),
                "`latchkit serve` makes it, and `latchkit project create` a project in it",
            ),
        };
        return (finding, None);
    }
    let db = match Db::connect(&config.database, config.database_url.as_ref()).await {
        Ok(db) => db,
        Err(problem) => return (Finding::broken("database", problem), None),
    };
    match db.tables().await {
        Ok(tables) => match tables.fault() {
            None => {
                let text = format!("database {place}: it opens, with all its tables");
                (Finding::sound(text), Some(db))
            }
            Some(fault) => {
                let is_newer = tables == Tables::Newer;
                let verdict = if is_newer { Verdict::Broken } else { Verdict::Doubtful };
                (Finding::of(verdict, format_args!("database {place}"), fault), None)
            }
        },
        Err(error) => {
            let what = format_args!("database {place}: it cannot be read ({error})");
            (Finding::broken(what, "name one of latchkit's, or a new one"), None)
        }
    }
}

/// Whether nobody listens between here and the database.
pub(super) fn way_to_database(config: &Config) -> Option<Finding> {
    let url = config.database_url.as_ref().filter(|url| !url.is_guarded())?;
    Some(Finding::doubtful(
        format_args!(
            "database {url}: it is on another machine, and its certificate is not checked"
        ),
        "whoever is on the way may read and answer in its place; add ?sslmode=verify-full to \
         `database_url`",
    ))
}

/// The projects whose settings may not be meant.
pub(super) async fn projects(config: &Config, db: Option<&Db>) -> Vec<Finding> {
    let has_email = config.vault.is_set_up();
    let described = config.projects.iter();
    let described = described.map(|(id, it)| Project { id: id.clone(), settings: it.clone() });
    let kept = match db {
        Some(db) => db.projects().await.unwrap_or_default(),
        None => Vec::new(),
    };
    let kept = kept.into_iter().filter(|it| !config.projects.contains_key(&it.id));
    let doubts = described.chain(kept).flat_map(|Project { id, settings }| {
        let what = format!("project {id} (`{}`)", settings.name);
        let nowhere = if has_email { why_nowhere(&settings) } else { Vec::new() };
        let doubts = settings.doubts().into_iter().chain(nowhere);
        doubts.map(move |doubt| Finding::doubtful(&what, doubt))
    });
    doubts.collect()
}

/// The files of the package.
pub(super) fn assets(config: &Config) -> Finding {
    const CURE: &str = "build the package (`cargo xtask web --release`) and name its folder with \
                        `assets`, or let hosts serve the files themselves";
    match &config.assets {
        Some(folder) if folder.join("latchkit.js").is_file() => {
            Finding::sound(format!("assets {}: the package is there", folder.display()))
        }
        Some(folder) => {
            Finding::broken(format_args!("assets {}: no latchkit.js", folder.display()), CURE)
        }
        None if cfg!(feature = "embed") => Finding::sound("assets: they are in this binary"),
        None => Finding::doubtful("assets: this binary holds none, and `assets` is not set", CURE),
    }
}

/// The registry of wallets, and what relays are said to reach of it.
pub(super) fn wallets(config: &Config) -> Vec<Finding> {
    let wallets = match Wallets::load(config) {
        Ok(wallets) => wallets,
        Err(problem) => return vec![Finding::broken("wallets", problem)],
    };
    let unknown = wallets.lacks(&config.walletconnect).into_iter().map(|id| {
        Finding::doubtful(
            format_args!("walletconnect.relays: the directory has no wallet {id}"),
            "no visitor is led to it; `/getWallets` has the ids, and `wallets` adds wallets of your own",
        )
    });
    let summary = Finding::sound(format!("wallets: {}", wallets.summary()));
    [summary].into_iter().chain(unknown).collect()
}

/// The operator's own tokens.
pub(super) fn tokens(config: &Config) -> Option<Finding> {
    let file = config.tokens.as_deref()?;
    Some(match Lists::load(Some(file)) {
        Ok(_) => Finding::sound(format!("tokens: {} can be read", file.display())),
        Err(problem) => Finding::broken("tokens", problem),
    })
}

/// Whether clients are told apart.
pub(super) fn proxies(config: &Config) -> Finding {
    let is_off = config.client_requests_per_minute == 0;
    let is_project_off = config.project_requests_per_minute == 0;
    if is_off && is_project_off {
        return Finding::doubtful(
            "limits: there are none",
            "anybody may use up what your nodes allow; set client_requests_per_minute, or limit \
             requests in front",
        );
    }
    if config.public_url.is_secure() && config.trusted_proxies.is_empty() && !is_off {
        return Finding::doubtful(
            "trusted_proxies: none, though public_url is https and this server speaks http",
            "all that comes through the proxy in front counts as one client; name the proxy's \
             address",
        );
    }
    if let Some(block) = config.trusted_proxies.iter().find(|it| it.is_everything()) {
        return Finding::broken(
            format_args!("trusted_proxies: {block} is everybody"),
            "any client can then pretend to be another one; name the proxies in front only",
        );
    }
    match (is_off, is_project_off) {
        (true, _) => Finding::doubtful(
            "limits: projects are counted, clients are not",
            "one visitor may use up what all visitors of a project have together; set \
             client_requests_per_minute",
        ),
        (_, true) => Finding::sound("limits: clients are counted, projects are not"),
        _ => Finding::sound("limits: clients and projects are counted"),
    }
}

/// What may be open at once without end.
pub(super) fn ceilings(config: &Config) -> Option<Finding> {
    let all = [
        ("connections", config.connections),
        ("client_connections", config.client_connections),
        ("requests_at_once", config.requests_at_once),
        ("client_requests_at_once", config.client_requests_at_once),
        ("node_requests_at_once", config.node_requests_at_once),
        ("held_bytes", config.held_bytes),
    ];
    let open: Vec<&str> = all.iter().filter(|(_, most)| *most == 0).map(|(key, _)| *key).collect();
    (!open.is_empty()).then(|| {
        Finding::doubtful(
            format_args!("limits: {} is 0, which is any number", open.join(", ")),
            "whoever floods this server can then use up its memory or its files; leave the key out \
             to have the default",
        )
    })
}

/// Whether the server through which nodes hear each other answers.
pub(super) async fn redis(config: &Config) -> Option<Finding> {
    let url = config.redis_url.as_ref()?;
    Some(match url.ask().await {
        Ok(()) => Finding::sound(format!("redis_url {url:?}: it answers")),
        Err(NoAnswer::LockedOut(why)) => Finding::broken(
            format_args!("redis_url {url:?}: it does not let this server in ({why})"),
            "the server does not start; correct user and password",
        ),
        Err(NoAnswer::Away(why)) => Finding::broken(
            format_args!("redis_url {url:?}: it does not answer ({why})"),
            "nodes hear each other late, when they read the database anew; start it, or correct \
             `redis_url`",
        ),
    })
}

/// Who listens at an address.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listener {
    Nobody,
    Us,
    /// Another program, or nobody can.
    Other,
}

/// Whether an address is free, or taken by this server: then `path` there answers 200 with `words`.
pub(super) async fn port(
    client: &Client,
    key: &str,
    address: SocketAddr,
    config: &Config,
    (path, words): (&str, &str),
) -> (Finding, Listener) {
    // Asked first: who may not listen on a port of the system still sees who does.
    if is_us(client, address, config, path, words).await {
        return (
            Finding::sound(format!("{key} {address}: this server listens there")),
            Listener::Us,
        );
    }
    let cure = format!("choose another address with `{key}`");
    match TcpListener::bind(address).await {
        Ok(_) => {
            let text = format!("{key} {address}: it is free, the server does not run");
            (Finding::sound(text), Listener::Nobody)
        }
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            let what = format!("{key} {address}: another program has it");
            (Finding::broken(what, format!("stop that, or {cure}")), Listener::Other)
        }
        Err(error) => {
            let what = format!("{key} {address}: it cannot be listened on ({error})");
            (Finding::broken(what, cure), Listener::Other)
        }
    }
}

async fn is_us(
    client: &Client,
    address: SocketAddr,
    config: &Config,
    path: &str,
    words: &str,
) -> bool {
    let Ok(uri) = format!("http://{}{path}", reachable(address)).parse::<Uri>() else {
        return false;
    };
    let host = HeaderValue::from_str(config.public_url.authority()).ok();
    let answer = Ask { host, ..Ask::get(uri) }.send(client).await;
    answer.is_ok_and(|it| it.status == 200 && String::from_utf8_lossy(&it.body).contains(words))
}

/// An address that can be asked, where all of the machine are listened on.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(it) if it.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(it) if it.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
