//! One-time codes: six digits from a source of chance, each as likely as any other, leading zeros and all.
//!
//! A code is never kept. Its tag is, which nobody makes without the pepper (`kms/`), and which is of one
//! attempt alone: with a million codes a bare hash would hide nothing.

use crate::kms::{Kms, KmsFault, Purpose};
use chains::evm::contracts::hex;
use subtle::ConstantTimeEq;

/// How many codes there are.
const CODES: u32 = 1_000_000;
/// How many digits a code has.
const DIGITS: usize = 6;
/// The numbers below it are a whole multiple of the codes: those above would make some of them likelier.
const FAIR: u32 = u32::MAX - u32::MAX % CODES;

/// A code. It is mailed, and then forgotten.
pub(crate) struct Code(String);

impl Code {
    /// A new one.
    pub(crate) fn random() -> Self {
        Code::drawn(|| {
            let mut bytes = [0; 4];
            getrandom::fill(&mut bytes).expect("the system gives random bytes");
            u32::from_be_bytes(bytes)
        })
    }

    fn drawn(mut draw: impl FnMut() -> u32) -> Self {
        loop {
            let number = draw();
            if number < FAIR {
                return Code(format!("{:06}", number % CODES));
            }
        }
    }

    /// Reads what somebody typed: six digits of any width, with blanks and dashes between; nothing where it is
    /// anything else.
    pub(crate) fn typed(text: &str) -> Option<Self> {
        if text.len() > 64 {
            return None;
        }
        let written = text.chars().filter(|it| !it.is_whitespace() && *it != '-');
        let digit = |letter: char| match letter {
            '０'..='９' => char::from_digit(u32::from(letter) - u32::from('０'), 10),
            other => Some(other).filter(char::is_ascii_digit),
        };
        let digits: String = written.map(digit).collect::<Option<_>>()?;
        (digits.len() == DIGITS).then_some(Code(digits))
    }

    /// Its digits.
    pub(crate) fn digits(&self) -> &str {
        &self.0
    }

    /// What is kept in its place, for one purpose, and for what it is bound to.
    pub(crate) async fn tag(
        &self,
        kms: &dyn Kms,
        purpose: &str,
        bound_to: &[&str],
    ) -> Result<String, KmsFault> {
        // None of the texts has a zero in it.
        let bytes = [&[purpose], bound_to, &[&self.0]].concat().join("\0");
        Ok(hex::encode(kms.mac(Purpose::OtpPepper, bytes.as_bytes()).await?))
    }
}

/// Whether two tags are the same, in a time that tells nothing.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kms::local::LocalKms;

    #[test]
    fn every_code_is_as_likely_as_any_other() {
        const DRAWS: u32 = 1_000_000;
        let mut firsts = [0_u32; 1000];
        for _ in 0..DRAWS {
            let code = Code::random();
            assert_eq!(code.digits().len(), DIGITS);
            firsts[code.digits()[..3].parse::<usize>().expect("digits")] += 1;
        }
        let expected = f64::from(DRAWS) / 1000.0;
        let chi: f64 = firsts.iter().map(|it| (f64::from(*it) - expected).powi(2) / expected).sum();
        // 999 degrees of freedom: more than this happens once in ten million runs, less likewise.
        assert!((780.0..1255.0).contains(&chi), "{chi}");
    }

    #[test]
    fn numbers_that_would_make_some_likelier_are_drawn_again() {
        let mut drawn = [u32::MAX, FAIR, FAIR - 1].into_iter();
        assert_eq!(Code::drawn(|| drawn.next().expect("a third")).digits(), "999999");
        assert_eq!(Code::drawn(|| 7).digits(), "000007");
    }

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let read = |text: &str| Code::typed(text).map(|it| it.digits().to_owned());
        for text in ["012345", " 012 345\n", "012-345", "０１２３４５", "0 1 2 3 4 5"] {
            assert_eq!(read(text).as_deref(), Some("012345"), "{text}");
        }
        for text in ["", "01234", "0123456", "01234a", "٠١٢٣٤٥", "+12345", "1e5000"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&" ".repeat(100)), None);
    }

    #[tokio::test]
    async fn a_tag_is_of_its_keys_its_purpose_and_what_it_is_bound_to() {
        let folders = ["one", "other"].map(|it| {
            std::env::temp_dir().join(format!("latchkit-code-{}-{it}", std::process::id()))
        });
        let [one, other] = folders.each_ref().map(|it| {
            LocalKms::create(it).expect("keys");
            LocalKms::load(it).unwrap_or_else(|_| panic!("fit"))
        });
        let code = Code::typed("123456").expect("a code");
        let tag = async |kms: &LocalKms, purpose: &str, bound_to: &[&str]| {
            code.tag(kms, purpose, bound_to).await.expect("a tag")
        };
        let first = tag(&one, "sign-in", &["attempt", "page"]).await;
        assert_eq!(tag(&one, "sign-in", &["attempt", "page"]).await, first);
        for (kms, purpose, bound_to) in [
            (&other, "sign-in", ["attempt", "page"]),
            (&one, "change", ["attempt", "page"]),
            (&one, "sign-in", ["another", "page"]),
            (&one, "sign-in", ["attemptp", "age"]),
        ] {
            assert_ne!(tag(kms, purpose, &bound_to).await, first, "{purpose} {bound_to:?}");
        }
        for it in folders {
            std::fs::remove_dir_all(it).expect("gone");
        }
    }
}
