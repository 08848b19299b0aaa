-- Numbers of changes are given under a lock, so the index need not keep them unique. A unique one would make each change of
-- a record conflict with rows that refer to it, on engines that lock rows.
DROP INDEX subject_changed;
CREATE INDEX subject_changed ON subject (changed);

-- Processes that serve this store, by the time of the database. `indexed` is the last change that is in the search index of
-- a node, `purged` the last compaction that its index has done.
CREATE TABLE node (
  name TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  version TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  indexed BIGINT NOT NULL,
  purged BIGINT NOT NULL
) WITHOUT ROWID;

-- Tasks that one node at a time runs, and until when it has them, by the time of the database.
CREATE TABLE task_lease (
  task TEXT PRIMARY KEY,
  node TEXT NOT NULL,
  lease_until BIGINT NOT NULL
) WITHOUT ROWID;

-- Token buckets that nodes share: millionths of tokens, and when they were counted, by the time of the database.
CREATE TABLE rate_bucket (
  owner TEXT PRIMARY KEY,
  level BIGINT NOT NULL,
  counted_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX rate_bucket_age ON rate_bucket (counted_at);
