//! Sessions with phones: the module as the engine asks it, phones, and the relays between.
#![allow(clippy::unwrap_used)]

mod attacks;
mod coming_back;
mod connecting;
mod echoes;
mod giving_up;
mod kept;
mod limits;
mod prepared;
mod tabs;
mod walks;
mod world;
