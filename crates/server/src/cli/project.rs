//! `latchkit project …`: makes, shows and changes projects while the server runs or does not.
//!
//! A project that the configuration describes can be shown here, and only be changed there.

use crate::clock::{days_before, now_ms};
use crate::config::Config;
use crate::db::Db;
use crate::db::event::EventFilter;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::project::{FeatureChange, Project, ProjectId, ProjectSettings};
use crate::site::why_nowhere;
use clap::{Args, Subcommand, ValueEnum};
use protocol::api::vault::RecoveryPolicy;
use protocol::origin;
use wire::Word;

#[derive(Subcommand)]
pub(super) enum Action {
    /// Make a project and print its id
    Create {
        /// What you call it
        #[arg(long)]
        name: String,
        /// 32 hex digits; random where it is not given
        #[arg(long, value_name = "HEX")]
        id: Option<String>,
        #[command(flatten)]
        changes: Changes,
    },
    /// Print all projects: those of the configuration, then the others, the oldest first
    List,
    /// Print what a project may do
    Show {
        /// The project
        id: String,
    },
    /// Change a project, and print what it may do then
    Set {
        /// The project
        id: String,
        /// What you call it
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        changes: Changes,
    },
    /// Delete a project and its events
    Delete {
        /// The project
        id: String,
        /// Do it; without, say what would be deleted
        #[arg(long)]
        yes: bool,
    },
    /// Delete events: those of which all is true that is said
    EraseEvents(Erasure),
    /// Print the last events of a project, the newest first, each as a line of JSON
    Events {
        /// The project
        id: String,
        /// How many at most
        #[arg(long, value_name = "NUMBER", default_value_t = 100)]
        last: u32,
    },
}

#[derive(Args)]
pub(super) struct Erasure {
    /// They are of this project; without, of any
    #[arg(long, value_name = "ID", required_unless_present_any = ["address", "older_than_days"])]
    project: Option<String>,
    /// They carry this address of an account, in whichever case
    #[arg(long)]
    address: Option<String>,
    /// They came earlier than so many days ago
    #[arg(long, value_name = "DAYS")]
    older_than_days: Option<u32>,
    /// Do it; without, say how many there are
    #[arg(long)]
    yes: bool,
}

