//! What the frame answers: what each message comes to.
//!
//! [`Answer::read`] is as strict as [`Request::read`](super::request::Request::read): a modal of another
//! version, or whoever writes in the frame's name, is not half understood.

use wire::{Json, Put, put_record};

use super::fault::Fault;
use super::fields::{Fields, MOST_WHOLE, address, boolean, chain, email, list, whole, word};
use super::message::{FrameUser, MessageName, VaultAccount, VaultAccountType};
use crate::api::vault::ConnectAction;
use crate::api::vault::UpdateEmailAction;
use crate::caip::ChainId;
use crate::relay::whole::Whole;

const MOST_ACCOUNTS: usize = 64;
const MOST_NETWORKS: usize = 1024;

/// What a request comes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is done. So are answered `CONNECT_DEVICE`, `CONNECT_OTP`, `SIGN_OUT`, `UPDATE_EMAIL_PRIMARY_OTP`,
    /// `SYNC_THEME`, `SYNC_DAPP_DATA`, `SHOW`, `RPC_ABORT` and `RELOAD`. It crosses as `null`.
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
        /// What the page behind a mailed link asks for.
        number: Option<u32>,
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
            | Is::Show
            | Is::Reload => match ok {
                Json::Null => Ok(Answer::Done),
                _ => Err(Fault::expected("null", ok)),
            },
            Is::SwitchNetwork | Is::GetChainId => {
                one(ok, "chainId", chain).map(|chain| Answer::Chain { chain })
            }
            Is::ConnectEmail => read_connecting(ok),
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
            Answer::Connecting { action, number } => {
                put_record(out, "action number", &[action, number]);
            }
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

fn read_connecting(json: &Json) -> Result<Answer, Fault> {
    let fields = Fields::of(json, "action number")?;
    let number = fields.optional("number", |it| whole(it, u32::MAX.into()))?;
    Ok(Answer::Connecting {
        action: fields.required("action", word)?,
        number: number.and_then(|it| u32::try_from(it).ok()),
    })
}

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

#[cfg(test)]
mod tests {
    use wire::{Word, from_text, to_text};

    use super::*;

    fn account() -> VaultAccount {
        VaultAccount { address: "0xAb".to_owned(), account_type: VaultAccountType::SmartAccount }
    }

    fn user() -> FrameUser {
        FrameUser {
            email: Some("a@b.example".to_owned()),
            address: "0xAb".to_owned(),
            chain: ChainId::eip155(10),
            is_smart_account_deployed: Some(false),
            accounts: vec![account()],
            preferred: Some(VaultAccountType::SmartAccount),
        }
    }

