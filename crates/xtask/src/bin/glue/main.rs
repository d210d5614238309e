//! `glue <module.wasm> <folder> [--names]`: writes the JavaScript glue of one WebAssembly module.
//! `glue halves <module.wasm> <first.wasm> <second.wasm> <door> <bytes> <path>…`: cuts one in two, see
//! `halves.rs`. `glue order <module.wasm>`: puts its functions into the order of `order.rs`. `glue heaviest
//! <module.wasm>`: its ten largest functions.
//!
//! Called by `cargo xtask web`, apart from it because `wasm-bindgen-cli-support` compiles for a
//! minute. The glue never fetches: the page hands it bytes whose hash it has checked, so the default
//! path is left out. `--names` keeps the name section, which the cut and `heaviest` read.

mod halves;
mod names;
mod order;
mod reachability;

use std::process::ExitCode;

use halves::Cut;
use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "glue <module.wasm> <folder> [--names]
glue halves <module.wasm> <first.wasm> <second.wasm> <door> <bytes> <path>…
glue order <module.wasm>
glue heaviest <module.wasm>";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["halves", module, first, second, door, bytes, late @ ..] => bytes
            .parse()
            .map_err(|_| USAGE.to_owned())
            .map(|most_called_bytes| Cut { late, door, most_called_bytes })
            .and_then(|cut| halve(module, first, second, &cut)),
        ["order", module] => put_in_order(module),
        ["heaviest", module] => print_heaviest(module),
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

fn halve(module: &str, first: &str, second: &str, cut: &Cut<'_>) -> Result<(), String> {
    let halves = halves::cut(&read(module)?, cut);
    let halves = halves.map_err(|error| format!("{module} cannot be cut: {error}"))?;
    for (path, bytes) in [(first, halves.first), (second, halves.second)] {
        std::fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))?;
    }
    println!("{}", halves.report);
    Ok(())
}

fn put_in_order(module: &str) -> Result<(), String> {
    let ordered = order::ordered(&read(module)?)?;
    std::fs::write(module, ordered).map_err(|error| format!("{module}: {error}"))
}

fn print_heaviest(module: &str) -> Result<(), String> {
    let parsed = Module::from_buffer(&read(module)?);
    let parsed = parsed.map_err(|error| format!("{module} cannot be read: {error:?}"))?;
    let functions = parsed.funcs.iter().map(walrus::Function::id);
    for (size, name) in names::heaviest(&parsed, functions).into_iter().take(10) {
        println!("{size:>8}  {name:.110}");
    }
    Ok(())
}

fn read(module: &str) -> Result<Vec<u8>, String> {
    std::fs::read(module).map_err(|error| format!("{module}: {error}"))
}
