//! Connecting and disconnecting.
//!
//! `attempt.rs` is what shows of it, `wish.rs` what is wanted; `conversation.rs` is how a wallet is
//! spoken to, in the words of `injected.rs` or `standard.rs`, over what carries them, `wallet.rs`;
//! `landing.rs` brings one of eip155 to the chain that is wanted; `open_prompts.rs` keeps what a wallet
//! still asks when nobody waits for it; `reconnect.rs` brings a stored connection back, `listen.rs`
//! follows what the wallet tells later.

mod address;
pub(crate) mod attempt;
mod chain;
pub(crate) mod conversation;
mod injected;
mod landing;
mod listen;
mod open_prompts;
mod reconnect;
mod standard;
mod wallet;
mod wish;

use protocol::caip::Namespace;
use protocol::event::wallet::{ConnectMethod, WalletEvent, WalletPlatform};
use protocol::rpc::RESOURCE_UNAVAILABLE;
use runtime::Scope;
use wire::Word;

pub(crate) use listen::{forget, look_again};
pub(crate) use reconnect::{abandon, restore, restore_one};

use crate::account::Resting;
use crate::connect::attempt::CONNECT;
use crate::connect::conversation::Conversation;
use crate::connect::wish::{Manner, Wish};
use crate::directory::known;
use crate::engine::Engine;
use crate::item::{self, Connection};
use crate::question::Question;
use crate::state::{
    Carrier, Connect, ConnectError, ConnectStep, Fault, Provider, ProviderKind, View, WalletRow,
};
use crate::{account, balance, catalog, directory, modal, network, route};

/// Connects the wallet of this id: on this namespace, else on the only one it serves, else the
/// person chooses. One that is not installed shows where it can be had; which of several is meant that
/// say they are this one, is chosen on the list by whoever sees them marked there.
pub(crate) fn start(engine: &Engine, id: &str, namespace: Option<Namespace>, sees_doubles: bool) {
    if engine.slices().features.with(|it| it.legal_checkbox && !it.is_accepted) {
        return;
    }
    // A wallet of the directory may have announced itself since it was listed.
    let found = catalog::find(engine, id).or_else(|| known::listed(engine, id));
    let Some(row) = found.filter(|row| !row.providers.is_empty()) else {
        attempt::give_up(engine);
        return directory::choose(engine, id);
    };
    if row.is_double && !sees_doubles {
        return modal::show(engine, View::Connect);
    }
    let wanted = namespace.or(catalog::wanted_namespace(engine));
    let provider = match wanted {
        Some(wanted) => row.providers.iter().find(|it| it.namespace == wanted),
        None if row.providers.len() == 1 => row.providers.first(),
        None => None,
    };
    match provider.map(|it| it.namespace) {
        Some(namespace) => begin(engine, row, namespace, Manner::Afresh),
        None => choose(engine, row),
    }
}

