//! What both languages know, as constants of TypeScript: one each, so that a bundle carries those only
//! that it reads.

use engine::ConnectorType;
use engine::announcement::{HIDDEN, IMAGE_KINDS, LABEL_MARKS, LIMITS};
use protocol::app_link::NO_APPS;
use protocol::caip::{EIP155_DIGITS, Namespace, REFERENCE_CHARACTERS};
use protocol::method::{METHODS, Wants};
use wire::{Fact, Word, to_text};

/// Constants by their comments, names and values.
pub fn constants(facts: &[Fact]) -> String {
    let lines = facts.iter().map(|fact| {
        let name = camel(fact.name);
        format!("{}export const {name} = {}\n", comment(fact.comment), to_text(fact.value))
    });
    lines.collect()
}

/// The namespaces, and the pattern of a chain's name.
pub fn namespaces() -> String {
    let words: Vec<_> = Namespace::ALL.iter().map(|(word, _)| *word).collect();
    let others: Vec<_> = words.iter().copied().filter(|word| *word != "eip155").collect();
    let chains = Namespace::ALL.iter();
    let chains = chains.map(|(word, it)| format!("  {word}: '{}',\n", it.own_chain()));
    format!(
        "/** The namespaces there are. */\n\
         export const namespaces = ['{}'] as const\n\
         /** CAIP-2 of the namespaces there are. */\n\
         export const caip2 = /^(eip155:\\d{{1,{EIP155_DIGITS}}}|({}):[-\\w]{{1,{REFERENCE_CHARACTERS}}})$/\n\
         /** The chain by which people know a namespace, whose mark stands for all of it. */\n\
         export const ownChains = {{\n{}}} as const\n",
        words.join("', '"),
        others.join("|"),
        chains.collect::<String>(),
    )
}

/// What of an announcement can be shown, as limits and patterns.
pub fn announcements() -> String {
    let hidden: String = HIDDEN
        .iter()
        .map(|(first, last)| match (u32::from(*first), u32::from(*last)) {
            (first, last) if first == last => format!("\\u{first:04x}"),
            (first, last) => format!("\\u{first:04x}-\\u{last:04x}"),
        })
        .collect();
    // A minus sign first stands for itself; letters, digits and the low line are a word's.
    let letters = LABEL_MARKS.replace('_', "\\w");
    let kinds = IMAGE_KINDS.join("|").replace('+', "\\+");
    format!(
        "{}/** Characters that no name shows. */\n\
         export const hidden = /[\\p{{Cc}}{hidden}]/gu\n\
         /** The address of an icon, in itself. */\n\
         export const icon = /^data:image\\/({kinds})[,;]/\n\
         /** The id of a wallet: labels between dots. */\n\
         export const walletId = /^[{letters}]+(\\.[{letters}]+)*$/\n",
        constants(LIMITS),
    )
}

/// The schemes that no app is opened by.
pub fn app_links() -> String {
    let names = NO_APPS.replace('*', ".*").replace(' ', "|");
    format!("/** The schemes that are no app's. */\nexport const noApps = /^({names})$/\n")
}

/// How the Connect list begins.
pub fn lists() -> String {
    let words: Vec<_> =
        ConnectorType::all().filter(|it| it.has_rows()).map(|it| it.word()).collect();
    format!(
        "{}/** The kinds of which there are wallets, in the order in which they show unless the host names another. */\n\
         export const listedKinds: readonly string[] = ['{}']\n",
        constants(engine::LISTS),
        words.join("', '"),
    )
}

/// What of a provider's methods the engine answers, as patterns of `<namespace>:<method>`.
pub fn methods() -> String {
    let rows = [
        ("accountsMethods", "What tells the accounts and bothers nobody.", &[Wants::Accounts][..]),
        (
            "connectionMethods",
            "What leads a person who is not connected to the wallets.",
            &[Wants::Connection, Wants::Permission],
        ),
        (
            "otherMethods",
            "What else the engine answers itself; everything else goes to the wallet.",
            &[Wants::Disconnection, Wants::Chain],
        ),
    ];
    let lines = rows.into_iter().map(|(name, about, wants)| {
        format!(
            "/** {about} Reads `<namespace>:<method>`. */\nexport const {name} = {}\n",
            pattern(wants)
        )
    });
    lines.collect()
}

/// The shortest pattern that says it: first what begins with the name of its own namespace alike in several,
/// then methods by the namespaces that share them.
fn pattern(wants: &[Wants]) -> String {
    let rows: Vec<_> = METHODS.iter().filter(|(.., it)| wants.contains(it)).collect();
    let mut alike: Vec<(&str, Vec<&str>)> = Vec::new();
    for (namespaces, method, _) in &rows {
        if let Some((word, rest)) = own(namespaces, method) {
            add(&mut alike, rest, word);
        }
    }
    alike.retain(|(_, words)| words.len() > 1);
    let is_alike = |rest: &str| alike.iter().any(|(it, _)| *it == rest);
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (namespaces, method, _) in rows {
        if !own(namespaces, method).is_some_and(|(_, rest)| is_alike(rest)) {
            add(&mut groups, whose(namespaces), method);
        }
    }
    // The whole is the first group of the pattern, and these are the next.
    let alike = alike.iter().zip(2..);
    let alike =
        alike.map(|((rest, words), group)| format!("({}):\\{group}{rest}", words.join("|")));
    let groups = groups.into_iter().map(|(whose, methods)| match &methods[..] {
        [one] => format!("{whose}:{one}"),
        some => format!("{whose}:({})", some.join("|")),
    });
    format!("/^({})$/", alike.chain(groups).collect::<Vec<_>>().join("|"))
}

/// The name of the only namespace of a method that begins with it, and the rest.
fn own(namespaces: &[Namespace], method: &'static str) -> Option<(&'static str, &'static str)> {
    let [one] = namespaces else { return None };
    Some((one.word(), method.strip_prefix(one.word())?))
}

fn add<'a, K: PartialEq>(groups: &mut Vec<(K, Vec<&'a str>)>, key: K, one: &'a str) {
    match groups.iter_mut().find(|(known, _)| *known == key) {
        Some((_, all)) => all.push(one),
        None => groups.push((key, vec![one])),
    }
}

fn whose(namespaces: &[Namespace]) -> String {
    let all = Namespace::ALL.iter().map(|(word, _)| *word);
    let left_out: Vec<_> =
        Namespace::ALL.iter().filter(|it| !namespaces.contains(&it.1)).map(|it| it.0).collect();
    let words: Vec<_> = all.filter(|word| !left_out.contains(word)).collect();
    match (&words[..], &left_out[..]) {
        (_, []) => "\\w+".to_owned(),
        (_, [but]) => format!("(?!{but})\\w+"),
        ([one], _) => (*one).to_owned(),
        _ => format!("({})", words.join("|")),
    }
}

/// `LIKE_THIS` as `likeThis`.
fn camel(name: &str) -> String {
    let mut parts = name.split('_').map(str::to_ascii_lowercase);
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |whole, part| {
        let (head, rest) = part.split_at(1);
        whole + &head.to_ascii_uppercase() + rest
    })
}

fn comment(lines: &[&str]) -> String {
    match lines {
        [line] => format!("/**{line} */\n"),
        lines => {
            format!("/**\n *{}\n */\n", lines.join("\n *"))
        }
    }
}
