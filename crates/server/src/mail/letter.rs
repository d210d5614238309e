//! What is written to somebody: a subject, a text, and the same as HTML without pictures, scripts or links
//! that are not needed.

use super::words::{Words, words};
use crate::clock::iso;
use crate::html::escaped;

/// A mail's subject and body.
pub(crate) struct Letter {
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
}

/// What a mail says of what it is about. None of it is what a page says of itself: the project's name is the
/// operator's, the origin is the one that was checked, the browser's family one of a list.
pub(crate) struct Occasion<'a> {
    /// What the operator calls the project.
    pub(crate) site: &'a str,
    /// The page's origin.
    pub(crate) origin: &'a str,
    /// Which family of browsers it was.
    pub(crate) browser: &'a str,
    /// When, in milliseconds.
    pub(crate) at_ms: i64,
    /// In which language.
    pub(crate) language: &'a str,
}

impl Letter {
    /// A one-time code, good for so many minutes. It has no link, and its subject not the code.
    pub(crate) fn code(of: &Occasion<'_>, code: &str, minutes: i64) -> Self {
        let it = words(of.language);
        let lasts = it.code_lasts.replace("{minutes}", &minutes.to_string());
        Draft::new(of, it.code_subject)
            .say(it.code_lead)
            .show(code)
            .say(&lasts)
            .aside(it.code_warning)
            .done()
    }

    /// A link to the page on which a new browser is let in.
    pub(crate) fn link(of: &Occasion<'_>, url: &str, minutes: i64) -> Self {
        let it = words(of.language);
        let lasts = it.link_lasts.replace("{minutes}", &minutes.to_string());
        Draft::new(of, it.link_subject)
            .say(it.link_lead)
            .lead_to(url, it.link_button)
            .say(&lasts)
            .aside(it.link_warning)
            .done()
    }

    /// A code for whoever gives their wallet another address, `new`; `is_new` says to which of both it goes.
    pub(crate) fn change_code(
        of: &Occasion<'_>,
        code: &str,
        minutes: i64,
        new: &str,
        is_new: bool,
    ) -> Self {
        let it = words(of.language);
        let lead = if is_new { it.new_address_lead } else { it.old_address_lead };
        let lasts = it.code_lasts.replace("{minutes}", &minutes.to_string());
        Draft::new(of, it.change_subject)
            .say(&lead.replace("{address}", new))
            .show(code)
            .say(&lasts)
            .aside(it.change_warning)
            .done()
    }

    /// Another address signs in from now on; `url` takes it back.
    pub(crate) fn changed(of: &Occasion<'_>, url: &str) -> Self {
        let it = words(of.language);
        Draft::new(of, it.changed_subject)
            .say(it.changed_lead)
            .lead_to(url, it.changed_button)
            .aside(it.changed_cure)
            .done()
    }

    /// Somebody's wallet was opened in a new browser.
    pub(crate) fn new_device(of: &Occasion<'_>) -> Self {
        let it = words(of.language);
        Draft::new(of, it.new_device_subject)
            .say(it.new_device_lead)
            .aside(it.new_device_cure)
            .done()
    }

    /// Another browser has somebody's wallet in so many hours.
    pub(crate) fn waits(of: &Occasion<'_>, hours: u32) -> Self {
        let it = words(of.language);
        let lead = it.waits_lead.replace("{hours}", &hours.to_string());
        Draft::new(of, it.waits_subject).say(&lead).aside(it.waits_cure).done()
    }

    /// Somebody's wallet was brought back in another browser.
    pub(crate) fn recovered(of: &Occasion<'_>) -> Self {
        let it = words(of.language);
        Draft::new(of, it.recovered_subject).say(it.recovered_lead).aside(it.recovered_cure).done()
    }

    /// The words of somebody's wallet were asked for.
    pub(crate) fn exported(of: &Occasion<'_>) -> Self {
        let it = words(of.language);
        Draft::new(of, it.exported_subject).say(it.exported_lead).aside(it.exported_cure).done()
    }

    /// Somebody's wallet was split anew, and other factors bring it back.
    pub(crate) fn rotated(of: &Occasion<'_>) -> Self {
        let it = words(of.language);
        Draft::new(of, it.rotated_subject).say(it.rotated_lead).aside(it.rotated_cure).done()
    }

    /// Somebody's wallet is deleted in so many days; `url` keeps it.
    pub(crate) fn leaving(of: &Occasion<'_>, url: &str, days: i64) -> Self {
        let it = words(of.language);
        let lead = it.leaving_lead.replace("{days}", &days.to_string());
        Draft::new(of, it.leaving_subject)
            .say(&lead)
            .lead_to(url, it.leaving_button)
            .aside(it.leaving_cure)
            .done()
    }

    /// Somebody's wallet is gone.
    pub(crate) fn deleted(of: &Occasion<'_>) -> Self {
        let it = words(of.language);
        Draft::new(of, it.deleted_subject).say(it.deleted_lead).done()
    }

    /// Somebody tries codes.
    pub(crate) fn failures(of: &Occasion<'_>) -> Self {
        let it = words(of.language);
        Draft::new(of, it.failures_subject).say(it.failures_lead).aside(it.failures_cure).done()
    }
}

struct Draft<'a> {
    of: &'a Occasion<'a>,
    words: &'static Words,
    subject: String,
    text: Vec<String>,
    html: Vec<String>,
}

impl<'a> Draft<'a> {
    fn new(of: &'a Occasion<'a>, subject: &str) -> Self {
        let subject = on_one_line(&subject.replace("{site}", of.site));
        Draft { of, words: words(of.language), subject, text: Vec::new(), html: Vec::new() }
    }

