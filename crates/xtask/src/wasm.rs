//! The WebAssembly modules: which compiler builds them, the build, the glue and `wasm-opt`.
//!
//! Read [`toolchain`] for the choice of compiler, then [`build`]. A quick build uses the profile
//! `quick`; a release build compiles the standard library too, with panics as bare traps
//! (`-Cpanic=immediate-abort`), goes through `wasm-opt -Oz` and has its functions ordered. What is made
//! lands in a folder of its build, [`Kind::folder`]: the glue in `<module>/`, the names of functions, which
//! `wasm-opt` drops, in `names/`. The engine is cut in two: [`LATE`] comes after the Connect list, as
//! `engine_late.wasm`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::run::{self, Outcome};
use crate::tree;

/// The crates that are WebAssembly modules of the package.
pub const MODULES: [&str; 4] = ["engine", "walletconnect", "spend", "embedded"];

/// Those of the page of the vault's frame: its flows, and its worker.
pub const FRAME_MODULES: [&str; 2] = ["vault", "signer"];

/// The module of the dev phone, which is no part of what is published.
pub const PHONE: &str = "phone";

/// All that is compiled for a browser, also what only tests use.
pub const BROWSER_LIBRARIES: [&str; 19] = [
    "--lib",
    "--target",
    TRIPLE,
    "-p",
    "engine",
    "-p",
    "walletconnect",
    "-p",
    "spend",
    "-p",
    "embedded",
    "-p",
    "vault",
    "-p",
    "signer",
    "-p",
    PHONE,
    "-p",
    "echo",
];

/// Where the flows are that the Connect list does without, as paths of Rust. The first half reaches them
/// through [`DOOR`]; the build fails where it can do so in another way.
const LATE: [&str; 18] = [
    "engine::analytics",
    "engine::connect",
    "engine::copy",
    "engine::directory",
    "engine::entry",
    "engine::features::remote",
    "engine::holdings",
    "engine::http",
    "engine::identity",
    "engine::network",
    "engine::node",
    "engine::provider",
    "engine::receive",
    "engine::second",
    "engine::server",
    "engine::tab",
    "engine::vault",
    "node::http",
];
const DOOR: &str = "engine::second::run";
/// How many bytes of those modules the first half may hold, since it calls them directly, as visitors get
/// it. The number may only shrink.
const CALLED_BYTES: usize = 4_500;
/// Functions have their slots in the table from here on: a number that no code of ours counts with, so
/// that the cut can tell a pointer to a function from any other number.
const TABLE_BASE: u32 = 7_001;

pub const TRIPLE: &str = "wasm32-unknown-unknown";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "rust-web-src", "cargo-web", "lld-19"];

/// Who compiles for WebAssembly.
#[derive(Clone, Copy, PartialEq)]
pub enum Toolchain {
    /// The compiler that builds everything else, with its WebAssembly target installed.
    Own,
    /// Debian's compiler, which builds the standard library from Debian's sources.
    Debian,
}

impl Toolchain {
    pub fn rustc(self) -> &'static str {
        if self == Toolchain::Own { "rustc" } else { "/usr/bin/rustc" }
    }
}

/// Which build.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// Made in seconds: what `cargo demo` shows.
    Quick,
    /// What visitors get.
    Release,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Quick => "quick",
            Kind::Release => "release",
        }
    }

    /// Where the modules of this build lie.
    pub fn folder(self) -> PathBuf {
        tree::root().join("target/web").join(self.name())
    }

    /// Where its package lies. The one that visitors get is the one that is published.
    pub fn package(self) -> PathBuf {
        match self {
            Kind::Quick => self.folder().join("package"),
            Kind::Release => tree::root().join("web/modal/dist"),
        }
    }

    /// Where the page of its frame lies.
    pub fn frame(self) -> PathBuf {
        match self {
            Kind::Quick => self.folder().join("frame"),
            Kind::Release => tree::root().join("web/vault/dist"),
        }
    }
}

/// Chooses the compiler, installs what it lacks, and says why.
pub fn toolchain() -> Outcome<Toolchain> {
    if has_own_target() {
        return Ok(Toolchain::Own);
    }
    if has_debian() {
        println!("WebAssembly: Debian's compiler, since rustc has no {TRIPLE} target");
        return Ok(Toolchain::Debian);
    }
    let mut add = run::program("rustup", &["target", "add", TRIPLE]);
    let log = tree::root().join("target/xtask/rustup.log");
    let added = run::logged("rustup target add", &mut add, &log, Duration::from_mins(2));
    if added.is_ok && has_own_target() {
        println!("WebAssembly: rustc, its {TRIPLE} target just installed by rustup");
        return Ok(Toolchain::Own);
    }
    let reason = added.text.lines().last().unwrap_or("no answer").to_owned();
    println!("WebAssembly: rustup cannot add {TRIPLE} ({reason}); trying Debian's compiler");
    crate::tools::install_debian(&DEBIAN_PACKAGES).map_err(|sentence| {
        format!("No compiler for WebAssembly. Run `rustup target add {TRIPLE}`. {sentence}")
    })?;
    Ok(Toolchain::Debian)
}

