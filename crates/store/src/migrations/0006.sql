-- Answers that can be had again for a day: by the Idempotency-Key of the call, and, when it was charged, by its request
-- id. `owner` is an account, or the client of a call that needs none. Rows are in the order of their settlement.
CREATE TABLE reply (
  no INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  request_id TEXT NOT NULL UNIQUE,
  key TEXT,
  digest BLOB,
  status SMALLINT NOT NULL,
  -- Whether the body can be read only with what the caller sent.
  sealed SMALLINT NOT NULL,
  body BLOB NOT NULL,
  at BIGINT NOT NULL
);
CREATE UNIQUE INDEX reply_key ON reply (owner, key) WHERE key IS NOT NULL;
INSERT INTO reply (owner, request_id, key, digest, status, sealed, body, at)
  SELECT account_id, request_id, key, digest, status,
         CASE WHEN CAST(SUBSTR(body, 1, 1) AS TEXT) = '{' THEN 0 ELSE 1 END, body, at
  FROM idempotency ORDER BY at;
DROP TABLE idempotency;

-- Why a list that watches by itself does not run, and since when; null while it does.
ALTER TABLE watching ADD COLUMN resting TEXT;
ALTER TABLE watching ADD COLUMN resting_since BIGINT;

-- Why a job is paused; null while it is not. Its items wait until it is resumed.
ALTER TABLE bulk_job ADD COLUMN paused TEXT;
DROP INDEX bulk_job_waiting;
CREATE INDEX bulk_job_waiting ON bulk_job (account_id, created_at, id) WHERE waiting > 0 AND paused IS NULL;
