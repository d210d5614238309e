//! Text inside of pages and mails.

/// What people or hosts named, as text and nothing else.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
