-- Whether a key stands for the signed-in pages of its account. No secret has its hash, so that no request can send it.
ALTER TABLE api_key ADD COLUMN for_pages SMALLINT NOT NULL DEFAULT 0;

-- Sessions of signed-in pages, by the hash of their token. Their calls are made under the key that stands for the pages.
CREATE TABLE session (
  token BLOB PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL REFERENCES api_key (id),
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_account ON session (account_id, created_at);
CREATE INDEX session_end ON session (ends_at);
CREATE INDEX session_key ON session (key_id);
