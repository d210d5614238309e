//! The wallets in this browser. Owns the slice `catalog`.
//!
//! Wallets announce themselves by [EIP-6963](https://eips.ethereum.org/EIPS/eip-6963), at any time
//! and with whatever they like in it: what is shown is checked here.

use runtime::{Op, Replies, Reply, Scope};
use wire::Json;

use crate::Engine;
use crate::state::WalletRow;

const CATALOG: Scope = Scope::new("catalog");
const NAME_CHARACTERS: usize = 64;
const ICON_BYTES: usize = 256 * 1024;
const ROWS: usize = 1000;

/// Keeps the list for as long as the engine lives.
pub(crate) fn start(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(CATALOG, async move {
        let mut announced = Announced::listen(&this);
        loop {
            let row = announced.next().await;
            this.slices().catalog.update(|catalog| insert(&mut catalog.wallets, row));
        }
    });
}

/// The wallet of this id, if it has announced itself.
pub(crate) fn find(engine: &Engine, id: &str) -> Option<WalletRow> {
    engine.slices().catalog.with(|catalog| catalog.wallets.iter().find(|row| row.id == id).cloned())
}

/// The wallet of this id, as soon as it announces itself. Whoever awaits this sets the limit.
pub(crate) async fn announced(engine: &Engine, id: &str) -> WalletRow {
    let mut announced = Announced::listen(engine);
    loop {
        let row = announced.next().await;
        if row.id == id {
            return row;
        }
    }
}

struct Announced(Replies);

impl Announced {
    fn listen(engine: &Engine) -> Self {
        Announced(engine.world().open(Op::Wallets))
    }

    /// The next announcement that can be shown.
    async fn next(&mut self) -> WalletRow {
        loop {
            if let Reply::Announced { wallet, detail } = self.0.next().await
                && let Some(row) = read(wallet, &detail)
            {
                return row;
            }
        }
    }
}

/// The same provider announced again updates its row. Another with the same id is ignored: the
/// first one wins, so that nobody can take a row over.
fn insert(rows: &mut Vec<WalletRow>, row: WalletRow) {
    if let Some(known) = rows.iter_mut().find(|known| known.handle == row.handle) {
        if known.id == row.id {
            *known = row;
        }
    } else if rows.len() < ROWS && rows.iter().all(|known| known.id != row.id) {
        rows.push(row);
    }
}

/// Reads the `info` of an announcement; nothing where it cannot be shown.
fn read(handle: u32, detail: &Json) -> Option<WalletRow> {
    let text = |name| detail.get(name).and_then(Json::as_text);
    let id = text("rdns").filter(|id| is_domain(id))?;
    let name = printable(text("name")?);
    if name.is_empty() {
        return None;
    }
    let icon = text("icon").filter(|icon| is_image(icon)).map(str::to_owned);
    Some(WalletRow { id: id.to_owned(), name, icon, handle })
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
fn printable(name: &str) -> String {
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

    fn row(detail: &str) -> Option<WalletRow> {
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

    #[test]
    fn the_first_of_an_id_wins_and_the_same_provider_updates() {
        let row = |handle, id: &str, name: &str| WalletRow {
            id: id.into(),
            name: name.into(),
            icon: None,
            handle,
        };
        let mut rows = vec![];
        for it in [
            row(1, "a", "A"),
            row(2, "a", "Thief"),
            row(1, "a", "A 2"),
            row(1, "b", "B"),
            row(3, "c", "C"),
        ] {
            insert(&mut rows, it);
        }
        assert_eq!(rows, [row(1, "a", "A 2"), row(3, "c", "C")]);
    }
}
