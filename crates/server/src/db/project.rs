//! Projects that `latchkit project` made.

use super::Db;
use super::statement::{Row, Value, json, read, unreadable};
use crate::clock::now_ms;
use crate::project::{Project, ProjectId, ProjectSettings};

impl Db {
    /// The project of this id.
    pub async fn project(&self, id: &ProjectId) -> sqlx::Result<Option<Project>> {
        const SQL: &str = "SELECT * FROM projects WHERE id = $1";
        let rows = self.rows(SQL, vec![id.as_str().into()]).await?;
        rows.first().map(project).transpose()
    }

    /// All projects, the oldest first.
    pub async fn projects(&self) -> sqlx::Result<Vec<Project>> {
        let rows = self.rows("SELECT * FROM projects ORDER BY created_at_ms, id", vec![]).await?;
        rows.iter().map(project).collect()
    }

    /// Keeps a project. Returns false, and changes nothing, where the id is taken.
    pub async fn add_project(&self, project: &Project) -> sqlx::Result<bool> {
        const SQL: &str = "INSERT INTO projects (id, name, is_dev, origins, has_analytics, \
                           features, sign_in, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                           ON CONFLICT (id) DO NOTHING";
        let mut values = values(&project.id, &project.settings);
        values.push(now_ms().into());
        Ok(self.run(SQL, values).await? == 1)
    }

    /// Deletes a project, and leaves its events. Returns false where there is none.
    pub async fn delete_project(&self, id: &ProjectId) -> sqlx::Result<bool> {
        Ok(self.run("DELETE FROM projects WHERE id = $1", vec![id.as_str().into()]).await? == 1)
    }

    /// Replaces what was decided about a project. Returns false where there is none.
    pub async fn set_project(
        &self,
        id: &ProjectId,
        settings: &ProjectSettings,
    ) -> sqlx::Result<bool> {
        const SQL: &str = "UPDATE projects SET name = $2, is_dev = $3, origins = $4, \
                           has_analytics = $5, features = $6, sign_in = $7 WHERE id = $1";
        Ok(self.run(SQL, values(id, settings)).await? == 1)
    }
}

/// What stands for `$1` to `$7`, in the order of the columns.
fn values(id: &ProjectId, settings: &ProjectSettings) -> Vec<Value> {
    vec![
        id.as_str().into(),
        settings.name.as_str().into(),
        settings.dev.into(),
        json(&settings.origins).into(),
        settings.analytics.into(),
        json(&settings.features).into(),
        json(&settings.sign_in).into(),
    ]
}

fn project(row: &Row) -> sqlx::Result<Project> {
    let id = ProjectId::parse(&row.get::<String>("id")?);
    let settings = ProjectSettings {
        name: row.get("name")?,
        dev: row.get::<i64>("is_dev")? != 0,
        origins: read(row, "origins")?,
        analytics: row.get::<i64>("has_analytics")? != 0,
        features: read(row, "features")?,
        sign_in: read(row, "sign_in")?,
    };
    Ok(Project { id: id.ok_or_else(|| unreadable("id", "no id"))?, settings })
}
