//! Projects of the database, kept in memory for a moment: each is asked for once in a while and not
//! by each request, and while the database does not answer, what was known holds.
//!
//! Only projects that exist are kept, so nobody fills it by asking for others.

use crate::project::{Project, ProjectId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a project is as it was when it was asked for.
const FRESH_TIME: Duration = Duration::from_secs(20);
/// How long it is where the database does not answer.
const STALE_TIME: Duration = Duration::from_hours(1);
/// How many are kept.
const MOST: usize = 10_000;

/// The projects that were asked for lately.
#[derive(Default)]
pub(crate) struct ProjectCache(Mutex<HashMap<ProjectId, Entry>>);

struct Entry {
    project: Arc<Project>,
    known_at: Instant,
    /// When the database was asked last, by one request for all.
    asked_at: Instant,
}

impl ProjectCache {
    /// The project of this id: what is known of it, or what `ask` says.
    pub(crate) async fn find(
        &self,
        id: &ProjectId,
        ask: impl AsyncFnOnce() -> sqlx::Result<Option<Project>>,
    ) -> sqlx::Result<Option<Arc<Project>>> {
        let known = match self.known(id, Instant::now()) {
            Some((project, true)) => return Ok(Some(project)),
            Some((project, false)) => Some(project),
            None => None,
        };
        // What asks a database is large, and hardly a request does: it is not carried along by all.
        match Box::pin(ask()).await {
            Ok(found) => {
                let found = found.map(Arc::new);
                self.insert(id, found.as_ref(), Instant::now());
                Ok(found)
            }
            Err(error) if known.is_some() => {
                tracing::error!(%error, "the database failed: a project stays as it was");
                Ok(known)
            }
            Err(error) => Err(error),
        }
    }

    /// What is known of a project, and whether it holds without asking. Where it does not, this
    /// request is the one that asks; others that come meanwhile take what is known.
    fn known(&self, id: &ProjectId, now: Instant) -> Option<(Arc<Project>, bool)> {
        let mut entries = self.entries();
        let entry = entries.get_mut(id).filter(|it| now - it.known_at < STALE_TIME)?;
        let holds = now - entry.asked_at < FRESH_TIME;
        if !holds {
            entry.asked_at = now;
        }
        Some((entry.project.clone(), holds))
    }

    fn insert(&self, id: &ProjectId, found: Option<&Arc<Project>>, now: Instant) {
        let mut entries = self.entries();
        let Some(project) = found else {
            entries.remove(id);
            return;
        };
        if entries.len() >= MOST {
            entries.retain(|_, it| now - it.known_at < FRESH_TIME);
        }
        if entries.len() < MOST {
            let entry = Entry { project: project.clone(), known_at: now, asked_at: now };
            entries.insert(id.clone(), entry);
        }
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<ProjectId, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::ProjectSettings;

    fn project(name: &str) -> Arc<Project> {
        let settings = ProjectSettings { name: name.to_owned(), ..ProjectSettings::default() };
        Arc::new(Project { id: id(0), settings })
    }

    fn id(number: usize) -> ProjectId {
        ProjectId::parse(&format!("{number:032x}")).expect("an id")
    }

    fn known(cache: &ProjectCache, now: Instant) -> Option<(String, bool)> {
        cache.known(&id(0), now).map(|(project, holds)| (project.settings.name.clone(), holds))
    }

    #[test]
    fn a_project_is_asked_for_by_one_request_in_a_while_and_holds_until_the_answer() {
        let (cache, start) = (ProjectCache::default(), Instant::now());
        assert_eq!(known(&cache, start), None);
        cache.insert(&id(0), Some(&project("old")), start);
        assert_eq!(known(&cache, start), Some(("old".into(), true)));
        let later = start + FRESH_TIME;
        assert_eq!(known(&cache, later), Some(("old".into(), false)), "this one asks");
        assert_eq!(known(&cache, later), Some(("old".into(), true)), "and that one does not");
        cache.insert(&id(0), Some(&project("new")), later);
        assert_eq!(known(&cache, later), Some(("new".into(), true)));
        assert_eq!(known(&cache, later + STALE_TIME), None);
        cache.insert(&id(0), None, later);
        assert_eq!(known(&cache, later), None, "it was deleted");
    }

    #[test]
    fn only_so_many_are_kept() {
        let (cache, start) = (ProjectCache::default(), Instant::now());
        (0..=MOST).for_each(|number| cache.insert(&id(number), Some(&project("x")), start));
        assert_eq!(cache.entries().len(), MOST);
        cache.insert(&id(MOST), Some(&project("x")), start + FRESH_TIME);
        assert_eq!(cache.entries().len(), 1, "those that nobody asked for lately make room");
    }

    #[tokio::test]
    async fn what_was_known_holds_while_the_database_fails() {
        let cache = ProjectCache::default();
        let fail = async || Err(sqlx::Error::PoolTimedOut);
        assert!(cache.find(&id(0), &fail).await.is_err());
        let long_ago = Instant::now().checked_sub(FRESH_TIME).expect("the machine runs that long");
        cache.insert(&id(0), Some(&project("old")), long_ago);
        let found = cache.find(&id(0), &fail).await.expect("what was known");
        assert_eq!(found.map(|it| it.settings.name.clone()), Some("old".to_owned()));
    }
}
