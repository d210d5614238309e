//! Writes what TypeScript gets from Rust: the types of every edge, the facts that both know
//! (`facts.rs`), the options of a host (`options.rs`), the built-in networks, and the fixtures that stories show. Run by
//! `cargo xtask codegen`, from the root of the repository.

mod facts;
mod options;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use chains::registry::{Currency, NETWORKS, Network};
use engine::{Answer, Ask, Boot, Intent, Snapshot, State};
use protocol::api::WalletListing;
use protocol::module::embedded::EMBEDDED;
use protocol::module::phone::{Phone, PhoneIntent};
use protocol::module::spend::SpendAsk;
use runtime::{Op, Reply};
use sim::{FirstList, Start};
use ts_rs::{Config, TS};
use vault::{Boot as VaultBoot, Intent as VaultIntent, State as VaultState};
use wire::{Json, from_text, to_text};

const SHELL: &str = "web/shell/src/generated";
const MODAL: &str = "web/modal/src/generated";
const PHONE: &str = "web/demo/src/phone/generated";
const VAULT: &str = "web/vault/src/generated";
const REGISTRY: &str = "crates/server/registry/wallets.json";
/// How many wallets come with the package.
const BUNDLED: usize = 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for folder in [SHELL, MODAL, PHONE, VAULT] {
        clear(Path::new(folder))?;
    }
    let shell = to_folder(SHELL);
    Op::export_all(&shell)?;
    Reply::export_all(&shell)?;
    fs::write(Path::new(SHELL).join("codes.ts"), facts::constants(protocol::rpc::CODES))?;
    fs::write(Path::new(SHELL).join("appLinks.ts"), facts::app_links())?;
    let modal = to_folder(MODAL);
    Boot::export_all(&modal)?;
    Snapshot::export_all(&modal)?;
    State::export_all(&modal)?;
    Intent::export_all(&modal)?;
    Ask::export_all(&modal)?;
    Answer::export_all(&modal)?;
    SpendAsk::export_all(&modal)?;
    let phone = to_folder(PHONE);
    Phone::export_all(&phone)?;
    PhoneIntent::export_all(&phone)?;
    let vault = to_folder(VAULT);
    VaultBoot::export_all(&vault)?;
    VaultState::export_all(&vault)?;
    VaultIntent::export_all(&vault)?;
    fs::write(Path::new(VAULT).join("nativeCurrencies.ts"), native_currencies())?;
    fs::write(Path::new(VAULT).join("paths.ts"), facts::constants(protocol::path::VAULT_PATHS))?;
    options::write(Path::new(MODAL), &modal)?;
    fs::write(Path::new(MODAL).join("paths.ts"), facts::constants(protocol::path::PATHS))?;
    fs::write(Path::new(MODAL).join("namespaces.ts"), facts::namespaces())?;
    fs::write(Path::new(MODAL).join("methods.ts"), facts::methods())?;
    fs::write(Path::new(MODAL).join("items.ts"), facts::constants(engine::ITEMS))?;
    fs::write(Path::new(MODAL).join("announcements.ts"), facts::announcements())?;
    fs::write(Path::new(MODAL).join("embedded.ts"), facts::constants(EMBEDDED))?;
    fs::write(Path::new(MODAL).join("lists.ts"), facts::lists())?;
    fs::write(Path::new(MODAL).join("searches.ts"), facts::constants(directory::SEARCHES))?;
    fs::write(Path::new(MODAL).join("builtIn.ts"), networks())?;
    fs::write(Path::new(MODAL).join("starts.ts"), starts())?;
    fs::write(Path::new(MODAL).join("firstLists.ts"), first_lists())?;
    fixtures()?;
    fs::write(Path::new(MODAL).join("wallets.json"), wallets()?)?;
    Ok(())
}

fn to_folder(folder: &str) -> Config {
    Config::new().with_out_dir(folder).with_import_extension(Some("ts"))
}

fn clear(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::remove_dir_all(folder)?;
    fs::create_dir_all(folder)
}

/// A file for each view or part, with its states by name: in what each differs from `usual.ts`, where
/// every slice is as most states have it.
fn fixtures() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(MODAL).join("fixtures");
    fs::create_dir_all(&folder)?;
    let mut states = Vec::new();
    let mut uses: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for (name, state) in sim::fixtures::all() {
        let Json::Object(slices) = from_text(&to_text(&state))? else {
            return Err("a state is an object".into());
        };
        for (slice, value) in &slices {
            *uses.entry(slice.clone()).or_default().entry(to_text(value)).or_default() += 1;
        }
        states.push((name, slices));
    }
    let most =
        |of: &BTreeMap<String, usize>| of.iter().max_by_key(|it| it.1).map(|it| it.0.clone());
    let usual: BTreeMap<_, _> =
        uses.iter().filter_map(|(slice, of)| Some((slice, most(of)?))).collect();
    let mut parts: BTreeMap<&str, String> = BTreeMap::new();
    for (name, slices) in &states {
        let (part, name) = name.split_once('.').expect("a fixture is named by its part and state");
        let text = parts.entry(part).or_default();
        *text += &format!("  {name}: {{ ...usual,\n");
        for (slice, value) in slices.iter().map(|(slice, value)| (slice, to_text(value))) {
            if usual.get(slice) != Some(&value) {
                *text += &format!("    {slice}: {value},\n");
            }
        }
        *text += "  },\n";
    }
    let type_of_states = "import type { State } from '../State.ts'\n";
    for (part, states) in parts {
        let text = format!(
            "{type_of_states}import {{ usual }} from './usual.ts'\n\n\
             export const {part} = {{\n{states}}} satisfies Record<string, State>\n"
        );
        fs::write(folder.join(part).with_extension("ts"), text)?;
    }
    let slices: Vec<_> =
        usual.iter().map(|(slice, value)| format!("  {slice}: {value},\n")).collect();
    let slices = slices.concat();
    let text = format!("{type_of_states}\nexport const usual = {{\n{slices}}} satisfies State\n");
    fs::write(folder.join("usual.ts"), text)?;
    Ok(())
}