fn has_own_target() -> bool {
    let mut ask = run::program("rustc", &["--print", "target-libdir", "--target", TRIPLE]);
    run::answer(&mut ask).is_ok_and(|folder| {
        std::fs::read_dir(folder.trim()).is_ok_and(|mut entries| entries.next().is_some())
    })
}

fn has_debian() -> bool {
    DEBIAN_PACKAGES.iter().all(|package| {
        let mut ask = run::program("dpkg-query", &["-W", "-f", "${Status}", package]);
        run::answer(&mut ask).is_ok_and(|status| status.contains("ok installed"))
    })
}

/// All that are made.
fn modules() -> impl Iterator<Item = &'static str> {
    MODULES.into_iter().chain(FRAME_MODULES).chain([PHONE])
}

/// Compiles every module and writes its glue.
pub fn build(toolchain: Toolchain, kind: Kind) -> Outcome {
    let folder = compile(toolchain, kind)?;
    let glue = build_glue()?;
    for module in modules() {
        let compiled = folder.join(format!("{module}.wasm"));
        let output = kind.folder().join(module);
        let marker = output.join(format!("{module}.js"));
        let optimizer = tree::root().join("node_modules/binaryen/bin/wasm-opt");
        let inputs = [compiled.clone(), glue.clone(), optimizer];
        let stamp = format!("glue-{module}-{}", kind.name());
        let has_run = tree::unless_fresh(&stamp, &inputs, &marker, || {
            write_glue(&glue, &compiled, &output, false)?;
            let names = kind.folder().join("names").join(module);
            write_glue(&glue, &compiled, &names, true)?;
            let whole = names.join(format!("{module}_bg.wasm"));
            if kind == Kind::Release {
                wasm_opt(&whole, true)?;
            }
            let mut parts = vec![output.join(format!("{module}_bg.wasm"))];
            if module == "engine" {
                parts.push(output.join("engine_late.wasm"));
                cut(&glue, &whole, &parts, kind)?;
            }
            for part in parts.iter().filter(|_| kind == Kind::Release) {
                wasm_opt(part, false)?;
                run::answer(Command::new(&glue).arg("order").arg(part))?;
            }
            Ok(())
        })?;
        println!("   {module}: {}", if has_run { "glue written" } else { "glue is fresh" });
    }
    Ok(())
}

/// Compiles the modules and gives the folder they are in.
fn compile(toolchain: Toolchain, kind: Kind) -> Outcome<PathBuf> {
    if kind == Kind::Release {
        add_sources(toolchain)?;
    }
    let mut folder = PathBuf::new();
    for module in modules() {
        folder = compile_one(toolchain, kind, module)?;
    }
    Ok(folder)
}

/// Compiles a module. Its crate is a library like any other, and a module only here: where both are made in
/// one step, Cargo leaves out the optimization across crates, which is an eighth of the bytes.
fn compile_one(toolchain: Toolchain, kind: Kind, module: &str) -> Outcome<PathBuf> {
    let profile = if kind == Kind::Quick { "quick" } else { "wasm" };
    let mut command = cargo(toolchain);
    command.args(["rustc", "--lib", "--crate-type", "cdylib", "--target", TRIPLE, "-p", module]);
    command.args(["--profile", profile]);
    let mut target = tree::target();
    if toolchain == Toolchain::Debian {
        // Not shared: the two compilers refuse each other's libraries (E0514).
        target = tree::root().join("target/wasm-debian");
        command.arg("--target-dir").arg(&target);
    }
    let mut flags = format!("-Clink-arg=--table-base={TABLE_BASE} {SMALL_CRYPTO}");
    if kind == Kind::Release {
        traps_for_panics(&mut command);
        flags.push_str(TRAPS_FOR_PANICS);
    } else if toolchain == Toolchain::Debian {
        command.arg("-Zbuild-std=std,panic_abort");
    }
    command.env("RUSTFLAGS", flags);
    run::shown(&format!("compile {module} ({profile})"), &mut command)?;
    Ok(target.join(TRIPLE).join(profile))
}

