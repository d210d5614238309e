//! The `Put` and `Get` written for a marked type.
//!
//! The names of fields are one text, and their values a table, so that the code that goes through them
//! exists once and not once per type.

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
            fn get(json: &::wire::Json, reading: &mut ::wire::Reading) -> Self { #get }
        }
    }
}

fn record(shape: &Shape, fields: &[Field]) -> TokenStream {
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let names = names(fields);
    implement(
        shape,
        &quote!(::wire::put_record(out, #names, &[#(&self.#idents),*])),
        &quote! {
            let mut record = ::wire::Record::of(json, #names, reading);
            Self { #(#idents: record.field()),* }
        },
    )
}

/// The names of fields, separated by spaces.
fn names(fields: &[Field]) -> String {
    fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(" ")
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
        &quote!(Self(::wire::Get::get(json, reading))),
    )
}

fn words(shape: &Shape, variants: &[Variant]) -> TokenStream {
    let name = &shape.ident;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<_> = variants.iter().map(|variant| &variant.word).collect();
    let codec = implement(
        shape,
        &quote!(::wire::Put::put(::wire::Word::word(self), out)),
        &quote!(::wire::get_word(json, reading)),
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
    let texts: Vec<_> = variants.iter().map(text).collect();
    let puts = variants.iter().zip(&texts).map(|(Variant { ident, fields, .. }, text)| {
        let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
        quote!(Self::#ident { #(#idents),* } => ::wire::put_variant(out, #text, &[#(#idents),*]))
    });
    let gets = variants.iter().enumerate().rev().map(|(index, Variant { ident, fields, .. })| {
        let idents = fields.iter().map(|field| &field.ident);
        let pattern = if index == 0 { quote!(_) } else { quote!(#index) };
        quote!(#pattern => Self::#ident { #(#idents: record.field()),* })
    });
    let texts = texts.join(",");
    implement(
        shape,
        &quote!(match self { #(#puts),* }),
        &quote! {
            let (variant, mut record) = ::wire::Record::variant(json, #texts, reading);
            match variant { #(#gets),* }
        },
    )
}

/// The tag of a variant, before the names of its fields.
fn text(variant: &Variant) -> String {
    [&variant.word, " ", &names(&variant.fields)].concat().trim_end().to_owned()
}
