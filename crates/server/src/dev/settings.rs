//! What `latchkit dev` is told on its command line, and what routes see of it.

use super::phone::DevPhone;
use crate::log_targets::LogTargets;
use crate::mail::Mailbox;
use crate::origin::Origin;
use crate::upstream::Chain;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

/// What `latchkit dev` is told on its command line.
#[derive(Clone, Debug, clap::Args)]
pub struct DevArgs {
    /// The folder of the built demo page, served on an origin of its own
    #[arg(long, value_name = "FOLDER", default_value = "web/demo/dist")]
    pub web: PathBuf,
    /// The folder of the built package, served by the server and under /latchkit/ of the demo [default:
    /// the files in this binary, or where it has none web/modal/dist]
    #[arg(long, value_name = "FOLDER")]
    pub package: Option<PathBuf>,
    /// The folder of the built page of the vault's frame [default: the files in this binary, or where it has
    /// none web/vault/dist]
    #[arg(long, value_name = "FOLDER")]
    pub frame: Option<PathBuf>,
    /// The folder of the built gallery, served under /gallery/ of the demo
    #[arg(long, value_name = "FOLDER")]
    pub gallery: Option<PathBuf>,
    /// The program anvil (not its Node launcher) [default: the one that npm installed]
    #[arg(long, value_name = "FILE")]
    pub anvil: Option<PathBuf>,
    /// The SQLite file; its folder is made where it is missing
    #[arg(long, value_name = "FILE", default_value = "target/dev/latchkit.db")]
    pub database: PathBuf,
    /// A registry of wallets, which stand before the built-in ones
    #[arg(long, value_name = "FILE")]
    pub wallets: Option<PathBuf>,
    /// The server's port; 0 takes a free one
    #[arg(long, default_value_t = 8787)]
    pub port: u16,
    /// The demo page's port; 0 takes a free one
    #[arg(long, default_value_t = 8788)]
    pub host_port: u16,
    /// Listen where other devices of this network reach it, such as a phone: at this address of this
    /// machine, or without one at that by which it reaches the network
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "0.0.0.0",
        value_parser = address)]
    pub host: Option<IpAddr>,
    /// What is logged: a level, or target=level pairs with commas between
    #[arg(long, default_value = "warn")]
    pub log: LogTargets,
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| {
        "it is no IP address. Name this machine's own, such as 192.168.1.20 (ports are said by --port and \
         --host-port), or write --host alone, which finds it"
            .to_owned()
    })
}

impl DevArgs {
    /// The folder of the package; none where its files are in this binary.
    pub(super) fn package(&self) -> Option<PathBuf> {
        self.package.clone().or_else(|| built("web/modal/dist"))
    }

    /// The same of the page of the frame; none, too, where nobody built it.
    pub(super) fn frame(&self) -> Option<PathBuf> {
        let is_there = |folder: &PathBuf| folder.is_dir();
        self.frame.clone().or_else(|| built("web/vault/dist").filter(is_there))
    }
}

/// A folder of what is built; none where the same is in this binary.
fn built(folder: &str) -> Option<PathBuf> {
    (!cfg!(feature = "embed")).then(|| PathBuf::from(folder))
}

/// The local chain, who may ask it, and the dev phone, as routes see them.
pub struct Dev {
    pub(super) chain: Chain,
    pub(super) demo_origin: Origin,
    pub(super) phone: Arc<DevPhone>,
    pub(super) mailbox: Arc<Mailbox>,
}

impl Dev {
    pub(crate) fn chain(&self) -> &Chain {
        &self.chain
    }

    pub(crate) fn demo_origin(&self) -> &Origin {
        &self.demo_origin
    }

    pub(crate) fn mailbox(&self) -> &Arc<Mailbox> {
        &self.mailbox
    }

    pub(crate) fn phone(&self) -> &Arc<DevPhone> {
        &self.phone
    }
}
