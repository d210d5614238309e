//! What is asked of the load on the index.

/// What is asked of it.
pub(crate) struct Wish {
    /// The program of the server.
    pub(crate) program: String,
    /// How many blocks the chain has.
    pub(crate) blocks: u32,
    /// How many transfers of tokens are in each.
    pub(crate) transfers: u32,
}

impl Wish {
    /// Reads words; nothing where one is not understood.
    pub(crate) fn read(program: &str, words: &[(&str, &str)]) -> Option<Self> {
        let mut wish = Wish { program: program.to_owned(), blocks: 2_000, transfers: 20 };
        for (name, value) in words {
            let number = value.parse().ok().filter(|it| *it > 0);
            match *name {
                "blocks" => wish.blocks = number?,
                "transfers" => wish.transfers = number?,
                _ => return None,
            }
        }
        Some(wish)
    }
}
