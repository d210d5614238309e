//! nginx, beside which the proxy is measured: [`program`] finds it or installs Debian's.

use crate::run::{self, Outcome};
use crate::tools;

/// The program; installs Debian's where there is none.
pub fn program() -> Outcome<&'static str> {
    if let Some(program) = find() {
        return Ok(program);
    }
    tools::install_debian(&["nginx"])
        .map_err(|sentence| format!("nginx is missing. {sentence}"))?;
    find().ok_or_else(|| "nginx was installed but is not in /usr/sbin.".to_owned())
}

/// Debian puts it where only root looks.
fn find() -> Option<&'static str> {
    let is_there = |it: &&str| run::answer(&mut run::program(it, &["-v"])).is_ok();
    ["nginx", "/usr/sbin/nginx"].into_iter().find(is_there)
}
