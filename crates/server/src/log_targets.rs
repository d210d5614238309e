//! What is logged: the key `log`, and `--log` of `latchkit dev`.

use serde::Deserialize;
use std::str::FromStr;
use tracing_subscriber::filter::{LevelFilter, Targets};

/// A level, or `target=level` pairs with commas between.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct LogTargets(Targets);

impl LogTargets {
    /// This level, of everything.
    pub(crate) fn level(level: LevelFilter) -> Self {
        LogTargets(Targets::new().with_default(level))
    }

    /// The filter.
    pub(crate) fn targets(self) -> Targets {
        self.0
    }
}

impl FromStr for LogTargets {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        // The library takes a word that is no level for a part of the program, of which there is none.
        let is_level = |it: &str| it.parse::<LevelFilter>().is_ok() && !it.is_empty();
        let is_fit = text.split(',').all(|part| match part.split_once('=') {
            Some((target, level)) => !target.is_empty() && is_level(level),
            None => is_level(part),
        });
        let read = text.parse().ok().filter(|_| is_fit);
        read.map(LogTargets).ok_or(
            "it is neither a level (off, error, warn, info, debug, trace) nor target=level pairs with \
             commas between, such as info,server=debug",
        )
    }
}

impl TryFrom<String> for LogTargets {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_no_level_is_refused() {
        for text in ["info", "off", "WARN", "info,server=debug", "server::upstream=trace"] {
            assert!(text.parse::<LogTargets>().is_ok(), "{text}");
        }
        for text in
            ["loud", "", "info,", "server", "server=loud", "=info", "info, debug", "server="]
        {
            let told = text.parse::<LogTargets>().expect_err(text);
            assert!(told.starts_with("it is neither"), "{told}");
        }
    }
}
