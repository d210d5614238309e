//! What a page asks for with `eth_sendTransaction`, read strictly: whatever is not exactly what the
//! field may be is refused with the name of the field, so that nobody signs a guess.
//!
//! Read [`TransactionRequest::read`] and [`TransactionRequest::complete`], then the readers of single
//! fields below them; `fault.rs` says what was wrong. `null` is as good as
//! a missing field, since nodes take it for that. Of fields that nobody here knows those that would
//! make another transaction of it are refused (`CHANGING`); the names of all others are kept.
//!
//! Source: [the execution API](https://ethereum.github.io/execution-apis/), object "Transaction".

mod fault;

use super::address::{Address, Strictness};
use super::chain_number::ChainNumber;
use super::fee::{AskedFees, FeeError, Fees, Multiplier, NetworkFees};
use super::hex::from_hex;
use super::transaction::{Access, MAX_NONCE, Transaction};
use crate::amount::{Amount, QuantityError};
use fault::fault;
pub use fault::{RequestError, RequestFault};
use wire::Json;

/// The most bytes of input: what nodes take as one transaction.
pub const INPUT_BYTES: usize = 128 * 1024;
/// The most contracts and slots in an access list.
pub const ACCESSES: usize = 1024;
/// The most names of unknown fields that are kept, and how long each may be.
const UNKNOWN: (usize, usize) = (16, 64);

const KNOWN: [&str; 14] = [
    "from",
    "to",
    "value",
    "data",
    "input",
    "nonce",
    "gas",
    "gasLimit",
    "gasPrice",
    "maxFeePerGas",
    "maxPriorityFeePerGas",
    "accessList",
    "chainId",
    "type",
];

/// Fields that would make it another transaction: code for the account, blobs, other fees, another
/// envelope of a chain of its own.
const CHANGING: [&str; 19] = [
    "authorizationList",
    "authorization_list",
    "blobs",
    "blobVersionedHashes",
    "maxFeePerBlobGas",
    "commitments",
    "kzgCommitments",
    "proofs",
    "kzgProofs",
    "cellProofs",
    "sidecars",
    "feeCurrency",
    "gatewayFee",
    "gatewayFeeRecipient",
    "paymaster",
    "paymasterInput",
    "factoryDeps",
    "customData",
    "eip712Meta",
];

/// What a page asked to send; what is `None` the page left to us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransactionRequest {
    /// Who receives it; `None` creates a contract.
    pub to: Option<Address>,
    /// In wei; 0 where the page did not say.
    pub value: Amount,
    /// At most [`INPUT_BYTES`].
    pub input: Vec<u8>,
    /// The number of the transaction.
    pub nonce: Option<u64>,
    /// The most gas.
    pub gas: Option<u64>,
    /// The fees, of which [`AskedFees::check`] found nothing.
    pub fees: AskedFees,
    /// What is touched.
    pub access_list: Option<Vec<Access>>,
    /// `type`: 0, 1 or 2, in agreement with the other fields.
    pub envelope: Option<u8>,
    /// Names of fields of which nothing is made, at most 16 of at most 64 bytes.
    pub ignored: Vec<String>,
}

impl TransactionRequest {
    /// Reads the parameters of `eth_sendTransaction`: an array of one object. `account` is who was
    /// connected, `chain` the active one.
    ///
    /// # Errors
    /// [`RequestError`] names the first field that is not what it must be.
    pub fn read(
        params: &Json,
        account: &Address,
        chain: ChainNumber,
    ) -> Result<TransactionRequest, RequestError> {
        let Some([request]) = params.as_list() else {
            return Err(fault("", RequestFault::NotOneObject));
        };
        let names = request.as_fields().ok_or(fault("", RequestFault::NotOneObject))?;
        let ignored = check_names(names)?;
        if address(request, "from")?.ok_or(fault("from", RequestFault::Missing))? != *account {
            return Err(fault("from", RequestFault::OtherAccount));
        }
        if chain_id(request)?.is_some_and(|asked| asked != chain.number()) {
            return Err(fault("chainId", RequestFault::OtherChain));
        }
        let nonce = number(request, "nonce")?;
        if nonce.is_some_and(|nonce| nonce > MAX_NONCE) {
            return Err(fault("nonce", RequestFault::NonceAtMaximum));
        }
        let request = TransactionRequest {
            to: address(request, "to")?,
            value: quantity(request, "value")?.unwrap_or_default(),
            input: agreed(request, "input", "data", bytes)?.unwrap_or_default(),
            nonce,
            gas: agreed(request, "gas", "gasLimit", number)?,
            fees: fees(request)?,
            access_list: access_list(request)?,
            envelope: envelope(request)?,
            ignored,
        };
        if request.to.is_none() && request.input.is_empty() {
            return Err(fault("to", RequestFault::EmptyCreation));
        }
        request.check_type()?;
        Ok(request)
    }

