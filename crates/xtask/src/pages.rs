//! The web folders, built by Vite: `web/modal` (the package), `web/vault` (the page of the frame), `web/demo` (the host
//! page), and the rest.

use std::path::{Path, PathBuf};

use crate::run::{self, Outcome};
use crate::tree;
use crate::wasm::{self, Kind};

/// Builds a web folder that is made without the modules, unless nothing it is made of has changed.
pub fn build(folder: &str) -> Outcome {
    let output = tree::root().join("web").join(folder).join("dist");
    vite(folder, folder, &inputs(), &output, &[])
}

/// The same for one that holds the modules of this build: the package, or a page around it.
pub fn build_with(folder: &str, kind: Kind) -> Outcome {
    let mut inputs = inputs();
    let modules: &[&str] = match folder {
        "demo" => &[wasm::PHONE],
        "vault" => &wasm::FRAME_MODULES,
        _ => &wasm::MODULES,
    };
    for module in modules {
        let folder = kind.folder().join(module);
        let files = ["_bg.wasm", "_late.wasm", ".js"].map(|ending| format!("{module}{ending}"));
        inputs.extend(files.map(|file| folder.join(file)));
    }
    let output = match folder {
        "modal" => kind.package(),
        "vault" => kind.frame(),
        folder => tree::root().join("web").join(folder).join("dist"),
    };
    let name = format!("{folder}-{}", kind.name());
    vite(folder, &name, &inputs, &output, &[("LATCHKIT_BUILD", kind.name())])
}

fn vite(
    folder: &str,
    name: &str,
    inputs: &[PathBuf],
    output: &Path,
    variables: &[(&str, &str)],
) -> Outcome {
    let has_run = tree::unless_fresh(&format!("vite-{name}"), inputs, output, || {
        let mut command =
            run::node("node_modules/vite/bin/vite.js", &["build", "--logLevel", "warn"]);
        command.current_dir(tree::root().join("web").join(folder)).envs(variables.iter().copied());
        run::shown(&format!("vite build {name}"), &mut command)
    })?;
    if !has_run {
        println!("   {name} is fresh");
    }
    Ok(())
}

/// Everything a page can be made of. Coarse on purpose: a build takes seconds, a stale page hours.
fn inputs() -> Vec<PathBuf> {
    let mut inputs = tree::files("web");
    inputs.push(tree::root().join("package-lock.json"));
    inputs
}
