//! The `#[wire]` attribute: one mark for every type that crosses an edge.
//!
//! Read [`wire`] first, then `shape.rs` (what a type looks like on the wire), then `codec.rs` (the
//! code written for it). The attribute's rules for those who use it are told in the crate `wire`.

mod codec;
mod shape;

use proc_macro::TokenStream;
use quote::quote;
use syn::{Item, parse_macro_input};

/// Writes `Put` and `Get` for a struct or enum, and under features of the using crate `serde`'s
/// derives (`serde`), the TypeScript type (`types`) and `proptest`'s `Arbitrary` (`arbitrary`).
///
/// `#[wire(words = "PascalCase")]` keeps the variant names of an enum as they are written;
/// `"SCREAMING_SNAKE_CASE"` writes them so; `"snake_case"` does so for variants and fields.
///
/// `#[wire(parts)]` also writes `GetParts` for a struct whose fields are all optional: each is read
/// by itself.
///
/// `#[wire(secret)]` derives no `Debug` for a type that holds secrets, and so no `Arbitrary` either.
#[proc_macro_attribute]
pub fn wire(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as Item);
    let arguments = arguments.to_string();
    let has_parts = arguments == "parts";
    let is_secret = arguments == "secret";
    let words = match shape::Words::parse(if has_parts || is_secret { "" } else { &arguments }) {
        Ok(words) => words,
        Err(message) => return fail(&item, message),
    };
    match shape::Shape::of(&item, words, is_secret) {
        Ok(shape) => {
            let marked = shape.marked(item);
            let code = codec::write(&shape);
            let parts = has_parts.then(|| codec::parts(&shape));
            quote! { #marked #code #parts }.into()
        }
        Err(error) => error.to_compile_error().into(),
    }
}

fn fail(item: &Item, message: &str) -> TokenStream {
    syn::Error::new_spanned(item, message).to_compile_error().into()
}
