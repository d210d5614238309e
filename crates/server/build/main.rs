//! What the program must know of its own build: the commit it is made of, and when the package or the frame
//! inside it has changed.

mod commit;

use std::path::Path;

/// Tells the commit where git cannot.
const COMMIT: &str = "LATCHKIT_COMMIT";

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=registry/icons");
    // Not `env!`: checkouts that share a target folder share this program.
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo tells it");
    let root = Path::new(&here).join("../..");
    println!("cargo::rerun-if-env-changed={COMMIT}");
    for file in commit::changes_with(&root) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let given = std::env::var(COMMIT).ok().filter(|it| !it.is_empty());
    println!("cargo::rustc-env={COMMIT}={}", given.unwrap_or_else(|| commit::of(&root)));
    if std::env::var_os("CARGO_FEATURE_EMBED").is_some() {
        for (folder, file) in [("web/modal/dist", "latchkit.js"), ("web/vault/dist", "frame.html")]
        {
            let folder = root.join(folder);
            println!("cargo::rerun-if-changed={}", folder.display());
            if !folder.join(file).exists() {
                println!(
                    "cargo::error=The feature `embed` needs {file}: cargo xtask web --release"
                );
            }
        }
    }
}
