-- How a call ended, what it asked (JSON, shortened), which records its answer names (JSON), what its charge is made of
-- (JSON), the problem code of one that was refused, and the request whose kept answer was given again. `cache` is 'none'
-- where nothing was looked up. Questions, and calls that cost nothing, are kept for a time; charges are kept for good.
ALTER TABLE history ADD COLUMN outcome TEXT NOT NULL DEFAULT 'answered';
ALTER TABLE history ADD COLUMN asked TEXT;
ALTER TABLE history ADD COLUMN found TEXT;
ALTER TABLE history ADD COLUMN charge TEXT;
ALTER TABLE history ADD COLUMN code TEXT;
ALTER TABLE history ADD COLUMN replays TEXT;
CREATE INDEX history_time ON history (account_id, at);

-- Ids of the endpoints that have answered a person to an account, separated by spaces.
ALTER TABLE person_seen ADD COLUMN endpoints TEXT NOT NULL DEFAULT '';
UPDATE person_seen SET endpoints = CASE WHEN first_endpoint = last_endpoint THEN first_endpoint
                                        ELSE first_endpoint || ' ' || last_endpoint END;

-- People are listed by when they were first resolved.
CREATE INDEX person_seen_first ON person_seen (account_id, first_at);

-- Contacts of people that an account has paid for, with the request that did first.
CREATE TABLE contact_bought (
  account_id TEXT NOT NULL REFERENCES account (id),
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  request_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (account_id, subject, kind, value)
) WITHOUT ROWID;
CREATE INDEX contact_bought_subject ON contact_bought (subject);

-- Searches that a mail server put off go on by themselves: when, and how often they were tried.
ALTER TABLE contact_search ADD COLUMN retry_at BIGINT;
ALTER TABLE contact_search ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
CREATE INDEX contact_search_retry ON contact_search (retry_at) WHERE retry_at IS NOT NULL;

-- The endpoint that a job was submitted to, and as whose calls its items are charged.
ALTER TABLE bulk_job ADD COLUMN endpoint TEXT NOT NULL DEFAULT 'bulk_enrich';
-- The first item of the job with the same question, where one stands before it: this one waits for its end, so that no
-- source is asked the same twice.
ALTER TABLE bulk_item ADD COLUMN same_as BIGINT;
-- How often its sources failed, and how often it waited for a mail server that asked for time.
ALTER TABLE bulk_item ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE bulk_item ADD COLUMN deferrals BIGINT NOT NULL DEFAULT 0;

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

-- Calls whose webhook is told when a check ends that a mail server put off: `question` is the address of a verification, or
-- whose email was sought where.
CREATE TABLE late_verdict (
  kind TEXT NOT NULL,
  question TEXT NOT NULL,
  request_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id),
  webhook TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  PRIMARY KEY (kind, question, request_id)
) WITHOUT ROWID;
CREATE INDEX late_verdict_account ON late_verdict (account_id);
CREATE INDEX late_verdict_age ON late_verdict (asked_at);
