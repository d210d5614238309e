//! What has to be asked over the network: both names of the server, the nodes, and whether a page may
//! use a project.

use super::get::{ANSWER_TIME, Answer, Ask};
use super::report::{Finding, Verdict};
use super::setup::{Listener, reachable};
use crate::VERSION;
use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::config_values::NodeUrl;
use crate::db::Db;
use crate::held_bytes::HeldBytes;
use crate::idle_keys::{IDLE_CURE, idle_keys};
use crate::known_chains::{public_nodes, without_nodes};
use crate::origin::Origin;
use crate::project::ProjectId;
use crate::upstream::probe::{self, Probe};
use crate::upstream::{Client, Failure, Node};
use axum::http::{HeaderValue, Uri};
use bytes::Bytes;
use futures_util::future::join_all;
use protocol::api::{Failed, Health};
use protocol::caip::ChainId;
use protocol::path;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};

/// Every node says on which chain it is; no more is read of what it says.
const NODE_ANSWER_BYTES: usize = 64 * 1024;

/// What is known of the server at `bind`.
pub(super) struct Here {
    pub(super) listener: Listener,
    /// By which it is told from others, where it listens.
    pub(super) instance: Option<String>,
}

/// By which the server at `bind` is told from others.
pub(super) async fn instance_at_bind(client: &Client, config: &Config) -> Option<String> {
    let health = uri(&format!("http://{}/health", reachable(config.bind)))?;
    let host = HeaderValue::from_str(config.public_url.authority()).ok();
    let answer = Ask { host, ..Ask::get(health) }.send(client).await.ok()?;
    Some(serde_json::from_slice::<Health>(&answer.body).ok()?.instance)
}

/// Whether a name of the server leads to it. `key` is `public_url` or `vault_url`.
pub(super) async fn name(
    client: &Client,
    key: &str,
    origin: &Origin,
    config: &Config,
    here: &Here,
) -> Finding {
    let Some(uri) = uri(&format!("{origin}/health")) else {
        return Finding::broken(format_args!("{key} {origin}"), "it is not the URL of a host");
    };
    let why = match Ask::get(uri).send(client).await {
        Ok(answer) => return answered(key, origin, &answer, here),
        Err(why) => why,
    };
    if here.listener != Listener::Us {
        return Finding::doubtful(
            format_args!("{key} {origin}: nothing answers ({why})"),
            "the server does not run here; run the doctor beside a running server to check its names",
        );
    }
    if origin.is_local() && is_answered_at(client, origin, config).await {
        let host = origin.authority().split(':').next().unwrap_or_default();
        return Finding::doubtful(
            format_args!("{key} {origin}: this system does not know the name, the server does"),
            format_args!(
                "most browsers know it without help; where one does not, add the line `127.0.0.1 \
                 {host}` to the hosts file"
            ),
        );
    }
    Finding::broken(
        format_args!("{key} {origin}: nothing answers ({why})"),
        format_args!("lead the name to this server, or correct `{key}` in latchkit.toml"),
    )
}

fn answered(key: &str, origin: &Origin, answer: &Answer, here: &Here) -> Finding {
    if answer.status == 421 {
        return Finding::broken(
            format_args!("{key} {origin}: answered 421"),
            "the proxy in front changes the `Host` header; have it passed on as it came",
        );
    }
    let health = serde_json::from_slice::<Health>(&answer.body).ok();
    if let Some(health) = health.filter(|_| answer.status == 200) {
        if key == "vault_url" {
            return Finding::broken(
                format_args!("{key} {origin}: it answers as public_url does"),
                "the proxy in front changes the `Host` header; have it passed on as it came",
            );
        }
        if let Some(doubt) = of_another(key, origin, &health, here) {
            return doubt;
        }
        if health.version == VERSION {
            return Finding::sound(format!("{key} {origin}: latchkit {VERSION} answers"));
        }
        return Finding::doubtful(
            format_args!("{key} {origin}: latchkit {} answers", health.version),
            format_args!("this program is {VERSION}; restart the server after an update"),
        );
    }
    let is_ours = serde_json::from_slice::<Failed>(&answer.body).is_ok();
    if key == "vault_url" && is_ours {
        return Finding::sound(format!(
            "{key} {origin}: this server answers under its second name"
        ));
    }
    Finding::broken(
        format_args!("{key} {origin}: something else answers ({})", answer.status),
        format_args!("lead the name to this server, or correct `{key}` in latchkit.toml"),
    )
}

