//! What an NFT says of itself: its name, its collection and where its picture is.
//!
//! [`Metadata::of`] asks the contracts of many by one call, and fetches what they point to; a stranger wrote
//! both. [`Metadata::picture`] is for whoever shows one of them.

use super::elsewhere::Elsewhere;
use super::source::{Nft, Source, Standard, is_of};
use crate::ceiling::Ceiling;
use crate::client_address::Block;
use crate::held_bytes::NoRoom;
use crate::holdings::NotRead;
use crate::holdings::token;
use crate::outside::Outside;
use crate::rate_limits::Deposit;
use crate::upstream::multicall::{self, Answer, Asked};
use crate::upstream::{Chain, Errand};
use chains::evm::contracts::{Erc20, Erc721, Erc1155, read};
use futures_util::StreamExt;
use futures_util::stream;
use quick_cache::sync::Cache;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout_at;

/// The longest URI into which the number of an NFT is written: a longer one is no URL that is asked.
const MOST_FILLED: usize = 16 * 1024;
/// The largest metadata: some have their picture in them.
const MOST_BYTES: usize = 1024 * 1024;
/// How many are fetched at once for all questions, and how many of them for one client.
const FETCHED_AT_ONCE: usize = 64;
const FETCHED_FOR_ONE: usize = 16;
/// How many are fetched at once for one question, and how long it waits for all of them.
const AT_ONCE: usize = 8;
const WAIT: Duration = Duration::from_millis(2_500);
/// For how long they are kept, and for how long it is that there are none.
const FOUND: Duration = Duration::from_hours(24);
const MISSED: Duration = Duration::from_mins(5);
const MOST_KEPT: usize = 20_000;
/// How many contracts that fail together are asked on their own.
const SINGLES: usize = 16;

/// What is known of an NFT. What nobody says is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NftFacts {
    pub(crate) name: String,
    pub(crate) collection: String,
    pub(crate) picture: Option<Source>,
}

/// What metadata say, in full.
#[derive(Default)]
struct Said {
    name: String,
    /// A URI.
    picture: Option<String>,
}

/// What is known of NFTs.
pub(crate) struct Metadata {
    kept: Cache<String, (NftFacts, Instant)>,
    fetching: Ceiling,
}

/// How metadata are fetched.
pub(crate) struct Fetching<'a> {
    pub(crate) elsewhere: &'a Elsewhere,
    pub(crate) outside: &'a Outside,
    pub(crate) errand: Errand,
    pub(crate) deposit: &'a Deposit<'a>,
}

impl Metadata {
    /// `exempt` addresses are many clients.
    pub(super) fn new(exempt: &[Block]) -> Self {
        Metadata {
            kept: Cache::new(MOST_KEPT),
            fetching: Ceiling::new(FETCHED_AT_ONCE, FETCHED_FOR_ONE, exempt),
        }
    }

