//! What is on, for this site. Owns the slice `features`.
//!
//! The operator decides about e-mail, socials, swaps, buying, activity and branding: what the server
//! says holds, and where it cannot be asked they are off. What the host names in the option
//! `remoteFeatures` holds over both; with `remoteFeatures: false` the host decides by itself.
//! `remote.rs` asks the server.

pub(crate) mod remote;

use protocol::module::embedded;
use wire::{Json, Word};

use crate::alert;
use crate::config::Network;
use crate::engine::Engine;
use crate::options::{Options, RemoteFeatures, SocialProvider};
use crate::state::Features;

const ONRAMPS: [&str; 2] = ["coinbase", "meld"];

/// What is on, by what the server has said so far and by the host's options.
pub(crate) fn publish(engine: &Engine) {
    let features = now(engine);
    engine.slices().features.set(features);
}

fn now(engine: &Engine) -> Features {
    let options = engine.options();
    let is_accepted = engine.slices().features.with(|features| features.is_accepted);
    let mut features = of_host(&options, is_accepted);
    if let Some(named) = &options.remote_features {
        name(&mut features, &engine.0.decided.borrow());
        name(&mut features, named);
    } else {
        name(&mut features, &built_in());
        name(&mut features, &options.features.remote());
    }
    // Nobody signs in where the operator has no vault, or to a wallet that is of no use on this site.
    let is_insecure = engine.config(|config| config.is_insecure == Some(true));
    features.email &=
        engine.0.vault.borrow().url.is_some() && serves_wallet(engine) && !is_insecure;
    features.socials.retain(|name| SocialProvider::from_word(name).is_some());
    features.onramp.retain(|name| ONRAMPS.contains(&&**name));
    features.alert = alert::shown(engine);
    features
}

/// Whether the site has networks that the embedded wallet can be on.
fn serves_wallet(engine: &Engine) -> bool {
    let is_one = |it: &Network| embedded::serves(it.caip_network_id.namespace);
    engine.config(|config| config.networks.iter().any(is_one))
}

/// The person ticked the box, or took the tick away.
pub(crate) fn accept(engine: &Engine, is_accepted: bool) {
    engine.slices().features.update(|features| features.is_accepted = is_accepted);
}

/// What the host decides whatever the server says.
fn of_host(options: &Options, is_accepted: bool) -> Features {
    Features {
        receive: options.features.receive.unwrap_or(true),
        send: options.features.send.unwrap_or(true),
        terms_url: options.terms_url.clone(),
        privacy_url: options.privacy_url.clone(),
        legal_checkbox: options.features.legal_checkbox.unwrap_or(false)
            && (options.terms_url.is_some() || options.privacy_url.is_some()),
        wallet_guide: options.has_guide,
        network_switch: options.has_network_switch,
        is_accepted,
        ..Features::default()
    }
}

/// All that is built in, for a host that decides by itself.
fn built_in() -> RemoteFeatures {
    RemoteFeatures {
        email: Some(true),
        socials: Some(Json::Bool(true)),
        swaps: Some(Json::Bool(true)),
        onramp: Some(Json::Bool(true)),
        activity: Some(true),
        branding: Some(false),
    }
}

/// What is named holds.
fn name(features: &mut Features, named: &RemoteFeatures) {
    let RemoteFeatures { email, socials: logins, swaps, onramp, activity, branding } = named;
    let set = |flag: &mut bool, named: Option<bool>| *flag = named.unwrap_or(*flag);
    set(&mut features.email, *email);
    set(&mut features.swaps, swaps.as_ref().map(|it| *it != Json::Bool(false)));
    set(&mut features.activity, *activity);
    set(&mut features.branding, *branding);
    if logins.is_some() {
        features.socials = names(logins.as_ref(), &socials());
    }
    if onramp.is_some() {
        features.onramp = names(onramp.as_ref(), &ONRAMPS);
    }
}

/// The accounts elsewhere that there are, in the order in which they show.
fn socials() -> Vec<&'static str> {
    SocialProvider::ALL.iter().map(|(word, _)| *word).collect()
}

/// The names in an option or a remote feature: a list of them, false for none, else the default.
fn names(given: Option<&Json>, otherwise: &[&str]) -> Vec<String> {
    match given {
        Some(Json::Bool(false)) => vec![],
        Some(Json::List(names)) => {
            names.iter().filter_map(Json::as_text).map(str::to_owned).collect()
        }
        _ => otherwise.iter().map(|name| (*name).to_owned()).collect(),
    }
}