    /// Fills in what the page left to us, so that nothing is left for a node. `nonce` and `gas` are
    /// taken where the page named none.
    ///
    /// # Errors
    /// Those of [`AskedFees::complete`]: also a type that the chain has not.
    pub fn complete(
        &self,
        chain: ChainNumber,
        (nonce, gas): (u64, u64),
        network: &NetworkFees,
        more: Multiplier,
    ) -> Result<Transaction, FeeError> {
        let fees = match (self.envelope, self.fees.gas_price) {
            (Some(0 | 1), None) => Fees::Legacy { gas_price: network.gas_price },
            (Some(2), _) if network.base_fee.is_none() => return Err(FeeError::TypeNotSupported),
            _ => self.fees.complete(network, more)?,
        };
        let is_listed = self.envelope == Some(1);
        Ok(Transaction {
            chain,
            nonce: self.nonce.unwrap_or(nonce),
            gas: self.gas.unwrap_or(gas),
            fees,
            to: self.to,
            value: self.value,
            input: self.input.clone(),
            access_list: self.access_list.clone().or(is_listed.then(Vec::new)),
        })
    }

    fn check_type(&self) -> Result<(), RequestError> {
        let is_fit = match self.envelope {
            Some(0) => !self.fees.is_market() && self.access_list.is_none(),
            Some(1) => !self.fees.is_market(),
            Some(_) => self.fees.gas_price.is_none(),
            None => true,
        };
        if is_fit { Ok(()) } else { Err(fault("type", RequestFault::TypeDiffers)) }
    }
}

/// No field twice, none that changes the transaction; the names of those that say nothing to us.
fn check_names(fields: &[(String, Json)]) -> Result<Vec<String>, RequestError> {
    let mut ignored: Vec<String> = Vec::new();
    for (index, (name, value)) in fields.iter().enumerate() {
        let is_known = KNOWN.contains(&name.as_str());
        if is_known && fields[..index].iter().any(|(other, _)| other == name) {
            return Err(fault(name, RequestFault::Twice));
        }
        if CHANGING.contains(&name.as_str()) && *value != Json::Null {
            return Err(fault(name, RequestFault::Changes));
        }
        if !is_known && ignored.len() < UNKNOWN.0 {
            ignored.push(cut(name));
        }
    }
    Ok(ignored)
}

/// The start of a name, at most as long as one is kept.
fn cut(name: &str) -> String {
    let fits = |end: &usize| name.is_char_boundary(*end);
    let end = (0..=name.len().min(UNKNOWN.1)).rev().find(fits).unwrap_or(0);
    name[..end].to_owned()
}

/// A field that is there and not `null`, as text.
fn text<'a>(request: &'a Json, name: &str) -> Result<Option<&'a str>, RequestError> {
    match request.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Text(text)) => Ok(Some(text)),
        Some(_) => Err(fault(name, RequestFault::NotText)),
    }
}

fn address(request: &Json, name: &str) -> Result<Option<Address>, RequestError> {
    let Some(text) = text(request, name)? else { return Ok(None) };
    let address = Address::parse(text, Strictness::Lenient);
    address.map(Some).map_err(|error| fault(name, RequestFault::Address(error)))
}

fn quantity(request: &Json, name: &str) -> Result<Option<Amount>, RequestError> {
    let Some(text) = text(request, name)? else { return Ok(None) };
    let amount = Amount::from_quantity(text);
    amount.map(Some).map_err(|error| fault(name, RequestFault::Quantity(error)))
}

fn number(request: &Json, name: &str) -> Result<Option<u64>, RequestError> {
    let Some(amount) = quantity(request, name)? else { return Ok(None) };
    amount.to_u64().map(Some).ok_or(fault(name, RequestFault::TooManyBits(64)))
}

