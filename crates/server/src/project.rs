//! A project: one site or app of an operator, and what it may use.
//!
//! [`ProjectSettings`] is what an operator decides, by `latchkit project` or by a table
//! `[projects.<id>]` of the configuration; [`Features`] says the same in both and in the database.

use crate::origin::Origin;
use crate::recovery_delay;
use crate::vault::settings::VaultPolicy;
use protocol::api::ProjectFeature;
use protocol::origin;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use wire::Json;

/// The id of the project that `latchkit dev` has from the start. Everybody knows it, so `latchkit
/// serve` has none of this id.
pub const DEV_PROJECT: &str = "de7de7de7de7de7de7de7de7de7de7de";
const NAME_LETTERS: usize = 100;
/// What `social_login` can be made of.
const SIGN_INS: [&str; 8] =
    ["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"];

/// The public name of a project in requests: 32 hex digits, kept in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct ProjectId(String);

impl ProjectId {
    /// Reads an id; nothing where it is not 32 hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        let is_fit = text.len() == 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
        is_fit.then(|| ProjectId(text.to_ascii_lowercase()))
    }

    /// A new id.
    pub fn random() -> Self {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        ProjectId(format!("{:032x}", u128::from_be_bytes(bytes)))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is that of `latchkit dev`.
    pub fn is_of_dev(&self) -> bool {
        self.0 == DEV_PROJECT
    }
}

/// As a key of the configuration, where two ways to write one id would be two projects.
impl TryFrom<String> for ProjectId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        ProjectId::parse(&text)
            .filter(|id| id.0 == text)
            .ok_or("a project's id is 32 hex digits in lower case")
    }
}

impl fmt::Display for ProjectId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A project.
#[derive(Clone, Debug)]
pub struct Project {
    /// Its public name.
    pub id: ProjectId,
    /// What its operator decided.
    pub settings: ProjectSettings,
}

/// What an operator decides about a project.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectSettings {
    /// What the operator calls it.
    pub name: String,
    /// Whether pages of this machine may use it, and sandboxes stand in for paid services.
    pub dev: bool,
    /// Patterns of the pages that may use it; none allow every page.
    pub origins: Vec<String>,
    /// Whether its events are stored.
    pub analytics: bool,
    /// What its pages offer.
    pub features: Features,
    /// How people sign in on its pages.
    pub sign_in: VaultPolicy,
}

impl ProjectSettings {
    /// What is wrong, beginning with the setting's name.
    pub fn check(&self) -> Result<(), String> {
        let letters = self.name.chars().count();
        if !(1..=NAME_LETTERS).contains(&letters) || self.name.contains(char::is_control) {
            return Err(format!("name: must be 1 to {NAME_LETTERS} letters."));
        }
        for (name, patterns) in
            [("origins", &self.origins), ("sign_in.trusted", &self.sign_in.trusted)]
        {
            for (pattern, number) in patterns.iter().zip(1..) {
                if let Some(fault) = origin::fault(pattern) {
                    return Err(format!("{name}: number {number} cannot be used: {fault}."));
                }
            }
        }
        self.features.check()
    }

    /// Why people cannot be made to wait for their wallet, beginning with the setting's name, where the frame is of
    /// `vault`.
    pub(crate) fn check_delay(&self, vault: &Origin) -> Result<(), String> {
        match recovery_delay::fault(self.sign_in.recovery_delay_hours, &self.origins, vault) {
            None => Ok(()),
            Some(fault) => Err(format!("sign_in.recovery_delay_hours: {fault}")),
        }
    }

    /// What an operator may not have meant, in a sentence each.
    pub fn doubts(&self) -> Vec<String> {
        if self.origins.is_empty() {
            let any = "any page may use it, at the cost of its limits; name its own by `latchkit \
                       project set --add-origin`, or by `origins` where the configuration has it";
            return vec![any.to_owned()];
        }
        let wide = self.origins.iter().filter(|pattern| allows_strangers(pattern));
        let wide = wide.map(|pattern| {
            format!("`{pattern}` allows pages of strangers: anybody may have a name there")
        });
        let trusted = self.sign_in.trusted.iter().filter(|pattern| allows_strangers(pattern));
        let trusted = trusted.map(|pattern| {
            format!("`{pattern}` trusts pages of strangers, which may draw over what is approved")
        });
        wide.chain(trusted).collect()
    }

    /// Whether a page of `origin` may use the project.
    pub fn allows(&self, origin: &str) -> bool {
        origin::is_allowed(origin, &self.origins, self.dev)
    }

