//! The vault's frame as a page has it: it speaks as the real one does, which `frame.rs` has, and does what it is told.

use protocol::api::vault::ConnectAction;
use protocol::caip::{ChainId, Namespace};
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::message::{Dapp, FrameUser, FrameView, VaultAccount, VaultAccountType};
use protocol::frame::method::{Class, class_of};
use protocol::frame::receiver::Receiver;
use protocol::frame::request::Request;
use protocol::rpc::{INTERNAL, RESOURCE_UNAVAILABLE, RpcError, UNAUTHORIZED, UNSUPPORTED_METHOD};
use wire::Json;

/// Where it is.
pub const VAULT_URL: &str = "http://vault.localhost:8787";
/// The code that is mailed.
const CODE: &str = "123456";
/// Who signs in.
pub const EMAIL: &str = "ann@example.com";

/// The accounts of who signs in.
const ADDRESS: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SOLANA_ADDRESS: &str = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv";

/// The frame, and what it is like.
#[derive(Default)]
pub struct VaultFrame {
    /// It never comes.
    pub is_missing: bool,
    /// The policy of the page forbids it.
    pub is_blocked: bool,
    /// It comes, and never answers.
    pub is_mute: bool,
    /// The browser has a session in it. That outlives a reload.
    pub is_signed_in: bool,
    /// What comes next for an address that a page hands on; a code, unless it says otherwise.
    pub action: Option<ConnectAction>,
    /// The link that was mailed was followed.
    pub is_followed: bool,
    /// Why it takes no address, and no code, that a page hands on: the vault's word for it, with what that says.
    pub fault: Option<Json>,
    /// The address that whoever signs in has taken since, in place of [`EMAIL`].
    pub new_email: Option<String>,
    /// What it shows.
    pub view: Option<FrameView>,
    /// How often it was brought.
    pub loads: u32,
    /// What it was requested, by name.
    pub requested: Vec<String>,
    /// Who the host is, as it was told last.
    pub dapp: Option<Dapp>,
    pub(crate) op: Option<u32>,
    pub(crate) receiver: Receiver,
    pub(crate) place: Option<FrameView>,
    /// Somebody signed in by a code of the page's, and their wallet is about to open.
    pub(crate) is_opening: bool,
    pub(crate) chain: Option<ChainId>,
    pub(crate) approvals: Vec<MessageId>,
}

impl VaultFrame {
    fn user(&self) -> Result<Answer, RpcError> {
        let chain = self.chain.clone().unwrap_or(ChainId::eip155(1));
        if !self.is_signed_in {
            return Err(RpcError::new(UNAUTHORIZED, "Nobody is signed in."));
        }
        let address = if chain.namespace == Namespace::Solana { SOLANA_ADDRESS } else { ADDRESS };
        let account_type = VaultAccountType::Eoa;
        let is_smart_account_deployed = (chain.namespace == Namespace::Eip155).then_some(false);
        Ok(Answer::User(FrameUser {
            email: Some(self.new_email.clone().unwrap_or_else(|| EMAIL.to_owned())),
            address: address.to_owned(),
            chain,
            is_smart_account_deployed,
            accounts: vec![VaultAccount { address: address.to_owned(), account_type }],
            preferred: None,
        }))
    }

    /// Whether it takes what a page hands on.
    fn entered(&self) -> Result<(), RpcError> {
        self.fault.clone().map_or(Ok(()), |word| Err(refused(word)))
    }

    /// What a request comes to; nothing where a person has to decide first.
    pub(crate) fn answer(
        &mut self,
        id: MessageId,
        request: Request,
    ) -> Option<Result<Answer, RpcError>> {
        Some(match request {
            Request::SwitchNetwork { chain } => {
                self.chain = Some(chain.clone());
                Ok(Answer::Chain { chain })
            }
            Request::GetUser { chain, .. } => {
                self.chain = chain.or(self.chain.take());
                self.user()
            }
            Request::ConnectEmail { .. } => self.entered().map(|()| {
                let action = self.action.unwrap_or(ConnectAction::VerifyOtp);
                let number = (action == ConnectAction::VerifyDevice).then_some(42);
                Answer::Connecting { action, number }
            }),
            Request::ConnectDevice if self.is_followed => Ok(Answer::Done),
            Request::ConnectDevice => {
                Err(RpcError::new(RESOURCE_UNAVAILABLE, "The link was not followed yet"))
            }
            Request::ConnectOtp { otp } => self.entered().and_then(|()| {
                self.is_signed_in = otp == CODE;
                let word = Json::object([("type", Json::text("otpRefused"))]);
                if self.is_signed_in { Ok(Answer::Done) } else { Err(refused(word)) }
            }),
            Request::IsConnected => Ok(Answer::Connected { is_connected: self.is_signed_in }),
            Request::SignOut => {
                self.is_signed_in = false;
                Ok(Answer::Done)
            }
            Request::RpcRequest { method, .. } => match class_of(&method) {
                Some(Class::Approved) => {
                    self.approvals.push(id);
                    return None;
                }
                Some(Class::Safe) => Ok(Answer::Value { value: Json::text("0x1") }),
                None => {
                    let message = "Requested RPC call is not allowed";
                    Err(RpcError::new(UNSUPPORTED_METHOD, message))
                }
            },
            Request::SyncDappData(dapp) => {
                self.dapp = Some(dapp);
                Ok(Answer::Done)
            }
            Request::Show { view } => {
                self.place = view;
                Ok(Answer::Done)
            }
            _ => Ok(Answer::Done),
        })
    }
}

/// As the vault says why it does not take what was entered.
fn refused(word: Json) -> RpcError {
    RpcError { data: Some(word), ..RpcError::new(INTERNAL, "It is not taken.") }
}
