//! The other end of sockets: a relay that says back what it hears.

use runtime::Reply;

use crate::page::{Page, failed};

impl Page {
    /// A socket to the operator's server, which says back what it hears.
    pub(crate) fn open_socket(&mut self, id: u32, url: &str) -> Reply {
        if !url.starts_with("ws://localhost:8787/") || self.server.is_down {
            return failed("not granted, or nobody there");
        }
        self.sockets.push(id);
        let socket = u32::try_from(self.sockets.len()).expect("few sockets");
        Reply::Opened { socket }
    }

    pub(crate) fn send(&mut self, socket: u32, text: String) -> Reply {
        let index = usize::try_from(socket).expect("a small number").wrapping_sub(1);
        match self.sockets.get(index).copied() {
            Some(id) if self.running.iter().any(|(it, _)| *it == id) => {
                self.reply_after(id, 10, &Reply::Frame { text });
                Reply::Done
            }
            _ => failed("the socket is closed"),
        }
    }
}
