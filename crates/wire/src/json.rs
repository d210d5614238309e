//! The JSON tree: what a text says, before anyone asks what it means.
//!
//! Values that Latchkit hands through without reading them (the parameters and results of wallet
//! requests) stay in this form.

/// A JSON value ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)). Numbers keep their literal,
/// so that handing one through never changes it; objects keep the order of their fields.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(Box<str>),
    /// A string, unescaped.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object; fields in the order they were written, repeated ones included.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Text as a JSON string.
    pub fn text(text: &str) -> Json {
        Json::Text(text.to_owned())
    }

    /// A list of values.
    pub fn list(items: impl IntoIterator<Item = Json>) -> Json {
        Json::List(items.into_iter().collect())
    }

    /// An object of the given fields.
    pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
        Json::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The field `name` of an object; the last one where it is repeated, as `JSON.parse` does.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => {
                fields.iter().rev().find(|(key, _)| key == name).map(|(_, it)| it)
            }
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of an array.
    pub fn as_list(&self) -> Option<&[Json]> {
        match self {
            Json::List(items) => Some(items),
            _ => None,
        }
    }

    /// The fields of an object.
    pub fn as_fields(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// The literal of a number.
    pub fn as_number(&self) -> Option<&str> {
        match self {
            Json::Number(literal) => Some(literal),
            _ => None,
        }
    }
}
