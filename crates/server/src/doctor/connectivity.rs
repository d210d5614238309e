//! What has to be asked over the network: both names of the server, and whether a page may use a project.

use super::get::{Answer, Ask};
use super::report::Finding;
use super::setup::{Listener, reachable};
use crate::VERSION;
use crate::config::Config;
use crate::db::Db;
use crate::origin::Origin;
use crate::project::ProjectId;
use crate::upstream::Client;
use axum::http::{HeaderValue, Uri};
use bytes::Bytes;
use protocol::api::{Failed, Health};
use protocol::path;

/// What is known of the server at `bind`.
pub(super) struct Here {
    pub(super) listener: Listener,
    /// By which it is told from others, where it listens.
    pub(super) instance: Option<String>,
}

/// By which the server at `bind` is told from others.
pub(super) async fn instance_at_bind(client: &Client, config: &Config) -> Option<String> {
    let health = uri(&format!("http://{}/health", reachable(config.bind)))?;
    let host = HeaderValue::from_str(config.public_url.authority()).ok();
    let answer = Ask { host, ..Ask::get(health) }.send(client).await.ok()?;
    Some(serde_json::from_slice::<Health>(&answer.body).ok()?.instance)
}

/// Whether a name of the server leads to it. `key` is `public_url` or `vault_url`.
pub(super) async fn name(
    client: &Client,
    key: &str,
    origin: &Origin,
    config: &Config,
    here: &Here,
) -> Finding {
    let Some(uri) = uri(&format!("{origin}/health")) else {
        return Finding::broken(format_args!("{key} {origin}"), "it is not the URL of a host");
    };
    let why = match Ask::get(uri).send(client).await {
        Ok(answer) => return answered(key, origin, &answer, here),
        Err(why) => why,
    };
    if here.listener != Listener::Us {
        return Finding::doubtful(
            format_args!("{key} {origin}: nothing answers ({why})"),
            "the server does not run here; run the doctor beside a running server to check its names",
        );
    }
    if origin.is_local() && is_answered_at(client, origin, config).await {
        let host = origin.authority().split(':').next().unwrap_or_default();
        return Finding::doubtful(
            format_args!("{key} {origin}: this system does not know the name, the server does"),
            format_args!(
                "most browsers know it without help; where one does not, add the line `127.0.0.1 \
                 {host}` to the hosts file"
            ),
        );
    }
    Finding::broken(
        format_args!("{key} {origin}: nothing answers ({why})"),
        format_args!("lead the name to this server, or correct `{key}` in latchkit.toml"),
    )
}

fn answered(key: &str, origin: &Origin, answer: &Answer, here: &Here) -> Finding {
    if answer.status == 421 {
        return Finding::broken(
            format_args!("{key} {origin}: answered 421"),
            "the proxy in front changes the `Host` header; have it passed on as it came",
        );
    }
    let health = serde_json::from_slice::<Health>(&answer.body).ok();
    if let Some(health) = health.filter(|_| answer.status == 200) {
        if key == "vault_url" {
            return Finding::broken(
                format_args!("{key} {origin}: it answers as public_url does"),
                "the proxy in front changes the `Host` header; have it passed on as it came",
            );
        }
        if let Some(doubt) = of_another(key, origin, &health, here) {
            return doubt;
        }
        if health.version == VERSION {
            return Finding::sound(format!("{key} {origin}: latchkit {VERSION} answers"));
        }
        return Finding::doubtful(
            format_args!("{key} {origin}: latchkit {} answers", health.version),
            format_args!("this program is {VERSION}; restart the server after an update"),
        );
    }
    let is_ours = serde_json::from_slice::<Failed>(&answer.body).is_ok();
    if key == "vault_url" && is_ours {
        return Finding::sound(format!(
            "{key} {origin}: this server answers under its second name"
        ));
    }
    Finding::broken(
        format_args!("{key} {origin}: something else answers ({})", answer.status),
        format_args!("lead the name to this server, or correct `{key}` in latchkit.toml"),
    )
}

