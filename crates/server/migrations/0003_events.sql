-- Events that pages sent. `id` is the sender's, so that one that comes twice is kept once; `kind` is
-- `track` or `error`; `properties` is a JSON object; times are milliseconds since 1970, `sent_at_ms`
-- by the visitor's clock. Nothing here says from which network address an event came.
CREATE TABLE events (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  properties TEXT NOT NULL,
  address TEXT,
  url TEXT NOT NULL,
  domain TEXT NOT NULL,
  sdk TEXT NOT NULL,
  sent_at_ms BIGINT NOT NULL,
  received_at_ms BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX events_by_time ON events (received_at_ms);
CREATE INDEX events_of_project ON events (project_id, received_at_ms);
