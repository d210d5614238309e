//! What the frame answers: what each message comes to.
//!
//! [`Answer::read`] is as strict as [`Request::read`](super::request::Request::read): a modal of another
//! version, or whoever writes in the frame's name, is not half understood.

use wire::{Json, Put, put_record};

use super::fault::Fault;
use super::fields::{Fields, MOST_WHOLE, address, boolean, chain, email, list, whole, word};
use super::message::{FrameUser, MessageName, UpdateEmailAction, VaultAccount, VaultAccountType};
use crate::api::vault::ConnectAction;
use crate::caip::ChainId;
use crate::relay::whole::Whole;

const MOST_ACCOUNTS: usize = 64;
const MOST_NETWORKS: usize = 1024;

/// What a request comes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is done. So are answered `CONNECT_DEVICE`, `CONNECT_OTP`, `SIGN_OUT`, `UPDATE_EMAIL_PRIMARY_OTP`,
    /// `SYNC_THEME`, `SYNC_DAPP_DATA`, `RPC_ABORT` and `RELOAD`. It crosses as `null`.
    Done,
    /// `SWITCH_NETWORK` and `GET_CHAIN_ID`: the chain that the wallet is on.
    Chain {
        /// Which.
        chain: ChainId,
    },
    /// `CONNECT_EMAIL`.
    Connecting {
        /// What comes next.
        action: ConnectAction,
    },
    /// `GET_USER`.
    User(FrameUser),
    /// `IS_CONNECTED`.
    Connected {
        /// Whether somebody is signed in.
        is_connected: bool,
    },
    /// `RPC_REQUEST`.
    Value {
        /// As the method has it.
        value: Json,
    },
    /// `UPDATE_EMAIL`.
    Updating {
        /// What comes next.
        action: UpdateEmailAction,
    },
    /// `UPDATE_EMAIL_SECONDARY_OTP`.
    Updated {
        /// Who it is from now on.
        new_email: String,
    },
    /// `GET_SMART_ACCOUNT_ENABLED_NETWORKS`.
    SmartAccountNetworks {
        /// Numbers of chains of eip155. They cross as JSON numbers, at most 2⁵³−1.
        networks: Vec<u64>,
    },
    /// `SET_PREFERRED_ACCOUNT`.
    Preferred {
        /// Which account is used from now on.
        account: VaultAccount,
    },
}

impl Answer {
    /// Reads the answer to a message of this name.
    ///
    /// # Errors
    /// The first field that is wrong, by its path from `ok` on.
    pub fn read(name: MessageName, ok: &Json) -> Result<Self, Fault> {
        use MessageName as Is;
        let read = match name {
            Is::ConnectDevice
            | Is::ConnectOtp
            | Is::SignOut
            | Is::UpdateEmailPrimaryOtp
            | Is::SyncTheme
            | Is::SyncDappData
            | Is::RpcAbort
            | Is::Reload => match ok {
                Json::Null => Ok(Answer::Done),
                _ => Err(Fault::expected("null", ok)),
            },
            Is::SwitchNetwork | Is::GetChainId => {
                one(ok, "chainId", chain).map(|chain| Answer::Chain { chain })
            }
            Is::ConnectEmail => {
                one(ok, "action", word).map(|action| Answer::Connecting { action })
            }
            Is::GetUser => read_user(ok).map(Answer::User),
            Is::IsConnected => one(ok, "isConnected", boolean)
                .map(|is_connected| Answer::Connected { is_connected }),
            Is::RpcRequest => Ok(Answer::Value { value: ok.clone() }),
            Is::UpdateEmail => one(ok, "action", word).map(|action| Answer::Updating { action }),
            Is::UpdateEmailSecondaryOtp => {
                one(ok, "newEmail", email).map(|new_email| Answer::Updated { new_email })
            }
            Is::GetSmartAccountEnabledNetworks => one(ok, "smartAccountEnabledNetworks", |it| {
                list(it, MOST_NETWORKS, |it| whole(it, MOST_WHOLE))
            })
            .map(|networks| Answer::SmartAccountNetworks { networks }),
            Is::SetPreferredAccount => {
                read_account(ok).map(|account| Answer::Preferred { account })
            }
        };
        read.map_err(|fault| fault.within("ok"))
    }
}

impl Put for Answer {
    fn put(&self, out: &mut String) {
        match self {
            Answer::Done => Json::Null.put(out),
            Answer::Chain { chain } => put_record(out, "chainId", &[chain]),
            Answer::Connecting { action } => put_record(out, "action", &[action]),
            Answer::User(user) => user.put(out),
            Answer::Connected { is_connected } => put_record(out, "isConnected", &[is_connected]),
            Answer::Value { value } => value.put(out),
            Answer::Updating { action } => put_record(out, "action", &[action]),
            Answer::Updated { new_email } => put_record(out, "newEmail", &[new_email]),
            Answer::SmartAccountNetworks { networks } => {
                let networks: Vec<_> = networks.iter().map(|it| Whole(*it)).collect();
                put_record(out, "smartAccountEnabledNetworks", &[&networks]);
            }
            Answer::Preferred { account } => account.put(out),
        }
    }
}

impl Put for FrameUser {
    fn put(&self, out: &mut String) {
        let accounts = (!self.accounts.is_empty()).then_some(&self.accounts);
        let values: [&dyn Put; 6] = [
            &self.email,
            &self.address,
            &self.chain,
            &self.is_smart_account_deployed,
            &accounts,
            &self.preferred,
        ];
        put_record(out, USER, &values);
    }
}

impl Put for VaultAccount {
    fn put(&self, out: &mut String) {
        put_record(out, ACCOUNT, &[&self.address, &self.account_type]);
    }
}

const USER: &str = "email address chainId smartAccountDeployed accounts preferredAccountType";
const ACCOUNT: &str = "address type";

/// An object of one field.
fn one<'a, T>(
    json: &'a Json,
    name: &str,
    read: impl FnOnce(&'a Json) -> Result<T, Fault>,
) -> Result<T, Fault> {
    Fields::of(json, name)?.required(name, read)
}

fn read_user(json: &Json) -> Result<FrameUser, Fault> {
    let fields = Fields::of(json, USER)?;
    let accounts = fields.optional("accounts", |it| list(it, MOST_ACCOUNTS, read_account))?;
    Ok(FrameUser {
        email: fields.nullable("email", email)?,
        address: fields.required("address", address)?,
        chain: fields.required("chainId", chain)?,
        is_smart_account_deployed: fields.optional("smartAccountDeployed", boolean)?,
        accounts: accounts.unwrap_or_default(),
        preferred: fields.optional("preferredAccountType", word)?,
    })
}

fn read_account(json: &Json) -> Result<VaultAccount, Fault> {
    let fields = Fields::of(json, ACCOUNT)?;
    let account_type: VaultAccountType = fields.required("type", word)?;
    Ok(VaultAccount { address: fields.required("address", address)?, account_type })
}
