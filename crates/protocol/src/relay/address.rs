//! Where a client asks a relay: the relay's URL, and in its query who asks
//! ([client authentication](https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth)).

/// The client's [`token`](super::token).
pub const AUTH: &str = "auth";
/// What the relay knows the project by.
pub const PROJECT_ID: &str = "projectId";
/// How the client calls itself: protocol, language and version, and where it runs.
pub const AGENT: &str = "ua";
/// `true` has a refusal told in the socket, since a page sees no status.
pub const USE_ON_CLOSE_EVENT: &str = "useOnCloseEvent";

/// The address at which a client asks the relay of this URL; refusals are told in the socket.
pub fn address(url: &str, token: &str, project: &str, agent: &str) -> String {
    let mark = if url.contains('?') { "&" } else { "?" };
    let who = [AUTH, "=", token, "&", PROJECT_ID, "=", project, "&", AGENT, "=", agent].concat();
    [url, mark, &who, "&", USE_ON_CLOSE_EVENT, "=true"].concat()
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn who_asks_stands_behind_what_the_url_says_itself() {
        let who = "auth=t&projectId=p&ua=a&useOnCloseEvent=true";
        for (url, mark) in [("wss://relay.example", "?"), ("wss://relay.example/?at=home", "&")] {
            assert_eq!(address(url, "t", "p", "a"), [url, mark, who].concat());
        }
    }
}
