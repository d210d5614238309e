//! How what is kept is written: JSON text in one secret of the page.
//!
//! The types here have no `Debug`: they hold keys.

use protocol::relay::key::{KeyPair, SymKey};
use wire::{Get, Json, Put, Reading};

/// Structs whose fields are written under their own names.
macro_rules! stored {
    ($($(#[$doc:meta])* struct $name:ident {
        $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
    })*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $name {
            $($(#[$field_doc])* pub(crate) $field: $type,)*
        }

        impl wire::Put for $name {
            fn put(&self, out: &mut String) {
                wire::put_record(out, concat!($(stringify!($field), " "),*), &[$(&self.$field),*]);
            }
        }

        impl wire::Get for $name {
            fn get(json: &wire::Json, reading: &mut wire::Reading) -> Self {
                let names = concat!($(stringify!($field), " "),*);
                let mut record = wire::Record::of(json, names, reading);
                $name { $($field: record.field(),)* }
            }
        }
    )*};
}
pub(crate) use stored;

/// The key of a line.
#[derive(Clone)]
pub(crate) struct Key(pub(crate) SymKey);

impl Put for Key {
    fn put(&self, out: &mut String) {
        self.0.text().put(out);
    }
}

impl Get for Key {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        Key(json.as_text().and_then(SymKey::parse).unwrap_or_else(|| {
            reading.fail("expected a key");
            SymKey::new([0; 32])
        }))
    }
}

/// A key pair of one proposal.
#[derive(Clone)]
pub(crate) struct Pair(pub(crate) KeyPair);

impl Put for Pair {
    fn put(&self, out: &mut String) {
        self.0.text().put(out);
    }
}

impl Get for Pair {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        Pair(json.as_text().and_then(KeyPair::parse).unwrap_or_else(|| {
            reading.fail("expected a key");
            KeyPair::new([0; 32])
        }))
    }
}
