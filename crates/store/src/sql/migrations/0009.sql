-- Masked rows that previews have shown to each account, by the day since 1970 in UTC.
CREATE TABLE preview_use (
  account_id TEXT NOT NULL,
  day BIGINT NOT NULL,
  shown BIGINT NOT NULL,
  PRIMARY KEY (account_id, day)
) WITHOUT ROWID;

-- Monthly caps of keys, in thousandths of credits. Keys that replace or were made by a capped key share its row.
CREATE TABLE key_cap (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  monthly_cap BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  spent_month BIGINT NOT NULL
) WITHOUT ROWID;
ALTER TABLE api_key ADD COLUMN cap TEXT;

-- Kinds of events that a webhook is sent, with spaces between; null means all.
ALTER TABLE webhook ADD COLUMN events TEXT;

-- What operators have changed: who did what to what. Without an account it was the command line. Subjects are ids.
CREATE TABLE operator_act (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  at BIGINT NOT NULL,
  account_id TEXT,
  key_id TEXT,
  action TEXT NOT NULL,
  subject TEXT,
  request_id TEXT,
  outcome TEXT NOT NULL,
  code TEXT
);
CREATE INDEX operator_act_age ON operator_act (at);

-- Whether a key stands for the signed-in pages of its account. No secret has its hash, so that no request can send it.
ALTER TABLE api_key ADD COLUMN for_pages SMALLINT NOT NULL DEFAULT 0;

-- Sessions of signed-in pages, by the hash of their token. Their calls are made under the key that stands for the pages.
CREATE TABLE session (
  token BLOB PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL REFERENCES api_key (id),
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_account ON session (account_id, created_at);
CREATE INDEX session_end ON session (ends_at);
CREATE INDEX session_key ON session (key_id);
