//! The module as JavaScript sees it.

use rlsf::SmallGlobalTlsf;

runtime::module!(crate::Module);

/// Half as large as the one that Rust comes with, and as fast for what a page sends and hears.
#[global_allocator]
static ALLOCATOR: SmallGlobalTlsf = SmallGlobalTlsf::new();
