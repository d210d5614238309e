//! The world beyond a page: phones, relays, and the tab in which the page's module really lives.

use std::cell::RefCell;
use std::rc::Rc;

use crate::afar::{Afar, At};

/// The world beyond a page. The module lives in a tab of [`Afar`], which has the page's clock.
pub struct Beyond {
    /// The phones and the relays, which all tabs of a browser share.
    pub afar: Rc<RefCell<Afar>>,
    /// The tab of it that holds the page's module.
    pub tab: At,
    /// Ops of the engine, and what they asked.
    pub(crate) asks: Vec<(u32, u32)>,
}

impl Beyond {
    /// The same world, for a page that is just opened.
    pub(crate) fn of(afar: &Rc<RefCell<Afar>>) -> Self {
        let tab = afar.borrow_mut().tab();
        Beyond { afar: afar.clone(), tab, asks: Vec::new() }
    }
}
