//! Every view is complete: a folder with its component, stylesheet, story and test.

use std::collections::BTreeSet;

use super::source::{Finding, Source};

const VIEWS: &str = "web/modal/src/views/";
const PARTS: [&str; 4] = [".tsx", ".css", ".story.tsx", ".test.tsx"];

/// Checks every view folder.
pub fn check(sources: &[Source]) -> Vec<Finding> {
    let folders: BTreeSet<&str> = sources
        .iter()
        .filter_map(|source| Some(source.path.strip_prefix(VIEWS)?.split_once('/')?.0))
        .filter(|name| name.starts_with(char::is_uppercase))
        .collect();
    let missing = |path: &String| !sources.iter().any(|source| source.path == *path);
    folders
        .iter()
        .flat_map(|name| PARTS.iter().map(move |part| format!("{VIEWS}{name}/{name}{part}")))
        .filter(missing)
        .map(|path| Finding {
            rule: "view",
            line: 1,
            subject: path.clone(),
            size: 0,
            message: "the file is missing. A view without it is not seen, not styled or not tested. Write it."
                .to_owned(),
            file: path,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_without_a_story_is_found() {
        let sources: Vec<Source> = [".tsx", ".css", ".test.tsx"]
            .iter()
            .map(|part| Source::new(&format!("{VIEWS}Connect/Connect{part}"), String::new()))
            .chain([Source::new(&format!("{VIEWS}Router.tsx"), String::new())])
            .collect();
        assert_eq!(
            check(&sources).iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "web/modal/src/views/Connect/Connect.story.tsx:1: the file is missing. A view without it is not seen, \
              not styled or not tested. Write it. [view]"
            ]
        );
    }
}
