-- When the last wrong code came, so that those few that close nothing are forgotten as well.
ALTER TABLE lockouts ADD COLUMN at_ms BIGINT NOT NULL DEFAULT 0;
-- By which browsers that were not there for long are found, and people who never made a wallet.
CREATE INDEX devices_by_sight ON devices (seen_at_ms);
CREATE INDEX users_by_creation ON users (created_at_ms);
