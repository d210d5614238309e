//! What a page keeps of phones: proposals, sessions, and the questions that are open.

use protocol::caip::{ChainId, Namespace};
use protocol::module::session::Redirect;
use protocol::relay::namespaces::{Approved, address_of, allows, chain_of};
use protocol::relay::topic::Topic;
use protocol::relay::uri::PairingUri;
use wire::{Fields, Json, Long, Word, keep, tree};

use crate::stored::{Key, Pair, stored};

/// More accounts than a wallet tells at once to use first.
const MOST_TOLD: usize = 1_000;
/// More proposals than anybody makes in the time that one is listened to.
const MOST_OFFERS: usize = 32;
/// More phones than anybody is connected with.
const MOST_SESSIONS: usize = 32;
/// More than a wallet is asked at once.
const MOST_QUESTIONS: usize = 256;

stored! {
    /// All that a page keeps beside the post.
    #[derive(Default)]
    struct Book {
        /// The proposals that somebody may still answer.
        offers: Vec<Offer>,
        /// The sessions.
        sessions: Vec<Session>,
        /// What wallets were asked.
        questions: Vec<Question>,
    }

    /// A pairing with its proposal. It is listened to until it expires, whatever became of it: a second
    /// phone may approve it too, and must not believe that it is connected.
    struct Offer {
        /// The pairing's line.
        topic: Topic,
        /// Its key.
        key: Key,
        /// The networks on which it is proposed.
        networks: Vec<String>,
        /// The chains of the host.
        chains: Vec<ChainId>,
        /// Our keys for it.
        own: Pair,
        /// The id of the proposal.
        id: Long,
        /// Until when it may be answered.
        expires_ms: Long,
        /// Whether a relay has it.
        is_out: bool,
        /// For which wallet somebody waits, or did when the page was left, by the id of its row; none while
        /// nobody has seen it.
        wanted_for: Option<String>,
        /// Who waits, by a name that stays the same when another tab leads.
        wanted_by: Option<String>,
        /// Whether a wallet has taken it up.
        is_taken: bool,
        /// The session to be settled.
        session: Option<Topic>,
        /// The wallet's key for that.
        controller: Option<String>,
        /// Whether a session came of it.
        is_settled: bool,
        /// Why none came of it.
        refusal: Option<Json>,
    }

    /// A session with a wallet.
    struct Session {
        /// Its line.
        topic: Topic,
        /// The pairing's.
        offer: Topic,
        /// What the wallet calls itself.
        name: String,
        /// Where it is at home.
        url: String,
        /// How its app is opened.
        redirect: Option<Redirect>,
        /// Whether it wants no link opened when it is asked for something.
        wants_no_link: bool,
        /// What it approved, as it is written on the wire.
        namespaces: Json,
        /// Until when it lasts.
        expires_ms: Long,
        /// The chain in use of each namespace.
        chosen: Vec<ChainId>,
        /// How often one was chosen: a page may be elsewhere meanwhile, and hears of the same one again.
        moves: Option<u32>,
        /// The id of the last update.
        updated: Long,
        /// The id of the last extension.
        extended: Option<Long>,
        /// The id of the last event of each name.
        told: Vec<(String, Long)>,
        /// Whether somebody has named it: whoever was only told of it may be gone.
        is_claimed: bool,
        /// What the wallet said of itself beside that, for all chains.
        properties: Option<Json>,
        /// The same by chain.
        scoped: Option<Json>,
    }

    /// Something that a wallet was asked.
    struct Question {
        /// Who asked, by a name that stays the same when another tab leads.
        ask: String,
        /// The session.
        session: Topic,
        /// The id of the request.
        id: Long,
        /// The serial of its letter.
        serial: u32,
        /// Until when some relay has to be told.
        leaves_ms: Long,
        /// Until when it may be answered.
        until_ms: Long,
        /// When it was first written to a relay. It may be on the phone since, whatever that relay says of it.
        left_ms: Option<Long>,
        /// The answer, until it is fetched.
        answer: Option<Json>,
    }
}

impl Book {
    /// The proposal on this line.
    pub(crate) fn offer(&mut self, topic: Topic) -> Option<&mut Offer> {
        self.offers.iter_mut().find(|it| it.topic == topic)
    }

    /// The session on this line.
    pub(crate) fn session(&mut self, topic: Topic) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|it| it.topic == topic)
    }
}

impl Book {
    /// What has to go before there is another proposal: one that is over, or the oldest.
    pub(crate) fn offer_to_go(&self) -> Option<Offer> {
        let offers = Some(&self.offers).filter(|it| it.len() >= MOST_OFFERS)?;
        offers.iter().find(|it| !it.is_open()).or(offers.first()).cloned()
    }

