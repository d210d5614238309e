//! Which view shows, and the way back. Owns the slice `route`.

use crate::engine::Engine;
use crate::state::{Route, View};

/// The view that shows.
pub(crate) fn view(engine: &Engine) -> View {
    engine.slices().route.with(Route::view)
}

/// Whether a view shows, or is on the way back.
pub(crate) fn has(engine: &Engine, view: View) -> bool {
    engine.slices().route.with(|route| route.history.contains(&view))
}

/// Whether there is no way back.
pub(crate) fn is_first(engine: &Engine) -> bool {
    engine.slices().route.with(|route| route.history.len() == 1)
}

/// Shows a view on top.
pub(crate) fn push(engine: &Engine, view: View) {
    engine.slices().route.update(|route| route.push(view));
}

/// Shows a view in the place of the one that shows, with the same way back.
pub(crate) fn replace(engine: &Engine, view: View) {
    engine.slices().route.update(|route| route.replace(view));
}

/// Shows a view, and there is no way back.
pub(crate) fn reset(engine: &Engine, view: View) {
    engine.slices().route.update(|route| route.reset(view));
}

/// Shows a view in place of what is there no more; there is no way back.
pub(crate) fn fall_back(engine: &Engine, view: View) {
    engine.slices().route.update(|route| {
        route.reset(view);
        route.forward = false;
    });
}

/// One view back. False on the first.
pub(crate) fn go_back(engine: &Engine) -> bool {
    engine.slices().route.update(Route::go_back)
}

/// These views go, since what they were about is over; whether one of them showed.
pub(crate) fn leave(engine: &Engine, over: &[View]) -> bool {
    engine.slices().route.update(|route| route.leave(over))
}

/// Back to before the first of these views. False where nothing else was shown before.
pub(crate) fn go_back_before(engine: &Engine, views: &[View]) -> bool {
    engine.slices().route.update(|route| {
        match route.history.iter().position(|view| views.contains(view)) {
            Some(0) => false,
            Some(index) => route.go_back_to(index - 1),
            None => true,
        }
    })
}

impl Route {
    /// The view that shows.
    pub fn view(&self) -> View {
        self.history.last().copied().unwrap_or(View::Connect)
    }

    /// Shows a view on top; nothing if it shows already.
    pub fn push(&mut self, view: View) {
        if self.view() != view {
            self.history.push(view);
            self.forward = true;
        }
    }

    /// Shows a view in the place of the one that shows, with the same way back.
    pub fn replace(&mut self, view: View) {
        self.history.pop();
        self.history.push(view);
        self.forward = true;
    }

    /// Forgets the way back and shows a view.
    pub fn reset(&mut self, view: View) {
        *self = Route { history: vec![view], forward: true };
    }

    /// One view back. False on the first, where there is no way back.
    pub fn go_back(&mut self) -> bool {
        self.go_back_to(self.history.len().wrapping_sub(2))
    }

    /// These views go, since what they were about is over; whether one of them showed.
    pub fn leave(&mut self, over: &[View]) -> bool {
        let has_shown = over.contains(&self.view());
        self.history.retain(|view| !over.contains(view));
        if self.history.is_empty() {
            self.history.push(View::Connect);
        }
        self.forward &= !has_shown;
        has_shown
    }

    /// Back to the view at `index`. False where there is none.
    pub fn go_back_to(&mut self, index: usize) -> bool {
        let is_there = index.checked_add(1).is_some_and(|kept| kept < self.history.len());
        if is_there {
            self.history.truncate(index + 1);
            self.forward = false;
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use View::{Account, Connect, ConnectingExternal};

    #[test]
    fn pushes_once_and_goes_back() {
        let mut route = Route::default();
        route.push(ConnectingExternal);
        route.push(ConnectingExternal);
        assert_eq!(route.history, [Connect, ConnectingExternal]);
        assert!(route.go_back());
        assert!(!route.forward);
        assert!(!route.go_back());
        assert_eq!(route.view(), Connect);
    }

    #[test]
    fn a_view_in_the_place_of_another_has_its_way_back() {
        let mut route = Route::default();
        route.push(ConnectingExternal);
        route.replace(Account);
        assert_eq!(route.history, [Connect, Account]);
        assert!(route.forward);
        assert!(route.go_back());
        route.replace(Account);
        assert_eq!(route.history, [Account]);
    }

    #[test]
    fn what_is_over_goes_wherever_it_stands() {
        let mut route =
            Route { history: vec![Connect, ConnectingExternal, Account], forward: true };
        assert!(!route.leave(&[ConnectingExternal]));
        assert!(route.forward);
        assert!(route.leave(&[Account]));
        assert!(!route.forward);
        assert!(route.leave(&[Connect]));
        assert_eq!(route.history, [Connect]);
    }

    #[test]
    fn resets_and_goes_back_to_an_index() {
        let mut route =
            Route { history: vec![Connect, ConnectingExternal, Account], forward: true };
        assert!(!route.go_back_to(2));
        assert!(!route.go_back_to(usize::MAX));
        assert!(route.go_back_to(0));
        assert_eq!(route.history, [Connect]);
        route.reset(Account);
        assert_eq!(route.history, [Account]);
    }
}
