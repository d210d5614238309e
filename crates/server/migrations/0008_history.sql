-- Whose history is followed on which chain, since somebody of a project asked. Accounts and contracts are hex
-- digits in lower case after 0x. `lowest` is the lowest block that was read for it, -1 before any was;
-- `floor_block` is where that ends; `since_ms` is when the lowest was made.
CREATE TABLE history_watches (
  chain TEXT NOT NULL,
  account TEXT NOT NULL,
  project TEXT NOT NULL,
  watched_at_ms BIGINT NOT NULL,
  visited_at_ms BIGINT NOT NULL,
  lowest BIGINT NOT NULL DEFAULT -1,
  floor_block BIGINT NOT NULL DEFAULT 0,
  since_ms BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (chain, account)
);
CREATE INDEX history_watches_by_project ON history_watches (project);
CREATE INDEX history_watches_by_visit ON history_watches (visited_at_ms);
CREATE INDEX history_watches_by_account ON history_watches (account);
-- The block that is read next on each chain. `version` grows with every change, so that two who write at once
-- are told apart.
CREATE TABLE history_chains (
  chain TEXT NOT NULL PRIMARY KEY,
  next_block BIGINT NOT NULL,
  version BIGINT NOT NULL
);
-- Hashes of blocks that were read lately: where a node has another one, the chain was reorganised.
CREATE TABLE history_blocks (
  chain TEXT NOT NULL,
  block BIGINT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (chain, block)
);
-- Transactions, by chain and hash. `recipient` is empty where one made a contract; `selector` is empty where it
-- called nothing; `is_failed` is 1 where it was reverted; `receivers` is how many were given something of one
-- collection, 0 where nobody counted.
CREATE TABLE history_transactions (
  chain TEXT NOT NULL,
  hash TEXT NOT NULL,
  block BIGINT NOT NULL,
  block_hash TEXT NOT NULL,
  place BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  nonce BIGINT NOT NULL,
  is_failed BIGINT NOT NULL,
  selector TEXT NOT NULL,
  receivers BIGINT NOT NULL,
  PRIMARY KEY (chain, hash)
);
CREATE INDEX history_transactions_by_block ON history_transactions (chain, block);
-- What they moved. `log` is the index of the log, -1 for the native currency; `part` the place in a batch;
-- `kind` is native, erc20, erc721 or erc1155; `token` and `amount` are decimal numbers.
CREATE TABLE history_transfers (
  chain TEXT NOT NULL,
  hash TEXT NOT NULL,
  log BIGINT NOT NULL,
  part BIGINT NOT NULL,
  kind TEXT NOT NULL,
  contract TEXT NOT NULL,
  token TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (chain, hash, log, part)
);
-- Whose histories they are in, in the order in which those are told.
CREATE TABLE history_entries (
  account TEXT NOT NULL,
  chain TEXT NOT NULL,
  hash TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  block BIGINT NOT NULL,
  place BIGINT NOT NULL,
  has_nft BIGINT NOT NULL,
  PRIMARY KEY (account, chain, hash)
);
CREATE INDEX history_entries_in_order ON history_entries (account, at_ms, chain, block, place);
CREATE INDEX history_entries_by_block ON history_entries (chain, block);
CREATE INDEX history_entries_by_hash ON history_entries (chain, hash);
CREATE INDEX history_entries_of_nfts ON history_entries (account) WHERE has_nft = 1;
