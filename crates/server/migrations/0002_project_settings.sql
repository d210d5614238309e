-- What an operator decides about a project: `origins` is a JSON list of patterns, `features` a JSON
-- object from id to true, false or a list of words, `has_analytics` is 0 or 1.
ALTER TABLE projects ADD COLUMN origins TEXT NOT NULL DEFAULT '[]';
ALTER TABLE projects ADD COLUMN features TEXT NOT NULL DEFAULT '{}';
ALTER TABLE projects ADD COLUMN has_analytics BIGINT NOT NULL DEFAULT 0;