/// What an engine shows at its start, for the test of what the entry shows then.
fn starts() -> String {
    let mut text = String::from(
        "import type { Config } from './Config.ts'\nimport type { State } from './State.ts'\n\n\
         export const starts: Record<string, { config: Config; snapshot: unknown; \
         shown: Pick<State, 'accounts' | 'networks'>; \
         chains: readonly string[] }> = {\n",
    );
    for (name, Start { config, snapshot, shown, chains }) in sim::starts() {
        text += &format!(
            "  '{name}': {{ config: {}, snapshot: {}, shown: {{ accounts: {}, networks: {} }}, \
             chains: {} }},\n",
            to_text(&config),
            to_text(&snapshot),
            to_text(&shown.accounts),
            to_text(&shown.networks),
            to_text(&chains),
        );
    }
    text + "}\n"
}

/// The list before the directory has answered, for the test of what the entry draws then.
fn first_lists() -> String {
    let mut text = String::from(
        "import type { Namespace } from './Namespace.ts'\n\
         import type { View } from './View.ts'\n\n\
         export const firstLists: Record<string, { options: object; chains: readonly string[]; \
         announced: readonly unknown[]; recents: unknown; namespace: Namespace | null; \
         isMobile: boolean; view: View; rows: readonly string[]; names: readonly string[] }> = {\n",
    );
    for (name, list) in sim::first_lists() {
        let FirstList { config, announced, recents, namespace, view, rows, names } = list;
        let chains: Vec<_> = config.networks.iter().map(|it| it.caip_network_id.clone()).collect();
        text += &format!(
            "  '{name}': {{ options: {}, chains: {}, announced: {}, recents: {}, namespace: {}, \
             isMobile: {}, view: {}, rows: {}, names: {} }},\n",
            to_text(&config.options),
            to_text(&chains),
            to_text(&announced),
            to_text(&recents),
            to_text(&namespace),
            config.is_mobile,
            to_text(&view),
            to_text(&rows),
            to_text(&names),
        );
    }
    text + "}\n"
}

/// The first wallets of the registry, for pages whose server cannot be reached.
fn wallets() -> Result<String, Box<dyn std::error::Error>> {
    let registry: Json = from_text(&fs::read_to_string(REGISTRY)?)?;
    let entries = registry.as_list().ok_or("the registry is a list")?;
    let mut lines = Vec::new();
    for (index, entry) in entries.iter().take(BUNDLED).enumerate() {
        let Json::Object(mut fields) = entry.clone() else {
            return Err("an entry of the registry is an object".into());
        };
        fields.push(("order".to_owned(), Json::Number((index + 1).to_string().into())));
        let listing: WalletListing = from_text(&to_text(&Json::Object(fields)))?;
        lines.push(to_text(&listing));
    }
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

/// What the built-in networks are called and count in, for a page that knows a chain by its id alone.
fn native_currencies() -> String {
    let mut text = String::from(
        "export const nativeCurrencies: { readonly [caipId: string]: \
         { name: string; symbol: string; decimals: number } } = {\n",
    );
    for Network { caip_id, name, native_currency, .. } in &NETWORKS {
        let Currency { symbol, decimals, .. } = native_currency;
        text += &format!(
            "  '{caip_id}': {{ name: '{name}', symbol: '{symbol}', decimals: {decimals} }},\n"
        );
    }
    text + "}\n"
}

/// The built-in networks in the shape in which hosts name theirs.
fn networks() -> String {
    let mut text =
        String::from("import type { Eip155Network, LatchkitNetwork } from '../all/networks.ts'\n");
    for Network { caip_id, import, name, native_currency, explorer, is_testnet } in &NETWORKS {
        let Currency { name: currency, symbol, decimals } = native_currency;
        let (namespace, reference) = caip_id.split_once(':').expect("a row names its namespace");
        let (id, shape) = if namespace == "eip155" {
            (reference.to_owned(), format!("Eip155Network<{reference}>"))
        } else {
            (format!("'{reference}'"), "LatchkitNetwork".to_owned())
        };
        let explorers = explorer.map_or(String::new(), |it| {
            format!("blockExplorers: {{ default: {{ name: '{}', url: '{}' }} }},", it.name, it.url)
        });
        let testnet = if *is_testnet { "testnet: true" } else { "" };
        text += &format!(
            "
/** {name}. Read through the operator's server. */
export const {import}: {shape} = {{
  id: {id}, caipNetworkId: '{caip_id}', chainNamespace: '{namespace}', name: '{name}',
  nativeCurrency: {{ name: '{currency}', symbol: '{symbol}', decimals: {decimals} }},
  rpcUrls: {{ default: {{ http: [] }} }}, assets: {{ imageId: '{caip_id}' }}, {explorers} {testnet} }}
"
        );
    }
    text
}
