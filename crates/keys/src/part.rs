//! What of a wallet is sealed, on its way between frame and server and where it is kept.

use crate::envelope::Place;

/// One of a wallet's parts. What is sealed as one of them is opened as no other.
#[derive(Clone, Copy)]
pub enum Part {
    /// The server's share of a set.
    Auth,
    /// The recovery share of a set, which the frame sealed.
    Recovery,
    /// A recovery key.
    Factor,
    /// What a passphrase is stretched with.
    Pepper,
}

/// Where a part belongs: on its way between frame and server, and in the database. `row` is the set's id, of a
/// recovery key and a pepper the factor's kind.
pub fn place<'a>(part: Part, row: &'a str, wallet: &'a [u8; 16]) -> Place<'a> {
    let (table, column) = match part {
        Part::Auth => ("share_sets", "auth"),
        Part::Recovery => ("share_sets", "recovery"),
        Part::Factor => ("recovery_factors", "wrapped"),
        Part::Pepper => ("recovery_factors", "pepper"),
    };
    Place { table, column, row: row.as_bytes(), wallet, schema: 1 }
}
