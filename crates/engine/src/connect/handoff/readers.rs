//! Which wallets read a code that is for any of them. A code that none would read is not shown.

use crate::connect::handoff::shown::update;
use crate::directory::known::listed;
use crate::engine::Engine;
use crate::relays;
use crate::state::{HandoffStep, Readers};

/// So many are named.
const NAMED: usize = 2;

/// Whether any wallet reads the code; shows which do.
pub(crate) fn is_read(engine: &Engine) -> bool {
    let Some(ids) = relays::readers(engine) else { return true };
    let name = |id: &String| listed(engine, id).map(|it| it.name);
    let names: Vec<String> = ids.iter().filter_map(name).take(NAMED).collect();
    let more = u32::try_from(ids.len() - names.len()).unwrap_or(u32::MAX);
    update(engine, |it| {
        it.readers = Some(Readers { names, more });
        if ids.is_empty() {
            it.step = HandoffStep::Unread;
        }
    });
    !ids.is_empty()
}
