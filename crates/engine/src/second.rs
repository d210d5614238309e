//! What comes in, as far as it takes the second half. Everything behind the door between the halves
//! begins here.

use crate::config::{self, Config};
use crate::connect::handoff;
use crate::engine::Engine;
use crate::holdings::{Kind, balance};
use crate::intent::Intent;
use crate::question::Question;
use crate::state::View;
use crate::waiting::Deferred;
use crate::{
    account, alert, analytics, catalog, connect, copy, directory, entry, features, first, holdings,
    identity, modal, network, node, provider, receive, relays, route, tab, vault,
};

/// Does what was handed to the second half.
pub(crate) fn run(engine: &Engine, what: Deferred) {
    match what {
        Deferred::Start { modules, way_back } => {
            catalog::hold(engine, modules);
            network::last_used::start(engine);
            network::follow_accounts(engine);
            features::remote::start(engine);
            analytics::start(engine);
            tab::start(engine);
            match directory::coming_back::found(engine, way_back.as_deref()) {
                Some(back) if back.pairing.is_some() => connect::go_on(engine, back),
                Some(back) => directory::coming_back::arrive(engine, back),
                None => {}
            }
        }
        Deferred::Intent(intent) => run_intent(engine, intent),
        Deferred::Ask(id, ask) => provider::ask(engine, id, ask),
        Deferred::Shown(view) => directory::shown(engine, view),
        Deferred::Track(event) => analytics::tell(engine, &event),
        Deferred::Closed => {
            directory::close(engine);
            handoff::again::turn_away(engine);
        }
        Deferred::Declined => provider::answer_on_close(engine),
        Deferred::Accounts => network::follow_accounts(engine),
        Deferred::Derive => {
            provider::answer_waiting(engine);
            holdings::follow(engine);
            identity::follow(engine);
            receive::follow(engine);
            relays::follow(engine);
            directory::rows::compose(engine);
            handoff::prepared::follow(engine);
            connect::going_on::follow(engine);
            network::switch::follow_wallets(engine);
            vault::follow(engine);
            entry::follow(engine);
        }
    }
}

fn run_intent(engine: &Engine, intent: Intent) {
    match intent {
        Intent::Connect { wallet, namespace, is_double } => {
            connect::start(engine, &wallet, namespace, is_double == Some(true));
        }
        Intent::Retry => {
            if !network::switch::retry(engine) {
                connect::retry(engine);
            }
        }
        Intent::StayOnNetwork => connect::stay(engine),
        Intent::ChoosePlatform { platform } => connect::look(engine, platform),
        Intent::OpenWallet => handoff::open(engine),
        Intent::ShowUri { uri } => connect::show_uri(engine, uri),
        Intent::ShowWays => connect::show_ways(engine),
        Intent::ReloadPage => directory::coming_back::reload(engine),
        Intent::ShowCode { address } => directory::code::show(engine, &address),
        Intent::Search { text, is_certified } => directory::search(engine, text, is_certified),
        Intent::MoreWallets => directory::load_next_page(engine),
        Intent::Disconnect { namespace } => {
            connect::disconnect(engine, namespace, Question::new(engine, None));
        }
        Intent::UseAccount { namespace } => network::use_account(engine, namespace),
        Intent::SwitchAddress { address } => switch_address(engine, &address),
        Intent::SwitchNetwork { chain } => network::switch::person(engine, &chain),
        Intent::ConnectNamespace => network::switch::connect_namespace(engine),
        Intent::CopyAddress => copy::address(engine),
        Intent::CopyLink => copy::link(engine),
        Intent::RefreshBalance => {
            holdings::read_anew(engine, network::namespace(engine));
        }
        Intent::Sent { account, hash } => holdings::sent(engine, &account, hash),
        Intent::ShowTab { tab } => holdings::show_tab(engine, tab),
        Intent::MoreActivity => holdings::add(engine, Kind::Activity),
        Intent::MoreNfts => holdings::add(engine, Kind::Nfts),
        Intent::RetryFrame => vault::retry(engine),
        Intent::Enter { what } => entry::run(engine, &what),
        Intent::Restore => connect::restore(engine),
        Intent::Trapped { error_type, error_message, stack_trace } => {
            analytics::trapped(engine, &error_type, error_message, stack_trace);
        }
        Intent::Configure { config } => configure(engine, config),
        Intent::Open { .. }
        | Intent::Close
        | Intent::Dismiss
        | Intent::Show { .. }
        | Intent::Back
        | Intent::AcceptTerms { .. }
        | Intent::DismissToast
        | Intent::PointAt { .. } => {
            let left = first::move_dialog(engine, intent);
            debug_assert!(left.is_none(), "neither half does this");
        }
    }
}

fn switch_address(engine: &Engine, address: &str) {
    let namespace = network::namespace(engine);
    if account::choose(engine, namespace, address) {
        balance::refresh(engine, namespace);
    }
    if route::view(engine) == View::SwitchAddress {
        modal::back(engine);
    }
}

fn configure(engine: &Engine, config: Config) {
    if !engine.config(|before| config::differ(&config, before)) {
        return;
    }
    let before = (engine.0.config.replace(config), engine.options());
    engine.read_options();
    let (asks_another, has_other_networks) =
        engine.config(|now| (now.asks_another(&before.0), now.has_other_networks(&before.0)));
    catalog::hold_own(engine);
    network::last_used::start(engine);
    if asks_another {
        alert::forget(engine);
    }
    features::remote::configure(engine, &before.0, asks_another);
    analytics::configure(engine, asks_another);
    if asks_another || has_other_networks || engine.options().other_wallets(&before.1) {
        directory::forget(engine);
        if modal::is_open(engine) {
            directory::shown(engine, route::view(engine));
        }
    }
    account::configure(engine);
    if asks_another {
        identity::configure(engine);
        node::configure(engine);
        holdings::configure(engine);
    }
}
