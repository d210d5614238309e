//! What the page around requests, and what it is answered.

use protocol::caip::{ChainId, Namespace};
use protocol::frame::answer::Answer;
use protocol::frame::message::{FrameUser, FrameView, VaultAccount, VaultAccountType};
use protocol::frame::request::Request;
use protocol::rpc::{INTERNAL, RpcError, UNSUPPORTED_METHOD};
use runtime::Op;
use wire::{from_text, to_text, tree};

use crate::fault::Fault;
use crate::vault::Vault;
use crate::wallet::{self, Means};
use crate::{chain, email_change, provider, queue, screen, session, settings, sign_in};

/// Answers a request.
pub(crate) async fn answer(vault: &Vault, request: Request) -> Result<Answer, RpcError> {
    Ok(match request {
        Request::SwitchNetwork { chain } => switch(vault, chain)?,
        Request::GetChainId => Answer::Chain { chain: chain::current(vault) },
        Request::ConnectEmail { email } => {
            let action = worded(sign_in::start_for_page(vault, &email).await)?;
            Answer::Connecting { action, number: vault.slices().sign_in.with(|it| it.number) }
        }
        Request::ConnectDevice => {
            // Whoever has the fields says the same of either end.
            let is_over = |it| if it == Fault::Disowned { Fault::AttemptOver } else { it };
            worded(sign_in::device(vault).await.map_err(is_over))?;
            Answer::Done
        }
        Request::ConnectOtp { otp } => {
            worded(sign_in::enter(vault, &otp).await)?;
            sign_in::go_on(vault);
            Answer::Done
        }
        Request::GetUser { chain, preferred } => Answer::User(user(vault, chain, preferred).await?),
        Request::IsConnected => {
            Answer::Connected { is_connected: session::is_connected(vault).await }
        }
        Request::SignOut => {
            queue::abort(vault);
            session::sign_out(vault).await;
            Answer::Done
        }
        Request::RpcRequest { method, params } => {
            Answer::Value { value: provider::ask(vault, &method, params).await? }
        }
        Request::UpdateEmail { email } => {
            Answer::Updating { action: email_change::agree(vault, &email).await? }
        }
        Request::UpdateEmailPrimaryOtp { otp } => {
            done(email_change::primary(vault, &otp, true).await)?
        }
        Request::UpdateEmailSecondaryOtp { otp } => {
            Answer::Updated { new_email: of(email_change::secondary(vault, &otp, true).await)? }
        }
        Request::GetSmartAccountEnabledNetworks => {
            Answer::SmartAccountNetworks { networks: vec![] }
        }
        Request::SetPreferredAccount { account_type } => prefer(vault, account_type).await?,
        told @ (Request::SyncTheme(_)
        | Request::SyncDappData(_)
        | Request::RpcAbort
        | Request::Show { .. }
        | Request::Reload) => {
            hear(vault, told);
            Answer::Done
        }
    })
}

/// What is only told, and done at once.
fn hear(vault: &Vault, told: Request) {
    match told {
        Request::SyncTheme(theme) => screen::themed(vault, from_text(&to_text(&theme)).ok()),
        Request::RpcAbort => queue::abort(vault),
        Request::Show { view } => show(vault, view),
        Request::Reload => vault.world().tell(&Op::Reload),
        // What the host says of itself shows nowhere: the operator's name of the site does, and its origin.
        _ => {}
    }
}

fn show(vault: &Vault, view: Option<FrameView>) {
    let before = screen::show(vault, view);
    if before == view {
        return;
    }
    if before == Some(FrameView::WalletSettings) {
        settings::leave(vault);
    }
    if before.is_some_and(email_change::is_view) {
        email_change::leave(vault);
    }
    match view {
        Some(FrameView::WalletSettings) => settings::open(vault),
        Some(view) if email_change::is_view(view) => email_change::open(vault),
        // Whoever goes back to the field begins anew.
        Some(FrameView::EmailLogin) => sign_in::begin_anew(vault),
        _ => {}
    }
}

fn switch(vault: &Vault, chain: ChainId) -> Result<Answer, RpcError> {
    if chain::switch(vault, chain.clone()) {
        Ok(Answer::Chain { chain })
    } else {
        Err(RpcError::new(INTERNAL, "Chain is not supported"))
    }
}

async fn prefer(vault: &Vault, account_type: VaultAccountType) -> Result<Answer, RpcError> {
    if account_type == VaultAccountType::SmartAccount {
        return Err(RpcError::new(UNSUPPORTED_METHOD, "There is no smart account on this chain"));
    }
    let address = address(vault, chain::current(vault).namespace).await?;
    Ok(Answer::Preferred { account: VaultAccount { address, account_type } })
}

async fn user(
    vault: &Vault,
    chain: Option<ChainId>,
    preferred: Option<VaultAccountType>,
) -> Result<FrameUser, RpcError> {
    // The page may be on another one before the answer is there: this is about the one that was asked for.
    let asked = chain.filter(|it| chain::switch(vault, it.clone()));
    let chain = asked.unwrap_or_else(|| chain::current(vault));
    let address = address(vault, chain.namespace).await?;
    let email = session::known(vault).await.map(|it| it.email);
    let account_type = VaultAccountType::Eoa;
    Ok(FrameUser {
        email,
        accounts: vec![VaultAccount { address: address.clone(), account_type }],
        address,
        is_smart_account_deployed: (chain.namespace == Namespace::Eip155).then_some(false),
        chain,
        // There is none but this one.
        preferred: preferred.map(|_| VaultAccountType::Eoa),
    })
}

async fn address(vault: &Vault, namespace: Namespace) -> Result<String, RpcError> {
    let addresses = of(wallet::opened(vault, &Means::SignIn).await)?.addresses;
    Ok(match namespace {
        Namespace::Solana => addresses.solana,
        _ => addresses.eip155,
    })
}

fn of<T>(outcome: Result<T, Fault>) -> Result<T, RpcError> {
    outcome.map_err(|it| it.to_rpc())
}

/// The same, with our own word for it: whoever has the fields says it in theirs.
fn worded<T>(outcome: Result<T, Fault>) -> Result<T, RpcError> {
    outcome.map_err(|it| RpcError { data: Some(tree(&it)), ..it.to_rpc() })
}

fn done(outcome: Result<(), Fault>) -> Result<Answer, RpcError> {
    of(outcome).map(|()| Answer::Done)
}
