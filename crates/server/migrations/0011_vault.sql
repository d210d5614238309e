-- The embedded wallet: who signs in, by which devices, and what must not happen too often. What tells of a
-- person is sealed or hashed with keys that are not in the database (`kms/`).
ALTER TABLE projects ADD COLUMN sign_in TEXT NOT NULL DEFAULT '{}';

CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY,
  created_at_ms BIGINT NOT NULL
);

-- How somebody is known: by the hash of an e-mail address. The same one is known anew in each project.
CREATE TABLE identities (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  project_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  email_sealed TEXT NOT NULL,
  verified_at_ms BIGINT NOT NULL,
  PRIMARY KEY (project_id, provider, subject)
);
CREATE INDEX identities_by_user ON identities (user_id);

-- A browser's key on one site.
CREATE TABLE devices (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  origin TEXT NOT NULL,
  browser TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  seen_at_ms BIGINT NOT NULL,
  UNIQUE (user_id, key, origin)
);

CREATE TABLE sign_ins (
  hash TEXT NOT NULL PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  project_id TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  fresh_until_ms BIGINT NOT NULL,
  idle_until_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL
);
CREATE INDEX sign_ins_by_device ON sign_ins (device_id);

-- Somebody who is about to sign in. `link_hash` is there while a mailed link has to be followed first.
CREATE TABLE attempts (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  key TEXT NOT NULL,
  browser TEXT NOT NULL,
  subject TEXT NOT NULL,
  email_sealed TEXT NOT NULL,
  language TEXT NOT NULL,
  step TEXT NOT NULL,
  number BIGINT NOT NULL,
  link_hash TEXT,
  until_ms BIGINT NOT NULL
);
CREATE INDEX attempts_by_link ON attempts (link_hash);
CREATE INDEX attempts_by_end ON attempts (until_ms);

-- The one code of an attempt that is good.
CREATE TABLE codes (
  attempt_id TEXT NOT NULL PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  tries BIGINT NOT NULL,
  until_ms BIGINT NOT NULL
);

-- How often something happened in the window that ends then.
CREATE TABLE throttles (
  key TEXT NOT NULL PRIMARY KEY,
  until_ms BIGINT NOT NULL,
  count BIGINT NOT NULL
);
CREATE INDEX throttles_by_end ON throttles (until_ms);

-- Wrong codes in a row.
CREATE TABLE lockouts (
  key TEXT NOT NULL PRIMARY KEY,
  failures BIGINT NOT NULL,
  until_ms BIGINT NOT NULL
);

-- Proofs that were seen, so that none is seen twice.
CREATE TABLE proofs (
  id TEXT NOT NULL PRIMARY KEY,
  until_ms BIGINT NOT NULL
);
CREATE INDEX proofs_by_end ON proofs (until_ms);
