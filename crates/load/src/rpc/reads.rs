//! What is asked: balances of addresses that are counted.

use std::sync::atomic::{AtomicU64, Ordering};

/// The address that nobody asked for yet. Those below are asked for again and again.
static NEXT: AtomicU64 = AtomicU64::new(1 << 32);

/// Reads of one kind.
#[derive(Clone, Copy)]
pub(crate) struct Reads {
    /// Each is another one, so no answer was kept; otherwise they are always the same.
    pub(crate) is_cold: bool,
    /// How many are in a request. More than one is a batch.
    pub(crate) calls: usize,
}

impl Reads {
    /// Of which kind.
    pub(crate) fn name(self) -> &'static str {
        if self.is_cold { "cold" } else { "cached" }
    }

    /// How they are asked.
    pub(crate) fn form(self) -> String {
        match self.calls {
            1 => "single".to_owned(),
            calls => format!("batch of {calls}"),
        }
    }

    /// Writes the body of the next request.
    pub(crate) fn write(self, body: &mut String) {
        let count = self.calls as u64;
        let first = if self.is_cold { NEXT.fetch_add(count, Ordering::Relaxed) } else { 1 };
        body.clear();
        for at in 0..count {
            body.push(if at == 0 { '[' } else { ',' });
            body.push_str(&format!(
                r#"{{"jsonrpc":"2.0","id":{},"method":"eth_getBalance","params":["0x{:040x}","latest"]}}"#,
                at + 1,
                first + at
            ));
        }
        body.push(']');
        if self.calls == 1 {
            body.remove(0);
            body.pop();
        }
    }

    /// Whether that is an answer to it.
    pub(crate) fn check(self, (status, body): (u16, &str)) -> Result<(), String> {
        if status == 200 && body.matches(r#""result":"#).count() == self.calls {
            return Ok(());
        }
        let begin: String = body.chars().take(200).collect();
        Err(format!("A read has no answer but {status} {begin}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cold_reads_are_asked_once() {
        let written = |reads: Reads| {
            let mut body = String::from("what was before");
            reads.write(&mut body);
            body
        };
        let single = |is_cold| written(Reads { is_cold, calls: 1 });
        assert_ne!(single(true), single(true));
        assert_eq!(single(false), single(false));
        assert!(single(false).starts_with(r#"{"jsonrpc""#) && single(false).ends_with("]}"));
        let batch = written(Reads { is_cold: true, calls: 2 });
        assert!(batch.starts_with(r#"[{"jsonrpc":"2.0","id":1,"#) && batch.ends_with("]}]"));
        assert_eq!(batch.matches(r#""id":2,"#).count(), 1);
    }

    #[test]
    fn an_answer_has_a_result_for_each_call() {
        let reads = Reads { is_cold: true, calls: 2 };
        assert!(reads.check((200, r#"[{"id":1,"result":"0x"},{"id":2,"result":"0x"}]"#)).is_ok());
        assert!(reads.check((200, r#"[{"id":1,"result":"0x"},{"id":2,"error":{}}]"#)).is_err());
        assert!(reads.check((503, r#"[{"id":1,"result":"0x"},{"id":2,"result":"0x"}]"#)).is_err());
    }
}
