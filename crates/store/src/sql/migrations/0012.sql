-- State and records are two parts, and an embedded store has a file for each: no row of one part refers to a row of the other by
-- a foreign key.
ALTER TABLE person_seen RENAME TO person_seen_before;
CREATE TABLE person_seen (
  account_id TEXT NOT NULL REFERENCES account (id),
  subject BIGINT NOT NULL,
  first_at BIGINT NOT NULL,
  first_endpoint TEXT NOT NULL,
  last_at BIGINT NOT NULL,
  last_endpoint TEXT NOT NULL,
  times BIGINT NOT NULL,
  endpoints TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, subject)
) WITHOUT ROWID;
INSERT INTO person_seen (account_id, subject, first_at, first_endpoint, last_at, last_endpoint, times, endpoints)
SELECT account_id, subject, first_at, first_endpoint, last_at, last_endpoint, times, endpoints FROM person_seen_before;
DROP TABLE person_seen_before;
CREATE INDEX person_seen_subject ON person_seen (subject);
CREATE INDEX person_seen_first ON person_seen (account_id, first_at);

ALTER TABLE contact_bought RENAME TO contact_bought_before;
CREATE TABLE contact_bought (
  account_id TEXT NOT NULL REFERENCES account (id),
  subject BIGINT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  request_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (account_id, subject, kind, value)
) WITHOUT ROWID;
INSERT INTO contact_bought (account_id, subject, kind, value, endpoint, request_id, at)
SELECT account_id, subject, kind, value, endpoint, request_id, at FROM contact_bought_before;
DROP TABLE contact_bought_before;
CREATE INDEX contact_bought_subject ON contact_bought (subject);

-- Subjects that were joined into another one (`target`) or deleted (null), of records in a file of their own: the state
-- follows them in its next transaction. Rows are kept for a day, because the state of a backup may be a moment older.
CREATE TABLE subject_moved (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  subject BIGINT NOT NULL,
  target BIGINT,
  at BIGINT NOT NULL
);
CREATE INDEX subject_moved_age ON subject_moved (at);
CREATE INDEX subject_moved_subject ON subject_moved (subject);

-- The last of them that the state has followed, in one row.
CREATE TABLE moves_followed (
  one BIGINT PRIMARY KEY,
  no BIGINT NOT NULL
) WITHOUT ROWID;

-- What `watermark` is to the state.
CREATE TABLE records_watermark (
  name TEXT PRIMARY KEY,
  no BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO records_watermark (name, no)
SELECT name, no FROM watermark WHERE name IN ('keys', 'rates', 'doubts', 'erasure run');
DELETE FROM watermark WHERE name IN ('keys', 'rates', 'doubts', 'erasure run');
