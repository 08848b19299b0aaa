-- What happened, derived from the claims of one subject and gone with it. `no` is the order of appearance.
CREATE TABLE signal (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at BIGINT NOT NULL,
  domain TEXT,
  from_domain TEXT,
  country TEXT,
  departments TEXT NOT NULL,
  round TEXT,
  amount BIGINT,
  applicants BIGINT,
  closed SMALLINT NOT NULL,
  record BLOB NOT NULL
);
CREATE INDEX signal_feed ON signal (kind, at, no);
CREATE INDEX signal_subject ON signal (subject);
CREATE INDEX signal_domain ON signal (domain, kind, at) WHERE domain IS NOT NULL;
CREATE INDEX signal_from ON signal (from_domain, kind, at) WHERE from_domain IS NOT NULL;

-- What signals are filtered by beside their own values: facts of the company behind a domain.
CREATE TABLE company_domain (
  domain TEXT PRIMARY KEY,
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  industry TEXT,
  country TEXT,
  employees BIGINT
) WITHOUT ROWID;
CREATE INDEX company_domain_subject ON company_domain (subject);

-- Profiles or companies an account keeps an eye on.
CREATE TABLE watch_list (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  target TEXT NOT NULL,
  kinds TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  last_run_at BIGINT
);
CREATE INDEX watch_list_account ON watch_list (account_id, created_at, id);

CREATE TABLE watch_entry (
  list TEXT NOT NULL REFERENCES watch_list (id) ON DELETE CASCADE,
  entry TEXT NOT NULL,
  key BIGINT NOT NULL,
  PRIMARY KEY (list, entry)
) WITHOUT ROWID;

-- What a list has answered already: never answered, and so never charged, a second time.
CREATE TABLE watch_match (
  list TEXT NOT NULL REFERENCES watch_list (id) ON DELETE CASCADE,
  signal TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (list, signal)
) WITHOUT ROWID;

CREATE TABLE saved_icp (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  target TEXT NOT NULL,
  filters TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_run_at BIGINT
);
CREATE INDEX saved_icp_account ON saved_icp (account_id, created_at, id);

-- What mail servers said about addresses.
CREATE TABLE verification (
  address TEXT PRIMARY KEY,
  verdict TEXT NOT NULL,
  validated_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Contacts that were sought: what came of it, so that the same question is not asked outside again soon.
CREATE TABLE contact_search (
  kind TEXT NOT NULL,
  question TEXT NOT NULL,
  domain TEXT,
  name TEXT,
  -- The address that a mail server proved: it shows how its domain writes addresses.
  proven TEXT,
  outcome TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  PRIMARY KEY (kind, question)
) WITHOUT ROWID;
CREATE INDEX contact_search_proven ON contact_search (domain, asked_at) WHERE proven IS NOT NULL;

-- What a question about an account's own contacts has been charged for: never a second time.
CREATE TABLE charged_item (
  account_id TEXT NOT NULL REFERENCES account (id),
  endpoint TEXT NOT NULL,
  item TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (account_id, endpoint, item)
) WITHOUT ROWID;

-- When an account's contacts engaged with it, as it told us.
CREATE TABLE engagement (
  account_id TEXT NOT NULL REFERENCES account (id),
  key BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (account_id, key, at)
) WITHOUT ROWID;
CREATE INDEX engagement_age ON engagement (account_id, at);
