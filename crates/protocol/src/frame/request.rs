//! What the modal requests of the frame: each message and what it carries.
//!
//! [`Request::read`] takes a payload apart, strictly; written it is by `Put`, as the payload alone. The source
//! of the names and shapes is what clients of such frames send; what they send beside that is refused.

use wire::{Json, Put, put_record};

use super::fault::Fault;
use super::fields::{Fields, chain, email, list, otp, text, word};
use super::message::{Dapp, DappMetadata, MessageName, Theme, VaultAccountType};
use super::theme;
use crate::caip::ChainId;

/// How many characters the name of a method may have.
const MOST_METHOD: usize = 128;
const MOST_NAME: usize = 256;
const MOST_DESCRIPTION: usize = 1024;
const MOST_URL: usize = 2048;
const MOST_ICONS: usize = 8;
const MOST_WORD: usize = 128;

/// What the modal requests.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// See [`MessageName`], here and below.
    SwitchNetwork {
        /// Where to.
        chain: ChainId,
    },
    /// Answered by what comes next.
    ConnectEmail {
        /// Who wants to.
        email: String,
    },
    /// Answered once the link was followed.
    ConnectDevice,
    /// Answered once somebody is signed in.
    ConnectOtp {
        /// As it was typed.
        otp: String,
    },
    /// Answered by who it is.
    GetUser {
        /// The chain that the page is on.
        chain: Option<ChainId>,
        /// The account that was used there before.
        preferred: Option<VaultAccountType>,
    },
    /// Answered once it is so.
    SignOut,
    /// Answered by whether it is so. The token that pages of old send along is dropped: a page has none.
    IsConnected,
    /// Answered by the chain.
    GetChainId,
    /// Answered by the provider's result.
    RpcRequest {
        /// The method: see [`class_of`](super::method::class_of).
        method: String,
        /// A list, or an object of the methods of Solana.
        params: Option<Json>,
    },
    /// Answered by what comes next.
    UpdateEmail {
        /// The new address.
        email: String,
    },
    /// Answered once it held.
    UpdateEmailPrimaryOtp {
        /// As it was typed.
        otp: String,
    },
    /// Answered by the new address.
    UpdateEmailSecondaryOtp {
        /// As it was typed.
        otp: String,
    },
    /// Answered once it shows.
    SyncTheme(Theme),
    /// Answered once it is known.
    SyncDappData(Dapp),
    /// Answered by their numbers.
    GetSmartAccountEnabledNetworks,
    /// Answered by the account.
    SetPreferredAccount {
        /// Which.
        account_type: VaultAccountType,
    },
    /// Answered once nobody waits.
    RpcAbort,
    /// Answered before it does so.
    Reload,
}

impl Request {
    /// Reads what a message of this name carries.
    ///
    /// # Errors
    /// The first field that is wrong, by its path from `payload` on.
    pub fn read(name: MessageName, payload: Option<&Json>) -> Result<Self, Fault> {
        use MessageName as Is;
        let read = match name {
            Is::SwitchNetwork => some(payload, "chainId", |it| {
                Ok(Request::SwitchNetwork { chain: it.required("chainId", chain)? })
            }),
            Is::ConnectEmail => {
                some(payload, "email", read_email).map(|email| Request::ConnectEmail { email })
            }
            Is::ConnectDevice => none(payload, Request::ConnectDevice),
            Is::ConnectOtp => some(payload, "otp", read_otp).map(|otp| Request::ConnectOtp { otp }),
            Is::GetUser => read_get_user(payload),
            Is::SignOut => none(payload, Request::SignOut),
            Is::IsConnected => read_is_connected(payload),
            Is::GetChainId => none(payload, Request::GetChainId),
            Is::RpcRequest => some(payload, "method params", read_rpc),
            Is::UpdateEmail => {
                some(payload, "email", read_email).map(|email| Request::UpdateEmail { email })
            }
            Is::UpdateEmailPrimaryOtp => {
                some(payload, "otp", read_otp).map(|otp| Request::UpdateEmailPrimaryOtp { otp })
            }
            Is::UpdateEmailSecondaryOtp => {
                some(payload, "otp", read_otp).map(|otp| Request::UpdateEmailSecondaryOtp { otp })
            }
            Is::SyncTheme => {
                some(payload, "themeMode themeVariables w3mThemeVariables", read_theme)
            }
            Is::SyncDappData => some(payload, "metadata sdkVersion sdkType projectId", read_dapp),
            Is::GetSmartAccountEnabledNetworks => {
                none(payload, Request::GetSmartAccountEnabledNetworks)
            }
            Is::SetPreferredAccount => some(payload, "type", |it| {
                Ok(Request::SetPreferredAccount { account_type: it.required("type", word)? })
            }),
            Is::RpcAbort => none(payload, Request::RpcAbort),
            Is::Reload => none(payload, Request::Reload),
        };
        read.map_err(|fault| fault.within("payload"))
    }

