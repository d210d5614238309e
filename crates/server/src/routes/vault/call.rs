//! A call of the frame, checked: that it is the frame that asks, that the body is JSON, that the browser's
//! key made a proof for it which nobody used before.

use crate::app::App;
use crate::client_address::client_of;
use crate::db::vault::sign_in::SignIn;
use crate::error::ApiError;
use crate::extract::Body;
use crate::origin::Origin;
use crate::site::{Site, named};
use crate::vault::Vault;
use crate::vault::browser;
use crate::vault::fault::VaultFault;
use crate::vault::proof::{self, Asked, DeviceKey};
use crate::vault::session::Caller;
use crate::vault::sign_in::Visitor;
use axum::extract::{FromRequest, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, ORIGIN, USER_AGENT};
use axum::http::{HeaderMap, HeaderName};
use std::net::IpAddr;
use std::sync::Arc;
use wire::{Get, Json, from_text};

const DPOP: &str = "dpop";
/// U+0000, as JSON has it in a text.
const ZERO: &str = "\\u0000";
/// Before a session in `authorization` ([RFC 9449](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)).
const SCHEME: &str = "DPoP ";

/// A call that may be answered.
pub(super) struct Call<T> {
    pub(super) vault: Arc<Vault>,
    app: Arc<App>,
    pub(super) body: T,
    key: DeviceKey,
    client: IpAddr,
    browser: String,
    session: Option<String>,
}

impl<T> Call<T> {
    /// Who asks, where they are signed in.
    pub(super) async fn caller(&self) -> Result<Caller, ApiError> {
        let session = self.session.as_deref().ok_or(VaultFault::SessionRefused)?;
        // What the operator took away since is taken away from whoever was there.
        let project = async |it: &SignIn| {
            let project = named(&self.app, &it.project_id).await?;
            Ok(project.filter(|project| Site::of(&self.app, project).lets_in(&it.origin)))
        };
        self.vault.caller(session, &self.key, project).await
    }

    /// Where it is.
    pub(super) fn client(&self) -> IpAddr {
        self.client
    }

    /// The browser that asks.
    pub(super) fn key(&self) -> &DeviceKey {
        &self.key
    }

    pub(super) fn visitor<'a>(&'a self, caller: Option<&'a Caller>) -> Visitor<'a> {
        Visitor { client: self.client, browser: &self.browser, key: &self.key, caller }
    }
}

impl<T: Get> FromRequest<Arc<App>> for Call<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let vault = app.vault.clone().ok_or(VaultFault::NotSetUp)?;
        let client = client_of(&request, &app.config.trusted_proxies);
        let (headers, url) =
            (request.headers().clone(), format!("{}{}", vault.origin, request.uri().path()));
        frame_alone(&headers, &vault.origin)?;
        if !is_json(&headers) {
            return Err(VaultFault::NotJson.into());
        }
        let Body(bytes) = Body::from_request(request, app).await?;
        let session = session(&headers)?;
        let text = only(&headers, &HeaderName::from_static(DPOP));
        let text = text.map_err(VaultFault::ProofRefused)?.unwrap_or_default();
        let asked = Asked { method: "POST", url: &url, body: &bytes, session: session.as_deref() };
        let proof =
            proof::read(text, &asked, vault.clock.now_ms()).map_err(VaultFault::ProofRefused)?;
        vault.take(&proof).await?;
        let body = read(&bytes)?;
        let browser = browser::family(text_of(&headers, &USER_AGENT));
        Ok(Call { vault, app: app.clone(), body, key: proof.key, client, browser, session })
    }
}

/// Reads a body as the frame writes it. serde would take a list for an object, and repeat what it does not take.
fn read<T: Get>(bytes: &[u8]) -> Result<T, ApiError> {
    let text = str::from_utf8(bytes).map_err(|it| ApiError::BodyNotJson(it.to_string()))?;
    // Postgres keeps no such text, nor looks for one
    // (https://www.postgresql.org/docs/current/datatype-character.html).
    if text.contains(ZERO) {
        return Err(ApiError::BodyUnfit("no text has U+0000 in it".to_owned()));
    }
    let json: Json = from_text(text).map_err(|it| ApiError::BodyNotJson(it.to_string()))?;
    wire::read(&json).map_err(|it| ApiError::BodyUnfit(it.to_string()))
}

/// That no page of another origin asks.
pub(super) fn frame_alone(headers: &HeaderMap, own: &Origin) -> Result<(), VaultFault> {
    let own = own.header();
    if headers.get_all(ORIGIN).iter().any(|it| *it != own) {
        return Err(VaultFault::OriginRefused);
    }
    Ok(())
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = text_of(headers, &CONTENT_TYPE).split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

fn session(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Ok(sent) = only(headers, &AUTHORIZATION) else {
        return Err(VaultFault::SessionRefused.into());
    };
    let Some(sent) = sent else { return Ok(None) };
    let session = sent.strip_prefix(SCHEME).ok_or(VaultFault::SessionRefused)?;
    Ok(Some(session.to_owned()))
}

/// A header that may come once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, &'static str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (None, _) => Ok(None),
        (Some(one), None) => one.to_str().map(Some).map_err(|_| "it is no text"),
        _ => Err("there are several"),
    }
}

fn text_of<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|it| it.to_str().ok()).unwrap_or_default()
}
