-- How much room each message takes (its text, what vouches for it, and the row), and who pays for it with
-- theirs: a project, and an address, under a name that only the process which made it can tell from others.
ALTER TABLE relay_messages ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE relay_messages ADD COLUMN project TEXT NOT NULL DEFAULT '';
ALTER TABLE relay_messages ADD COLUMN address TEXT NOT NULL DEFAULT '';
UPDATE relay_messages
  SET bytes = octet_length(message) + COALESCE(octet_length(attestation), 0) + 1024;
-- A topic is read in its order, page after page; what somebody has makes room for what nobody has.
CREATE INDEX relay_messages_in_order ON relay_messages (topic, published_at_us, id);
CREATE INDEX relay_messages_taken ON relay_messages (expires_at_ms) WHERE is_taken = 1;
-- How much is taken, as `db/relay_writing.rs` counts it: by `all` there is, by what `waits` (what somebody
-- has takes nobody's share), and of that by what each project and address left.
CREATE TABLE relay_totals (
  name TEXT NOT NULL PRIMARY KEY,
  bytes BIGINT NOT NULL
);
INSERT INTO relay_totals (name, bytes) VALUES
  ('all', (SELECT COALESCE(SUM(bytes), 0) FROM relay_messages)
    + (SELECT COUNT(*) * 512 FROM relay_deliveries)),
  ('waits', (SELECT COALESCE(SUM(bytes), 0) FROM relay_messages WHERE is_taken = 0));
