//! Events of pages: read from what was sent, and cleaned.
//!
//! Pages leave out what tells too much; here it is taken out again, because not every page is ours.
//! Kept are the event and the page it happened on, never a query, a fragment or a network address.

use crate::clock::now_ms;
use crate::db::event::StoredEvent;
use chains::evm::timestamp::milliseconds;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

const NAME_LETTERS: usize = 64;
const ADDRESS_LETTERS: usize = 128;
const URL_LETTERS: usize = 2048;
/// Of all properties as they were sent. Read, they take a hundred times as much.
const PROPS_BYTES: usize = 16 * 1024;

/// An event as pages send it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SentEvent<'a> {
    event_id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    domain: String,
    timestamp: Timestamp,
    #[serde(borrow)]
    props: &'a RawValue,
}

/// Events carry milliseconds, errors the text of a date.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected milliseconds since 1970 or the text of a date")]
enum Timestamp {
    Milliseconds(Number),
    Date(String),
}

#[derive(Deserialize)]
struct Props {
    #[serde(default, rename = "type")]
    kind: String,
    event: String,
    address: Option<String>,
    properties: Option<Map<String, Value>>,
    /// What errors carry stands beside the name.
    #[serde(flatten)]
    flat: Map<String, Value>,
}

impl SentEvent<'_> {
    /// The event as it is kept, or what is wrong with it.
    pub(crate) fn stored(self, sdk: &str) -> Result<StoredEvent, String> {
        let SentEvent { event_id, url, domain, timestamp, props } = self;
        if props.get().len() > PROPS_BYTES {
            return Err(format!("its props are larger than {PROPS_BYTES} bytes"));
        }
        let props: Props = serde_json::from_str(props.get()).map_err(|error| error.to_string())?;
        let mut properties = props.flat;
        properties.extend(props.properties.unwrap_or_default());
        let page = url.split(['?', '#']).next().unwrap_or_default();
        Ok(StoredEvent {
            id: named("eventId", &event_id)?,
            kind: clean(&props.kind, NAME_LETTERS),
            name: named("props.event", &props.event)?,
            properties,
            address: props.address.map(|it| clean(&it, ADDRESS_LETTERS)),
            url: clean(page, URL_LETTERS),
            domain: clean(&domain, URL_LETTERS),
            sdk: clean(sdk, NAME_LETTERS),
            sent_at_ms: timestamp.ms()?,
            received_at_ms: now_ms(),
        })
    }
}

impl Timestamp {
    fn ms(&self) -> Result<i64, String> {
        let ms = match self {
            Timestamp::Milliseconds(number) => number.as_i64(),
            Timestamp::Date(text) => milliseconds(text),
        };
        ms.ok_or_else(|| {
            "timestamp: neither whole milliseconds since 1970 nor a date such as \
             2026-01-31T12:00:00.000Z"
                .to_owned()
        })
    }
}

fn named(field: &str, text: &str) -> Result<String, String> {
    let is_fit =
        (1..=NAME_LETTERS).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_graphic());
    if is_fit {
        return Ok(text.to_owned());
    }
    Err(format!("{field}: must be 1 to {NAME_LETTERS} visible ASCII letters"))
}

/// Without what a database or a terminal would stumble over, and not endless.
fn clean(text: &str, most_letters: usize) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(most_letters).collect()
}
