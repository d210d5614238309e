//! Every view is complete: a folder with its component, stylesheet, story and test.

use std::collections::BTreeSet;

use super::source::{Finding, Source};

const VIEWS: [&str; 2] = ["web/modal/src/views/", "web/vault/src/views/"];
const PARTS: [&str; 4] = [".tsx", ".css", ".story.tsx", ".test.tsx"];

/// Checks every view folder.
pub fn check(sources: &[Source]) -> Vec<Finding> {
    let folders: BTreeSet<(&str, &str)> = sources
        .iter()
        .flat_map(|source| VIEWS.map(|views| (views, source.path.strip_prefix(views))))
        .filter_map(|(views, rest)| Some((views, rest?.split_once('/')?.0)))
        .filter(|(_, name)| name.starts_with(char::is_uppercase))
        .collect();
    let missing = |path: &String| !sources.iter().any(|source| source.path == *path);
    folders
        .iter()
        .flat_map(|(views, name)| PARTS.iter().map(move |part| format!("{views}{name}/{name}{part}")))
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
            .map(|part| Source::new(&format!("{}Connect/Connect{part}", VIEWS[0]), String::new()))
            .chain([Source::new(&format!("{}Router.tsx", VIEWS[0]), String::new())])
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
