-- Wallets of the vault: their sealed shares, what brings them back, and what happened to them.
CREATE TABLE wallets (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- What seals its shares, sealed itself by a key that is not in the database.
  key_sealed TEXT NOT NULL,
  addresses TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  UNIQUE (user_id)
);

-- One for each browser: whatever is of another set is of no use with it. To take one back is to delete it.
CREATE TABLE share_sets (
  id TEXT NOT NULL PRIMARY KEY,
  wallet_id TEXT NOT NULL REFERENCES wallets (id) ON DELETE CASCADE,
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  auth_sealed TEXT NOT NULL,
  recovery_sealed TEXT NOT NULL,
  commitment TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL
);
CREATE INDEX share_sets_by_wallet ON share_sets (wallet_id, created_at_ms);
CREATE INDEX share_sets_by_device ON share_sets (device_id);

-- Each opens the recovery key in its own way.
CREATE TABLE recovery_factors (
  id TEXT NOT NULL PRIMARY KEY,
  wallet_id TEXT NOT NULL REFERENCES wallets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  params TEXT NOT NULL,
  wrapped TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL
);
CREATE INDEX recovery_factors_by_wallet ON recovery_factors (wallet_id);

-- Each entry holds the hash of the one before it.
CREATE TABLE wallet_events (
  wallet_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  kind TEXT NOT NULL,
  origin TEXT NOT NULL,
  browser TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (wallet_id, number)
);
