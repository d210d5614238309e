//! Connecting and disconnecting.
//!
//! `attempt.rs` is what shows of it, `counted.rs` how it is counted, `wish.rs` what is wanted; `conversation.rs` is how a wallet is
//! spoken to, in the words of `injected.rs` or `standard.rs`, over what carries them, `wallet.rs`;
//! `landing.rs` brings one of eip155 to the chain that is wanted; `open_prompts.rs` keeps what a wallet
//! still asks when nobody waits for it; `stored.rs` stores what is connected, `reconnect.rs` brings a stored connection back,
//! `going_on.rs` an attempt whose page was thrown away; `embedded.rs` connects who signs in; `listen.rs` follows what the wallet tells later.

mod address;
pub(crate) mod attempt;
mod chain;
pub(crate) mod conversation;
mod counted;
pub(crate) mod embedded;
pub(crate) mod faults;
pub(crate) mod going_on;
pub(crate) mod handoff;
mod injected;
mod landing;
mod listen;
mod open_prompts;
mod reconnect;
mod standard;
mod stored;
pub(crate) mod wallet;
mod wish;

use protocol::caip::Namespace;
use protocol::event::wallet::{WalletEvent, WalletPlatform};
use runtime::Scope;
use wire::{Json, Word};

pub(crate) use listen::{forget, look_again};
pub(crate) use reconnect::{abandon, is_at_it, restore, restore_one};

use crate::account::Resting;
use crate::connect::attempt::{CONNECT, GOING_ON};
use crate::connect::conversation::Conversation;
use crate::connect::counted::{counted_as, method, platform};
use crate::connect::stored::remember;
use crate::connect::wish::{Manner, Wish};
use crate::directory::known;
use crate::engine::Engine;
use crate::item::WayBack;
use crate::question::Question;
use crate::relays::ANY_WALLET;
use crate::state::{
    Carrier, Connect, ConnectError, ConnectStep, Provider, ProviderKind, View, WalletRow,
};
use crate::{account, catalog, directory, holdings, modal, network, relays, route};

const OF_HOST: Scope = Scope::new("of-host");

/// Connects the wallet of this id: on this namespace, else on the only one it serves, else the
/// person chooses. One that is not installed shows where it can be had; which of several is meant that
/// say they are this one, is chosen on the list by whoever sees them marked there.
pub(crate) fn start(engine: &Engine, id: &str, namespace: Option<Namespace>, sees_doubles: bool) {
    if engine.slices().features.with(|it| it.legal_checkbox && !it.is_accepted) {
        return;
    }
    // A wallet of the directory may have announced itself since it was listed.
    let found = catalog::find(engine, id).or_else(|| known::listed(engine, id));
    let is_here = |row: &WalletRow| !row.providers.is_empty();
    let Some(row) = found.filter(is_here).or_else(|| handoff::row(engine, id)) else {
        attempt::turn_away(engine);
        if directory::may_tell_of(engine, id) {
            return handoff::ask_after(engine, id, namespace);
        }
        return directory::choose(engine, id);
    };
    if row.is_double && !sees_doubles {
        return modal::show(engine, View::Connect);
    }
    let wanted = namespace.or(catalog::wanted_namespace(engine));
    let provider = match wanted {
        Some(wanted) => row.providers.iter().find(|it| it.namespace == wanted),
        None if row.providers.len() == 1 => row.providers.first(),
        // One session serves them all.
        None if row.is_elsewhere() => {
            let in_use = network::namespace(engine);
            row.providers.iter().find(|it| it.namespace == in_use).or(row.providers.first())
        }
        None => None,
    };
    match provider.map(|it| it.namespace) {
        Some(namespace) => begin(engine, row, namespace, Manner::Afresh),
        None => choose(engine, row),
    }
}

/// Tries the same wallet again.
pub(crate) fn retry(engine: &Engine) {
    let (error, is_elsewhere) = engine.slices().connect.with(|it| {
        let error = match &it.step {
            ConnectStep::Failed { error } => Some(error.clone()),
            ConnectStep::Idle | ConnectStep::Choosing | ConnectStep::Waiting { .. } => None,
        };
        (error, it.wallet.as_ref().is_some_and(WalletRow::is_elsewhere))
    });
    let manner = match error {
        // Whoever shared before has not answered, and may have done so without a word. What a phone shares, it
        // may share by the session of another wallet.
        Some(ConnectError::Pending) if is_elsewhere || engine.0.shared_before.get() => {
            Manner::Afresh
        }
        Some(ConnectError::Pending | ConnectError::ChainRefused { .. }) => Manner::Again,
        _ => Manner::Afresh,
    };
    again(engine, manner);
}

