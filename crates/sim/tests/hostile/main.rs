//! The texts that `cargo xtask fuzz` found worth keeping, played again: each reaches something in the
//! code that none of the others of its kind does.
#![allow(clippy::unwrap_used)]

mod codec;
mod relay;
mod sealed;
mod signed;

/// `corpus` has one JSON string a line.
fn play(corpus: &str, hold: fn(&str)) {
    let texts: Vec<String> =
        corpus.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(texts.len() > 10, "{} texts are no corpus", texts.len());
    for text in &texts {
        hold(text);
    }
}

macro_rules! corpora {
    ($($test:ident $corpus:literal $hold:path;)*) => {
        $(#[test]
        fn $test() {
            play(include_str!(concat!("corpus/", $corpus, ".jsonl")), $hold);
        })*
    };
}

corpora! {
    every_json_text_holds "codec" codec::hold;
    every_pairing_uri_holds "uri" relay::hold_uri;
    every_envelope_holds "envelope" relay::hold_envelope;
    every_frame_holds "frame" relay::hold_frame;
    every_message_holds "message" relay::hold_message;
    every_token_holds "token" relay::hold_token;
    everything_sealed_holds "sealed" sealed::hold_sealed;
    every_typed_message_holds "typed_message" signed::hold_typed_message;
    every_solana_transaction_holds "solana_transaction" signed::hold_solana_transaction;
    every_sign_in_holds "sign_in" signed::hold_sign_in;
}
