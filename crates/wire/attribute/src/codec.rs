//! The `Put` and `Get` written for a marked type.
//!
//! Fields are handed to `wire` as a table of names and values, so that the code that loops over
//! them exists once and not once per type.

use proc_macro2::TokenStream;
use quote::quote;

use crate::shape::{Field, Kind, Shape, Variant};

pub(crate) fn write(shape: &Shape) -> TokenStream {
    match &shape.kind {
        Kind::Record(fields) => record(shape, fields),
        Kind::Transparent => transparent(shape),
        Kind::Words(variants) => words(shape, variants),
        Kind::Tagged(variants) => tagged(shape, variants),
    }
}

fn implement(shape: &Shape, put: &TokenStream, get: &TokenStream) -> TokenStream {
    let name = &shape.ident;
    quote! {
        impl ::wire::Put for #name {
            fn put(&self, out: &mut ::std::string::String) { #put }
        }
        impl ::wire::Get for #name {
            fn get(json: &::wire::Json) -> ::std::result::Result<Self, ::wire::WireError> { #get }
        }
    }
}

fn record(shape: &Shape, fields: &[Field]) -> TokenStream {
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    implement(
        shape,
        &quote!(::wire::put_record(out, ::std::option::Option::None, &[#((#names, &self.#idents)),*])),
        &quote! {
            let record = ::wire::Record::of(json)?;
            ::std::result::Result::Ok(Self { #(#idents: record.field(#names)?),* })
        },
    )
}

/// Reads each field by itself.
pub(crate) fn parts(shape: &Shape) -> TokenStream {
    let name = &shape.ident;
    let Kind::Record(fields) = &shape.kind else {
        return quote!(::std::compile_error!("#[wire(parts)] marks structs with named fields"););
    };
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    quote! {
        impl ::wire::GetParts for #name {
            const NAMES: &'static [&'static str] = &[#(#names),*];
            fn get_parts(
                json: &::wire::Json,
                tell: &mut dyn ::std::ops::FnMut(&'static str, ::wire::WireError),
            ) -> Self {
                Self { #(#idents: ::wire::part(json, #names, tell)),* }
            }
        }
    }
}

fn transparent(shape: &Shape) -> TokenStream {
    implement(
        shape,
        &quote!(::wire::Put::put(&self.0, out)),
        &quote!(::wire::Get::get(json).map(Self)),
    )
}

fn words(shape: &Shape, variants: &[Variant]) -> TokenStream {
    let name = &shape.ident;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<_> = variants.iter().map(|variant| &variant.word).collect();
    let codec = implement(
        shape,
        &quote!(::wire::Put::put(::wire::Word::word(self), out)),
        &quote!(::wire::get_word(json)),
    );
    quote! {
        #codec
        impl ::wire::Word for #name {
            const ALL: &'static [(&'static str, Self)] = &[#((#words, Self::#idents)),*];
            fn word(&self) -> &'static str {
                match self { #(Self::#idents => #words),* }
            }
        }
    }
}

fn tagged(shape: &Shape, variants: &[Variant]) -> TokenStream {
    let puts = variants.iter().map(|Variant { ident, word, fields }| {
        let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
        let names = fields.iter().map(|field| &field.name);
        quote! {
            Self::#ident { #(#idents),* } =>
                ::wire::put_record(out, ::std::option::Option::Some(#word), &[#((#names, #idents)),*])
        }
    });
    let gets = variants.iter().map(|Variant { ident, word, fields }| {
        let idents = fields.iter().map(|field| &field.ident);
        let names = fields.iter().map(|field| &field.name);
        quote!(#word => Self::#ident { #(#idents: record.field(#names)?),* })
    });
    implement(
        shape,
        &quote!(match self { #(#puts),* }),
        &quote! {
            let record = ::wire::Record::of(json)?;
            ::std::result::Result::Ok(match record.tag()? {
                #(#gets,)*
                _ => return ::std::result::Result::Err(::wire::WireError::new("type", "unknown variant")),
            })
        },
    )
}
