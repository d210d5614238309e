//! What the values of single keys must be, where their type alone does not say it.
//!
//! What was written may be a secret, whichever key it landed at: no fault here quotes it. The place and
//! the key's form are said by `config_sources.rs`.

use crate::project::{ProjectId, ProjectSettings};
use axum::http::Uri;
use axum::http::uri::Authority;
use protocol::caip::{ChainId, Namespace};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;
use url::Url;

/// The URL of a JSON-RPC node. It may hold a key: it is never logged, only its host is.
#[derive(Clone, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct NodeUrl(Uri);

impl NodeUrl {
    /// The whole URL.
    pub fn uri(&self) -> &Uri {
        &self.0
    }

    /// What may be logged.
    pub fn host(&self) -> &str {
        self.0.host().unwrap_or_default()
    }
}

impl fmt::Debug for NodeUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.host())
    }
}

impl TryFrom<String> for NodeUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        node_url(&text, ["http", "https"]).map(NodeUrl)
    }
}

fn node_url(text: &str, schemes: [&str; 2]) -> Result<Uri, String> {
    let uri: Uri = text.parse().map_err(|_| "a node's URL cannot be read".to_owned())?;
    let is_fit = uri.scheme_str().is_some_and(|it| schemes.contains(&it));
    let has_user = uri.authority().is_some_and(|it| it.as_str().contains('@'));
    match (is_fit, has_user) {
        (true, false) => Ok(uri),
        (true, true) => Err("a node's URL cannot hold a user name".to_owned()),
        _ => Err(format!("a node's URL begins with {}:// or {}://", schemes[0], schemes[1])),
    }
}

/// Where a node has a `WebSocket`. It may hold a key, too.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct SocketUrl(Uri);

impl SocketUrl {
    /// The whole URL.
    pub fn uri(&self) -> &Uri {
        &self.0
    }

    /// What may be logged.
    pub fn host(&self) -> &str {
        self.0.host().unwrap_or_default()
    }
}

impl fmt::Debug for SocketUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.host())
    }
}

impl TryFrom<String> for SocketUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        node_url(&text, ["ws", "wss"]).map(SocketUrl)
    }
}

/// Reads the key `chains`: CAIP-2 id → nodes.
pub(crate) fn chains<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, Vec<NodeUrl>>, D::Error> {
    let read = BTreeMap::<ChainName, Nodes>::deserialize(from)?;
    Ok(read.into_iter().map(|(name, nodes)| (name.0, nodes.0)).collect())
}

/// Reads the key `node_sockets`: CAIP-2 id of a chain of eip155 → sockets of its nodes.
pub(crate) fn node_sockets<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, Vec<SocketUrl>>, D::Error> {
    let read = BTreeMap::<EvmChain, Vec<SocketUrl>>::deserialize(from)?;
    Ok(read.into_iter().map(|(name, sockets)| (name.0, sockets)).collect())
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
struct ChainName(String);

impl TryFrom<String> for ChainName {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_fit = ChainId::parse(&text).is_some();
        is_fit.then_some(ChainName(text)).ok_or("a chain's name is its CAIP-2 id such as eip155:1")
    }
}

#[derive(Deserialize)]
#[serde(try_from = "Vec<NodeUrl>")]
struct Nodes(Vec<NodeUrl>);

impl TryFrom<Vec<NodeUrl>> for Nodes {
    type Error = &'static str;

    fn try_from(urls: Vec<NodeUrl>) -> Result<Self, Self::Error> {
        let is_empty = urls.is_empty();
        (!is_empty)
            .then_some(Nodes(urls))
            .ok_or("a chain has no node; name one, or leave the chain out")
    }
}

/// Reads the key `projects`. A list of origins would be a project of that name, for every page.
pub(crate) fn projects<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<ProjectId, ProjectSettings>, D::Error> {
    let read = BTreeMap::<ProjectId, Table<ProjectSettings>>::deserialize(from)?;
    Ok(read.into_iter().map(|(id, settings)| (id, settings.0)).collect())
}

/// Reads a table of settings.
pub(crate) fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<T, D::Error> {
    Table::deserialize(from).map(|it| it.0)
}

/// Settings in a table. Of a list serde would make them, too, in their order.
pub(crate) struct Table<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(OfTable(PhantomData)).map(Table)
    }
}

struct OfTable<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OfTable<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Reads a key that lists methods of JSON-RPC.
pub(crate) fn methods<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(Vec::<Method>::deserialize(from)?.into_iter().map(|it| it.0).collect())
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Method(String);

impl TryFrom<String> for Method {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_of_name = |it: u8| it.is_ascii_alphanumeric() || b"_.-".contains(&it);
        let is_fit = !text.is_empty() && text.bytes().all(is_of_name);
        is_fit.then_some(Method(text)).ok_or("a method's name is of letters, digits and _")
    }
}

/// Reads a key that names a chain of eip155.
pub(crate) fn evm_chain<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(EvmChain::deserialize(from)?.0)
}

