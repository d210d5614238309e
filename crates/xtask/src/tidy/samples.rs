//! Samples in Markdown that name a file are that file: what hosts copy is what is tested.
//!
//! A fence says so after its language: `tsx examples/vite/src/App.tsx`.

use super::source::{Finding, Source};

/// Checks every Markdown file against the files that its samples name.
pub fn check(sources: &[Source]) -> Vec<Finding> {
    sources
        .iter()
        .filter(|source| source.ends_with(&[".md"]))
        .flat_map(|source| {
            let differs = |sample: &Sample| {
                let file = sources.iter().find(|one| one.path == sample.path);
                file.is_none_or(|file| file.text.trim() != sample.text.trim())
            };
            samples(&source.text).into_iter().filter(differs).map(|sample| {
                let message = format!(
                    "the sample is not {}, which is what is tested. Copy the file here.",
                    sample.path
                );
                source.finding("sample", sample.line, message)
            })
        })
        .collect()
}

struct Sample {
    line: usize,
    path: String,
    text: String,
}

fn samples(markdown: &str) -> Vec<Sample> {
    let mut found: Vec<Sample> = Vec::new();
    let mut is_inside = false;
    let mut is_named = false;
    for (index, line) in markdown.lines().enumerate() {
        if let Some(fence) = line.strip_prefix("```") {
            is_inside = !is_inside;
            let path = fence.split_once(' ').map(|(_, path)| path).filter(|_| is_inside);
            is_named = path.is_some();
            let sample =
                |path: &str| Sample { line: index + 1, path: path.to_owned(), text: String::new() };
            found.extend(path.map(sample));
        } else if let Some(sample) = found.last_mut().filter(|_| is_inside && is_named) {
            sample.text.push_str(line);
            sample.text.push('\n');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_that_is_not_its_file_is_found() {
        let file = Source::new("examples/a.ts", "one\n\ntwo\n".to_owned());
        let page = |text: &str| {
            let sources = [Source::new("README.md", text.to_owned()), file_of(&file)];
            check(&sources).iter().map(|finding| finding.line).collect::<Vec<_>>()
        };
        assert_eq!(page("```ts examples/a.ts\none\n\ntwo\n```\n"), [0; 0]);
        assert_eq!(page("```ts\nother\n```\n\n```sh x\n```\n"), [5]);
        assert_eq!(page("\n```ts examples/a.ts\none\ntwo\n```\n"), [2]);
        assert_eq!(page("```ts examples/b.ts\none\n```\n"), [1]);
    }

    fn file_of(file: &Source) -> Source {
        Source::new(&file.path, file.text.clone())
    }
}
