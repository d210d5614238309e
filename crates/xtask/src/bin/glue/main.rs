//! `glue <module.wasm> <folder> [--names]`: writes the JavaScript glue of one WebAssembly module.
//! `glue halves <module.wasm> <first.wasm> <second.wasm> <path>…`: cuts one in two, see `halves.rs`.
//!
//! Called by `cargo xtask web`, apart from it because `wasm-bindgen-cli-support` compiles for a
//! minute. The glue never fetches: the page hands it bytes whose hash it has checked, so the default
//! path is left out. `--names` keeps the name section, which the cut and `cargo xtask size` read.

mod halves;

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "glue <module.wasm> <folder> [--names]
glue halves <module.wasm> <first.wasm> <second.wasm> <path>…";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["halves", module, first, second, late @ ..] => cut(module, first, second, late),
        [module, folder, rest @ ..] => write(module, folder, rest.contains(&"--names")),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn write(module: &str, folder: &str, has_names: bool) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(true).omit_default_module_path(true);
    bindgen.remove_name_section(!has_names).remove_producers_section(true);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    written.map_err(|error| format!("no glue for {module}: {error:?}"))
}

fn cut(module: &str, first: &str, second: &str, late: &[&str]) -> Result<(), String> {
    let wasm = std::fs::read(module).map_err(|error| format!("{module}: {error}"))?;
    let halves = halves::cut(&wasm, late);
    let halves = halves.map_err(|error| format!("{module} cannot be cut: {error:?}"))?;
    for (path, bytes) in [(first, halves.0), (second, halves.1)] {
        std::fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}
