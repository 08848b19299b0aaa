-- Idempotency keys of calls that a node of a shared store is answering, and until when it has them, by the time of the
-- database. `key` is the hash under which the reply will be kept. Nothing is kept of the request, which may hold a password.
-- Nothing durable depends on these rows: PostgreSQL keeps them without a log.
CREATE TABLE key_claim (
  key TEXT PRIMARY KEY,
  node TEXT NOT NULL,
  request_id TEXT NOT NULL,
  lease_until BIGINT NOT NULL
) WITHOUT ROWID;

-- Since when the search index of a node lacks changes that are committed, by the time of the database; null while it has all
-- that the node knows of.
ALTER TABLE node ADD COLUMN behind_since BIGINT;
