//! Which links may open a wallet, by their scheme. The directory, the engine and the page go by this one table.

/// The schemes that are no app's, in small letters: what runs or shows what the link says, what is of the
/// browser or of the system, and what starts any app at all with anything. A `*` stands for whatever follows.
pub const NO_APPS: &str = "javascript vbscript data blob file filesystem about view-source jar ws wss ftp \
    ftps sftp ssh telnet smb afp nfs ldap ldaps tel sms smsto mms mmst mmsto mailto facetime facetime-* \
    callto intent intents android-app content cid mid mhtml its shell search search-* ms-* itms-* res \
    resource chrome* devtools moz-* safari-* webkit* x-*";

/// Whether a link with this scheme may open a wallet: it is a page's, or an app's own (RFC 3986, 3.1).
pub fn may_open(scheme: &str) -> bool {
    let is_scheme = scheme.starts_with(|it: char| it.is_ascii_alphabetic())
        && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'-' | b'.'));
    is_scheme && !NO_APPS.split(' ').any(|it| is_among(scheme, it))
}

fn is_among(scheme: &str, names: &str) -> bool {
    match names.strip_suffix('*') {
        Some(first) => scheme.get(..first.len()).is_some_and(|it| it.eq_ignore_ascii_case(first)),
        None => scheme.eq_ignore_ascii_case(names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_apps_opens_no_wallet() {
        for names in NO_APPS.split(' ') {
            let name = names.replace('*', "");
            assert!(!may_open(&name) && !may_open(&name.to_uppercase()), "{names}");
            assert_eq!(may_open(&[&name, "x"].concat()), name == names, "{names}");
            assert_eq!(names, names.to_lowercase(), "the page asks in small letters");
        }
        for scheme in ["", "1wallet", "wal let", " wallet", "-wallet", "wallét", "java\nscript"] {
            assert!(!may_open(scheme), "{scheme:?}");
        }
    }

    #[test]
    fn apps_and_pages_do() {
        for scheme in ["https", "http", "wc", "Wallet", "a-b.c+1", "xverse", "chrom", "mswallet"] {
            assert!(may_open(scheme), "{scheme}");
        }
    }
}
