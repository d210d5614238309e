//! What the page knows before anything is said: what stands in it, and in its address.

use protocol::api::vault::RecoveryPolicy;
use protocol::caip::ChainId;
use runtime::Secret;
use wire::wire;

/// What a vault starts with.
#[wire(secret)]
pub struct Boot {
    /// The origin of the frame, which is also that of its server: `https://vault.example`.
    pub origin: String,
    /// The project: 32 hex digits.
    pub project_id: String,
    /// What the operator calls the site.
    pub site: String,
    /// Whom the project lets frame it, as it names origins; none is nobody.
    pub allowed: Vec<String>,
    /// On whose pages something may be approved in the frame itself; on others it takes a window.
    pub trusted: Vec<String>,
    /// Who decides what brings wallets back.
    pub recovery: RecoveryPolicy,
    /// Whether the page around is itself in another one.
    pub is_nested: bool,
    /// What this is the window of, where it is no frame.
    pub review: Option<Secret>,
    /// Whether the project is one of developers.
    pub is_dev: bool,
    /// The chain that the page around is on.
    pub chain: ChainId,
    /// What the frame says of itself.
    pub version: String,
    /// The visitor's language, as BCP 47 names it.
    pub language: String,
}
