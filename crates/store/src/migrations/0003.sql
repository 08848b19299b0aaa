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

-- Rows of the ledger are never changed, with one exception: words of an operator that name somebody who is erased.
DROP TRIGGER ledger_keeps_values;
CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger
WHEN NOT (NEW.reason = '(erased)' AND NEW.no = OLD.no AND NEW.at = OLD.at AND NEW.from_account = OLD.from_account
          AND NEW.to_account = OLD.to_account AND NEW.amount = OLD.amount AND NEW.request_id IS OLD.request_id)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
