-- Indexes for look-ups that read whole tables: rows of a subject that is joined or deleted, the lists of an account, and
-- the sealed answers of an account.
CREATE INDEX person_seen_subject ON person_seen (subject);
CREATE INDEX subject_alias_subject ON subject_alias (subject);
CREATE INDEX trial_mailbox_account ON trial_mailbox (account_id);
CREATE INDEX watching_account ON watching (account_id);
CREATE INDEX reply_sealed ON reply (owner) WHERE sealed = 1;
