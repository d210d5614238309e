//! How often something may be done, and by whom.
//!
//! Each mail costs its receiver a moment and the operator a mail; each code that is tried is a chance for
//! whoever guesses. Mails are counted by mailbox (aliases are one), by the network that asks and by project;
//! wrong codes by address, over all its codes. What a browser asks for that is known to the address is counted
//! by itself: a stranger cannot lock the owner out.

use crate::db::vault::throttle::Limit;
use crate::kms::{Hidden, Kms, KmsFault};
use std::net::{IpAddr, Ipv6Addr};

/// How long nobody is sent another mail.
pub(crate) const COOL_DOWN_MS: i64 = 30_000;
const MINUTE_MS: i64 = 60 * 1000;
pub(super) const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;
pub(super) const WEEK_MS: i64 = 7 * DAY_MS;
const MONTH_MS: i64 = 30 * DAY_MS;
/// After so many wrong codes in a row nothing is let in for an hour.
const FAILURES: i64 = 10;
/// From so many on it is closed for a month each time.
const MOST_FAILURES: i64 = 100;

/// What the operator says of it; a network may do something any number of times where 0 is said.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) mails_per_day: u32,
    pub(super) network_mails_per_hour: u32,
    pub(super) network_tries_per_hour: u32,
}

/// Who wants something.
pub(super) struct Asking<'a> {
    pub(super) project_id: &'a str,
    /// Whose mails are counted together.
    pub(super) mailbox: &'a str,
    pub(super) client: IpAddr,
}

/// The cool-down of a mailbox.
pub(super) async fn cool_down(
    kms: &dyn Kms,
    project_id: &str,
    mailbox: &str,
) -> Result<Limit, KmsFault> {
    let key = Hidden::of(kms, "cool-down", &[project_id, "\0", mailbox].concat()).await?;
    Ok(Limit { key, most: 1, window_ms: COOL_DOWN_MS })
}

/// All others that hold for mails.
pub(super) async fn of_mails(
    kms: &dyn Kms,
    of: &Asking<'_>,
    bounds: Bounds,
) -> Result<Vec<Limit>, KmsFault> {
    let mut limits = Vec::new();
    let mailbox = [of.project_id, "\0", of.mailbox].concat();
    for (kind, text, most, window_ms) in [
        ("mails-hour", &*mailbox, 5, HOUR_MS),
        ("mails-day", &mailbox, 10, DAY_MS),
        ("mails-project", of.project_id, i64::from(bounds.mails_per_day), DAY_MS),
    ] {
        limits.push(Limit { key: Hidden::of(kms, kind, text).await?, most, window_ms });
    }
    limits
        .extend(of_networks(kms, "mails-network", of.client, bounds.network_mails_per_hour).await?);
    Ok(limits)
}

/// Those that hold for codes that are tried.
pub(super) async fn of_tries(
    kms: &dyn Kms,
    client: IpAddr,
    bounds: Bounds,
) -> Result<Vec<Limit>, KmsFault> {
    of_networks(kms, "tries-network", client, bounds.network_tries_per_hour).await
}

async fn of_networks(
    kms: &dyn Kms,
    kind: &str,
    client: IpAddr,
    per_hour: u32,
) -> Result<Vec<Limit>, KmsFault> {
    let mut limits = Vec::new();
    for network in networks(client).iter().filter(|_| per_hour > 0) {
        let key = Hidden::of(kms, kind, network).await?;
        limits.push(Limit { key, most: i64::from(per_hour), window_ms: HOUR_MS });
    }
    Ok(limits)
}

/// Shares of a wallet that are released.
pub(super) async fn of_shares(kms: &dyn Kms, wallet: &str) -> Result<Vec<Limit>, KmsFault> {
    let mut limits = Vec::new();
    for (kind, most, window_ms) in [("shares-minute", 60, MINUTE_MS), ("shares-day", 1000, DAY_MS)]
    {
        limits.push(Limit { key: Hidden::of(kms, kind, wallet).await?, most, window_ms });
    }
    Ok(limits)
}

/// Shares that a browser is refused, of which one an hour is written down.
pub(super) async fn refusal(kms: &dyn Kms, device: &str) -> Result<Limit, KmsFault> {
    Ok(Limit { key: Hidden::of(kms, "refusal", device).await?, most: 1, window_ms: HOUR_MS })
}

