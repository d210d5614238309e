//! What a session may do, by namespace
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces),
//! [CAIP-25](https://chainagnostic.org/CAIPs/caip-25)).
//!
//! A page proposes, a wallet approves. A wallet may approve more than was proposed, and of what was
//! merely wished for less; so the page has to look at what it got.

use wire::{Fields, Json, Put, tree};

use super::fault::SignFault;
use crate::caip::REFERENCE_CHARACTERS;

/// More namespaces than anybody proposes or approves.
const MOST_NAMESPACES: usize = 64;
/// More chains or accounts than anybody proposes or approves, in all namespaces.
const MOST_ITEMS: usize = 1_000;
/// More methods, and more events: some say them again for each chain.
const MOST_NAMES: usize = 4_000;
/// A namespace is shorter than this, and so is a chain, a method or an account.
const MOST_CHARACTERS: usize = 256;

/// What a page proposes within one namespace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proposed {
    /// The namespace, such as `eip155`.
    pub namespace: String,
    /// Chains, by CAIP-2.
    pub chains: Vec<String>,
    /// Methods.
    pub methods: Vec<String>,
    /// Events.
    pub events: Vec<String>,
}

/// What a wallet approves within one namespace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Approved {
    /// The namespace, such as `eip155`.
    pub namespace: String,
    /// Accounts, by CAIP-10.
    pub accounts: Vec<String>,
    /// Methods.
    pub methods: Vec<String>,
    /// Events.
    pub events: Vec<String>,
}

impl Proposed {
    /// Reads the namespaces of a proposal. A key that is a chain itself stands for its namespace with
    /// that chain.
    pub fn read(json: &Json) -> Result<Vec<Proposed>, SignFault> {
        let mut all: Vec<Proposed> = Vec::new();
        let (mut most, mut most_methods, mut most_events) = (MOST_ITEMS, MOST_NAMES, MOST_NAMES);
        for (key, value) in fields(json, SignFault::InvalidProposalNamespaces)? {
            let (namespace, own) = match key.split_once(':') {
                Some((namespace, _)) if is_chain(key) => (namespace, Some(key.clone())),
                Some(_) => return Err(SignFault::UnsupportedChains),
                None => (&**key, None),
            };
            if !is_namespace(namespace) {
                return Err(SignFault::UnsupportedNamespaceKey);
            }
            let chains = match own {
                Some(chain) => vec![chain],
                None => texts(value, "chains", &mut most)
                    .filter(|it| !it.is_empty())
                    .ok_or(SignFault::UnsupportedChains)?,
            };
            if !chains.iter().all(|it| is_chain(it) && namespace_of(it) == namespace) {
                return Err(SignFault::UnsupportedChains);
            }
            let methods =
                texts(value, "methods", &mut most_methods).ok_or(SignFault::UnsupportedMethods)?;
            let events =
                texts(value, "events", &mut most_events).ok_or(SignFault::UnsupportedEvents)?;
            let at = all.iter().position(|it| it.namespace == namespace).unwrap_or_else(|| {
                all.push(Proposed { namespace: namespace.to_owned(), ..Proposed::default() });
                all.len() - 1
            });
            let place = &mut all[at];
            join(&mut place.chains, chains);
            join(&mut place.methods, methods);
            join(&mut place.events, events);
        }
        Ok(all)
    }

    /// What is sent.
    pub fn json(all: &[Proposed]) -> Json {
        let mut fields = Vec::new();
        for Proposed { namespace, chains, methods, events } in all {
            let value = Fields("chains methods events", &[chains, methods, events]);
            fields.push((namespace.clone(), tree(&value)));
        }
        Json::Object(fields)
    }
}

impl Approved {
    /// Reads the namespaces of a session.
    pub fn read(json: &Json) -> Result<Vec<Approved>, SignFault> {
        let mut all: Vec<Approved> = Vec::new();
        let (mut most, mut most_methods, mut most_events) = (MOST_ITEMS, MOST_NAMES, MOST_NAMES);
        for (key, value) in fields(json, SignFault::InvalidSettleRequest)? {
            let namespace = namespace_of(key);
            if !is_namespace(namespace) || (key != namespace && !is_chain(key)) {
                return Err(SignFault::UnsupportedNamespaceKey);
            }
            let accounts =
                texts(value, "accounts", &mut most).ok_or(SignFault::UnsupportedAccounts)?;
            let methods =
                texts(value, "methods", &mut most_methods).ok_or(SignFault::UnsupportedMethods)?;
            let events =
                texts(value, "events", &mut most_events).ok_or(SignFault::UnsupportedEvents)?;
            let is_own = |it: &String| chain_of(it).is_some() && namespace_of(it) == namespace;
            if !accounts.iter().all(is_own) {
                return Err(SignFault::UnsupportedAccounts);
            }
            let at = all.iter().position(|it| it.namespace == namespace).unwrap_or_else(|| {
                all.push(Approved { namespace: namespace.to_owned(), ..Approved::default() });
                all.len() - 1
            });
            let place = &mut all[at];
            join(&mut place.accounts, accounts);
            join(&mut place.methods, methods);
            join(&mut place.events, events);
        }
        // Who approves nothing approves no session.
        if all.iter().all(|it| it.accounts.is_empty()) {
            return Err(SignFault::UnsupportedAccounts);
        }
        Ok(all)
    }