#[derive(Args)]
pub(super) struct Changes {
    /// Whether pages of this machine may always use it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    dev: Option<Switch>,
    /// Allow pages of an origin; `*` is any whole label, as in `*.shop.example`
    #[arg(long, value_name = "ORIGIN")]
    add_origin: Vec<String>,
    /// Take an origin away; with none left every page may use the project
    #[arg(long, value_name = "ORIGIN")]
    remove_origin: Vec<String>,
    /// A feature: `swap=on`, `swap=off`, or what it is made of, `social_login=email,google`
    #[arg(long, value_name = "ID=SETTING")]
    feature: Vec<FeatureChange>,
    /// Whether events of its pages are stored
    #[arg(long)]
    analytics: Option<Switch>,
    /// Whether a mailed link has to be followed before somebody signs in by e-mail in a new browser
    #[arg(long)]
    device_approval: Option<Switch>,
    /// Who decides what brings wallets back: `automatic`, `ask`, or `own`, by which signing in alone brings none back
    #[arg(long, value_name = "WORD", value_parser = |it: &str| RecoveryPolicy::from_word(it).ok_or("automatic, ask or own"))]
    recovery: Option<RecoveryPolicy>,
    /// How many hours a new browser waits for a wallet that signing in brings back; 0 is none
    #[arg(long, value_name = "HOURS")]
    recovery_delay: Option<u32>,
    /// Let people approve in the frame on pages of an origin; on others a window opens for it
    #[arg(long, value_name = "ORIGIN")]
    add_trusted: Vec<String>,
    /// Take that back
    #[arg(long, value_name = "ORIGIN")]
    remove_trusted: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Switch {
    On,
    Off,
}

impl Switch {
    fn is_on(self) -> bool {
        matches!(self, Switch::On)
    }
}

impl Changes {
    fn make(self, settings: &mut ProjectSettings, vault: &Origin) -> Result<(), Problem> {
        settings.dev = self.dev.map_or(settings.dev, Switch::is_on);
        settings.analytics = self.analytics.map_or(settings.analytics, Switch::is_on);
        let policy = &mut settings.sign_in;
        policy.device_approval = self.device_approval.map_or(policy.device_approval, Switch::is_on);
        policy.recovery = self.recovery.unwrap_or(policy.recovery);
        policy.recovery_delay_hours = self.recovery_delay.unwrap_or(policy.recovery_delay_hours);
        change_origins(&mut settings.origins, "origin", self.remove_origin, self.add_origin)?;
        let trusted = &mut settings.sign_in.trusted;
        change_origins(trusted, "trusted", self.remove_trusted, self.add_trusted)?;
        self.feature.into_iter().for_each(|change| settings.features.set(change));
        settings.check().and_then(|()| settings.check_delay(vault)).map_err(Problem::new)
    }
}

/// Takes origins out of a list and puts others in, as the flags `--remove-` and `--add-` of this name say.
fn change_origins(
    list: &mut Vec<String>,
    name: &str,
    removed: Vec<String>,
    added: Vec<String>,
) -> Result<(), Problem> {
    for origin in removed {
        let kept = list.len();
        list.retain(|it| *it != origin);
        if list.len() == kept {
            return Err(Problem::new(format!("--remove-{name}: `{origin}` is not among them.")));
        }
    }
    for origin in added {
        if let Some(fault) = origin::fault(&origin) {
            let told = format!("--add-{name}: `{origin}` cannot be used: {fault}.");
            return Err(Problem::new(told));
        }
        if !list.contains(&origin) {
            list.push(origin);
        }
    }
    Ok(())
}

pub(super) async fn perform(config: &Config, action: Action) -> Result<(), Problem> {
    let db = Db::connect(&config.database, config.database_url.as_ref()).await?;
    db.require_tables().await?;
    let performed = match action {
        Action::Create { name, id, changes } => create(config, &db, name, id, changes).await,
        Action::List => list(config, &db).await,
        Action::Show { id } => show(config, &db, &id).await,
        Action::Set { id, name, changes } => set(config, &db, &id, name, changes).await,
        Action::Delete { id, yes } => delete(config, &db, &id, yes).await,
        Action::EraseEvents(erasure) => erase(&db, erasure).await,
        Action::Events { id, last } => events(config, &db, &id, last).await,
    };
    db.close().await;
    performed
}

async fn create(
    config: &Config,
    db: &Db,
    name: String,
    id: Option<String>,
    changes: Changes,
) -> Result<(), Problem> {
    let id = match id {
        Some(text) => parse(&text)?,
        None => ProjectId::random(),
    };
    if id.is_of_dev() {
        let told = "This id is that of `latchkit dev`, which everybody knows. Leave --id out.";
        return Err(Problem::new(told));
    }
    let mut settings = ProjectSettings { name: name.trim().to_owned(), ..Default::default() };
    changes.make(&mut settings, &config.vault_url)?;
    let project = Project { id: id.clone(), settings };
    let is_taken = config.projects.contains_key(&id);
    if is_taken || !db.add_project(&project).await.map_err(not_reached)? {
        return Err(Problem::new(format!("There is a project {id} already.")));
    }
    println!("{id}");
    warn(&project);
    Ok(())
}

async fn list(config: &Config, db: &Db) -> Result<(), Problem> {
    let kept = db.projects().await.map_err(not_reached)?;
    let kept = kept.iter().filter(|project| !config.projects.contains_key(&project.id));
    let all = config.projects.iter().chain(kept.map(|it| (&it.id, &it.settings)));
    for (id, settings) in all {
        let mark = if settings.dev { "dev" } else { "   " };
        println!("{id}  {mark}  {}", settings.name);
    }
    Ok(())
}

async fn show(config: &Config, db: &Db, id: &str) -> Result<(), Problem> {
    let project = find(config, db, id).await?;
    print(&project, config.projects.contains_key(&project.id));
    Ok(())
}

async fn set(
    config: &Config,
    db: &Db,
    id: &str,
    name: Option<String>,
    changes: Changes,
) -> Result<(), Problem> {
    let mut project = find(config, db, id).await?;
    let Project { id, settings } = &mut project;
    if config.projects.contains_key(id) {
        return Err(Problem::new(format!(
            "The configuration describes {id}: change it at [projects.{id}] there."
        )));
    }
    if let Some(name) = name {
        name.trim().clone_into(&mut settings.name);
    }
    changes.make(settings, &config.vault_url)?;
    if !db.set_project(id, settings).await.map_err(not_reached)? {
        return Err(unknown(id));
    }
    print(&project, false);
    warn(&project);
    Ok(())
}

fn warn(Project { id, settings }: &Project) {
    for doubt in settings.doubts().into_iter().chain(why_nowhere(settings)) {
        eprintln!("latchkit: warning: project {id}: {doubt}.");
    }
}

async fn delete(config: &Config, db: &Db, id: &str, is_sure: bool) -> Result<(), Problem> {
    let Project { id, settings } = find(config, db, id).await?;
    if config.projects.contains_key(&id) {
        return Err(Problem::new(format!(
            "The configuration describes {id}: take [projects.{id}] out there."
        )));
    }
    let events = EventFilter { project: Some(id.clone()), ..EventFilter::default() };
    let count = db.count_events(&events).await.map_err(not_reached)?;
    if !is_sure {
        return Err(Problem::new(format!(
            "This deletes the project {id}, `{}`, and its {count} events for good. Say --yes to do \
             it.",
            settings.name
        )));
    }
    if !db.delete_project(&id).await.map_err(not_reached)? {
        return Err(unknown(&id));
    }
    println!("deleted, with {} events", forget(db, &events).await?);
    Ok(())
}

async fn erase(db: &Db, erasure: Erasure) -> Result<(), Problem> {
    let Erasure { project, address, older_than_days, yes } = erasure;
    let project = project.map(|id| parse(&id)).transpose()?;
    let before_ms = older_than_days.map(|days| days_before(now_ms(), days));
    let events = EventFilter { project, before_ms, address };
    if !yes {
        let count = db.count_events(&events).await.map_err(not_reached)?;
        return Err(Problem::new(format!(
            "This deletes {count} events for good. Say --yes to do it."
        )));
    }
    println!("deleted {} events", forget(db, &events).await?);
    Ok(())
}

/// In pieces, so that a server that runs meanwhile writes between them.
async fn forget(db: &Db, events: &EventFilter) -> Result<u64, Problem> {
    const PIECE: u32 = 2_000;
    let mut count = 0;
    loop {
        let gone = db.forget_events(events, PIECE).await.map_err(not_reached)?;
        count += gone;
        if gone == 0 {
            return Ok(count);
        }
    }
}

fn print(Project { id, settings }: &Project, is_described: bool) {
    let origins = settings.origins.join(", ");
    let origins = if origins.is_empty() { "any" } else { &origins };
    let switch = |is_on| if is_on { "on" } else { "off" };
    let place = if is_described { "configuration" } else { "database" };
    println!("id         {id}\nname       {}", settings.name);
    println!("dev        {}\norigins    {origins}", switch(settings.dev));
    println!("analytics  {}\nkept in    {place}", switch(settings.analytics));
    if settings.sign_in.device_approval {
        println!("sign in    with a mailed link in new browsers");
    }
    if settings.sign_in.recovery != RecoveryPolicy::default() {
        println!("recovery   {}", settings.sign_in.recovery.word());
    }
    if settings.sign_in.recovery_delay_hours != 0 {
        println!("wait       {} hours in new browsers", settings.sign_in.recovery_delay_hours);
    }
    if !settings.sign_in.trusted.is_empty() {
        println!("trusted    {}", settings.sign_in.trusted.join(", "));
    }
    for (feature, setting) in settings.features.lines() {
        println!("feature    {feature}={setting}");
    }
}

async fn events(config: &Config, db: &Db, id: &str, last: u32) -> Result<(), Problem> {
    let project = find(config, db, id).await?;
    for event in db.events(&project.id, last).await.map_err(not_reached)? {
        let line = serde_json::to_string(&event).expect("text and numbers can be written");
        println!("{}", visible(&line));
    }
    Ok(())
}

/// JSON in which nothing acts on a terminal or hides: what a page sent may hold anything. JSON itself
/// escapes control characters below U+0020 only.
fn visible(json: &str) -> String {
    let acts = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        if acts(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(letter);
        }
    }
    out
}