/// Rounds in loops, and not one after the other; of Curve25519 few long limbs, and not many short ones, of secp256k1 the
/// short ones, whose products WebAssembly has: a page hashes and multiplies rarely, and loads the code for it always.
const SMALL_CRYPTO: &str =
    "--cfg sha2_backend_soft=\"compact\" --cfg curve25519_dalek_bits=\"64\" --cfg cpubits=\"32\"";

fn cargo(toolchain: Toolchain) -> Command {
    if toolchain == Toolchain::Own {
        return run::cargo(&[]);
    }
    let mut command = run::program("/usr/bin/cargo", &[]);
    command.env("RUSTC", toolchain.rustc()).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command
}

const TRAPS_FOR_PANICS: &str =
    " -Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none";

/// Saves about 10 kB brotli against the standard library as shipped, whose panics carry messages.
fn traps_for_panics(command: &mut Command) {
    command.args(["-Zbuild-std=std,panic_abort", "-Zpanic-immediate-abort"]);
    command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_PROFILE_WASM_PANIC", "immediate-abort");
}

fn add_sources(toolchain: Toolchain) -> Outcome {
    let sysroot = run::answer(&mut run::program("rustc", &["--print", "sysroot"]))?;
    let sources = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.lock");
    if toolchain == Toolchain::Debian || sources.exists() {
        return Ok(());
    }
    run::shown(
        "rustup component add rust-src",
        &mut run::program("rustup", &["component", "add", "rust-src"]),
    )
}

/// Builds the binary `glue`; `cargo` knows whether it is fresh.
pub fn build_glue() -> Outcome<PathBuf> {
    let mut command = run::cargo(&["build", "--profile", "quick", "-p", "xtask"]);
    command.args(["--features", "web", "--bin", "glue"]);
    run::shown("compile the glue writer", &mut command)?;
    Ok(tree::target().join("quick/glue"))
}

fn write_glue(glue: &Path, module: &Path, folder: &Path, has_names: bool) -> Outcome {
    let mut command = Command::new(glue);
    command.arg(module).arg(folder).args(has_names.then_some("--names"));
    run::answer(&mut command).map(drop)
}

/// Cuts a module in two.
fn cut(glue: &Path, whole: &Path, halves: &[PathBuf], kind: Kind) -> Outcome {
    let bytes = if kind == Kind::Release { CALLED_BYTES } else { usize::MAX };
    let mut command = Command::new(glue);
    command.arg("halves").arg(whole).args(halves).args([DOOR, &bytes.to_string()]).args(LATE);
    let report = run::answer(&mut command)?;
    if kind == Kind::Release {
        println!("{report}");
    }
    Ok(())
}

/// The stack lies below all data and grows down (`--stack-first`, as rustc links it): nothing of ours is in
/// the low kilobyte but the end of a full stack.
fn wasm_opt(wasm: &Path, has_names: bool) -> Outcome {
    // Blocks and branches are made anew from what flows where: LLVM's are more than they need be.
    let anew = ["--flatten", "--rereloop", "-Oz", "-Oz"];
    let flags = [&anew[..], &["--low-memory-unused"]].concat();
    let mut command = run::node("node_modules/binaryen/bin/wasm-opt", &flags);
    for feature in [
        "bulk-memory",
        "nontrapping-float-to-int",
        "sign-ext",
        "mutable-globals",
        "reference-types",
        "multivalue",
    ] {
        command.arg(format!("--enable-{feature}"));
    }
    // A function with one caller is copied there only if it is small: what is far apart packs less well.
    command.arg("--one-caller-inline-max-function-size=20");
    command.args(has_names.then_some("-g")).arg(wasm).arg("-o").arg(wasm);
    let name = wasm.file_name().unwrap_or_default().to_string_lossy();
    run::shown(&format!("wasm-opt {name}"), &mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_late_is_there() {
        for path in LATE.iter().chain([&DOOR]) {
            let (of_crate, inside) = path.split_once("::").unwrap_or_default();
            let path = format!("crates/{of_crate}/src/{}", inside.replace("::", "/"));
            let (folder, name) = path.rsplit_once('/').unwrap_or_default();
            let is_module = ["", "/mod"]
                .iter()
                .any(|end| tree::root().join(format!("{path}{end}.rs")).exists());
            let file = tree::read(&tree::root().join(format!("{folder}.rs"))).unwrap_or_default();
            assert!(is_module || file.contains(&format!("fn {name}(")), "{path} is gone");
        }
    }
}
