//! The two window messages with which a channel begins. From then on nothing is said by window messages.
//!
//! The modal makes a channel and sends one end of it to the window of its frame, with [`hello`], to exactly the
//! vault's origin: again every while, each time with another channel and another id, until the frame answers.
//! The frame's [`Door`] takes the first that comes from its parent, where the vault lets pages of that origin in,
//! and remembers the origin for as long as its document lives. It answers with [`welcome`], to exactly
//! that origin, and by the id the modal knows which channel it is ([`hears_welcome`]).

use wire::{Fields as Written, Json};

use super::envelope::{MessageId, PROTOCOL, parse, read_id, read_protocol};
use super::fault::Fault;
use super::fields::{Fields, look_through, read_version, record};
use crate::origin::{fault, host, is_allowed, local_patterns};

/// How many bytes a window message may have.
pub const WINDOW_BYTES: u32 = 1024;
const DEPTH: u32 = 2;
const HELLO: &str = "HELLO";
const WELCOME: &str = "WELCOME";

/// What either side says first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hello {
    /// Of the channel that is offered, and taken.
    pub id: MessageId,
    /// The version of who says it.
    pub version: String,
}

/// The text with which the modal offers a channel.
pub fn hello(hello: &Hello) -> String {
    text(HELLO, hello)
}

/// The text with which the frame takes it.
pub fn welcome(hello: &Hello) -> String {
    text(WELCOME, hello)
}

/// A window message, as the browser delivers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowMessage<'a> {
    /// `event.origin`: who sent it.
    pub origin: &'a str,
    /// Whether `event.source` is the window it should be: to the modal the frame's, to the frame its parent.
    pub is_from_window: bool,
    /// `event.data`, where that is a text.
    pub text: Option<&'a str>,
    /// How many ports came with it.
    pub ports: usize,
}

/// Which pages a vault lets in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed<'a> {
    /// The project's origins; none let nobody in.
    pub patterns: &'a [String],
    /// Whether the project is one of developers. Pages of this machine are let in by such a one only, whatever
    /// the patterns say.
    pub is_dev: bool,
}

impl Allowed<'_> {
    /// Whether pages of this origin are let in. For [`is_allowed`] no pattern is every page, a pattern without a
    /// scheme fits any, and an origin is what a browser says it is; here nobody gets in by what is left out.
    pub fn lets_in(&self, origin: &str) -> bool {
        // What is no origin with a scheme and a host could be read in two ways: `null`, a user, a path, a star.
        if !origin.contains("://") || origin.contains('*') || fault(origin).is_some() {
            return false;
        }
        if local_patterns().any(|it| host(&it).eq_ignore_ascii_case(host(origin))) {
            return self.is_dev && !self.patterns.is_empty();
        }
        fits(origin, self.patterns)
    }
}

/// Whether an origin fits one of some patterns; one without a scheme is of https. No pages of this machine are meant by
/// anything but their own patterns.
pub fn fits(origin: &str, patterns: &[String]) -> bool {
    patterns.iter().filter(|it| fault(it).is_none()).any(|it| {
        let scheme = if it.contains("://") { "" } else { "https://" };
        is_allowed(origin, &[[scheme, it].concat()], false)
    })
}

/// Why a window message is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shut {
    /// There is a channel already.
    Taken,
    /// It is from another window.
    Window,
    /// It is from another origin, or from one that is not let in.
    Origin,
    /// It comes with no port, or with several.
    Ports,
    /// It is something else.
    Unread(Fault),
}

/// The frame's side: who is in, from the first one that is let in.
#[derive(Default)]
pub struct Door {
    pinned: Option<String>,
}

impl Door {
    /// Takes a window message. Whoever is let in has the one port that came with it, and is answered by
    /// [`welcome`], with the same id, to [`origin`](Self::origin).
    ///
    /// # Errors
    /// Why nothing is done. Nothing is said to that.
    pub fn hear(&mut self, said: WindowMessage<'_>, allowed: Allowed<'_>) -> Result<Hello, Shut> {
        if self.pinned.is_some() {
            return Err(Shut::Taken);
        }
        if !said.is_from_window {
            return Err(Shut::Window);
        }
        if !allowed.lets_in(said.origin) {
            return Err(Shut::Origin);
        }
        let hello = read(HELLO, said.text)?;
        if said.ports != 1 {
            return Err(Shut::Ports);
        }
        self.pinned = Some(said.origin.to_owned());
        Ok(hello)
    }

    /// Whose page it is that speaks through the channel; nothing where nobody does.
    pub fn origin(&self) -> Option<&str> {
        self.pinned.as_deref()
    }
}

/// The modal's side: whether a window message is the frame's welcome. `vault` is the vault's origin.
///
/// # Errors
/// Why it is not. Nothing is said to that.
pub fn hears_welcome(said: WindowMessage<'_>, vault: &str) -> Result<Hello, Shut> {
    if !said.is_from_window {
        return Err(Shut::Window);
    }
    if said.origin != vault || !vault.contains("://") {
        return Err(Shut::Origin);
    }
    if said.ports != 0 {
        return Err(Shut::Ports);
    }
    read(WELCOME, said.text)
}

