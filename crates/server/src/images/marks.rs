//! The marks that are part of the program: the icons of well-known wallets, networks and currencies, from
//! `registry/icons`. Where each comes from is in the README.md there.
//!
//! A mark is named by its place without the ending: `wallets/metamask`, `networks/eip155/1`,
//! `currencies/eth`.

use super::{Image, file};
use include_dir::{Dir, include_dir};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The folders, by the first part of the names.
static FOLDERS: [(&str, Dir<'static>); 3] = [
    ("wallets", include_dir!("$CARGO_MANIFEST_DIR/registry/icons/wallets")),
    ("networks", include_dir!("$CARGO_MANIFEST_DIR/registry/icons/networks")),
    ("currencies", include_dir!("$CARGO_MANIFEST_DIR/registry/icons/currencies")),
];

static MARKS: LazyLock<HashMap<String, Image>> = LazyLock::new(|| {
    let files = FOLDERS.iter().flat_map(|(kind, folder)| files(folder).map(move |it| (kind, it)));
    let marks = files.filter_map(|(kind, (path, bytes))| {
        let (name, _) = path.rsplit_once('.')?;
        Some((format!("{kind}/{name}"), Image::new(bytes, file::media(path)?)))
    });
    marks.collect()
});

/// The mark of a network, by its CAIP-2 id.
pub(crate) fn network(caip_id: &str) -> Option<&'static Image> {
    let (namespace, reference) = caip_id.split_once(':')?;
    MARKS.get(&format!("networks/{namespace}/{reference}"))
}

/// The mark of a currency, by its symbol in small letters or capitals.
pub(crate) fn currency(symbol: &str) -> Option<&'static Image> {
    MARKS.get(&format!("currencies/{}", symbol.to_ascii_lowercase()))
}

/// An icon of the built-in registry, by the name of its file in the registry's folder. The error is the
/// end of a sentence that begins with the name.
pub(crate) fn icon(file: &str) -> Result<Image, String> {
    let name = file.strip_prefix("icons/").and_then(|it| it.rsplit_once('.'));
    let mark = name.and_then(|(name, _)| MARKS.get(name));
    mark.cloned().ok_or_else(|| "is not in the program".to_owned())
}

/// Every file of a folder and those in it, with `/` between the parts of its path.
fn files(folder: &'static Dir<'static>) -> Box<dyn Iterator<Item = (&'static str, &'static [u8])>> {
    let own = folder.files().filter_map(|it| Some((it.path().to_str()?, it.contents())));
    Box::new(own.chain(folder.dirs().flat_map(files)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chains::registry::NETWORKS;
    use protocol::caip::{ChainId, Namespace};
    use wire::Word;

    /// The largest mark, in bytes.
    const MOST_BYTES: usize = 8 * 1024;

    #[test]
    fn every_mark_is_small_and_passes_the_check_of_icon_files() {
        let all = || FOLDERS.iter().flat_map(|(_, folder)| files(folder));
        for (path, bytes) in all() {
            assert_eq!(file::fault(bytes, path), None, "{path}");
            assert!(bytes.len() <= MOST_BYTES, "{path} has {} bytes", bytes.len());
        }
        assert_eq!(MARKS.len(), all().count(), "a name stands for one file");
    }

    #[test]
    fn built_in_networks_and_what_their_fees_are_paid_in_have_a_mark() {
        // A chain of this machine has none.
        for it in NETWORKS.iter().filter(|it| it.caip_id != "eip155:31337") {
            assert!(network(it.caip_id).is_some(), "{}", it.caip_id);
            assert!(currency(it.native_currency.symbol).is_some(), "{}", it.caip_id);
        }
        assert_eq!(network("eip155:11155111").map(Image::id), network("eip155:1").map(Image::id));
    }

    #[test]
    fn every_namespace_has_the_mark_of_its_own_chain() {
        for (word, namespace) in Namespace::ALL {
            let chain = ChainId::parse(namespace.own_chain()).expect(word);
            assert_eq!(chain.namespace, *namespace, "{word}");
            assert!(network(namespace.own_chain()).is_some(), "{word}");
        }
    }

    #[test]
    fn only_a_mark_has_a_name() {
        for name in ["", "eip155", "eip155:", "eip155:99999999", ":1", "../wallets:metamask"] {
            assert!(network(name).is_none(), "{name}");
        }
        assert!(currency("../wallets/metamask").is_none());
        assert!(icon("icons/wallets/metamask.svg").is_ok());
        assert_eq!(icon("icons/README.md").err().as_deref(), Some("is not in the program"));
    }
}
