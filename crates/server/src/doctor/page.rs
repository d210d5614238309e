//! The page that embeds the modal: fetched as a browser would, with the policies that it came with.

use super::csp::Policy;
use super::get::{Answer, Ask};
use super::meta;
use super::target::Target;
use crate::origin::Origin;
use crate::upstream::Client;
use axum::http::Uri;
use url::{Position, Url};

const MOST_REDIRECTS: usize = 5;

/// A page.
pub(super) struct Page {
    pub(super) url: Uri,
    pub(super) origin: Origin,
    pub(super) place: Target,
    pub(super) status: u16,
    /// With what to call each of them.
    pub(super) policies: Vec<(&'static str, Policy)>,
    answer: Answer,
}

impl Page {
    /// Fetches it, through redirects. The error says what went wrong.
    pub(super) async fn fetch(client: &Client, url: Uri) -> Result<Self, String> {
        let mut url = url;
        for _ in 0..=MOST_REDIRECTS {
            let answer = Ask::get(url.clone()).send(client).await?;
            let location =
                answer.header("location").filter(|_| (300..400).contains(&answer.status));
            match location {
                Some(location) => url = resolved(&url, &location)?,
                None => return Page::of(url, answer),
            }
        }
        Err(format!("more than {MOST_REDIRECTS} redirects"))
    }

    pub(super) fn of(url: Uri, answer: Answer) -> Result<Self, String> {
        let place = Target::read(&url.to_string()).ok_or("it is no URL of a page")?;
        let origin = place.origin().ok_or("it is no URL of a page")?;
        let header = answer.header("content-security-policy").unwrap_or_default();
        let in_header = Policy::list(&header).into_iter().map(|it| ("the policy", it));
        let declared = meta::policies(&String::from_utf8_lossy(&answer.body));
        let in_meta = declared.iter().flat_map(|text| Policy::list(text)).map(Policy::of_meta);
        let policies = in_header.chain(in_meta.map(|it| ("the policy in <meta>", it))).collect();
        Ok(Page { url, origin, place, status: answer.status, policies, answer })
    }

    /// A header's value, in lower case.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        self.answer.header(name).map(|it| it.trim().to_ascii_lowercase())
    }
}

/// Where a redirect leads.
fn resolved(from: &Uri, location: &str) -> Result<Uri, String> {
    let whole = Url::parse(&from.to_string()).and_then(|from| from.join(location)).ok();
    // What stands behind a `#` is not asked for.
    let asked = whole.and_then(|url| url[..Position::AfterQuery].parse().ok());
    let is_web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
    asked
        .filter(is_web)
        .ok_or_else(|| format!("a redirect to `{location}`, which cannot be followed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_lead_where_they_lead_in_a_browser() {
        let from: Uri = "https://a.example/x/y?z".parse().expect("a URL");
        for (location, to) in [
            ("http://b.example/", "http://b.example/"),
            ("//b.example/c", "https://b.example/c"),
            ("/c?d#e", "https://a.example/c?d"),
            ("c/d", "https://a.example/x/c/d"),
        ] {
            assert_eq!(resolved(&from, location).map(|it| it.to_string()), Ok(to.to_owned()));
        }
    }
}
