-- Sealed messages that wait at a topic of the relay. `topic` and `id` (SHA-256 of the message) are 64 hex
-- digits; `published_at_us` counts microseconds since 1970 and grows in the order in which messages came;
-- `is_taken` is 1 once somebody has it; `publisher` is the did:key of a client.
CREATE TABLE relay_messages (
  topic TEXT NOT NULL,
  id TEXT NOT NULL,
  message TEXT NOT NULL,
  tag BIGINT NOT NULL,
  attestation TEXT,
  publisher TEXT NOT NULL,
  published_at_us BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  is_taken BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (topic, id)
);
CREATE INDEX relay_messages_by_expiry ON relay_messages (expires_at_ms);
CREATE INDEX relay_messages_waiting ON relay_messages (topic) WHERE is_taken = 0;
-- Who has which of them, so that nobody gets one again.
CREATE TABLE relay_deliveries (
  topic TEXT NOT NULL,
  id TEXT NOT NULL,
  client TEXT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  PRIMARY KEY (topic, id, client)
);
CREATE INDEX relay_deliveries_by_expiry ON relay_deliveries (expires_at_ms);