/// The project that a command names.
async fn find(config: &Config, db: &Db, text: &str) -> Result<Project, Problem> {
    let id = parse(text)?;
    if let Some(settings) = config.projects.get(&id) {
        return Ok(Project { id, settings: settings.clone() });
    }
    let kept = db.project(&id).await.map_err(not_reached)?;
    kept.ok_or_else(|| unknown(&id))
}

fn parse(text: &str) -> Result<ProjectId, Problem> {
    let id = ProjectId::parse(text);
    id.ok_or_else(|| Problem::new(format!("A project's id is 32 hex digits, `{text}` is not.")))
}

fn unknown(id: &ProjectId) -> Problem {
    Problem::new(format!(
        "There is no project {id}. `latchkit project list` shows those there are."
    ))
}

fn not_reached(error: sqlx::Error) -> Problem {
    Problem::new(format!(
        "The database did not do it: {error}. `latchkit doctor` says what is the matter with it."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_that_is_printed_acts_on_no_terminal() {
        let sent = "é \u{9b}31m \u{202e}txt.exe \u{7f} \u{2028} \u{e0041}";
        let json = serde_json::to_string(sent).expect("JSON");
        let shown = visible(&json);
        assert_eq!(shown, r#""é \u009b31m \u202etxt.exe \u007f \u2028 \udb40\udc41""#);
        assert_eq!(serde_json::from_str::<String>(&shown).expect("JSON"), sent);
    }
}
