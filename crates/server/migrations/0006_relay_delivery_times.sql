-- When who has a message said so, in microseconds since 1970: another socket of that client, which was
-- there before, still gets it.
ALTER TABLE relay_deliveries ADD COLUMN taken_at_us BIGINT NOT NULL DEFAULT 0;
