-- What happened, derived from the claims of one subject and gone with it. `no` is the order of appearance.
CREATE TABLE signal (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at BIGINT NOT NULL,
  domain TEXT,
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

-- What signals are filtered by beside their own values: facts of the company behind a domain.
CREATE TABLE company_domain (
  domain TEXT PRIMARY KEY,
  subject BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  industry TEXT,
  country TEXT,
  employees BIGINT
) WITHOUT ROWID;
CREATE INDEX company_domain_subject ON company_domain (subject);
