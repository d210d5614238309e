//! What leaves the page by a click: text for the clipboard, and links.

use runtime::{Place, Reply};

use crate::page::{Page, failed};

impl Page {
    pub(crate) fn copy(&mut self, text: String) -> Reply {
        if self.is_copy_blocked {
            return failed("refused");
        }
        self.clipboard = Some(text);
        Reply::Done
    }

    pub(crate) fn open_link(&mut self, url: String, place: Place) -> Reply {
        if self.are_links_blocked || !self.has_gesture {
            return Reply::NeedsGesture;
        }
        if self.opens_no_schemes && !url.starts_with("https:") {
            return failed("this browser opens no app by its scheme");
        }
        self.opened.push((url, place));
        Reply::Done
    }

    /// The ids of the ops that listen to an event of the page's, and take part in it.
    pub(crate) fn listeners(&self, kind: &str) -> Vec<u32> {
        self.running.iter().filter(|(_, it)| it == kind).map(|(id, _)| *id).collect()
    }
}
