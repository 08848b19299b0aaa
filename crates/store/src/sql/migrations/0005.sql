-- Claims of a subject are read by source, the newest first, so that a subject with very many claims costs no more than
-- one with some hundred.
CREATE INDEX claim_of_source ON claim (subject, source, observed_at);
DROP INDEX claim_subject;

-- The version of the keys. Records that are there have keys of the first; a new store begins with the second.
INSERT INTO watermark (name, no) SELECT 'keys', 2 WHERE NOT EXISTS (SELECT 1 FROM subject);
