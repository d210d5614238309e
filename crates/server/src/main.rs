//! The program `latchkit`. Everything is in the library: start reading at `cli.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}