/// Tries the same wallet again.
pub(crate) fn retry(engine: &Engine) {
    let error = engine.slices().connect.with(|it| match &it.step {
        ConnectStep::Failed { error } => Some(error.clone()),
        ConnectStep::Idle | ConnectStep::Choosing | ConnectStep::Waiting { .. } => None,
    });
    let manner = match error {
        // Whoever shared before has not answered, and may have done so without a word.
        Some(ConnectError::Pending) if engine.0.shared_before.get() => Manner::Afresh,
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

/// The person chooses one of the wallet's namespaces.
fn choose(engine: &Engine, row: WalletRow) {
    prepare(engine);
    let step = ConnectStep::Choosing;
    attempt::show(engine, Connect { wallet: Some(row), namespace: None, step });
    route::push(engine, View::ConnectingMultiChain);
}

fn begin(engine: &Engine, row: WalletRow, namespace: Namespace, manner: Manner) {
    let Some(provider) = row.providers.iter().find(|it| it.namespace == namespace) else { return };
    let provider = provider.clone();
    prepare(engine);
    let (platform, _) = way(engine, provider.kind);
    engine.track(&WalletEvent::SelectWallet { name: row.name.clone(), platform });
    let attempt =
        Connect { wallet: Some(row.clone()), namespace: Some(namespace), ..Connect::default() };
    attempt::show(engine, attempt);
    if route::view(engine) == View::ConnectingMultiChain {
        route::replace(engine, View::ConnectingExternal);
    } else {
        route::push(engine, View::ConnectingExternal);
    }
    // Here and not in the flow, which may be dropped before it runs.
    let resting = account::connecting(engine, namespace);
    let wish = Wish::new(engine, namespace, manner);
    let flow = connect(engine.clone(), row, provider, resting, wish);
    engine.runtime().spawn(CONNECT, flow);
    attempt::wait_for_person(engine, None);
}

fn prepare(engine: &Engine) {
    engine.runtime().cancel(CONNECT);
    network::target::make_way(engine);
    if !engine.slices().modal.with(|modal| modal.open) {
        modal::open(engine, Some(View::Connect), None);
    }
}

async fn connect(engine: Engine, row: WalletRow, provider: Provider, resting: Resting, wish: Wish) {
    let Provider { namespace, carrier, kind } = provider;
    let conversation = Conversation::new(&engine, &carrier, namespace);
    let mut answer = conversation.connect(&engine, &wish).await;
    while let Err(ConnectError::Pending) = answer {
        let is_about_network = attempt::is_switching(&engine);
        fail(&engine, ConnectError::Pending);
        // The person bounds this wait: they answer in the wallet, or turn away here.
        answer = conversation.answered(&engine, &wish, is_about_network).await;
    }
    let shared = match answer {
        Ok(shared) => shared,
        Err(error) => return fail(&engine, error),
    };
    reconnect::stop(&engine, namespace);
    let carrier = account::connected(&engine, &row, carrier, shared);
    // Where it was just coming back, another tab may have written that nobody is there.
    engine.0.derived.write_again();
    network::enter(&engine, namespace);
    drop(resting);
    attempt::show(&engine, Connect::default());
    modal::close_connected(&engine);
    listen::start(&engine, namespace, &carrier);
    balance::refresh(&engine, namespace);
    let own_id = catalog::own_id(&engine, &carrier).unwrap_or_else(|| row.id.clone());
    remember(&engine, namespace, &own_id, Some(carrier));
    catalog::used(&engine, &row);
    let (_, method) = way(&engine, kind);
    engine.track(&WalletEvent::ConnectSuccess { method, name: row.name });
}

fn fail(engine: &Engine, error: ConnectError) {
    engine.track(&WalletEvent::ConnectError { message: counted_as(&error).to_owned() });
    attempt::fail(engine, error);
}

/// Disconnects one namespace, or all, and asks the wallets to revoke their permissions.
pub(crate) fn disconnect(engine: &Engine, namespace: Option<Namespace>, question: Question) {
    let all = || engine.slices().accounts.with(|them| them.iter().map(|it| it.0).collect());
    let gone: Vec<Namespace> =
        namespace.map_or_else(all, |one| account::of_one_session(engine, one));
    for namespace in gone {
        reconnect::stop(engine, namespace);
        let wallet = account::wallet(engine, namespace);
        forget(engine, namespace);
        // Marked even where the wallet is still awaited, so that it is not brought back.
        let id = wallet.as_ref().map(|wallet| &*wallet.identifier).unwrap_or_default();
        remember(engine, namespace, id, None);
        revoke(engine, namespace, wallet.and_then(|wallet| wallet.carrier));
    }
    let word = namespace.map_or("all", |it| it.word()).to_owned();
    engine.track(&WalletEvent::DisconnectSuccess { namespace: word });
    if namespace.is_none() {
        modal::close(engine);
    }
    question.done();
}

/// Asks the wallet to take its permission back.
fn revoke(engine: &Engine, namespace: Namespace, carrier: Option<Carrier>) {
    let Some(carrier) = carrier else { return };
    let conversation = Conversation::new(engine, &carrier, namespace);
    let scope = Scope::of("disconnect", namespace as u32);
    engine.runtime().spawn(scope, async move { conversation.leave().await });
}

/// Stores what is connected; nothing where the person disconnected.
fn remember(engine: &Engine, namespace: Namespace, id: &str, carrier: Option<Carrier>) {
    let is_disconnected = carrier.is_none();
    // A handle means nothing to another page.
    let carrier = carrier.filter(|it| matches!(it, Carrier::Module { .. }));
    let connection =
        Connection { connector: id.to_owned(), is_disconnected, carrier, returns: None };
    item::write(engine, &item::connection(namespace), &connection);
}

/// Where a wallet is and how it was connected, where that is counted.
fn way(engine: &Engine, kind: ProviderKind) -> (WalletPlatform, ConnectMethod) {
    match kind {
        ProviderKind::Announced | ProviderKind::Injected => {
            (WalletPlatform::Browser, ConnectMethod::Browser)
        }
        ProviderKind::WalletConnect if engine.config(|config| config.is_mobile) => {
            (WalletPlatform::Mobile, ConnectMethod::Mobile)
        }
        ProviderKind::WalletConnect => (WalletPlatform::Qrcode, ConnectMethod::Qrcode),
        ProviderKind::Auth => (WalletPlatform::Web, ConnectMethod::Email),
    }
}

/// What an error is called where it is counted.
fn counted_as(error: &ConnectError) -> &'static str {
    match error {
        ConnectError::Refused => "refused",
        ConnectError::Pending => "pending",
        ConnectError::NoAccounts => "noAccounts",
        ConnectError::ChainRefused { .. } => "chainRefused",
        ConnectError::ChainUnsupported { .. } => "chainUnsupported",
        ConnectError::NoAnswer => "noAnswer",
        ConnectError::Wallet { .. } => "wallet",
    }
}

impl From<Fault> for ConnectError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NoAnswer => ConnectError::NoAnswer,
            Fault::Rpc(error) if error.is_refusal() => ConnectError::Refused,
            Fault::Rpc(error) if error.code == RESOURCE_UNAVAILABLE => ConnectError::Pending,
            Fault::Rpc(error) => ConnectError::Wallet { code: error.code, message: error.message },
        }
    }
}
