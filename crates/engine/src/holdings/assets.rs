//! What the wallet says the account holds: by [ERC-7811](https://eips.ethereum.org/EIPS/eip-7811), where it
//! says by [EIP-5792](https://eips.ethereum.org/EIPS/eip-5792) that it can. A phone is not asked: for a read nobody wakes
//! it, and asleep it says nothing.

use chains::amount::Amount;
use protocol::caip::Namespace;
use wire::Json;

use crate::connect::wallet;
use crate::engine::Engine;
use crate::state::Subject;

/// How long the wallet has to say whether it can, and what there is, in milliseconds: the server would have
/// answered by then.
const ABILITY_MS: u32 = 1_000;
const ASSETS_MS: u32 = 3_000;

/// The answer to `wallet_getAssets`; nothing where the wallet has none to give. Such a one is not asked again before
/// what the account has has changed: whoever opens the dialog is not to wait for it each time.
pub(super) async fn of_wallet(engine: &Engine, subject: &Subject) -> Option<Json> {
    let of = Some(subject.caip());
    if subject.chain.namespace != Namespace::Eip155 || engine.0.holdings.borrow().untold == of {
        return None;
    }
    let told = ask(engine, subject).await;
    engine.0.holdings.borrow_mut().untold = of.filter(|_| told.is_none());
    told
}

async fn ask(engine: &Engine, subject: &Subject) -> Option<Json> {
    let wallet = wallet::of_page(engine, Namespace::Eip155)?;
    let chain = Amount::from_decimal(&subject.chain.reference, 0).ok()?.to_quantity();
    let account = Json::text(&subject.address);
    let chains = Json::list([Json::text(&chain)]);
    let params = Json::list([account.clone(), chains.clone()]);
    let capabilities =
        wallet.within(ABILITY_MS, "wallet_getCapabilities", Some(params)).await.ok()?;
    let discovery = capabilities.get(&chain)?.get("assetDiscovery")?;
    if discovery.get("supported") != Some(&Json::Bool(true)) {
        return None;
    }
    let filter = Json::object([("account", account), ("chainFilter", chains)]);
    wallet.within(ASSETS_MS, "wallet_getAssets", Some(Json::list([filter]))).await.ok()
}