    /// What its message is called.
    pub fn name(&self) -> MessageName {
        match self {
            Request::SwitchNetwork { .. } => MessageName::SwitchNetwork,
            Request::ConnectEmail { .. } => MessageName::ConnectEmail,
            Request::ConnectDevice => MessageName::ConnectDevice,
            Request::ConnectOtp { .. } => MessageName::ConnectOtp,
            Request::GetUser { .. } => MessageName::GetUser,
            Request::SignOut => MessageName::SignOut,
            Request::IsConnected => MessageName::IsConnected,
            Request::GetChainId => MessageName::GetChainId,
            Request::RpcRequest { .. } => MessageName::RpcRequest,
            Request::UpdateEmail { .. } => MessageName::UpdateEmail,
            Request::UpdateEmailPrimaryOtp { .. } => MessageName::UpdateEmailPrimaryOtp,
            Request::UpdateEmailSecondaryOtp { .. } => MessageName::UpdateEmailSecondaryOtp,
            Request::SyncTheme(_) => MessageName::SyncTheme,
            Request::SyncDappData(_) => MessageName::SyncDappData,
            Request::GetSmartAccountEnabledNetworks => MessageName::GetSmartAccountEnabledNetworks,
            Request::SetPreferredAccount { .. } => MessageName::SetPreferredAccount,
            Request::RpcAbort => MessageName::RpcAbort,
            Request::Reload => MessageName::Reload,
        }
    }
}

impl Put for Request {
    fn put(&self, out: &mut String) {
        match self {
            Request::SwitchNetwork { chain } => put_record(out, "chainId", &[chain]),
            Request::ConnectEmail { email } | Request::UpdateEmail { email } => {
                put_record(out, "email", &[email]);
            }
            Request::ConnectOtp { otp }
            | Request::UpdateEmailPrimaryOtp { otp }
            | Request::UpdateEmailSecondaryOtp { otp } => put_record(out, "otp", &[otp]),
            Request::GetUser { chain, preferred } => {
                put_record(out, "chainId preferredAccountType", &[chain, preferred]);
            }
            Request::RpcRequest { method, params } => {
                put_record(out, "method params", &[method, params]);
            }
            Request::SyncTheme(theme) => theme.put(out),
            Request::SyncDappData(dapp) => dapp.put(out),
            Request::SetPreferredAccount { account_type } => {
                put_record(out, "type", &[account_type]);
            }
            Request::ConnectDevice
            | Request::SignOut
            | Request::IsConnected
            | Request::GetChainId
            | Request::GetSmartAccountEnabledNetworks
            | Request::RpcAbort
            | Request::Reload => {}
        }
    }

    fn is_absent(&self) -> bool {
        matches!(
            self,
            Request::ConnectDevice
                | Request::SignOut
                | Request::IsConnected
                | Request::GetChainId
                | Request::GetSmartAccountEnabledNetworks
                | Request::RpcAbort
                | Request::Reload
        )
    }
}

