//! What a page asks of a wallet of Solana: the parameters of the four methods that sign.
//!
//! [`Request::read`] takes the JSON of a page apart, with one function per method below it. What is
//! missing, of another type, repeated, too much or not for our account is refused, and the refusal
//! names the field and what it must be. Fields that no method has are left alone: pages send some for
//! wallets of old. Source:
//! [Solana RPC of WalletConnect](https://docs.walletconnect.network/wallet-sdk/chain-support/solana).

use core::{error, fmt};

use protocol::relay::base64;
use wire::Json;

use super::address::{self, Address};
use super::base58;
use super::message::{self, MessageFault};
use super::transaction::{MAX_BYTES, Transaction};
use super::transaction_error::TransactionError;

/// What a page asks to have signed. Our account is among those that must sign each transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// `solana_signMessage`: the bytes to sign.
    Message(Vec<u8>),
    /// `solana_signTransaction`.
    Transaction(Box<Transaction>),
    /// `solana_signAllTransactions`: at least one, at most [`MAX_TRANSACTIONS`].
    Transactions(Vec<Transaction>),
    /// `solana_signAndSendTransaction`.
    Sending(Box<Transaction>, SendOptions),
}

/// How a transaction is sent (options of
/// [sendTransaction](https://solana.com/docs/rpc/http/sendtransaction)).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SendOptions {
    /// The node does not try it first.
    pub is_preflight_skipped: bool,
    /// Of which state of the chain it is tried.
    pub preflight_commitment: Option<Commitment>,
    /// How often the node sends it again at most.
    pub max_retries: Option<u64>,
    /// From which slot on it may be tried.
    pub min_context_slot: Option<u64>,
}

/// How settled a state of the chain is
/// ([commitments](https://solana.com/docs/rpc#configuring-state-commitment)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Commitment {
    /// One node has it.
    Processed,
    /// Most of the stake voted for it.
    Confirmed,
    /// It stays.
    Finalized,
}

/// Why a request is refused. Its text is for whoever wrote the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamsError {
    /// Which field: `transactions[3]`, `options.maxRetries`; `params` for all of them.
    pub field: String,
    /// What is wrong with it.
    pub fault: ParamsFault,
}

