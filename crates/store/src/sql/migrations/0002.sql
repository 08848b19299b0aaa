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

-- Bulk jobs: lists of questions that are answered while nobody waits. A job's counts change in the transaction
-- that changes its items.
CREATE TABLE bulk_job (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL,
  webhook TEXT,
  status TEXT NOT NULL,
  total BIGINT NOT NULL,
  -- Items that nobody has taken.
  waiting BIGINT NOT NULL CHECK (waiting >= 0),
  processed BIGINT NOT NULL,
  resolved BIGINT NOT NULL,
  invalid BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  unaffordable BIGINT NOT NULL,
  credits BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
CREATE INDEX bulk_job_account ON bulk_job (account_id, created_at, id);
CREATE INDEX bulk_job_waiting ON bulk_job (account_id, created_at, id) WHERE waiting > 0;
CREATE INDEX bulk_job_open ON bulk_job (account_id) WHERE finished_at IS NULL;
CREATE INDEX bulk_job_finished ON bulk_job (finished_at) WHERE finished_at IS NOT NULL;

-- `fence` counts how often an item was taken: only whoever took it last may finish it.
CREATE TABLE bulk_item (
  job TEXT NOT NULL REFERENCES bulk_job (id) ON DELETE CASCADE,
  no BIGINT NOT NULL,
  reference TEXT,
  request BLOB NOT NULL,
  status TEXT NOT NULL,
  fence BIGINT NOT NULL,
  worker TEXT,
  lease_until BIGINT,
  request_id TEXT,
  credits BIGINT NOT NULL,
  answer BLOB,
  PRIMARY KEY (job, no)
) WITHOUT ROWID;
CREATE INDEX bulk_item_leased ON bulk_item (lease_until) WHERE status = 'leased';

-- When each account last had its turn, so that the one that has waited longest is next.
CREATE TABLE bulk_turn (
  account_id TEXT PRIMARY KEY REFERENCES account (id),
  turn BIGINT NOT NULL
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

-- Webhooks: where an account wants to hear of events. `next_due` is when the first of its deliveries is due; it is
-- empty while none is, and while as many are under way as may be.
CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until BIGINT,
  status TEXT NOT NULL,
  failing_since BIGINT,
  next_due BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (account_id, url)
);
CREATE INDEX webhook_due ON webhook (next_due) WHERE next_due IS NOT NULL;

-- The outbox: an event is filed in the transaction that makes it true, and kept until it is delivered or given up.
-- Of one subject only the first unfinished one is under way; the others stand behind it.
CREATE TABLE delivery (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  webhook TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  body BLOB NOT NULL,
  at BIGINT NOT NULL,
  status TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  worker TEXT,
  lease_until BIGINT,
  finished_at BIGINT
);
CREATE INDEX delivery_account ON delivery (account_id, no);
CREATE INDEX delivery_pending ON delivery (webhook, due_at, no) WHERE status = 'pending';
CREATE INDEX delivery_sending ON delivery (webhook, lease_until) WHERE status = 'sending';
CREATE INDEX delivery_subject ON delivery (webhook, subject, no);
CREATE INDEX delivery_finished ON delivery (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE delivery_attempt (
  delivery BIGINT NOT NULL REFERENCES delivery (no) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  latency_us BIGINT NOT NULL,
  status SMALLINT,
  error TEXT,
  request TEXT NOT NULL,
  answer TEXT,
  PRIMARY KEY (delivery, number)
) WITHOUT ROWID;
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

-- Addresses whose mail server asked to come back later, and what it said so far.
CREATE TABLE recheck (
  address TEXT PRIMARY KEY,
  verdict TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX recheck_due ON recheck (due_at);

-- What an installation draws once and keeps.
CREATE TABLE installation (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX verification_age ON verification (validated_at);
CREATE INDEX contact_search_age ON contact_search (asked_at);

-- Watch lists that watch by themselves: as signals arrive, or every so often, within a budget for each month.
CREATE TABLE watching (
  list TEXT PRIMARY KEY REFERENCES watch_list (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL,
  webhook TEXT NOT NULL,
  live SMALLINT NOT NULL,
  every_us BIGINT,
  budget BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  spent_month BIGINT NOT NULL,
  next_run_at BIGINT
) WITHOUT ROWID;
CREATE INDEX watching_due ON watching (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX watch_entry_entry ON watch_entry (entry);
CREATE INDEX watch_entry_key ON watch_entry (key);

-- How far something that follows the store has come.
CREATE TABLE watermark (
  name TEXT PRIMARY KEY,
  no BIGINT NOT NULL
) WITHOUT ROWID;

-- When each account is given the credits of its plan next, and how often it was: each month once, whatever crashes.
CREATE TABLE monthly_credit (
  account_id TEXT PRIMARY KEY REFERENCES account (id),
  months BIGINT NOT NULL,
  next_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX monthly_credit_next ON monthly_credit (next_at);

-- How far each feed was read.
CREATE TABLE feed (
  name TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  -- What it is, of a feed that was found rather than configured.
  description TEXT
) WITHOUT ROWID;

-- Keys without a constraint: finding those of one subject, to delete them with it, would take an index over all.
-- Whoever deletes a subject deletes the keys its record has. Keys of identifiers find records; those of blocks find
-- people that a claim may speak of without sharing an identifier, and `profile` stands for the profile that the claims
-- of the subject name there: 0 for none, or for more than one.
ALTER TABLE subject_key RENAME TO subject_key_before;
CREATE TABLE subject_key (
  key BIGINT NOT NULL,
  subject BIGINT NOT NULL,
  profile BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (key, subject)
) WITHOUT ROWID;
INSERT INTO subject_key (key, subject) SELECT key, subject FROM subject_key_before;
DROP TABLE subject_key_before;
-- Changes of keys that an import has set aside, to take many into the table at a time: packed, in the order in which they
-- were made. Empty but while a command imports that has the folder alone, and after one that was cut off.
CREATE TABLE subject_key_log (
  no INTEGER PRIMARY KEY,
  changes BLOB NOT NULL
);

-- How many people have a name, or live in a town: what is common among them says little about who somebody is. Values
-- are hashes.
CREATE TABLE commonness (
  value BIGINT PRIMARY KEY,
  people BIGINT NOT NULL
);

-- When a source last said again what it had said; null while it has not.
ALTER TABLE claim ADD COLUMN repeated_at BIGINT;

-- How far files were read whose import was cut off.
CREATE TABLE import_position (
  file TEXT PRIMARY KEY,
  rows_filed BIGINT NOT NULL,
  at BIGINT NOT NULL
) WITHOUT ROWID;
-- Pairs of people too alike to pass over and too unlike to join: for somebody to decide.
CREATE TABLE doubt (
  one BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  other BIGINT NOT NULL REFERENCES subject (no) ON DELETE CASCADE,
  tenths_of_bits BIGINT NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX doubt_other ON doubt (other);

-- What somebody has decided about rows of sources: rows of one side are of one subject, the sides never are.
CREATE TABLE ruling_row (
  ruling BIGINT NOT NULL,
  side SMALLINT NOT NULL,
  source TEXT NOT NULL,
  reference TEXT NOT NULL,
  PRIMARY KEY (ruling, side, source, reference)
) WITHOUT ROWID;
CREATE INDEX ruling_row_of ON ruling_row (source, reference);

-- Privacy: who must not be kept, as keyed hashes. What an entry was made of is not stored.
CREATE TABLE suppression (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX suppression_age ON suppression (created_at, id);

-- Everything that those of an entry are recognised by.
CREATE TABLE suppressed (
  hash BLOB NOT NULL,
  entry TEXT NOT NULL REFERENCES suppression (id) ON DELETE CASCADE,
  PRIMARY KEY (hash, entry)
) WITHOUT ROWID;
CREATE INDEX suppressed_entry ON suppressed (entry);

-- The key of the hashes, drawn with the first entry.
CREATE TABLE suppression_secret (
  no BIGINT PRIMARY KEY,
  secret BLOB NOT NULL
) WITHOUT ROWID;

-- What people have asked for. `value` is what identifies them, and is there only until somebody has decided.
CREATE TABLE privacy_request (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  value TEXT,
  status TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  decided_at BIGINT
) WITHOUT ROWID;
CREATE INDEX privacy_request_age ON privacy_request (created_at, id);
CREATE INDEX privacy_request_open ON privacy_request (id) WHERE status = 'open';
