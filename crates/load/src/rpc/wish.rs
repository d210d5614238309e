//! What is asked of the load on the proxy.

use std::time::Duration;

use super::fixed::Fixed;

/// What is asked of it.
pub(crate) struct Wish {
    /// The program of the server.
    pub(crate) program: String,
    /// The program of nginx, where there is one.
    pub(crate) nginx: Option<String>,
    /// Whether the node is anvil, and not our own.
    pub(crate) is_on_anvil: bool,
    /// What our own says.
    pub(crate) fixed: Fixed,
    /// Requests a second in each way, where it is the time of one that counts.
    pub(crate) rate: u32,
    /// How long that is done, and how long it is asked as fast as answers come.
    pub(crate) time: Duration,
    /// How many ask then.
    pub(crate) connections: usize,
}

impl Wish {
    /// Reads words; nothing where one is not understood.
    pub(crate) fn read(program: &str, words: &[(&str, &str)]) -> Option<Self> {
        let mut wish = Wish {
            program: program.to_owned(),
            nginx: None,
            is_on_anvil: false,
            fixed: Fixed::default(),
            rate: 200,
            time: Duration::from_secs(6),
            connections: 32,
        };
        for (name, value) in words {
            let number = || value.parse::<u32>().ok();
            let some = || number().filter(|it| *it > 0);
            match (*name, *value) {
                ("node", "own") => wish.is_on_anvil = false,
                ("node", "anvil") => wish.is_on_anvil = true,
                ("nginx", program) => wish.nginx = Some(program.to_owned()),
                ("rate", _) => wish.rate = some()?,
                ("seconds", _) => wish.time = Duration::from_secs(some()?.into()),
                ("connections", _) => wish.connections = some()?.try_into().ok()?,
                ("size", _) => wish.fixed.characters = number()?.try_into().ok()?,
                ("delay", _) => wish.fixed.after = Duration::from_millis(number()?.into()),
                _ => return None,
            }
        }
        Some(wish)
    }
}
