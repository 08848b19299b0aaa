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