    /// What is sent. Some wallets and pages look for the chains, which the accounts say already.
    pub fn json(all: &[Approved]) -> Json {
        let mut fields = Vec::new();
        for it in all {
            let Approved { namespace, accounts, methods, events } = it;
            let lists: [&dyn Put; 4] = [&it.chains(), accounts, methods, events];
            let value = Fields("chains accounts methods events", &lists);
            fields.push((namespace.clone(), tree(&value)));
        }
        Json::Object(fields)
    }

    /// The chains of its accounts, by CAIP-2.
    pub fn chains(&self) -> Vec<String> {
        let mut chains = Vec::new();
        join(&mut chains, self.accounts.iter().filter_map(|it| chain_of(it)).map(str::to_owned));
        chains
    }

    /// Whether one of its accounts is on this chain.
    pub fn has_chain(&self, chain: &str) -> bool {
        self.accounts.iter().any(|it| chain_of(it) == Some(chain))
    }
}

/// Whether a session lets this be asked, on this chain.
pub fn allows(approved: &[Approved], chain: &str, method: &str) -> Result<(), SignFault> {
    let own = approved.iter().find(|it| it.has_chain(chain)).ok_or(SignFault::UnauthorizedChain)?;
    if own.methods.iter().any(|it| it == method) {
        Ok(())
    } else {
        Err(SignFault::UnauthorizedMethod)
    }
}

/// The chain of an account: `eip155:1` of `eip155:1:0x…`; nothing where it is no account.
pub fn chain_of(account: &str) -> Option<&str> {
    let (chain, address) = account.rsplit_once(':')?;
    (!address.is_empty() && is_chain(chain)).then_some(chain)
}

/// The address of an account.
pub fn address_of(account: &str) -> Option<&str> {
    chain_of(account).map(|chain| &account[chain.len() + 1..])
}

fn is_chain(text: &str) -> bool {
    let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
    text.split_once(':').is_some_and(|(namespace, reference)| {
        is_namespace(namespace)
            && (1..=REFERENCE_CHARACTERS).contains(&reference.len())
            && reference.bytes().all(is_letter)
    })
}

fn is_namespace(text: &str) -> bool {
    (3..=8).contains(&text.len())
        && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-')
}

fn namespace_of(text: &str) -> &str {
    text.split(':').next().unwrap_or(text)
}

fn fields(json: &Json, fault: SignFault) -> Result<&[(String, Json)], SignFault> {
    json.as_fields().filter(|it| it.len() <= MOST_NAMESPACES).ok_or(fault)
}

/// A list of texts, none of them empty; nothing where it is not that, or has more than may still come.
fn texts(json: &Json, name: &str, most: &mut usize) -> Option<Vec<String>> {
    let items = json.get(name)?.as_list()?;
    *most = most.checked_sub(items.len())?;
    let is_fit = |it: &&str| (1..=MOST_CHARACTERS).contains(&it.len());
    items.iter().map(|it| it.as_text().filter(is_fit).map(str::to_owned)).collect()
}

/// Adds what is not there yet.
fn join(to: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for it in more {
        if !to.contains(&it) {
            to.push(it);
        }
    }
}

#[cfg(test)]
mod tests {
    use wire::from_text;

    use super::{Approved, Proposed, address_of, allows, chain_of};
    use crate::relay::fault::SignFault;

    fn proposed(text: &str) -> Result<Vec<Proposed>, SignFault> {
        Proposed::read(&from_text(text).unwrap())
    }

    fn approved(text: &str) -> Result<Vec<Approved>, SignFault> {
        Approved::read(&from_text(text).unwrap())
    }

