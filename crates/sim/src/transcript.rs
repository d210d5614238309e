//! What happened, in lines that a person reads: `→` a request to a wallet or server, `!` something
//! a person sees, `=` an answer to the host.

use engine::{Account, Accounts, Connect, ConnectStep, Modal, Route, Toast};
use protocol::caip::Namespace;
use protocol::module::session::{SessionAsk, SessionWhat};
use protocol::path;
use runtime::Op;
use wire::{Get, Word, from_text, to_text};

use crate::server::path_of;
use crate::wallet::Wallet;

/// The lines of a session.
#[derive(Default, Clone)]
pub(crate) struct Transcript(Vec<String>);

impl Transcript {
    pub(crate) fn line(&mut self, now_ms: u64, line: &str) {
        self.0.push(format!("{now_ms:>7}ms {line}"));
    }

    /// Notes what a person sees of a published slice, if it differs from what was noted last.
    pub(crate) fn published(&mut self, now_ms: u64, slice: &str, value: &str) {
        let seen = match slice {
            "modal" => if read::<Modal>(value).open { "open" } else { "closed" }.to_owned(),
            "route" => format!("{:?}", read::<Route>(value).history),
            "connect" => step(&read::<Connect>(value)),
            "accounts" => all(&read::<Accounts>(value)),
            "toast" => match read::<Toast>(value).shown {
                Some(message) => format!("{:?} {:?}", message.kind, message.text),
                None => "none".to_owned(),
            },
            _ => return,
        };
        self.line(now_ms, &format!("! {slice} {seen}"));
    }

    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.0).join("\n")
    }
}

fn read<T: Get>(text: &str) -> T {
    from_text(text).expect("what the engine publishes reads back")
}

fn step(connect: &Connect) -> String {
    match &connect.step {
        ConnectStep::Idle => "idle".to_owned(),
        ConnectStep::Choosing => "choosing".to_owned(),
        ConnectStep::Waiting { slow, switching } => {
            let to = switching.as_ref().map(|name| format!(" for {name}")).unwrap_or_default();
            format!("waiting{to}{}", if *slow { ", slow" } else { "" })
        }
        ConnectStep::Failed { error } => format!("failed {}", to_text(error)),
    }
}

fn all(accounts: &Accounts) -> String {
    let told: Vec<String> = accounts
        .iter()
        .map(|(namespace, it)| match namespace {
            Namespace::Eip155 => account(it),
            _ => format!("{} {}", namespace.word(), account(it)),
        })
        .collect();
    if told.is_empty() { "none".to_owned() } else { told.join("; ") }
}

fn account(account: &Account) -> String {
    let Account { status, address, chain, is_supported, balance, balance_symbol, .. } = account;
    let mut seen = status.word().to_owned();
    if let (Some(address), Some(chain)) = (address, chain) {
        seen += &format!(" {} on {}", &address[..6], chain.text());
    }
    if !is_supported {
        seen += ", unsupported";
    }
    if let (Some(balance), Some(symbol)) = (balance, balance_symbol) {
        seen += &format!(", {balance} {symbol}");
        seen += if account.is_balance_stale { ", stale" } else { "" };
    }
    seen
}

/// The line of an op that a reader of transcripts wants to see.
pub(crate) fn line_of(op: &Op, wallets: &[Wallet]) -> Option<String> {
    Some(match op {
        Op::Request { wallet, method, .. } if wallets.len() == 1 || *wallet == 0 => {
            format!("→ {method}")
        }
        Op::Request { wallet, method, .. } => {
            format!("→ {method} ({})", wallets[*wallet as usize].name)
        }
        Op::Fetch { method, url, .. } => {
            let path = path_of(url);
            // What every page asks at its start says nothing about a flow.
            if matches!(path, path::FEATURES | path::ORIGINS | path::ANALYTICS | path::WALLETS) {
                return None;
            }
            format!("→ {} {path}", method.word())
        }
        Op::Write { key, value } => format!("→ write {} {}", told(key), cut(value)),
        Op::LoadModule { name } => format!("→ load {name}"),
        Op::Warn { text } => format!("! warning {text}"),
        Op::Alert { name, .. } => format!("! alert {name}"),
        Op::Copy { text } => format!("→ copy {text}"),
        // What follows may be a pairing, whose key nobody is to read.
        Op::OpenLink { url, place } => {
            format!("→ open {} {}", url.split('?').next().unwrap_or_default(), place.word())
        }
        Op::Abort
        | Op::Sleep { .. }
        | Op::Now
        | Op::Random { .. }
        | Op::Read { .. }
        | Op::Wallets { .. }
        | Op::Events { .. }
        | Op::Track { .. }
        | Op::Tab
        | Op::Preload { .. }
        | Op::Leave { .. }
        | Op::Reload
        | Op::Bundled
        | Op::Socket { .. }
        | Op::Channel { .. }
        | Op::Send { .. }
        | Op::Lock { .. }
        | Op::Recall { .. }
        | Op::Show { .. }
        | Op::AskSigner { .. }
        | Op::Prove { .. }
        | Op::OpenWindow { .. }
        | Op::Passkey { .. }
        | Op::Seal { .. }
        | Op::Unseal { .. }
        | Op::Parent
        | Op::Frame { .. }
        | Op::Admit { .. } => return None,
        Op::Keep { slot, secret } => {
            format!("→ keep {} {}", told(slot), if secret.is_some() { "•" } else { "nothing" })
        }
        Op::Module { name, ask } => return asked(name, ask),
    })
}

/// What a wallet is asked by a module.
fn asked(module: &str, ask: &str) -> Option<String> {
    let ask: SessionAsk = from_text(ask).ok()?;
    match ask.what {
        SessionWhat::Request { method, .. } => Some(format!("→ {method} ({module})")),
        SessionWhat::Prepare | SessionWhat::Events => None,
    }
}

/// What an item is called in an instance.
fn told(key: &str) -> &str {
    key.rsplit_once("default:").map_or(key, |it| it.1)
}

/// Short items are shown whole.
fn cut(text: &str) -> &str {
    if text.len() <= 80 { text } else { "…" }
}
