-- Searches that a mail server put off go on by themselves: when, and how often they were tried.
ALTER TABLE contact_search ADD COLUMN retry_at BIGINT;
ALTER TABLE contact_search ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
CREATE INDEX contact_search_retry ON contact_search (retry_at) WHERE retry_at IS NOT NULL;
