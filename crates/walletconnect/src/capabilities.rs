//! What a wallet can do beside plain requests ([EIP-5792](https://eips.ethereum.org/EIPS/eip-5792)), where
//! it said so as it settled the session: then nobody has to wake the phone for it.
//!
//! It says so for all chains by names among the properties of the session, for one chain among its scoped
//! properties, and there for one account of that chain: the narrower holds.

use protocol::caip::{ChainId, Namespace};
use wire::{Json, from_text, keep};

use crate::book::Session;
use crate::session::{chain_number, hex};

/// Those that are said for all chains.
const GLOBAL: [&str; 5] =
    ["atomic", "flow-control", "paymasterService", "sessionKeys", "auxiliaryFunds"];

/// The answer to `wallet_getCapabilities` with these parameters, by chain; nothing where the wallet said
/// nothing of it.
pub(crate) fn capabilities(session: &Session, params: Option<&Json>) -> Option<Json> {
    let params = params.and_then(Json::as_list).unwrap_or_default();
    let address = params.first().and_then(Json::as_text).unwrap_or_default();
    let mut all = Vec::new();
    for chain in asked(session, params.get(1)) {
        let mut own = Vec::new();
        for name in GLOBAL {
            if let Some(told) = session.properties.as_ref().and_then(|it| it.get(name)) {
                own.push((name.to_owned(), plain(told)));
            }
        }
        if let Some(scoped) = session.scoped.as_ref().and_then(|it| it.get(&chain.text())) {
            let scoped = plain(scoped);
            let account = scoped.get(&chain.account(address)).map(plain);
            for part in [Some(scoped), account].into_iter().flatten() {
                for (name, value) in part.as_fields().unwrap_or_default() {
                    // An account's capabilities are of that account alone.
                    if !name.bytes().any(|it| it == b':') {
                        keep(&mut own, |(it, _)| it != name);
                        own.push((name.clone(), value.clone()));
                    }
                }
            }
        }
        if !own.is_empty() {
            all.push((hex(&chain), Json::Object(own)));
        }
    }
    (!all.is_empty()).then_some(Json::Object(all))
}

/// The chains of the session that are asked about; all where none is named.
fn asked(session: &Session, named: Option<&Json>) -> Vec<ChainId> {
    let mut chains = session.chains(Namespace::Eip155);
    if let Some(named) = named.and_then(Json::as_list) {
        let is_named = |it: &Json| it.as_text().and_then(chain_number).map(ChainId::eip155);
        let named: Vec<ChainId> = named.iter().filter_map(is_named).collect();
        keep(&mut chains, |it| named.contains(it));
    }
    chains
}

/// Properties are texts, in which wallets write JSON, or JSON at once.
fn plain(told: &Json) -> Json {
    told.as_text().and_then(|it| from_text(it).ok()).unwrap_or_else(|| told.clone())
}

#[cfg(test)]
mod tests {
    use protocol::relay::topic::Topic;
    use wire::{Long, to_text};

    use super::*;

    const TOLD: &str = r#"{"atomic":"{\"status\":\"supported\"}","expiry":"5"}"#;
    const SCOPED: &str = concat!(
        r#"{"eip155:137":"{\"atomic\":{\"status\":\"ready\"},"#,
        r#"\"eip155:137:0xA\":{\"auxiliaryFunds\":{\"supported\":true}}}","eip155:5":{"atomic":{}}}"#
    );

    /// What is answered by a wallet that said this as it settled.
    fn told(properties: &str, scoped: &str, params: &str) -> Option<String> {
        let json = |text: &str| from_text::<Json>(text).unwrap();
        let namespaces =
            r#"{"eip155":{"accounts":["eip155:1:0xA","eip155:137:0xA"],"methods":[],"events":[]}}"#;
        let session = Session {
            topic: Topic::of(&[]),
            offer: Topic::of(&[]),
            name: String::new(),
            url: String::new(),
            namespaces: json(namespaces),
            expires_ms: Long(0),
            chosen: Vec::new(),
            moves: None,
            updated: Long(0),
            extended: None,
            told: Vec::new(),
            is_claimed: true,
            redirect: None,
            wants_no_link: false,
            properties: Some(json(properties)),
            scoped: Some(json(scoped)),
        };
        capabilities(&session, Some(&json(params))).map(|it| to_text(&it))
    }

    #[test]
    fn what_the_wallet_said_of_a_chain_holds_before_what_it_said_of_all() {
        let all = r#"{"0x1":{"atomic":{"status":"supported"}},"0x89":{"atomic":{"status":"ready"},"auxiliaryFunds":{"supported":true}}}"#;
        assert_eq!(told(TOLD, SCOPED, r#"["0xA"]"#).as_deref(), Some(all));
        let one = r#"{"0x1":{"atomic":{"status":"supported"}}}"#;
        assert_eq!(told(TOLD, "{}", r#"["0xA",["0x1","0x5"]]"#).as_deref(), Some(one));
        let another = r#"{"0x89":{"atomic":{"status":"ready"}}}"#;
        assert_eq!(told("{}", SCOPED, r#"["0xB"]"#).as_deref(), Some(another));
    }

    #[test]
    fn where_the_wallet_said_nothing_it_is_asked() {
        for (properties, scoped) in
            [("{}", "{}"), ("[]", "1"), (r#"{"a":"{}"}"#, r#"{"eip155:1":"{"}"#)]
        {
            assert_eq!(told(properties, scoped, "[]"), None, "{properties} {scoped}");
        }
        assert_eq!(told(TOLD, SCOPED, r#"["0xA",["0x5"]]"#), None);
    }
}
