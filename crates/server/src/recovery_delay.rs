//! Which projects may have people wait for a wallet that signing in brings back: those whose pages are all of the site of
//! the vault. Browsers forget what a frame of another site keeps, and people would wait again and again.

use crate::origin::Origin;

/// The longest that a project has people wait: three days.
const MOST_HOURS: u32 = 72;

/// Why nobody can be made to wait for so long on pages of these origins, where the frame is of `vault`.
pub(crate) fn fault(hours: u32, origins: &[String], vault: &Origin) -> Option<String> {
    if hours == 0 {
        return None;
    }
    if hours > MOST_HOURS {
        return Some(format!("must be at most {MOST_HOURS}."));
    }
    let cure = "Browsers forget what a frame of another site keeps, and people would wait for their wallet again and \
                again. Leave it at 0, or give the vault an address below that of the site.";
    if origins.is_empty() {
        return Some(format!("every page may use the project, of whatever site. {cure}"));
    }
    let vault = vault.to_string();
    let other = origins.iter().find(|it| site(it) != site(&vault))?;
    Some(format!("`{other}` is another site than the vault, {vault}. {cure}"))
}

/// The scheme and the [registrable domain](https://url.spec.whatwg.org/#host-registrable-domain) of an origin, or of a
/// pattern of origins.
fn site(origin: &str) -> (&str, &str) {
    let (scheme, authority) = origin.split_once("://").unwrap_or(("https", origin));
    let end = authority.rfind(':').filter(|at| !authority[*at..].contains(']'));
    let host = authority[..end.unwrap_or(authority.len())].trim_start_matches("*.");
    (scheme, psl::domain_str(host).unwrap_or(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_wait_where_the_vault_is_of_the_site_of_the_pages() {
        let vault = Origin::parse("https://vault.shop.co.uk:8443").expect("an origin");
        let of = |hours, origins: &[&str]| {
            let origins: Vec<String> = origins.iter().map(|it| (*it).to_owned()).collect();
            fault(hours, &origins, &vault)
        };
        assert_eq!(of(0, &["https://other.co.uk"]), None);
        assert_eq!(
            of(72, &["https://shop.co.uk", "https://*.shop.co.uk:9443", "shop.co.uk"]),
            None
        );
        let refused: [(u32, &[&str]); 5] = [
            (73, &["https://shop.co.uk"]),
            (1, &[]),
            (1, &["https://shop.co.uk", "https://other.co.uk"]),
            (1, &["http://shop.co.uk"]),
            (1, &["https://shop.co.uk.evil.example"]),
        ];
        for (hours, origins) in refused {
            assert!(of(hours, origins).is_some(), "{hours} {origins:?}");
        }
    }
}
