//! The command line: what can be run, and how failing is told.

use crate::app::App;
use crate::config::Config;
use crate::db::{Db, Project, ProjectId};
use crate::dev::{self, DevArgs};
use crate::doctor::{self, DoctorArgs};
use crate::host_policy::{check_schemes, host_policy};
use crate::listen::{Stop, bind, listen, listen_counting};
use crate::metrics;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::wallets::{self, Wallets};
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// The server of Latchkit, the wallet-connection modal.
#[derive(Parser)]
#[command(name = "latchkit", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server
    Serve {
        #[command(flatten)]
        settings: SettingsArgs,
    },
    /// Run server, local chain and demo page on this machine
    #[command(args_override_self = true)]
    Dev(DevArgs),
    /// Make or list the projects that may use the server
    Project {
        #[command(subcommand)]
        action: ProjectAction,
    },
    /// Check a registry of wallets
    Wallets {
        #[command(subcommand)]
        action: WalletsAction,
    },
    /// Check the configuration, what it names, and a page that embeds the modal
    Doctor {
        #[command(flatten)]
        args: DoctorArgs,
        #[command(flatten)]
        settings: SettingsArgs,
    },
    /// Print the Content-Security-Policy that a page needs which embeds the modal
    Csp {
        /// The page's origin, where it is known
        #[arg(long, value_name = "ORIGIN", value_parser = origin)]
        host_origin: Option<Origin>,
        #[command(flatten)]
        settings: SettingsArgs,
    },
}

#[derive(Subcommand)]
enum WalletsAction {
    /// Read a registry and tell everything that is wrong in it
    Check {
        /// The registry; without it the directory that the configuration makes
        file: Option<PathBuf>,
        #[command(flatten)]
        settings: SettingsArgs,
    },
}

fn origin(text: &str) -> Result<Origin, String> {
    Origin::try_from(text.to_owned())
}

#[derive(clap::Args)]
struct SettingsArgs {
    /// The configuration; every key is told in latchkit.example.toml [default: latchkit.toml]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum ProjectAction {
    /// Make a project and print its id
    Create {
        /// What you call it
        #[arg(long)]
        name: String,
        /// 32 hex digits; random where it is not given
        #[arg(long, value_name = "HEX")]
        id: Option<String>,
        /// Let local and preview hosts use it
        #[arg(long)]
        dev: bool,
        #[command(flatten)]
        settings: SettingsArgs,
    },
    /// Print all projects, the oldest first
    List {
        #[command(flatten)]
        settings: SettingsArgs,
    },
}

/// Runs what the command line says.
pub fn run() -> ExitCode {
    let command = Cli::parse().command;
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&Problem::new(format!("No threads can be started: {error}."))),
    };
    match runtime.block_on(perform(command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => fail(&problem),
    }
}

fn fail(problem: &Problem) -> ExitCode {
    eprintln!("latchkit: {problem}");
    ExitCode::FAILURE
}

async fn perform(command: Command) -> Result<(), Problem> {
    match command {
        Command::Serve { settings } => serve(load(settings)?).await,
        Command::Dev(args) => {
            start_log(&args.log)?;
            dev::run(args, Stop::on_signals()?).await
        }
        Command::Project { action: ProjectAction::Create { name, id, dev, settings } } => {
            create_project(&load(settings)?, name.trim(), id.as_deref(), dev).await
        }
        Command::Project { action: ProjectAction::List { settings } } => {
            list_projects(&load(settings)?).await
        }
        Command::Wallets { action: WalletsAction::Check { file, settings } } => {
            match file {
                Some(file) => println!("{}", wallets::check(&file)?),
                None => println!("{}", Wallets::load(&load(settings)?)?.summary()),
            }
            Ok(())
        }
        Command::Doctor { args, settings } => doctor::run(load(settings), args).await,
        Command::Csp { host_origin, settings } => print_policy(&load(settings)?, host_origin),
    }
}

fn load(settings: SettingsArgs) -> Result<Config, Problem> {
    let named = settings.config.or_else(|| std::env::var_os("LATCHKIT_CONFIG").map(PathBuf::from));
    let variables = std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)));
    Config::load(named.as_deref(), variables)
}

async fn serve(config: Config) -> Result<(), Problem> {
    start_log(&config.log)?;
    let stop = Stop::on_signals()?;
    let db = Db::open(&config.database).await?;
    let cure = "Stop it, or choose another address with `bind` in latchkit.toml.";
    let listener = bind(config.bind, cure).await?;
    let metrics_listener = match config.metrics_bind.0 {
        Some(address) => {
            let cure = "Stop it, or choose another address with `metrics_bind` in latchkit.toml \
                        (empty for none).";
            Some(bind(address, cure).await?)
        }
        None => None,
    };
    let public_url = config.public_url.clone();
    let has_assets = config.assets.is_some() || cfg!(feature = "embed");
    let app = App::new(config, db.clone(), None)?;
    if !has_assets {
        tracing::warn!("no assets are served: this binary holds none, and `assets` is not set");
    }
    println!("latchkit: server at {public_url}");
    let answering = listen_counting(listener, app.routes(), stop.clone(), app.connections());
    let measuring = async {
        if let Some(listener) = metrics_listener {
            listen(listener, metrics::routes(&app), stop).await;
        }
    };
    tokio::join!(answering, measuring);
    db.close().await;
    Ok(())
}

fn print_policy(config: &Config, host: Option<Origin>) -> Result<(), Problem> {
    if let Some(host) = &host {
        check_schemes(&config.public_url, host)?;
    }
    println!("{}", host_policy(&config.public_url, &config.vault_url, host.as_ref()));
    Ok(())
}

async fn create_project(
    config: &Config,
    name: &str,
    id: Option<&str>,
    is_dev: bool,
) -> Result<(), Problem> {
    if name.is_empty() || name.chars().count() > 100 || name.contains(char::is_control) {
        return Err(Problem::new("--name must be 1 to 100 letters."));
    }
    let id = match id {
        Some(text) => ProjectId::parse(text)
            .ok_or_else(|| Problem::new(format!("--id must be 32 hex digits, `{text}` is not.")))?,
        None => ProjectId::random(),
    };
    let db = Db::open(&config.database).await?;
    let added = db.add_project(&Project::new(&id, name, is_dev)).await;
    db.close().await;
    match added {
        Ok(true) => println!("{id}"),
        Ok(false) => return Err(Problem::new(format!("There is a project {id} already."))),
        Err(error) => return Err(Problem::new(format!("The project was not kept: {error}."))),
    }
    Ok(())
}

async fn list_projects(config: &Config) -> Result<(), Problem> {
    let db = Db::open(&config.database).await?;
    let projects = db.projects().await;
    db.close().await;
    let projects =
        projects.map_err(|error| Problem::new(format!("The projects cannot be read: {error}.")))?;
    for project in projects {
        let mark = if project.is_dev { "dev" } else { "   " };
        println!("{}  {mark}  {}", project.id, project.name);
    }
    Ok(())
}

fn start_log(log: &str) -> Result<(), Problem> {
    let targets: Targets = log.parse().map_err(|_| {
        Problem::new(format!(
            "log: `{log}` is neither a level (error, warn, info, debug, trace) nor target=level \
             pairs with commas between."
        ))
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines).with(targets).init();
    Ok(())
}
