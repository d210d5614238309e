//! How the frame is requested something, or told: one after the other, and each finds its answer.

use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::message::MessageName;
use protocol::frame::request::Request;
use protocol::frame::sender::Unsent;
use protocol::frame::wait::{LOAD_MS, wait_ms};
use protocol::module::embedded::{EmbeddedNews, FrameFault};
use protocol::relay::base64;
use protocol::rpc::{INTERNAL, INVALID_PARAMS, RpcError};
use runtime::{Op, Reply, Scope, World};

use crate::hub::Hub;
use crate::line::LOAD_FAILED;

pub(crate) const SHOW: Scope = Scope::new("show");
const THEME: Scope = Scope::new("theme");
const DAPP: Scope = Scope::new("dapp");
const SIGN_OUT: Scope = Scope::new("sign-out");
pub(crate) const ABORT: Scope = Scope::new("abort");
/// What a request fails with that is not answered in time.
const REQUEST_TIMEOUT: &str = "iframe_request_timeout";

/// A request that is open; who drops it waits no more.
struct Open<'a>(&'a Hub, MessageId);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.0.line.borrow_mut().forget(self.1);
    }
}

impl Hub {
    /// Requests something of the frame, which is to be on that chain, if one is named.
    pub(crate) async fn request(
        &self,
        request: &Request,
        chain: Option<&ChainId>,
    ) -> Result<Answer, RpcError> {
        let bell = &self.0.bell;
        let is_open = bell.until(|| self.0.line.borrow().is_open().then_some(()));
        if self.world().within(LOAD_MS, is_open).await.is_none() {
            return Err(RpcError::new(INTERNAL, LOAD_FAILED));
        }
        let open = Open(self, MessageId::of(random(self.world()).await));
        while !self.send(&open, request, chain).await? {}
        let answer = bell.until(|| self.0.line.borrow_mut().take(open.1));
        if let Some(answer) = self.world().within(wait_ms(request), answer).await {
            return answer;
        }
        // Whoever wants out is out, whatever the frame says to it.
        if *request != Request::SignOut {
            self.tell(&EmbeddedNews::Failed { why: FrameFault::Request });
        }
        Err(RpcError::new(INTERNAL, REQUEST_TIMEOUT))
    }

    /// Sends a request, after having the frame come to its chain where it is on another one, in one turn: whoever asks
    /// for a third one meanwhile comes before or after both. Whether there were not too many just now.
    async fn send(
        &self,
        open: &Open<'_>,
        request: &Request,
        chain: Option<&ChainId>,
    ) -> Result<bool, RpcError> {
        let switch = Open(self, MessageId::of(random(self.world()).await));
        let now_ms = self.world().now_ms().await;
        let is_elsewhere = |it: &&ChainId| self.0.chain.borrow().as_ref() != Some(it);
        if let Some(chain) = chain.filter(is_elsewhere) {
            let there = Request::SwitchNetwork { chain: chain.clone() };
            if let Some(wait_ms) = self.say_now(&switch, &there, now_ms)? {
                self.world().sleep(wait_ms).await;
                return Ok(false);
            }
        }
        if let Some(wait_ms) = self.say_now(open, request, now_ms)? {
            self.world().sleep(wait_ms).await;
            return Ok(false);
        }
        Ok(true)
    }

    /// Sends it at once; in how many milliseconds it may be sent where there were too many just now.
    fn say_now(
        &self,
        open: &Open<'_>,
        request: &Request,
        now_ms: u64,
    ) -> Result<Option<u32>, RpcError> {
        let (sent, socket) = {
            let mut line = self.0.line.borrow_mut();
            (line.ask(open.1, request, now_ms), line.socket)
        };
        match (sent, socket) {
            (Ok(text), Some(socket)) => {
                // The frame takes one after the other: whatever is sent next finds it there.
                if let Request::SwitchNetwork { chain }
                | Request::GetUser { chain: Some(chain), .. } = request
                {
                    self.0.chain.replace(Some(chain.clone()));
                }
                self.world().tell(&Op::Send { socket, text });
                Ok(None)
            }
            (Err(Unsent::Later { wait_ms }), _) => {
                Ok(Some(u32::try_from(wait_ms).unwrap_or(u32::MAX)))
            }
            (Err(Unsent::TooLong), _) => {
                Err(RpcError::new(INVALID_PARAMS, "The request is longer than a wallet reads."))
            }
            (Ok(_), None) => Err(RpcError::new(INTERNAL, LOAD_FAILED)),
        }
    }
}

impl Hub {
    /// Says to a frame that has just come who wanted out before, who the host is, how the modal looks, and what it has
    /// room for.
    pub(crate) fn greet(&self) {
        if self.0.owes_sign_out.get() {
            let this = self.clone();
            self.0.runtime.spawn(SIGN_OUT, async move {
                let _ = this.sign_out().await;
            });
        }
        self.say_dapp();
        self.say_theme();
        if let view @ Some(_) = self.0.view.get() {
            self.say(SHOW, Request::Show { view });
        }
    }

    /// Signs out. Where that is not done, the next frame hears of it first.
    pub(crate) async fn sign_out(&self) -> Result<(), RpcError> {
        self.0.owes_sign_out.set(true);
        self.0.is_signed_in.set(Some(false));
        self.0.bell.ring();
        self.request(&Request::SignOut, None).await?;
        self.0.owes_sign_out.set(false);
        Ok(())
    }

    /// Says who the host is.
    pub(crate) fn say_dapp(&self) {
        self.say(DAPP, Request::SyncDappData(self.0.dapp.borrow().clone()));
    }

    /// Says how the modal looks.
    pub(crate) fn say_theme(&self) {
        let theme = self.0.theme.borrow().clone();
        // One of which the frame would not know a part would be refused there as a whole.
        if let Ok(theme @ Request::SyncTheme(_)) =
            Request::read(MessageName::SyncTheme, theme.as_ref())
        {
            self.say(THEME, theme);
        }
    }

    /// Says something to a frame that takes requests; one that is still to come hears what holds by then.
    pub(crate) fn say(&self, scope: Scope, request: Request) {
        if self.0.line.borrow().is_open() {
            let this = self.clone();
            self.0.runtime.spawn(scope, async move {
                let _ = this.request(&request, None).await;
            });
        }
    }
}

/// Bytes that nobody can guess.
pub(crate) async fn random(world: &World) -> [u8; 16] {
    let Reply::Bytes { base64 } = world.perform(Op::Random { bytes: 16 }).await else {
        return [0; 16];
    };
    base64::decode(&base64).and_then(|it| it.first_chunk().copied()).unwrap_or_default()
}
