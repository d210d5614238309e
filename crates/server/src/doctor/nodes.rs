//! Whether the nodes answer, are of their chains, and do what accounts need of them.

use super::get::ANSWER_TIME;
use super::report::{Finding, Verdict};
use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::config_values::NodeUrl;
use crate::held_bytes::HeldBytes;
use crate::history::smallest_search;
use crate::idle_keys::{IDLE_CURE, idle_keys};
use crate::known_chains::{public_nodes, without_nodes};
use crate::upstream::probe::{self, Probe};
use crate::upstream::{Client, Failure, Node, multicall};
use bytes::Bytes;
use futures_util::future::{join, join_all};
use protocol::caip::{ChainId, Namespace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use tokio::time::timeout;

/// No more is read of what a node says.
const NODE_ANSWER_BYTES: usize = 64 * 1024;

/// What accounts need of a node of eip155.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// That it is asked for many contracts at once.
    Contracts,
    /// That it searches for logs.
    Logs,
}

/// What came of asking a node.
struct Met {
    finding: Finding,
    /// What it does not do, and why.
    lacks: Vec<(Need, String)>,
}

/// Every node of every chain, asked at once.
pub(super) async fn findings(client: &Client, config: &Config) -> Vec<Finding> {
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
            let host = url.host().to_owned();
            let asking = tokio::spawn(async move { meet(&client, &chain, url, is_only).await });
            async move { Some((host, asking.await.ok()?)) }
        });
        (chain, asking.collect::<Vec<_>>())
    });
    let without = without_nodes(&config.chains, config.public_nodes);
    let without = without.map(|(chains, cure)| format!("chains: no node for {chains} ({cure})"));
    let mut findings: Vec<Finding> = without.map(Finding::sound).into_iter().collect();
    findings.extend(without_names(config));
    findings.extend(idle_keys(config).iter().map(|it| Finding::doubtful(it, IDLE_CURE)));
    for (chain, asking) in asked.collect::<Vec<_>>() {
        let met = join_all(asking).await.into_iter().flatten();
        if public.get(chain) == config.chains.get(chain) {
            findings.extend(of_public(chain, &met.map(|it| it.1).collect::<Vec<_>>()));
            continue;
        }
        for (host, Met { finding, lacks }) in met {
            findings.push(finding);
            let lacks = lacks.iter().map(|it| lacking(&format!("{chain} at {host}"), it));
            findings.extend(lacks);
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

/// What public nodes of a chain said. No operator mends those that are away, and what one does not do another may.
fn of_public(chain: &str, met: &[Met]) -> Vec<Finding> {
    let answering: Vec<&Met> =
        met.iter().filter(|it| it.finding.verdict == Verdict::Sound).collect();
    let what = format!("{chain}: {} of {} public nodes answer", answering.len(), met.len());
    let Some(first) = answering.first() else {
        let cure = "nothing is read of it meanwhile; name nodes of your own under [chains]";
        return vec![Finding::doubtful(what, cure)];
    };
    let is_everybodys = |(need, _): &&(Need, String)| {
        answering.iter().all(|it| it.lacks.iter().any(|(other, _)| other == need))
    };
    let lacks = first.lacks.iter().filter(is_everybodys);
    let lacks = lacks.map(|it| lacking(&format!("{chain} at each of these"), it));
    [Finding::sound(what)].into_iter().chain(lacks).collect()
}

fn lacking(what: &str, (need, why): &(Need, String)) -> Finding {
    match need {
        Need::Contracts => Finding::doubtful(
            format_args!("{what}: many contracts cannot be asked at once ({why})"),
            "each token takes a call, and some balances, prices and NFTs are not told; have \
             `eth_call` of Multicall3 allowed there, or name another node under [chains]",
        ),
        Need::Logs => Finding::doubtful(
            format_args!("{what}: no search for logs is answered ({why})"),
            "what accounts did, their NFTs and what pages subscribe to are not told by it; have \
             `eth_getLogs` without an address allowed there, or name another node under [chains]",
        ),
    }
}

async fn meet(client: &Client, chain: &str, url: NodeUrl, is_only: bool) -> Met {
    let host = url.host().to_owned();
    let id = ChainId::parse(chain).expect("it is of a checked configuration");
    let alone = |finding| Met { finding, lacks: Vec::new() };
    let Some(probe) = Probe::of(id.namespace) else {
        return alone(Finding::sound(format!(
            "{chain} at {host}: not asked, for this kind of chain there is no question"
        )));
    };
    let (method, _) = probe.chain;
    let node = Node::new(url, Ceiling::default());
    let said = ask(client, &node, probe.chain).await;
    let text = said.and_then(|it| {
        let text = it.as_str().map(|it| it.chars().take(80).collect::<String>());
        text.ok_or_else(|| "it says no chain".to_owned())
    });
    match text {
        Ok(text) if probe::names(&id, &text) != Some(true) => alone(Finding::broken(
            format_args!("{chain} at {host}: it is on another chain, it says `{text}`"),
            "visitors would see balances of that one; correct the URL or the chain under [chains]",
        )),
        Ok(_) => {
            let finding =
                Finding::sound(format!("{chain} at {host}: it answers, and is on that chain"));
            let is_evm = id.namespace == Namespace::Eip155;
            let lacks = if is_evm { lacks(client, &node, &id).await } else { Vec::new() };
            Met { finding, lacks }
        }
        Err(why) => {
            let meanwhile = if is_only {
                "the chain has no other, so nothing is read of it"
            } else {
                "other nodes of the chain are asked instead"
            };
            alone(Finding::broken(
                format_args!("{chain} at {host}: {method} is not answered ({why})"),
                format_args!("check its URL and key under [chains]; {meanwhile}"),
            ))
        }
    }
}

/// What a node does not do of what accounts need, by the smallest question of each kind.
async fn lacks(client: &Client, node: &Node, chain: &ChainId) -> Vec<(Need, String)> {
    let [contracts, logs] = [multicall::smallest(chain), smallest_search()];
    let asked = |(method, params): (&'static str, Value)| async move {
        ask(client, node, (method, &params.to_string())).await
    };
    let (contracts, logs) = join(asked(contracts), asked(logs)).await;
    let contracts = contracts.and_then(|it| match &it {
        it if multicall::is_answered(it) => Ok(()),
        it if it == "0x" => Err("no Multicall3 is there".to_owned()),
        _ => Err("it answers something else".to_owned()),
    });
    let logs = logs.and_then(|it| match it {
        Value::Array(_) => Ok(()),
        _ => Err("it answers something else".to_owned()),
    });
    let met = [(Need::Contracts, contracts), (Need::Logs, logs)];
    met.into_iter().filter_map(|(need, said)| Some((need, said.err()?))).collect()
}

/// The result of a call, or why there is none.
async fn ask(client: &Client, node: &Node, call: (&str, &str)) -> Result<Value, String> {
    let held = HeldBytes::new(0, &[]).gather(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let asked = node.post(client, Bytes::from(probe::body(call)), NODE_ANSWER_BYTES, held);
    let body = match timeout(ANSWER_TIME, asked).await {
        Ok(Ok(body)) => body,
        Ok(Err(
            Failure::Away(why)
            | Failure::NotTaken(why)
            | Failure::Refused(why)
            | Failure::Broken(why),
        )) => return Err(why),
        Ok(Err(_)) => return Err("its answer is far too large".to_owned()),
        Err(_) => return Err(format!("no answer after {} s", ANSWER_TIME.as_secs())),
    };
    let mut answer: Value =
        serde_json::from_slice(&body).map_err(|_| "it is not JSON".to_owned())?;
    match answer["error"]["message"].as_str() {
        Some(why) => Err(why.to_owned()),
        None => Ok(answer.get_mut("result").map(Value::take).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(finding: Finding, lacks: &[Need]) -> Met {
        Met { finding, lacks: lacks.iter().map(|it| (*it, "no".to_owned())).collect() }
    }

    fn told(met: &[Met]) -> Vec<String> {
        let told = of_public("eip155:1", met);
        told.iter().map(|it| it.to_string().chars().take(55).collect()).collect()
    }

    #[test]
    fn public_nodes_that_are_away_fail_no_check() {
        let away = || met(Finding::broken("b", "c"), &[]);
        let sound = met(Finding::sound("a"), &[]);
        assert_eq!(told(&[sound, away()]), ["ok    eip155:1: 1 of 2 public nodes answer"]);
        assert_eq!(of_public("eip155:1", &[away()])[0].verdict, Verdict::Doubtful);
    }

    #[test]
    fn of_public_nodes_is_told_what_none_does() {
        let lacking = |needs: &[Need]| met(Finding::sound("a"), needs);
        let all = [lacking(&[Need::Contracts, Need::Logs]), lacking(&[Need::Logs])];
        assert_eq!(
            told(&all),
            [
                "ok    eip155:1: 2 of 2 public nodes answer",
                "warn  eip155:1 at each of these: no search for logs is "
            ]
        );
    }
}
