-- Keys that all nodes of a server share, in hex. Each is made by whoever needs it first.
CREATE TABLE secrets (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);
