//! What each field of a wallet must be. `registry/wallets.schema.json` tells editors the same, and a
//! test holds both together.
//!
//! Links end up in pages and on phones, so each may only begin as a link of its kind does.

use crate::images::drawing::Color;
use axum::http::Uri;
use directory::{is_chain, is_namespace};
use protocol::api::{Injected, WalletListing};
use protocol::app_link::may_open;
use serde::de::DeserializeOwned;

/// The field that names a file beside the registry. It and [`COLOR`] are no fields of a listing.
pub(super) const ICON: &str = "icon";
/// The field that says on which colour letters stand where there is no icon.
pub(super) const COLOR: &str = "color";

/// What each kind of text must be, as a test and in words.
struct Kind {
    fits: fn(&str) -> bool,
    wanted: &'static str,
}

const ID: Kind = Kind { fits: is_id, wanted: "64 hex digits in small letters" };
const NAME: Kind = Kind { fits: is_name, wanted: "1 to 60 letters without signs that nobody sees" };
const BADGE: Kind = Kind { fits: |it| it == "certified", wanted: "\"certified\"" };
const RDNS: Kind = Kind { fits: is_rdns, wanted: "a name such as com.example.harbor" };
const PAGE: Kind = Kind { fits: is_page, wanted: "a URL that begins with https://" };
const APP: Kind =
    Kind { fits: opens_app, wanted: "a link such as harbor:// or https://harbor.example" };
const APP_STORE: Kind = Kind {
    fits: |it| is_page(it) && it.starts_with("https://apps.apple.com/"),
    wanted: "a page of https://apps.apple.com",
};
const PLAY_STORE: Kind = Kind {
    fits: |it| is_page(it) && it.starts_with("https://play.google.com/"),
    wanted: "a page of https://play.google.com",
};
const CHROME_STORE: Kind = Kind {
    fits: |it| {
        let is_old = it.starts_with("https://chrome.google.com/webstore/");
        is_page(it) && (is_old || it.starts_with("https://chromewebstore.google.com/"))
    },
    wanted: "a page of https://chromewebstore.google.com",
};
const CHAINS: &str = "a list of CAIP-2 ids such as eip155:1, or []";
const INJECTED: &str =
    "a list such as [{\"namespace\":\"eip155\",\"injected_id\":\"isHarbor\"}], or []";

/// Reads one field. The error is the end of a sentence that begins with the field's name.
pub(super) fn set(listing: &mut WalletListing, name: &str, json: &str) -> Result<(), String> {
    match name {
        "id" => listing.id = text(json, ID)?,
        "name" => listing.name = text(json, NAME)?,
        "homepage" => listing.homepage = Some(text(json, PAGE)?),
        "badge_type" => listing.badge_type = Some(text(json, BADGE)?),
        "rdns" => listing.rdns = Some(text(json, RDNS)?),
        "mobile_link" => listing.mobile_link = Some(text(json, APP)?),
        "link_mode" => listing.link_mode = Some(text(json, PAGE)?),
        "desktop_link" => listing.desktop_link = Some(text(json, APP)?),
        "webapp_link" => listing.webapp_link = Some(text(json, PAGE)?),
        "app_store" => listing.app_store = Some(text(json, APP_STORE)?),
        "play_store" => listing.play_store = Some(text(json, PLAY_STORE)?),
        "chrome_store" => listing.chrome_store = Some(text(json, CHROME_STORE)?),
        "chains" => listing.chains = list(json, |it: &String| is_chain(it), CHAINS)?,
        "injected" => listing.injected = list(json, is_injected, INJECTED)?,
        _ => return Err("is not a field of a wallet".to_owned()),
    }
    Ok(())
}

/// Reads the field [`COLOR`]; the error is as that of [`set`].
pub(super) fn color(json: &str) -> Result<Color, String> {
    let text: Option<String> = serde_json::from_str(json).ok();
    text.and_then(|it| Color::parse(&it))
        .ok_or_else(|| "must be a colour such as \"#f6851b\", in small letters".to_owned())
}

fn text(json: &str, Kind { fits, wanted }: Kind) -> Result<String, String> {
    let Ok(text) = serde_json::from_str::<String>(json) else {
        return Err(format!("must be {wanted}"));
    };
    if fits(&text) {
        return Ok(text);
    }
    let shown: String = text.chars().take(80).collect();
    Err(format!("must be {wanted}, {shown:?} is not"))
}

fn list<T: DeserializeOwned>(
    json: &str,
    fits: impl Fn(&T) -> bool,
    wanted: &str,
) -> Result<Vec<T>, String> {
    let list: Option<Vec<T>> = serde_json::from_str(json).ok();
    list.filter(|list| list.iter().all(fits)).ok_or_else(|| format!("must be {wanted}"))
}

