//! The other end of sockets: a relay that says back what it hears.

use runtime::Reply;

use crate::page::{Page, failed};

impl Page {
    /// A socket to the operator's server, which says back what it hears.
    pub(crate) fn open_socket(&mut self, id: u32, url: &str) -> Reply {
        if !url.starts_with("ws://localhost:8787/") || self.server.is_down {
            return failed("not granted, or nobody there");
        }
        self.open_line(id)
    }

    /// What op `id` opened has a name from now on.
    pub(crate) fn open_line(&mut self, id: u32) -> Reply {
        self.lines.push(id);
        let socket = u32::try_from(self.lines.len()).expect("few lines");
        Reply::Opened { socket }
    }

    pub(crate) fn send(&mut self, socket: u32, text: String) -> Reply {
        let index = usize::try_from(socket).expect("a small number").wrapping_sub(1);
        match self.lines.get(index).copied() {
            Some(id) if self.running.iter().any(|(it, _)| *it == id) => {
                if self.send_to_tabs(id, &text) {
                    return Reply::Done;
                }
                self.reply_after(id, 10, &Reply::Frame { text });
                Reply::Done
            }
            _ => failed("the socket is closed"),
        }
    }
}
