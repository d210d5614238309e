-- How many events of a project are kept and how much room they take, as `db/event.rs` counts it, so
-- that neither is counted anew for each that comes; and where events of an account's address are.
CREATE TABLE event_totals (
  project_id TEXT NOT NULL PRIMARY KEY,
  events BIGINT NOT NULL,
  bytes BIGINT NOT NULL
);
INSERT INTO event_totals (project_id, events, bytes)
  SELECT project_id, COUNT(*), SUM(
    octet_length(id) + octet_length(kind) + octet_length(name) + octet_length(properties)
    + COALESCE(octet_length(address), 0) + octet_length(url) + octet_length(domain)
    + octet_length(sdk) + 256
  ) FROM events GROUP BY project_id;
CREATE INDEX events_of_address ON events (lower(address)) WHERE address IS NOT NULL;
