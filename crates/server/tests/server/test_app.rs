//! A server for one test: random port, a database of its own, one project, made-up names.

use crate::database;
use axum::body::Body;
use axum::http::{HeaderMap, Request, Response};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use server::app::App;
use server::config::Config;
use server::config_values::NodeUrl;
use server::db::Db;
use server::db::event::StoredEvent;
use server::db::url::DatabaseUrl;
use server::event_writer::EventWriter;
use server::listen::{Stop, bind, listen, listen_within};
use server::origin::Origin;
use server::project::{Project, ProjectId, ProjectSettings};
use server::routes;
use server::vault::Vault;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// The project that every test server knows.
pub(crate) const PROJECT: &str = "0123456789abcdef0123456789abcdef";
/// The names that test servers answer to.
pub(crate) const PUBLIC: &str = "api.latchkit.test";
pub(crate) const VAULT: &str = "vault.latchkit.test";

/// What a path that is not answered gets.
pub(crate) const NOTHING_HERE: &str = r#"404 {"status":"FAILED","reasons":[{"field":"path","description":"There is nothing at this path."}]}"#;

/// A running server. It ends with the test.
pub(crate) struct TestApp {
    address: SocketAddr,
    app: Arc<App>,
    db: Db,
    folder: PathBuf,
    writing: JoinHandle<()>,
    following: Following,
    stop: StopOnDrop,
}

/// What follows accounts. It is gone with the test.
struct Following(JoinHandle<()>);

impl Drop for Following {
    fn drop(&mut self) {
        self.0.abort();
    }
}

struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.now();
    }
}

impl TestApp {
    /// With one chain, `eip155:5`, behind these nodes.
    pub(crate) async fn with_nodes(urls: &[String]) -> Self {
        Self::with(urls, |_| {}).await
    }

    /// The same with other settings.
    pub(crate) async fn with(urls: &[String], set: impl FnOnce(&mut Config)) -> Self {
        Self::in_folder(folder(), urls, set).await
    }

    /// The same on the database of a folder, which others may use.
    pub(crate) async fn in_folder(
        folder: PathBuf,
        urls: &[String],
        set: impl FnOnce(&mut Config),
    ) -> Self {
        let nodes = urls.iter().map(|url| NodeUrl::try_from(url.clone()).expect("a URL")).collect();
        let mut config = Config {
            public_url: Origin::parse(&format!("http://{PUBLIC}")).expect("an origin"),
            vault_url: Origin::parse(&format!("http://{VAULT}")).expect("an origin"),
            database: folder.join("latchkit.db"),
            database_url: database::postgres(&folder).map(database_url),
            chains: [("eip155:5".to_owned(), nodes)].into(),
            body_limit_bytes: 200 * 1024,
            upstream_timeout_ms: 2_000,
            node_cache_bytes: 0,
            ..Config::default()
        };
        set(&mut config);
        let db =
            Db::open(&config.database, config.database_url.as_ref()).await.expect("a database");
        db.add_project(&project(PROJECT, |_| {})).await.expect("a row");
        let app = App::new(config, db.clone(), None).expect("a server");
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let stop = Stop::default();
        let events = app.events();
        let writing = tokio::spawn(async move { events.run().await });
        let history = app.history();
        let following = Following(tokio::spawn(async move { history.run().await }));
        let bounds = app.bounds();
        let relay = app.relay();
        let (keeping, closing, wish) = (relay.clone(), relay.clone(), stop.clone());
        tokio::spawn(async move { keeping.run().await });
        tokio::spawn(async move {
            closing.close_sockets_at(&wish).await;
            closing.end();
        });
        tokio::spawn(listen_within(listener, routes::all(&app), stop.clone(), bounds));
        TestApp { address, app, db, folder, writing, following, stop: StopOnDrop(stop) }
    }

    /// The address, for tests that write bytes themselves.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Asks without a socket, as a client behind a trusted proxy (`0.0.0.0`).
    pub(crate) fn ask_from(
        &self,
        client: &str,
        method: &str,
        path: &str,
        body: Body,
    ) -> impl Future<Output = Response<Body>> + Send + use<> {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("host", PUBLIC).header("x-forwarded-for", client);
        let request = request.body(body).expect("a request");
        let answer = routes::all(&self.app).oneshot(request);
        async move { answer.await.expect("an answer") }
    }