    const SESSION: &str = r#"{"eip155":{"accounts":["eip155:1:0xA","eip155:137:0xA"],
        "methods":["personal_sign"],"events":["chainChanged"]}}"#;

    #[test]
    fn a_chain_as_key_is_a_chain_of_its_namespace() {
        let inline = r#"{"eip155:1":{"methods":["a"],"events":[]},"eip155":{"chains":["eip155:1","eip155:5"],
            "methods":["b"],"events":["e"]}}"#;
        let plain =
            r#"{"eip155":{"chains":["eip155:1","eip155:5"],"methods":["a","b"],"events":["e"]}}"#;
        assert_eq!(proposed(inline), proposed(plain));
        let all = proposed(plain).unwrap();
        assert_eq!(Proposed::read(&Proposed::json(&all)), Ok(all));
        assert_eq!(proposed("{}"), Ok(vec![]));
    }

    #[test]
    fn a_proposal_that_says_nothing_sensible_is_refused() {
        use SignFault::*;
        for (text, fault) in [
            ("[]", InvalidProposalNamespaces),
            ("null", InvalidProposalNamespaces),
            (r#"{"eip155":{"methods":[],"events":[]}}"#, UnsupportedChains),
            (r#"{"eip155":{"chains":[],"methods":[],"events":[]}}"#, UnsupportedChains),
            (r#"{"eip155":{"chains":["1"],"methods":[],"events":[]}}"#, UnsupportedChains),
            (r#"{"eip155":{"chains":["solana:1"],"methods":[],"events":[]}}"#, UnsupportedChains),
            (r#"{"eip155:1:2":{"methods":[],"events":[]}}"#, UnsupportedChains),
            (r#"{"eip155":{"chains":["eip155:1"],"events":[]}}"#, UnsupportedMethods),
            (
                r#"{"eip155":{"chains":["eip155:1"],"methods":[""],"events":[]}}"#,
                UnsupportedMethods,
            ),
            (r#"{"eip155":{"chains":["eip155:1"],"methods":[],"events":[1]}}"#, UnsupportedEvents),
            (r#"{"x":{"chains":["x:1"],"methods":[],"events":[]}}"#, UnsupportedNamespaceKey),
        ] {
            assert_eq!(proposed(text), Err(fault), "{text}");
        }
    }

    #[test]
    fn a_session_is_what_its_accounts_say() {
        let session = approved(SESSION).unwrap();
        assert_eq!(session[0].chains(), ["eip155:1", "eip155:137"]);
        assert_eq!(Approved::read(&Approved::json(&session)), Ok(session.clone()));
        assert_eq!(allows(&session, "eip155:1", "personal_sign"), Ok(()));
        assert_eq!(
            allows(&session, "eip155:5", "personal_sign"),
            Err(SignFault::UnauthorizedChain)
        );
        assert_eq!(allows(&session, "eip155:1", "eth_sign"), Err(SignFault::UnauthorizedMethod));
        assert_eq!(
            (chain_of("eip155:1:0xA"), address_of("eip155:1:0xA")),
            (Some("eip155:1"), Some("0xA"))
        );
        for text in ["eip155:1:", "eip155:1", "eip155::0xA", "1:2:3:4", "", "::"] {
            assert_eq!(chain_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_session_of_accounts_that_are_none_is_refused() {
        use SignFault::*;
        let with = |accounts: &str| {
            approved(&format!(r#"{{"eip155":{{"accounts":{accounts},"methods":[],"events":[]}}}}"#))
        };
        for accounts in ["[]", "null", "[1]", r#"["0xA"]"#, r#"["eip155:1"]"#, r#"["solana:1:A"]"#]
        {
            assert_eq!(with(accounts), Err(UnsupportedAccounts), "{accounts}");
        }
        assert_eq!(approved("{}"), Err(UnsupportedAccounts));
        assert_eq!(approved("1"), Err(InvalidSettleRequest));
        let many: Vec<_> = (0..1_001).map(|it| format!(r#""eip155:{it}:0xA""#)).collect();
        assert_eq!(with(&format!("[{}]", many.join(","))), Err(UnsupportedAccounts));
    }

    #[test]
    fn what_is_approved_by_chain_has_one_limit_for_all_and_is_read_again() {
        let by_chain = |keys: usize, each: usize| {
            let own = |key: usize| {
                let account = |at: usize| format!(r#""eip155:{key}:{:05}""#, key * each + at);
                let accounts: Vec<_> = (0..each).map(account).collect();
                let accounts = accounts.join(",");
                format!(r#""eip155:{key}":{{"accounts":[{accounts}],"methods":["a"],"events":[]}}"#)
            };
            approved(&format!("{{{}}}", (0..keys).map(own).collect::<Vec<_>>().join(",")))
        };
        assert_eq!(by_chain(64, 650), Err(SignFault::UnsupportedAccounts));
        assert_eq!(by_chain(11, 91), Err(SignFault::UnsupportedAccounts));
        let all = by_chain(10, 100).unwrap();
        assert_eq!((all[0].accounts.len(), all[0].methods.len()), (1_000, 1));
        assert_eq!(Approved::read(&Approved::json(&all)), Ok(all));
    }
}