    fn say(self, sentence: &str) -> Self {
        self.paragraph("margin:0 0 16px", sentence)
    }

    fn aside(self, sentence: &str) -> Self {
        self.paragraph("margin:0 0 16px;color:#5c6270", sentence)
    }

    fn paragraph(mut self, style: &str, sentence: &str) -> Self {
        let sentence = sentence.replace("{site}", self.of.site);
        self.html.push(format!("<p style=\"{style}\">{}</p>", escaped(&sentence)));
        self.text.push(sentence);
        self
    }

    fn show(mut self, code: &str) -> Self {
        let style = "margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:.2em;\
                     font-variant-numeric:tabular-nums";
        self.html.push(format!("<p style=\"{style}\"><bdi>{}</bdi></p>", escaped(code)));
        self.text.push(code.to_owned());
        self
    }

    fn lead_to(mut self, url: &str, words: &str) -> Self {
        let style = "display:inline-block;padding:14px 24px;border-radius:16px;background:#2f5bea;\
                     color:#fff;text-decoration:none;font-weight:600";
        let (url, words) = (escaped(url), escaped(words));
        self.html.push(format!(
            "<p style=\"margin:0 0 16px\"><a style=\"{style}\" href=\"{url}\">{words}</a></p>"
        ));
        self.text.push(url);
        self
    }

    fn done(mut self) -> Letter {
        let time = iso(self.of.at_ms).replace('T', " ").replace('Z', " UTC");
        let foot = self.words.asked_from;
        let foot = foot.replace("{origin}", self.of.origin);
        let foot = foot.replace("{browser}", self.of.browser).replace("{time}", &time);
        self = self.aside(&foot);
        let Words { language, direction, .. } = self.words;
        let html = format!(
            "<!doctype html><html lang=\"{language}\" dir=\"{direction}\"><meta charset=\"utf-8\"><body \
             style=\"margin:0;padding:32px 20px;font:16px/24px system-ui,sans-serif;color:#1c2030;\
             background:#fff\"><div style=\"max-width:420px\">{}</div></body></html>",
            self.html.concat()
        );
        Letter { subject: self.subject, text: self.text.join("\n\n"), html }
    }
}

/// A name is the operator's and may hold anything; a subject is one line.
fn on_one_line(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occasion(site: &str) -> Occasion<'_> {
        Occasion {
            site,
            origin: "https://shop.example",
            browser: "Firefox on Linux",
            at_ms: 1_795_253_119_042,
            language: "en",
        }
    }

    #[test]
    fn a_code_is_in_the_text_and_not_in_the_subject() {
        let letter = Letter::code(&occasion("Shop"), "012345", 5);
        assert_eq!(letter.subject, "Your code for Shop");
        insta::assert_snapshot!(letter.text, @r"
        Enter this code to sign in to Shop:

        012345

        It is good for 5 minutes, once.

        Nobody will ever ask you for this code. If you did not ask to sign in, ignore this mail: without the code nothing happens.

        https://shop.example, Firefox on Linux, 2026-11-21 09:25:19 UTC
        ");
        assert!(!letter.html.contains("href") && !letter.html.contains("src="), "{}", letter.html);
    }

    #[test]
    fn a_name_is_text_wherever_it_stands() {
        let letter = Letter::link(
            &occasion("<b>\"A\" & B</b>\r\nBcc: x@example.com"),
            "https://vault.example/m/abc",
            10,
        );
        assert!(!letter.subject.contains(['\r', '\n']), "{:?}", letter.subject);
        assert!(
            letter.html.contains("&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;"),
            "{}",
            letter.html
        );
        assert_eq!(letter.html.matches("href=").count(), 1);
        assert_eq!(letter.text.matches("https://vault.example/m/abc").count(), 1);
    }

    #[test]
    fn a_notice_says_what_was_done_and_what_to_do() {
        let of = occasion("Shop");
        let all = [Letter::recovered(&of), Letter::exported(&of), Letter::rotated(&of)];
        insta::assert_snapshot!(all.map(|it| it.subject + "\n\n" + &it.text).join("\n\n---\n\n"), @r"
        Your wallet at Shop is brought back in another browser

        A browser that had no part of your wallet at Shop before was given what brings it back.

        If it was not you, somebody else signs in with your address. Open Shop in your own browser, end the other sessions in the settings, and move what is in the wallet to a new one.

        https://shop.example, Firefox on Linux, 2026-11-21 09:25:19 UTC

        ---

        The words of your wallet at Shop were asked for

        Somebody who is signed in asked for the words of your wallet at Shop. Whoever has seen them can use the wallet from anywhere, for ever.

        If it was not you, move what is in it to a new wallet now.

        https://shop.example, Firefox on Linux, 2026-11-21 09:25:19 UTC

        ---

        What brings back your wallet at Shop was changed

        Your wallet at Shop was split anew, and something else brings it back from now on. All other browsers are signed out and have no part of it any more.

        If it was not you, somebody uses your wallet: move what is in it to a new one.

        https://shop.example, Firefox on Linux, 2026-11-21 09:25:19 UTC
        ");
        let html = [Letter::recovered(&of), Letter::exported(&of), Letter::rotated(&of)];
        for Letter { html, .. } in html {
            assert!(html.contains("https://shop.example") && !html.contains("href"), "{html}");
        }
    }

    #[test]
    fn a_language_that_is_missing_is_stood_in_for() {
        for language in ["", "de", "en-GB", "EN", "x\r\n"] {
            let letter = Letter::new_device(&Occasion { language, ..occasion("Shop") });
            assert_eq!(letter.subject, "Signed in to Shop in a new browser", "{language:?}");
        }
    }
}
