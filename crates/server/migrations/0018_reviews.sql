-- What is to be approved in a window of the vault's own, for some minutes. Both texts are sealed under a key that only the
-- frame and its window have.
CREATE TABLE reviews (
    -- The hash of its name: whoever knows the name may take it.
    id_hash TEXT PRIMARY KEY,
    -- The browser that waits for what is decided.
    key TEXT NOT NULL,
    sealed TEXT NOT NULL,
    taken BIGINT NOT NULL DEFAULT 0,
    decided TEXT,
    until_ms BIGINT NOT NULL
);
CREATE INDEX reviews_by_key ON reviews (key);
CREATE INDEX reviews_by_end ON reviews (until_ms);