/// Connects the same wallet on the network that it stayed on.
pub(crate) fn stay(engine: &Engine) {
    let may_stay = engine.slices().connect.with(|it| match &it.step {
        ConnectStep::Failed {
            error:
                ConnectError::ChainRefused { stays_on, .. }
                | ConnectError::ChainUnsupported { stays_on, .. },
        } => stays_on.is_some(),
        _ => false,
    });
    if may_stay {
        again(engine, Manner::Here);
    }
}

fn again(engine: &Engine, manner: Manner) {
    let again = engine.slices().connect.with(|it| it.wallet.clone().zip(it.namespace));
    let Some((row, namespace)) = again else { return };
    // The host may have given the networks up that it was asked for.
    if network::namespaces(engine).contains(&namespace) {
        begin(engine, row, namespace, manner);
    } else {
        modal::show(engine, View::Connect);
    }
}

/// Shows the pairing that the host made: on a desktop its code at once, on a phone in the link of the wallet
/// that is tapped. Whoever takes it up is connected to the host, not here.
pub(crate) fn show_uri(engine: &Engine, uri: Json) {
    let this = engine.clone();
    engine.runtime().spawn(OF_HOST, async move {
        if let Err(why) = handoff::of_host::take(&this, &uri).await {
            return this.warn(&["The uri of open({ uri }) is ignored: ", why].concat());
        }
        let is_mobile = this.config(|config| config.is_mobile);
        if !handoff::of_host::show(&this) && !is_mobile {
            start(&this, ANY_WALLET, None, false);
        }
    });
}

/// Looks for the wallet that is being connected in another place. One that is in this browser and on a phone is
/// asked there then, and no more here.
pub(crate) fn look(engine: &Engine, platform: WalletPlatform) {
    let attempt = engine.slices().connect.with(|it| it.wallet.clone().zip(it.namespace));
    let Some((row, namespace)) = attempt else { return };
    let other = match platform {
        WalletPlatform::Qrcode if !row.is_elsewhere() => handoff::row(engine, &row.id),
        WalletPlatform::Browser if row.is_elsewhere() => handoff::here(engine),
        _ => None,
    };
    let Some(other) = other else { return handoff::platforms::choose(engine, platform) };
    let serves = |row: &WalletRow, it| row.providers.iter().any(|at| at.namespace == it);
    if serves(&other, namespace) {
        begin(engine, other, namespace, Manner::Afresh);
    }
}

/// Shows where the wallet that is being connected can be had. One that is elsewhere is still waited for.
pub(crate) fn show_ways(engine: &Engine) {
    let attempt = engine.slices().connect.with(|it| Some((it.wallet.clone()?, it.namespace)));
    let Some((wallet, namespace)) = attempt else { return };
    if !wallet.is_elsewhere() || namespace.is_none() {
        attempt::give_up(engine);
    }
    directory::choose(engine, &wallet.id);
}

/// The person chooses one of the wallet's namespaces.
fn choose(engine: &Engine, row: WalletRow) {
    prepare(engine, &row);
    let step = ConnectStep::Choosing;
    let choosing = Connect { wallet: Some(row), step, ..Connect::default() };
    attempt::show(engine, choosing);
    route::push(engine, View::ConnectingMultiChain);
}

fn begin(engine: &Engine, row: WalletRow, namespace: Namespace, manner: Manner) {
    let Some(provider) = row.providers.iter().find(|it| it.namespace == namespace) else { return };
    let provider = provider.clone();
    let is_reached = row.is_elsewhere() || handoff::is_on_phones(engine, &row);
    let row = WalletRow { is_reached, ..row };
    prepare(engine, &row);
    let attempt = Connect {
        wallet: Some(row.clone()),
        namespace: Some(namespace),
        handoff: handoff::begin(engine, &row),
        offered_in: Some(namespace).filter(|_| row.is_elsewhere()),
        ..Connect::default()
    };
    attempt::show(engine, attempt);
    let platform = handoff::platform(engine).unwrap_or_else(|| platform(provider.kind));
    engine.track(&WalletEvent::SelectWallet { name: row.name.clone(), platform });
    let view = attempt::view_of(&row);
    let was = route::view(engine);
    let is_other =
        was != view && [View::ConnectingExternal, View::ConnectingWalletConnect].contains(&was);
    if was == View::ConnectingMultiChain || is_other {
        route::replace(engine, view);
    } else {
        route::push(engine, view);
    }
    if row.is_elsewhere() && relays::are_of_host(engine) {
        attempt::wait_for_person(engine, None);
        handoff::of_host::show(engine);
        return;
    }
    run(engine, row, provider, manner);
    handoff::begun(engine);
}

