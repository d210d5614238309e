//! The ways to the node: directly, through nginx, and through Latchkit.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::Stdio;
use std::sync::Arc;

use super::fixed::FixedNode;
use super::nginx::Nginx;
use super::wish::Wish;
use crate::anvil::Anvil;
use crate::chain;
use crate::connection::Target;
use crate::node::Node;
use crate::server::Server;

/// All of them, with what they lead through. All of it ends with them.
pub(crate) struct Ways {
    list: Vec<Way>,
    node: Asked,
    _nginx: Option<Nginx>,
    _server: Server,
}

/// One of them.
#[derive(Clone)]
pub(crate) struct Way {
    pub(crate) name: &'static str,
    pub(crate) target: Target,
    /// The process that it leads through.
    pub(crate) process: Option<u32>,
}

/// What is asked in the end.
enum Asked {
    Own(Node),
    Anvil(Anvil),
}

impl Ways {
    /// Starts what is wished for.
    pub(crate) async fn start(wish: &Wish) -> Result<Self, String> {
        let node = if wish.is_on_anvil {
            Asked::Anvil(Anvil::start(&["--block-time", "1"]).await?)
        } else {
            let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let says = Arc::new(FixedNode::of(wish.fixed));
            Asked::Own(Node::listen(anywhere, says).await.map_err(|it| it.to_string())?)
        };
        let address = match &node {
            Asked::Own(node) => node.address,
            Asked::Anvil(anvil) => anvil.address,
        };
        let plain = |name, address, process| {
            let target = Target { address, path: "/".to_owned() };
            Way { name, target, process }
        };
        let mut list = vec![plain("direct", address, None)];
        let nginx = match &wish.nginx {
            Some(program) => Some(Nginx::start(program, address).await?),
            None => None,
        };
        let through = nginx.as_ref().map(|it| plain("nginx", it.address, Some(it.process())));
        list.extend(through);
        let variables = [chain::variable(&[address]), ("LATCHKIT_LOG", "warn".to_owned())];
        let server = Server::start(&wish.program, &variables, Stdio::inherit()).await?;
        let (target, process) = (chain::of_server(&server), Some(server.process()));
        list.push(Way { name: "Latchkit", target, process });
        Ok(Ways { list, node, _nginx: nginx, _server: server })
    }

    /// The direct one is the first, ours is the last.
    pub(crate) fn list(&self) -> &[Way] {
        &self.list
    }

    /// What is asked.
    pub(crate) fn node(&self) -> &'static str {
        match self.node {
            Asked::Own(_) => "our own",
            Asked::Anvil(_) => "anvil",
        }
    }
}
