//! Whether those answer that are asked besides nodes: APIs that others host, explorers, and sockets of nodes.
//! Without them everything runs, with what nodes tell.

use super::get::ANSWER_TIME;
use super::report::Finding;
use crate::config::Config;
use crate::config_values::SocketUrl;
use crate::feeds::try_to_open;
use crate::held_bytes::HeldBytes;
use crate::history::ask_explorer_once;
use crate::hosted::{Answer, NotTold};
use crate::prices::Elsewhere;
use crate::upstream::{Client, Errand};
use crate::zerion::Zerion;
use futures_util::future::{join, join_all};
use protocol::caip::ChainId;
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr};

/// Every API of `[hosted]`, asked once.
pub(super) async fn hosted(client: &Client, config: &Config) -> Vec<Finding> {
    let held = HeldBytes::new(0, &[]);
    let elsewhere = Elsewhere::new(&config.hosted, client, &held);
    let zerion = Zerion::new(&config.hosted, client, &held);
    let asking = async {
        let zerion = zerion.as_ref()?;
        Some(("zerion", zerion.host().to_owned(), zerion.once(errand()).await))
    };
    let (prices, zerion) = join(elsewhere.once(errand()), asking).await;
    let told = prices.into_iter().chain(zerion);
    told.map(|(name, host, answer)| {
        let settings = config.hosted.all().find(|(it, _)| *it == name);
        let has_key = settings.is_some_and(|(_, it)| !it.key.text().is_empty());
        api(name, &host, has_key, answer)
    })
    .collect()
}

fn api(name: &str, host: &str, has_key: bool, answer: Result<Answer, NotTold>) -> Finding {
    let what = format!("hosted.{name} at {host}");
    let meanwhile = match name {
        "zerion" => "until then balances and histories are those of nodes and the index",
        _ => "until then prices are those of pools, and of what else is named",
    };
    let why = match answer {
        Ok(Answer { status: 200, body }) if is_object(&body) => {
            let key = if has_key { ", and takes the key" } else { "" };
            return Finding::sound(format!("{what}: it answers{key}"));
        }
        Ok(Answer { status: 200, .. }) => "something else answers".to_owned(),
        Ok(Answer { status, .. }) => format!("it answers {status}"),
        Err(NotTold::LockedOut(status)) => {
            let takes = if has_key { "it does not take the key" } else { "it asks for a key" };
            return Finding::broken(
                format_args!("{what}: {takes} ({status})"),
                format_args!("correct `key`, or leave {name} out of [hosted]; {meanwhile}"),
            );
        }
        Err(NotTold::Limited | NotTold::Resting | NotTold::Spent) => {
            return Finding::doubtful(
                format_args!("{what}: it takes no more for now (429)"),
                format_args!("ask for a larger plan where that happens often; {meanwhile}"),
            );
        }
        Err(NotTold::Away(why)) => format!("it does not answer ({why})"),
        Err(NotTold::NoRoom) => "it says too much".to_owned(),
    };
    let cure = format!("see whether this machine may ask it, and correct `url`; {meanwhile}");
    Finding::doubtful(format_args!("{what}: {why}"), cure)
}

fn is_object(body: &[u8]) -> bool {
    serde_json::from_slice::<Value>(body).is_ok_and(|it| it.is_object())
}

/// Every explorer of `[history.explorers]`, asked once.
pub(super) async fn explorers(client: &Client, config: &Config) -> Vec<Finding> {
    let asking = config.history.explorers.iter().filter_map(|(chain, explorer)| {
        let (id, host) = (ChainId::parse(chain)?, explorer.url.as_ref()?.host());
        Some(async move {
            let what = format!("history.explorers.{chain} at {host}");
            match ask_explorer_once(explorer, client, &id, errand()).await {
                Ok(()) => Finding::sound(format!("{what}: it answers")),
                Err(why) => Finding::doubtful(
                    format_args!("{what}: it tells no history ({why})"),
                    "correct its `url` and `key`; until then the index tells what it knows",
                ),
            }
        })
    });
    join_all(asking).await
}

/// Every socket of `[node_sockets]`, opened once.
pub(super) async fn sockets(client: &Client, config: &Config) -> Vec<Finding> {
    let all = config.node_sockets.iter().flat_map(|(chain, urls)| {
        let id = ChainId::parse(chain);
        urls.iter().filter_map(move |url| Some((id.clone()?, url)))
    });
    join_all(all.map(|(chain, url)| socket(client, chain, url))).await
}

async fn socket(client: &Client, chain: ChainId, url: &SocketUrl) -> Finding {
    let what = format!("node_sockets {} at {}", chain.text(), url.host());
    match try_to_open(client, &chain, url).await {
        Ok(()) => Finding::sound(format!("{what}: it is on that chain, and tells of new blocks")),
        Err(why) => Finding::doubtful(
            format_args!("{what}: it is of no use ({why})"),
            "correct the URL or the chain under [node_sockets]; where none of a chain is, the nodes \
             under [chains] are asked for new blocks, up to twice a second",
        ),
    }
}

fn errand() -> Errand {
    Errand::new(IpAddr::V4(Ipv4Addr::LOCALHOST), ANSWER_TIME)
}
