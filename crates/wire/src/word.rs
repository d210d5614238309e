//! Enums without fields.

/// An enum without fields: each variant is a word.
pub trait Word: Copy + 'static {
    /// All words and their variants.
    const ALL: &'static [(&'static str, Self)];

    /// The word of a variant.
    fn word(&self) -> &'static str;

    /// The variant of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, variant)| *variant)
    }
}
