-- The newest time that a server of this folder has reached: a start with a clock behind it is a jump back.
CREATE TABLE clock_time (
  no BIGINT PRIMARY KEY,
  newest BIGINT NOT NULL
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
