//! What happened, in lines that a person reads: `→` a request to a wallet or server, `!` something
//! a person sees, `=` an answer to the host.

use engine::{Account, Accounts, Connect, ConnectStep, Modal, Route, Toast};
use protocol::caip::Namespace;
use wire::{Get, Word, from_text, to_text};

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
