//! The hashes of lock files: what is downloaded is what was reviewed, on every machine.

use serde_json::Value;

use super::source::{Finding, Source};

/// Checks every lock file of npm and cargo.
pub fn check(source: &Source) -> Vec<Finding> {
    let names = match source.name() {
        "package-lock.json" => packages_without(&source.text),
        "Cargo.lock" => crates_without(&source.text),
        _ => return Vec::new(),
    };
    let complain = |name: &String| {
        let message = format!(
            "{name} has no hash, so a machine that needs it takes whatever it is given. Write the \
             lock file where a registry serves the package, or give the reason in the list of \
             exceptions."
        );
        source.finding("integrity", 1, message).about(name)
    };
    names.iter().map(complain).collect()
}

fn packages_without(lock: &str) -> Vec<String> {
    let lock: Value = serde_json::from_str(lock).unwrap_or_default();
    let packages = lock["packages"].as_object().into_iter().flatten();
    packages
        .filter(|(_, package)| package["link"] != true && package["integrity"].is_null())
        // What is not below `node_modules` is our own.
        .filter_map(|(path, _)| path.rsplit_once("node_modules/"))
        .map(|(_, name)| name.to_owned())
        .collect()
}

fn crates_without(lock: &str) -> Vec<String> {
    let field = |block: &str, key: &str| {
        let mut values =
            block.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        values.next().map(|value| value.trim_matches('"').to_owned())
    };
    lock.split("[[package]]")
        // One without a source is our own.
        .filter(|block| field(block, "source").is_some() && field(block, "checksum").is_none())
        .filter_map(|block| field(block, "name"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subjects(path: &str, text: &str) -> Vec<String> {
        let found = check(&Source::new(path, text.to_owned()));
        found.into_iter().map(|finding| finding.subject).collect()
    }

    #[test]
    fn a_package_without_a_hash_is_found() {
        let lock = r#"{"packages":{"":{},"web/kit":{},"node_modules/kit":{"link":true},
            "node_modules/a":{"integrity":"sha512-x"},"node_modules/a/node_modules/@x/b":{}}}"#;
        assert_eq!(subjects("package-lock.json", lock), ["@x/b"]);
        let lock = "version = 4\n\n[[package]]\nname = \"ours\"\n\n[[package]]\nname = \"a\"\n\
            source = \"git\"\n\n[[package]]\nname = \"b\"\nsource = \"r\"\nchecksum = \"c\"\n";
        assert_eq!(subjects("fuzz/Cargo.lock", lock), ["a"]);
        assert_eq!(subjects("other.lock", lock), [""; 0]);
    }
}