    /// The patterns by which pages see for themselves whether they may; none allow every page.
    pub fn told_origins(&self) -> Vec<String> {
        let mut told = self.origins.clone();
        if self.dev && !told.is_empty() {
            told.extend(origin::local_patterns());
        }
        told
    }
}

/// Whether a pattern leaves open whose site it is: its `*` stands where everybody may register a name
/// or get one from a hosting service, by the [list of those](https://publicsuffix.org).
fn allows_strangers(pattern: &str) -> bool {
    let host = origin::host(pattern);
    let example = host.replace('*', "x");
    let owned = psl::domain_str(&example).unwrap_or(&example).split('.').count();
    let suffix_is_known = psl::suffix(example.as_bytes()).is_some_and(|it| it.is_known());
    suffix_is_known && host.rsplit('.').take(owned).any(|label| label == "*")
}

/// A feature whose presence the server decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Signing in by e-mail and social accounts.
    SocialLogin,
    /// Swapping tokens.
    Swap,
    /// Buying.
    Onramp,
    /// The list of transactions.
    Activity,
    /// The line that names us.
    ReownBranding,
}

impl Feature {
    /// All, with the ids that clients ask for.
    const ALL: [(&str, Feature); 5] = [
        ("social_login", Feature::SocialLogin),
        ("swap", Feature::Swap),
        ("onramp", Feature::Onramp),
        ("activity", Feature::Activity),
        ("reown_branding", Feature::ReownBranding),
    ];

    /// Whether the modal has it where nothing more is said than that it is on.
    fn is_built_in(self) -> bool {
        self != Feature::ReownBranding
    }

    fn id(self) -> &'static str {
        Feature::ALL.iter().find(|(_, it)| *it == self).map_or("", |(id, _)| id)
    }
}

/// Whether a feature is on, and what it is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "it must be true, false or a list of words")]
pub enum Setting {
    /// On as it is built in, or off.
    Switch(bool),
    /// On, made of these.
    Words(Vec<String>),
}

/// The features of a project. One that is not here is off.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Features(BTreeMap<Feature, Setting>);

impl Features {
    /// Every feature that is built in.
    pub fn built_in() -> Self {
        let all = Feature::ALL.iter().filter(|(_, it)| it.is_built_in());
        Features(all.map(|(_, it)| (*it, Setting::Switch(true))).collect())
    }

    /// Decides about one.
    pub fn set(&mut self, FeatureChange(feature, setting): FeatureChange) {
        self.0.insert(feature, setting);
    }

    /// Whether people sign in by e-mail. Pages read the same from what they are told.
    pub fn has_email(&self) -> bool {
        match self.0.get(&Feature::SocialLogin) {
            Some(Setting::Switch(is_on)) => *is_on,
            Some(Setting::Words(words)) => words.iter().any(|it| it == "email"),
            None => false,
        }
    }

    /// Each id with its setting, as people write it.
    pub fn lines(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.0.iter().map(|(feature, setting)| {
            let words = match setting {
                Setting::Switch(is_on) => if *is_on { "on" } else { "off" }.to_owned(),
                Setting::Words(words) => words.join(","),
            };
            (feature.id(), words)
        })
    }

    /// What pages are told. They read `null` as what is built in, so a feature that is not needs a
    /// list to be on, be it empty.
    pub fn to_project_features(&self) -> Vec<ProjectFeature> {
        let features = self.0.iter().map(|(feature, setting)| {
            let (is_enabled, config) = match setting {
                Setting::Switch(true) if !feature.is_built_in() => (true, Json::list([])),
                Setting::Switch(is_on) => (*is_on, Json::Null),
                Setting::Words(words) => (true, Json::list(words.iter().map(|it| Json::text(it)))),
            };
            ProjectFeature { id: feature.id().to_owned(), is_enabled, config }
        });
        features.collect()
    }

    fn check(&self) -> Result<(), String> {
        for (feature, setting) in &self.0 {
            let Setting::Words(words) = setting else { continue };
            let id = feature.id();
            let is_fit = |word: &str| match feature {
                Feature::SocialLogin => SIGN_INS.contains(&word),
                _ => !word.is_empty() && word.bytes().all(|it| it.is_ascii_alphanumeric()),
            };
            if !words.iter().all(|word| is_fit(word)) {
                let known = match feature {
                    Feature::SocialLogin => format!("one of {}", SIGN_INS.join(", ")),
                    _ => "letters and digits".to_owned(),
                };
                return Err(format!("features.{id}: each word must be {known}."));
            }
        }
        Ok(())
    }
}

