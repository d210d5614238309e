//! A published piece of state.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wire::{Put, to_text};

/// A piece of state with one owner. Whoever has the slice may read it; what changed is published
/// once at the end of the turn, and only if its text differs from the last one published.
pub struct Slice<T>(Rc<State<T>>);

struct State<T> {
    name: &'static str,
    value: RefCell<T>,
    version: Cell<u32>,
    is_touched: Cell<bool>,
    published: RefCell<String>,
}

/// What the runtime sees of a slice.
pub(crate) trait Publish {
    /// The slice's name and new text, if it changed since the last call.
    fn changed(&self) -> Option<(&'static str, String)>;
}

impl<T> Clone for Slice<T> {
    fn clone(&self) -> Self {
        Slice(self.0.clone())
    }
}

impl<T: Clone + Put + 'static> Slice<T> {
    pub(crate) fn new(name: &'static str, value: T) -> (Self, Rc<dyn Publish>) {
        let state = Rc::new(State {
            name,
            value: RefCell::new(value),
            version: Cell::new(0),
            is_touched: Cell::new(true),
            published: RefCell::default(),
        });
        (Slice(state.clone()), state)
    }

    /// A copy of the value.
    pub fn get(&self) -> T {
        self.0.value.borrow().clone()
    }

    /// What `read` sees in the value, without copying it.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        read(&self.0.value.borrow())
    }

    /// Replaces the value.
    pub fn set(&self, value: T) {
        self.update(|place| *place = value);
    }

    /// A number that is another one after each change.
    pub fn version(&self) -> u32 {
        self.0.version.get()
    }

    /// Changes the value in place.
    pub fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        self.0.is_touched.set(true);
        self.0.version.set(self.0.version.get().wrapping_add(1));
        change(&mut self.0.value.borrow_mut())
    }
}

impl<T: Put> Publish for State<T> {
    fn changed(&self) -> Option<(&'static str, String)> {
        if !self.is_touched.replace(false) {
            return None;
        }
        let text = to_text(&*self.value.borrow());
        let mut published = self.published.borrow_mut();
        if *published == text {
            return None;
        }
        published.clone_from(&text);
        Some((self.name, text))
    }
}
