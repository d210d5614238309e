//! The program `latchkit`. Everything is in the library: start reading at `cli.rs`.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A request makes and drops hundreds of small things, on any processor.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    server::cli::run()
}