/// What there is to say where it is another process that answers.
fn of_another(key: &str, origin: &Origin, health: &Health, here: &Here) -> Option<Finding> {
    if here.instance.as_ref().is_some_and(|ours| *ours != health.instance) {
        return Some(Finding::doubtful(
            format_args!("{key} {origin}: another latchkit answers than the one at `bind`"),
            format_args!(
                "that is right where several share the name; else correct `{key}`, or lead the \
                 name to this one"
            ),
        ));
    }
    (here.listener == Listener::Nobody && origin.is_local()).then(|| {
        Finding::doubtful(
            format_args!("{key} {origin}: another latchkit answers, this one does not run"),
            format_args!("stop that, or correct `{key}` and `bind`"),
        )
    })
}

/// Whether this server answers to the name at the name's own port. Where a proxy makes that of https, its own is asked.
async fn is_answered_at(client: &Client, origin: &Origin, config: &Config) -> bool {
    let mut address = reachable(config.bind);
    if !origin.is_secure() {
        address.set_port(origin.port().unwrap_or_default());
    }
    let Some(uri) = uri(&format!("http://{address}/health")) else { return false };
    let host = HeaderValue::from_str(origin.authority()).ok();
    let answer = Ask { host, ..Ask::get(uri) }.send(client).await;
    answer.is_ok_and(|it| it.status != 421)
}

/// Whether there is such a project.
pub(super) async fn project(config: &Config, db: Option<&Db>, id: &str) -> Finding {
    let Some(id) = ProjectId::parse(id) else {
        return Finding::broken(
            format_args!("project {id}: it is no id"),
            "an id is 32 hex digits, as `latchkit project list` shows them",
        );
    };
    if let Some(settings) = config.projects.get(&id) {
        let name = &settings.name;
        return Finding::sound(format!("project {id}: the configuration calls it `{name}`"));
    }
    let Some(db) = db else {
        return Finding::doubtful(
            format_args!("project {id}: it is not looked for, without a database"),
            "see what is said of the database",
        );
    };
    match db.project(&id).await {
        Ok(Some(found)) => Finding::sound(format!("project {id}: it is `{}`", found.settings.name)),
        Ok(None) => Finding::broken(
            format_args!("project {id}: the database has none of this id"),
            "`latchkit project list` shows those it has",
        ),
        Err(error) => Finding::broken(
            format_args!("project {id}: it cannot be read ({error})"),
            "see what is said of the database",
        ),
    }
}

/// Whether the server takes calls of a project from a page: asked as that page, since the server
/// decides.
pub(super) async fn origin(
    client: &Client,
    config: &Config,
    host: &Origin,
    project: &ProjectId,
) -> Finding {
    let chain = config.chains.keys().next().map_or("eip155:1", |chain| chain);
    let path = format!("{}?chainId={chain}&projectId={project}", path::RPC);
    let Some(uri) = uri(&format!("{}{path}", config.public_url)) else {
        return Finding::broken(
            format_args!("public_url {}", config.public_url),
            "it is not the URL of a host",
        );
    };
    let call = Bytes::from_static(br#"{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}"#);
    let ask = Ask { as_page: Some((host.header(), call)), ..Ask::get(uri) };
    let what = format!("project {project} from {host}");
    match ask.send(client).await {
        Ok(answer) if answer.status == 401 => Finding::broken(
            format_args!("{what}: the server does not know the project"),
            "`latchkit project list` shows those it knows",
        ),
        Ok(answer) if answer.status == 403 => Finding::broken(
            format_args!("{what}: {host} is not among the project's allowed origins"),
            format_args!("allow it: `latchkit project set {project} --add-origin {host}`"),
        ),
        // Whether a node of the chain answers is another question.
        Ok(answer) if matches!(answer.status, 200 | 400 | 503) => {
            Finding::sound(format!("{what}: the server takes its calls"))
        }
        Ok(answer) => Finding::doubtful(
            format_args!("{what}: {} answers {}", config.public_url, answer.status),
            "see what is said of public_url",
        ),
        Err(why) => Finding::doubtful(
            format_args!("{what}: not asked ({why})"),
            "the server has to run to say whether this origin is allowed",
        ),
    }
}

fn uri(text: &str) -> Option<Uri> {
    text.parse().ok()
}
