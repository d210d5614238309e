//! What the routes of balances and prices share: currencies, prices as they are told, pictures.

use crate::app::App;
use crate::clock::iso;
use crate::error::ApiError;
use crate::images::marks;
use crate::prices::{Asset, Price, Priced};
use chains::evm::address::{Address, Strictness};
use protocol::caip::{ChainId, Namespace};
use wire::Number;

/// What values may be told in.
const CURRENCIES: [&str; 9] = ["usd", "eur", "gbp", "aud", "cad", "inr", "jpy", "btc", "eth"];
/// How clients name the native currency of a chain of eip155.
pub(super) const NATIVE: Address = Address::new([0xee; 20]);

/// The mint that stands for the native currency of Solana.
const WRAPPED_SOL: &str = "So11111111111111111111111111111111111111112";

/// Of what the price of a token is asked, or that of the native currency, where it is of none.
pub(super) fn asset(
    app: &App,
    chain: &ChainId,
    token: Option<&str>,
    decimals: u8,
) -> Option<Asset> {
    let token = match (chain.namespace, token) {
        (Namespace::Solana, mint) => {
            return Some(Asset::Mint(mint.unwrap_or(WRAPPED_SOL).to_owned()));
        }
        (Namespace::Eip155, Some(token)) => Address::parse(token, Strictness::Lenient).ok()?,
        (Namespace::Eip155, None) => app.prices.places.wrapped_native(&chain.text())?,
        _ => return None,
    };
    Some(Asset::Contract(Priced { token, decimals }))
}

/// Whether prices are known in a currency: they are told in dollars. Of the others that may be asked for
/// there are none.
pub(super) fn has_prices(currency: &str) -> Result<bool, ApiError> {
    if !CURRENCIES.contains(&currency) {
        let wanted = "usd, eur, gbp, aud, cad, inr, jpy, btc or eth";
        return Err(ApiError::ParameterMalformed("currency", wanted));
    }
    Ok(currency == "usd")
}

/// A price as it is told: the number, its source, its time.
pub(super) fn told(price: Option<Price>) -> (Option<Number>, Option<String>, Option<String>) {
    let number = price.and_then(|it| number(it.usd));
    let source = price.map(|it| it.source.name().to_owned());
    (number, source, price.map(|it| iso(it.at_ms)))
}

/// A number as JSON has it; nothing where it is none.
pub(super) fn number(value: f64) -> Option<Number> {
    Number::of(&value.to_string()).filter(|_| value.is_finite())
}

/// The picture of a token that is listed; empty where there is none. Anybody may call a token as they please:
/// others have no mark.
pub(super) fn icon_url(app: &App, symbol: &str) -> String {
    let url = || format!("{}/public/getTokenImage/{symbol}", app.config.public_url);
    marks::currency(symbol).map(|_| url()).unwrap_or_default()
}
