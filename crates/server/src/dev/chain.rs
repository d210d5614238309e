//! What may be asked of the local chain: what every node is asked, and what wallets and tests need.
//!
//! Nothing more, for its node also does what makes it ask others (`anvil_reset` with a node to fork from),
//! and with `--host` any device of the network reaches it: those would send from this machine then, and
//! read what comes back.

use super::deployment::CHAIN;
use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::config_values::NodeUrl;
use crate::held_bytes::HeldBytes;
use crate::upstream::{Chain, Kept, Node, client};
use protocol::caip::ChainId;
use std::sync::Arc;

/// What its unlocked accounts sign and send, and what tests change of it.
const OF_WALLETS: [&str; 7] = [
    "anvil_setBalance",
    "eth_accounts",
    "eth_sendTransaction",
    "eth_signTypedData_v4",
    "evm_mine",
    "evm_setAutomine",
    "personal_sign",
];
/// What wallets have it compute.
const READ_BY_WALLETS: [&str; 1] = ["web3_sha3"];

/// The chain as the dev wallets ask it.
pub(super) fn of_wallets(node: NodeUrl) -> Chain {
    let methods = Config {
        rpc_methods: OF_WALLETS.map(str::to_owned).to_vec(),
        rpc_read_methods: READ_BY_WALLETS.map(str::to_owned).to_vec(),
        ..Config::default()
    };
    let id = ChainId::parse(CHAIN).expect("it is one");
    let node = Node::new(node, Ceiling::default());
    Chain::new(id, vec![node], &methods, client(), HeldBytes::new(0, &[]), Arc::new(Kept::new(0)))
}
