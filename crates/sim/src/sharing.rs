//! What a wallet shares with a page, in the words of all but browser wallets of eip155.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{UNAUTHORIZED, UNSUPPORTED_METHOD};
use wire::Json;

use crate::stand_in::session;
use crate::wallet::{Answer, Reaction, Wallet, hex, is_silent, react, refused};

impl Wallet {
    /// What it says of the accounts that it shares now.
    pub(crate) fn told_accounts(&self) -> Json {
        let shared = self.shared();
        if self.is_injected() {
            return shared;
        }
        let addresses = shared.as_list().unwrap_or_default();
        let entry = |address: &Json, chain: Option<&ChainId>| {
            let mut fields = vec![("address".to_owned(), address.clone())];
            fields.extend(chain.map(|it| ("chain".to_owned(), Json::Text(it.text()))));
            if self.namespace == Namespace::Bip122 && self.accounts.len() > 1 {
                let is_taproot = address.as_text().is_some_and(|it| it.starts_with("bc1p"));
                let kind = if is_taproot { "ordinal" } else { "payment" };
                fields.push(("type".to_owned(), Json::text(kind)));
            }
            Json::Object(fields)
        };
        match self.chains_told().filter(|_| self.module.is_some()) {
            Some(chains) => Json::list(
                chains.iter().flat_map(|chain| addresses.iter().map(|it| entry(it, Some(chain)))),
            ),
            None => Json::list(addresses.iter().map(|it| entry(it, None))),
        }
    }

    /// What it says of the chain that it is on now.
    pub(crate) fn told_chain(&self) -> Json {
        let text =
            if self.is_injected() { hex(self.chain) } else { ChainId::eip155(self.chain).text() };
        Json::Text(text)
    }

    /// The chains that it says it serves: a session of eip155 always does.
    fn chains_told(&self) -> Option<Vec<ChainId>> {
        let of_session = (self.module.is_some() && self.namespace == Namespace::Eip155)
            .then(|| self.chains.iter().map(|it| ChainId::eip155(*it)).collect());
        self.served.clone().or(of_session)
    }

    /// `connect` of the namespaces other than eip155, and of all sessions.
    pub(crate) fn connect_elsewhere(&mut self, params: &Json) -> Option<Answer> {
        let asked = params.as_list()?.first()?;
        let is_silent = is_silent(params);
        let chain = asked.get("chain").and_then(Json::as_text).and_then(ChainId::parse)?;
        // Who is asked for a session chooses what it shares.
        let says_no = self.module.is_none() || is_silent && self.is_permitted;
        if says_no && self.chains_told().is_some_and(|told| !told.contains(&chain)) {
            return Some(refused(UNSUPPORTED_METHOD));
        }
        if is_silent {
            let is_read = self.is_permitted || self.quirks.read != Reaction::Approves;
            let answer = is_read.then(|| react(self.quirks.read, || self.connect_answer()));
            return answer.unwrap_or_else(|| Some(refused(UNAUTHORIZED)));
        }
        react(self.quirks.connect, || {
            self.is_permitted = true;
            // A session has no accounts of a namespace that the wallet does not serve.
            if self.namespace == chain.namespace {
                return self.connect_answer();
            }
            session(self, Json::list([]), &[])
        })
    }

    fn connect_answer(&self) -> Json {
        let (accounts, chains) = (self.told_accounts(), self.chains_told());
        if self.module.is_some() {
            let chains = chains.unwrap_or_default();
            return session(self, accounts, &chains);
        }
        let text = |chain: &ChainId| Json::Text(chain.text());
        let mut fields = vec![("accounts".to_owned(), accounts)];
        let chains = chains.map(|them| Json::list(them.iter().map(text)));
        fields.extend(chains.map(|them| ("chains".to_owned(), them)));
        Json::Object(fields)
    }

    /// The addresses that it shares now.
    pub(crate) fn shared(&self) -> Json {
        let accounts =
            if self.is_permitted && !self.quirks.shares_nothing { &self.accounts[..] } else { &[] };
        Json::list(accounts.iter().map(|account| Json::text(account)))
    }
}
