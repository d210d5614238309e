//! What a request of a page says, for a person to decide, and what is signed if they approve it. No key is needed
//! for either.
//!
//! [`read`] is the table of methods; whatever is not in it is refused. Each namespace has its readers:
//! `message` below and `typed.rs`, `transaction.rs` with `calls.rs`, `trial.rs` and `evm_flags.rs`, `solana.rs` with
//! `actions.rs`; `sign_in.rs` looks at messages of both, `high_fee.rs` at what either costs. They write into a `Draft`.
//! What comes of it is in `verdict.rs`; `tokens.rs` counts it in whole tokens, `parties.rs` says who gains by it.

mod actions;
mod calls;
mod draft;
mod evm_flags;
mod high_fee;
pub(crate) mod parties;
mod row;
mod setting;
mod sign_in;
mod solana;
pub(crate) mod tokens;
mod transaction;
mod trial;
mod typed;
mod verdict;

use chains::evm::message as evm_message;
use protocol::frame::method;
use protocol::module::reading::ReadingKind;
use protocol::module::signer::{SignRequest, SignSetting};

use wire::Json;

use crate::work::Work;
use draft::Draft;
use setting::Setting;
pub(crate) use verdict::{Read, Unread};

/// Reads a request.
pub(crate) fn read(request: &SignRequest, setting: &SignSetting) -> Result<Read, Unread> {
    let setting = Setting::read(setting)?;
    let (name, params) = (request.method.as_str(), request.params.as_ref().unwrap_or(&Json::Null));
    let method = method::named(name).ok_or_else(|| Unread::method(name))?;
    if method.namespace != setting.chain.namespace {
        return Err(Unread::method(name));
    }
    match name {
        "personal_sign" => message(params, &setting),
        "eth_signTypedData_v4" => typed::read(params, &setting),
        "eth_sendTransaction" => transaction::read(params, request.network.as_ref(), &setting),
        _ => solana::read(name, params, &setting),
    }
}

/// `personal_sign`.
fn message(params: &Json, setting: &Setting<'_>) -> Result<Read, Unread> {
    let message = evm_message::read(params, &setting.evm)?;
    let account = setting.evm.to_checksum();
    let mut draft = Draft::new(ReadingKind::Message, setting, account);
    let text = draft.message(&message);
    sign_in::of_evm(&mut draft, &message, text, setting)?;
    let work = Work::Digest(evm_message::digest(&message));
    Ok(Read { reading: draft.finished(), work })
}
