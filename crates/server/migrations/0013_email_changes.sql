-- Somebody who gives their wallet another address: a code to the old one first, then one to the new.
CREATE TABLE email_changes (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The session in which it was begun.
  hash TEXT NOT NULL,
  subject TEXT NOT NULL,
  email_sealed TEXT NOT NULL,
  step TEXT NOT NULL,
  tag TEXT NOT NULL,
  tries BIGINT NOT NULL,
  until_ms BIGINT NOT NULL
);
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_by_end ON email_changes (until_ms);

-- By which the old address takes it back.
CREATE TABLE email_undos (
  link_hash TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  email_sealed TEXT NOT NULL,
  until_ms BIGINT NOT NULL
);
CREATE INDEX email_undos_by_user ON email_undos (user_id);
CREATE INDEX email_undos_by_end ON email_undos (until_ms);
