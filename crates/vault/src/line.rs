//! How the page around reaches us: a window message knocks, the first that comes from our parent, of an origin that the
//! project lets in, is admitted, and from then on nothing is said but by its channel.

use protocol::frame::handshake::{Allowed, Door, WindowMessage, welcome};
use protocol::frame::receiver::{Received, Receiver};
use protocol::frame::unasked::Unasked;
use runtime::{Op, Reply, Scope};
use wire::{read, wire};

use crate::vault::{Line, Vault};
use crate::{request, screen};

/// What another window said to this one.
#[wire]
struct Said {
    origin: String,
    is_from_parent: bool,
    text: Option<String>,
    ports: u32,
    knock: u32,
}

/// Waits for who frames us.
pub(crate) fn open(vault: &Vault) {
    let flow = serve(vault.clone());
    vault.runtime().spawn(Scope::new("line"), flow);
}

async fn serve(vault: Vault) {
    let (knock, text, origin) = admitted(&vault).await;
    let mut replies = vault.world().open(Op::Admit { knock, text });
    loop {
        match replies.next().await {
            Reply::Opened { socket } => {
                let line = Line { socket, receiver: Receiver::default(), last: 0 };
                vault.0.line.replace(Some(line));
                screen::introduced(&vault, &origin, &vault.boot().site);
                let version = Some(vault.boot().version.clone());
                vault.say(&Unasked::Ready { version }.text());
            }
            Reply::Frame { text } => hear(&vault, &text).await,
            Reply::Failed { .. } => return vault.warn("the page around brought no channel"),
            _ => {}
        }
    }
}

/// The first that may come in, what is said to them, and where they are from. Nothing is said to anybody else.
async fn admitted(vault: &Vault) -> (u32, String, String) {
    let mut door = Door::default();
    let mut knocks = vault.world().open(Op::Parent);
    loop {
        let Reply::Event { value: Some(value), .. } = knocks.next().await else { continue };
        let Ok(said) = read::<Said>(&value) else { continue };
        let message = WindowMessage {
            origin: &said.origin,
            is_from_window: said.is_from_parent,
            text: said.text.as_deref(),
            ports: said.ports as usize,
        };
        let boot = vault.boot();
        let allowed = Allowed { patterns: &boot.allowed, is_dev: boot.is_dev };
        if let Ok(hello) = door.hear(message, allowed) {
            let text = welcome(&hello);
            return (said.knock, text, said.origin);
        }
    }
}

async fn hear(vault: &Vault, text: &str) {
    let now_ms = vault.world().now_ms().await;
    let received = match &mut *vault.0.line.borrow_mut() {
        Some(line) => {
            line.last = line.last.wrapping_add(1);
            (line.receiver.receive(text, now_ms), line.last)
        }
        None => return,
    };
    match received {
        (Received::Request { id, request }, serial) => {
            let vault = vault.clone();
            let flow = {
                let vault = vault.clone();
                async move {
                    let answer = request::answer(&vault, request).await;
                    let text = vault.0.line.borrow_mut().as_mut().and_then(|line| match answer {
                        Ok(answer) => line.receiver.answer(id, &answer),
                        Err(error) => line.receiver.refuse(id, &error),
                    });
                    if let Some(text) = text {
                        vault.say(&text);
                    }
                }
            };
            vault.runtime().spawn(Scope::of("request", serial), flow);
        }
        (Received::Refused { text }, _) => vault.say(&text),
        (Received::Dropped(_), _) => {}
    }
}
