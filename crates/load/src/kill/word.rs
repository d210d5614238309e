//! What a node of ours says to a read: a 32-byte word that names its chain, its latest block, and what was
//! asked for.

/// Such a word.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) chain: u64,
    pub(crate) head: u64,
    /// An address that was read, or the number of a transaction.
    pub(crate) subject: u64,
}

impl Word {
    /// As hex digits.
    pub(crate) fn text(&self) -> String {
        let Word { chain, head, subject } = self;
        format!("0x{chain:08x}{head:016x}{subject:040x}")
    }

    /// Of hex digits.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x").filter(|it| it.len() == 64)?;
        let number = |range| u64::from_str_radix(digits.get(range)?, 16).ok();
        Some(Word { chain: number(0..8)?, head: number(8..24)?, subject: number(24..64)? })
    }
}

/// A subject, as 20 bytes.
pub(crate) fn address(subject: u64) -> String {
    format!("0x{subject:040x}")
}

/// The first subject that parameters name.
pub(crate) fn subject_of(params: &str) -> Option<u64> {
    let start = params.find("0x")? + 2;
    u64::from_str_radix(params.get(start..start + 40)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let word = Word { chain: 5, head: 1_234, subject: u64::MAX };
        assert_eq!(Word::read(&word.text()), Some(word));
        assert_eq!(Word::read("0x05"), None);
        let params = format!(r#"[{{"to":"{}"}},"latest"]"#, address(77));
        assert_eq!(subject_of(&params), Some(77));
        assert_eq!(subject_of("[]"), None);
    }
}
