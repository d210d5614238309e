//! The words of mails, by language. `{name}` and the like are filled in by `letter.rs`.

/// What mails say in one language.
pub(super) struct Words {
    /// The language, as BCP 47 names it.
    pub(super) language: &'static str,
    /// In which direction it is written.
    pub(super) direction: &'static str,
    pub(super) code_subject: &'static str,
    pub(super) code_lead: &'static str,
    pub(super) code_lasts: &'static str,
    pub(super) code_warning: &'static str,
    pub(super) link_subject: &'static str,
    pub(super) link_lead: &'static str,
    pub(super) link_button: &'static str,
    pub(super) link_lasts: &'static str,
    pub(super) link_warning: &'static str,
    pub(super) old_address_lead: &'static str,
    pub(super) new_address_lead: &'static str,
    pub(super) change_subject: &'static str,
    pub(super) change_warning: &'static str,
    pub(super) changed_subject: &'static str,
    pub(super) changed_lead: &'static str,
    pub(super) changed_button: &'static str,
    pub(super) changed_cure: &'static str,
    pub(super) new_device_subject: &'static str,
    pub(super) new_device_lead: &'static str,
    pub(super) new_device_cure: &'static str,
    pub(super) waits_subject: &'static str,
    pub(super) waits_lead: &'static str,
    pub(super) waits_cure: &'static str,
    pub(super) recovered_subject: &'static str,
    pub(super) recovered_lead: &'static str,
    pub(super) recovered_cure: &'static str,
    pub(super) exported_subject: &'static str,
    pub(super) exported_lead: &'static str,
    pub(super) exported_cure: &'static str,
    pub(super) rotated_subject: &'static str,
    pub(super) rotated_lead: &'static str,
    pub(super) rotated_cure: &'static str,
    pub(super) leaving_subject: &'static str,
    pub(super) leaving_lead: &'static str,
    pub(super) leaving_button: &'static str,
    pub(super) leaving_cure: &'static str,
    pub(super) deleted_subject: &'static str,
    pub(super) deleted_lead: &'static str,
    pub(super) failures_subject: &'static str,
    pub(super) failures_lead: &'static str,
    pub(super) failures_cure: &'static str,
    pub(super) asked_from: &'static str,
}

/// All languages; the first stands in for those that are missing.
pub(super) const LANGUAGES: [Words; 1] = [Words {
    language: "en",
    direction: "ltr",
    code_subject: "Your code for {site}",
    code_lead: "Enter this code to sign in to {site}:",
    code_lasts: "It is good for {minutes} minutes, once.",
    code_warning: "Nobody will ever ask you for this code. If you did not ask to sign in, ignore this mail: \
                   without the code nothing happens.",
    link_subject: "Is it you who signs in to {site}?",
    link_lead: "Somebody wants to sign in to {site} with your address, in a browser that has not been used \
                for it before. If it is you, open this page:",
    link_button: "Look at it",
    link_lasts: "It is good for {minutes} minutes.",
    link_warning: "If it is not you, ignore this mail. Do not open the page for somebody who asks you to.",
    change_subject: "Another e-mail address for your wallet at {site}",
    change_warning: "Nobody will ever ask you for this code. If you did not ask for another address, ignore this mail: \
                     without the code nothing changes.",
    old_address_lead: "With this code {address} signs in to your wallet at {site} in place of this address:",
    new_address_lead: "With this code {address} signs in to your wallet at {site} from now on:",
    changed_subject: "Your wallet at {site} has another e-mail address",
    changed_lead: "From now on another e-mail address signs in to your wallet at {site}.",
    changed_button: "Take it back",
    changed_cure: "If it was not you, take it back within three days. Everybody is signed out then, and this address \
                   signs in again.",
    new_device_subject: "Signed in to {site} in a new browser",
    new_device_lead: "Your wallet at {site} was opened in a browser that has not been used for it before.",
    new_device_cure: "If it was not you, open {site}, sign in, and end the other sessions in the settings.",
    waits_subject: "Another browser waits for your wallet at {site}",
    waits_lead: "Somebody signed in at {site} with your address in a browser that has no part of your wallet. In {hours} hours \
                 it is given what brings the wallet back.",
    waits_cure: "If it was you, come back then. If not, somebody else signs in with your address: open {site} in your own \
                 browser, end the other sessions in the settings, and move what is in the wallet to a new one.",
    recovered_subject: "Your wallet at {site} is brought back in another browser",
    recovered_lead: "A browser that had no part of your wallet at {site} before was given what brings it back.",
    recovered_cure: "If it was not you, somebody else signs in with your address. Open {site} in your own browser, end the \
                     other sessions in the settings, and move what is in the wallet to a new one.",
    exported_subject: "The words of your wallet at {site} were asked for",
    exported_lead: "Somebody who is signed in asked for the words of your wallet at {site}. Whoever has seen them can use \
                    the wallet from anywhere, for ever.",
    exported_cure: "If it was not you, move what is in it to a new wallet now.",
    rotated_subject: "What brings back your wallet at {site} was changed",
    rotated_lead: "Your wallet at {site} was split anew, and something else brings it back from now on. All other \
                   browsers are signed out and have no part of it any more.",
    rotated_cure: "If it was not you, somebody uses your wallet: move what is in it to a new one.",
    leaving_subject: "Your wallet at {site} is about to be deleted",
    leaving_lead: "Somebody who signed in with your address wants your wallet at {site} deleted, without showing that they \
                   have it. In {days} days it is gone.",
    leaving_button: "Keep it",
    leaving_cure: "If it was you, you have nothing to do. If not, keep it; using the wallet keeps it as well.",
    deleted_subject: "Your wallet at {site} was deleted",
    deleted_lead: "What was kept of your wallet at {site} is gone, and nobody brings it back from there. Whoever has \
                   its words has what is in it.",
    failures_subject: "Wrong codes for {site}",
    failures_lead: "Somebody has entered wrong codes for your address again and again, so signing in from new \
                    browsers is closed for a while.",
    failures_cure: "You have nothing to do. Nobody got in.",
    asked_from: "{origin}, {browser}, {time}",
}];

/// The words of a language, or of the first.
pub(super) fn words(language: &str) -> &'static Words {
    let primary = language.split('-').next().unwrap_or_default();
    let found = LANGUAGES.iter().find(|it| it.language.eq_ignore_ascii_case(primary));
    found.unwrap_or(&LANGUAGES[0])
}
