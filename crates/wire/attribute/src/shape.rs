//! What a marked type looks like on the wire: its fields, variants and words.
//!
//! [`Shape::of`] reads the Rust item; [`Shape::marked`] returns it with the derives added.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Error, Fields, Ident, Item, Type, parse_quote};

/// How the names of a type are written: of variants, and for `Snake` of fields.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Words {
    Camel,
    Pascal,
    Snake,
    Screaming,
}

impl Words {
    pub(crate) fn parse(arguments: &str) -> Result<Self, &'static str> {
        match arguments.replace(' ', "").as_str() {
            "" => Ok(Words::Camel),
            "words=\"PascalCase\"" => Ok(Words::Pascal),
            "words=\"snake_case\"" => Ok(Words::Snake),
            "words=\"SCREAMING_SNAKE_CASE\"" => Ok(Words::Screaming),
            _ => Err(
                "#[wire] takes nothing, parts, secret, or words = one of \"PascalCase\", \"snake_case\", \
                      \"SCREAMING_SNAKE_CASE\"",
            ),
        }
    }

    fn variant(self, variant: &Ident) -> String {
        let name = variant.to_string();
        match self {
            Words::Pascal => name,
            Words::Camel => {
                let mut letters = name.chars();
                letters
                    .next()
                    .map(|first| first.to_ascii_lowercase())
                    .into_iter()
                    .chain(letters)
                    .collect()
            }
            Words::Snake => snake(&name),
            Words::Screaming => snake(&name).to_ascii_uppercase(),
        }
    }

    fn field(self, field: &Ident) -> String {
        let name = field.to_string();
        let name = name.trim_start_matches("r#");
        if self == Words::Snake { name.to_owned() } else { camel(name) }
    }

    /// As serde and ts-rs call it.
    fn style(self) -> &'static str {
        match self {
            Words::Camel => "camelCase",
            Words::Pascal => "PascalCase",
            Words::Snake => "snake_case",
            Words::Screaming => "SCREAMING_SNAKE_CASE",
        }
    }
}

/// A named field and its name on the wire.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) name: String,
}

/// A variant, the word that tags it, and its fields.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) word: String,
    pub(crate) fields: Vec<Field>,
}

pub(crate) enum Kind {
    /// `{"field": …}`
    Record(Vec<Field>),
    /// The text of the one field, without a wrapper.
    Transparent,
    /// `"word"`
    Words(Vec<Variant>),
    /// `{"type": "word", "field": …}`
    Tagged(Vec<Variant>),
}

pub(crate) struct Shape {
    pub(crate) ident: Ident,
    pub(crate) kind: Kind,
    words: Words,
    /// Whoever looks at such a value must not see all of it.
    is_secret: bool,
}

impl Shape {
    pub(crate) fn of(item: &Item, words: Words, is_secret: bool) -> syn::Result<Self> {
        match item {
            Item::Struct(it) => {
                let kind = match &it.fields {
                    Fields::Named(_) => Kind::Record(fields(&it.fields, words)),
                    Fields::Unnamed(one) if one.unnamed.len() == 1 => Kind::Transparent,
                    _ => return refuse(item, "a wire struct has named fields, or exactly one"),
                };
                Ok(Shape { ident: it.ident.clone(), kind, words, is_secret })
            }
            Item::Enum(it) => {
                if it.variants.iter().any(|one| matches!(one.fields, Fields::Unnamed(_))) {
                    return refuse(item, "variants of a wire enum have named fields or none");
                }
                let variants: Vec<_> = it
                    .variants
                    .iter()
                    .map(|one| Variant {
                        ident: one.ident.clone(),
                        word: words.variant(&one.ident),
                        fields: fields(&one.fields, words),
                    })
                    .collect();
                let plain = it.variants.iter().all(|one| matches!(one.fields, Fields::Unit));
                let kind = if plain { Kind::Words(variants) } else { Kind::Tagged(variants) };
                Ok(Shape { ident: it.ident.clone(), kind, words, is_secret })
            }
            _ => refuse(item, "#[wire] marks structs and enums"),
        }
    }

    /// The item with its derives, and the attributes that make serde and ts-rs say the same.
    pub(crate) fn marked(&self, mut item: Item) -> TokenStream {
        match &mut item {
            Item::Struct(it) => {
                mark_options(&mut it.fields);
                it.attrs.splice(0..0, self.attributes());
            }
            Item::Enum(it) => {
                it.variants.iter_mut().for_each(|one| mark_options(&mut one.fields));
                it.attrs.splice(0..0, self.attributes());
            }
            _ => {}
        }
        item.to_token_stream()
    }

    fn attributes(&self) -> Vec<Attribute> {
        let style = self.words.style();
        let fields = if self.words == Words::Snake { style } else { "camelCase" };
        let derive: Attribute = match self.kind {
            Kind::Words(_) => parse_quote!(#[derive(Clone, Copy, PartialEq, Eq, Debug)]),
            _ if self.is_secret => parse_quote!(#[derive(Clone, PartialEq)]),
            _ => parse_quote!(#[derive(Clone, PartialEq, Debug)]),
        };
        let (serde, types): (TokenStream, TokenStream) = match self.kind {
            Kind::Record(_) => (quote!(rename_all = #fields), quote!(rename_all = #fields)),
            Kind::Words(_) => (quote!(rename_all = #style), quote!(rename_all = #style)),
            Kind::Transparent => (quote!(transparent), quote!()),
            Kind::Tagged(_) => {
                let both = quote!(tag = "type", rename_all = #style, rename_all_fields = #fields);
                (both.clone(), both)
            }
        };
        let mut attributes: Vec<Attribute> = vec![
            derive,
            parse_quote!(#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(#serde))]),
            parse_quote!(#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(#types))]),
        ];
        if !self.is_secret {
            attributes.push(
                parse_quote!(#[cfg_attr(feature = "arbitrary", derive(proptest_derive::Arbitrary))]),
            );
        }
        attributes
    }
}

fn refuse<T>(item: &Item, message: &str) -> syn::Result<T> {
    Err(Error::new_spanned(item, message))
}

fn fields(fields: &Fields, words: Words) -> Vec<Field> {
    fields
        .iter()
        .filter_map(|field| field.ident.clone())
        .map(|ident| Field { name: words.field(&ident), ident })
        .collect()
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut whole, part| {
        let mut letters = part.chars();
        whole.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        whole.extend(letters);
        whole
    })
}

/// `ModalOpen` as `modal_open`.
fn snake(name: &str) -> String {
    name.char_indices().fold(String::new(), |mut whole, (at, letter)| {
        if at > 0 && letter.is_ascii_uppercase() {
            whole.push('_');
        }
        whole.push(letter.to_ascii_lowercase());
        whole
    })
}

/// An `Option` is left out when it is `None`; serde and ts-rs must be told so field by field.
fn mark_options(fields: &mut Fields) {
    for field in fields.iter_mut().filter(|field| is_option(&field.ty)) {
        field.attrs.push(parse_quote!(#[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]));
        field.attrs.push(parse_quote!(#[cfg_attr(feature = "types", ts(optional))]));
    }
}

fn is_option(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}
