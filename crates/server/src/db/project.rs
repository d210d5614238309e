//! Projects: the sites and apps that may use this server.

use super::Db;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// The public name of a project in requests: 32 hex digits, kept in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProjectId(String);

impl ProjectId {
    /// Reads an id; nothing where it is not 32 hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        let is_fit = text.len() == 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
        is_fit.then(|| ProjectId(text.to_ascii_lowercase()))
    }

    /// A new id.
    pub fn random() -> Self {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        ProjectId(format!("{:032x}", u128::from_be_bytes(bytes)))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProjectId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A project as it is kept.
#[derive(Clone, Debug)]
pub struct Project {
    /// 32 hex digits.
    pub id: String,
    /// What the operator calls it.
    pub name: String,
    /// Whether local and preview hosts may use it, and sandboxes stand in for paid services.
    pub is_dev: bool,
    /// Milliseconds since 1970.
    pub created_at_ms: i64,
}

impl Project {
    /// A project made now.
    pub fn new(id: &ProjectId, name: &str, is_dev: bool) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let created_at_ms = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
        Project { id: id.to_string(), name: name.to_owned(), is_dev, created_at_ms }
    }

    fn of(row: SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Project {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            is_dev: row.try_get::<i64, _>("is_dev")? != 0,
            created_at_ms: row.try_get("created_at_ms")?,
        })
    }
}

impl Db {
    /// The project of this id.
    pub async fn project(&self, id: &ProjectId) -> Result<Option<Project>, sqlx::Error> {
        const SQL: &str = "SELECT id, name, is_dev, created_at_ms FROM projects WHERE id = $1";
        match self {
            Db::Sqlite(pool) => {
                let row = sqlx::query(SQL).bind(id.as_str()).fetch_optional(pool).await?;
                row.map(Project::of).transpose()
            }
        }
    }

    /// Keeps a project. Returns false, and changes nothing, where the id is taken.
    pub async fn add_project(&self, project: &Project) -> Result<bool, sqlx::Error> {
        const SQL: &str = "INSERT INTO projects (id, name, is_dev, created_at_ms) \
                           VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING";
        match self {
            Db::Sqlite(pool) => {
                let done = sqlx::query(SQL)
                    .bind(&project.id)
                    .bind(&project.name)
                    .bind(i64::from(project.is_dev))
                    .bind(project.created_at_ms)
                    .execute(pool)
                    .await?;
                Ok(done.rows_affected() == 1)
            }
        }
    }

    /// All projects, the oldest first.
    pub async fn projects(&self) -> Result<Vec<Project>, sqlx::Error> {
        const SQL: &str =
            "SELECT id, name, is_dev, created_at_ms FROM projects ORDER BY created_at_ms, id";
        match self {
            Db::Sqlite(pool) => {
                let rows = sqlx::query(SQL).fetch_all(pool).await?;
                rows.into_iter().map(Project::of).collect()
            }
        }
    }
}
