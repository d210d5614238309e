//! A WebSocket as a server has one ([RFC 6455](https://www.rfc-editor.org/rfc/rfc6455)), which holds no more
//! than what is on its way.
//!
//! What a client sends is held until it is whole. Room for it is made as soon as the head of a frame says
//! how much comes, and given back when the message is taken; what is written is not copied, and a socket
//! that is idle has no buffer. The sockets of libraries keep buffers as large as the largest message that
//! ever came or went, and count them for nobody; of one of them are the heads of frames alone.

use crate::held_bytes::Room;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY};
use axum::http::header::{SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Buf;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::future::poll_fn;
use std::io::Cursor;
use std::mem;
use std::pin::Pin;
use std::task::{Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};

/// How much is read at once.
const READ_BYTES: usize = 4 * 1024;
/// How long a ping, a pong and a good-bye may be.
const CONTROL_BYTES: usize = 125;

const MALFORMED: End = End::Closed(1009, "a message is too large or malformed");
const NO_TEXT: End = End::Closed(1003, "only text is understood");
/// There is none for what a client began to send.
pub(crate) const NO_ROOM: End = End::Closed(1013, "too much is on its way from this address");

/// Why a socket ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It is gone already.
    Gone,
    /// It is told why: a close code, and a reason.
    Closed(u16, &'static str),
}

/// A WebSocket that somebody asks for.
pub(crate) struct Upgrade {
    key: HeaderValue,
    stream: OnUpgrade,
}

/// A WebSocket that is open.
pub(crate) struct WebSocket<S = TokioIo<Upgraded>> {
    stream: S,
    /// What was read and is no whole frame yet.
    read: Vec<u8>,
    /// What there is of a message of which more is to come.
    pieces: Option<Vec<u8>>,
    /// For both.
    room: Room,
    /// How long a message may be.
    most: usize,
}

/// What came in one frame.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Received {
    /// How long the frame is.
    pub(crate) bytes: usize,
    pub(crate) what: What,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A message, of which this was the last piece.
    Text(String),
    /// A piece of one.
    Piece,
    Ping(Vec<u8>),
    Pong,
    /// Good-bye.
    Close,
}

impl Upgrade {
    /// None where no WebSocket is asked for.
    pub(crate) fn of(parts: &mut Parts) -> Option<Self> {
        let says = |name: HeaderName, word: &str| {
            let values = parts.headers.get_all(name).iter().filter_map(|it| it.to_str().ok());
            values.flat_map(|it| it.split(',')).any(|it| it.trim().eq_ignore_ascii_case(word))
        };
        let is_asked_for = parts.method == Method::GET
            && says(CONNECTION, "upgrade")
            && says(UPGRADE, "websocket")
            && says(SEC_WEBSOCKET_VERSION, "13");
        let key = parts.headers.get(SEC_WEBSOCKET_KEY).filter(|_| is_asked_for)?.clone();
        Some(Upgrade { key, stream: parts.extensions.remove()? })
    }

    /// The answer that opens it, and who serves it then, in room of its client and for messages of `most` bytes.
    pub(crate) fn open<F>(
        self,
        room: Room,
        most: usize,
        serve: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Upgrade { key, stream } = self;
        tokio::spawn(async move {
            // Who left meanwhile needs none.
            if let Ok(stream) = stream.await {
                serve(WebSocket::new(TokioIo::new(stream), room, most)).await;
            }
        });
        let headers = [
            (CONNECTION, "upgrade".to_owned()),
            (UPGRADE, "websocket".to_owned()),
            (SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes())),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocket<S> {
    fn new(stream: S, room: Room, most: usize) -> Self {
        WebSocket { stream, read: Vec::new(), pieces: None, room, most }
    }

    /// What comes next. Nothing is lost where nobody waits for it any more.
    pub(crate) async fn receive(&mut self) -> Result<Received, End> {
        loop {
            if let Some(received) = self.take_frame()? {
                return Ok(received);
            }
            let read = poll_fn(|context| {
                // Where whoever waits has it: an idle socket has none.
                let mut buffer = [0; READ_BYTES];
                let mut buffer = ReadBuf::new(&mut buffer);
                ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer))?;
                self.read.extend_from_slice(buffer.filled());
                Poll::Ready(std::io::Result::Ok(buffer.filled().len()))
            });
            if read.await.unwrap_or(0) == 0 {
                return Err(End::Gone);
            }
        }
    }

