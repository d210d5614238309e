//! HTTP/1.1 over a socket that is kept: messages are read whole, one after another, by whichever end.
//!
//! As little of it as nginx, hyper and we ourselves send: a body has a length or comes in chunks
//! ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)).

use std::io;
use std::ops::Range;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const BUFFER_BYTES: usize = 16 * 1024;
const END_OF_HEAD: &[u8] = b"\r\n\r\n";
const END_OF_LINE: &[u8] = b"\r\n";

/// One end of such a socket.
pub(crate) struct Wire {
    stream: TcpStream,
    bytes: Vec<u8>,
    /// So many of them are the message that was read last.
    taken: usize,
    /// The body of that one, where it came in chunks.
    joined: Vec<u8>,
}

/// A message.
pub(crate) struct Message<'a> {
    /// The line of the request or of the status.
    pub(crate) first_line: &'a [u8],
    pub(crate) body: &'a [u8],
}

/// Where the parts of a message are.
struct Parts {
    first_line: usize,
    body: Range<usize>,
    joined: Option<Vec<u8>>,
    end: usize,
}

impl Wire {
    pub(crate) fn of(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        let (bytes, joined) = (Vec::with_capacity(BUFFER_BYTES), Vec::new());
        Ok(Wire { stream, bytes, taken: 0, joined })
    }

    /// The next message; nothing where the other end hung up between two.
    pub(crate) async fn read(&mut self) -> io::Result<Option<Message<'_>>> {
        self.bytes.drain(..self.taken);
        self.taken = 0;
        let parts = loop {
            if let Some(parts) = Parts::of(&self.bytes)? {
                break parts;
            }
            if self.stream.read_buf(&mut self.bytes).await? == 0 {
                let is_between = self.bytes.is_empty();
                let cut = || Err(io::Error::from(io::ErrorKind::UnexpectedEof));
                return if is_between { Ok(None) } else { cut() };
            }
        };
        self.taken = parts.end;
        let first_line = &self.bytes[..parts.first_line];
        let body = match parts.joined {
            Some(joined) => {
                self.joined = joined;
                &self.joined
            }
            None => &self.bytes[parts.body],
        };
        Ok(Some(Message { first_line, body }))
    }

    pub(crate) async fn write(&mut self, message: &[u8]) -> io::Result<()> {
        self.stream.write_all(message).await
    }
}

impl Parts {
    /// Of the message that bytes begin with, where all of it is there.
    fn of(bytes: &[u8]) -> io::Result<Option<Self>> {
        let Some(head) = find(bytes, END_OF_HEAD) else { return Ok(None) };
        let start = head + END_OF_HEAD.len();
        let first_line = find(bytes, END_OF_LINE).unwrap_or(head);
        let junk = || io::Error::from(io::ErrorKind::InvalidData);
        let text = std::str::from_utf8(&bytes[first_line..head]).map_err(|_| junk())?;
        let field = |name: &str| {
            let fields = text.lines().filter_map(|line| line.split_once(':'));
            let mut values = fields.filter(|(it, _)| it.eq_ignore_ascii_case(name));
            values.next().map(|(_, value)| value.trim())
        };
        if field("transfer-encoding").is_some_and(|it| it.eq_ignore_ascii_case("chunked")) {
            let Some((joined, length)) = join(&bytes[start..]) else { return Ok(None) };
            let (body, end) = (start..start, start + length);
            return Ok(Some(Parts { first_line, body, joined: Some(joined), end }));
        }
        let length = field("content-length").map_or(Ok(0), str::parse).map_err(|_| junk())?;
        let end = start + length;
        let parts = Parts { first_line, body: start..end, joined: None, end };
        Ok((bytes.len() >= end).then_some(parts))
    }
}

/// What stands in chunks, and how long they are with all that is around them; nothing where some are missing.
fn join(mut chunks: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (whole, mut joined) = (chunks.len(), Vec::new());
    loop {
        let line = find(chunks, END_OF_LINE)?;
        let size = std::str::from_utf8(&chunks[..line]).ok()?;
        let size = usize::from_str_radix(size.split(';').next()?.trim(), 16).ok()?;
        let start = line + END_OF_LINE.len();
        let end = start + size + END_OF_LINE.len();
        if chunks.len() < end {
            return None;
        }
        joined.extend_from_slice(&chunks[start..start + size]);
        chunks = &chunks[end..];
        if size == 0 {
            return Some((joined, whole - chunks.len()));
        }
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|it| it == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(bytes: &str) -> Option<String> {
        let parts = Parts::of(bytes.as_bytes()).expect("a message")?;
        assert_eq!(parts.end, bytes.len());
        let body = parts.joined.unwrap_or_else(|| bytes.as_bytes()[parts.body].to_vec());
        Some(String::from_utf8(body).expect("text"))
    }

    #[test]
    fn a_message_is_there_when_all_of_it_is() {
        let plain = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";
        assert_eq!(body(plain).as_deref(), Some("abc"));
        assert_eq!(body("HTTP/1.1 204 No Content\r\n\r\n").as_deref(), Some(""));
        let chunks =
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1;x\r\nc\r\n0\r\n\r\n";
        assert_eq!(body(chunks).as_deref(), Some("abc"));
        for whole in [plain, chunks] {
            for end in 0..whole.len() {
                assert!(Parts::of(&whole.as_bytes()[..end]).expect("a part").is_none(), "{end}");
            }
        }
        assert!(Parts::of(b"HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n").is_err());
    }
}
