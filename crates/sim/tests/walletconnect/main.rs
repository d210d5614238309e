//! Sessions with phones: the module as the engine asks it, phones, and the relays between.
#![allow(clippy::unwrap_used)]

mod attacks;
mod coming_back;
mod connecting;
mod echoes;
mod kept;
mod limits;
mod walks;
mod world;
