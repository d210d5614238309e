//! What the routes of balances and prices share: currencies, prices as they are told, pictures.

use crate::app::App;
use crate::clock::iso;
use crate::error::ApiError;
use crate::images::marks;
use crate::prices::Price;
use chains::evm::address::Address;
use wire::Number;

/// What values may be told in.
const CURRENCIES: [&str; 9] = ["usd", "eur", "gbp", "aud", "cad", "inr", "jpy", "btc", "eth"];
/// How clients name the native currency of a chain of eip155.
pub(super) const NATIVE: Address = Address::new([0xee; 20]);

/// Whether prices are known in a currency: pools tell them in dollars. Of the others that may be asked for
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
