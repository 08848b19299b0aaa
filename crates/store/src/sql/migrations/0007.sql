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
