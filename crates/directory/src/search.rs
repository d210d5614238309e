//! The search: which wallets a text means, the nearest first.
//!
//! Every wallet falls into one [`Class`], or none; within a class the order of the directory stays.
//! The first row that fits decides.
//!
//! | class | fits                                                                     | `trust` finds    |
//! | ----- | ------------------------------------------------------------------------ | ---------------- |
//! | whole | the whole name, or the whole reverse domain name                         | Trust            |
//! | name  | the beginning of the name                                                | Trust Wallet     |
//! | words | every word of the text is the beginning of a word of the name            | Brave Trust      |
//! | part  | somewhere in the name or in the reverse domain name, even across words   | Entrust          |
//! | typo  | the beginning of a word, with 1 error from 4 letters on, 2 from 8 on     | Turst            |

use crate::filter::Filter;
use crate::letters::Letters;
use crate::typos;
use protocol::api::WalletListing;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    Whole,
    Name,
    Words,
    Part,
    OneTypo,
    TwoTypos,
}

const CLASSES: usize = Class::TwoTypos as usize + 1;

/// The wallets that the filter takes and the text means, the nearest first. A text of blanks means
/// all of them, in the order of the directory.
pub fn find<'a>(
    wallets: &'a [WalletListing],
    filter: &Filter,
    text: &str,
) -> Vec<&'a WalletListing> {
    let taken = wallets.iter().filter(|wallet| filter.takes(wallet));
    let text = text.trim();
    if text.is_empty() {
        return taken.collect();
    }
    let mut search = Search { text: Letters::of(text), name: Letters::default() };
    let mut found: [Vec<&WalletListing>; CLASSES] = Default::default();
    for wallet in taken {
        if let Some(class) = search.class(wallet) {
            found[class as usize].push(wallet);
        }
    }
    found.concat()
}

/// What is looked for, and room for the letters of what is looked at.
struct Search {
    text: Letters,
    name: Letters,
}

impl Search {
    fn class(&mut self, wallet: &WalletListing) -> Option<Class> {
        let text = self.text.all();
        if text.is_empty() {
            return None;
        }
        self.name.read(&wallet.name);
        let by_name = exactly(&self.text, &self.name);
        if by_name.is_some_and(|class| class < Class::Part) {
            return by_name;
        }
        let by_typo = by_name.or_else(|| with_typos(text, &self.name));
        let Some(rdns) = &wallet.rdns else { return by_typo };
        self.name.read(rdns);
        match self.name.all() {
            all if all == text => Some(Class::Whole),
            all if holds(all, text) => Some(Class::Part),
            _ => by_typo,
        }
    }
}

fn exactly(text: &Letters, name: &Letters) -> Option<Class> {
    let begins = |word: &[char]| name.tails().any(|tail| tail.starts_with(word));
    match text.all() {
        all if name.all() == all => Some(Class::Whole),
        all if name.all().starts_with(all) => Some(Class::Name),
        all if begins(all) || text.words().all(begins) => Some(Class::Words),
        all if holds(name.all(), all) => Some(Class::Part),
        _ => None,
    }
}

fn with_typos(text: &[char], name: &Letters) -> Option<Class> {
    let most = typos::allowed(text.len());
    if most == 0 {
        return None;
    }
    let least = name.tails().filter_map(|tail| typos::errors(text, tail, most)).min()?;
    Some(if least <= 1 { Class::OneTypo } else { Class::TwoTypos })
}