fn is_id(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_name(text: &str) -> bool {
    let is_hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    (1..=60).contains(&text.chars().count()) && text.trim() == text && !text.contains(is_hidden)
}

fn is_page(text: &str) -> bool {
    let is_read = text.parse::<Uri>().is_ok_and(|uri| uri.host().is_some_and(|it| !it.is_empty()));
    is_link(text) && text.starts_with("https://") && is_read
}

/// A scheme of an app's own, or a page.
fn opens_app(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once("://") else { return false };
    let is_plain = scheme.eq_ignore_ascii_case("http");
    is_link(text) && may_open(scheme) && !is_plain && (scheme != "https" || is_page(text))
}

fn is_link(text: &str) -> bool {
    text.len() <= 500 && text.bytes().all(|it| it.is_ascii_graphic() && !b"\"'<>\\`".contains(&it))
}

fn is_rdns(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
    };
    text.len() <= 253 && text.contains('.') && text.split('.').all(is_label)
}

fn is_injected(injected: &Injected) -> bool {
    let id = &injected.injected_id;
    is_namespace(&injected.namespace)
        && (1..=64).contains(&id.len())
        && id.bytes().all(|it| it.is_ascii_alphanumeric() || b".-_$".contains(&it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn answer(name: &str, json: &str) -> Result<(), String> {
        set(&mut WalletListing::default(), name, json)
    }

    #[test]
    fn what_fits_is_taken() {
        for (name, json) in [
            ("name", "\"<b>Harbor</b>\""),
            ("homepage", "\"https://harbor.example/#top\""),
            ("rdns", "\"io.leapwallet.CompassWallet\""),
            ("badge_type", "\"certified\""),
            ("mobile_link", "\"unstoppable.money://\""),
            ("mobile_link", "\"https://go.harbor.example\""),
            ("desktop_link", "\"HootArk://wc\""),
            ("chrome_store", "\"https://chrome.google.com/webstore/detail/x/y\""),
            ("chains", "[]"),
            ("chains", "[\"eip155:1\",\"tezos:NetXdQprcVkpaWU\"]"),
            ("injected", "[{\"namespace\":\"bip122\",\"injected_id\":\"$onekey.btc\"}]"),
        ] {
            assert_eq!(answer(name, json), Ok(()), "{name} {json}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (name, json) in [
            ("id", "\"0X\""),
            ("name", "\" Harbor\""),
            ("name", "\"Har\u{202e}bor\""),
            ("name", "\"Har\\nbor\""),
            ("name", "null"),
            ("homepage", "\"http://harbor.example\""),
            ("homepage", "\"https://\""),
            ("homepage", "\"https://harbor.example/a b\""),
            ("webapp_link", "\"javascript:alert(1)\""),
            ("mobile_link", "\"javascript://%0aalert(1)\""),
            ("mobile_link", "\"JavaScript://x\""),
            ("mobile_link", "\"data://text/html,x\""),
            ("mobile_link", "\"http://harbor.example\""),
            ("mobile_link", "\"Wss://harbor.example\""),
            ("mobile_link", "\"intent://harbor#Intent;end\""),
            ("mobile_link", "\"harbor:\""),
            ("mobile_link", "\"://harbor\""),
            ("desktop_link", "\"harbor://\\\"><b>\""),
            ("app_store", "\"https://apps.apple.com.evil.example/x\""),
            ("play_store", "\"https://apps.apple.com/x\""),
            ("badge_type", "\"none\""),
            ("rdns", "\"harbor\""),
            ("rdns", "\"com..harbor\""),
            ("chains", "\"eip155:1\""),
            ("chains", "[\"eip155\"]"),
            ("chains", "[1]"),
            ("injected", "[{\"namespace\":\"eip155\"}]"),
            ("injected", "[{\"namespace\":\"eip155\",\"injected_id\":\"a b\"}]"),
            ("order", "1"),
            ("image_id", "\"a\""),
        ] {
            assert!(answer(name, json).is_err(), "{name} {json}");
        }
    }

    #[test]
    fn the_schema_names_the_same_fields() {
        let schema: Value =
            serde_json::from_str(include_str!("../../registry/wallets.schema.json"))
                .expect("the schema is JSON");
        let fields = schema["items"]["properties"].as_object().expect("fields");
        for name in fields.keys().filter(|name| ![ICON, COLOR].contains(&name.as_str())) {
            let refusal = answer(name, "{}").expect_err("an object is no value of any field");
            assert!(refusal.starts_with("must be"), "{name} {refusal}");
        }
        let some = || Some(String::new());
        let whole = WalletListing {
            homepage: some(),
            image_id: some(),
            badge_type: some(),
            rdns: some(),
            mobile_link: some(),
            link_mode: some(),
            desktop_link: some(),
            webapp_link: some(),
            app_store: some(),
            play_store: some(),
            chrome_store: some(),
            ..WalletListing::default()
        };
        let listing = serde_json::to_value(whole).expect("JSON");
        let given = listing.as_object().expect("fields").keys();
        for name in given.filter(|name| *name != "image_id" && *name != "order") {
            assert!(fields.contains_key(name), "{name} is not in the schema");
        }
        assert_eq!(fields.len(), listing.as_object().map_or(0, |it| it.len() - 2) + 2);
    }

    #[test]
    fn a_colour_has_six_digits() {
        assert!(color("\"#f6851b\"").is_ok());
        for json in
            ["\"f6851b\"", "\"#F6851B\"", "\"#fff\"", "\"#f6851b00\"", "\"red\"", "1", "\"#é851b\""]
        {
            assert!(color(json).is_err_and(|it| it.starts_with("must be a colour")), "{json}");
        }
    }
}