/// What is wrong with a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamsFault {
    /// It is missing or `null`; it must be this.
    Missing(&'static str),
    /// It is something else; it must be this.
    Other(&'static str),
    /// It stands there twice.
    Repeated,
    /// Our account is another one.
    OtherAccount,
    /// It is no transaction, or none that our account signs.
    Transaction(TransactionError),
    /// It is no message that is signed.
    Message(MessageFault),
}

/// The most transactions of one request: no person reads more.
pub const MAX_TRANSACTIONS: usize = 20;

const OBJECT: &str = "an object";
const PUBLIC_KEY: &str = "an address in base58";
const MESSAGE: &str = "at most 4096 bytes in base58";
const TRANSACTION: &str = "a transaction of at most 1232 bytes in base58 or base64";
const TRANSACTIONS: &str = "a list of 1 to 20 transactions";
const BOOLEAN: &str = "true or false";
const COUNT: &str = "an integer from 0 on";
const COMMITMENT: &str = "processed, confirmed or finalized";
/// The last five are names of old.
const COMMITMENTS: [(&str, Commitment); 8] = [
    ("processed", Commitment::Processed),
    ("confirmed", Commitment::Confirmed),
    ("finalized", Commitment::Finalized),
    ("recent", Commitment::Processed),
    ("single", Commitment::Confirmed),
    ("singleGossip", Commitment::Confirmed),
    ("root", Commitment::Finalized),
    ("max", Commitment::Finalized),
];

impl Request {
    /// Reads what a page asks the account `ours` for; nothing where the method is none of the four.
    ///
    /// # Errors
    /// The first field that is wrong, and why.
    pub fn read(
        method: &str,
        params: &Json,
        ours: &Address,
    ) -> Option<Result<Request, ParamsError>> {
        let read = match method {
            "solana_signMessage" => sign_message,
            "solana_signTransaction" => sign_transaction,
            "solana_signAllTransactions" => sign_all_transactions,
            "solana_signAndSendTransaction" => sign_and_send_transaction,
            _ => return None,
        };
        let fields = params.as_fields().ok_or_else(|| wrong("params", ParamsFault::Other(OBJECT)));
        Some(fields.and_then(|it| read(it, ours)))
    }
}

/// The fields of an object.
type Fields = [(String, Json)];

fn sign_message(params: &Fields, ours: &Address) -> Result<Request, ParamsError> {
    let text = text(params, "message", MESSAGE)?;
    let message = base58::decode(text, message::MAX_BYTES)
        .ok_or_else(|| wrong("message", ParamsFault::Other(MESSAGE)))?;
    if let Some(fault) = message::fault(&message) {
        return Err(wrong("message", ParamsFault::Message(fault)));
    }
    let signer = address::parse(self::text(params, "pubkey", PUBLIC_KEY)?)
        .ok_or_else(|| wrong("pubkey", ParamsFault::Other(PUBLIC_KEY)))?;
    if signer != *ours {
        return Err(wrong("pubkey", ParamsFault::OtherAccount));
    }
    Ok(Request::Message(message))
}

fn sign_transaction(params: &Fields, ours: &Address) -> Result<Request, ParamsError> {
    only_transaction(params, ours).map(Request::Transaction)
}

fn sign_all_transactions(params: &Fields, ours: &Address) -> Result<Request, ParamsError> {
    let listed = required(params, "transactions", TRANSACTIONS)?;
    let listed = listed.as_list().filter(|it| (1..=MAX_TRANSACTIONS).contains(&it.len()));
    let listed = listed.ok_or_else(|| wrong("transactions", ParamsFault::Other(TRANSACTIONS)))?;
    let mut transactions = Vec::new();
    for (at, json) in listed.iter().enumerate() {
        let read = match json {
            Json::Null => Err(ParamsFault::Missing(TRANSACTION)),
            _ => json
                .as_text()
                .map_or(Err(ParamsFault::Other(TRANSACTION)), |it| transaction(it, ours)),
        };
        let field = || ["transactions[", &wire::decimal(at as u64), "]"].concat();
        transactions.push(read.map_err(|fault| wrong(&field(), fault))?);
    }
    Ok(Request::Transactions(transactions))
}

fn sign_and_send_transaction(params: &Fields, ours: &Address) -> Result<Request, ParamsError> {
    let transaction = only_transaction(params, ours)?;
    let options = match optional(params, "options")? {
        None => SendOptions::default(),
        Some(json) => {
            let fields = json.as_fields();
            send_options(fields.ok_or_else(|| wrong("options", ParamsFault::Other(OBJECT)))?)?
        }
    };
    Ok(Request::Sending(transaction, options))
}

fn send_options(options: &Fields) -> Result<SendOptions, ParamsError> {
    let read = || -> Result<SendOptions, ParamsError> {
        let is_preflight_skipped = match optional(options, "skipPreflight")? {
            None => false,
            Some(Json::Bool(is_skipped)) => *is_skipped,
            Some(_) => return Err(wrong("skipPreflight", ParamsFault::Other(BOOLEAN))),
        };
        let preflight_commitment = match optional(options, "preflightCommitment")? {
            None => None,
            Some(json) => {
                let named = |it: &&(&str, Commitment)| json.as_text() == Some(it.0);
                let found = COMMITMENTS.iter().find(named).map(|it| it.1);
                let fault = ParamsFault::Other(COMMITMENT);
                Some(found.ok_or_else(|| wrong("preflightCommitment", fault))?)
            }
        };
        Ok(SendOptions {
            is_preflight_skipped,
            preflight_commitment,
            max_retries: count(options, "maxRetries")?,
            min_context_slot: count(options, "minContextSlot")?,
        })
    };
    read().map_err(|error| wrong(&["options.", &error.field].concat(), error.fault))
}

fn only_transaction(params: &Fields, ours: &Address) -> Result<Box<Transaction>, ParamsError> {
    let text = text(params, "transaction", TRANSACTION)?;
    transaction(text, ours).map(Box::new).map_err(|fault| wrong("transaction", fault))
}

/// Of either text. Where a text could be both, that counts which is a transaction: what is shown and
/// signed is what was read.
fn transaction(text: &str, ours: &Address) -> Result<Transaction, ParamsFault> {
    let read = |bytes: Option<Vec<u8>>| bytes.map(|it| Transaction::read(&it));
    let found = match read(base58::decode(text, MAX_BYTES)) {
        Some(Ok(transaction)) => Some(Ok(transaction)),
        other => read(base64_of(text)).or(other),
    };
    let found = found.ok_or(ParamsFault::Other(TRANSACTION))?;
    let is_ours = |it: Transaction| it.signature_index(ours).map(|_| it);
    found.and_then(is_ours).map_err(ParamsFault::Transaction)
}

fn base64_of(text: &str) -> Option<Vec<u8>> {
    if text.len() > MAX_BYTES.div_ceil(3) * 4 { None } else { base64::decode_lax(text) }
}

fn text<'a>(
    fields: &'a Fields,
    name: &'static str,
    must: &'static str,
) -> Result<&'a str, ParamsError> {
    let json = required(fields, name, must)?;
    json.as_text().ok_or_else(|| wrong(name, ParamsFault::Other(must)))
}

