//! Local storage, which the tabs of a browser share.

/// What is stored, in the order in which it was written, and what the other tabs have not heard yet.
#[derive(Default)]
pub struct Storage {
    items: Vec<(String, String)>,
    changes: Vec<Change>,
}

/// A change, as a browser tells the other tabs of it
/// ([`StorageEvent`](https://html.spec.whatwg.org/multipage/webstorage.html#the-storageevent-interface)).
pub(crate) struct Change {
    /// The item; none where the whole storage was emptied.
    pub(crate) key: Option<String>,
    /// What it is now; none where it is no more.
    pub(crate) value: Option<String>,
}

impl Storage {
    /// The same items, of which nobody is told.
    pub(crate) fn beside(&self) -> Self {
        Storage { items: self.items.clone(), changes: Vec::new() }
    }

    /// The text of an item.
    pub fn item(&self, key: &str) -> Option<&str> {
        self.items.iter().find(|(it, _)| it == key).map(|(_, value)| value.as_str())
    }

    /// All items: key and text.
    pub fn items(&self) -> &[(String, String)] {
        &self.items
    }

    /// Writes an item. Nobody hears of one that stays as it was.
    pub fn set_item(&mut self, key: &str, value: &str) {
        if self.item(key) != Some(value) {
            self.change(Some(key), Some(value));
        }
    }

    /// Removes an item, if it is there.
    pub fn remove_item(&mut self, key: &str) {
        if self.item(key).is_some() {
            self.change(Some(key), None);
        }
    }

    /// Empties the storage, if it holds anything.
    pub fn clear(&mut self) {
        if !self.items.is_empty() {
            self.change(None, None);
        }
    }

    /// What the other tabs have not heard yet.
    pub(crate) fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// What another tab changed is so here.
    pub(crate) fn apply(&mut self, change: &Change) {
        let Some(key) = &change.key else { return self.items.clear() };
        self.items.retain(|(it, _)| it != key);
        if let Some(value) = &change.value {
            self.items.push((key.clone(), value.clone()));
        }
    }

    fn change(&mut self, key: Option<&str>, value: Option<&str>) {
        let change = Change { key: key.map(str::to_owned), value: value.map(str::to_owned) };
        self.apply(&change);
        self.changes.push(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_told_even_one_that_is_undone_at_once() {
        let mut storage = Storage::default();
        storage.clear();
        for value in ["there", "gone", "gone", "there"] {
            storage.set_item("who", value);
        }
        storage.remove_item("nobody");
        storage.clear();
        let told = storage.take_changes().into_iter().map(|it| it.key.zip(it.value));
        let who = |value: &str| Some(("who".to_owned(), value.to_owned()));
        assert!(told.eq([who("there"), who("gone"), who("there"), None]));
        assert!(storage.items().is_empty() && storage.take_changes().is_empty());
    }
}
