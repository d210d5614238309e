//! What a wallet is asked, in the frame's words.

use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::message::FrameUser;
use protocol::frame::request::Request;
use protocol::module::embedded::MODULE;
use protocol::module::session::{SessionAnswer, SessionAsk, SessionWhat};
use protocol::rpc::{DISCONNECTED, INVALID_PARAMS, RpcError, UNAUTHORIZED};
use wire::{Json, tree};

use crate::hub::Hub;

/// Answers a wallet's ask.
pub(crate) async fn serve(hub: Hub, id: u32, ask: SessionAsk) {
    match &ask.what {
        SessionWhat::Request { method, params, chain } => {
            let answer = match request(&hub, &ask, method, params.as_ref(), chain.as_ref()).await {
                Ok(value) => SessionAnswer::Value { value },
                Err(error) => SessionAnswer::Refused { error: tree(&error) },
            };
            hub.answer(id, &answer);
        }
        SessionWhat::Events => {
            let over = || (hub.0.is_signed_in.get() == Some(false)).then_some(());
            hub.0.bell.until(over).await;
            let error = RpcError::new(DISCONNECTED, "Nobody is signed in any more.");
            let (name, value) = ("disconnect".to_owned(), Some(tree(&error)));
            hub.answer(id, &SessionAnswer::Event { name, value });
        }
        // There is no pairing to be made ready.
        SessionWhat::Prepare => {}
    }
}

async fn request(
    hub: &Hub,
    ask: &SessionAsk,
    method: &str,
    params: Option<&Json>,
    chain: Option<&ChainId>,
) -> Result<Json, RpcError> {
    match method {
        "connect" => connect(hub, ask, params).await,
        // It ends for all namespaces at once.
        "disconnect" if hub.0.is_signed_in.get() == Some(false) => Ok(Json::Null),
        "disconnect" => hub.sign_out().await.map(|()| Json::Null),
        _ => {
            let request =
                Request::RpcRequest { method: method.to_owned(), params: params.cloned() };
            match hub.request(&request, chain).await? {
                Answer::Value { value } => Ok(value),
                _ => Ok(Json::Null),
            }
        }
    }
}

/// Who is signed in, and their account on a chain. Whoever asks a person waits until somebody is.
async fn connect(hub: &Hub, ask: &SessionAsk, params: Option<&Json>) -> Result<Json, RpcError> {
    let asked = params.and_then(Json::as_list).and_then(|it| it.first());
    let chain = asked.and_then(|it| ChainId::parse(it.get("chain")?.as_text()?));
    let chain = chain.ok_or_else(|| RpcError::new(INVALID_PARAMS, "connect needs a chain"))?;
    let is_silent = asked.and_then(|it| it.get("silent")) == Some(&Json::Bool(true));
    if is_silent {
        if !is_connected(hub).await? {
            return Err(RpcError::new(UNAUTHORIZED, "Nobody is signed in."));
        }
    } else {
        // Whoever is still signed in from before may be somebody else.
        let before = hub.0.sign_ins.get();
        hub.0.bell.until(|| (hub.0.sign_ins.get() > before).then_some(())).await;
    }
    let request = Request::GetUser { chain: Some(chain), preferred: None };
    match hub.request(&request, None).await? {
        Answer::User(user) => Ok(shared(ask, &user)),
        _ => Err(RpcError::new(UNAUTHORIZED, "Nobody is signed in.")),
    }
}

async fn is_connected(hub: &Hub) -> Result<bool, RpcError> {
    let answer = hub.request(&Request::IsConnected, None).await?;
    let is_connected = matches!(answer, Answer::Connected { is_connected: true });
    hub.0.is_signed_in.set(Some(is_connected));
    hub.0.bell.ring();
    Ok(is_connected)
}

/// What the wallet shares, in the words of all wallets.
fn shared(ask: &SessionAsk, user: &FrameUser) -> Json {
    let mut accounts = Vec::new();
    if user.chain.namespace == ask.namespace {
        let address = ("address", Json::text(&user.address));
        accounts.push(Json::object([address, ("type", Json::text("eoa"))]));
    }
    let served = ask.config.chains.iter().filter(|it| it.namespace == ask.namespace);
    let chains = served.map(|it| Json::Text(it.text()));
    let email = user.email.as_deref().map_or(Json::Null, Json::text);
    let is_deployed = user.is_smart_account_deployed.map_or(Json::Null, Json::Bool);
    Json::object([
        ("accounts", Json::list(accounts)),
        ("chains", Json::list(chains)),
        ("session", Json::text(MODULE)),
        ("user", Json::object([("email", email)])),
        ("smartAccountDeployed", is_deployed),
    ])
}
