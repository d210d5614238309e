//! How wallets announce themselves to a page ([EIP-6963](https://eips.ethereum.org/EIPS/eip-6963)).

use runtime::Reply;
use wire::{Json, Word, to_text};

use crate::clock::Event;
use crate::page::Page;
use crate::wallet::Wallet;

impl Page {
    /// The wallets put themselves into the page, each in its time.
    pub(crate) fn put_wallets(&mut self) {
        for (index, wallet) in self.wallets.iter_mut().enumerate() {
            wallet.listeners.clear();
            wallet.uuid.get_or_insert_with(|| format!("{index:08}-0000-4000-8000-000000000000"));
            if wallet.module.is_some() {
                continue;
            }
            self.clock.after(wallet.quirks.announce_delay_ms, Event::Announce { index });
        }
    }

    /// A wallet announces itself. Another provider under a uuid and an id that are known is no wallet of
    /// its own: the known one is told again, as contested. Returns the one that is told of.
    pub(crate) fn announce(&mut self, index: usize) -> usize {
        let wallet = &self.wallets[index];
        let is_same = |known: &usize| {
            let known = &self.wallets[*known];
            (&known.uuid, &known.id, known.namespace)
                == (&wallet.uuid, &wallet.id, wallet.namespace)
        };
        if let Some(known) = self.announced.iter().copied().find(is_same) {
            self.wallets[known].is_contested |= known != index;
            return known;
        }
        self.announced.push(index);
        index
    }

    /// Announces to op `id` whoever has announced himself already.
    pub(crate) fn announce_known(&mut self, id: u32) {
        for index in self.announced.clone() {
            let reply = self.announcement(index);
            self.clock.after(0, Event::Reply { id, reply });
        }
    }

    /// What is told of the wallet.
    pub(crate) fn announcement(&self, index: usize) -> String {
        let wallet = u32::try_from(index).expect("few wallets");
        to_text(&Reply::Announced { wallet, detail: self.wallets[index].detail() })
    }
}

impl Wallet {
    /// The `info` of its announcement.
    pub(crate) fn detail(&self) -> Json {
        Json::object([
            ("uuid", Json::text(self.uuid.as_deref().unwrap_or_default())),
            ("name", Json::text(&self.name)),
            ("icon", Json::Text(self.icon())),
            ("rdns", Json::text(&self.id)),
            ("namespace", Json::text(self.namespace.word())),
            ("isContested", Json::Bool(self.is_contested)),
        ])
    }

    /// A tile in a colour of its own.
    fn icon(&self) -> String {
        let hue = self.id.bytes().fold(0, |sum: u32, byte| sum * 31 % 360 + u32::from(byte)) % 360;
        format!(
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E\
             %3Crect width='40' height='40' fill='oklch(.58 .14 {hue})'/%3E\
             %3Cpath d='M9 22a11 11 0 0 1 22 0zM9 25h22v3H9z' fill='%23fff'/%3E%3C/svg%3E"
        )
    }
}
