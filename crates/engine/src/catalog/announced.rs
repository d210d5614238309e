//! What wallets announce of themselves, by [EIP-6963](https://eips.ethereum.org/EIPS/eip-6963) or by
//! what the other namespaces have in its place: at any time, and with whatever they like in it. What
//! is kept is checked here.

use protocol::caip::Namespace;
use protocol::module::embedded::WALLET;
use wire::{Json, Word};

use crate::announcement::{self, Shown, holds};
use crate::config::ModuleWallet;
use crate::relays::ANY_WALLET;
use crate::state::{Announced, Carrier, Provider, ProviderKind, WalletRow};

const UUID_CHARACTERS: usize = 64;
/// More strangers than anybody has installed, in one namespace.
const MOST: usize = 100;
/// One that is wanted, and one that says it is: so that they are seen to be two.
const MOST_OF_ONE_ID: usize = 2;

impl Announced {
    /// A module serves several namespaces; a handle is of one.
    fn is_same(&self, other: &Announced) -> bool {
        let is_module = matches!(self.carrier, Carrier::Module { .. });
        self.carrier == other.carrier && !(is_module && self.namespace != other.namespace)
    }
}

/// Keeps an announcement; whether anything changed. The same provider announced again updates what
/// is known of it. Another with the same id is another wallet: nobody can take a row over.
///
/// Whoever floods the page fills the list with [`MOST`] strangers of a namespace at most. What is
/// wanted comes in nevertheless, before them all: [`MOST_OF_ONE_ID`] of each id and namespace.
pub(super) fn insert(known: &mut Vec<Announced>, mut new: Announced, wanted: &[String]) -> bool {
    new.before = known.iter().filter(|it| it.id == new.id).count();
    if let Some(known) = known.iter_mut().find(|it| it.is_same(&new)) {
        new.before = known.before;
        let is_update = known.id == new.id && known.namespace == new.namespace && *known != new;
        if is_update {
            *known = new;
        }
        return is_update;
    }
    let is_of_page = |it: &Announced| matches!(it.carrier, Carrier::Page { .. });
    let of_namespace = || known.iter().filter(|it| it.namespace == new.namespace && is_of_page(it));
    let is_full = of_namespace().count() >= MOST;
    let is_wanted = |it: &Announced| wanted.contains(&it.id);
    let is_one_too_many = of_namespace().filter(|it| it.id == new.id).count() >= MOST_OF_ONE_ID;
    if is_full && (is_one_too_many || !is_wanted(&new)) {
        return false;
    }
    let first = known.iter().take_while(|it| is_wanted(it)).count();
    known.insert(if is_full { first } else { known.len() }, new);
    true
}

/// Whether several objects of one namespace say that they are this wallet.
pub(super) fn is_double(announced: &[Announced], id: &str) -> bool {
    let mut claimed: Vec<Namespace> = vec![];
    announced.iter().filter(|it| it.id == id).any(|it| {
        let is_second = claimed.contains(&it.namespace);
        claimed.push(it.namespace);
        is_second || it.is_contested
    })
}

/// The rows of what was announced. Those are one wallet, in several namespaces, that come from one
/// object of the page; and, unless somebody else claims the same, those of which `listing_of` knows that
/// they are (the id of the wallet in the directory), and those of which it knows nothing that have the
/// same domain for an id. A name alone says nothing.
pub(super) fn merged(
    announced: &[Announced],
    namespaces: &[Namespace],
    listing_of: impl Fn(&Announced) -> Option<String>,
) -> Vec<WalletRow> {
    let part = |of| Part { of, is_double: is_double(announced, &of.id), listing: listing_of(of) };
    let parts: Vec<Part<'_>> =
        announced.iter().filter(|it| namespaces.contains(&it.namespace)).map(part).collect();
    let mut rows: Vec<Vec<&Part<'_>>> = Vec::new();
    for new in &parts {
        let same = rows.iter_mut().find(|row| {
            row.iter().all(|it| it.of.namespace != new.of.namespace)
                && row.iter().any(|it| it.is_one(new, &parts))
        });
        match same {
            Some(row) => row.push(new),
            None => rows.push(vec![new]),
        }
    }
    let row = |parts: Vec<&Part<'_>>| {
        let first = parts[0].of;
        let of = |namespace: &Namespace| parts.iter().find(|it| it.of.namespace == *namespace);
        let provider = |it: &&Part<'_>| Provider {
            namespace: it.of.namespace,
            carrier: it.of.carrier.clone(),
            kind: it.of.kind,
        };
        WalletRow {
            id: row_id(first),
            name: first.name.clone(),
            icon: parts.iter().find_map(|it| it.of.icon.clone()),
            // In the host's order, whichever announced itself first.
            providers: namespaces.iter().filter_map(of).map(provider).collect(),
            is_double: parts.iter().any(|it| it.is_double),
            is_reached: false,
        }
    };
    rows.into_iter().map(row).collect()
}

/// What may be a part of a row.
struct Part<'a> {
    of: &'a Announced,
    is_double: bool,
    listing: Option<String>,
}

