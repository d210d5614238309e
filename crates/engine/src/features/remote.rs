//! What the operator's server decides for this site.

use protocol::api::{ProjectFeatures, ProjectOrigins};
use protocol::origin::is_allowed;
use protocol::path;
use runtime::Scope;
use wire::Json;

use crate::config::Config;
use crate::engine::Engine;
use crate::features::{names, socials};
use crate::options::{Options, RemoteFeatures};
use crate::state::Alert;
use crate::{alert, relays, server};

const FEATURES: Scope = Scope::new("features");
const ORIGINS: Scope = Scope::new("origins");

/// Asks the server for what it decides.
pub(crate) fn start(engine: &Engine) {
    if engine.options().remote_features.is_some() {
        ask(engine);
    } else {
        relays::set(engine, Some(vec![relays::own(engine)]));
    }
    check_origin(engine);
}

/// The host changed its options. The server is asked again only where it is another, or was not asked.
pub(crate) fn configure(engine: &Engine, before: &Config, is_other: bool) {
    let has_asked = !matches!(before.options.get("remoteFeatures"), Some(Json::Bool(false)));
    if engine.options().remote_features.is_none() {
        engine.runtime().cancel(FEATURES);
        relays::set(engine, Some(vec![relays::own(engine)]));
    } else if is_other || !has_asked {
        ask(engine);
    }
    if is_other {
        check_origin(engine);
    }
}

fn ask(engine: &Engine) {
    // Until the server has answered, and where it does not, what it decides is off.
    engine.0.decided.replace(RemoteFeatures::default());
    relays::set(engine, None);
    let this = engine.clone();
    engine.runtime().spawn(FEATURES, async move {
        let remote = server::get::<ProjectFeatures>(&this, path::FEATURES, "").await;
        // One that is older does not say.
        let told = remote.as_ref().and_then(|it| Some(it.wallet_connect.clone()?.relays));
        relays::set(&this, Some(told.unwrap_or_else(|| vec![relays::own(&this)])));
        let Some(remote) = remote else { return };
        this.0.vault.borrow_mut().url.clone_from(&remote.vault_url);
        let decided = decide(&remote);
        if decided.email == Some(true) && remote.vault_url.is_none() {
            this.warn(
                "Signing in by e-mail is on for this project, and does not show: its server has no vault \
                 ([vault] of its configuration), or the project names no origins.",
            );
        }
        let wants_https = decided.email == Some(true)
            && this.config(|config| config.is_insecure == Some(true));
        if wants_https {
            let origin = this.config(|config| config.origin.clone());
            this.warn(&["Signing in by e-mail needs https; this page is ", &origin].concat());
        }
        this.0.decided.replace(decided);
        check_order(&this);
        let ignored = overridden(&this.options());
        if !ignored.is_empty() {
            let way = ": the option features is ignored for them. To decide here, name them in \
                       remoteFeatures, or set it to false.";
            this.warn(&["The server decides about ", &ignored.join(", "), way].concat());
        }
    });
}

/// Tells the developer who wants nothing but e-mail, which is off.
fn check_order(engine: &Engine) {
    let order = engine.options().features.connect_methods_order.clone().unwrap_or_default();
    let has = |name: &str| order.iter().any(|it| it == name);
    if has("email") && !has("wallet") && !super::now(engine).email {
        engine.warn("connectMethodsOrder names email, which is off: wallets show in its place.");
    }
}

/// Tells the developer of a page whose origin the project does not allow.
fn check_origin(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(ORIGINS, async move {
        let origins: ProjectOrigins =
            server::get(&this, path::ORIGINS, "").await.unwrap_or_default();
        let origin = this.config(|config| config.origin.clone());
        if !is_allowed(&origin, &origins.allowed_origins, false) {
            let values = Json::object([("origin", Json::Text(origin))]);
            alert::raise(&this, Alert::UnverifiedDomain, values);
        }
    });
}

/// What the server has on: a feature it does not name is off, one without a `config` is as built in.
fn decide(remote: &ProjectFeatures) -> RemoteFeatures {
    let config_of = |id: &str| {
        let found = remote.features.iter().find(|feature| feature.id == id && feature.is_enabled);
        found.map(|feature| &feature.config)
    };
    let login = config_of("social_login");
    let socials =
        login.map_or(vec![], |config| names(Some(config), &[&["email"][..], &socials()].concat()));
    RemoteFeatures {
        email: Some(socials.iter().any(|name| name == "email")),
        socials: Some(Json::list(socials.into_iter().map(Json::Text))),
        swaps: Some(Json::Bool(config_of("swap").is_some())),
        onramp: Some(config_of("onramp").map_or(Json::Bool(false), Json::clone)),
        activity: Some(config_of("activity").is_some()),
        branding: Some(config_of("reown_branding").is_some_and(|config| *config != Json::Null)),
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
    let RemoteFeatures { email, socials, swaps, onramp, activity, branding } = named;
    let given = [
        ("email", email.is_some()),
        ("socials", socials.is_some()),
        ("swaps", swaps.is_some()),
        ("onramp", onramp.is_some()),
        ("history", activity.is_some()),
        ("branding", branding.is_some()),
    ];
    given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
}
