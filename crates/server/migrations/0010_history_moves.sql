-- How much went from or to the account in the transaction, by its logs.
ALTER TABLE history_entries ADD COLUMN moves BIGINT NOT NULL DEFAULT 0;
UPDATE history_entries SET moves = (SELECT COUNT(*) FROM history_transfers AS moved
  WHERE moved.chain = history_entries.chain AND moved.hash = history_entries.hash AND moved.log >= 0
  AND (moved.sender = history_entries.account OR moved.recipient = history_entries.account));
