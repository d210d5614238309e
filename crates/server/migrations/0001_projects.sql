-- A project is one site or app of an operator. `id` is 32 hex digits, lower case; `created_at_ms`
-- counts from 1970; `is_dev` is 0 or 1.
CREATE TABLE projects (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  is_dev BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL
);
