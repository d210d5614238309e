//! The functions of a module by their names, and what each weighs.

use walrus::{FunctionId, FunctionKind, Module};

/// The name of a function, without the hashes of its crates: `engine[2ffaef541a86c7ad]::open`.
pub fn plain(module: &Module, function: FunctionId) -> String {
    let name = module.funcs.get(function).name.as_deref();
    name.map_or_else(|| format!("function {}", function.index()), without_hashes)
}

fn without_hashes(name: &str) -> String {
    let mut parts = name.split('[');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((hash, rest)) if hash.len() == 16 => plain.push_str(rest),
            _ => plain.extend(["[", part]),
        }
    }
    // The older way of writing names, which a stable compiler may still have: `engine::open::h0123…`.
    match plain.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.bytes().all(|it| it.is_ascii_hexdigit()) => {
            path.to_owned()
        }
        _ => plain,
    }
}

/// Whether one of the paths in a name leads into one of the modules, or is one of these functions:
/// `<engine::state::Slices as wire::Put>::put` has `engine::state::Slices`, `wire::Put` and `put`.
pub fn is_of(name: &str, modules: &[&str]) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | ':' | '{' | '}' | '#');
    name.split(|it| !is_part(it)).any(|path| {
        let rest = |module: &&str| path.strip_prefix(*module);
        modules.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}

/// The length in bytes and the name of each of these functions, the longest first.
pub fn heaviest(
    module: &Module,
    functions: impl Iterator<Item = FunctionId>,
) -> Vec<(usize, String)> {
    let size = |function: FunctionId| match &module.funcs.get(function).kind {
        FunctionKind::Local(local) => local.original_range.as_ref().map(ExactSizeIterator::len),
        _ => None,
    };
    let mut sizes: Vec<(usize, String)> =
        functions.filter_map(|it| Some((size(it)?, plain(module, it)))).collect();
    sizes.sort_by(|one, other| other.cmp(one));
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_crates_are_left_out() {
        assert_eq!(without_hashes("<a[2ffaef541a86c7ad]::B>::c[0]"), "<a::B>::c[0]");
        assert_eq!(without_hashes("a::b::h2ffaef541a86c7ad"), "a::b");
        assert_eq!(without_hashes("a::b::help"), "a::b::help");
    }

    #[test]
    fn a_module_is_meant_by_its_whole_path() {
        let late = ["engine::network", "engine::intent::run_late"];
        for name in [
            "engine::network::rows",
            "<engine::network::Memory as core::ops::drop::Drop>::drop",
            "core::ptr::drop_in_place::<engine::network::start::{closure#0}>",
            "<&engine::network::Row>::put",
            "engine::intent::run_late",
        ] {
            assert!(is_of(name, &late), "{name}");
        }
        for name in [
            "engine::network_rows::rows",
            "my_engine::network::rows",
            "other::engine::network::rows",
            "engine::intent::run_later",
            "engine::intent::run",
        ] {
            assert!(!is_of(name, &late), "{name}");
        }
    }
}
