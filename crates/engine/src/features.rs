//! What is on, for this site. Owns the slice `features`.
//!
//! The operator decides about e-mail, socials, swaps, buying, activity and branding: what the server
//! says holds, and where it cannot be asked they are off. What the host names in the option
//! `remoteFeatures` holds over both; with `remoteFeatures: false` the host decides by itself.

use protocol::api::{ProjectFeatures, ProjectOrigins};
use protocol::origin::is_allowed;
use protocol::path;
use runtime::Scope;
use wire::{Json, Word};

use crate::config::Config;
use crate::options::{Options, RemoteFeatures, SocialProvider};
use crate::state::Features;
use crate::{Engine, alert, catalog, http};

const FEATURES: Scope = Scope::new("features");
const ORIGINS: Scope = Scope::new("origins");
const ONRAMPS: [&str; 2] = ["coinbase", "meld"];

/// Asks the server for what it decides.
pub(crate) fn start(engine: &Engine) {
    if engine.options().remote_features.is_some() {
        ask(engine);
    }
    check_origin(engine);
}

/// The host changed its options. The server is asked again only where it is another, or was not asked.
pub(crate) fn configure(engine: &Engine, before: &Config) {
    publish(engine);
    let is_other = engine.config(|config| {
        config.project_id != before.project_id || config.server_url != before.server_url
    });
    let has_asked = !matches!(before.options.get("remoteFeatures"), Some(Json::Bool(false)));
    if engine.options().remote_features.is_none() {
        engine.runtime().cancel(FEATURES);
    } else if is_other || !has_asked {
        ask(engine);
    }
    if is_other {
        check_origin(engine);
    }
}

/// Publishes what is on, by what the server has said so far and by the host's options.
pub(crate) fn publish(engine: &Engine) {
    let options = engine.options();
    let is_accepted = engine.slices().features.with(|features| features.is_accepted);
    let decided = Features { is_accepted, ..engine.0.decided.borrow().clone() };
    let mut features = of_host(&options, decided);
    if let Some(named) = &options.remote_features {
        name(&mut features, named);
    } else {
        switch_on(&mut features);
        name(&mut features, &options.features.remote());
    }
    features.socials.retain(|name| SocialProvider::from_word(name).is_some());
    engine.slices().features.set(features);
}

fn ask(engine: &Engine) {
    // Until the server has answered, and where it does not, what it decides is off.
    engine.0.decided.take();
    publish(engine);
    let this = engine.clone();
    engine.runtime().spawn(FEATURES, async move {
        let Some(remote) = http::get::<ProjectFeatures>(&this, path::FEATURES, "").await else {
            return;
        };
        this.0.decided.replace(decide(&remote));
        publish(&this);
        let ignored = overridden(&this.options());
        if !ignored.is_empty() {
            let way = ": the option features is ignored for them. To decide here, name them in \
                       remoteFeatures, or set it to false.";
            this.warn(&["The server decides about ", &ignored.join(", "), way].concat());
        }
        catalog::compose(&this);
    });
}

/// Tells the developer of a page whose origin the project does not allow.
fn check_origin(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(ORIGINS, async move {
        let origins: ProjectOrigins = http::get(&this, path::ORIGINS, "").await.unwrap_or_default();
        let origin = this.config(|config| config.origin.clone());
        if !is_allowed(&origin, &origins.allowed_origins, false) {
            let values = Json::object([("origin", Json::Text(origin))]);
            alert::raise(&this, "unverifiedDomain", values);
        }
    });
}

/// The person ticked the box, or took the tick away.
pub(crate) fn accept(engine: &Engine, is_accepted: bool) {
    engine.slices().features.update(|features| features.is_accepted = is_accepted);
}

/// What the host decides whatever the server says.
fn of_host(options: &Options, decided: Features) -> Features {
    Features {
        receive: options.features.receive.unwrap_or(true),
        send: options.features.send.unwrap_or(true),
        terms_url: options.terms_url.clone(),
        privacy_url: options.privacy_url.clone(),
        legal_checkbox: options.features.legal_checkbox.unwrap_or(false)
            && (options.terms_url.is_some() || options.privacy_url.is_some()),
        wallet_guide: options.has_guide,
        network_switch: options.has_network_switch,
        ..decided
    }
}

/// All that is built in, for a host that decides by itself.
fn switch_on(features: &mut Features) {
    features.email = true;
    features.socials = names(None, &socials());
    features.swaps = true;
    features.onramp = names(None, &ONRAMPS);
    features.activity = true;
    features.branding = false;
}

/// What the host names holds.
fn name(features: &mut Features, named: &RemoteFeatures) {
    let set = |flag: &mut bool, named: Option<bool>| *flag = named.unwrap_or(*flag);
    set(&mut features.email, named.email);
    set(&mut features.swaps, named.swaps.as_ref().map(|it| *it != Json::Bool(false)));
    set(&mut features.activity, named.activity);
    set(&mut features.branding, named.branding);
    if named.socials.is_some() {
        features.socials = names(named.socials.as_ref(), &socials());
    }
    if named.onramp.is_some() {
        features.onramp = names(named.onramp.as_ref(), &ONRAMPS);
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

/// What the server has on: a feature it does not name is off, one without a `config` is as built in.
fn decide(remote: &ProjectFeatures) -> Features {
    let config_of = |id: &str| {
        let found = remote.features.iter().find(|feature| feature.id == id && feature.is_enabled);
        found.map(|feature| &feature.config)
    };
    let login = config_of("social_login");
    let socials =
        login.map_or(vec![], |config| names(Some(config), &[&["email"][..], &socials()].concat()));
    Features {
        email: socials.iter().any(|name| name == "email"),
        socials,
        swaps: config_of("swap").is_some(),
        onramp: config_of("onramp").map_or(vec![], |config| names(Some(config), &ONRAMPS)),
        activity: config_of("activity").is_some(),
        branding: config_of("reown_branding").is_some_and(|config| *config != Json::Null),
        ..Features::default()
    }
}

/// The names in the option `features` that the server overrides.
fn overridden(options: &Options) -> Vec<&'static str> {
    let named = options.remote_features.as_ref().map_or(vec![], given);
    let mut local = given(&options.features.remote());
    local.retain(|name| !named.contains(name));
    local
}

/// What a host named, as the option `features` calls it.
fn given(named: &RemoteFeatures) -> Vec<&'static str> {
    let given = [
        ("email", named.email.is_some()),
        ("socials", named.socials.is_some()),
        ("swaps", named.swaps.is_some()),
        ("onramp", named.onramp.is_some()),
        ("history", named.activity.is_some()),
        ("branding", named.branding.is_some()),
    ];
    given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
}
