//! What the JSON-RPC proxy adds to asking a node, and how much it bears: `cargo xtask load rpc`.
//!
//! One node is asked in three ways (`ways.rs`): directly, through nginx and through Latchkit. It is one of our
//! own, which always says the same (`fixed.rs`), or anvil; `nginx.rs` is the yardstick. `reads.rs` is what
//! is asked: cold is what nobody asked before, cached is the same again and again, each as single calls and as
//! batches. `latency.rs` asks slowly, one way after another; `throughput.rs` as fast as answers come, and
//! looks what that takes of a processor; `report.rs` prints both, and what is within its
//! budget. `wish.rs` reads the words.

mod fixed;
mod latency;
mod nginx;
mod reads;
mod report;
mod throughput;
mod ways;
mod wish;

use crate::table;
pub(crate) use wish::Wish;

use reads::Reads;
use report::Measured;
use throughput::Load;
use ways::Ways;

/// How many calls are in a request.
const CALLS: [usize; 2] = [1, 20];

/// Does it and prints what came of it.
pub(crate) async fn run(wish: &Wish) -> Result<(), String> {
    println!("{}", table::machine());
    let ways = Ways::start(wish).await?;
    println!("The node is {}.", ways.node());
    let mut measured = Vec::new();
    for is_cold in [true, false] {
        for calls in CALLS {
            let reads = Reads { is_cold, calls };
            let delays = latency::run(ways.list(), reads, wish.rate, wish.time).await?;
            let load = Load { reads, connections: wish.connections, time: wish.time };
            let answered = throughput::run(ways.list(), load).await?;
            let shares = delays.into_iter().map(|it| it.shares([50, 99])).collect();
            measured.push(Measured { reads, shares, answered });
        }
    }
    report::print(&ways, &measured, wish);
    Ok(())
}
