-- What was written of wallets before had a hash that anybody could make who writes here. No release wrote any.
DELETE FROM wallet_events;
-- How many entries a wallet's list has, and what vouches for that many and for the last one.
ALTER TABLE wallets ADD COLUMN event_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE wallets ADD COLUMN event_head TEXT NOT NULL DEFAULT '';

-- A set whose browser is gone, or was not there for long, is nobody's. The last one of a wallet stays all the same:
-- without one nothing brings the wallet back.
CREATE TABLE kept_share_sets (
  id TEXT NOT NULL PRIMARY KEY,
  wallet_id TEXT NOT NULL REFERENCES wallets (id) ON DELETE CASCADE,
  device_id TEXT REFERENCES devices (id) ON DELETE CASCADE,
  auth_sealed TEXT NOT NULL,
  recovery_sealed TEXT NOT NULL,
  commitment TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  used_at_ms BIGINT NOT NULL
);
INSERT INTO kept_share_sets (id, wallet_id, device_id, auth_sealed, recovery_sealed, commitment, created_at_ms,
    used_at_ms)
  SELECT id, wallet_id, device_id, auth_sealed, recovery_sealed, commitment, created_at_ms, created_at_ms
  FROM share_sets;
DROP TABLE share_sets;
ALTER TABLE kept_share_sets RENAME TO share_sets;
CREATE INDEX share_sets_by_wallet ON share_sets (wallet_id, created_at_ms);
CREATE INDEX share_sets_by_device ON share_sets (device_id);
CREATE INDEX share_sets_by_use ON share_sets (used_at_ms);

-- The one code that is good of an attempt to sign in, or of a change of address. Those that are out are good for five
-- minutes, and are asked for anew.
DROP TABLE codes;
CREATE TABLE codes (
  id TEXT NOT NULL PRIMARY KEY,
  tag TEXT NOT NULL,
  tries BIGINT NOT NULL,
  until_ms BIGINT NOT NULL
);
CREATE INDEX codes_by_end ON codes (until_ms);
DELETE FROM email_changes;
ALTER TABLE email_changes DROP COLUMN tag;
ALTER TABLE email_changes DROP COLUMN tries;
