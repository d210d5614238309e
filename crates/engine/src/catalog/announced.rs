//! What wallets announce of themselves, by [EIP-6963](https://eips.ethereum.org/EIPS/eip-6963) or by
//! what the other ecosystems have in its place: at any time, and with whatever they like in it. What
//! is kept is checked here.

use protocol::caip::Namespace;
use wire::{Json, Word};

use crate::state::{Provider, WalletRow};

const NAME_CHARACTERS: usize = 64;
const ICON_BYTES: usize = 256 * 1024;
/// More strangers than anybody has installed.
const MOST: usize = 100;

/// What one wallet announced for one ecosystem.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Announced {
    pub(super) namespace: Namespace,
    /// The page's handle of its provider.
    pub(super) handle: u32,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) icon: Option<String>,
}

/// Keeps an announcement; whether anything changed. The same provider announced again updates what
/// is known of it. Another with the same id is ignored: the first one wins, so that nobody can take
/// a row over.
///
/// Whoever floods the page fills the list with [`MOST`] strangers at most. What is wanted comes in
/// nevertheless, before them all; that is at most one of each id and ecosystem.
pub(super) fn insert(known: &mut Vec<Announced>, new: Announced, wanted: &[String]) -> bool {
    if let Some(before) = known.iter_mut().find(|it| it.handle == new.handle) {
        let is_update = before.id == new.id && before.namespace == new.namespace && *before != new;
        if is_update {
            *before = new;
        }
        return is_update;
    }
    let is_new = known.iter().all(|it| it.id != new.id || it.namespace != new.namespace);
    let is_wanted = |it: &Announced| wanted.contains(&it.id);
    let is_full = known.len() >= MOST;
    let is_kept = is_new && (!is_full || is_wanted(&new));
    if is_kept {
        let first = known.iter().take_while(|it| is_wanted(it)).count();
        known.insert(if is_full { first } else { known.len() }, new);
    }
    is_kept
}

/// The rows of what was announced. Wallets of several ecosystems are one row: those with the same
/// id, or the same name.
pub(super) fn merged(announced: &[Announced], namespaces: &[Namespace]) -> Vec<WalletRow> {
    let mut rows: Vec<WalletRow> = Vec::new();
    for it in announced.iter().filter(|it| namespaces.contains(&it.namespace)) {
        let provider = Provider { namespace: it.namespace, handle: it.handle };
        let same = rows.iter_mut().find(|row| {
            row.providers.iter().all(|known| known.namespace != it.namespace)
                && (row.id == it.id || brand(&row.name) == brand(&it.name))
        });
        match same {
            Some(row) => {
                row.providers.push(provider);
                if row.icon.is_none() {
                    row.icon.clone_from(&it.icon);
                }
            }
            None => rows.push(WalletRow {
                id: it.id.clone(),
                name: it.name.clone(),
                icon: it.icon.clone(),
                providers: vec![provider],
            }),
        }
    }
    // In the host's order, whichever announced itself first.
    for row in &mut rows {
        let of = |namespace: &Namespace| row.providers.iter().find(|it| it.namespace == *namespace);
        row.providers = namespaces.iter().filter_map(of).cloned().collect();
    }
    rows
}

/// A name as people say it: some wallets call themselves `Trust` here and `Trust Wallet` there.
fn brand(name: &str) -> &str {
    name.strip_suffix(" Wallet").unwrap_or(name)
}

/// Reads the `info` of an announcement; nothing where it cannot be shown.
pub(super) fn read(handle: u32, detail: &Json) -> Option<Announced> {
    let text = |name| detail.get(name).and_then(Json::as_text);
    let id = text("rdns").filter(|id| is_domain(id))?;
    let name = printable(text("name")?);
    if name.is_empty() {
        return None;
    }
    let icon = text("icon").filter(|icon| is_image(icon)).map(str::to_owned);
    let namespace = match text("namespace") {
        Some(word) => Namespace::from_word(word)?,
        None => Namespace::Eip155,
    };
    Some(Announced { namespace, handle, id: id.to_owned(), name, icon })
}

fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'))
    };
    text.len() <= 253 && text.split('.').all(is_label)
}

fn is_image(icon: &str) -> bool {
    let kinds = ["svg+xml", "png", "jpeg", "webp", "gif"];
    let rest = icon.strip_prefix("data:image/").filter(|_| icon.len() <= ICON_BYTES);
    rest.is_some_and(|rest| {
        kinds
            .iter()
            .any(|kind| rest.strip_prefix(kind).is_some_and(|rest| rest.starts_with([',', ';'])))
    })
}