impl Put for Dapp {
    fn put(&self, out: &mut String) {
        let values: [&dyn Put; 4] =
            [&self.metadata, &self.sdk_version, &self.sdk_type, &self.project_id];
        put_record(out, "metadata sdkVersion sdkType projectId", &values);
    }
}

impl Put for DappMetadata {
    fn put(&self, out: &mut String) {
        let values: [&dyn Put; 4] = [&self.name, &self.description, &self.url, &self.icons];
        put_record(out, "name description url icons", &values);
    }
}

/// A payload that must be there, of fields of these names.
fn some<'a, T>(
    payload: Option<&'a Json>,
    names: &str,
    read: impl FnOnce(&Fields<'a>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let json = payload.ok_or_else(|| Fault::new("Required"))?;
    read(&Fields::of(json, names)?)
}

/// No payload.
fn none(payload: Option<&Json>, request: Request) -> Result<Request, Fault> {
    payload.map_or(Ok(request), |_| Err(Fault::new("Unrecognized key")))
}

fn read_email(fields: &Fields<'_>) -> Result<String, Fault> {
    fields.required("email", email)
}

fn read_otp(fields: &Fields<'_>) -> Result<String, Fault> {
    fields.required("otp", otp)
}

fn read_get_user(payload: Option<&Json>) -> Result<Request, Fault> {
    if payload.is_none() {
        return Ok(Request::GetUser { chain: None, preferred: None });
    }
    some(payload, "chainId preferredAccountType", |it| {
        let preferred = it.optional("preferredAccountType", word)?;
        Ok(Request::GetUser { chain: it.optional("chainId", chain)?, preferred })
    })
}

fn read_is_connected(payload: Option<&Json>) -> Result<Request, Fault> {
    if payload.is_none() {
        return Ok(Request::IsConnected);
    }
    some(payload, "token", |it| {
        it.required("token", |json| text(json, 0..=MOST_URL)).map(|_| Request::IsConnected)
    })
}

fn read_rpc(fields: &Fields<'_>) -> Result<Request, Fault> {
    let method = fields.required("method", |it| text(it, 1..=MOST_METHOD))?.to_owned();
    let params = fields.optional("params", |it| match it {
        Json::List(_) | Json::Object(_) => Ok(it.clone()),
        _ => Err(Fault::invalid()),
    })?;
    Ok(Request::RpcRequest { method, params })
}

fn read_theme(fields: &Fields<'_>) -> Result<Request, Fault> {
    let map = |name, takes_numbers| {
        let read = fields.optional(name, |it| theme::variables(it, takes_numbers))?;
        Ok(read.unwrap_or_default())
    };
    Ok(Request::SyncTheme(Theme {
        mode: fields.optional("themeMode", word)?,
        variables: map("themeVariables", true)?,
        w3m_variables: map("w3mThemeVariables", false)?,
    }))
}

fn read_dapp(fields: &Fields<'_>) -> Result<Request, Fault> {
    let short = |json| text(json, 1..=MOST_WORD).map(str::to_owned);
    Ok(Request::SyncDappData(Dapp {
        metadata: fields.optional("metadata", read_metadata)?,
        sdk_version: fields.optional("sdkVersion", short)?,
        sdk_type: fields.optional("sdkType", word)?,
        project_id: fields.required("projectId", short)?,
    }))
}

fn read_metadata(json: &Json) -> Result<DappMetadata, Fault> {
    let fields = Fields::of(json, "name description url icons")?;
    let told = |name, most| {
        fields.required(name, |it| text(it, 0..=most)).map(str::to_owned)
    };
    let icon = |json| text(json, 0..=MOST_URL).map(str::to_owned);
    Ok(DappMetadata {
        name: told("name", MOST_NAME)?,
        description: told("description", MOST_DESCRIPTION)?,
        url: told("url", MOST_URL)?,
        icons: fields.required("icons", |it| list(it, MOST_ICONS, icon))?,
    })
}