/// What there is to say where it is another process that answers.
fn of_another(key: &str, origin: &Origin, health: &Health, here: &Here) -> Option<Finding> {
    if here.instance.as_ref().is_some_and(|ours| *ours != health.instance) {
        return Some(Finding::doubtful(
            format_args!("{key} {origin}: another latchkit answers than the one at `bind`"),
            format_args!(
                "that is right where several share the name; else correct `{key}`, or lead the \
                 name to this one"
            ),
        ));
    }
    (here.listener == Listener::Nobody && origin.is_local()).then(|| {
        Finding::doubtful(
            format_args!("{key} {origin}: another latchkit answers, this one does not run"),
            format_args!("stop that, or correct `{key}` and `bind`"),
        )
    })
}

async fn is_answered_at(client: &Client, origin: &Origin, config: &Config) -> bool {
    let Some(uri) = uri(&format!("http://{}/health", reachable(config.bind))) else { return false };
    let host = HeaderValue::from_str(origin.authority()).ok();
    let answer = Ask { host, ..Ask::get(uri) }.send(client).await;
    answer.is_ok_and(|it| it.status != 421)
}

/// Every node of every chain, asked at once.
pub(super) async fn nodes(client: &Client, config: &Config) -> Vec<Finding> {
    if config.chains.is_empty() {
        return vec![Finding::doubtful(
            "chains: none is configured",
            "the modal shows no balance and reads nothing; name nodes under [chains], or say \
             `public_nodes = true`",
        )];
    }
    let public = if config.public_nodes { public_nodes() } else { BTreeMap::new() };
    let asked = config.chains.iter().map(|(chain, urls)| {
        let is_only = urls.len() == 1;
        let asking = urls.iter().map(|url| {
            let (client, chain, url) = (client.clone(), chain.clone(), url.clone());
            tokio::spawn(async move { node(&client, &chain, url, is_only).await })
        });
        (chain, asking.collect::<Vec<_>>())
    });
    let without = without_nodes(&config.chains, config.public_nodes);
    let without = without.map(|(chains, cure)| format!("chains: no node for {chains} ({cure})"));
    let mut findings: Vec<Finding> = without.map(Finding::sound).into_iter().collect();
    findings.extend(without_names(config));
    findings.extend(idle_keys(config).iter().map(|it| Finding::doubtful(it, IDLE_CURE)));
    for (chain, asking) in asked.collect::<Vec<_>>() {
        let told: Vec<Finding> = join_all(asking).await.into_iter().flatten().collect();
        if public.get(chain) == config.chains.get(chain) {
            findings.push(of_public(chain, &told));
        } else {
            findings.extend(told);
        }
    }
    findings
}

/// That no account has a name. Of a chain that was named by the operator `idle_keys` tells.
fn without_names(config: &Config) -> Option<Finding> {
    let chain = &config.ens_chain;
    let is_built_in = *chain == Config::default().ens_chain;
    (is_built_in && !config.chains.contains_key(chain)).then(|| {
        Finding::sound(format!(
            "ens_chain {chain}: it has no node, so no account has a name (name one under [chains])"
        ))
    })
}

/// What public nodes of a chain said. No operator mends those that are away.
fn of_public(chain: &str, told: &[Finding]) -> Finding {
    let answering = told.iter().filter(|it| it.verdict == Verdict::Sound).count();
    let what = format!("{chain}: {answering} of {} public nodes answer", told.len());
    if answering > 0 {
        return Finding::sound(what);
    }
    Finding::doubtful(
        what,
        "nothing is read of it meanwhile; name nodes of your own under [chains]",
    )
}

