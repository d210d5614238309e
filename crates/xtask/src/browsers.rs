//! The browsers that tests run in: Chromium for all of them, Firefox and WebKit for the first journeys.
//! Each is looked for in its usual places and where its variable says; Debian's is installed where
//! there is none.

use std::path::{Path, PathBuf};

use crate::run::Outcome;
use crate::tools::install_debian;

/// A browser and where it may be.
struct Browser {
    name: &'static str,
    /// The variable that says where one is.
    variable: &'static str,
    package: &'static str,
    /// The first is where Debian's package puts it.
    places: &'static [&'static str],
}

const CHROMIUM: Browser = Browser {
    name: "Chromium",
    variable: "CHROMIUM",
    package: "chromium",
    places: &[
        "/usr/bin/chromium",
        "/usr/bin/google-chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
};

const FIREFOX: Browser = Browser {
    name: "Firefox",
    variable: "FIREFOX",
    package: "firefox-esr",
    places: &[
        "/usr/bin/firefox-esr",
        "/usr/bin/firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
    ],
};

/// Where Chromium is.
pub fn chromium() -> Outcome<PathBuf> {
    CHROMIUM.found_or_installed()
}

/// Where Firefox is.
pub fn firefox() -> Outcome<PathBuf> {
    FIREFOX.found_or_installed()
}

/// WebKitGTK with its driver, and a display for it, are where Debian puts them.
pub fn webkit() -> Outcome {
    let has_all = || ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"].iter().all(is_there);
    if has_all() {
        return Ok(());
    }
    install_debian(&["webkit2gtk-driver", "xvfb"])
        .map_err(|sentence| format!("WebKitWebDriver or Xvfb is missing. {sentence}"))?;
    if has_all() {
        return Ok(());
    }
    Err("webkit2gtk-driver and xvfb were installed but are not in /usr/bin.".to_owned())
}

impl Browser {
    fn found_or_installed(&self) -> Outcome<PathBuf> {
        let Self { name, variable, package, places } = self;
        if let Some(path) = self.find() {
            return Ok(path);
        }
        install_debian(&[package]).map_err(|sentence| {
            format!("{name} is missing. {sentence}, or set {variable} to where one is.")
        })?;
        self.find().ok_or_else(|| format!("{name} was installed but is not at {}.", places[0]))
    }

    fn find(&self) -> Option<PathBuf> {
        let given = std::env::var_os(self.variable).map(PathBuf::from);
        given.into_iter().chain(self.places.iter().map(PathBuf::from)).find(|path| path.exists())
    }
}

fn is_there(path: &&str) -> bool {
    Path::new(path).exists()
}