/// Notices of one kind, of which one in so long a time is enough.
pub(super) async fn notice(
    kms: &dyn Kms,
    kind: &str,
    of: &str,
    window_ms: i64,
) -> Result<Limit, KmsFault> {
    Ok(Limit { key: Hidden::of(kms, kind, of).await?, most: 1, window_ms })
}

/// What a passphrase of somebody is stretched with: enough for whoever mistypes it, and for whoever tries which
/// salts there are, nothing.
pub(super) async fn of_peppers(kms: &dyn Kms, user_id: &str) -> Result<Vec<Limit>, KmsFault> {
    let mut limits = Vec::new();
    for (kind, most, window_ms) in [("peppers-hour", 10, HOUR_MS), ("peppers-day", 30, DAY_MS)] {
        limits.push(Limit { key: Hidden::of(kms, kind, user_id).await?, most, window_ms });
    }
    Ok(limits)
}

/// Until when nothing is let in after so many wrong codes in a row: an hour after ten, twice as long after
/// each one more, up to a day, and a month after a hundred. What comes meanwhile is not looked at, and not
/// counted.
pub(super) fn locked_until(failures: i64, now_ms: i64) -> i64 {
    match failures {
        ..FAILURES => 0,
        FAILURES..MOST_FAILURES => {
            let doublings = u32::try_from(failures - FAILURES).unwrap_or_default().min(20);
            now_ms.saturating_add((HOUR_MS << doublings).min(DAY_MS))
        }
        _ => now_ms.saturating_add(MONTH_MS),
    }
}

/// Whether so many are a series that its owner should hear of.
pub(super) fn is_series(failures: i64) -> bool {
    failures == FAILURES
}

/// What one person has: of IPv4 a block of 256 addresses, of IPv6 a /64, and the /48 that it is part of.
fn networks(client: IpAddr) -> Vec<String> {
    match client.to_canonical() {
        IpAddr::V4(it) => {
            let [a, b, c, _] = it.octets();
            vec![format!("{a}.{b}.{c}.0/24")]
        }
        IpAddr::V6(it) => {
            let of = |bits: u32| {
                let network = it.to_bits() >> (128 - bits) << (128 - bits);
                format!("{}/{bits}", Ipv6Addr::from_bits(network))
            };
            vec![of(64), of(48)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use crate::kms::local::LocalKms;

    /// One a second is as often as a minute lets it be.
    #[tokio::test]
    async fn a_thousand_shares_of_a_wallet_are_released_a_day() {
        let name = format!("latchkit-shares-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        LocalKms::create(&folder).expect("keys");
        let kms = LocalKms::load(&folder).unwrap_or_else(|_| panic!("fit"));
        let db = Db::open(&folder.join("latchkit.db"), None).await;
        let db = db.unwrap_or_else(|_| panic!("a database"));
        let limits = of_shares(&kms, "ann").await.expect("keys");
        let count = async |now_ms: i64| db.count_all(&limits, now_ms).await.expect("counted");
        for second in 0..1000 {
            assert_eq!(count(second * 1000).await, None, "{second}");
        }
        for now_ms in [1_000_000, HOUR_MS, DAY_MS - 1] {
            assert_eq!(count(now_ms).await, Some(DAY_MS), "{now_ms}");
        }
        let of_other = of_shares(&kms, "bob").await.expect("keys");
        assert_eq!(db.count_all(&of_other, 1_000_000).await.expect("counted"), None);
        assert_eq!(count(DAY_MS).await, None, "its time is over");
        db.close().await;
        std::fs::remove_dir_all(folder).expect("gone");
    }

    #[test]
    fn a_lock_doubles_up_to_a_day() {
        for (failures, hours) in
            [(9, 0), (10, 1), (11, 2), (12, 4), (15, 24), (99, 24), (100, 720), (5000, 720)]
        {
            let until = if hours == 0 { 0 } else { 7 + hours * HOUR_MS };
            assert_eq!(locked_until(failures, 7), until, "{failures}");
        }
        assert_eq!((9..=12).map(is_series).collect::<Vec<_>>(), [false, true, false, false]);
    }

    #[test]
    fn addresses_of_one_network_are_one() {
        for (client, told) in [
            ("203.0.113.9", &["203.0.113.0/24"][..]),
            ("::ffff:203.0.113.9", &["203.0.113.0/24"]),
            ("2001:db8:1:2:3:4:5:6", &["2001:db8:1:2::/64", "2001:db8:1::/48"]),
        ] {
            assert_eq!(networks(client.parse().expect(client)), told);
        }
    }
}