impl Part<'_> {
    fn is_one(&self, other: &Part<'_>, parts: &[Part<'_>]) -> bool {
        let (a, b) = (self.of, other.of);
        let is_one_wallet = match (&self.listing, &other.listing) {
            (Some(one), Some(two)) => one == two && self.is_only(parts) && other.is_only(parts),
            (None, None) => a.id == b.id && holds(&a.id, b'.'),
            _ => false,
        };
        is_one_object(a, b) || !self.is_double && !other.is_double && is_one_wallet
    }

    /// Several objects of a namespace may call themselves what the directory says of one wallet: which of
    /// them it is, nobody knows.
    fn is_only(&self, parts: &[Part<'_>]) -> bool {
        let is_same =
            |it: &&Part<'_>| it.of.namespace == self.of.namespace && it.listing == self.listing;
        parts.iter().filter(is_same).count() == 1
    }
}

/// Whether one object of the page, or one module, announced both.
pub(super) fn is_one_object(a: &Announced, b: &Announced) -> bool {
    match (&a.carrier, &b.carrier) {
        (Carrier::Page { .. }, Carrier::Page { .. }) => a.uuid.is_some() && a.uuid == b.uuid,
        (of_module, other) => of_module == other,
    }
}

/// The id of a row: that of the wallet, numbered where another came before with the same.
fn row_id(it: &Announced) -> String {
    match it.before {
        0 => it.id.clone(),
        before => [&it.id, "#", &(before + 1).to_string()].concat(),
    }
}

/// What the wallet of a row calls itself.
pub(crate) fn claimed(row_id: &str) -> &str {
    row_id.split('#').next().unwrap_or(row_id)
}

/// Reads the `info` of an announcement; nothing where it cannot be shown.
pub(super) fn read(handle: u32, detail: &Json) -> Option<Announced> {
    let text = |name| detail.get(name).and_then(Json::as_text);
    let Shown { id, name, icon } =
        announcement::read(detail).filter(|it| it.id != ANY_WALLET && it.id != WALLET)?;
    let namespace = match text("namespace") {
        Some(word) => Namespace::from_word(word)?,
        None => Namespace::Eip155,
    };
    let uuid = text("uuid").filter(|uuid| uuid.len() <= UUID_CHARACTERS).map(str::to_owned);
    let is = |name| detail.get(name) == Some(&Json::Bool(true));
    Some(Announced {
        namespace,
        carrier: Carrier::Page { handle },
        id,
        uuid,
        name,
        icon,
        kind: if is("isInjected") { ProviderKind::Injected } else { ProviderKind::Announced },
        is_contested: is("isContested"),
        before: 0,
    })
}

