//! What was measured, as tables, and what of it is within its budget. Times are told, and fail nothing.

use std::time::Duration;

use super::reads::Reads;
use super::throughput::Answered;
use super::ways::Ways;
use super::wish::Wish;
use crate::spread::milliseconds;
use crate::table;

/// The most that a read may take longer than asked directly: the median, and of a hundred all but one.
const ADDED_MS: [(&str, f64); 2] = [("p50", 0.5), ("p99", 5.0)];
/// The least that is answered of what nginx hands on in the same time, in a hundred.
const SHARE_OF_NGINX: f64 = 70.0;

/// What came of reads of one kind.
pub(crate) struct Measured {
    pub(crate) reads: Reads,
    /// The median and the 99th of a hundred, of each way.
    pub(crate) shares: Vec<[Option<Duration>; 2]>,
    /// What was answered in each way where nobody waited.
    pub(crate) answered: Vec<Answered>,
}

/// A row beside its budget.
struct Row {
    what: String,
    nginx: Option<String>,
    ours: String,
    budget: String,
    is_ok: Option<bool>,
}

/// Prints all of it.
pub(crate) fn print(ways: &Ways, measured: &[Measured], wish: &Wish) {
    let names: Vec<&str> = ways.list().iter().map(|way| way.name).collect();
    print_times(&names, measured, wish.rate);
    print_rates(&names, measured, wish.connections);
    println!("\n{:<48} {:>12} {:>12} {:>12}", "what", "nginx", "ours", "budget");
    let has_nginx = wish.nginx.is_some();
    measured.iter().flat_map(|it| it.rows(has_nginx)).for_each(|row| row.print());
    if wish.is_on_anvil {
        let cached = measured.iter().filter(|it| !it.reads.is_cold);
        cached.map(Measured::beside_the_node).for_each(|row| row.print());
    }
}

fn print_times(names: &[&str], measured: &[Measured], rate: u32) {
    println!("\nOne request at a time, {rate} a second in each way:\n");
    let columns = names.iter().flat_map(|name| [format!("{name} p50"), "p99".to_owned()]);
    println!("{}", head(columns));
    for it in measured {
        let times = it.shares.iter().flatten().map(|time| milliseconds(*time, 3));
        println!("{}", it.row(times));
    }
}

fn print_rates(names: &[&str], measured: &[Measured], connections: usize) {
    println!("\nCalls a second, where each of {connections} connections asks again at once:\n");
    let busy = names[1..].iter().map(|name| format!("{name} is busy"));
    println!("{}", head(names.iter().map(ToString::to_string).chain(busy)));
    for it in measured {
        let rates = it.answered.iter().map(|it| format!("{:.0}", it.calls_per_s()));
        let busy = it.answered[1..].iter().map(|it| it.processor_us());
        let busy = busy.map(|it| it.map_or("–".to_owned(), |us| format!("{us:.1} µs a call")));
        println!("{}", it.row(rates.chain(busy)));
    }
}

fn head(columns: impl Iterator<Item = String>) -> String {
    let all: Vec<String> =
        ["read", "calls"].map(str::to_owned).into_iter().chain(columns).collect();
    table::head(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

impl Measured {
    fn row(&self, cells: impl Iterator<Item = String>) -> String {
        let named = [self.reads.name().to_owned(), self.reads.form()];
        table::row(&named.into_iter().chain(cells).collect::<Vec<_>>())
    }

    fn title(&self, what: &str) -> String {
        format!("{}, {}: {what}", self.reads.name(), self.reads.form())
    }

    fn rows(&self, has_nginx: bool) -> Vec<Row> {
        let last = self.answered.len() - 1;
        let added = ADDED_MS.iter().enumerate().map(|(at, (name, budget))| {
            let added = |way: usize| ms(self.shares[way][at]) - ms(self.shares[0][at]);
            let shown = |ms: f64| format!("{ms:.3} ms");
            Row {
                what: self.title(&format!("added, {name}")),
                nginx: has_nginx.then(|| shown(added(1))),
                ours: shown(added(last)),
                budget: shown(*budget),
                is_ok: Some(added(last) < *budget),
            }
        });
        let rate = |way: usize| self.answered[way].calls_per_s();
        let share = rate(last) / rate(1) * 100.0;
        let throughput = Row {
            what: self.title("calls a second"),
            nginx: has_nginx.then(|| "100 %".to_owned()),
            ours: if has_nginx { format!("{share:.0} %") } else { "–".to_owned() },
            budget: format!("{SHARE_OF_NGINX:.0} %"),
            is_ok: has_nginx.then_some(share >= SHARE_OF_NGINX),
        };
        added.chain([throughput]).collect()
    }

    /// What is kept is to be quicker than the node that said it.
    fn beside_the_node(&self) -> Row {
        let [node, ours] = [0, self.answered.len() - 1].map(|way| self.shares[way][0]);
        Row {
            what: self.title("p50, beside the node's own"),
            nginx: None,
            ours: milliseconds(ours, 3),
            budget: milliseconds(node, 3),
            is_ok: Some(ours < node),
        }
    }
}

impl Row {
    fn print(&self) {
        let Row { what, nginx, ours, budget, is_ok } = self;
        let nginx = nginx.as_deref().unwrap_or("–");
        let verdict = match is_ok {
            Some(true) => "ok",
            Some(false) => "NOT MET",
            None => "not compared",
        };
        println!("{what:<48} {nginx:>12} {ours:>12} {budget:>12}  {verdict}");
    }
}

fn ms(time: Option<Duration>) -> f64 {
    time.unwrap_or_default().as_secs_f64() * 1_000.0
}
