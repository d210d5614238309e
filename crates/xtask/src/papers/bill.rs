//! The bill of materials, as [CycloneDX 1.6](https://cyclonedx.org/docs/1.6/json/) has it. It carries
//! neither a time nor a serial number, so that the same parts give the same bill.

use serde_json::{Value, json};

use super::parts::Parts;

pub const APPLICATION: &str = "application";
pub const LIBRARY: &str = "library";

/// The bill of something of ours, an application or a library.
pub fn of(kind: &str, parts: &Parts) -> String {
    let name = "latchkit";
    let version = env!("CARGO_PKG_VERSION");
    let component = |kind: &str, reference: &str, name: &str, version: &str, licence: &str| {
        json!({
            "type": kind,
            "bom-ref": reference,
            "name": name,
            "version": version,
            "licenses": [{ "expression": licence }],
        })
    };
    let components = parts.all.iter().map(|(url, part)| {
        let mut it = component(LIBRARY, url, &part.name, &part.version, &part.licence);
        it["purl"] = Value::from(url.as_str());
        it
    });
    let needs = parts.all.iter().map(|(url, part)| json!({ "ref": url, "dependsOn": part.needs }));
    let root = component(kind, name, name, version, env!("CARGO_PKG_LICENSE"));
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": root },
        "components": components.collect::<Vec<_>>(),
        "dependencies": std::iter::once(json!({ "ref": name, "dependsOn": parts.ours }))
            .chain(needs)
            .collect::<Vec<_>>(),
    });
    format!("{bill:#}\n")
}