/// Libraries hand on their own number here, so a JSON number is as good as a quantity.
fn chain_id(request: &Json) -> Result<Option<u64>, RequestError> {
    match request.get("chainId").and_then(Json::as_number) {
        Some(literal) => match ChainNumber::from_reference(literal) {
            Ok(chain) => Ok(Some(chain.number())),
            Err(_) => Err(fault("chainId", RequestFault::OtherChain)),
        },
        None => number(request, "chainId"),
    }
}

fn bytes(request: &Json, name: &str) -> Result<Option<Vec<u8>>, RequestError> {
    let Some(text) = text(request, name)? else { return Ok(None) };
    if text.len() > 2 + 2 * INPUT_BYTES {
        return Err(fault(name, RequestFault::TooLong));
    }
    from_hex(text).map(Some).map_err(|error| fault(name, RequestFault::Hex(error)))
}

/// A field of two names, which must agree where both are given.
fn agreed<T: PartialEq>(
    request: &Json,
    name: &str,
    other: &str,
    read: fn(&Json, &str) -> Result<Option<T>, RequestError>,
) -> Result<Option<T>, RequestError> {
    match (read(request, name)?, read(request, other)?) {
        (Some(first), Some(second)) if first != second => Err(fault(other, RequestFault::Differs)),
        (first, second) => Ok(first.or(second)),
    }
}

fn fees(request: &Json) -> Result<AskedFees, RequestError> {
    let fee = |name| match quantity(request, name) {
        Err(RequestError { fault: RequestFault::Quantity(QuantityError::TooLarge), .. }) => {
            Err(fault(name, RequestFault::Fee(FeeError::CapTooHigh)))
        }
        other => other,
    };
    let fees = AskedFees {
        gas_price: fee("gasPrice")?,
        cap: fee("maxFeePerGas")?,
        tip: fee("maxPriorityFeePerGas")?,
    };
    let field = match fees.check() {
        Ok(()) => return Ok(fees),
        Err(FeeError::Mixed) => ("gasPrice", FeeError::Mixed),
        Err(error) => ("maxPriorityFeePerGas", error),
    };
    Err(fault(field.0, RequestFault::Fee(field.1)))
}

fn envelope(request: &Json) -> Result<Option<u8>, RequestError> {
    match number(request, "type")? {
        None => Ok(None),
        Some(0) => Ok(Some(0)),
        Some(1) => Ok(Some(1)),
        Some(2) => Ok(Some(2)),
        Some(_) => Err(fault("type", RequestFault::UnknownType)),
    }
}

/// An array of `{ address, storageKeys }`.
fn access_list(request: &Json) -> Result<Option<Vec<Access>>, RequestError> {
    let items = match request.get("accessList") {
        None | Some(Json::Null) => return Ok(None),
        Some(Json::List(items)) => items,
        Some(_) => return Err(fault("accessList", RequestFault::NotList)),
    };
    let mut count = items.len();
    let mut accesses = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let at = ["accessList[", &wire::decimal(index as u64), "]"].concat();
        let inside = |mut error: RequestError| {
            error.field = [&at, ".", &error.field].concat();
            error
        };
        if item.as_fields().is_none() {
            return Err(fault(&at, RequestFault::NotObject));
        }
        let address = address(item, "address").map_err(inside)?;
        let address = address.ok_or(inside(fault("address", RequestFault::Missing)))?;
        let keys = item.get("storageKeys").and_then(Json::as_list);
        let keys = keys.ok_or(inside(fault("storageKeys", RequestFault::NotList)))?;
        count += keys.len();
        if count > ACCESSES {
            return Err(fault("accessList", RequestFault::TooLong));
        }
        let slots: Result<Vec<[u8; 32]>, RequestFault> = keys.iter().map(slot).collect();
        let slots = slots.map_err(|error| inside(fault("storageKeys", error)))?;
        accesses.push(Access { address, slots });
    }
    Ok(Some(accesses))
}

fn slot(key: &Json) -> Result<[u8; 32], RequestFault> {
    let text = key.as_text().ok_or(RequestFault::NotText)?;
    let bytes = from_hex(text).map_err(RequestFault::Hex)?;
    bytes.try_into().map_err(|_| RequestFault::Not32Bytes)
}

#[cfg(test)]
mod tests;
