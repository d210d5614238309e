//! Whether pages that were built with an older version still find its files: the folder `kept_assets`.
//!
//! The doctor writes nothing: it asks the system whether it may, as the user who runs it.

use super::report::{Finding, Verdict};
use crate::VERSION;
use crate::config::Config;
use crate::files::Files;
use crate::kept_assets::{self, Survey};
use rustix::fs::{Access, access};
use rustix::io::Errno;
use std::path::Path;

const CURE: &str = "make it a folder that the server's user may write to, name another with \
                    `kept_assets`, or keep none with `kept_assets = \"\"`";

/// What there is to say; nothing where there are no files to keep, of which `assets` speaks.
pub(super) fn findings(config: &Config) -> Vec<Finding> {
    let Ok(own) = Files::of_package(config) else { return vec![] };
    if own.all().is_ok_and(|all| all.is_empty()) {
        return vec![];
    }
    match config.kept_folder() {
        Some(folder) => of_folder(&folder, &own),
        None if config.kept_assets.is_some() => {
            let text = "kept_assets: empty, so only the files of this version are there";
            vec![Finding::sound(text)]
        }
        None => vec![Finding::doubtful(
            "kept_assets: with `database_url` there is none unless you name a folder",
            "pages that are built with this version miss its files after the next upgrade",
        )],
    }
}

fn of_folder(folder: &Path, own: &Files) -> Vec<Finding> {
    let what = format!("kept_assets {}", folder.display());
    if let Err((verdict, why)) = writable(folder) {
        return vec![Finding::of(verdict, format_args!("{what}: {why}"), CURE)];
    }
    match kept_assets::survey(folder, own) {
        Err(error) => {
            vec![Finding::broken(format_args!("{what}: it cannot be read ({error})"), CURE)]
        }
        Ok(survey) => of_survey(&what, &survey),
    }
}

/// Whether the folder can be written to, or be made.
fn writable(folder: &Path) -> Result<(), (Verdict, String)> {
    let there = folder.ancestors().find(|it| it.symlink_metadata().is_ok());
    // What is left of a relative path is the folder where the program runs.
    let there = there.unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Err((Verdict::Broken, format!("{} is no folder", there.display())));
    }
    access(there, Access::WRITE_OK | Access::EXEC_OK).map_err(|error| {
        // A disk that may only be read is no reason not to start.
        let verdict = if error == Errno::ROFS { Verdict::Doubtful } else { Verdict::Broken };
        (verdict, format!("this user may not write in {} ({error})", there.display()))
    })
}

fn of_survey(what: &str, survey: &Survey) -> Vec<Finding> {
    if let Some(why) = &survey.refusal {
        return vec![Finding::broken(
            format_args!("{what}: what is there of {VERSION} is not latchkit's alone ({why})"),
            "the server does not start; move that elsewhere, or name another folder with `kept_assets`",
        )];
    }
    let mut findings = vec![Finding::sound(match survey.versions.as_slice() {
        [] => format!("{what}: nothing is kept yet, the server does so when it starts"),
        versions => {
            let tenths = survey.bytes.div_ceil(100_000);
            let (count, names) = (versions.len(), versions.join(", "));
            let s = if count == 1 { "" } else { "s" };
            format!("{what}: {count} version{s} kept ({names}), {}.{} MB", tenths / 10, tenths % 10)
        }
    })];
    let doubts = |of: &[(String, String)], cure| -> Vec<Finding> {
        let doubt =
            |(version, why): &_| Finding::doubtful(format_args!("{what}/{version}: {why}"), cure);
        of.iter().map(doubt).collect()
    };
    findings.extend(doubts(
        &survey.foreign,
        "it stays as it is, and counts for nothing; move elsewhere what is not latchkit's",
    ));
    findings.extend(doubts(
        &survey.damaged,
        "pages of that version miss its files; put back what was there, or remove the folder",
    ));
    findings
}
