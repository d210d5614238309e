//! The wallet directory: which wallets the server lists, and their images.
//!
//! [`Wallets::load`] reads the registry of the repository (`registry/wallets.json`, part of the
//! program) and the operator's own (key `wallets`), and refuses to start with a broken entry. All of
//! it stays in memory; how a wallet is found in it is the crate `directory`, which the engine shares.
//! `registry.rs` reads a file, `field.rs` says what each field must be.

mod field;
mod registry;

use crate::config::Config;
use crate::images::{Image, drawing};
use crate::problem::Problem;
use crate::relay::told::Relays;
use protocol::api::WalletListing;
use registry::Entry;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// The directory, in its order.
pub struct Wallets {
    listings: Vec<WalletListing>,
    images: HashMap<String, Image>,
}

impl Wallets {
    /// Puts the directory together: the operator's wallets first, then the built-in ones that they do
    /// not replace.
    pub fn load(config: &Config) -> Result<Self, Problem> {
        let own = config.wallets.as_deref().map(registry::read).transpose()?;
        let built_in = match own {
            Some(_) if !config.wallets_extend => Vec::new(),
            _ => registry::built_in()?,
        };
        Ok(Wallets::of(own.unwrap_or_default(), built_in))
    }

    fn of(own: Vec<Entry>, built_in: Vec<Entry>) -> Self {
        let ids: HashSet<String> = own.iter().map(|it| it.listing.id.clone()).collect();
        let domains: HashSet<String> =
            own.iter().filter_map(|it| it.listing.rdns.clone()).collect();
        let is_kept = |entry: &Entry| {
            let rdns = entry.listing.rdns.as_ref();
            !ids.contains(&entry.listing.id) && !rdns.is_some_and(|rdns| domains.contains(rdns))
        };
        let kept = built_in.into_iter().filter(is_kept);
        let mut wallets = Wallets { listings: Vec::new(), images: HashMap::new() };
        for (entry, order) in own.into_iter().chain(kept).zip(1..) {
            wallets.add(entry, order);
        }
        wallets
    }

    fn add(&mut self, Entry { mut listing, icon, color }: Entry, order: u32) {
        let image = icon.unwrap_or_else(|| drawing::wallet(&listing.id, &listing.name, color));
        listing.order = order;
        listing.image_id = Some(image.id().to_owned());
        self.images.insert(image.id().to_owned(), image);
        self.listings.push(listing);
    }

    /// Lists one more, after the others.
    pub(crate) fn add_last(&mut self, listing: WalletListing, icon: Image) {
        let order = self.listings.last().map_or(1, |it| it.order + 1);
        self.add(Entry { listing, icon: Some(icon), color: None }, order);
    }

    /// All of them.
    pub(crate) fn listings(&self) -> &[WalletListing] {
        &self.listings
    }

    /// The ids that relays are said to reach and that are not listed: nobody is led to those.
    pub(crate) fn lacks<'r>(&self, relays: &'r Relays) -> Vec<&'r str> {
        let is_listed = |id: &str| self.listings.iter().any(|it| it.id == id);
        relays.wallets().filter(|id| !is_listed(id)).collect()
    }

    /// The image of this id.
    pub(crate) fn image(&self, id: &str) -> Option<&Image> {
        self.images.get(id)
    }

    /// A sentence about what is listed.
    pub fn summary(&self) -> String {
        format!("The directory: {}, and nothing is wrong.", counted(self.listings.len()))
    }
}

/// Reads a registry by itself. Returns a sentence about it, or everything that is wrong.
pub fn check(file: &Path) -> Result<String, Problem> {
    let wallets = counted(registry::read(file)?.len());
    Ok(format!("{}: {wallets}, and nothing is wrong.", file.display()))
}

fn counted(wallets: usize) -> String {
    format!("{wallets} wallet{}", if wallets == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, rdns: Option<&str>) -> Entry {
        let rdns = rdns.map(str::to_owned);
        let listing =
            WalletListing { id: id.into(), name: id.into(), rdns, ..WalletListing::default() };
        Entry { listing, icon: None, color: None }
    }

    #[test]
    fn an_operators_wallet_stands_first_and_replaces_its_like() {
        let own = vec![entry("z", Some("example.b")), entry("a", None)];
        let built_in = vec![entry("c", None), entry("b", Some("example.b")), entry("a", None)];
        let wallets = Wallets::of(own, built_in);
        let told: Vec<_> = wallets.listings.iter().map(|it| (&*it.id, it.order)).collect();
        assert_eq!(told, [("z", 1), ("a", 2), ("c", 3)]);
        for listing in &wallets.listings {
            assert!(wallets.image(listing.image_id.as_deref().expect("an id")).is_some());
        }
    }

    #[test]
    fn the_built_in_registry_is_sound() {
        let wallets = Wallets::load(&Config::default()).expect("it is read");
        assert!(wallets.listings.len() >= 100);
        assert_eq!(wallets.images.len(), wallets.listings.len(), "each is drawn in its own way");
        assert_eq!(wallets.listings[0].name, "MetaMask");
    }
}
