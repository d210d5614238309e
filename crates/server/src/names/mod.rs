//! Which name an account has, by ENS, and which picture the name has.
//!
//! [`Names::of`] is the way of a question: what is kept, then the universal resolver of ENS
//! (`resolver.rs`), which says an account's name and has confirmed that the name is that account's; where a
//! name lies elsewhere, `lookup.rs` asks its gateways (ERC-3668). `avatar.rs` reads what the name says of its
//! picture. That somebody has no name is kept, too.

mod avatar;
mod lookup;
mod resolver;

use crate::clock::now_ms;
use crate::holdings::NotRead;
use crate::outside::Outside;
use crate::pictures::source::Source;
use crate::upstream::{Chain, Chains, Errand};
use chains::evm::address::Address;
use quick_cache::sync::Cache;
use std::net::IpAddr;
use std::time::{Duration, Instant};
use tokio::time::timeout_at;

/// For how long a name is kept, and that there is none: it may change hands.
pub(crate) const GOOD: Duration = Duration::from_mins(5);
const MOST_KEPT: usize = 50_000;
/// For how long it is kept that one could not be looked up.
const FAILED: Duration = Duration::from_mins(1);
const MOST_FAILED: usize = 10_000;
/// The record of a name that says where its picture is.
const AVATAR: &str = "avatar";
/// Longer names are not shown.
const LONGEST_NAME: usize = 255;

/// What is known of names.
pub(crate) struct Names {
    kept: Cache<Address, Kept>,
    /// Until when nobody is asked for a client again: what one has no time for another may have.
    failed: Cache<(IpAddr, Address), Instant>,
}

/// Who is asked for a name.
#[derive(Clone, Copy)]
pub(crate) struct Naming<'a> {
    /// All chains: an avatar may be on any.
    pub(crate) chains: &'a Chains,
    /// That of ENS.
    pub(crate) chain: &'a Chain,
    pub(crate) outside: &'a Outside,
    pub(crate) errand: Errand,
}

/// What was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) name: Option<String>,
    pub(crate) avatar: Option<Source>,
    /// When it was looked up, in milliseconds since 1970.
    pub(crate) at_ms: i64,
    /// For how long it is good.
    pub(crate) rest: Duration,
}

#[derive(Clone)]
struct Kept {
    name: Option<String>,
    avatar: Option<Source>,
    at_ms: i64,
    /// Until when it is good.
    end: Instant,
}

impl Kept {
    fn rest(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

impl Default for Names {
    fn default() -> Self {
        Names { kept: Cache::new(MOST_KEPT), failed: Cache::new(MOST_FAILED) }
    }
}

impl Names {
    /// The name of an account, as the chain of ENS has it, and its picture. Who asks for the same one meanwhile waits
    /// for it, and nobody longer than their question lasts.
    pub(crate) async fn of(&self, asked: Naming<'_>, account: Address) -> Result<Found, NotRead> {
        let found = |it: &Kept| Found {
            name: it.name.clone(),
            avatar: it.avatar.clone(),
            at_ms: it.at_ms,
            rest: it.rest(),
        };
        if let Some(kept) = self.kept.get(&account).filter(|it| it.rest() > Duration::ZERO) {
            return Ok(found(&kept));
        }
        let key = (asked.errand.from, account);
        if self.failed.get(&key).is_some_and(|end| Instant::now() < end) {
            return Err(NotRead::Silent);
        }
        self.kept.remove_if(&account, |it| it.rest() == Duration::ZERO);
        let look_up = Box::pin(look_up(asked, account));
        let looking = self.kept.get_or_insert_async(&account, look_up);
        let kept = in_time(asked.errand, looking).await;
        if matches!(kept, Err(NotRead::Silent)) {
            self.failed.insert(key, Instant::now() + FAILED);
        }
        kept.map(|it| found(&it))
    }

    /// What a name says of its picture.
    pub(crate) async fn avatar(
        &self,
        chain: &Chain,
        outside: &Outside,
        errand: Errand,
        name: &str,
    ) -> Result<Option<String>, NotRead> {
        in_time(errand, resolver::record(chain, outside, errand, name, AVATAR)).await
    }
}

/// Fails as soon as an errand is over, however many are asked one after the other.
async fn in_time<T>(
    errand: Errand,
    asking: impl Future<Output = Result<T, NotRead>>,
) -> Result<T, NotRead> {
    timeout_at(errand.end, asking).await.unwrap_or(Err(NotRead::Silent))
}

/// The name, and its picture, as far as that is told in half of the time that is left.
async fn look_up(asked: Naming<'_>, account: Address) -> Result<Kept, NotRead> {
    let Naming { chains, chain, outside, errand } = asked;
    let name = resolver::name(chain, outside, errand, account).await?.filter(|it| is_shown(it));
    let (at_ms, good) = (now_ms(), Instant::now() + GOOD);
    let Some(name) = name else {
        return Ok(Kept { name: None, avatar: None, at_ms, end: good });
    };
    let left = errand.end.saturating_duration_since(tokio::time::Instant::now());
    let errand = errand.within(left / 2);
    let told = async {
        Ok(match resolver::record(chain, outside, errand, &name, AVATAR).await? {
            Some(record) => avatar::source(chains, errand, account, &name, &record).await,
            None => None,
        })
    };
    let (avatar, end) = match in_time(errand, told).await {
        Ok(avatar) => (avatar, good),
        Err(why @ NotRead::NoRoom(_)) => return Err(why),
        Err(NotRead::Silent) => (None, Instant::now() + FAILED),
    };
    Ok(Kept { name: Some(name), avatar, at_ms, end })
}

/// Whether a name may be shown: as [ENSIP-15](https://docs.ens.domains/ensip/15) writes it. Any other may look
/// like somebody else's.
fn is_shown(name: &str) -> bool {
    let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'.';
    let is_whole = name.len() <= LONGEST_NAME && name.contains('.');
    let has_labels = name.split('.').all(|label| !label.is_empty());
    // Its tables are large, and most names need none of them.
    let is_written_so =
        || name.bytes().all(is_plain) || ens_normalize::normalize(name).is_ok_and(|it| it == name);
    is_whole && has_labels && is_written_so()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_may_look_like_anothers_is_not_shown() {
        for name in [
            "alice.eth",
            "pay.alice-1.eth",
            "_x.eth",
            "b\u{fc}cher.eth",
            "\u{1f984}.eth",
            "\u{1f1e8}\u{1f1ed}.eth",
            "\u{4f60}\u{597d}.eth",
            "\u{3bd}\u{3af}\u{3ba}\u{3b7}.eth",
        ] {
            assert!(is_shown(name), "{name}");
        }
        for name in [
            "",
            "alice",
            "Alice.eth",
            "B\u{fc}cher.eth",
            "bu\u{308}cher.eth",
            "\u{2167}.eth",
            // Letters of two scripts, then of one whose look is that of another.
            "a\u{430}lice.eth",
            "\u{430}\u{440}\u{435}.eth",
            "\u{1f984}\u{fe0f}.eth",
            "x_y.eth",
            "xn--a.eth",
            "alice..eth",
            ".eth",
            "a\u{200d}.eth",
            "a\u{202e}.eth",
            "<b>.eth",
            "a b.eth",
        ] {
            assert!(!is_shown(name), "{name}");
        }
        assert!(!is_shown(&format!("{}.eth", "a".repeat(300))));
    }
}
