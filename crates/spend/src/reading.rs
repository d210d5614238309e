//! How everything of an account is read: from the server, when it is due and the page is in sight.

use std::cell::RefCell;
use std::rc::Rc;

use node::{Unanswered, fetch, get};
use protocol::api::history::Coverage;
use protocol::caip::ChainId;
use protocol::event::error::ErrorEvent;
use protocol::module::spend::{FRESH_MS, SpendAnswer, SpendCurrency, SpendServer};
use protocol::path;
use runtime::{Op, Race, Replies, Reply, Runtime, World, race};
use wire::{Get, Long, from_text};

/// While the server itself still reads what happened lately.
const BEHIND_MS: u32 = 4_000;

/// Tokens that no list of the server has, by the names that it calls them: as long as the page is there they are not
/// asked for again, so that others have their turn.
pub(crate) type Unlisted = RefCell<Vec<String>>;

/// An account, and question `id` about it.
pub(crate) struct Account {
    pub(crate) runtime: Runtime,
    pub(crate) unlisted: Rc<Unlisted>,
    pub(crate) id: u32,
    pub(crate) server: SpendServer,
    pub(crate) address: String,
    pub(crate) chain: ChainId,
    pub(crate) currency: SpendCurrency,
}

impl Account {
    pub(crate) fn answer(&self, answer: SpendAnswer) {
        self.runtime.answer(self.id, &answer);
    }

    pub(crate) fn world(&self) -> &World {
        self.runtime.world()
    }

    /// `GET /v1/account/{address}{of}` on its chain, with more of the query, `&name=value…`.
    ///
    /// # Errors
    /// What there is to tell of it, where it could not be read.
    pub(crate) async fn read<T: Get>(
        &self,
        of: &str,
        query: &str,
    ) -> Result<T, Option<ErrorEvent>> {
        let SpendServer { url, query: all } = &self.server;
        let chain = ["&chainId=", &self.chain.text()].concat();
        let url = [url, path::ACCOUNT, &self.address, of, all, &chain, query].concat();
        let answer = fetch(self.world(), get(url)).await;
        let read = answer.and_then(|it| from_text(&it).map_err(Unanswered::Unreadable));
        // Whoever counts is not told the address.
        read.map_err(|failure| failure.event(&[path::ACCOUNT, "…", of].concat()))
    }

    /// Waits until what was read is not as good as new any more, and the page is in sight.
    pub(crate) async fn rest(&self) {
        self.sight().wait(self.world(), FRESH_MS).await;
    }

    pub(crate) fn sight(&self) -> Sight {
        Sight { tab: self.world().open(Op::Tab), is_hidden: false, is_offline: false }
    }

    /// Has `step` read again and again. It answers in how many milliseconds it is due again.
    pub(crate) async fn watch(&self, read_at_ms: Option<Long>, mut step: impl AsyncFnMut() -> u32) {
        let mut sight = self.sight();
        if let Some(read_at_ms) = read_at_ms {
            let age_ms = self.world().now_ms().await.saturating_sub(read_at_ms.0);
            let left_ms = u64::from(FRESH_MS).saturating_sub(age_ms);
            sight.wait(self.world(), u32::try_from(left_ms).unwrap_or(FRESH_MS)).await;
        }
        loop {
            let due_ms = step().await;
            sight.wait(self.world(), due_ms).await;
        }
    }
}

/// A list of the account that comes in pages.
pub(crate) struct List<T> {
    /// Where it is.
    pub(crate) of: &'static str,
    /// What is told of a page that was read at a time.
    pub(crate) page: fn(&Account, T, Long) -> SpendAnswer,
    /// What the server says of what it can tell.
    pub(crate) coverage: fn(&T) -> Option<&Coverage>,
}

impl<T: Get> List<T> {
    /// Answers the first page, again and again.
    pub(crate) async fn watch(&self, account: &Account, read_at_ms: Option<Long>) {
        account
            .watch(read_at_ms, async || {
                let page = account.read::<T>(self.of, "").await;
                let coverage = page.as_ref().ok().and_then(self.coverage);
                let is_behind = coverage.is_some_and(|it| it.is_behind);
                self.tell(account, page).await;
                if is_behind { BEHIND_MS } else { FRESH_MS }
            })
            .await;
    }

    /// Answers the page at a cursor.
    pub(crate) async fn after(&self, account: &Account, cursor: &str) {
        // What the server made may go into a query as it is, but for whoever wrote it to storage.
        let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.' | '~');
        let cursor: String = cursor.chars().filter(|it| is_plain(*it)).collect();
        let page = account.read::<T>(self.of, &["&cursor=", &cursor].concat()).await;
        self.tell(account, page).await;
    }

    async fn tell(&self, account: &Account, page: Result<T, Option<ErrorEvent>>) {
        let at_ms = Long(account.world().now_ms().await);
        account.answer(match page {
            Ok(page) => (self.page)(account, page, at_ms),
            Err(error) => SpendAnswer::Failed { error },
        });
    }
}

/// Whether the page is in sight, and has a network.
pub(crate) struct Sight {
    tab: Replies,
    is_hidden: bool,
    is_offline: bool,
}

impl Sight {
    /// Waits for as many milliseconds, or for a network where there was none, and until the page is in sight.
    pub(crate) async fn wait(&mut self, world: &World, ms: u32) {
        let mut sleep = world.perform(Op::Sleep { ms });
        while let Race::Right(told) = race(&mut sleep, self.tab.next()).await {
            if self.hear(&told) {
                break;
            }
        }
        while self.is_hidden || self.is_offline {
            let told = self.tab.next().await;
            self.hear(&told);
        }
    }

    /// Whether there is a network again.
    fn hear(&mut self, told: &Reply) -> bool {
        let Reply::Event { name, .. } = told else { return false };
        match name.as_str() {
            "hidden" | "left" => self.is_hidden = true,
            "visible" | "resumed" => self.is_hidden = false,
            "offline" => self.is_offline = true,
            "online" => return std::mem::take(&mut self.is_offline),
            _ => {}
        }
        false
    }
}
