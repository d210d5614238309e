-- When the operator locked a wallet; nothing where nobody did.
ALTER TABLE wallets ADD COLUMN locked_at_ms BIGINT;