    /// Another project, with the id that is `digit` 32 times.
    pub(crate) async fn project(
        &self,
        digit: char,
        set: impl FnOnce(&mut ProjectSettings),
    ) -> String {
        let id = digit.to_string().repeat(32);
        assert!(self.db.add_project(&project(&id, set)).await.expect("a row"));
        id
    }

    /// What was kept of a project's events, the newest first.
    pub(crate) async fn events(&self, project: &str) -> Vec<StoredEvent> {
        self.app.events().idle().await;
        self.db.events(&ProjectId::parse(project).expect("an id"), 10_000).await.expect("rows")
    }

    /// Its files.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Changes its project, as `latchkit project set` does.
    pub(crate) async fn change_project(&self, set: impl FnOnce(&mut ProjectSettings)) {
        let id = ProjectId::parse(PROJECT).expect("an id");
        let mut changed = self.db.project(&id).await.expect("a row").expect("a project");
        set(&mut changed.settings);
        assert!(self.db.set_project(&changed.id, &changed.settings).await.expect("a row"));
    }

    /// Its vault.
    pub(crate) fn vault(&self) -> Arc<Vault> {
        self.app.vault().expect("a vault")
    }

    /// What keeps its events.
    pub(crate) fn event_writer(&self) -> EventWriter {
        self.app.events()
    }

    /// Ends what keeps its events, as the end of the program does.
    pub(crate) async fn end_events(&mut self) {
        self.app.events().close();
        (&mut self.writing).await.expect("no panic");
    }

    /// Ends what follows accounts wherever it is, as a killed program does.
    pub(crate) async fn kill_history(&mut self) {
        self.following.0.abort();
        let _ = (&mut self.following.0).await;
    }

    /// What clients said to the relay so far is written.
    pub(crate) async fn relay_idle(&self) {
        self.app.relay().idle().await;
    }

    /// Ends it as a signal ends the program.
    pub(crate) fn stop(&self) {
        self.stop.0.now();
    }

    /// The database.
    pub(crate) fn db(&self) -> &Db {
        &self.db
    }

    /// Asks `GET path` as a page does.
    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], "").await
    }

    /// Asks the test chain.
    pub(crate) async fn rpc(&self, body: impl Into<String>) -> Reply {
        let path = format!("/v1?chainId=eip155:5&projectId={PROJECT}");
        self.ask("POST", &path, &[], body).await
    }

    /// Asks the address of the metrics, which is made for it.
    pub(crate) async fn metrics(&self, path: &str) -> Reply {
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(listen(listener, routes::metrics::routes(&self.app), self.stop.0.clone()));
        ask(address, "anything", "GET", path, &[], String::new()).await
    }

    /// Asks anything. `headers` replace `Host` and are added otherwise.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<String>,
    ) -> Reply {
        ask(self.address, PUBLIC, method, path, headers, body.into()).await
    }
}

fn project(id: &str, set: impl FnOnce(&mut ProjectSettings)) -> Project {
    let mut settings = ProjectSettings { name: "Test".to_owned(), ..ProjectSettings::default() };
    set(&mut settings);
    Project { id: ProjectId::parse(id).expect("an id"), settings }
}

fn database_url(url: String) -> DatabaseUrl {
    DatabaseUrl::try_from(url).expect("a URL")
}

/// Sends one request.
pub(crate) async fn ask(
    address: SocketAddr,
    host: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Reply {
    let mut request = Request::builder().method(method).uri(format!("http://{address}{path}"));
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", host);
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Full::new(body.into())).expect("a request");
    let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
    Reply::of(client.request(request).await.expect("an answer")).await
}

/// An answer.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    async fn of(response: Response<hyper::body::Incoming>) -> Self {
        let (head, body) = response.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        Reply { status: head.status.as_u16(), headers: head.headers, body }
    }

    /// Status and body, for snapshots.
    pub(crate) fn status_and_body(&self) -> String {
        format!("{} {}", self.status, String::from_utf8_lossy(&self.body))
    }

    /// How many requests its client has left.
    pub(crate) fn remaining(&self) -> u32 {
        self.header("ratelimit-remaining").parse().expect("a number")
    }

    /// A header; empty where it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |it| it.to_str().expect("ASCII"))
    }
}

/// A new, empty folder inside `target`.
pub(crate) fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