/// `part` is not empty.
fn holds(all: &[char], part: &[char]) -> bool {
    all.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wallets(names: &[&str]) -> Vec<WalletListing> {
        let named = |name: &&str| {
            let (name, rdns) = name.split_once(" @").unwrap_or((name, ""));
            let rdns = Some(rdns.to_owned()).filter(|rdns| !rdns.is_empty());
            WalletListing { name: name.to_owned(), rdns, ..WalletListing::default() }
        };
        names.iter().map(named).collect()
    }

    fn found(wallets: &[WalletListing], text: &str) -> Vec<String> {
        find(wallets, &Filter::default(), text).into_iter().map(|it| it.name.clone()).collect()
    }

    const NAMES: [&str; 10] = [
        "Turst",
        "Entrust",
        "Brave Trust",
        "TokenTrust",
        "Trust Wallet @com.trustwallet.app",
        "Trust",
        "MetaMask @io.metamask",
        "Crypto.com Onchain",
        "Café Noir",
        "Base @com.coinbase.wallet",
    ];

    #[test]
    fn the_nearest_comes_first_and_the_directory_orders_the_rest() {
        let wallets = wallets(&NAMES);
        for (text, expected) in [
            (
                "trust",
                vec!["Trust", "Trust Wallet", "Brave Trust", "TokenTrust", "Entrust", "Turst"],
            ),
            ("TRUSTWALLET", vec!["Trust Wallet"]),
            ("wallet tru", vec!["Trust Wallet"]),
            ("metamsk", vec!["MetaMask"]),
            ("metmas", vec!["MetaMask"]),
            ("mtamsk", vec![]),
            ("meatmaks", vec!["MetaMask"]),
            ("io.metamask", vec!["MetaMask"]),
            ("trustwallet.app", vec!["Trust Wallet"]),
            ("crypto.com", vec!["Crypto.com Onchain"]),
            ("onchain crypto", vec!["Crypto.com Onchain"]),
            ("cafe", vec!["Café Noir"]),
            ("CAFÉ", vec!["Café Noir"]),
            ("coinbase", vec!["Base"]),
            ("Coinbase Wallet", vec!["Base"]),
            ("xyz", vec![]),
            ("!?", vec![]),
            ("🦊", vec![]),
        ] {
            assert_eq!(found(&wallets, text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_of_blanks_means_all_of_them() {
        assert_eq!(found(&wallets(&["B", "A"]), " \t"), ["B", "A"]);
    }

    #[test]
    fn only_what_the_filter_takes_is_found() {
        let mut wallets = wallets(&["Harbor", "Harbor Two"]);
        wallets[0].badge_type = Some("certified".into());
        let filter = Filter { is_certified: Some(false), ..Filter::default() };
        let names: Vec<_> = find(&wallets, &filter, "harbor").iter().map(|it| &it.name).collect();
        assert_eq!(names, ["Harbor Two"]);
    }

    fn name() -> impl Strategy<Value = String> {
        "[A-Za-z0-9]{1,8}( [A-Za-z]{1,8}){0,2}"
    }

    proptest! {
        #[test]
        fn any_text_is_searched_for(names in prop::collection::vec(".{0,20}", 0..8), text in ".{0,80}") {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let wallets = wallets(&names);
            prop_assert!(find(&wallets, &Filter::default(), &text).len() <= wallets.len());
        }

        #[test]
        fn every_beginning_of_a_name_finds_it(name in name(), length in 1..24_usize) {
            let text: String = name.chars().take(length).collect();
            prop_assert_eq!(found(&wallets(&[&name]), &text).len(), 1);
            prop_assert_eq!(found(&wallets(&[&name]), &text.to_uppercase()).len(), 1);
        }

        #[test]
        fn one_error_in_a_word_of_four_letters_is_forgiven(
            word in "[a-z]{5,12}", at in 0..12_usize, letter in "[a-z]",
        ) {
            let at = at % word.len();
            let left_out = [&word[..at], &word[at + 1..]].concat();
            let put_in = [&word[..at], &letter, &word[at..]].concat();
            let wrong = [&word[..at], &letter, &word[at + 1..]].concat();
            for text in [left_out, put_in, wrong] {
                prop_assert_eq!(found(&wallets(&[&word]), &text).len(), 1, "{}", text);
            }
        }

        #[test]
        fn what_is_found_stands_in_the_order_of_classes(
            names in prop::collection::vec(name(), 0..12), text in name(),
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let wallets = wallets(&names);
            let mut search = Search { text: Letters::of(&text), name: Letters::default() };
            let classes: Vec<_> = wallets.iter().map(|wallet| search.class(wallet)).collect();
            let found = find(&wallets, &Filter::default(), &text);
            let place = |it: &WalletListing| wallets.iter().position(|one| std::ptr::eq(one, it)).unwrap();
            let places: Vec<_> = found.into_iter().map(place).collect();
            prop_assert_eq!(places.len(), classes.iter().flatten().count());
            for pair in places.windows(2) {
                prop_assert!((classes[pair[0]], pair[0]) < (classes[pair[1]], pair[1]));
            }
        }
    }
}
