//! The command line: what can be run, and how failing is told.

mod kms;
mod locking;
mod project;

use crate::app::App;
use crate::config::Config;
use crate::db::Db;
use crate::dev;
use crate::dev::settings::DevArgs;
use crate::doctor::{self, DoctorArgs};
use crate::host_policy::{Scripts, check_schemes, host_policy};
use crate::idle_keys::{IDLE_CURE, idle_keys};
use crate::known_chains::without_nodes;
use crate::listen::{Stop, allow_files, bind, listen, listen_within};
use crate::log_targets::LogTargets;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::routes;
use crate::site::why_nowhere;
use crate::vault;
use crate::wallets::{self, Wallets};
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::net::TcpListener;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::prelude::*;

/// How many lines of the log may wait to be written.
const MOST_LINES: usize = 8_192;

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
    /// Make, show and change the projects that may use the server
    Project {
        #[command(flatten)]
        settings: SettingsArgs,
        #[command(subcommand)]
        action: project::Action,
    },
    /// Make the keys of the embedded wallet, and put new ones in their place
    Kms {
        #[command(flatten)]
        settings: SettingsArgs,
        #[command(subcommand)]
        action: kms::Action,
    },
    /// Lock and unlock wallets of the embedded wallet
    Vault {
        #[command(flatten)]
        settings: SettingsArgs,
        #[command(subcommand)]
        action: locking::Action,
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
        /// The page takes the package's files from the server, and not from its own origin
        #[arg(long)]
        scripts_from_server: bool,
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

fn origin(text: &str) -> Result<Origin, &'static str> {
    Origin::try_from(text.to_owned())
}

#[derive(clap::Args)]
struct SettingsArgs {
    /// The configuration; every key is told in latchkit.example.toml [default: latchkit.toml]
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
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
        Command::Serve { settings } => Box::pin(serve(load(settings)?)).await,
        Command::Dev(args) => {
            let _lines = start_log(args.log.clone());
            Box::pin(dev::run(args, Stop::on_signals()?)).await
        }
        Command::Project { settings, action } => project::perform(&load(settings)?, action).await,
        Command::Kms { settings, action } => kms::perform(&load(settings)?, &action).await,
        Command::Vault { settings, action } => locking::perform(&load(settings)?, &action).await,
        Command::Wallets { action: WalletsAction::Check { file, settings } } => {
            match file {
                Some(file) => println!("{}", wallets::check(&file)?),
                None => println!("{}", Wallets::load(&load(settings)?)?.summary()),
            }
            Ok(())
        }
        Command::Doctor { args, settings } => doctor::run(load(settings), args).await,
        Command::Csp { host_origin, scripts_from_server, settings } => {
            print_policy(&load(settings)?, host_origin, scripts_from_server)
        }
    }
}

fn load(settings: SettingsArgs) -> Result<Config, Vec<Problem>> {
    let named = settings.config.or_else(|| std::env::var_os("LATCHKIT_CONFIG").map(PathBuf::from));
    let variables = std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)));
    Config::load(named.as_deref(), variables)
}

async fn serve(config: Config) -> Result<(), Problem> {
    let _lines = start_log(config.log.clone());
    allow_files(config.connections.saturating_add(config.relay_sockets));
    let stop = Stop::on_signals()?;
    let db = Db::open(&config.database, config.database_url.as_ref()).await?;
    if let Some(redis) = &config.redis_url {
        redis.check().await?;
    }
    let cure = "Stop it, or choose another address with `bind` in latchkit.toml.";
    if let Some(keys) = config.vault.keys.as_deref() {
        vault::matching::require(&config, &db, keys).await?;
    }
    let listener = bind(config.bind, cure).await?;
    let metrics_listener = bind_metrics(&config).await?;
    for key in idle_keys(&config) {
        tracing::warn!("{key}: {IDLE_CURE}");
    }
    let (public_url, missing) =
        (config.public_url.clone(), without_nodes(&config.chains, config.public_nodes));
    let has_assets = config.assets.is_some() || cfg!(feature = "embed");
    let has_frame = config.vault.frame.is_some() || cfg!(feature = "embed");
    let app = App::new(config, db.clone(), None)?;
    if app.vault().is_some() && !has_frame {
        tracing::warn!(
            "nobody signs in by e-mail: this binary holds no frame, and `frame` is not set"
        );
    }
    if app.vault().is_some() {
        warn_of_projects(&app).await;
    }
    if !has_assets {
        tracing::warn!("no assets are served: this binary holds none, and `assets` is not set");
    }
    if let Some((chains, cure)) = missing {
        tracing::info!("no node for {chains} ({cure})");
    }
    println!("latchkit: server at {public_url}");
    let answering = listen_within(listener, routes::all(&app), stop.clone(), app.bounds());
    let measuring = async {
        if let Some(listener) = metrics_listener {
            listen(listener, routes::metrics::routes(&app), stop.clone()).await;
        }
    };
    let (events, relay, history) = (app.events(), app.relay(), app.history());
    let answering = async {
        let sweeping = vault::sweep(app.vault(), &stop);
        tokio::join!(answering, measuring, relay.close_sockets_at(&stop), sweeping);
        events.close();
        relay.end();
        history.end();
    };
    tokio::join!(answering, events.run(), relay.run(), history.run());
    db.close().await;
    Ok(())
}

async fn bind_metrics(config: &Config) -> Result<Option<TcpListener>, Problem> {
    let cure =
        "Stop it, or choose another address with `metrics_bind` in latchkit.toml (empty for none).";
    match config.metrics_bind.0 {
        Some(address) => bind(address, cure).await.map(Some),
        None => Ok(None),
    }
}

/// Says of which projects nobody signs in by e-mail on any page, and why.
async fn warn_of_projects(app: &App) {
    let described = app.config.projects.iter().map(|(id, it)| (id.clone(), it.clone()));
    let kept = app.db.projects().await.unwrap_or_default().into_iter();
    let kept = kept.filter(|it| !app.config.projects.contains_key(&it.id));
    for (id, settings) in described.chain(kept.map(|it| (it.id, it.settings))) {
        for why in why_nowhere(&settings) {
            tracing::warn!(project = %id, "{why}");
        }
    }
}

fn print_policy(config: &Config, host: Option<Origin>, has_scripts: bool) -> Result<(), Problem> {
    if let Some(host) = &host {
        check_schemes(&config.public_url, host)?;
    }
    let scripts = if has_scripts { Scripts::OfServer } else { Scripts::OfHost };
    let (server, frames) = (&config.public_url, [&config.vault_url]);
    let relays = config.walletconnect.origins();
    println!("{}", host_policy(server, &frames, host.as_ref(), scripts, &relays));
    Ok(())
}

/// What is logged is written by a thread of its own, until the guard is dropped: nobody waits for a
/// terminal or a disk that is slow, and lines are lost before memory is.
fn start_log(log: LogTargets) -> WorkerGuard {
    let writer = NonBlockingBuilder::default().buffered_lines_limit(MOST_LINES);
    let (writer, guard) = writer.finish(std::io::stderr());
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    tracing_subscriber::registry().with(lines).with(log.targets()).init();
    guard
}