fn count(fields: &Fields, name: &str) -> Result<Option<u64>, ParamsError> {
    let Some(json) = optional(fields, name)? else { return Ok(None) };
    let digits = json.as_number().filter(|it| it.bytes().all(|it| it.is_ascii_digit()));
    let number = digits.and_then(|it| it.parse().ok());
    number.map(Some).ok_or_else(|| wrong(name, ParamsFault::Other(COUNT)))
}

fn required<'a>(
    fields: &'a Fields,
    name: &str,
    must: &'static str,
) -> Result<&'a Json, ParamsError> {
    optional(fields, name)?.ok_or_else(|| wrong(name, ParamsFault::Missing(must)))
}

fn optional<'a>(fields: &'a Fields, name: &str) -> Result<Option<&'a Json>, ParamsError> {
    let mut named = fields.iter().filter(|it| it.0 == name).map(|it| &it.1);
    let first = named.next();
    if named.next().is_some() {
        return Err(wrong(name, ParamsFault::Repeated));
    }
    Ok(first.filter(|it| **it != Json::Null))
}

fn wrong(field: &str, fault: ParamsFault) -> ParamsError {
    ParamsError { field: field.to_owned(), fault }
}

impl fmt::Display for ParamsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.field;
        match self.fault {
            ParamsFault::Missing(must) => {
                write!(formatter, "{field} is missing: it must be {must}")
            }
            ParamsFault::Other(must) => write!(formatter, "{field} must be {must}"),
            ParamsFault::Repeated => write!(formatter, "{field} must be given once"),
            ParamsFault::OtherAccount => {
                write!(formatter, "{field} must be the account that is connected")
            }
            ParamsFault::Transaction(error) => {
                write!(formatter, "{field} must be a transaction for this account: {error}")
            }
            ParamsFault::Message(fault) => {
                write!(formatter, "{field} must be a message that may be signed: {fault}")
            }
        }
    }
}

impl error::Error for ParamsError {}

#[cfg(test)]
mod tests {
    use super::super::samples::{self, FAUCET, FRIEND, OWNER};
    use super::*;
    use proptest::prelude::*;

    fn ask(method: &str, params: &str) -> Result<Request, ParamsError> {
        let json: Json = wire::from_text(params).unwrap();
        Request::read(method, &json, &OWNER).unwrap()
    }

    /// The text of the refusal.
    fn refusal(method: &str, params: &str) -> String {
        ask(method, params).unwrap_err().to_string()
    }

    const SIGN: &str = "solana_signTransaction";
    const SEND: &str = "solana_signAndSendTransaction";
    const ALL: &str = "solana_signAllTransactions";
    const MESSAGE: &str = "solana_signMessage";

    fn in_base58(name: &str) -> String {
        base58::encode(&samples::bytes(name))
    }

