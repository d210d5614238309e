//! Which wallets are asked for, apart from any text.

use protocol::api::WalletListing;

/// What a wallet must be like. Each part that is set narrows what is found; the default asks for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only wallets with these ids; empty means any.
    pub include: Vec<String>,
    /// No wallet with these ids.
    pub exclude: Vec<String>,
    /// CAIP-2 ids. Only wallets that may serve one of these chains; empty means any.
    ///
    /// Nobody knows all the chains of a wallet: a list holds those that are known. So a wallet is left
    /// out only where what is known of it speaks against it, which is that all its chains, and all it
    /// puts into pages, are of other namespaces.
    pub chains: Vec<String>,
    /// Only wallets of one of these names, in small letters or capitals; empty means any.
    pub names: Vec<String>,
    /// Only wallets with one of these reverse domain names; empty means any.
    pub rdns: Vec<String>,
    /// Whether only certified wallets are asked for, or only those that are not; `None` means both.
    pub is_certified: Option<bool>,
    /// Only wallets that a phone of this kind can open; `None` means any.
    pub platform: Option<Platform>,
}

/// A kind of phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Whose apps are in Apple's App Store.
    Ios,
    /// Whose apps are in Google's Play Store.
    Android,
}

impl Filter {
    /// Whether a wallet is asked for.
    pub fn takes(&self, wallet: &WalletListing) -> bool {
        is_any_or_in(&self.include, &wallet.id)
            && !self.exclude.contains(&wallet.id)
            && (self.chains.is_empty() || may_serve(wallet, &self.chains))
            && (self.names.is_empty()
                || self.names.iter().any(|name| name.eq_ignore_ascii_case(&wallet.name)))
            && is_any_or_in(&self.rdns, wallet.rdns.as_deref().unwrap_or_default())
            && self.is_certified.is_none_or(|is| is == wallet.badge_type.is_some())
            && self.platform.is_none_or(|platform| platform.opens(wallet))
    }
}

fn is_any_or_in(asked: &[String], text: &str) -> bool {
    asked.is_empty() || asked.iter().any(|it| it == text)
}

fn may_serve(wallet: &WalletListing, chains: &[String]) -> bool {
    let of_chains = wallet.chains.iter().map(|chain| namespace(chain));
    let of_pages = wallet.injected.iter().map(|it| it.namespace.as_str());
    let mut known = of_chains.chain(of_pages).peekable();
    let is_unknown = known.peek().is_none();
    is_unknown || known.any(|known| chains.iter().any(|chain| namespace(chain) == known))
}

pub(crate) fn namespace(chain: &str) -> &str {
    chain.split(':').next().unwrap_or_default()
}

impl Platform {
    /// A web page opens everywhere. An app opens where its store is; one that is in neither store may
    /// open anywhere.
    fn opens(self, wallet: &WalletListing) -> bool {
        let (here, elsewhere) = match self {
            Platform::Ios => (&wallet.app_store, &wallet.play_store),
            Platform::Android => (&wallet.play_store, &wallet.app_store),
        };
        let has_link = wallet.mobile_link.is_some() || wallet.link_mode.is_some();
        here.is_some() || wallet.webapp_link.is_some() || has_link && elsewhere.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::api::Injected;

    fn wallet(set: impl FnOnce(&mut WalletListing)) -> WalletListing {
        let mut wallet =
            WalletListing { id: "a".into(), name: "Harbor".into(), ..WalletListing::default() };
        set(&mut wallet);
        wallet
    }

    #[test]
    fn the_default_takes_every_wallet() {
        assert!(Filter::default().takes(&WalletListing::default()));
    }

    #[test]
    fn ids_names_and_domains_are_whole() {
        let wallet = wallet(|it| it.rdns = Some("example.harbor".into()));
        let list = |text: &str| vec!["x".to_owned(), text.to_owned()];
        for (filter, is_taken) in [
            (Filter { include: list("a"), ..Filter::default() }, true),
            (Filter { include: list("b"), ..Filter::default() }, false),
            (Filter { exclude: list("a"), ..Filter::default() }, false),
            (Filter { exclude: list("b"), ..Filter::default() }, true),
            (Filter { include: list("a"), exclude: list("a"), ..Filter::default() }, false),
            (Filter { names: list("HARBOR"), ..Filter::default() }, true),
            (Filter { names: list("Harb"), ..Filter::default() }, false),
            (Filter { rdns: list("example.harbor"), ..Filter::default() }, true),
            (Filter { rdns: list("example"), ..Filter::default() }, false),
        ] {
            assert_eq!(filter.takes(&wallet), is_taken, "{filter:?}");
        }
        let nameless = Filter { rdns: list("x"), ..Filter::default() };
        assert!(!nameless.takes(&self::wallet(|_| {})));
    }

    #[test]
    fn a_badge_is_asked_for_or_against() {
        let certified = wallet(|it| it.badge_type = Some("certified".into()));
        for (asked, taken) in
            [(None, [true, true]), (Some(true), [true, false]), (Some(false), [false, true])]
        {
            let filter = Filter { is_certified: asked, ..Filter::default() };
            assert_eq!([&certified, &wallet(|_| {})].map(|it| filter.takes(it)), taken);
        }
    }

    #[test]
    fn a_wallet_is_left_out_where_all_that_is_known_is_of_other_namespaces() {
        let page = |namespace: &str| Injected {
            namespace: namespace.to_owned(),
            injected_id: "isHarbor".to_owned(),
        };
        let unknown = wallet(|_| {});
        let one = wallet(|it| it.chains = vec!["eip155:1".into()]);
        let bitcoin = wallet(|it| it.injected = vec![page("bip122")]);
        let both = wallet(|it| {
            it.chains = vec!["eip155:1".into()];
            it.injected = vec![page("solana")];
        });
        for (asked, taken) in [
            ("eip155:1", [true, true, false, true]),
            ("eip155:10", [true, true, false, true]),
            ("solana:x", [true, false, false, true]),
            ("bip122:x", [true, false, true, false]),
        ] {
            let filter = Filter { chains: vec![asked.into()], ..Filter::default() };
            let said = [&unknown, &one, &bitcoin, &both].map(|it| filter.takes(it));
            assert_eq!(said, taken, "{asked}");
        }
    }

    #[test]
    fn a_phone_opens_what_is_in_its_store_or_in_none() {
        let link = || Some("harbor://".into());
        let app = wallet(|it| (it.mobile_link, it.app_store) = (link(), Some("x".into())));
        let play = wallet(|it| (it.mobile_link, it.play_store) = (link(), Some("x".into())));
        let stray = wallet(|it| it.mobile_link = link());
        let web =
            wallet(|it| (it.webapp_link, it.play_store) = (Some("x".into()), Some("x".into())));
        let extension = wallet(|it| it.chrome_store = Some("x".into()));
        for (platform, taken) in [
            (Platform::Ios, [true, false, true, true, false]),
            (Platform::Android, [false, true, true, true, false]),
        ] {
            let filter = Filter { platform: Some(platform), ..Filter::default() };
            let said = [&app, &play, &stray, &web, &extension].map(|it| filter.takes(it));
            assert_eq!(said, taken, "{platform:?}");
        }
    }
}