/// A name in one line, without the characters that reorder or hide what stands around them.
pub(crate) fn printable(name: &str) -> String {
    let is_hidden = |it: char| {
        it.is_control()
            || matches!(it, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
    };
    let shown: String = name.chars().filter(|it| !is_hidden(*it)).take(NAME_CHARACTERS).collect();
    shown.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::from_text;

    fn row(detail: &str) -> Option<Announced> {
        read(1, &from_text(detail).unwrap())
    }

    #[test]
    fn refuses_what_cannot_be_shown() {
        for detail in [
            "null",
            "[]",
            "\"wallet\"",
            "{}",
            r#"{"rdns":"a.b"}"#,
            r#"{"name":"A"}"#,
            r#"{"rdns":7,"name":"A"}"#,
            r#"{"rdns":"a..b","name":"A"}"#,
            r#"{"rdns":"a b","name":"A"}"#,
            r#"{"rdns":"a.b","name":"\u202e\u0000 "}"#,
        ] {
            assert_eq!(row(detail), None, "{detail}");
        }
    }

    #[test]
    fn cleans_the_name_and_checks_the_icon() {
        let named =
            |name: &str| row(&[r#"{"rdns":"a.b","name":""#, name, "\"}"].concat()).unwrap().name;
        assert_eq!(named("\\u202eevil\\u0007 Wallet"), "evil Wallet");
        assert_eq!(named(&"x".repeat(100)).len(), 64);
        let icon = |icon: &str| {
            row(&[r#"{"rdns":"a.b","name":"A","icon":""#, icon, "\"}"].concat())
                .unwrap()
                .icon
                .is_some()
        };
        assert!(icon("data:image/svg+xml,<svg/>"));
        assert!(icon("data:image/png;base64,AAAA"));
        for bad in
            ["https://a.b/c.png", "data:text/html,x", "data:image/svgz,x", "javascript:1", ""]
        {
            assert!(!icon(bad), "{bad}");
        }
        assert!(!icon(&["data:image/png;base64,", &"A".repeat(ICON_BYTES)].concat()));
    }

    fn of(namespace: Namespace, handle: u32, id: &str, name: &str) -> Announced {
        Announced { namespace, handle, id: id.to_owned(), name: name.to_owned(), icon: None }
    }

    #[test]
    fn the_first_of_an_id_wins_and_the_same_provider_updates() {
        let row = |handle, id: &str, name: &str| of(Namespace::Eip155, handle, id, name);
        let mut known = vec![];
        for (it, changes) in [
            (row(1, "a", "A"), true),
            (row(1, "a", "A"), false),
            (row(2, "a", "Thief"), false),
            (row(1, "a", "A 2"), true),
            (row(1, "b", "B"), false),
            (row(3, "c", "C"), true),
        ] {
            assert_eq!(insert(&mut known, it, &[]), changes);
        }
        assert_eq!(known, [row(1, "a", "A 2"), row(3, "c", "C")]);
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
        // Another that says it is one of them, and is later.
        insert(&mut known, row(10_003, "b.wanted"), &wanted);
        assert_eq!(known.len(), MOST + 2);
        let first: Vec<_> = known[..4].iter().map(|it| &*it.id).collect();
        assert_eq!(first, ["a.wanted", "b.wanted", "c.wanted", "1"]);
    }

    #[test]
    fn a_wallet_of_several_ecosystems_is_one_row() {
        use Namespace::{Bip122, Eip155, Solana};
        let known = [
            of(Eip155, 1, "com.trust", "Trust Wallet"),
            of(Solana, 2, "trust", "Trust"),
            of(Eip155, 3, "other.trust", "Trust"),
            of(Bip122, 4, "com.trust", "Something"),
            of(Namespace::Cosmos, 5, "com.trust", "Trust"),
        ];
        let rows = merged(&known, &[Eip155, Solana, Bip122]);
        let told: Vec<_> = rows
            .iter()
            .map(|row| (&*row.id, row.providers.iter().map(|it| it.handle).collect::<Vec<_>>()))
            .collect();
        assert_eq!(told, [("com.trust", vec![1, 2, 4]), ("other.trust", vec![3])]);
    }
}