    /// One to each message.
    fn all() -> Vec<(MessageName, Answer, &'static str)> {
        use MessageName as Is;
        let chain = || Answer::Chain { chain: ChainId::eip155(10) };
        let action = ConnectAction::VerifyDevice;
        let updating = UpdateEmailAction::VerifySecondaryOtp;
        let value: Json = from_text(r#"{"a":[null,1.50]}"#).unwrap();
        vec![
            (Is::SwitchNetwork, chain(), r#"{"chainId":"eip155:10"}"#),
            (
                Is::ConnectEmail,
                Answer::Connecting { action, number: Some(42) },
                r#"{"action":"VERIFY_DEVICE","number":42}"#,
            ),
            (Is::ConnectDevice, Answer::Done, "null"),
            (Is::ConnectOtp, Answer::Done, "null"),
            (
                Is::GetUser,
                Answer::User(user()),
                r#"{"email":"a@b.example","address":"0xAb","chainId":"eip155:10","smartAccountDeployed":false,"accounts":[{"address":"0xAb","type":"smartAccount"}],"preferredAccountType":"smartAccount"}"#,
            ),
            (Is::SignOut, Answer::Done, "null"),
            (Is::IsConnected, Answer::Connected { is_connected: true }, r#"{"isConnected":true}"#),
            (Is::GetChainId, chain(), r#"{"chainId":"eip155:10"}"#),
            (Is::RpcRequest, Answer::Value { value }, r#"{"a":[null,1.50]}"#),
            (
                Is::UpdateEmail,
                Answer::Updating { action: updating },
                r#"{"action":"VERIFY_SECONDARY_OTP"}"#,
            ),
            (Is::UpdateEmailPrimaryOtp, Answer::Done, "null"),
            (
                Is::UpdateEmailSecondaryOtp,
                Answer::Updated { new_email: "c@d.example".to_owned() },
                r#"{"newEmail":"c@d.example"}"#,
            ),
            (Is::SyncTheme, Answer::Done, "null"),
            (Is::SyncDappData, Answer::Done, "null"),
            (
                Is::GetSmartAccountEnabledNetworks,
                Answer::SmartAccountNetworks { networks: vec![1, MOST_WHOLE] },
                r#"{"smartAccountEnabledNetworks":[1,9007199254740991]}"#,
            ),
            (
                Is::SetPreferredAccount,
                Answer::Preferred { account: account() },
                r#"{"address":"0xAb","type":"smartAccount"}"#,
            ),
            (Is::RpcAbort, Answer::Done, "null"),
            (Is::Show, Answer::Done, "null"),
            (Is::Reload, Answer::Done, "null"),
        ]
    }

    fn read(name: MessageName, text: &str) -> Result<Answer, Fault> {
        Answer::read(name, &from_text(text).expect(text))
    }

    #[test]
    fn each_is_read_as_it_is_written() {
        let all = all();
        let names: Vec<_> = all.iter().map(|it| it.0).collect();
        assert_eq!(names, MessageName::ALL.iter().map(|it| it.1).collect::<Vec<_>>());
        for (name, answer, text) in all {
            assert_eq!(to_text(&answer), text);
            assert_eq!(read(name, text), Ok(answer));
        }
    }

    #[test]
    fn who_is_signed_in_may_be_told_in_few_words() {
        let bare = FrameUser {
            email: None,
            is_smart_account_deployed: None,
            accounts: vec![],
            preferred: None,
            ..user()
        };
        for text in [
            r#"{"address":"0xAb","chainId":"eip155:10"}"#,
            r#"{"email":null,"address":"0xAb","chainId":10,"accounts":[]}"#,
        ] {
            assert_eq!(read(MessageName::GetUser, text), Ok(Answer::User(bare.clone())));
        }
        assert_eq!(to_text(&bare), r#"{"address":"0xAb","chainId":"eip155:10"}"#);
        for (action, text) in [
            (ConnectAction::VerifyOtp, r#"{"action":"VERIFY_OTP"}"#),
            (ConnectAction::Connect, r#"{"action":"CONNECT"}"#),
        ] {
            let connecting = Answer::Connecting { action, number: None };
            assert_eq!(read(MessageName::ConnectEmail, text), Ok(connecting));
        }
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        use MessageName as Is;
        for (name, text, told) in [
            (Is::SignOut, "{}", "ok: Expected null, received object"),
            (Is::SwitchNetwork, "null", "ok: Expected object, received null"),
            (Is::GetChainId, "{}", "ok.chainId: Required"),
            (
                Is::ConnectEmail,
                r#"{"action":"VERIFY_PRIMARY_OTP"}"#,
                "ok.action: Invalid enum value. Expected 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'",
            ),
            (
                Is::UpdateEmail,
                r#"{"action":"CONNECT"}"#,
                "ok.action: Invalid enum value. Expected 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'",
            ),
            (
                Is::IsConnected,
                r#"{"isConnected":"true"}"#,
                "ok.isConnected: Expected boolean, received string",
            ),
            (Is::UpdateEmailSecondaryOtp, r#"{"newEmail":"x"}"#, "ok.newEmail: Invalid email"),
            (
                Is::GetSmartAccountEnabledNetworks,
                r#"{"smartAccountEnabledNetworks":[1,"2"]}"#,
                "ok.smartAccountEnabledNetworks[1]: Expected number, received string",
            ),
            (Is::SetPreferredAccount, r#"{"type":"eoa"}"#, "ok.address: Required"),
            (
                Is::GetUser,
                r#"{"address":"0x","chainId":1,"signature":""}"#,
                "ok.signature: Unrecognized key",
            ),
            (Is::GetUser, r#"{"address":"<","chainId":1}"#, "ok.address: Invalid input"),
            (
                Is::GetUser,
                r#"{"address":"0x","chainId":1,"accounts":[{"address":"0x","type":"payment"}]}"#,
                "ok.accounts[0].type: Invalid enum value. Expected 'eoa' | 'smartAccount'",
            ),
        ] {
            assert_eq!(read(name, text).unwrap_err().to_string(), told, "{text}");
        }
    }
}