/// A page was thrown away while its visitor was in the wallet, and this is the next.
pub(crate) fn go_on(engine: &Engine, back: WayBack) {
    going_on::leave_again(engine, &back);
    let this = engine.clone();
    engine.runtime().spawn(GOING_ON, async move {
        let Some((row, provider)) = going_on::found(&this, back).await else { return };
        let view = attempt::view_of(&row);
        run(&this, row, provider, Manner::Afresh);
        if modal::is_open(&this) {
            route::push(&this, view);
        }
    });
}

fn run(engine: &Engine, row: WalletRow, provider: Provider, manner: Manner) {
    // Asked for the host already, it may have the same request open: that is gone on with.
    if account::carrier(engine, provider.namespace).as_ref() == Some(&provider.carrier) {
        network::switch::abort(engine, provider.namespace);
    }
    // Here and not in the flow, which may be dropped before it runs.
    let resting = account::connecting(engine, provider.namespace);
    let wish = Wish::new(engine, provider.namespace, manner);
    let flow = connect(engine.clone(), row, provider, resting, wish);
    engine.runtime().spawn(CONNECT, flow);
    attempt::wait_for_person(engine, None);
}

fn prepare(engine: &Engine, row: &WalletRow) {
    engine.runtime().cancel(GOING_ON);
    engine.runtime().cancel(CONNECT);
    going_on::forget(engine, row);
    network::target::make_way(engine);
    if !engine.slices().modal.with(|modal| modal.open) {
        modal::open(engine, Some(View::Connect), None);
    }
}

async fn connect(engine: Engine, row: WalletRow, provider: Provider, resting: Resting, wish: Wish) {
    let Provider { namespace, carrier, kind } = provider;
    let conversation = Conversation::new(&engine, &carrier, namespace).by_way_of(&row.id);
    conversation.found().await;
    if row.id == ANY_WALLET && !handoff::readers::is_read(&engine) {
        return attempt::fail(&engine, ConnectError::NoAnswer);
    }
    let mut answer = handoff::connect(&engine, &conversation, &wish).await;
    engine.0.handoff.borrow_mut().is_untold = false;
    // A module takes back what it asked: nothing is open there.
    while let Err(ConnectError::Pending) = answer
        && matches!(carrier, Carrier::Page { .. })
    {
        let is_about_network = attempt::is_switching(&engine);
        fail(&engine, ConnectError::Pending);
        // The person bounds this wait: they answer in the wallet, or turn away here.
        answer = conversation.answered(&engine, &wish, is_about_network).await;
    }
    let shared = match answer {
        Ok(shared) => shared,
        Err(_) if kind == ProviderKind::Auth => {
            revoke(&engine, namespace, Some(carrier), None);
            return faults::not_connected(&engine);
        }
        Err(error) => return fail(&engine, error),
    };
    let method = method(&engine, kind);
    let namespace = shared.chain.namespace;
    reconnect::stop(&engine, namespace);
    let before = own_session(&engine, namespace);
    let name = row.name.clone();
    let row = handoff::peer::row(&engine, row, shared.peer.as_ref());
    let link = handoff::peer::link(&engine, shared.peer.as_ref(), &row);
    let carrier = account::connected(&engine, &row, carrier, shared);
    // Where it was just coming back, another tab may have written that nobody is there.
    engine.0.derived.write_again();
    network::enter(&engine, namespace);
    drop(resting);
    attempt::show(&engine, Connect::default());
    modal::close_connected(&engine);
    listen::start(&engine, namespace, &carrier);
    holdings::balance::refresh(&engine, namespace);
    let own_id = catalog::own_id(&engine, &carrier).unwrap_or_else(|| row.id.clone());
    remember(&engine, namespace, &own_id, Some(carrier.clone()));
    if kind == ProviderKind::Auth {
        // It is on no list of wallets.
    } else if row.id != ANY_WALLET {
        catalog::used(&engine, &row);
    } else if row.name != name {
        handoff::peer::look_up(&engine, &row, &carrier);
    }
    handoff::again::keep(&engine, link, carrier.session());
    join(&engine, &row, &carrier);
    revoke(&engine, namespace, before.filter(|it| *it != carrier), None);
    engine.track(&WalletEvent::ConnectSuccess { method, name });
}

