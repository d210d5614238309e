//! What the modal requests of the frame: each message and what it carries.
//!
//! [`Request::read`] takes a payload apart, strictly; written it is by `Put`, as the payload alone. The source
//! of the names and shapes is what clients of such frames send; what they send beside that is refused.

use wire::{Json, Put, put_record};

use super::fault::Fault;
use super::fields::{Fields, chain, email, list, otp, text, word};
use super::message::{Dapp, DappMetadata, FrameView, MessageName, Theme, VaultAccountType};
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
    /// Answered once it shows.
    Show {
        /// Which view; none where nothing shows any more.
        view: Option<FrameView>,
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
            Is::Show => {
                some(payload, "view", |it| Ok(Request::Show { view: it.optional("view", word)? }))
            }
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
            Request::Show { .. } => MessageName::Show,
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
            Request::Show { view } => put_record(out, "view", &[view]),
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

impl DappMetadata {
    /// As much of it as a frame reads.
    pub fn cut(self) -> Self {
        let cut = |text: &str, most| text.chars().take(most).collect();
        let mut icons = self.icons;
        wire::keep(&mut icons, |it| it.chars().count() <= MOST_URL);
        icons.truncate(MOST_ICONS);
        DappMetadata {
            name: cut(&self.name, MOST_NAME),
            description: cut(&self.description, MOST_DESCRIPTION),
            url: cut(&self.url, MOST_URL),
            icons,
        }
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
    let told = |name, most| fields.required(name, |it| text(it, 0..=most)).map(str::to_owned);
    let icon = |json| text(json, 0..=MOST_URL).map(str::to_owned);
    Ok(DappMetadata {
        name: told("name", MOST_NAME)?,
        description: told("description", MOST_DESCRIPTION)?,
        url: told("url", MOST_URL)?,
        icons: fields.required("icons", |it| list(it, MOST_ICONS, icon))?,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wire::{Number, Word, from_text, to_text};

    use super::super::message::{MessageName as Is, SdkType, ThemeMode, ThemeValue};
    use super::*;

    /// One of each, and what it carries.
    fn all() -> Vec<(Request, &'static str)> {
        let (email, otp) = (|| "a@b.example".to_owned(), || "012345".to_owned());
        let theme = Theme {
            mode: Some(ThemeMode::Dark),
            variables: vec![
                ("--w3m-accent".to_owned(), ThemeValue::Text("#0d75ff".to_owned())),
                ("--w3m-z-index".to_owned(), ThemeValue::Number(Number::of("999").unwrap())),
            ],
            w3m_variables: vec![(
                "--w3m-background".to_owned(),
                ThemeValue::Text("#121313".to_owned()),
            )],
        };
        let dapp = Dapp {
            metadata: Some(DappMetadata {
                name: "Shop <b>".to_owned(),
                description: String::new(),
                url: "https://shop.example".to_owned(),
                icons: vec!["https://shop.example/a.png".to_owned()],
            }),
            sdk_version: Some("html-wagmi-1.2.3".to_owned()),
            sdk_type: Some(SdkType::Appkit),
            project_id: "dev".to_owned(),
        };
        let params = from_text(r#"["0x00",{"a":null}]"#).unwrap();
        vec![
            (Request::SwitchNetwork { chain: ChainId::eip155(1) }, r#"{"chainId":"eip155:1"}"#),
            (Request::ConnectEmail { email: email() }, r#"{"email":"a@b.example"}"#),
            (Request::ConnectDevice, ""),
            (Request::ConnectOtp { otp: otp() }, r#"{"otp":"012345"}"#),
            (
                Request::GetUser {
                    chain: Some(ChainId::eip155(1)),
                    preferred: Some(VaultAccountType::SmartAccount),
                },
                r#"{"chainId":"eip155:1","preferredAccountType":"smartAccount"}"#,
            ),
            (Request::SignOut, ""),
            (Request::IsConnected, ""),
            (Request::GetChainId, ""),
            (
                Request::RpcRequest { method: "personal_sign".to_owned(), params: Some(params) },
                r#"{"method":"personal_sign","params":["0x00",{"a":null}]}"#,
            ),
            (Request::UpdateEmail { email: email() }, r#"{"email":"a@b.example"}"#),
            (Request::UpdateEmailPrimaryOtp { otp: otp() }, r#"{"otp":"012345"}"#),
            (Request::UpdateEmailSecondaryOtp { otp: otp() }, r#"{"otp":"012345"}"#),
            (
                Request::SyncTheme(theme),
                r##"{"themeMode":"dark","themeVariables":{"--w3m-accent":"#0d75ff","--w3m-z-index":999},"w3mThemeVariables":{"--w3m-background":"#121313"}}"##,
            ),
            (
                Request::SyncDappData(dapp),
                r#"{"metadata":{"name":"Shop <b>","description":"","url":"https://shop.example","icons":["https://shop.example/a.png"]},"sdkVersion":"html-wagmi-1.2.3","sdkType":"appkit","projectId":"dev"}"#,
            ),
            (Request::GetSmartAccountEnabledNetworks, ""),
            (
                Request::SetPreferredAccount { account_type: VaultAccountType::Eoa },
                r#"{"type":"eoa"}"#,
            ),
            (Request::RpcAbort, ""),
            (Request::Show { view: Some(FrameView::EmailLogin) }, r#"{"view":"EmailLogin"}"#),
            (Request::Reload, ""),
        ]
    }

    fn read(name: MessageName, payload: &str) -> Result<Request, Fault> {
        let json: Option<Json> = (!payload.is_empty()).then(|| from_text(payload).expect(payload));
        Request::read(name, json.as_ref())
    }

    #[test]
    fn each_is_read_as_it_is_written() {
        let all = all();
        let names: Vec<_> = all.iter().map(|it| it.0.name()).collect();
        assert_eq!(names, MessageName::ALL.iter().map(|it| it.1).collect::<Vec<_>>());
        for (request, payload) in all {
            assert_eq!(to_text(&request), payload);
            assert_eq!(request.is_absent(), payload.is_empty());
            assert_eq!(read(request.name(), payload), Ok(request));
        }
    }

    #[test]
    fn what_may_be_left_out_is() {
        let nobody = Request::GetUser { chain: None, preferred: None };
        assert_eq!(read(MessageName::GetUser, ""), Ok(nobody.clone()));
        assert_eq!(read(MessageName::GetUser, "{}"), Ok(nobody));
        assert_eq!(read(MessageName::SyncTheme, "{}"), Ok(Request::SyncTheme(Theme::default())));
        let dapp = Dapp { project_id: "p".to_owned(), ..Dapp::default() };
        let text = r#"{"projectId":"p"}"#;
        assert_eq!(read(MessageName::SyncDappData, text), Ok(Request::SyncDappData(dapp)));
        let token = r#"{"token":"of old"}"#;
        assert_eq!(read(MessageName::IsConnected, token), Ok(Request::IsConnected));
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        for (name, payload, told) in REFUSED {
            assert_eq!(read(*name, payload).unwrap_err().to_string(), *told, "{payload}");
        }
        for (_, name) in MessageName::ALL {
            assert!(REFUSED.iter().any(|it| it.0 == *name), "{name:?}");
        }
    }

    /// What is refused, and what is said to that.
    const REFUSED: &[(Is, &str, &str)] = &[
        (Is::SwitchNetwork, "", "payload: Required"),
        (Is::SwitchNetwork, "null", "payload: Expected object, received null"),
        (Is::SwitchNetwork, "{}", "payload.chainId: Required"),
        (Is::SwitchNetwork, r#"{"chainId":null}"#, "payload.chainId: Invalid input"),
        (Is::SwitchNetwork, r#"{"chainId":1,"rpcUrl":""}"#, "payload.rpcUrl: Unrecognized key"),
        (Is::ConnectEmail, "{}", "payload.email: Required"),
        (Is::ConnectEmail, r#"{"email":null}"#, "payload.email: Expected string, received null"),
        (Is::ConnectEmail, r#"{"email":"a"}"#, "payload.email: Invalid email"),
        (
            Is::ConnectEmail,
            r#"{"email":["a@b"]}"#,
            "payload.email: Expected string, received array",
        ),
        (Is::ConnectDevice, "{}", "payload: Unrecognized key"),
        (Is::ConnectDevice, "null", "payload: Unrecognized key"),
        (Is::ConnectOtp, "{}", "payload.otp: Required"),
        (Is::ConnectOtp, r#"{"otp":12}"#, "payload.otp: Expected string, received number"),
        (Is::GetUser, "null", "payload: Expected object, received null"),
        (Is::GetUser, r#"{"chainId":null}"#, "payload.chainId: Invalid input"),
        (
            Is::GetUser,
            r#"{"preferredAccountType":"EOA"}"#,
            "payload.preferredAccountType: Invalid enum value. Expected 'eoa' | 'smartAccount'",
        ),
        (Is::GetUser, r#"{"socialUri":"x"}"#, "payload.socialUri: Unrecognized key"),
        (Is::SignOut, "[]", "payload: Unrecognized key"),
        (Is::IsConnected, "{}", "payload.token: Required"),
        (Is::IsConnected, r#"{"token":1}"#, "payload.token: Expected string, received number"),
        (Is::GetChainId, "1", "payload: Unrecognized key"),
        (Is::RpcRequest, "[]", "payload: Expected object, received array"),
        (Is::RpcRequest, r#"{"params":[]}"#, "payload.method: Required"),
        (Is::RpcRequest, r#"{"method":{}}"#, "payload.method: Expected string, received object"),
        (
            Is::RpcRequest,
            r#"{"method":""}"#,
            "payload.method: String must contain at least 1 character(s)",
        ),
        (Is::RpcRequest, r#"{"method":"a","params":null}"#, "payload.params: Invalid input"),
        (Is::RpcRequest, r#"{"method":"a","params":"0x"}"#, "payload.params: Invalid input"),
        (Is::RpcRequest, r#"{"method":"a","chainId":1}"#, "payload.chainId: Unrecognized key"),
        (Is::RpcRequest, r#"{"method":"a","method":"b"}"#, "payload.method: Invalid input"),
        (Is::UpdateEmail, r#"{"email":true}"#, "payload.email: Expected string, received boolean"),
        (
            Is::UpdateEmailPrimaryOtp,
            r#"{"otp":{}}"#,
            "payload.otp: Expected string, received object",
        ),
        (
            Is::UpdateEmailSecondaryOtp,
            r#"{"otp":[]}"#,
            "payload.otp: Expected string, received array",
        ),
        (Is::SyncTheme, "", "payload: Required"),
        (
            Is::SyncTheme,
            r#"{"themeMode":"blue"}"#,
            "payload.themeMode: Invalid enum value. Expected 'light' | 'dark'",
        ),
        (
            Is::SyncTheme,
            r#"{"themeVariables":{"--a":"url(x)"}}"#,
            "payload.themeVariables.--a: Invalid input",
        ),
        (
            Is::SyncTheme,
            r#"{"w3mThemeVariables":{"--a":1}}"#,
            "payload.w3mThemeVariables.--a: Expected string, received number",
        ),
        (Is::SyncDappData, "{}", "payload.projectId: Required"),
        (
            Is::SyncDappData,
            r#"{"projectId":"p","sdkType":"x"}"#,
            "payload.sdkType: Invalid enum value. Expected 'w3m' | 'appkit'",
        ),
        (
            Is::SyncDappData,
            r#"{"projectId":"p","sdkVersion":""}"#,
            "payload.sdkVersion: String must contain at least 1 character(s)",
        ),
        (
            Is::SyncDappData,
            r#"{"projectId":"p","metadata":{"name":"","description":"","url":""}}"#,
            "payload.metadata.icons: Required",
        ),
        (
            Is::SyncDappData,
            r#"{"projectId":"p","metadata":{"name":"","description":"","url":"","icons":["",1]}}"#,
            "payload.metadata.icons[1]: Expected string, received number",
        ),
        (
            Is::SyncDappData,
            r#"{"projectId":"p","metadata":{"name":"","redirect":{}}}"#,
            "payload.metadata.redirect: Unrecognized key",
        ),
        (Is::GetSmartAccountEnabledNetworks, "{}", "payload: Unrecognized key"),
        (
            Is::SetPreferredAccount,
            r#"{"type":1}"#,
            "payload.type: Expected 'eoa' | 'smartAccount', received number",
        ),
        (Is::RpcAbort, "{}", "payload: Unrecognized key"),
        (Is::Show, "", "payload: Required"),
        (
            Is::Show,
            r#"{"view":"Connect"}"#,
            "payload.view: Invalid enum value. Expected 'EmailLogin' | 'EmailVerifyOtp' | 'EmailVerifyDevice' | 'UpdateEmailWallet' | 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp' | 'ApproveTransaction' | 'WalletSettings'",
        ),
        (Is::Reload, "true", "payload: Unrecognized key"),
    ];

    #[test]
    fn whatever_is_long_is_refused() {
        let long = "a".repeat(2049);
        for (name, payload) in [
            (MessageName::RpcRequest, format!(r#"{{"method":"{long}"}}"#)),
            (MessageName::ConnectEmail, format!(r#"{{"email":"{long}@b"}}"#)),
            (MessageName::SyncDappData, format!(r#"{{"projectId":"{long}"}}"#)),
            (MessageName::SyncDappData, format!(r#"{{"projectId":"p","sdkVersion":"{long}"}}"#)),
            (MessageName::IsConnected, format!(r#"{{"token":"{long}"}}"#)),
        ] {
            let told = read(name, &payload).unwrap_err().what;
            assert!(told.starts_with("String must contain at most "), "{told}");
        }
        let metadata = |name: &str, description: &str, url: &str, icons: &str| {
            let payload = format!(
                r#"{{"projectId":"p","metadata":{{"name":"{name}","description":"{description}","url":"{url}","icons":[{icons}]}}}}"#
            );
            read(MessageName::SyncDappData, &payload)
        };
        let icons = |count: usize| vec!["\"\""; count].join(",");
        let most = |count: usize| "a".repeat(count);
        assert!(metadata(&most(256), &most(1024), &most(2048), &icons(8)).is_ok());
        assert!(metadata(&most(257), "", "", "").is_err());
        assert!(metadata("", &most(1025), "", "").is_err());
        assert!(metadata("", "", &most(2049), "").is_err());
        assert!(metadata("", "", "", &icons(9)).is_err());
        assert!(metadata("", "", "", &format!("\"{long}\"")).is_err());
    }

    fn hostile() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::Bool),
            "-?(0|[1-9][0-9]{0,18})".prop_map(|it| Json::Number(it.into())),
            "[a-z@#0-9(){};:-]{0,20}".prop_map(Json::Text),
            Just(Json::text("eip155:1")),
        ];
        let name = "chainId|email|otp|method|params|type|themeMode|themeVariables|--a|metadata|projectId|token|__proto__";
        leaf.prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::List),
                prop::collection::vec((name, inner), 0..4).prop_map(Json::Object),
            ]
        })
    }

    proptest! {
        #[test]
        fn hostile_payloads_are_refused_or_mean_what_they_say(json in hostile()) {
            for (_, name) in MessageName::ALL {
                if let Ok(request) = Request::read(*name, Some(&json)) {
                    prop_assert_eq!(request.name(), *name);
                    let text = to_text(&request);
                    let back = (!text.is_empty()).then(|| from_text::<Json>(&text).unwrap());
                    prop_assert_eq!(Request::read(*name, back.as_ref()), Ok(request));
                }
            }
        }
    }
}