/// The wallet of a module, for one namespace.
pub(super) fn of_module(wallet: &ModuleWallet, namespace: Namespace) -> Announced {
    Announced {
        namespace,
        carrier: Carrier::Module {
            name: wallet.module.clone(),
            wallet: wallet.id.clone(),
            session: None,
        },
        id: wallet.id.clone(),
        uuid: None,
        name: wallet.name.clone(),
        icon: wallet.icon.clone(),
        kind: wallet.kind,
        is_contested: false,
        before: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::from_text;

    fn row(detail: &str) -> Option<Announced> {
        read(1, &from_text(detail).unwrap())
    }

    #[test]
    fn only_an_adapter_says_that_a_wallet_lies_on_the_window() {
        let is_injected = |more: &str| {
            row(&[r#"{"rdns":"a.b","name":"A""#, more, "}"].concat()).unwrap().kind
                == ProviderKind::Injected
        };
        assert!(is_injected(r#","isInjected":true"#));
        assert!(!is_injected(r#","isInjected":"true""#));
        assert!(!is_injected(""));
    }

    fn of(namespace: Namespace, handle: u32, id: &str, name: &str) -> Announced {
        let (id, name) = (id.to_owned(), name.to_owned());
        let carrier = Carrier::Page { handle };
        Announced {
            namespace,
            carrier,
            id,
            uuid: None,
            name,
            icon: None,
            kind: ProviderKind::Announced,
            is_contested: false,
            before: 0,
        }
    }

    /// The rows of a directory that knows none of them.
    fn rows(known: &[Announced], namespaces: &[Namespace]) -> Vec<WalletRow> {
        merged(known, namespaces, |_| None)
    }

    /// The rows: id, handles, whether somebody else says it is this one.
    fn ids_and_handles(rows: &[WalletRow]) -> Vec<(&str, Vec<u32>, bool)> {
        let handle = |it: &Provider| match it.carrier {
            Carrier::Page { handle } => handle,
            Carrier::Module { .. } => panic!("nobody told of a module"),
        };
        let handles = |row: &WalletRow| row.providers.iter().map(handle).collect();
        rows.iter().map(|row| (&*row.id, handles(row), row.is_double)).collect()
    }

    #[test]
    fn another_of_an_id_is_another_wallet_and_the_same_provider_updates() {
        let row = |handle, id: &str, name: &str| of(Namespace::Eip155, handle, id, name);
        let mut known = vec![];
        for (it, changes) in [
            (row(1, "a", "A"), true),
            (row(1, "a", "A"), false),
            (row(2, "a", "Thief"), true),
            (row(1, "a", "A 2"), true),
            (row(1, "b", "B"), false),
            (row(3, "c", "C"), true),
        ] {
            assert_eq!(insert(&mut known, it, &[]), changes);
        }
        let thief = Announced { before: 1, ..row(2, "a", "Thief") };
        assert_eq!(known, [row(1, "a", "A 2"), thief, row(3, "c", "C")]);
        let rows = rows(&known, &[Namespace::Eip155]);
        assert_eq!(
            ids_and_handles(&rows),
            [("a", vec![1], true), ("a#2", vec![2], true), ("c", vec![3], false)]
        );
        assert_eq!(claimed("a#2"), "a");
    }

    #[test]
    fn a_flood_fills_no_more_than_the_list_and_what_is_wanted_stands_before_it() {
        let row = |handle: u32, id: &str| of(Namespace::Eip155, handle, id, "W");
        let wanted = ["a.wanted", "b.wanted", "c.wanted"].map(str::to_owned);
        let mut known = vec![];
        insert(&mut known, row(0, "a.wanted"), &wanted);
        for handle in 1..10_000 {
            insert(&mut known, row(handle, &handle.to_string()), &wanted);
        }
        assert_eq!(known.len(), MOST);
        for (handle, id) in [(10_000, "b.wanted"), (10_001, "c.wanted"), (10_002, "d.other")] {
            insert(&mut known, row(handle, id), &wanted);
        }
        // Others that say they are one of them, and are later.
        for handle in 10_003..10_010 {
            insert(&mut known, row(handle, "b.wanted"), &wanted);
        }
        assert_eq!(known.len(), MOST + 3);
        let first: Vec<_> = known[..5].iter().map(|it| &*it.id).collect();
        assert_eq!(first, ["a.wanted", "b.wanted", "c.wanted", "b.wanted", "1"]);
        assert!(insert(&mut known, of(Namespace::Solana, 20_000, "other", "W"), &wanted));
    }

    #[test]
    fn a_wallet_of_several_namespaces_is_one_row() {
        use Namespace::{Bip122, Eip155, Solana};
        let one = |of: Announced| Announced { uuid: Some("1".to_owned()), ..of };
        let known = [
            of(Eip155, 1, "com.trust", "Trust Wallet"),
            of(Solana, 2, "Trust", "Trust"),
            of(Bip122, 3, "com.trust", "Something"),
            of(Namespace::Cosmos, 4, "com.trust", "Trust"),
            one(of(Solana, 5, "Tern", "Tern")),
            one(of(Bip122, 6, "Tern", "Tern")),
        ];
        let all = [Eip155, Solana, Bip122];
        let listing_of =
            |it: &Announced| it.id.to_ascii_lowercase().contains("trust").then(String::new);
        let joined = merged(&known, &all, listing_of);
        let trust = ("com.trust", vec![1, 2, 3], false);
        let tern = ("Tern", vec![5, 6], false);
        assert_eq!(ids_and_handles(&joined), [trust, tern.clone()]);
        // Without the directory's word the one of Solana stands alone.
        let rows = rows(&known, &all);
        let (domain, name) = (("com.trust", vec![1, 3], false), ("Trust", vec![2], false));
        assert_eq!(ids_and_handles(&rows), [domain, name, tern]);
    }

    #[test]
    fn a_name_is_nobodys_and_an_id_that_two_claim_joins_nothing() {
        use Namespace::{Eip155, Solana};
        let all = [Eip155, Solana];
        let of_solana = |id, name| of(Solana, 9, id, name);
        for stranger in [of_solana("MetaMask", "MetaMask"), of_solana("x.y", "MetaMask")] {
            let known = [of(Eip155, 1, "io.metamask", "MetaMask"), stranger];
            assert_eq!(rows(&known, &all).len(), 2);
        }
        let known = [of(Eip155, 1, "Phantom", "Phantom"), of_solana("Phantom", "Phantom")];
        assert_eq!(rows(&known, &all).len(), 2);
        // Everybody on the page has heard the uuid of a wallet that announces itself.
        let uuid = Some("1".to_owned());
        let real = Announced { uuid: uuid.clone(), ..of(Eip155, 1, "io.metamask", "MetaMask") };
        let known = [real, Announced { uuid, ..of(Eip155, 2, "x.y", "MetaMask") }];
        assert_eq!(rows(&known, &all).len(), 2);
        let mut known = vec![];
        for it in [of(Eip155, 1, "a.b", "A"), of(Solana, 2, "a.b", "A"), of(Eip155, 3, "a.b", "A")]
        {
            insert(&mut known, it, &[]);
        }
        let expected = [("a.b", vec![1], true), ("a.b#2", vec![2], true), ("a.b#3", vec![3], true)];
        for listing in [None, Some(String::new())] {
            let rows = merged(&known, &all, |_| listing.clone());
            assert_eq!(ids_and_handles(&rows), expected);
        }
    }
}
