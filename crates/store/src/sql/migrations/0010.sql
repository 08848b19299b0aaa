-- Calls that asked an external source, over all accounts by time: what sources bring and cost.
CREATE INDEX history_upstream ON history (at, no) WHERE upstream IS NOT NULL;

-- What an operator sets while servers run, and the last result of what is measured in the background: JSON by name, so
-- that all nodes see the same.
CREATE TABLE kept_document (
  name TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  body TEXT NOT NULL
) WITHOUT ROWID;
