//! The frame: it is brought into the page, taken by the hand, and heard.

use protocol::frame::VERSION;
use protocol::frame::envelope::MessageId;
use protocol::frame::handshake::{Hello, WindowMessage, hears_welcome, hello};
use protocol::frame::message::{Dapp, SdkType};
use protocol::frame::sender::Heard;
use protocol::frame::unasked::Unasked;
use protocol::frame::wait::{LOAD_MS, READY_MS};
use protocol::module::embedded::{EmbeddedNews, Frame, FrameFault};
use protocol::path;
use runtime::{Op, Race, Replies, Reply, Scope, race};
use wire::Json;

use crate::asking::random;
use crate::hub::Hub;

const GREET: Scope = Scope::new("greet");

/// The frame is gone with the ask that wanted it.
struct Held<'a>(&'a Hub);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let inner = &self.0.0;
        inner.runtime.cancel(GREET);
        inner.line.borrow_mut().replaced(None);
        inner.chain.replace(None);
        inner.is_signed_in.set(None);
        inner.bell.ring();
    }
}

/// Has the frame in the page until it is dropped, or the frame does not come.
pub(crate) async fn hold(hub: Hub, frame: Frame) {
    let held = Held(&hub);
    hub.0.dapp.replace_with(|dapp| Dapp {
        metadata: dapp.metadata.take(),
        sdk_version: Some(frame.sdk_version.clone()),
        sdk_type: Some(SdkType::Appkit),
        project_id: frame.project_id.clone(),
    });
    let id = MessageId::of(random(hub.world()).await);
    let text = hello(&Hello { id, version: VERSION.to_owned() });
    let replies = hub.world().open(Op::Frame { url: url(&frame), hello: text });
    let failed = listen(&hub, &frame, id, replies).await;
    hub.tell(&EmbeddedNews::Failed { why: failed });
    drop(held);
}

fn url(frame: &Frame) -> String {
    let Frame { vault_url, project_id, chain, logs, .. } = frame;
    let logs = if *logs { "true" } else { "false" };
    let project = ["?projectId=", project_id].concat();
    let rest = ["&chainId=", &chain.text(), "&version=", VERSION, "&enableLogger=", logs].concat();
    [vault_url, path::FRAME, &project, &rest].concat()
}

/// Listens to the frame until it fails.
async fn listen(hub: &Hub, frame: &Frame, id: MessageId, mut replies: Replies) -> FrameFault {
    let mut limit = Box::pin(hub.world().sleep(LOAD_MS));
    loop {
        let is_late = !hub.0.line.borrow().is_ready;
        let reply = if is_late {
            match race(replies.next(), &mut limit).await {
                Race::Left(reply) => reply,
                Race::Right(()) => return FrameFault::Load,
            }
        } else {
            replies.next().await
        };
        match reply {
            // A frame that loaded itself anew is another one.
            Reply::Opened { socket } => {
                limit = Box::pin(hub.world().sleep(LOAD_MS));
                hub.0.runtime.cancel(GREET);
                hub.0.line.borrow_mut().replaced(Some(socket));
                hub.0.chain.replace(None);
            }
            Reply::Event { value: Some(value), .. } => {
                let is_welcome = is_welcome(&value, id, &frame.vault_url);
                hub.0.line.borrow_mut().is_welcome |= is_welcome;
            }
            Reply::Frame { text } => hear(hub, &text),
            Reply::Failed { reason } if reason == "policy" => return FrameFault::Blocked,
            Reply::Failed { .. } => return FrameFault::Load,
            _ => {}
        }
        greet(hub);
        hub.0.bell.ring();
    }
}

/// Whether it is this that a frame said to the window: that it took the channel.
fn is_welcome(said: &Json, id: MessageId, vault: &str) -> bool {
    let text = |name| said.get(name).and_then(Json::as_text);
    let message = WindowMessage {
        origin: text("origin").unwrap_or_default(),
        is_from_window: said.get("isFromFrame") == Some(&Json::Bool(true)),
        text: text("text"),
        ports: said.get("ports").and_then(Json::as_number).map_or(1, |it| usize::from(it != "0")),
    };
    hears_welcome(message, vault).is_ok_and(|hello| hello.id == id)
}

fn hear(hub: &Hub, text: &str) {
    let heard = hub.0.line.borrow_mut().hear(text);
    let Some(Heard::Unasked(unasked)) = heard else { return };
    match unasked {
        Unasked::Ready { .. } => hub.0.line.borrow_mut().is_ready = true,
        Unasked::Shows { view, height } => hub.tell(&EmbeddedNews::Shows { view, height }),
        Unasked::Session { is_connected } => {
            hub.0.is_signed_in.set(Some(is_connected));
            hub.0.sign_ins.set(hub.0.sign_ins.get() + u32::from(is_connected));
            // Whoever signed in since does not want out any more.
            hub.0.owes_sign_out.set(hub.0.owes_sign_out.get() && !is_connected);
            hub.tell(&EmbeddedNews::Session { is_connected });
        }
        Unasked::Progress { step } => hub.tell(&EmbeddedNews::Progress { step }),
    }
}

/// A frame that says that it is ready, and by whose channel it is, is left in peace for a moment; then it is told who
/// is around it, and takes requests.
fn greet(hub: &Hub) {
    let is_due = {
        let line = hub.0.line.borrow();
        line.is_welcome && line.is_ready && !line.is_greeted
    };
    if !is_due || hub.0.runtime.is_running(GREET) {
        return;
    }
    let this = hub.clone();
    hub.0.runtime.spawn(GREET, async move {
        this.world().sleep(READY_MS).await;
        this.0.line.borrow_mut().is_greeted = true;
        this.tell(&EmbeddedNews::Ready);
        this.greet();
        this.0.bell.ring();
    });
}
