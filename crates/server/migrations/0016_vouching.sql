-- Rows that say who somebody is have a code that takes a key to make, which is not in the database. Those of before have
-- none, so nobody can tell who wrote them. No release wrote any.
DELETE FROM codes;
DELETE FROM attempts;
DELETE FROM email_changes;
DELETE FROM email_undos;
DELETE FROM deletions;
DELETE FROM recovery_factors;
DELETE FROM share_sets;
DELETE FROM wallets;
DELETE FROM sign_ins;
DELETE FROM devices;
DELETE FROM identities;
DELETE FROM users;
ALTER TABLE identities ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE sign_ins ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE wallets ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE email_undos ADD COLUMN code TEXT NOT NULL DEFAULT '';