    /// Whether the beginning of a message is here, and its end is not.
    pub(crate) fn is_midway(&self) -> bool {
        self.pieces.is_some() || !self.read.is_empty()
    }

    pub(crate) async fn send(&mut self, text: &str) -> Result<(), End> {
        self.write(OpCode::Data(Data::Text), text.as_bytes()).await
    }

    pub(crate) async fn ping(&mut self) -> Result<(), End> {
        self.write(OpCode::Control(Control::Ping), &[]).await
    }

    /// Answers a ping with what it said.
    pub(crate) async fn pong(&mut self, said: &[u8]) -> Result<(), End> {
        self.write(OpCode::Control(Control::Pong), said).await
    }

    /// Says good-bye, and waits until the client does or is gone.
    pub(crate) async fn close(&mut self, code: u16, reason: &str) -> Result<(), End> {
        let said = [&code.to_be_bytes()[..], reason.as_bytes()].concat();
        self.write(OpCode::Control(Control::Close), &said).await?;
        loop {
            match self.receive().await {
                Ok(Received { what: What::Close, .. }) | Err(End::Gone) => return Ok(()),
                Ok(_) => {}
                // It would not hear why, if what it sends were left unread.
                Err(End::Closed(..)) => {
                    let _ = tokio::io::copy(&mut self.stream, &mut tokio::io::sink()).await;
                    return Ok(());
                }
            }
        }
    }

    /// The first frame of what was read. There is none where it is not whole, but room for it.
    fn take_frame(&mut self) -> Result<Option<Received>, End> {
        let mut cursor = Cursor::new(&self.read);
        let head = FrameHeader::parse(&mut cursor).map_err(|_| MALFORMED)?;
        let Some((head, length)) = head else { return Ok(None) };
        let is_control = matches!(head.opcode, OpCode::Control(_));
        let (FrameHeader { rsv1: false, rsv2: false, rsv3: false, mask: Some(mask), .. }, true) =
            (&head, head.is_final || !is_control)
        else {
            return Err(MALFORMED);
        };
        let had = self.pieces.as_ref().map_or(0, Vec::len);
        let most = if is_control { CONTROL_BYTES } else { self.most.saturating_sub(had) };
        let length = usize::try_from(length).ok().filter(|it| *it <= most).ok_or(MALFORMED)?;
        let end = self.read.len() - cursor.remaining() + length;
        self.room.grow_to(had + end).map_err(|_| NO_ROOM)?;
        if self.read.len() < end {
            self.read.reserve_exact(end - self.read.len());
            return Ok(None);
        }
        let rest = self.read.split_off(end);
        let mut frame = mem::replace(&mut self.read, rest);
        let payload = &mut frame[end - length..];
        for (at, byte) in payload.iter_mut().enumerate() {
            *byte ^= mask[at % 4];
        }
        let what = self.what(&head, payload)?;
        if self.pieces.is_none() {
            self.room.clear();
        }
        Ok(Some(Received { bytes: end, what }))
    }

    fn what(&mut self, head: &FrameHeader, payload: &[u8]) -> Result<What, End> {
        match head.opcode {
            OpCode::Control(Control::Ping) => Ok(What::Ping(payload.to_vec())),
            OpCode::Control(Control::Pong) => Ok(What::Pong),
            OpCode::Control(_) => Ok(What::Close),
            OpCode::Data(Data::Binary) => Err(NO_TEXT),
            // The first piece of a message says what it is, the others that they are more of it.
            OpCode::Data(kind) if (kind == Data::Text) == self.pieces.is_some() => Err(MALFORMED),
            OpCode::Data(_) => {
                let mut message = self.pieces.take().unwrap_or_default();
                message.reserve_exact(payload.len());
                message.extend_from_slice(payload);
                if !head.is_final {
                    self.pieces = Some(message);
                    return Ok(What::Piece);
                }
                String::from_utf8(message).map(What::Text).map_err(|_| MALFORMED)
            }
        }
    }