fn fail(engine: &Engine, error: ConnectError) {
    let on_the_way = handoff::outcome(engine);
    let message = on_the_way.unwrap_or_else(|| counted_as(&error)).to_owned();
    engine.track(&WalletEvent::ConnectError { message });
    if !modal::is_open(engine) {
        // A page before asked, and nobody looks.
        return attempt::show(engine, Connect::default());
    }
    // It ended on the way to the wallet, which has answered nothing.
    attempt::fail(engine, if on_the_way.is_some() { ConnectError::NoAnswer } else { error });
}

/// The session with a phone that is over when another wallet takes its place: no other namespace has it.
fn own_session(engine: &Engine, namespace: Namespace) -> Option<Carrier> {
    let is_alone = account::of_one_session(engine, namespace).len() == 1;
    let carrier = account::wallet(engine, namespace)?.carrier;
    carrier.filter(|it| is_alone && it.session().is_some())
}

/// One session serves several namespaces: where nobody is connected, it is from now on.
fn join(engine: &Engine, row: &WalletRow, carrier: &Carrier) {
    if !matches!(carrier, Carrier::Module { session: Some(_), .. }) {
        return;
    }
    for Provider { namespace, carrier: other, .. } in &row.providers {
        if other.is_same_wallet(carrier) && !account::is_there(engine, *namespace) {
            reconnect::join(engine, *namespace, row, carrier);
        }
    }
}

/// Disconnects one namespace, or all, and asks the wallets to revoke their permissions.
pub(crate) fn disconnect(engine: &Engine, namespace: Option<Namespace>, question: Question) {
    let all = || engine.slices().accounts.with(|them| them.iter().map(|it| it.0).collect());
    let gone: Vec<Namespace> =
        namespace.map_or_else(all, |one| account::of_one_session(engine, one));
    let word = namespace.map_or("all", |it| it.word()).to_owned();
    let mut told = Some(word);
    let is_waited_for = going_on::namespace(engine).is_some_and(|it| gone.contains(&it));
    for namespace in gone {
        reconnect::stop(engine, namespace);
        let wallet = account::wallet(engine, namespace);
        forget(engine, namespace);
        // Marked even where the wallet is still awaited, so that it is not brought back.
        let id = wallet.as_ref().map(|wallet| &*wallet.identifier).unwrap_or_default();
        remember(engine, namespace, id, None);
        let carrier = wallet.and_then(|wallet| wallet.carrier);
        // A session is over once its module has said so.
        let ends = matches!(carrier, Some(Carrier::Module { .. }));
        revoke(engine, namespace, carrier, ends.then(|| told.take()).flatten());
    }
    if let Some(namespace) = told {
        engine.track(&WalletEvent::DisconnectSuccess { namespace });
    }
    if namespace.is_none() {
        attempt::turn_away(engine);
        modal::close(engine);
    } else if is_waited_for && !modal::is_open(engine) {
        attempt::turn_away(engine);
    }
    question.done();
}

/// Asks the wallet to take its permission back; what came of it is counted as the end of `told`, if that is
/// given.
fn revoke(engine: &Engine, namespace: Namespace, carrier: Option<Carrier>, told: Option<String>) {
    let Some(carrier) = carrier else { return };
    let conversation = Conversation::new(engine, &carrier, namespace);
    let scope = Scope::of("disconnect", namespace as u32);
    let this = engine.clone();
    engine.runtime().spawn(scope, async move {
        let left = conversation.leave().await;
        let Some(namespace) = told else { return };
        this.track(&match left {
            Ok(_) => WalletEvent::DisconnectSuccess { namespace },
            Err(fault) => {
                let message = Some(counted_as(&fault.into()).to_owned());
                WalletEvent::DisconnectError { message }
            }
        });
    });
}