fn text(name: &str, Hello { id, version }: &Hello) -> String {
    record("p id type payload", &[&PROTOCOL, id, &name, &Written("version", &[version])])
}

fn read(name: &str, text: Option<&str>) -> Result<Hello, Shut> {
    let read = || {
        let json = parse(text.ok_or_else(Fault::invalid)?, WINDOW_BYTES)?;
        look_through(&json, DEPTH)?;
        let fields = Fields::of(&json, "p id type payload")?;
        fields.required("p", read_protocol)?;
        let is_named =
            |it: &Json| if it.as_text() == Some(name) { Ok(()) } else { Err(Fault::invalid()) };
        fields.required("type", is_named)?;
        let version = |it| Fields::of(it, "version")?.required("version", read_version);
        Ok(Hello {
            id: fields.required("id", read_id)?,
            version: fields.required("payload", version)?,
        })
    };
    read().map_err(Shut::Unread)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOST: &str = "https://shop.example";
    const VAULT: &str = "https://vault.example";

    fn first() -> Hello {
        Hello { id: MessageId::of([7; 16]), version: "1.2.3".to_owned() }
    }

    fn lets_in(patterns: &[&str], is_dev: bool, origin: &str) -> bool {
        let patterns: Vec<_> = patterns.iter().map(ToString::to_string).collect();
        Allowed { patterns: &patterns, is_dev }.lets_in(origin)
    }

    fn said(origin: &str, text: &str) -> Result<(), Shut> {
        hear(
            &mut Door::default(),
            WindowMessage { origin, is_from_window: true, text: Some(text), ports: 1 },
        )
    }

    fn hear(door: &mut Door, said: WindowMessage<'_>) -> Result<(), Shut> {
        let patterns = [HOST.to_owned(), "https://*.example.com".to_owned()];
        door.hear(said, Allowed { patterns: &patterns, is_dev: false }).map(drop)
    }

    #[test]
    fn the_two_texts_are_written_and_read() {
        let text = hello(&first());
        assert_eq!(
            text,
            r#"{"p":"latchkit/frame@1","id":"07070707-0707-4707-8707-070707070707","type":"HELLO","payload":{"version":"1.2.3"}}"#
        );
        let from_host =
            WindowMessage { origin: HOST, is_from_window: true, text: Some(&text), ports: 1 };
        let mut door = Door::default();
        assert_eq!(door.origin(), None);
        let patterns = [HOST.to_owned()];
        assert_eq!(
            door.hear(from_host, Allowed { patterns: &patterns, is_dev: false }),
            Ok(first())
        );
        assert_eq!(door.origin(), Some(HOST));
        let text = welcome(&first());
        let from_vault =
            WindowMessage { origin: VAULT, is_from_window: true, text: Some(&text), ports: 0 };
        assert_eq!(hears_welcome(from_vault, VAULT), Ok(first()));
        assert!(matches!(said(HOST, &text), Err(Shut::Unread(_))));
    }

    #[test]
    fn the_first_who_is_let_in_stays() {
        let (mut door, text) = (Door::default(), hello(&first()));
        let message =
            WindowMessage { origin: HOST, is_from_window: true, text: Some(&text), ports: 1 };
        let none = WindowMessage { text: None, ..message };
        assert_eq!(
            hear(&mut door, WindowMessage { is_from_window: false, ..message }),
            Err(Shut::Window)
        );
        for origin in ["https://evil.example", "null", "", "https://example.com"] {
            assert_eq!(
                hear(&mut door, WindowMessage { origin, ..message }),
                Err(Shut::Origin),
                "{origin}"
            );
        }
        assert!(matches!(hear(&mut door, none), Err(Shut::Unread(_))));
        for ports in [0, 2] {
            assert_eq!(hear(&mut door, WindowMessage { ports, ..message }), Err(Shut::Ports));
        }
        assert_eq!(door.origin(), None);
        assert_eq!(hear(&mut door, message), Ok(()));
        for origin in [HOST, "https://a.example.com"] {
            assert_eq!(hear(&mut door, WindowMessage { origin, ..message }), Err(Shut::Taken));
        }
        assert_eq!(door.origin(), Some(HOST));
    }

    #[test]
    fn a_hello_says_what_it_must_and_no_more() {
        for text in [
            "",
            "{}",
            "[]",
            "null",
            "\"HELLO\"",
            r#"{"p":"latchkit/frame@2","id":"07070707-0707-4707-8707-070707070707","type":"HELLO","payload":{"version":"1"}}"#,
            r#"{"p":"latchkit/frame@1","id":"1","type":"HELLO","payload":{"version":"1"}}"#,
            r#"{"p":"latchkit/frame@1","id":"07070707-0707-4707-8707-070707070707","type":"hello","payload":{"version":"1"}}"#,
            r#"{"p":"latchkit/frame@1","id":"07070707-0707-4707-8707-070707070707","type":"HELLO"}"#,
            r#"{"p":"latchkit/frame@1","id":"07070707-0707-4707-8707-070707070707","type":"HELLO","payload":{"version":4}}"#,
            r#"{"p":"latchkit/frame@1","id":"07070707-0707-4707-8707-070707070707","type":"HELLO","payload":{"version":"1","a":1}}"#,
            r#"{"p":"latchkit/frame@1","id":"07070707-0707-4707-8707-070707070707","type":"HELLO","payload":{"version":"1"},"__proto__":{}}"#,
        ] {
            assert!(matches!(said(HOST, text), Err(Shut::Unread(_))), "{text}");
        }
        let long = Hello { version: "1".repeat(1024), ..first() };
        assert!(matches!(said(HOST, &hello(&long)), Err(Shut::Unread(_))));
    }

    #[test]
    fn only_the_vault_is_heard_by_the_modal() {
        let text = welcome(&first());
        let message =
            WindowMessage { origin: VAULT, is_from_window: true, text: Some(&text), ports: 0 };
        for origin in [
            "https://vault.example.",
            "http://vault.example",
            "https://vault.example:443",
            "null",
            "",
            HOST,
        ] {
            let heard = hears_welcome(WindowMessage { origin, ..message }, VAULT);
            assert_eq!(heard, Err(Shut::Origin), "{origin}");
        }
        for nobody in ["null", ""] {
            let heard = hears_welcome(WindowMessage { origin: nobody, ..message }, nobody);
            assert_eq!(heard, Err(Shut::Origin));
        }
        let heard = hears_welcome(WindowMessage { is_from_window: false, ..message }, VAULT);
        assert_eq!(heard, Err(Shut::Window));
        let heard = hears_welcome(WindowMessage { ports: 1, ..message }, VAULT);
        assert_eq!(heard, Err(Shut::Ports));
    }

    #[test]
    fn who_looks_like_a_host_is_not_let_in() {
        let patterns = ["https://example.com", "https://*.shop.example", "bare.example"];
        for origin in ["https://example.com", "https://a.shop.example", "https://bare.example"] {
            assert!(lets_in(&patterns, false, origin), "{origin}");
        }
        for origin in [
            "https://example.com.evil.net",
            "http://example.com",
            "http://bare.example",
            "capacitor://bare.example",
            "https://example.com:8443",
            "https://example.com.",
            "https://example.com@evil.net",
            "https://a@example.com",
            "https://evil.net/https://example.com",
            "https://example.com/",
            "https://xn--exmple-cua.com",
            "https://exámple.com",
            "https://evilexample.com",
            "https://shop.example",
            "https://evilshop.example",
            "https://a.b.shop.example",
            "https://.shop.example",
            "https://*.shop.example",
            "https://a@x.shop.example",
            "https://a.shop.example.",
            "example.com",
            "://example.com",
            "null",
            "",
            "file://",
            "data:",
        ] {
            assert!(!lets_in(&patterns, false, origin), "{origin}");
        }
    }

    #[test]
    fn without_origins_nobody_is_let_in() {
        for origin in [HOST, "null", "", "http://localhost:3000"] {
            assert!(!lets_in(&[], false, origin) && !lets_in(&[], true, origin), "{origin}");
        }
        for pattern in ["*", "https://*", "https://*.*", "null", ""] {
            assert!(!lets_in(&[pattern], true, HOST), "{pattern}");
            assert!(!lets_in(&[pattern], true, "null"), "{pattern}");
        }
    }

    #[test]
    fn pages_of_this_machine_are_let_in_by_projects_of_developers_only() {
        for origin in
            ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:1", "http://LOCALHOST"]
        {
            for listed in [HOST, origin] {
                assert!(lets_in(&[listed], true, origin), "{origin}");
                assert!(!lets_in(&[listed], false, origin), "{origin}");
            }
        }
        for origin in
            ["http://localhost.evil.example", "http://localhost.", "http://127.0.0.1.evil.example"]
        {
            assert!(!lets_in(&[HOST], true, origin), "{origin}");
        }
    }

    proptest! {
        #[test]
        fn no_other_origin_is_let_in(
            origin in "(https?|HTTPS|app)://[a-z.@:/*\\-]{0,20}(shop|SHOP)?\\.?example[.:/@a-z0-9]{0,8}|.{0,20}",
        ) {
            if lets_in(&[HOST], false, &origin) {
                let bare = origin.strip_suffix(":443").unwrap_or(&origin);
                prop_assert!(bare.eq_ignore_ascii_case(HOST), "{}", origin);
            }
        }

        #[test]
        fn any_text_at_all_opens_no_door(text in ".{0,80}|[\\[\\]{}\":,a-zA-Z@/1 ]{0,80}") {
            prop_assert!(said(HOST, &text).is_err());
        }
    }
}