/// `id=on`, `id=off` or `id=word,word`.
#[derive(Clone, Debug)]
pub struct FeatureChange(Feature, Setting);

impl FromStr for FeatureChange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (id, setting) = text.split_once('=').ok_or("write ID=on, ID=off or ID=word,word")?;
        let (_, feature) =
            Feature::ALL.iter().find(|(known, _)| *known == id).ok_or_else(|| {
                format!("`{id}` is not one of {}", Feature::ALL.map(|(id, _)| id).join(", "))
            })?;
        let setting = match setting {
            "on" => Setting::Switch(true),
            "off" => Setting::Switch(false),
            words => Setting::Words(words.split(',').map(str::to_owned).collect()),
        };
        Ok(FeatureChange(*feature, setting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Result<ProjectSettings, String> {
        let settings: ProjectSettings =
            toml::from_str(&format!("name = \"Shop\"\n{text}")).map_err(|it| it.to_string())?;
        settings.check().map(|()| settings)
    }

    #[test]
    fn a_table_of_the_configuration_is_read() {
        let text = "dev = true\norigins = [\"*.shop.example\"]\nanalytics = true\n\
                    features = { swap = true, onramp = false, social_login = [\"email\"] }";
        let settings = settings(text).expect("valid");
        assert!(settings.dev && settings.analytics && settings.allows("https://a.shop.example"));
        let told: Vec<_> = settings.features.lines().collect();
        let lines = [("social_login", "email"), ("swap", "on"), ("onramp", "off")];
        assert_eq!(told, lines.map(|(id, told)| (id, told.to_owned())));
    }

    #[test]
    fn a_page_reads_from_its_projects_origins_what_the_server_does() {
        for dev in [true, false] {
            for list in ["", "\"*.shop.example\", \"http://localhost:1\""] {
                let settings =
                    settings(&format!("dev = {dev}\norigins = [{list}]")).expect("valid");
                let told = settings.told_origins();
                for origin in [
                    "http://localhost:1",
                    "http://localhost:3000",
                    "https://127.0.0.1",
                    "https://[::1]:8443",
                    "https://a.shop.example",
                    "https://localhost.evil.example",
                    "null",
                ] {
                    let is_allowed = origin::is_allowed(origin, &told, false);
                    assert_eq!(is_allowed, settings.allows(origin), "{dev} {list} {origin}");
                }
                assert!(told.iter().all(|it| origin::fault(it).is_none()), "{told:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (text, why) in [
            ("origins = [\"*\"]", "origins: number 1 cannot be used"),
            (
                "features = { social_login = [\"mail\"] }",
                "features.social_login: each word must be one of",
            ),
            ("features = { swap = [\"\"] }", "features.swap: each word must be letters"),
            ("features = { swap = 1 }", "it must be true, false or a list of words"),
            ("features = { swop = true }", "unknown variant `swop`"),
            ("orgins = []", "unknown field `orgins`"),
        ] {
            let told = settings(text).expect_err(text);
            assert!(told.contains(why), "{text}: {told}");
        }
    }

    #[test]
    fn a_pattern_that_allows_strangers_is_doubted() {
        let doubts =
            |origins: &str| settings(&format!("origins = [{origins}]")).expect("valid").doubts();
        assert!(doubts("")[0].starts_with("any page may use it"));
        for (pattern, is_doubted) in [
            ("https://*.com", true),
            ("*.co.uk:*", true),
            ("*.*.com", true),
            ("shop.*.com", true),
            ("https://*.vercel.app", true),
            ("*.github.io", true),
            ("*.*.github.io", true),
            ("shop.vercel.app", false),
            ("*.shop.vercel.app", false),
            ("*.shop.com", false),
            ("*.*.shop.com", false),
            ("https://shop.com:8443", false),
            ("*.shop.internal", false),
            ("localhost:*", false),
            ("*.localhost", false),
            ("127.0.0.1", false),
            ("http://[::1]:*", false),
        ] {
            let told = doubts(&format!("\"{pattern}\""));
            assert_eq!(!told.is_empty(), is_doubted, "{pattern}: {told:?}");
        }
    }

    #[test]
    fn an_id_of_the_configuration_is_written_in_one_way() {
        assert!(ProjectId::try_from("a".repeat(32)).is_ok());
        assert!(ProjectId::try_from("A".repeat(32)).is_err());
        assert_eq!(ProjectId::parse(&"A".repeat(32)).expect("an id").as_str(), "a".repeat(32));
    }
}
