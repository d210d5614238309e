//! What wallets do of themselves: they tell something, or become others than they were.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{DISCONNECTED, TRY_AGAIN_LATER};
use wire::Json;

use super::Walk;
use super::wallets::{addresses, beside_eip155, quirks};
use crate::sim::{DEV_CHAIN, ETHEREUM, Sim};
use crate::wallet::{Wallet, hex};

impl Walk {
    /// A wallet tells something, mostly the one that is connected.
    pub(super) fn wallet(&mut self, sim: &mut Sim) -> String {
        let count = sim.page().wallets.len();
        if count == 0 {
            return "no wallet".to_owned();
        }
        let connected = {
            let page = sim.page();
            let mut accounts = page.state.accounts.iter();
            accounts.find_map(|(namespace, it)| {
                let carrier = it.connected_wallet_info.as_ref()?.carrier.as_ref()?;
                page.wallet_at(carrier, namespace)
            })
        };
        let index = match connected {
            Some(index) if !self.chance.one_in(4) => index,
            _ => self.chance.below(count),
        };
        let (namespace, is_phone) = {
            let page = sim.page();
            (page.wallets[index].namespace, page.wallets[index].module.is_some())
        };
        if self.is_honest {
            return self.wallet_moves(sim, index);
        }
        // Mostly in the words of its kind, at times in those of the other.
        let is_injected = (namespace == Namespace::Eip155 && !is_phone) != self.chance.one_in(8);
        let account = |it: &&str| {
            let text = Json::text(it);
            if is_injected { text } else { Json::object([("address", text)]) }
        };
        let listed = |them: &[&str]| Json::list(them.iter().map(account));
        let (name, value) = match self.chance.below(8) {
            0 => ("accountsChanged", listed(&[])),
            1 => {
                let [first, other] = addresses(namespace);
                ("accountsChanged", listed(&[other, first]))
            }
            2 => ("accountsChanged", Json::text("junk")),
            3 | 7 => {
                let number = self.chance.pick(&[DEV_CHAIN, ETHEREUM, 99_999, 99_999]);
                let chain = match (is_injected, namespace) {
                    (true, _) => hex(number),
                    (false, namespace) => {
                        let mut networks = beside_eip155().into_iter();
                        let own = networks.find(|it| it.chain_namespace == namespace);
                        own.map_or(ChainId::eip155(number), |it| it.caip_network_id).text()
                    }
                };
                ("chainChanged", Json::Text(chain))
            }
            4 => ("chainChanged", Json::Null),
            5 => ("disconnect", code(TRY_AGAIN_LATER)),
            _ => ("disconnect", code(DISCONNECTED)),
        };
        sim.emit(index, name, &value);
        said(name, is_phone)
    }

    /// A wallet that is as it says.
    fn wallet_moves(&mut self, sim: &mut Sim, index: usize) -> String {
        let mut page = sim.page();
        let wallet = &mut page.wallets[index];
        let name = match self.chance.below(4) {
            0 => {
                wallet.is_permitted = false;
                "disconnect"
            }
            1 => {
                wallet.is_permitted = false;
                "accountsChanged"
            }
            2 if wallet.is_injected() => {
                wallet.chain = self.chance.pick(&[DEV_CHAIN, ETHEREUM, 99_999]);
                "chainChanged"
            }
            _ => {
                let [first, other] = addresses(wallet.namespace).map(str::to_owned);
                let has_other = self.chance.one_in(2);
                wallet.accounts = if has_other { vec![other, first] } else { vec![first] };
                "accountsChanged"
            }
        };
        let value = match name {
            "disconnect" => code(DISCONNECTED),
            "chainChanged" => wallet.told_chain(),
            _ => wallet.told_accounts(),
        };
        let is_phone = wallet.module.is_some();
        drop(page);
        sim.emit(index, name, &value);
        said(name, is_phone)
    }

    /// A wallet is another than it was: in how it reacts, what it is, whether its module lives.
    pub(super) fn wallet_changes(&mut self, sim: &mut Sim) -> String {
        let mut page = sim.page();
        let count = page.wallets.len();
        if count == 0 {
            return "no wallet".to_owned();
        }
        let index = self.chance.below(count);
        let quirks = quirks(&mut self.chance, self.is_honest);
        if !self.is_honest && self.chance.one_in(4) && page.wallets[index].module.is_none() {
            // Another object under the uuid and the id that everybody on the page has heard.
            let thief = Wallet { quirks, is_permitted: true, ..page.wallets[index].clone() };
            drop(page);
            sim.install(thief);
            return "thief".to_owned();
        }
        if self.chance.one_in(3) && page.wallets[index].module.is_some() {
            drop(page);
            sim.trap_modules();
            return "trap".to_owned();
        }
        page.wallets[index].quirks = quirks;
        "wallet changes".to_owned()
    }
}

/// What the step is called in which a wallet says this.
fn said(name: &str, is_phone: bool) -> String {
    match name {
        name if is_phone => format!("phone {name}"),
        "disconnect" => "wallet disconnect".to_owned(),
        name => name.to_owned(),
    }
}

fn code(code: i32) -> Json {
    Json::object([("code", Json::Number(code.to_string().into()))])
}
