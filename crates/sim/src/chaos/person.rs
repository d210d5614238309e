//! What a person does: mostly what the view offers, sometimes what no view does.

use engine::{AccountTab, Intent, Network, Reach, View};
use protocol::caip::{ChainId, Namespace};
use protocol::event::wallet::WalletPlatform;
use wire::Word;

use super::Walk;
use super::seen::word;
use crate::networks::{cosmos, polkadot, solana};
use crate::sim::{DEV_CHAIN, ETHEREUM, Sim};
use crate::stand_in::ANY_PHONE;

/// Where a person can want to go at any moment.
const VIEWS: [View; 7] = [
    View::Connect,
    View::ConnectWallets,
    View::AllWallets,
    View::Networks,
    View::GetWallet,
    View::WhatIsAWallet,
    View::Account,
];

/// What can be wanted of the account.
const ACCOUNT: [Intent; 9] = [
    Intent::Show { view: View::SwitchAddress },
    Intent::Show { view: View::AccountSettings },
    Intent::Show { view: View::WalletReceive },
    Intent::ShowTab { tab: AccountTab::Tokens },
    Intent::ShowTab { tab: AccountTab::Nfts },
    Intent::ShowTab { tab: AccountTab::Activity },
    Intent::MoreActivity,
    Intent::MoreNfts,
    Intent::RefreshBalance,
];

/// What can be wanted while a wallet is waited for.
const WAITING: [Intent; 2] = [Intent::Retry, Intent::Back];

/// What can be wanted of a wallet that is not in this browser.
const HANDOFF: [Intent; 9] = [
    Intent::Retry,
    Intent::Back,
    Intent::Back,
    Intent::Back,
    Intent::CopyLink,
    Intent::OpenWallet,
    Intent::ShowWays,
    Intent::ChoosePlatform { platform: WalletPlatform::Qrcode },
    Intent::ChoosePlatform { platform: WalletPlatform::Web },
];

const NAMED: [fn() -> Network; 4] = [solana, solana, polkadot, cosmos];

impl Walk {
    pub(super) fn person(&mut self, sim: &mut Sim) -> String {
        let intent = if self.chance.one_in(2) { self.offered(sim) } else { self.anything(sim) };
        sim.send(&intent);
        match &intent {
            Intent::Connect { wallet, .. } if wallet.contains('#') => "connect double".to_owned(),
            Intent::Connect { wallet, .. } if wallet == ANY_PHONE => "connect phone".to_owned(),
            Intent::Connect { wallet, .. } if let Some(reach) = looked_up(sim, wallet) => {
                format!("look up {}", reach.word())
            }
            Intent::Connect { .. } => match sim.page().state.connect.namespace {
                Some(rare @ (Namespace::Polkadot | Namespace::Cosmos)) => {
                    format!("connect {}", rare.word())
                }
                _ => "connect".to_owned(),
            },
            intent => word(&wire::to_text(intent)),
        }
    }

    /// What the view that shows offers.
    fn offered(&mut self, sim: &Sim) -> Intent {
        let view = sim.page().state.route.view();
        match view {
            _ if !sim.page().state.modal.open => Intent::Open { view: None, namespace: None },
            View::Account => self.of_account(),
            View::WalletReceive if self.chance.one_in(2) => {
                Intent::Show { view: View::WalletCompatibleNetworks }
            }
            View::Networks => Intent::SwitchNetwork { chain: self.chain() },
            View::SwitchAddress => self.another_address(sim),
            View::UnsupportedChain => self.chance.pick(&[
                Intent::SwitchNetwork { chain: ChainId::eip155(DEV_CHAIN) },
                Intent::Dismiss,
                Intent::Dismiss,
                Intent::Disconnect { namespace: None },
            ]),
            View::SwitchNetwork | View::ConnectingExternal => self.chance.pick(&WAITING),
            View::ConnectingWalletConnect | View::ConnectingWalletConnectBasic => {
                self.chance.pick(&HANDOFF)
            }
            View::OpenWallet => self.chance.pick(&[Intent::OpenWallet, Intent::Dismiss]),
            View::SwitchActiveChain => self.another_wallet(sim),
            View::AllWallets if self.chance.one_in(2) => self.chance.pick(&[
                Intent::Search { text: "harb".to_owned(), is_certified: false },
                Intent::Search { text: String::new(), is_certified: true },
                Intent::MoreWallets,
            ]),
            View::Downloads if self.chance.one_in(2) => {
                Intent::ShowCode { address: "https://site.example/".to_owned() }
            }
            View::OpenOnPhone if self.chance.one_in(3) => Intent::CopyLink,
            View::AccountSettings
            | View::WalletReceive
            | View::WalletCompatibleNetworks
            | View::Downloads
            | View::OpenOnPhone
            | View::WhatIsAWallet
            | View::WhatIsANetwork
            | View::EmailLogin
            | View::EmailVerifyOtp
            | View::EmailVerifyDevice
            | View::UpdateEmailWallet
            | View::UpdateEmailPrimaryOtp
            | View::UpdateEmailSecondaryOtp
            | View::ApproveTransaction
            | View::WalletSettings => Intent::Back,
            View::ConnectingMultiChain => {
                let namespace = self.chance.pick(&[Namespace::Eip155, Namespace::Solana]);
                let row = sim.page().state.connect.wallet.clone();
                let (wallet, is_double) = row.map(|it| (it.id, it.is_double)).unzip();
                let wallet = wallet.unwrap_or_default();
                Intent::Connect { wallet, namespace: Some(namespace), is_double }
            }
            View::Connect | View::ConnectWallets | View::AllWallets | View::GetWallet => {
                self.choice(sim, None)
            }
        }
    }

