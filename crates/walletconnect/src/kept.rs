//! What outlives the page: the post's part, and the book of whoever speaks by it, in one secret.
//!
//! It is read by `look` and changed by `change`, which marks it as changed: only what is marked is written,
//! and nothing can be changed without.

use std::cell::RefCell;

use runtime::{Op, Reply, Runtime};
use wire::{Get, Json, Put, from_text, read, to_text};

use crate::mail::Mail;
use crate::moment::Moment;
use crate::post::Post;

/// The version of what is written: `{"v":1,"value":{"mail":…,"book":…}}`. A field that is new is an `Option`,
/// or makes it a new one.
const VERSION: u32 = 1;

/// What is kept, and the post that is part of it.
pub(crate) struct Kept<B> {
    post: Post,
    book: RefCell<B>,
}

impl<B: Get + Put + Default> Kept<B> {
    /// What was kept in this slot, or nothing yet where that is broken. None where a newer version of this
    /// page wrote it, which will need it.
    pub(crate) async fn open(runtime: &Runtime, slot: &str) -> Option<Kept<B>> {
        let world = runtime.world();
        let mut kept = None;
        let recalled = world.perform(Op::Recall { slot: slot.to_owned() }).await;
        if let Reply::Secret { secret: Some(secret) } = recalled {
            let json: Json = from_text(secret.text()).unwrap_or_default();
            let version: Option<u32> = json.get("v").and_then(|it| read(it).ok());
            kept = json.get("value").filter(|_| version == Some(VERSION)).and_then(opened);
            if kept.is_none() {
                world.tell(&Op::Warn { text: ["What is kept as ", slot, UNREADABLE].concat() });
            }
            if version > Some(VERSION) {
                return None;
            }
        }
        let (mail, book) = match kept {
            Some(kept) => kept,
            None => (Mail::new(Moment::now(world).await.bytes()), B::default()),
        };
        Some(Kept { post: Post::new(runtime, slot, mail), book: RefCell::new(book) })
    }

    pub(crate) fn post(&self) -> &Post {
        &self.post
    }

    /// Reads the book.
    pub(crate) fn look<R>(&self, read: impl FnOnce(&B) -> R) -> R {
        read(&self.book.borrow())
    }

    /// Changes the book, which is then written.
    pub(crate) fn change<R>(&self, act: impl FnOnce(&mut B) -> R) -> R {
        let result = act(&mut self.book.borrow_mut());
        self.post.touch();
        result
    }

    /// All of it, as it is written.
    pub(crate) fn text(&self) -> String {
        let (mail, book) = (self.post.mail(to_text::<Mail>), to_text(&*self.book.borrow()));
        let version = VERSION.to_string();
        ["{\"v\":", &version, ",\"value\":{\"mail\":", &mail, ",\"book\":", &book, "}}"].concat()
    }
}

/// What is told of what cannot be read, as of stored items.
const UNREADABLE: &str = " is broken or newer than this version; ignored.";

/// What was written; none where it cannot be read.
fn opened<B: Get>(value: &Json) -> Option<(Mail, B)> {
    Some((read(value.get("mail")?).ok()?, read(value.get("book")?).ok()?))
}
