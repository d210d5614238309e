//! What is signed through the worker is what other wallets sign with the same words: `viem` 2.57.1 on eip155,
//! `@solana/kit` 8.4.0 on Solana.

use protocol::module::signer::{SignRequest, SignSetting, Signed, SignedSolana, SignerAnswer};
use wire::Json;

use super::page::*;
use super::{World, done};

/// Reads, and signs with the words.
fn signed(request: SignRequest, setting: SignSetting) -> Signed {
    let mut world = World::new();
    let (kept, secrets) = world.of_words(JUNK);
    let SignerAnswer::Read { prepared, .. } = ask(&mut world.signer, request, setting) else {
        panic!("it is read")
    };
    done(world.sign(prepared, &kept, &secrets))
}

fn message(signature: &str) -> Signed {
    Signed::Message { signature: signature.to_owned() }
}

/// `signMessage` of `mnemonicToAccount`.
#[test]
fn messages() {
    let hello = "0xa461f509887bd19e312c0c58467ce8ff8e300d3c1a90b608a760c5b80318eaf15fe57c96f9175d6cd4daad4663763baa\
        7e78836e067d0163e9a2ccf2ff753f5b1b";
    assert_eq!(signed(personal_sign("hello world"), setting()), message(hello));
    assert_eq!(signed(personal_sign("0x68656c6c6f20776f726c64"), setting()), message(hello));
    let bytes = "0xe11c70f61153c2bd2a196f08cc6d47a84153f2f9e036b2d54f847ef5f2db9a2730506e76d289c3abf791330c9d12e66b\
        2e0fb964d1d32217161dcded16fdfab81c";
    assert_eq!(signed(personal_sign("0xdeadbeef00ff"), setting()), message(bytes));
}

/// `signTypedData`, of the example of EIP-712.
#[test]
fn typed_data() {
    let text = include_str!("../../../chains/src/evm/typed_message/published/mail.json");
    let params = Json::list([Json::text(EVM), json(text)]);
    let signature = "0x6ea8bb309a3401225701f3565e32519f94a0ea91a5910ce9229fe488e773584c0390416a2190d9560219dab757ecca\
        2029e63fa9d1c2aebf676cc25b9f03126a1b";
    let request = request("eth_signTypedData_v4", params);
    assert_eq!(signed(request, setting()), message(signature));
}