/// The name of a chain of eip155.
#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct EvmChain(pub(crate) String);

impl TryFrom<String> for EvmChain {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_evm = ChainId::parse(&text).is_some_and(|it| it.namespace == Namespace::Eip155);
        is_evm.then_some(EvmChain(text)).ok_or("it is a chain of eip155 such as eip155:1")
    }
}

/// A place that the operator names, and that need not be public: `host` or `host:port`, all of it or what is below a
/// path.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct NamedPlace {
    host: String,
    port: Option<u16>,
    path: String,
}

impl NamedPlace {
    /// What is below a URL.
    pub(crate) fn below(url: &Url) -> Self {
        let host = url.host_str().unwrap_or_default().to_owned();
        let path = url.path().trim_end_matches('/').to_owned();
        NamedPlace { host, port: url.port_or_known_default(), path }
    }

    /// Whether a URL leads there. Without a port it is that of the URL's scheme.
    pub(crate) fn holds(&self, url: &Url) -> bool {
        let is_port =
            self.port.map_or(url.port().is_none(), |it| url.port_or_known_default() == Some(it));
        let below = url.path().strip_prefix(&*self.path);
        let is_below = below.is_some_and(|it| it.is_empty() || it.starts_with('/'));
        // Some servers take these for what they stand for, or cut off what is behind a semicolon, and go up. Segments
        // of two dots alone are none any more.
        let path = url.path().to_ascii_lowercase().replace("%2e", ".");
        let is_plain = !["%2f", "%5c", "%25", ";", "/.."].iter().any(|it| path.contains(it));
        url.host_str() == Some(&self.host) && is_port && is_below && is_plain
    }
}

impl TryFrom<String> for NamedPlace {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let read = || {
            let (authority, path) = text.split_at(text.find('/').unwrap_or(text.len()));
            let authority: Authority = authority.parse().ok()?;
            let is_whole = authority.port().is_some() || authority.as_str() == authority.host();
            let url = Url::parse(&format!("http://{text}")).ok()?;
            let is_bare = url.query().is_none() && url.fragment().is_none();
            let is_written_so = path.is_empty() || path == url.path();
            let is_fit = is_whole && is_bare && is_written_so && !authority.as_str().contains('@');
            is_fit.then(|| NamedPlace { port: authority.port_u16(), ..NamedPlace::below(&url) })
        };
        read().ok_or("a host is written as host or host:port, with a path where only what is below it is meant")
    }
}

/// Reads a key that names a gateway of IPFS; an empty text is none.
pub(crate) fn gateway<'de, D: Deserializer<'de>>(from: D) -> Result<Option<GatewayUrl>, D::Error> {
    Ok(OptionalGateway::deserialize(from)?.0)
}

/// The URL of a gateway of IPFS. It may hold a key, as that of a node.
#[derive(Clone)]
pub struct GatewayUrl(Url);

impl GatewayUrl {
    /// The whole URL, which ends with `/ipfs/`.
    pub fn url(&self) -> &Url {
        &self.0
    }
}

impl fmt::Debug for GatewayUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0.host_str().unwrap_or_default())
    }
}

impl TryFrom<String> for GatewayUrl {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let url = Url::parse(&text).ok().filter(|it| {
            let is_bare = it.query().is_none() && it.fragment().is_none();
            let has_user = !it.username().is_empty() || it.password().is_some();
            matches!(it.scheme(), "https" | "http") && is_bare && !has_user
        });
        let folder = |mut url: Url| {
            // Gateways are often named with the folder that is asked below them.
            let path = url.path().trim_end_matches('/').to_owned();
            url.set_path(&format!("{}/ipfs/", path.strip_suffix("/ipfs").unwrap_or(&path)));
            GatewayUrl(url)
        };
        url.map(folder).ok_or(
            "a gateway is a URL such as https://ipfs.example, below which is /ipfs/; empty is none",
        )
    }
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct OptionalGateway(Option<GatewayUrl>);

impl TryFrom<String> for OptionalGateway {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let gateway = if text.is_empty() { None } else { Some(GatewayUrl::try_from(text)?) };
        Ok(OptionalGateway(gateway))
    }
}

/// Reads a key that names a file.
pub(crate) fn file<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
    Ok(Local::deserialize(from)?.0)
}

/// The same of a key that may be left out.
pub(crate) fn place<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    Ok(Some(Local::deserialize(from)?.0))
}

/// A file or a folder of this machine. A URL is neither, and may hold a password that would be shown
/// where there is no such file.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Local(PathBuf);

impl TryFrom<String> for Local {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.starts_with("postgres") && text.contains("://") {
            return Err("it names a file; a Postgres server is named by the key `database_url`");
        }
        // `user:password@host`, or a list of `password=…` and the like.
        let has_user = text.split_once(':').is_some_and(|(_, rest)| rest.contains('@'));
        let is_url = text.contains("://") || has_user || text.contains("password=");
        (!is_url).then(|| Local(text.into())).ok_or("it is a path of this machine, and not a URL")
    }
}