    async fn write(&mut self, opcode: OpCode, payload: &[u8]) -> Result<(), End> {
        let mut head = Vec::new();
        let frame = FrameHeader { opcode, ..FrameHeader::default() };
        frame.format(payload.len() as u64, &mut head).expect("a vector takes it");
        let written = async {
            self.stream.write_all_buf(&mut Buf::chain(&*head, payload)).await?;
            self.stream.flush().await
        };
        written.await.map_err(|_| End::Gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held_bytes::HeldBytes;
    use futures_util::{SinkExt, StreamExt};
    use protocol::relay::frame::FRAME_BYTES;
    use std::net::{IpAddr, Ipv4Addr};
    use tokio::io::{DuplexStream, duplex};
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::Role;

    const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const TEXT: u8 = 0x81;
    const FIRST: u8 = 0x01;
    const MORE: u8 = 0x00;
    const LAST: u8 = 0x80;
    const BINARY: u8 = 0x82;
    const PING: u8 = 0x89;

    /// A socket of a client that may have 64 KiB in all its sockets, and what it says there.
    fn socket(held: &HeldBytes) -> (WebSocket<DuplexStream>, DuplexStream) {
        let (ours, theirs) = duplex(4 * FRAME_BYTES);
        (WebSocket::new(ours, held.room(CLIENT), FRAME_BYTES), theirs)
    }

    fn little_room() -> HeldBytes {
        HeldBytes::new(8 * 64 * 1024, &[])
    }

    /// A frame as a client writes it, masked with zeros, of which so much is announced.
    fn announced(first: u8, payload: &[u8], length: usize) -> Vec<u8> {
        let length = u64::try_from(length).expect("it fits").to_be_bytes();
        [&[first, 0xff], &length[..], &[0; 4], payload].concat()
    }

    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        announced(first, payload, payload.len())
    }

    async fn whats(socket: &mut WebSocket<DuplexStream>, count: usize) -> Vec<What> {
        let mut whats = Vec::new();
        for _ in 0..count {
            whats.push(socket.receive().await.expect("a frame").what);
        }
        whats
    }

    #[tokio::test]
    async fn a_message_comes_in_pieces_and_control_frames_between_them() {
        let (mut socket, mut client) = socket(&little_room());
        let frames =
            [(FIRST, "a€".as_bytes()), (PING, b"?"), (MORE, b""), (LAST, b"b"), (TEXT, b"c")];
        for byte in frames.iter().flat_map(|(first, payload)| frame(*first, payload)) {
            client.write_all(&[byte]).await.expect("sent");
        }
        let first = whats(&mut socket, 2).await;
        assert_eq!(first, [What::Piece, What::Ping(b"?".to_vec())]);
        assert!(socket.is_midway());
        let rest = whats(&mut socket, 3).await;
        assert_eq!(rest, [What::Piece, What::Text("a€b".to_owned()), What::Text("c".to_owned())]);
        assert!(!socket.is_midway());
        drop(client);
        assert_eq!(socket.receive().await, Err(End::Gone));
    }

    #[tokio::test]
    async fn room_is_made_before_anything_comes_and_given_back_with_the_message() {
        let held = little_room();
        let ((mut one, mut first), (mut other, mut second)) = (socket(&held), socket(&held));
        let large = vec![b'a'; 70_000];
        first.write_all(&frame(FIRST, &large[..35_000])).await.expect("sent");
        assert_eq!(whats(&mut one, 1).await, [What::Piece]);
        first.write_all(&announced(LAST, &[], 35_000)).await.expect("sent");
        // Its head alone takes all the room that there is.
        assert!(tokio::time::timeout(std::time::Duration::ZERO, one.receive()).await.is_err());
        second.write_all(&announced(TEXT, &[], 70_000)).await.expect("sent");
        assert_eq!(other.receive().await, Err(NO_ROOM));
        first.write_all(&large[..35_000]).await.expect("sent");
        assert!(matches!(&whats(&mut one, 1).await[..], [What::Text(it)] if it.len() == 70_000));
        assert_eq!((one.read.capacity(), one.pieces.is_some()), (0, false));
        second.write_all(&large).await.expect("sent");
        assert!(matches!(&whats(&mut other, 1).await[..], [What::Text(it)] if it.len() == 70_000));
    }

    #[tokio::test]
    async fn what_no_client_may_send_ends_the_socket() {
        let mut unmasked = frame(TEXT, b"a");
        unmasked[1] = 1;
        let two = |first: &[u8], second: &[u8]| [first, second].concat();
        for (bytes, end) in [
            (unmasked, MALFORMED),
            (frame(TEXT | 0x40, b"a"), MALFORMED),
            (frame(0x83, b"a"), MALFORMED),
            (frame(TEXT, b"\xff"), MALFORMED),
            (frame(PING & 0x0f, b""), MALFORMED),
            (announced(PING, &[], 126), MALFORMED),
            (announced(TEXT, &[], FRAME_BYTES + 1), MALFORMED),
            (announced(TEXT, &[], usize::MAX), MALFORMED),
            (frame(LAST, b"a"), MALFORMED),
            (two(&frame(FIRST, b"a"), &frame(TEXT, b"a")), MALFORMED),
            (two(&frame(FIRST, b"a"), &announced(MORE, &[], FRAME_BYTES)), MALFORMED),
            (frame(BINARY, b"a"), NO_TEXT),
        ] {
            let (mut socket, mut client) = socket(&HeldBytes::new(0, &[]));
            client.write_all(&bytes).await.expect("sent");
            let end_of = async {
                loop {
                    if let Err(end) = socket.receive().await {
                        break end;
                    }
                }
            };
            assert_eq!(end_of.await, end, "{bytes:x?}");
        }
    }

    #[tokio::test]
    async fn a_client_of_another_make_is_understood_and_understands() {
        let (mut socket, client) = socket(&HeldBytes::new(0, &[]));
        let mut client = WebSocketStream::from_raw_socket(client, Role::Client, None).await;
        let texts = ["", "a", &"b".repeat(126), &"c".repeat(70_000), &"d".repeat(FRAME_BYTES)];
        for text in texts {
            client.send(Message::text(text)).await.expect("sent");
            assert_eq!(whats(&mut socket, 1).await, [What::Text(text.to_owned())]);
            socket.send(text).await.expect("sent");
            let heard = client.next().await.expect("open").expect("a frame");
            assert_eq!(heard, Message::text(text));
        }
        socket.ping().await.expect("sent");
        client.send(Message::Ping("?".into())).await.expect("sent");
        assert!(matches!(client.next().await, Some(Ok(Message::Ping(_)))));
        client.flush().await.expect("sent");
        let said = whats(&mut socket, 2).await;
        assert!(said.contains(&What::Pong) && said.contains(&What::Ping(b"?".to_vec())));
        socket.pong(b"?").await.expect("sent");
        assert_eq!(client.next().await.expect("open").expect("a frame"), Message::Pong("?".into()));
        let hears = async {
            let heard = client.next().await.expect("open").expect("a frame");
            // With this its good-bye goes out.
            client.flush().await.expect("sent");
            heard
        };
        let (said, heard) = tokio::join!(socket.close(1001, "why"), hears);
        let Message::Close(Some(frame)) = heard else { panic!("{heard:?}") };
        assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1001, "why"));
        assert_eq!(said, Ok(()));
    }
}