    /// What is known of NFTs of a chain, in their order. Metadata that take too long are left out: their
    /// picture is looked for when it is shown. Whose turn did not come, or who had no room, asks again next time.
    pub(crate) async fn of(
        &self,
        chain: &Chain,
        fetching: &Fetching<'_>,
        nfts: &[Nft],
    ) -> Result<Vec<NftFacts>, NotRead> {
        let Fetching { elsewhere, outside, errand, deposit } = *fetching;
        let mut facts: Vec<Option<NftFacts>> = nfts.iter().map(|it| self.kept(it)).collect();
        let open: Vec<usize> = (0..nfts.len()).filter(|&at| facts[at].is_none()).collect();
        let asked: Vec<Nft> = open.iter().map(|&at| nfts[at].clone()).collect();
        let told = told(chain, errand, &asked).await?;
        for (&at, Told { collection, uri, .. }) in open.iter().zip(&told) {
            let picture = uri.as_ref().map(|_| Source::Nft(nfts[at].clone()));
            let collection = collection.clone();
            facts[at] = Some(NftFacts { name: String::new(), collection, picture });
        }
        let is_asked = |it: &&Told| it.uri.as_ref().is_some_and(|it| elsewhere.is_asked(it));
        deposit.spend(told.iter().filter(is_asked).count());
        let begun = Mutex::new(BTreeSet::new());
        // Of one that another left no gas nothing is known, not even that there is nothing.
        let sure = open.into_iter().zip(told).filter(|(_, told)| told.is_sure);
        let uris: Vec<(usize, Option<String>)> = sure.map(|(at, told)| (at, told.uri)).collect();
        let fetching = stream::iter(uris).map(async |(at, uri)| match uri {
            Some(uri) => {
                let begin = || {
                    locked(&begun).insert(at);
                };
                (at, self.said(elsewhere, outside, errand, &uri, begin).await)
            }
            None => (at, Ok(None)),
        });
        let mut fetching = std::pin::pin!(fetching.buffer_unordered(AT_ONCE));
        let end = errand.end.min(tokio::time::Instant::now() + WAIT);
        while let Ok(Some((at, said))) = timeout_at(end, fetching.next()).await {
            locked(&begun).remove(&at);
            let (Ok(said), Some(facts)) = (said, &mut facts[at]) else { continue };
            let nft = &nfts[at];
            let lasts = if said.is_some() { FOUND } else { MISSED };
            let Said { name, picture } = said.unwrap_or_default();
            let found = || Source::Nft(nft.clone());
            facts.name = name;
            facts.picture = picture.and_then(|uri| Source::at(&uri, found));
            facts.picture = facts.picture.take().filter(|it| elsewhere.is_had(it));
            self.keep(nft, facts, lasts);
        }
        for at in std::mem::take(&mut *locked(&begun)) {
            let Some(facts) = &facts[at] else { continue };
            self.keep(&nfts[at], facts, MISSED);
        }
        Ok(facts.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn keep(&self, nft: &Nft, facts: &NftFacts, time: Duration) {
        self.kept.insert(nft.text(), (facts.clone(), Instant::now() + time));
    }

    fn kept(&self, nft: &Nft) -> Option<NftFacts> {
        self.kept.get(&nft.text()).filter(|(_, end)| Instant::now() < *end).map(|(facts, _)| facts)
    }

    /// The URI of the picture of one; nothing where it has none.
    pub(crate) async fn picture(
        &self,
        chain: &Chain,
        elsewhere: &Elsewhere,
        outside: &Outside,
        errand: Errand,
        nft: &Nft,
    ) -> Result<Option<String>, NotRead> {
        let told = told(chain, errand, std::slice::from_ref(nft)).await?;
        let Some(Told { uri: Some(uri), .. }) = told.into_iter().next() else { return Ok(None) };
        let said = self.said(elsewhere, outside, errand, &uri, || ()).await;
        Ok(said.map_err(|why| NotRead::NoRoom(why.0))?.and_then(|it| it.picture))
    }

    /// What the metadata at a URI say. Those that are asked of others wait for their turn, and `begin` after it.
    async fn said(
        &self,
        elsewhere: &Elsewhere,
        outside: &Outside,
        errand: Errand,
        uri: &str,
        begin: impl FnOnce(),
    ) -> Result<Option<Said>, NoRoom> {
        let turn = async || self.fetching.turn(errand.from).await;
        let _turn = if elsewhere.is_asked(uri) { Some(turn().await) } else { None };
        begin();
        let body = || outside.held.gather(errand.from);
        let bytes = elsewhere.bytes(outside, uri, MOST_BYTES, body).await?;
        Ok(bytes.and_then(|it| read_metadata(&it)))
    }
}

/// What a contract says of an NFT.
struct Told {
    /// How the collection is called.
    collection: String,
    /// Where the metadata are.
    uri: Option<String>,
    /// It said all that it has to say.
    is_sure: bool,
}

/// What contracts say of each.
async fn told(chain: &Chain, errand: Errand, nfts: &[Nft]) -> Result<Vec<Told>, NotRead> {
    if nfts.is_empty() {
        return Ok(Vec::new());
    }
    let asked: Vec<Asked> = nfts
        .iter()
        .flat_map(|it| {
            let place = match it.standard {
                Standard::Erc721 => {
                    Asked::of(it.contract, &Erc721::tokenURICall { tokenId: it.number.into() })
                }
                Standard::Erc1155 => {
                    Asked::of(it.contract, &Erc1155::uriCall { id: it.number.into() })
                }
            };
            [place, Asked::of(it.contract, &Erc20::nameCall {})]
        })
        .collect();
    let answers = multicall::all(chain, errand, &asked, SINGLES).await?;
    let told = nfts.iter().zip(answers.chunks(2)).map(|(nft, answers)| {
        let uri = answers[0].data().and_then(read::<Erc721::tokenURICall>);
        let uri = uri.filter(|it| !it.is_empty() && it.len() <= MOST_BYTES * 2);
        let name = answers[1].data().and_then(read::<Erc20::nameCall>);
        let collection = name.map(|it| token::name(&it)).unwrap_or_default();
        let uri = uri.and_then(|it| filled(it, &nft.digits()));
        Told { collection, uri, is_sure: !answers.contains(&Answer::Unknown) }
    });
    Ok(told.collect())
}

/// A URI with the number of an NFT in it, where it has a place for that; nothing where it gets too long to be
/// asked. What is inline and long has none.
fn filled(uri: String, digits: &str) -> Option<String> {
    const PLACE: &str = "{id}";
    let places = uri.matches(PLACE).count();
    let length = uri.len() + places * digits.len().saturating_sub(PLACE.len());
    match places {
        0 => Some(uri),
        _ if length <= MOST_FILLED => Some(uri.replace(PLACE, digits)),
        _ => is_of(&uri, "data:").then_some(uri),
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads what [ERC-721](https://eips.ethereum.org/EIPS/eip-721) and what marketplaces made of it have.
fn read_metadata(bytes: &[u8]) -> Option<Said> {
    let said: Value = serde_json::from_slice(bytes).ok()?;
    let text = |key: &str| said.get(key).and_then(Value::as_str).filter(|it| !it.is_empty());
    let name = text("name").map(token::name).unwrap_or_default();
    let picture = text("image").or_else(|| text("image_url")).map(str::to_owned);
    said.is_object().then_some(Said { name, picture })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<(String, Option<String>)> {
        read_metadata(json.as_bytes()).map(|it| (it.name, it.picture))
    }

    #[test]
    fn what_metadata_say_is_read() {
        let found = read(r#"{"name":"First","image":"ipfs://a/1.png","attributes":[{"a":[1]}]}"#);
        assert_eq!(found, Some(("First".to_owned(), Some("ipfs://a/1.png".to_owned()))));
        let markup = r#"{"name":"<img src=x onerror=alert(1)>\u202e\u0000\n"}"#;
        assert_eq!(read(markup), Some(("<img src=x onerror=alert(1)>".to_owned(), None)));
    }

    #[test]
    fn a_number_makes_no_uri_longer_than_one_that_is_asked() {
        let digits = "0".repeat(64);
        let of = |uri: &str| filled(uri.to_owned(), &digits).map(|it| it.len());
        assert_eq!(of("https://a.example/{id}/{id}.json"), Some(24 + 128));
        assert_eq!(of(&format!("https://a.example/{}", "{id}".repeat(1_000))), None);
        assert_eq!(of(&format!("https://a.example/{}", "a".repeat(100_000))), Some(100_018));
        let inline = format!("data:application/json,{}", "{id}".repeat(100_000));
        assert_eq!(of(&inline), Some(inline.len()));
    }

    #[test]
    fn what_is_of_another_shape_says_nothing() {
        for json in ["", "[]", "null", "\"name\"", "<svg/>", "{\"name\":\"a\"", "{}}"] {
            assert_eq!(read(json), None, "{json}");
        }
        assert_eq!(read(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))), None);
        let nested = format!("{{\"name\":\"a\",\"b\":{}}}", "{\"a\":".repeat(10_000));
        assert_eq!(read(&nested), None);
        for json in [
            r#"{"name":1,"image":{"url":"https://a.example"}}"#,
            r#"{"name":["a"],"image":["https://a.example"],"image_url":7}"#,
            r#"{"name":null,"image":null,"image_data":false}"#,
        ] {
            assert_eq!(read(json), Some((String::new(), None)), "{json}");
        }
        let long = read(&format!("{{\"name\":\"{}\"}}", "a".repeat(100_000)));
        assert_eq!(long.map(|it| it.0.len()), Some(64));
    }
}
