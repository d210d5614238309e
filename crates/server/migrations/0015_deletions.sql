-- Wallets that are deleted at a time, as nobody showed that they have them, unless somebody uses them before.
CREATE TABLE deletions (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- By which the owner keeps it.
  link_hash TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  -- What the operator calls the project, and where it was asked for: for the mail, and for what is written down.
  site TEXT NOT NULL,
  origin TEXT NOT NULL,
  browser TEXT NOT NULL
);
CREATE INDEX deletions_by_link ON deletions (link_hash);
CREATE INDEX deletions_by_time ON deletions (at_ms);
