//! What was read, counted by what tokens say of themselves, and who gains by it.

use protocol::module::reading::Reading;
use protocol::module::signer::{SignerAnswer, SignerAsk, SignerRefusal};
use wire::{Json, Opaque, to_text};

use super::none;
use super::page::*;
use super::reading_evm::{calling, word, word_of};
use crate::Signer;

#[test]
fn what_was_read_is_counted_once_by_what_its_token_says() {
    let to = word_of(FRIEND);
    let request = calling(TOKEN, &["a9059cbb", &to, &word("bebc20")]);
    let mut signer = Signer::default();
    let SignerAnswer::Read { prepared, reading, parties, asks } =
        ask(&mut signer, request, setting())
    else {
        panic!("it is read")
    };
    assert_eq!(parties, [FRIEND]);
    let asked: Vec<String> = asks.iter().map(to_text).collect();
    let call = |data| format!(r#"[{{"to":"{TOKEN}","data":"{data}"}},"latest"]"#);
    assert_eq!(asked, [call("0x313ce567"), call("0x95d89b41")]);
    let brief = |reading: &Opaque<Reading>| written(&reading.read().expect("a reading").brief);
    assert_eq!(
        brief(&reading),
        format!("token:address={TOKEN} to:address={FRIEND} amount:units=12500000")
    );

    let mut count = |prepared| {
        let told = vec![json(&format!(r#""0x{}""#, word("6"))), Json::Null];
        let ask = SignerAsk::Count { prepared, told };
        signer.ask(&ask, &none(), &mut |_| panic!("nothing is drawn")).0
    };
    let unknown =
        |answer| matches!(answer, SignerAnswer::Refused { why: SignerRefusal::PreparedUnknown });
    assert!(unknown(count(prepared + 1)));
    let SignerAnswer::Read { prepared: again, reading, parties, asks } = count(prepared) else {
        panic!("it is counted")
    };
    assert_eq!((again, parties, asks), (prepared, vec![FRIEND.to_owned()], vec![]));
    assert_eq!(
        brief(&reading),
        format!("token:address={TOKEN} to:address={FRIEND} amount:tokens=12.5")
    );
    assert!(unknown(count(prepared)));
}

/// What a call does, counted by so many decimals; nothing where its token has none.
fn counted(call: &[&str], decimals: Option<&str>) -> String {
    let mut signer = Signer::default();
    let answer = ask(&mut signer, calling(TOKEN, call), setting());
    let SignerAnswer::Read { prepared, .. } = answer else { panic!("it is read") };
    let decimals = decimals.map(|it| json(&format!(r#""0x{}""#, word(it))));
    let ask = SignerAsk::Count { prepared, told: vec![decimals.unwrap_or_default(), Json::Null] };
    let SignerAnswer::Read { reading, .. } =
        signer.ask(&ask, &none(), &mut |_| panic!("nothing is drawn")).0
    else {
        panic!("it is counted")
    };
    steps(&reading.read().expect("a reading")).remove(0)
}

/// Of some contracts the pieces of a collection and the parts of a token have one call.
#[test]
fn what_may_be_a_piece_keeps_its_number_where_it_is_counted() {
    let moved = counted(&["23b872dd", &word_of(EVM), &word_of(FRIEND), &word("4d2")], Some("12"));
    let both = "amountOrTokenId:units=1234 amount:tokens=0.000000000000001234";
    assert!(moved.contains(both), "{moved}");
    let allow = ["095ea7b3", &word_of(FRIEND), &word("4d2")];
    for (decimals, said) in [
        (Some("2"), "amount:tokens=12.34"),
        // As much as nothing, or a piece.
        (Some("12"), "amountOrTokenId:units=1234 amount:tokens=0.000000000000001234"),
        (Some("0"), "amountOrTokenId:units=1234"),
        (None, "amountOrTokenId:units=1234"),
    ] {
        let allowed = counted(&allow, decimals);
        assert!(allowed.ends_with(&format!("spender:address={FRIEND} {said}")), "{allowed}");
    }
}

#[test]
fn a_request_makes_a_few_parties_known_and_each_once() {
    let known = |count: usize| {
        let mut reading = read(sending(&format!(r#""to":"{FRIEND}","value":"0x5""#)), setting());
        let step = reading.steps[0].clone();
        reading.steps = (0..2 * count)
            .map(|at| {
                let mut step = step.clone();
                step.rows[0].value = format!("0x{:040x}", at % count);
                step
            })
            .collect();
        crate::parties::of(&reading)
    };
    assert_eq!(known(1), [format!("0x{:040x}", 0)]);
    assert_eq!((known(3).len(), known(12).len()), (3, 8));
}
