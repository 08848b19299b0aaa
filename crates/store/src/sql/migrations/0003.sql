-- Erasures that are under way. The transaction that removes records says here what is to be looked for in all other
-- tables; the one that has found no more of it removes the row. Whoever finds a row whose `beat` stands still goes on
-- with it. Rows of one erasure have the same `run`.
CREATE TABLE erasure (
  no INTEGER PRIMARY KEY,
  run BIGINT NOT NULL,
  job BLOB NOT NULL,
  beat BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX erasure_run ON erasure (run);

-- The newest time that a server of this folder has reached: a start with a clock behind it is a jump back. `skipped` is
-- how much of it no server lived through: adopted jumps and long absences.
CREATE TABLE clock_time (
  no BIGINT PRIMARY KEY,
  newest BIGINT NOT NULL,
  skipped BIGINT NOT NULL
) WITHOUT ROWID;

-- Jumps of the machine's clock that a server has noticed. `outcome`: 0 pending, 1 the clock returned, 2 adopted.
CREATE TABLE clock_jump (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  at BIGINT NOT NULL,
  by_us BIGINT NOT NULL,
  outcome SMALLINT NOT NULL,
  ended_at BIGINT
);

-- Months of an account, counted from its opening, whose credits were given or were none: each once, whatever the clock.
CREATE TABLE monthly_grant (
  account_id TEXT NOT NULL REFERENCES account (id),
  month BIGINT NOT NULL,
  PRIMARY KEY (account_id, month)
) WITHOUT ROWID;
WITH RECURSIVE granted (account_id, month) AS (
  SELECT account_id, months FROM monthly_credit WHERE months > 0
  UNION ALL SELECT account_id, month - 1 FROM granted WHERE month > 1)
INSERT INTO monthly_grant (account_id, month) SELECT account_id, month FROM granted;

-- A closed account keeps its balance and its history, and every call of its keys is refused.
ALTER TABLE account ADD COLUMN closed_at BIGINT;

-- `reference` is the operator's own name for a grant or refund, which makes it happen once; `refunds` names the request
-- whose charge a row gives back.
ALTER TABLE ledger ADD COLUMN reference TEXT;
ALTER TABLE ledger ADD COLUMN refunds TEXT;
CREATE UNIQUE INDEX ledger_reference ON ledger (reference) WHERE reference IS NOT NULL;
CREATE INDEX ledger_refunds ON ledger (refunds) WHERE refunds IS NOT NULL;

-- The request that paid for a match, an item or an event, so that an audit can compare them with the ledger.
-- `watch_match.delivery` is empty when the match was answered to a caller, 0 when its event is in the outbox, 1 when that
-- was delivered and removed since, 2 when it was removed without having been delivered.
ALTER TABLE watch_match ADD COLUMN request_id TEXT;
ALTER TABLE watch_match ADD COLUMN delivery SMALLINT;
ALTER TABLE charged_item ADD COLUMN request_id TEXT;
ALTER TABLE delivery ADD COLUMN request_id TEXT;
CREATE INDEX watch_match_request ON watch_match (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX charged_item_request ON charged_item (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX delivery_request ON delivery (request_id) WHERE request_id IS NOT NULL;
CREATE TRIGGER delivery_tells_its_matches BEFORE DELETE ON delivery WHEN OLD.request_id IS NOT NULL
BEGIN
  UPDATE watch_match SET delivery = CASE OLD.status WHEN 'delivered' THEN 1 ELSE 2 END
  WHERE request_id = OLD.request_id AND delivery = 0;
END;

-- Rows of the ledger are never changed, with one exception: words of an operator that name a person who is erased.
DROP TRIGGER ledger_keeps_values;
CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger
WHEN NOT ((NEW.reason = OLD.reason OR NEW.reason = '(erased)')
          AND (NEW.reference IS OLD.reference OR NEW.reference LIKE 'erased:%')
          AND NEW.no = OLD.no AND NEW.at = OLD.at AND NEW.from_account = OLD.from_account
          AND NEW.to_account = OLD.to_account AND NEW.amount = OLD.amount
          AND NEW.request_id IS OLD.request_id AND NEW.refunds IS OLD.refunds)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- How much an account of a plan may store, as the server that runs last was configured.
CREATE TABLE plan_cap (
  plan TEXT NOT NULL,
  what TEXT NOT NULL,
  most BIGINT NOT NULL,
  PRIMARY KEY (plan, what)
) WITHOUT ROWID;

-- Mailboxes that have had a trial, as a hash of the form that is the same for every spelling of one mailbox.
CREATE TABLE trial_mailbox (
  mailbox BLOB PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id)
) WITHOUT ROWID;

-- Answers that can be had again for a day: by the Idempotency-Key of the call, and, when it was charged, by its request
-- id. `owner` is an account, or the client of a call that needs none. `key` is a hash; rows from before this migration
-- have the key itself. `at` is counted without times that were skipped. Rows are in the order of their settlement.
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
  -- Without the digest, which is made of the request in another way from now on.
  SELECT account_id, request_id, key, NULL, status,
         CASE WHEN json_valid(CAST(body AS TEXT)) THEN 0 ELSE 1 END, body, at
  FROM idempotency ORDER BY at;
DROP TABLE idempotency;

-- Why a list that watches by itself does not run, and since when; null while it does.
ALTER TABLE watching ADD COLUMN resting TEXT;
ALTER TABLE watching ADD COLUMN resting_since BIGINT;

-- Why a job is paused; null while it is not. Its items wait until it is resumed.
ALTER TABLE bulk_job ADD COLUMN paused TEXT;
DROP INDEX bulk_job_waiting;
CREATE INDEX bulk_job_waiting ON bulk_job (account_id, created_at, id) WHERE waiting > 0 AND paused IS NULL;