    /// What Account offers.
    fn of_account(&mut self) -> Intent {
        match self.chance.pick(&[0, 1, 2, 3, 4, 5]) {
            0 | 1 => Intent::CopyAddress,
            2 => {
                let namespace = self.chance.pick(&[Namespace::Eip155, Namespace::Solana]);
                Intent::UseAccount { namespace }
            }
            3 => self.chance.pick(&ACCOUNT),
            _ => Intent::Show { view: View::Networks },
        }
    }

    /// One of the accounts of the wallet in use.
    fn another_address(&mut self, sim: &Sim) -> Intent {
        let page = sim.page();
        let accounts = page.state.accounts.iter().flat_map(|(_, it)| &it.all_accounts);
        let addresses: Vec<String> = accounts.map(|it| it.address.clone()).collect();
        Intent::SwitchAddress { address: self.chance.pick(&addresses) }
    }

    /// The wallet that is offered for a network of another kind, or any.
    fn another_wallet(&mut self, sim: &Sim) -> Intent {
        let target = sim.page().state.networks.target.clone();
        let same = target.and_then(|it| Some((it.wallet?, it.row.namespace)));
        same.filter(|_| self.chance.one_in(2)).map_or(
            Intent::ConnectNamespace,
            |(wallet, namespace)| Intent::Connect {
                wallet,
                namespace: Some(namespace),
                is_double: None,
            },
        )
    }

    /// What no view offers, too: buttons of the host, a second dialog of the same page.
    fn anything(&mut self, sim: &Sim) -> Intent {
        let view = self.chance.pick(&VIEWS);
        let namespace = self.namespace();
        match self.chance.below(13) {
            0 | 1 => {
                let view = self.chance.one_in(2).then(|| view.word().to_owned());
                Intent::Open { view, namespace }
            }
            2 => self.chance.pick(&[Intent::Close, Intent::Dismiss]),
            3 => Intent::Back,
            4 | 5 => self.choice(sim, namespace),
            6 => self.chance.pick(&[
                Intent::Retry,
                Intent::DismissToast,
                Intent::PointAt { wallet: ANY_PHONE.to_owned() },
                Intent::RefreshBalance,
                Intent::ReloadPage,
                Intent::ShowCode { address: "https://site.example/".to_owned() },
                Intent::StayOnNetwork,
                Intent::ConnectNamespace,
                Intent::MoreWallets,
                Intent::OpenWallet,
                Intent::ShowWays,
                Intent::ChoosePlatform { platform: WalletPlatform::Mobile },
            ]),
            7 => Intent::SwitchNetwork { chain: self.chain() },
            8 => Intent::Disconnect { namespace },
            9 | 10 => Intent::Show { view },
            11 => Intent::AcceptTerms { is_accepted: !self.chance.one_in(3) },
            _ => Intent::Restore,
        }
    }

    /// A wallet that shows somewhere.
    fn choice(&mut self, sim: &Sim, namespace: Option<Namespace>) -> Intent {
        let page = sim.page();
        let listed = page.state.catalog.rows.iter().map(|row| &row.wallet);
        let listed = listed.map(|row| (row.id.clone(), Some(row.is_double)));
        let all = page.state.directory.rows.iter().take(3).map(|row| (row.id.clone(), None));
        let shown: Vec<(String, Option<bool>)> = listed.chain(all).collect();
        let mut pick =
            || if shown.is_empty() { Default::default() } else { self.chance.pick(&shown) };
        let (mut wallet, mut is_double) = pick();
        // Most of the time nobody is there to take the code up.
        for _ in 0..3 {
            if wallet == ANY_PHONE {
                (wallet, is_double) = pick();
            }
        }
        Intent::Connect { wallet, namespace, is_double }
    }

    fn namespace(&mut self) -> Option<Namespace> {
        self.chance.pick(&[None, None, None, Some(Namespace::Eip155), Some(Namespace::Solana)])
    }

    pub(super) fn chain(&mut self) -> ChainId {
        match self.chance.below(4) {
            0 => self.chance.pick(&NAMED)().caip_network_id,
            _ => ChainId::eip155(self.chance.pick(&[DEV_CHAIN, ETHEREUM, 137])),
        }
    }
}

/// How a wallet comes to the page that the person has looked up just now.
fn looked_up(sim: &Sim, wallet: &str) -> Option<Reach> {
    let page = sim.page();
    let state = &page.state;
    let is_shown = state.modal.open && state.route.view() == View::Downloads;
    let chosen = state.directory.chosen.as_ref().filter(|it| is_shown && it.wallet.id == wallet);
    chosen.map(|it| it.reach)
}
