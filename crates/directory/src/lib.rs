//! Which wallets there are, and how one is found among them: the search that the server runs over its
//! whole directory and the engine over what it has when the server cannot be reached. Pure.
#![deny(missing_docs)]
