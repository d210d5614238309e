//! What the page knows before anything is said: what stands in it, and in its address.

use protocol::caip::ChainId;
use wire::wire;

/// What a vault starts with.
#[wire]
pub struct Boot {
    /// The origin of the frame, which is also that of its server: `https://vault.example`.
    pub origin: String,
    /// The project: 32 hex digits.
    pub project_id: String,
    /// What the operator calls the site.
    pub site: String,
    /// Whom the project lets frame it, as it names origins; none is nobody.
    pub allowed: Vec<String>,
    /// Whether the project is one of developers.
    pub is_dev: bool,
    /// The chain that the page around is on.
    pub chain: ChainId,
    /// What the frame says of itself.
    pub version: String,
    /// The visitor's language, as BCP 47 names it.
    pub language: String,
}