/// `signTransaction`.
#[test]
fn transactions() {
    for (fields, transaction, hash) in [
        (
            r#""maxFeePerGas":"0x7b","maxPriorityFeePerGas":"0x3""#,
            "0x02f86a0107037b8252089470997970c51812dc3a010c7d01b50e0d17dc79c8880de0b6b3a764000080c080a0f51358f99101de9d\
             ad218ce4720394228f27d8bfc4e6fad13011849f42d91409a01d5590ce872a093f91bcbef2357e35e1b7077e9eb2771b023e23931c\
             53678d9e",
            "0xf0d1d2e874de5809cace178e37ff623b8c85ee2ffb333d5ff3f3a8a69f694b2b",
        ),
        (
            r#""nonce":"0x9","gasPrice":"0x4a817c800""#,
            "0xf86c098504a817c8008252089470997970c51812dc3a010c7d01b50e0d17dc79c8880de0b6b3a76400008026a0638e6b8b4f282d\
             cb10431d46cf5713b733a799529866ad3812dfd0711e511a2ba050a8c3bd350d60794a5601f3531d5d7f9e568d47fcbb51de9c41ad\
             19a6545d64",
            "0x27393424356daf940a959528ebb880283b45b3a4cf1b3f3c6045b506eaa4c6eb",
        ),
        (
            r#""gas":"0x7530","gasPrice":"0x64","data":"0xdeadbeef","accessList":[{
                "address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                "storageKeys":["0x0101010101010101010101010101010101010101010101010101010101010101"]}]"#,
            "0x01f8a60107648275309470997970c51812dc3a010c7d01b50e0d17dc79c8880de0b6b3a764000084deadbeeff838f79470997970\
             c51812dc3a010c7d01b50e0d17dc79c8e1a0010101010101010101010101010101010101010101010101010101010101010180a08e\
             e8684047a65888d50d95a4834ad93c04f8e5eab095843f4b580f0c16024964a01f2861eff80ad61d2025409fe21bdcf63c21441221\
             81b315d1f0d80cb2769166",
            "0x2191b2931789ee2192db2d99b129e73a81ceb23c45206d1441a7e02cb12008df",
        ),
    ] {
        let more = format!(r#""to":"{FRIEND}","value":"0xde0b6b3a7640000",{fields}"#);
        let (transaction, hash) = (transaction.to_owned(), hash.to_owned());
        assert_eq!(signed(sending(&more), setting()), Signed::Transaction { transaction, hash });
    }
}

/// `signBytes` of a key pair.
#[test]
fn messages_of_solana() {
    let params = json(&format!(r#"{{"message":"StV1DL6CwTryKyV","pubkey":"{SOLANA}"}}"#));
    let signature =
        "JRMLYnDByhhw5AXoMr5T1hVjp9oqJLSK5dBEbhZYmapEEXffnogJhRvM8vXzn1pvB9xRLu4MvUnoxvRAFYD8qvH";
    let request = request("solana_signMessage", params);
    assert_eq!(signed(request, on(MAINNET)), message(signature));
}

const UNSIGNED: &str = "3md7BBV9wFjYGnMWcMNyAZcjca2HGfXWZkrU8vvho66z2sJMZFcx6HZdBiAddjo2kzgBv3uZoac3domBRjJJSXkbBvokxPXy73jf\
    DHC9Xpd1Q9QLsrd2pWugZSN3eVS4HWnMtoabxTq3QUFUv9D7V5cWj2769jKc6KwhadpSBDpvkXKcXRDdCPE3EjgKeWDUz4t6D1EEgGQPbn3X6ih4sUGo\
    kqu14aLJF59zBFzXyPeVo3ihs4Cy4YJmY9GxpLgTmM3K5MDF74fWLrFrMVgHNkP4kLMh5iiVUmBN7";
const SIGNED: &str = "6GvfXAqW1HAh7MfRGMFGfajLm6VGdJB7eNXka7ZCGZQWcZfBf9uw4ecGFzcPfmTLmn2Gnm2a9GBXRdRLEv299K4nNGtPDJ7woGEXXA\
    djBkPRrpHhV64auWELbtSX7W1JRNVmhGEzPDyxYMuhPZpBTVssDuBbZtxUo97Xh9A6h9gLyYaCZaTzsKhGN3NoEZ3ygur1yh1zF1Ue7zTK3jc3ZwAzQq\
    sR1cTBe7U5DFbWUpNEdfkxARohW5rvPdWPqUfkXVo1xb8VdJTJJg1Zqo236Ro8NpYGT6LySKF2o";
const SIGNATURE: &str =
    "5dYdXfahBXoCiCuNB5vCKsMP15qVdMwSnNPU7Dj8PsWu3QFtgp7KZmXVxoa6VLUxuG1PGu9PNJnXYnn1E9yx7Vw3";

/// `signTransactionMessageWithSigners`, of a transfer of SOL.
#[test]
fn transactions_of_solana() {
    let one = SignedSolana { signature: SIGNATURE.to_owned(), transaction: SIGNED.to_owned() };
    let two = format!(r#"{{"transactions":["{UNSIGNED}","{UNSIGNED}"]}}"#);
    let single = format!(r#"{{"transaction":"{UNSIGNED}"}}"#);
    let options = r#"{"skipPreflight":true,"preflightCommitment":"single","maxRetries":3,"minContextSlot":9}"#;
    let sent = format!(r#"{{"transaction":"{UNSIGNED}","options":{options}}}"#);
    let told = r#"{"encoding":"base58","skipPreflight":true,"preflightCommitment":"confirmed","maxRetries":3,
        "minContextSlot":9}"#;
    for (method, params, count, options) in [
        ("solana_signTransaction", &single, 1, None),
        ("solana_signAllTransactions", &two, 2, None),
        ("solana_signAndSendTransaction", &sent, 1, Some(json(told))),
        ("solana_signAndSendTransaction", &single, 1, Some(json(r#"{"encoding":"base58"}"#))),
    ] {
        let request = request(method, json(params));
        let transactions = vec![one.clone(); count];
        assert_eq!(signed(request, on(MAINNET)), Signed::Solana { transactions, options });
    }
}
