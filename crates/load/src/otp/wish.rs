//! What is asked of the load on signing in.

use std::time::Duration;

/// What is done, unless it is said otherwise.
const CONNECTIONS: [usize; 3] = [1, 32, 128];

/// What is asked of it.
pub(crate) struct Wish {
    /// The program of the server.
    pub(crate) program: String,
    /// How many sign in at once, one after the other.
    pub(crate) connections: Vec<usize>,
    /// How long people that nobody knows do, and how long those do that are known.
    pub(crate) time: Duration,
}

impl Wish {
    /// Reads words; nothing where one is not understood.
    pub(crate) fn read(program: &str, words: &[(&str, &str)]) -> Option<Self> {
        let time = Duration::from_secs(10);
        let mut wish =
            Wish { program: program.to_owned(), connections: CONNECTIONS.to_vec(), time };
        for (name, value) in words {
            match *name {
                "connections" => {
                    // Each comes from a network of its own.
                    let counts = value
                        .split(',')
                        .map(|it| it.parse().ok().filter(|it| (1..=250).contains(it)));
                    wish.connections = counts.collect::<Option<_>>()?;
                }
                "seconds" => {
                    let seconds = value.parse().ok().filter(|it| *it > 0)?;
                    wish.time = Duration::from_secs(seconds);
                }
                _ => return None,
            }
        }
        Some(wish)
    }
}
