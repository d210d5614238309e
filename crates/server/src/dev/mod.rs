//! What only `latchkit dev` has: a local chain, a seeded project and the demo's own origin.
//!
//! `settings.rs` is what it is told and what routes see of it, `deployment.rs` what is always the same, `place.rs` where it listens (and
//! `qr_drawing.rs` how a phone reads that), `anvil.rs` runs the chain, `chain.rs` is what may be asked of it, `host_page.rs` serves the page that embeds the modal,
//! `phone.rs` is the wallet that stands for a phone, [`run`] puts everything together and takes it down again.

mod anvil;
mod chain;
mod deployment;
mod host_page;
pub(crate) mod phone;
mod place;
mod qr_drawing;
pub mod settings;

use crate::app::App;
use crate::config::Config;
use crate::db::Db;
use crate::history::settings::HistorySettings;
use crate::kms::local::LocalKms;
use crate::listen::{Stop, bind, listen};
use crate::mail::Mailbox;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::project::{DEV_PROJECT, Features, ProjectId, ProjectSettings};
use crate::routes;
use crate::vault::settings::VaultSettings;
use crate::vault::sweep;
use anvil::Anvil;
use deployment::CHAIN;
use host_page::HostPage;
use phone::DevPhone;
use place::Place;
use settings::{Dev, DevArgs};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs server, chain and demo page until the wish to end is made or the chain breaks down.
pub async fn run(args: DevArgs, stop: Stop) -> Result<(), Problem> {
    let cure = "Stop it, or choose other ports with --port and --host-port (0 takes a free one).";
    let place = Place::of(args.host)?;
    let server = bind(place.address(args.port), cure).await?;
    let demo = bind(place.address(args.host_port), cure).await?;
    let (port, demo_port) = (port_of(&server)?, port_of(&demo)?);
    let (public_url, demo_origin) = (place.origin(port), place.origin(demo_port));
    let vault_url = Origin::local("vault.localhost", port);

    let page = HostPage::new(&args, &public_url, &vault_url)?;
    let phone = Arc::new(DevPhone::new(&args.web, &public_url, &demo_origin)?);
    let db = open(&args.database).await?;
    let mailbox = Arc::new(Mailbox::default());
    let keys = args.database.with_file_name("keys");
    LocalKms::create(&keys)?;
    let mut anvil = Anvil::start(args.anvil.as_deref()).await?;
    let (assets, frame) = (args.package(), args.frame());
    let config = Config {
        bind: place.address(port),
        public_url: public_url.clone(),
        vault_url,
        assets,
        database: args.database,
        wallets: args.wallets,
        log: args.log,
        chains: BTreeMap::from([(CHAIN.to_owned(), vec![anvil.url().clone()])]),
        projects: BTreeMap::from([project()]),
        walletconnect: phone::relays(&public_url),
        vault: VaultSettings { frame, ..vault(keys, mailbox.clone()) },
        ..lenient()
    };
    let chain = chain::of_wallets(anvil.url().clone());
    let dev = Dev { chain, demo_origin: demo_origin.clone(), phone, mailbox };
    let app = App::new(config, db.clone(), Some(dev))?;

    place.tell(&public_url, &demo_origin);
    let (events, relay, history) = (app.events(), app.relay(), app.history());
    let answering = async {
        tokio::join!(
            listen(server, routes::all(&app), stop.clone()),
            listen(demo, page.routes(), stop.clone()),
            relay.close_sockets_at(&stop),
            sweep(app.vault(), &stop),
        );
        events.close();
        relay.end();
        history.end();
    };
    let both = async { tokio::join!(answering, events.run(), relay.run(), history.run()) };
    let result = Box::pin(unless_it_ends(&mut anvil, both, &stop)).await;
    anvil.stop().await;
    db.close().await;
    result
}

/// Waits for all there is to do, or makes the wish to end it where the chain breaks down.
async fn unless_it_ends<T>(
    anvil: &mut Anvil,
    doing: impl Future<Output = T>,
    stop: &Stop,
) -> Result<(), Problem> {
    let broke_down = async {
        let why = anvil.end().await;
        stop.now();
        why
    };
    tokio::pin!(doing);
    tokio::select! {
        _ = &mut doing => Ok(()),
        why = broke_down => {
            doing.await;
            Err(why)
        }
    }
}

/// Mails are read on this machine, which may ask for any number of them.
fn vault(keys: PathBuf, mailbox: Arc<Mailbox>) -> VaultSettings {
    VaultSettings {
        keys: Some(keys),
        mailbox: Some(mailbox),
        network_mails_per_hour: 0,
        network_tries_per_hour: 0,
        ..VaultSettings::default()
    }
}

/// Tests and reloading developers ask fast, and for whole chains; and what they change of the local chain
/// (`anvil_setBalance`) makes no block that would end what is kept. Every block of it is read for histories.
fn lenient() -> Config {
    Config {
        client_requests_per_minute: 60_000,
        project_requests_per_minute: 600_000,
        client_requests_at_once: 0,
        node_cache_bytes: 0,
        held_bytes: 0,
        history: HistorySettings { scan_native: [CHAIN.to_owned()].into(), ..Default::default() },
        ..Config::default()
    }
}

async fn open(file: &Path) -> Result<Db, Problem> {
    if let Some(folder) = file.parent().filter(|it| !it.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| {
            let folder = folder.display();
            Problem::new(format!(
                "The folder {folder} cannot be made ({error}). Name a file in a writable folder \
                 with --database."
            ))
        })?;
    }
    Db::open(file, None).await
}

/// The project of the demo page: everything that is built in, to pages of any origin.
fn project() -> (ProjectId, ProjectSettings) {
    let settings = ProjectSettings {
        name: "Demo".to_owned(),
        dev: true,
        analytics: true,
        features: Features::built_in(),
        ..ProjectSettings::default()
    };
    (ProjectId::parse(DEV_PROJECT).expect("32 hex digits"), settings)
}

fn port_of(listener: &tokio::net::TcpListener) -> Result<u16, Problem> {
    let address = listener.local_addr();
    address.map(|it| it.port()).map_err(|error| Problem::new(format!("No port: {error}.")))
}
