-- Browsers that wait for a wallet which signing in brings back, where their project has them wait. A browser that is
-- forgotten waits no more.
CREATE TABLE recovery_waits (
    device_id TEXT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
    until_ms BIGINT NOT NULL
);
