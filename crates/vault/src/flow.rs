//! What a person begins in a view: one thing at a time there, which is busy until it is done, and says what went wrong.

use std::pin::Pin;

use runtime::Scope;

use crate::fault::Fault;
use crate::vault::Vault;

/// What is done, or does not work.
type Flow = Pin<Box<dyn Future<Output = Result<(), Fault>>>>;

/// Where something is begun.
pub(crate) struct Begun {
    pub(crate) scope: Scope,
    /// It says that it is busy.
    pub(crate) busy: fn(&Vault),
    /// It is no more, and says what went wrong.
    pub(crate) done: fn(&Vault, Option<Fault>),
}

impl Begun {
    /// Begins something, and drops what was begun there before.
    pub(crate) fn begin<F>(&self, vault: &Vault, flow: impl FnOnce(Vault) -> F)
    where
        F: Future<Output = Result<(), Fault>> + 'static,
    {
        self.run(vault, Box::pin(flow(vault.clone())));
    }

    // Once, and not for every flow. In WebAssembly that is bytes.
    #[inline(never)]
    fn run(&self, vault: &Vault, flow: Flow) {
        (self.busy)(vault);
        let (this, done) = (vault.clone(), self.done);
        vault.runtime().spawn(self.scope, async move { done(&this, flow.await.err()) });
    }
}
