//! What the frame says without being asked: that it is ready, what it shows, who is signed in, and how far somebody is.
//! That Escape was pressed in it two pages say to each other past their modules: `web/shell/src/ops/escapeText.ts`.

use wire::{Fields as Written, Json, Put, wire};

use super::fault::Fault;
use super::fields::{Fields, boolean, read_type, read_version, record, whole, word};
use super::message::FrameView;

const READY: &str = "READY";
const SHOWS: &str = "SHOWS";
const SESSION: &str = "SESSION";
const PROGRESS: &str = "PROGRESS";
/// How high a view may be, in CSS pixels.
const MOST_HEIGHT: u64 = 10_000;

/// What the frame says unasked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unasked {
    /// It takes requests.
    Ready {
        /// Of which version it is.
        version: Option<String>,
    },
    /// What it shows from now on, where that changed by what a person did in it, and how high that is.
    Shows {
        /// None where it has nothing to show any more.
        view: Option<FrameView>,
        /// In CSS pixels.
        height: u32,
    },
    /// Somebody signed in in it, or nobody is signed in any more.
    Session {
        /// Which of the two.
        is_connected: bool,
    },
    /// How far somebody is who does something in it, for whoever counts that, or tells them what came of it.
    Progress {
        /// What they did.
        step: FrameProgress,
    },
}

/// What somebody did in the frame that no view tells.
#[wire]
pub enum FrameProgress {
    /// They are at the field for their address.
    EmailSelected,
    /// A code that they entered was wrong.
    CodeRefused,
    /// They sign in with another address from now on.
    EmailChanged,
    /// They approved something, and no node took it.
    NotSent,
}

impl Unasked {
    /// Its text.
    pub fn text(&self) -> String {
        let (name, fields, values): (_, _, &[&dyn Put]) = match self {
            Unasked::Ready { version } => (READY, "version", &[version]),
            Unasked::Shows { view, height } => (SHOWS, "view height", &[view, height]),
            Unasked::Session { is_connected } => (SESSION, "isConnected", &[is_connected]),
            Unasked::Progress { step } => (PROGRESS, "step", &[step]),
        };
        record("type payload", &[&name, &Written(fields, values)])
    }

    pub(super) fn read(json: &Json) -> Result<Self, Fault> {
        let fields = Fields::of(json, "type payload")?;
        match fields.required("type", read_type)? {
            READY => {
                let version = fields.optional("payload", read_ready)?.flatten();
                Ok(Unasked::Ready { version })
            }
            SHOWS => fields.required("payload", read_shows),
            SESSION => fields.required("payload", read_session),
            PROGRESS => fields.required("payload", read_progress),
            _ => Err(Fault::invalid().within("type")),
        }
    }
}

fn read_ready(json: &Json) -> Result<Option<String>, Fault> {
    Fields::of(json, "version")?.optional("version", read_version)
}

fn read_session(json: &Json) -> Result<Unasked, Fault> {
    let is_connected = Fields::of(json, "isConnected")?.required("isConnected", boolean)?;
    Ok(Unasked::Session { is_connected })
}

fn read_progress(json: &Json) -> Result<Unasked, Fault> {
    Ok(Unasked::Progress { step: Fields::of(json, "step")?.required("step", word)? })
}

fn read_shows(json: &Json) -> Result<Unasked, Fault> {
    let fields = Fields::of(json, "view height")?;
    let height = fields.required("height", |it| whole(it, MOST_HEIGHT))?;
    let height = u32::try_from(height).unwrap_or_default();
    Ok(Unasked::Shows { view: fields.optional("view", word)?, height })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::envelope::FrameText;

    fn shows(height: u32) -> Unasked {
        Unasked::Shows { view: Some(FrameView::EmailVerifyOtp), height }
    }

    #[test]
    fn what_is_said_unasked_is_written_and_read() {
        for (unasked, text) in [
            (
                Unasked::Ready { version: Some("4".to_owned()) },
                r#"{"type":"READY","payload":{"version":"4"}}"#,
            ),
            (shows(412), r#"{"type":"SHOWS","payload":{"view":"EmailVerifyOtp","height":412}}"#),
            (
                Unasked::Shows { view: None, height: 0 },
                r#"{"type":"SHOWS","payload":{"height":0}}"#,
            ),
            (
                Unasked::Session { is_connected: true },
                r#"{"type":"SESSION","payload":{"isConnected":true}}"#,
            ),
            (
                Unasked::Progress { step: FrameProgress::CodeRefused },
                r#"{"type":"PROGRESS","payload":{"step":"codeRefused"}}"#,
            ),
        ] {
            assert_eq!(unasked.text(), text);
            assert_eq!(FrameText::read(text), Ok(FrameText::Unasked(unasked)), "{text}");
        }
        let bare = Unasked::Ready { version: None };
        assert_eq!(FrameText::read(r#"{"type":"READY"}"#), Ok(FrameText::Unasked(bare)));
    }

    #[test]
    fn what_is_said_otherwise_is_refused_with_what_is_wrong() {
        for (text, wrong) in [
            (r#"{"type":"OTHER"}"#, "type: Invalid input"),
            (r#"{"type":"SHOWS"}"#, "payload: Required"),
            (r#"{"type":"SHOWS","payload":{"view":"Connect","height":1}}"#, "payload.view: Inv"),
            (r#"{"type":"SHOWS","payload":{"height":-1}}"#, "payload.height: Invalid input"),
            (r#"{"type":"SHOWS","payload":{"height":10001}}"#, "payload.height: Number must be"),
            (r#"{"type":"SESSION","payload":{"isConnected":1}}"#, "payload.isConnected: Expected"),
            (r#"{"type":"PROGRESS","payload":{"step":"other"}}"#, "payload.step: Invalid enum"),
            (
                r#"{"type":"SESSION","payload":{"isConnected":true,"token":"a"}}"#,
                "payload.token: Unrecognized key",
            ),
        ] {
            let fault = FrameText::read(text).unwrap_err().fault.to_string();
            assert!(fault.starts_with(wrong), "{text}: {fault}");
        }
    }
}
