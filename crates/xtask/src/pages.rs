//! The web folders, built by Vite: `web/modal` (the package), `web/demo` (the host page).

use std::path::PathBuf;

use crate::run::{self, Outcome};
use crate::tree;

/// Builds one web folder unless nothing it is made of has changed.
pub fn build(folder: &str) -> Outcome {
    let root = tree::root();
    let config = root.join("web").join(folder).join("vite.config.ts");
    if !config.exists() {
        return Err(format!(
            "web/{folder}/vite.config.ts is missing: nothing says how to build it."
        ));
    }
    let has_run =
        tree::unless_fresh(&format!("vite-{folder}"), &inputs(), &output(folder), || {
            let mut command =
                run::node("node_modules/vite/bin/vite.js", &["build", "--logLevel", "warn"]);
            run::shown(
                &format!("vite build web/{folder}"),
                command.current_dir(root.join("web").join(folder)),
            )
        })?;
    if !has_run {
        println!("   web/{folder} is fresh");
    }
    Ok(())
}

fn output(folder: &str) -> PathBuf {
    tree::root().join("web").join(folder).join("dist")
}

/// Everything a page can be made of. Coarse on purpose: a build takes seconds, a stale page hours.
fn inputs() -> Vec<PathBuf> {
    let mut inputs = tree::files("web");
    inputs.push(tree::root().join("package-lock.json"));
    for module in crate::wasm::MODULES {
        let folder = tree::root().join("target/web").join(module);
        inputs.push(folder.join(format!("{module}_bg.wasm")));
        inputs.push(folder.join(format!("{module}.js")));
    }
    inputs
}
