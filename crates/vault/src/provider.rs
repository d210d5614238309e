//! The provider that the page around asks by `RPC_REQUEST`: what is known here is answered, what reads is asked of a
//! node, what signs is approved by a person. Whatever else there is does not exist.

use chains::evm::chain_number::ChainNumber;
use protocol::caip::ChainId;
use protocol::caip::Namespace::{self, Eip155};
use protocol::frame::method::{Class, class_of, named};
use protocol::frame::unasked::{FrameProgress, Unasked};
use protocol::module::signer::{Signed, SignedSolana};
use protocol::rpc::{RpcError, UNSUPPORTED_METHOD};
use wire::Json;

use crate::fault::Fault;
use crate::vault::Vault;
use crate::wallet::{self, Means};
use crate::{approval, chain, nodes, session};

/// What the page is told of a method that is not there.
const NOT_ALLOWED: &str = "Requested RPC call is not allowed";

/// Answers a request.
pub(crate) async fn ask(
    vault: &Vault,
    method: &str,
    params: Option<Json>,
) -> Result<Json, RpcError> {
    // The page may be on another one by the time that a person has approved it.
    let chain = chain::of(vault, named(method).map_or(Eip155, |it| it.namespace));
    match class_of(method) {
        None => Err(not_allowed()),
        Some(Class::Approved) => {
            let signed = approval::sign(vault, method, params, &chain).await?;
            let answered = answer(vault, method, signed, &chain).await;
            if answered.is_err() {
                vault.say(&Unasked::Progress { step: FrameProgress::NotSent }.text());
            }
            answered
        }
        Some(Class::Safe) => {
            let told = read(vault, method, params, &chain).await;
            // What no node does for us, this provider does not do (EIP-1193).
            told.map_err(|error| if error.is_unsupported() { not_allowed() } else { error })
        }
    }
}

fn not_allowed() -> RpcError {
    RpcError::new(UNSUPPORTED_METHOD, NOT_ALLOWED)
}

async fn read(
    vault: &Vault,
    method: &str,
    params: Option<Json>,
    chain: &ChainId,
) -> Result<Json, RpcError> {
    match method {
        "eth_chainId" => {
            let number =
                ChainNumber::from_reference(&chain.reference).map(ChainNumber::to_quantity);
            number.map(|it| Json::text(&it)).map_err(|_| Fault::unexpected())
        }
        "eth_accounts" => {
            if session::known(vault).await.is_none() {
                return Ok(Json::list([]));
            }
            let wallet = wallet::opened(vault, &Means::SignIn).await.map_err(|it| it.to_rpc())?;
            Ok(Json::list([Json::text(&wallet.addresses.eip155)]))
        }
        // The account of a key can do nothing that a page would have to know of.
        "wallet_getCapabilities" => Ok(Json::object([])),
        _ => nodes::ask(vault, chain, method, params.unwrap_or_else(|| Json::list([]))).await,
    }
}

/// What the page is answered, after what was signed is on its way where that is the method's.
async fn answer(
    vault: &Vault,
    method: &str,
    signed: Signed,
    chain: &ChainId,
) -> Result<Json, RpcError> {
    match signed {
        Signed::Message { signature } if chain.namespace == Namespace::Solana => {
            Ok(Json::object([("signature", Json::text(&signature))]))
        }
        Signed::Message { signature } => Ok(Json::text(&signature)),
        Signed::Transaction { transaction, hash } => {
            let params = Json::list([Json::text(&transaction)]);
            nodes::ask(vault, chain, "eth_sendRawTransaction", params).await?;
            Ok(Json::text(&hash))
        }
        Signed::Solana { transactions, options } => match method {
            "solana_signAllTransactions" => {
                let all = transactions.iter().map(|it| Json::text(&it.transaction));
                Ok(Json::object([("transactions", Json::list(all))]))
            }
            "solana_signTransaction" => {
                let SignedSolana { signature, transaction, .. } = first(transactions)?;
                let fields = [
                    ("signature", Json::text(&signature)),
                    ("transaction", Json::text(&transaction)),
                ];
                Ok(Json::object(fields))
            }
            _ => {
                let SignedSolana { transaction, .. } = first(transactions)?;
                let params = [Some(Json::text(&transaction)), options].into_iter().flatten();
                let params = Json::list(params);
                let signature = nodes::ask(vault, chain, "sendTransaction", params).await?;
                Ok(Json::object([("signature", signature)]))
            }
        },
    }
}

fn first(transactions: Vec<SignedSolana>) -> Result<SignedSolana, RpcError> {
    transactions.into_iter().next().ok_or_else(Fault::unexpected)
}
