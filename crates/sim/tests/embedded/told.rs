//! What the frame is told of the page around it.

use engine::Intent;
use protocol::frame::message::{DappMetadata, SdkType};
use sim::Sim;
use wire::from_text;

use crate::{open, page};

const OPTIONS: &str = r#"{"metadata":{"name":"The Shop","description":"Sells.","url":"https://shop.example",
    "icons":["https://shop.example/a.png"]},"theme":{"themeMode":"dark"}}"#;

fn told(sim: &Sim) -> DappMetadata {
    sim.page().frame.dapp.clone().unwrap().metadata.unwrap()
}

fn configure(sim: &mut Sim, options: &str) {
    sim.config.options = from_text(options).unwrap();
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
}

#[test]
fn the_frame_is_told_who_the_host_is_and_how_the_dialog_looks_before_all_else() {
    let mut sim = page();
    configure(&mut sim, OPTIONS);
    open(&mut sim);
    assert_eq!(sim.page().frame.requested, ["SyncDappData", "SyncTheme", "Show"]);
    let dapp = sim.page().frame.dapp.clone().unwrap();
    assert_eq!(dapp.sdk_version.as_deref(), Some("html-universal-0.1.0"));
    assert_eq!(
        (dapp.sdk_type, dapp.project_id),
        (Some(SdkType::Appkit), sim.config.project_id.clone())
    );
    let metadata = DappMetadata {
        name: "The Shop".to_owned(),
        description: "Sells.".to_owned(),
        url: "https://shop.example".to_owned(),
        icons: vec!["https://shop.example/a.png".to_owned()],
    };
    assert_eq!(told(&sim), metadata);
}

#[test]
fn a_host_that_takes_another_name_is_told_anew_and_the_frame_stays() {
    let mut sim = page();
    open(&mut sim);
    assert_eq!(told(&sim).name, "http://localhost:8788");
    configure(&mut sim, OPTIONS);
    sim.run_for(500);
    assert_eq!((told(&sim).name.as_str(), sim.page().frame.loads), ("The Shop", 1));
}

#[test]
fn of_a_host_that_says_too_much_the_frame_is_told_what_it_reads() {
    let mut sim = page();
    let many =
        vec![format!("\"{}\"", "i".repeat(2049)), "\"https://shop.example/a.png\"".to_owned()];
    let icons = [many, vec!["\"b\"".to_owned(); 9]].concat().join(",");
    let name = "n".repeat(300);
    configure(&mut sim, &format!(r#"{{"metadata":{{"name":"{name}","icons":[{icons}]}}}}"#));
    open(&mut sim);
    let DappMetadata { name, icons, .. } = told(&sim);
    assert_eq!((name.len(), icons.len(), &*icons[0]), (256, 8, "https://shop.example/a.png"));
}
