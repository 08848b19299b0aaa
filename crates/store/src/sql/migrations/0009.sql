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
  account_id TEXT NOT NULL REFERENCES account (id),
  monthly_cap BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  spent_month BIGINT NOT NULL
) WITHOUT ROWID;
ALTER TABLE api_key ADD COLUMN cap TEXT;
