//! "To change X, open Y" of `ARCHITECTURE.md` leads somewhere: each path is there, and each name occurs.
//!
//! A line is `- what to change → where`, and what stands in backticks after the arrow is a path or a name.
//! A path is written from the root, or by its end (`en.json`) where a line would be too long; `<name>` in
//! one stands for any name. Paths with a space or a slash in front are commands and routes.

use super::source::{Finding, Source, line_of, words_at};

const FILE: &str = "ARCHITECTURE.md";
const COLUMNS: usize = 140;
const ENDINGS: [&str; 9] = [".rs", ".ts", ".tsx", ".mjs", ".css", ".json", ".toml", ".md", "/"];

/// Checks every line with an arrow.
pub fn check(sources: &[Source]) -> Vec<Finding> {
    let Some(map) = sources.iter().find(|source| source.path == FILE) else { return Vec::new() };
    let lines = map.text.match_indices("\n- ").map(|(at, _)| {
        let line = &map.text[at + 1..];
        (line_of(&map.text, at + 1), line.split('\n').next().unwrap_or_default())
    });
    let arrows = lines.filter_map(|(number, line)| {
        let (_, places) = line.split_once(" → ")?;
        Some((number, line, places))
    });
    arrows
        .flat_map(|(number, line, places)| {
            let length = line.chars().count();
            let wide = format!(
                "the line has {length} columns, at most {COLUMNS}. Who looks for a place reads many \
                 lines. Say less, or make two of it."
            );
            let too_wide = (length > COLUMNS).then(|| map.finding("place", number, wide));
            let lost = lost(places, sources).into_iter().map(move |name| {
                let message = format!(
                    "`{name}` is not there. Whoever looks for it is led astray. \
                     Name what is there now, or drop the line."
                );
                map.finding("place", number, message).about(name)
            });
            too_wide.into_iter().chain(lost)
        })
        .collect()
}

/// What is named and cannot be found.
fn lost<'a>(places: &'a str, sources: &[Source]) -> Vec<&'a str> {
    let named: Vec<&str> = places.split('`').skip(1).step_by(2).collect();
    let (paths, names): (Vec<&str>, Vec<&str>) = named
        .into_iter()
        .filter(|it| !it.contains(' ') && !it.starts_with('/'))
        .partition(|it| ENDINGS.iter().any(|ending| it.ends_with(ending)));
    let files: Vec<&Source> =
        sources.iter().filter(|source| paths.iter().any(|it| is_at(it, source))).collect();
    let is_path_lost = |path: &&str| !sources.iter().any(|source| is_at(path, source));
    let is_name_lost = |name: &&str| {
        let word = name.trim_end_matches("()");
        !files.iter().any(|file| words_at(&file.text, word).next().is_some())
    };
    let lost_paths = paths.iter().copied().filter(is_path_lost);
    lost_paths.chain(names.into_iter().filter(is_name_lost)).collect()
}

/// Whether a path names this file, a folder around it, or the end of its path.
fn is_at(path: &str, source: &Source) -> bool {
    let Some((before, after)) = path.split_once('<') else {
        let is_end =
            source.path.strip_suffix(path).is_some_and(|it| it.is_empty() || it.ends_with('/'));
        return is_end || path.ends_with('/') && source.path.starts_with(path);
    };
    let after = after.split_once('>').map_or("", |it| it.1);
    let rest = source.path.strip_prefix(before);
    let rest = rest.and_then(|it| {
        if after.ends_with('/') {
            it.split_once(after).map(|it| it.0)
        } else {
            it.strip_suffix(after)
        }
    });
    rest.is_some_and(|name| !name.is_empty() && !name.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(places: &str) -> Vec<String> {
        let file = |path: &str, text: &str| Source::new(path, text.to_owned());
        check(&[
            file(FILE, &format!("# A\n\n- a thing → {places}\n")),
            file("crates/a/src/toast.rs", "const SWAP_MS: u32 = 1;\nfn all() {}\n"),
            file("web/a/src/text/en.json", "{ \"alerts\": 1 }"),
            file("web/a/src/views/Connect/Connect.tsx", ""),
        ])
        .iter()
        .map(ToString::to_string)
        .collect()
    }

    #[test]
    fn what_is_there_is_found() {
        for places in [
            "`crates/a/src/toast.rs`: `SWAP_MS`, `all()`; and `cargo verify`, `/health`",
            "`en.json`: `alerts`",
            "`web/a/src/views/<Name>/`, `crates/a/src/<name>.rs`",
        ] {
            assert_eq!(found(places), Vec::<String>::new(), "{places}");
        }
    }

    #[test]
    fn what_is_gone_is_told() {
        assert_eq!(
            found("`crates/a/src/toast.rs`: `STAY_MS`"),
            ["ARCHITECTURE.md:3: `STAY_MS` is not there. Whoever looks for it is led astray. \
              Name what is there now, or drop the line. [place]"]
        );
        for places in [
            "`crates/a/src/toasts.rs`",
            "`oast.rs`",
            "`crates/b/src/<name>.rs`",
            "`web/a/src/view/<Name>/`",
            "`en.json`: `SWAP_MS`",
        ] {
            assert_eq!(found(places).len(), 1, "{places}");
        }
    }

    #[test]
    fn a_line_stays_short() {
        assert_eq!(found(&format!("`en.json` {}", "x".repeat(120))).len(), 1);
    }
}