    /// What has to end before there is another session: one that nobody has named, or the oldest.
    pub(crate) fn session_to_go(&self) -> Option<Topic> {
        let sessions = Some(&self.sessions).filter(|it| it.len() >= MOST_SESSIONS)?;
        sessions.iter().find(|it| !it.is_claimed).or(sessions.first()).map(|it| it.topic)
    }

    /// Whether another question may be asked; one that was answered and that nobody came for makes room.
    pub(crate) fn has_room(&mut self) -> bool {
        let is_full = self.questions.len() >= MOST_QUESTIONS;
        let over = self.questions.iter().position(|it| it.answer.is_some()).filter(|_| is_full);
        !is_full || over.map(|at| self.questions.remove(at)).is_some()
    }
}

impl Offer {
    /// Whether a wallet may still answer it.
    pub(crate) fn is_open(&self) -> bool {
        !self.is_settled && self.refusal.is_none()
    }

    /// What the code says.
    pub(crate) fn uri(&self) -> String {
        let (key, methods) = (self.key.0.clone(), Vec::new());
        PairingUri { key, expires_seconds: Some(self.expires_ms.0 / 1_000), methods }.text()
    }
}

impl Session {
    /// What the wallet approved.
    pub(crate) fn approved(&self) -> Vec<Approved> {
        Approved::read(&self.namespaces).unwrap_or_default()
    }

    /// Whether something may be asked of the wallet.
    pub(crate) fn allows(&self, chain: &ChainId, method: &str) -> bool {
        allows(&self.approved(), &chain.text(), method).is_ok()
    }

    /// Whether the wallet has an account on the chain.
    pub(crate) fn serves(&self, chain: &ChainId) -> bool {
        self.approved().iter().any(|it| it.has_chain(&chain.text()))
    }

    /// The chains of a namespace on which it has accounts.
    pub(crate) fn chains(&self, namespace: Namespace) -> Vec<ChainId> {
        let approved = self.approved();
        let own = approved.iter().find(|it| it.namespace == namespace.word());
        let chains = own.map(Approved::chains).unwrap_or_default();
        chains.iter().filter_map(|it| ChainId::parse(it)).collect()
    }

    /// The chain in use of a namespace: the one that was chosen last, or its first.
    pub(crate) fn chain(&self, namespace: Namespace) -> Option<ChainId> {
        let chosen = self.chosen.iter().find(|it| it.namespace == namespace);
        chosen.cloned().or_else(|| self.chains(namespace).into_iter().next())
    }

    /// Uses another chain of its namespace from now on.
    pub(crate) fn choose(&mut self, chain: ChainId) {
        keep(&mut self.chosen, |it| it.namespace != chain.namespace);
        self.chosen.push(chain);
        self.moves = Some(self.moves.unwrap_or(0).wrapping_add(1));
    }

    /// Its accounts on the host's chains: `[{address, chain}]`.
    pub(crate) fn accounts(&self, namespace: Namespace, of_host: &[ChainId]) -> Vec<Json> {
        let approved = self.approved();
        let own = approved.iter().find(|it| it.namespace == namespace.word());
        let accounts = own.map(|it| &it.accounts[..]).unwrap_or_default();
        let account = |it: &String| {
            let chain = ChainId::parse(chain_of(it)?)?;
            let address = address_of(it)?;
            let is_known = of_host.contains(&chain);
            is_known.then(|| tree(&Fields("address chain", &[&address, &chain])))
        };
        accounts.iter().filter_map(account).collect()
    }

    /// Its addresses on a chain.
    pub(crate) fn addresses(&self, chain: &ChainId) -> Json {
        let text = chain.text();
        let approved = self.approved();
        let own = approved.iter().flat_map(|it| &it.accounts);
        let here = own.filter(|it| chain_of(it) == Some(&*text));
        Json::list(here.filter_map(|it| address_of(it)).map(Json::text))
    }

    /// The wallet uses these accounts first from now on, which it tells by address or CAIP-10. One that
    /// it did not share is none of ours.
    pub(crate) fn put_first(&mut self, told: &[Json]) {
        let mut approved = self.approved();
        for own in &mut approved {
            let mut first = 0;
            for at in 0..own.accounts.len() {
                let it = &own.accounts[at];
                let is_it = |told: &str| told == it || Some(told) == address_of(it);
                if told.iter().take(MOST_TOLD).filter_map(Json::as_text).any(is_it) {
                    let account = own.accounts.remove(at);
                    own.accounts.insert(first, account);
                    first += 1;
                }
            }
        }
        self.namespaces = Approved::json(&approved);
    }
}