async fn node(client: &Client, chain: &str, url: NodeUrl, is_only: bool) -> Finding {
    let host = url.host().to_owned();
    let id = ChainId::parse(chain).expect("it is of a checked configuration");
    let Some(probe) = Probe::of(id.namespace) else {
        return Finding::sound(format!(
            "{chain} at {host}: not asked, for this kind of chain there is no question"
        ));
    };
    let (method, _) = probe.chain;
    let body = probe::body(probe.chain);
    let node = Node::new(url, Ceiling::default());
    let held = HeldBytes::new(0, &[]).gather(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let asked = node.post(client, Bytes::from(body), NODE_ANSWER_BYTES, held);
    let why = match tokio::time::timeout(ANSWER_TIME, asked).await {
        Ok(Ok(bytes)) => match result(&bytes) {
            Ok(text) => return same(&id, &host, &text),
            Err(why) => why,
        },
        Ok(Err(
            Failure::Away(why)
            | Failure::NotTaken(why)
            | Failure::Refused(why)
            | Failure::Broken(why),
        )) => why,
        Ok(Err(_)) => "its answer is far too large".to_owned(),
        Err(_) => format!("no answer after {} s", ANSWER_TIME.as_secs()),
    };
    let meanwhile = if is_only {
        "the chain has no other, so nothing is read of it"
    } else {
        "other nodes of the chain are asked instead"
    };
    Finding::broken(
        format_args!("{chain} at {host}: {method} is not answered ({why})"),
        format_args!("check its URL and key under [chains]; {meanwhile}"),
    )
}

fn same(id: &ChainId, host: &str, text: &str) -> Finding {
    let chain = id.text();
    if probe::names(id, text) == Some(true) {
        return Finding::sound(format!("{chain} at {host}: it answers, and is on that chain"));
    }
    Finding::broken(
        format_args!("{chain} at {host}: it is on another chain, it says `{text}`"),
        "visitors would see balances of that one; correct the URL or the chain under [chains]",
    )
}

fn result(body: &[u8]) -> Result<String, String> {
    let answer: Value = serde_json::from_slice(body).map_err(|_| "it is not JSON".to_owned())?;
    let result = answer["result"].as_str().map(|it| it.chars().take(80).collect());
    let error = || answer["error"]["message"].as_str().unwrap_or("it says no chain").to_owned();
    result.ok_or_else(error)
}

/// Whether there is such a project.
pub(super) async fn project(config: &Config, db: Option<&Db>, id: &str) -> Finding {
    let Some(id) = ProjectId::parse(id) else {
        return Finding::broken(
            format_args!("project {id}: it is no id"),
            "an id is 32 hex digits, as `latchkit project list` shows them",
        );
    };
    if let Some(settings) = config.projects.get(&id) {
        let name = &settings.name;
        return Finding::sound(format!("project {id}: the configuration calls it `{name}`"));
    }
    let Some(db) = db else {
        return Finding::doubtful(
            format_args!("project {id}: it is not looked for, without a database"),
            "see what is said of the database",
        );
    };
    match db.project(&id).await {
        Ok(Some(found)) => Finding::sound(format!("project {id}: it is `{}`", found.settings.name)),
        Ok(None) => Finding::broken(
            format_args!("project {id}: the database has none of this id"),
            "`latchkit project list` shows those it has",
        ),
        Err(error) => Finding::broken(
            format_args!("project {id}: it cannot be read ({error})"),
            "see what is said of the database",
        ),
    }
}

/// Whether the server takes calls of a project from a page: asked as that page, since the server
/// decides.
pub(super) async fn origin(
    client: &Client,
    config: &Config,
    host: &Origin,
    project: &ProjectId,
) -> Finding {
    let chain = config.chains.keys().next().map_or("eip155:1", |chain| chain);
    let path = format!("{}?chainId={chain}&projectId={project}", path::RPC);
    let Some(uri) = uri(&format!("{}{path}", config.public_url)) else {
        return Finding::broken(
            format_args!("public_url {}", config.public_url),
            "it is not the URL of a host",
        );
    };
    let call = Bytes::from_static(br#"{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}"#);
    let ask = Ask { as_page: Some((host.header(), call)), ..Ask::get(uri) };
    let what = format!("project {project} from {host}");
    match ask.send(client).await {
        Ok(answer) if answer.status == 401 => Finding::broken(
            format_args!("{what}: the server does not know the project"),
            "`latchkit project list` shows those it knows",
        ),
        Ok(answer) if answer.status == 403 => Finding::broken(
            format_args!("{what}: {host} is not among the project's allowed origins"),
            format_args!("allow it: `latchkit project set {project} --add-origin {host}`"),
        ),
        // Whether a node of the chain answers is another question.
        Ok(answer) if matches!(answer.status, 200 | 400 | 503) => {
            Finding::sound(format!("{what}: the server takes its calls"))
        }
        Ok(answer) => Finding::doubtful(
            format_args!("{what}: {} answers {}", config.public_url, answer.status),
            "see what is said of public_url",
        ),
        Err(why) => Finding::doubtful(
            format_args!("{what}: not asked ({why})"),
            "the server has to run to say whether this origin is allowed",
        ),
    }
}

fn uri(text: &str) -> Option<Uri> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_nodes_that_are_away_fail_no_check() {
        let told = || [Finding::sound("a"), Finding::broken("b", "c")];
        assert_eq!(
            of_public("eip155:1", &told()).to_string(),
            "ok    eip155:1: 1 of 2 public nodes answer"
        );
        assert_eq!(of_public("eip155:1", &told()[1..]).verdict, Verdict::Doubtful);
    }
}
