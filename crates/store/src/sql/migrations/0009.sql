-- Masked rows that previews have shown to each account, by the day since 1970 in UTC.
CREATE TABLE preview_use (
  account_id TEXT NOT NULL,
  day BIGINT NOT NULL,
  shown BIGINT NOT NULL,
  PRIMARY KEY (account_id, day)
) WITHOUT ROWID;
