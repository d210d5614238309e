//! `solana-validator`: the real validator of Solana, which `solana/validator` holds against the node for tests.
//!
//! [`build`] makes it once, in half an hour, in a folder of this person's cache that is named after the
//! version; [`find`] looks for it there, or where its variable says. Nothing else ever makes it. A library
//! lies beside it that keeps it from listening to other machines (`solana/fixture/loopback.c`).

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{self, Outcome};
use crate::tools;
use crate::tree;

const PACKAGE: &str = "agave-validator";
/// The last that the compiler of the day builds.
const VERSION: &str = "4.0.0";
const PROGRAM: &str = "solana-test-validator";
/// The variable that says where one is, to us and to the tests.
const VARIABLE: &str = "SOLANA_TEST_VALIDATOR";
const LOOPBACK: &str = "solana/fixture/loopback.c";
const DEBIAN: [&str; 9] = [
    "clang",
    "libclang-dev",
    "llvm-dev",
    "protobuf-compiler",
    "libudev-dev",
    "libssl-dev",
    "pkg-config",
    "zlib1g-dev",
    "cmake",
];

/// Where the program is.
pub fn find() -> Outcome<PathBuf> {
    let given = std::env::var_os(VARIABLE).map(PathBuf::from);
    let built = folder().map(|it| it.join("bin").join(PROGRAM));
    given.into_iter().chain(built).find(|path| path.exists()).ok_or_else(|| {
        format!(
            "{PROGRAM} is missing. It is built once, in about half an hour: \
             cargo xtask solana-validator, or set {VARIABLE} to where one is."
        )
    })
}

/// Builds it where there is none, and says where it is.
pub fn build() -> Outcome {
    if find().is_err() {
        install()?;
    }
    println!("{}", find()?.display());
    Ok(())
}

/// The tests that hold both against each other.
pub fn tests(program: &Path) -> Command {
    let mut tests = run::program("node", &["--test", "solana/validator"]);
    tests.env(VARIABLE, program);
    tests
}

fn install() -> Outcome {
    let folder = folder().ok_or("The folder of caches is not known: set HOME.")?;
    if ["clang", "protoc", "cmake"].iter().any(|it| !is_there(it)) {
        tools::install_debian(&DEBIAN)?;
    }
    // One that was cut off goes on from here.
    let made = folder.join("made");
    let mut install = run::cargo(&["install", "--locked", "--bin", PROGRAM, "--root"]);
    install.arg(&folder).arg(format!("{PACKAGE}@{VERSION}")).env("CARGO_TARGET_DIR", &made);
    // As fast as it has to be: what it is by itself takes hours.
    for (setting, value) in [("OPT_LEVEL", "1"), ("LTO", "off"), ("CODEGEN_UNITS", "16")] {
        install.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
    }
    run::shown(&format!("cargo install {PACKAGE}"), &mut install)?;
    std::fs::remove_dir_all(&made).map_err(|error| format!("{}: {error}", made.display()))?;
    if cfg!(target_os = "linux") { loopback(&folder.join("bin")) } else { Ok(()) }
}

/// Compiles the library beside the program.
fn loopback(folder: &Path) -> Outcome {
    let mut compile = run::program("clang", &["-shared", "-fPIC", "-O1", "-Wall", "-Werror"]);
    compile.arg(tree::root().join(LOOPBACK)).arg("-o").arg(folder.join("loopback.so"));
    run::answer(compile.arg("-ldl")).map(drop)
}

fn is_there(program: &str) -> bool {
    run::answer(&mut run::program(program, &["--version"])).is_ok()
}

/// Where this version is kept, for all work trees.
fn folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let caches = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")))?;
    Some(caches.join("latchkit").join(format!("{PROGRAM}-{VERSION}")))
}
