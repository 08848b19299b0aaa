-- A person or a company: what the claims about it merge to. `changed` is a sequence that only grows, so that
-- whatever follows the store (an index, a feed) can ask for "everything after n".
CREATE TABLE subject (
  no INTEGER PRIMARY KEY,
  -- Found by its key, and by that alone kept from being given twice.
  id TEXT NOT NULL,
  kind SMALLINT NOT NULL,
  label TEXT NOT NULL,
  -- Domain of a person's current employer: a change there is a change of what people are searched by.
  employer TEXT,
  record BLOB NOT NULL,
  changed BIGINT NOT NULL
);
CREATE UNIQUE INDEX subject_changed ON subject (changed);

-- Subjects that are no more, for whatever follows the store.
CREATE TABLE subject_gone (
  changed BIGINT PRIMARY KEY,
  id TEXT NOT NULL,
  kind SMALLINT NOT NULL
) WITHOUT ROWID;

-- 64-bit hashes of identifiers. A hash may be shared: readers compare the identifier itself.
CREATE TABLE subject_key (
  key BIGINT NOT NULL,
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  PRIMARY KEY (key, subject)
) WITHOUT ROWID;

CREATE TABLE claim (
  no INTEGER PRIMARY KEY,
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  source TEXT NOT NULL,
  reference TEXT NOT NULL,
  observed_at BIGINT NOT NULL,
  digest BIGINT NOT NULL,
  facts BLOB NOT NULL
);
CREATE INDEX claim_subject ON claim (subject);
CREATE UNIQUE INDEX claim_said ON claim (source, reference, observed_at, digest);

-- Ids that were joined into another subject keep answering.
CREATE TABLE subject_alias (
  id TEXT PRIMARY KEY,
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT,
  plan TEXT NOT NULL,
  trial_ends_at BIGINT,
  balance BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0),
  created_at BIGINT NOT NULL
);

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  scopes SMALLINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT
);
CREATE INDEX api_key_account ON api_key (account_id);

-- Double entry: each row moves an amount from one account to another, so the sum over all accounts is zero.
-- `system:…` accounts stand for the operator.
CREATE TABLE ledger (
  no INTEGER PRIMARY KEY,
  at BIGINT NOT NULL,
  from_account TEXT NOT NULL,
  to_account TEXT NOT NULL,
  amount BIGINT NOT NULL CHECK (amount > 0),
  reason TEXT NOT NULL,
  request_id TEXT UNIQUE
);
CREATE INDEX ledger_from ON ledger (from_account);
CREATE INDEX ledger_to ON ledger (to_account);
CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TABLE history (
  no INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  endpoint TEXT NOT NULL,
  status SMALLINT NOT NULL,
  credits BIGINT NOT NULL,
  latency_us BIGINT NOT NULL,
  cache TEXT NOT NULL,
  resolved BIGINT NOT NULL,
  -- Who was asked outside and what it cost, as JSON; null when nobody was.
  upstream TEXT
);
CREATE INDEX history_account ON history (account_id, no);

CREATE TABLE person_seen (
  account_id TEXT NOT NULL REFERENCES account (id),
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  first_at BIGINT NOT NULL,
  first_endpoint TEXT NOT NULL,
  last_at BIGINT NOT NULL,
  last_endpoint TEXT NOT NULL,
  times BIGINT NOT NULL,
  PRIMARY KEY (account_id, subject)
) WITHOUT ROWID;

CREATE TABLE idempotency (
  account_id TEXT NOT NULL REFERENCES account (id),
  key TEXT NOT NULL,
  digest BLOB NOT NULL,
  status SMALLINT NOT NULL,
  body BLOB NOT NULL,
  request_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_at ON idempotency (at);

CREATE TABLE sandbox_use (
  day BIGINT NOT NULL,
  client BLOB NOT NULL,
  calls BIGINT NOT NULL,
  PRIMARY KEY (day, client)
) WITHOUT ROWID;
