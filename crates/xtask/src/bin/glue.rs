//! `glue <module.wasm> <folder> [--names]`: writes the JavaScript glue of one WebAssembly module.
//!
//! Called by `cargo xtask web`, apart from it because `wasm-bindgen-cli-support` compiles for a
//! minute. The glue never fetches: the page hands it bytes whose hash it has checked, so the default
//! path is left out. `--names` keeps the name section, which `cargo xtask size` reads.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, rest @ ..] = arguments.as_slice() else {
        eprintln!("glue <module.wasm> <folder> [--names]");
        return ExitCode::FAILURE;
    };
    let has_names = rest.iter().any(|argument| argument == "--names");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(true).omit_default_module_path(true);
    bindgen.remove_name_section(!has_names).remove_producers_section(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("no glue for {module}: {error:?}");
            ExitCode::FAILURE
        }
    }
}