    #[test]
    fn a_message_is_read() {
        let hello = base58::encode(b"Hello World!");
        let params = |message: &str| {
            format!(r#"{{"message":"{message}","pubkey":"{}","of":"old"}}"#, address::text(&OWNER))
        };
        assert_eq!(ask(MESSAGE, &params(&hello)), Ok(Request::Message(b"Hello World!".to_vec())));
        let long = base58::encode(&[b'a'; message::MAX_BYTES]);
        assert!(ask(MESSAGE, &params(&long)).is_ok());
        let longer = base58::encode(&[b'a'; message::MAX_BYTES + 1]);
        for wrong in ["Hello World!", &longer] {
            let must = "message must be at most 4096 bytes in base58";
            assert_eq!(refusal(MESSAGE, &params(wrong)), must);
        }
        let must = "message must be a message that may be signed: ";
        assert_eq!(refusal(MESSAGE, &params("")), format!("{must}there is nothing to sign"));
        let transaction = base58::encode(samples::transaction("SOL_V0").message_bytes());
        assert_eq!(
            refusal(MESSAGE, &params(&transaction)),
            format!("{must}it could be a transaction")
        );
    }

    #[test]
    fn a_message_is_for_our_account() {
        let with = |pubkey: &str| {
            refusal(MESSAGE, &format!(r#"{{"message":"2NEpo7TZRRrLZSi2U"{pubkey}}}"#))
        };
        let missing = "pubkey is missing: it must be an address in base58";
        assert_eq!([with(""), with(r#","pubkey":null"#)], [missing, missing]);
        let must = "pubkey must be an address in base58";
        assert_eq!([with(r#","pubkey":"0x1""#), with(r#","pubkey":[1]"#)], [must, must]);
        let friend = format!(r#","pubkey":"{}""#, address::text(&FRIEND));
        assert_eq!(with(&friend), "pubkey must be the account that is connected");
    }

    #[test]
    fn a_transaction_is_read_in_either_text() {
        for (name, in_base64) in samples::all() {
            let expected = Request::Transaction(Box::new(samples::transaction(name)));
            for text in [in_base64, in_base64.trim_end_matches('='), &in_base58(name)] {
                let asked = ask(SIGN, &format!(r#"{{"transaction":"{text}"}}"#));
                assert_eq!(asked.as_ref(), Ok(&expected), "{name}");
            }
        }
    }

    #[test]
    fn what_is_no_transaction_of_ours_is_refused() {
        let missing = "transaction is missing: it must be a transaction of at most 1232 bytes in base58 or base64";
        for params in ["{}", r#"{"transaction":null}"#, r#"{"transactions":["1"]}"#] {
            assert_eq!(refusal(SIGN, params), missing);
        }
        let must = "transaction must be a transaction of at most 1232 bytes in base58 or base64";
        let long = format!("\"{}\"", base58::encode(&[1; MAX_BYTES + 1]));
        let padded = format!("\"{}\"", base64::encode(&[0; MAX_BYTES + 3]));
        for wrong in ["5", "{}", "true", "\"0x1\"", "\"@\"", &long, &padded] {
            let params = format!(r#"{{"transaction":{wrong}}}"#);
            assert_eq!(refusal(SIGN, &params), must, "{wrong}");
        }
        let for_account = "transaction must be a transaction for this account: ";
        assert_eq!(
            refusal(SIGN, r#"{"transaction":"2NEpo7TZRRrLZSi2U"}"#),
            format!("{for_account}it ends too early")
        );
        let params = format!(r#"{{"transaction":"{}"}}"#, in_base58("SOL_LEGACY"));
        let json: Json = wire::from_text(&params).unwrap();
        let error = Request::read(SIGN, &json, &FAUCET).unwrap().unwrap_err();
        assert_eq!(error.fault, ParamsFault::Transaction(TransactionError::NotSigner));
        let twice =
            format!(r#"{{"transaction":"{0}","transaction":"{0}"}}"#, in_base58("SOL_LEGACY"));
        assert_eq!(refusal(SIGN, &twice), "transaction must be given once");
    }

    #[test]
    fn parameters_are_an_object() {
        for method in [SIGN, SEND, ALL, MESSAGE] {
            for params in ["null", "[]", "\"1\"", "7", "[{}]"] {
                assert_eq!(refusal(method, params), "params must be an object");
            }
        }
        let json = Json::Null;
        assert_eq!(Request::read("solana_requestAccounts", &json, &OWNER), None);
        assert_eq!(Request::read("solana_signmessage", &json, &OWNER), None);
    }

    #[test]
    fn several_transactions_are_read_in_their_order() {
        let list = |texts: &[String]| format!(r#"{{"transactions":[{}]}}"#, texts.join(","));
        let quoted = |name: &str| format!("\"{}\"", in_base58(name));
        let both = ask(ALL, &list(&[quoted("SOL_V0"), quoted("TABLES")]));
        let expected = ["SOL_V0", "TABLES"].map(samples::transaction).to_vec();
        assert_eq!(both, Ok(Request::Transactions(expected)));
        assert!(ask(ALL, &list(&vec![quoted("SOL_V0"); 20])).is_ok());
        let must = "transactions must be a list of 1 to 20 transactions";
        assert_eq!(refusal(ALL, &list(&vec![quoted("SOL_V0"); 21])), must);
        assert_eq!(refusal(ALL, &list(&[])), must);
        assert_eq!(refusal(ALL, r#"{"transactions":"1"}"#), must);
        assert_eq!(
            refusal(ALL, "{}"),
            "transactions is missing: it must be a list of 1 to 20 transactions"
        );
        let one = |wrong: &str| refusal(ALL, &list(&[quoted("SOL_V0"), wrong.to_owned()]));
        let each = "a transaction of at most 1232 bytes in base58 or base64";
        assert_eq!(one("null"), format!("transactions[1] is missing: it must be {each}"));
        assert_eq!(
            [one("1"), one("\"@\"")],
            [(); 2].map(|()| format!("transactions[1] must be {each}"))
        );
    }

    #[test]
    fn options_are_read() {
        let with = |options: &str| {
            let transaction = in_base58("SOL_V0");
            ask(SEND, &format!(r#"{{"transaction":"{transaction}"{options}}}"#)).map(
                |it| match it {
                    Request::Sending(_, options) => options,
                    other => panic!("{other:?}"),
                },
            )
        };
        for none in
            ["", r#","options":null"#, r#","options":{}"#, r#","options":{"maxRetries":null}"#]
        {
            assert_eq!(with(none), Ok(SendOptions::default()), "{none}");
        }
        let all = r#","options":{"skipPreflight":true,"preflightCommitment":"confirmed","maxRetries":0,"minContextSlot":18446744073709551615,"other":1}"#;
        let expected = SendOptions {
            is_preflight_skipped: true,
            preflight_commitment: Some(Commitment::Confirmed),
            max_retries: Some(0),
            min_context_slot: Some(u64::MAX),
        };
        assert_eq!(with(all), Ok(expected));
        for (word, commitment) in COMMITMENTS {
            let read = with(&format!(r#","options":{{"preflightCommitment":"{word}"}}"#));
            assert_eq!(read.unwrap().preflight_commitment, Some(commitment), "{word}");
        }
        for (wrong, must) in [
            ("[]", "options must be an object"),
            ("true", "options must be an object"),
            (r#"{"skipPreflight":"true"}"#, "options.skipPreflight must be true or false"),
            (r#"{"skipPreflight":1}"#, "options.skipPreflight must be true or false"),
            (
                r#"{"preflightCommitment":"Final"}"#,
                "options.preflightCommitment must be processed, confirmed or finalized",
            ),
            (r#"{"maxRetries":-1}"#, "options.maxRetries must be an integer from 0 on"),
            (r#"{"maxRetries":1.5}"#, "options.maxRetries must be an integer from 0 on"),
            (r#"{"maxRetries":1e3}"#, "options.maxRetries must be an integer from 0 on"),
            (r#"{"maxRetries":"3"}"#, "options.maxRetries must be an integer from 0 on"),
            (
                r#"{"minContextSlot":18446744073709551616}"#,
                "options.minContextSlot must be an integer from 0 on",
            ),
            (r#"{"maxRetries":1,"maxRetries":1}"#, "options.maxRetries must be given once"),
        ] {
            let read = with(&format!(r#","options":{wrong}"#));
            assert_eq!(read.unwrap_err().to_string(), must);
        }
    }

    proptest! {
        #[test]
        fn hostile_text_is_refused_at_worst(text in "[1-9A-Za-z+/=]{0,400}|.{0,40}") {
            let params = Json::object([
                ("message", Json::text(&text)),
                ("pubkey", Json::text(&text)),
                ("transaction", Json::text(&text)),
                ("transactions", Json::list([Json::text(&text)])),
            ]);
            for method in [SIGN, SEND, ALL, MESSAGE] {
                prop_assert!(Request::read(method, &params, &OWNER).unwrap().is_err());
            }
        }
    }
}
