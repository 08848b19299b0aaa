-- When the store first had a record. 0 stands for records that are older than this column.
ALTER TABLE subject ADD COLUMN first_seen_at BIGINT NOT NULL DEFAULT 0;

-- When the store first had a signal, as opposed to `at`, when it happened; 0 where that is not known. The other columns are
-- what signals are filtered by: the rank of the new role, whether the person announced it, and the amount of a round in
-- millionths of a dollar at the reference rates, which the program works out.
ALTER TABLE signal ADD COLUMN observed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE signal ADD COLUMN seniority TEXT;
ALTER TABLE signal ADD COLUMN announced SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE signal ADD COLUMN micro_dollars BIGINT;
UPDATE signal
SET seniority = CASE WHEN json_valid(CAST(record AS TEXT))
      THEN json_extract(CAST(record AS TEXT), '$.change.seniority') END,
    announced = CASE WHEN json_valid(CAST(record AS TEXT))
      THEN json_extract(CAST(record AS TEXT), '$.change.announcement.url') IS NOT NULL ELSE 0 END
WHERE kind IN ('job-change', 'promotion');
CREATE INDEX signal_observed ON signal (kind, observed_at);

-- Ids of signals of records that were joined, when another signal tells of the same event: what was charged under such an id
-- stays charged.
CREATE TABLE signal_alias (
  id TEXT PRIMARY KEY,
  signal TEXT NOT NULL REFERENCES signal (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX signal_alias_signal ON signal_alias (signal);
