//! The module as JavaScript sees it.

runtime::module!(crate::Module);
