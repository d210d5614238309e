//! How many whole connect flows a second one core simulates: printed, never asserted.

use std::time::Instant;

use engine::Intent;
use sim::{ANVIL, DEV_CHAIN, Quirks, Sim, Wallet};

fn main() {
    let flows = 5_000;
    let start = Instant::now();
    for _ in 0..flows {
        let wallet = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
        let mut sim = Sim::new(vec![wallet]);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.send(&Intent::Connect {
            wallet: "example.harbor".to_owned(),
            namespace: None,
            is_double: None,
        });
        sim.run_for(5_000);
        assert!(!sim.page().state.modal.open, "the flow ends connected");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("connect flows per second: {:.0}", f64::from(flows) / seconds);
}
