/**
 * The tables of the sandbox's database.
 *
 * accounts: what every account touched by a transaction holds now. transactions: every transaction
 * that landed, `outcome` being the JSON of the rest of its record. mentions: which accounts it named.
 * block_times: Unix seconds of the slots that are remembered exactly. meta: one row per fact.
 */
export const STORE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS accounts (
    address TEXT PRIMARY KEY, lamports INTEGER NOT NULL, owner TEXT NOT NULL,
    executable INTEGER NOT NULL, data BLOB NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS accounts_by_owner ON accounts (owner)
    WHERE owner <> '11111111111111111111111111111111';
  CREATE TABLE IF NOT EXISTS transactions (
    signature TEXT NOT NULL UNIQUE, slot INTEGER NOT NULL, position INTEGER NOT NULL,
    wire BLOB NOT NULL, outcome TEXT NOT NULL,
    UNIQUE (slot, position)
  );
  CREATE TABLE IF NOT EXISTS mentions (
    address TEXT NOT NULL, slot INTEGER NOT NULL, position INTEGER NOT NULL,
    PRIMARY KEY (address, slot, position)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS block_times (slot INTEGER PRIMARY KEY, unix_seconds INTEGER NOT NULL);
`;
