//! What erasing does with each column that holds text or bytes. A column that is not listed here fails a test.
//!
//! Every listed column is read by the proof, also those that cannot name a person.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    acts,
    finder::Look::{Answer, Document, Entry, Facts, Identifier, Words},
};

use super::decision::Replacement::{HashedReference, Label, OfRow, Redacted};
use crate::privacy::erase::decision::{Act, Decision, SweptTable};

const GENERATED: Decision = Decision::Safe("an id that the store generates");
const VOCABULARY: Decision = Decision::Safe("a word of a fixed vocabulary");
const HASH: Decision = Decision::Safe("a hash or a random value");
const DERIVED: Decision = Decision::Swept(Facts, OfRow);
const COMPANY: Decision =
    Decision::Safe("a company's domain or hashed name, industry or country, from its record");
const ROW: Decision = Decision::Swept(Document, OfRow);
const ANSWER: Decision = Decision::Swept(Answer, OfRow);
const ROW_BY_WORDS: Decision = Decision::Swept(Words, OfRow);
const ROW_BY_IDENTIFIER: Decision = Decision::Swept(Identifier, OfRow);
const LABEL: Decision = Decision::Swept(Words, Label);

/// Every table with a column of text or bytes, by name.
pub(crate) const TABLES: &[SweptTable] = &[
    SweptTable {
        name: "account",
        key: &["id"],
        act: Act::Nothing,
        columns: &[
            ("id", GENERATED),
            ("email", Decision::Kept("the customer's own address to sign in with, not data about a person")),
            ("password_hash", HASH),
            ("plan", VOCABULARY),
        ],
    },
    SweptTable {
        name: "api_key",
        key: &["id"],
        act: Act::Own(acts::api_key),
        columns: &[
            ("id", GENERATED),
            ("account_id", GENERATED),
            ("name", ROW_BY_WORDS),
            ("hash", HASH),
            ("hint", Decision::Safe("the last characters of a random key")),
            ("cap", GENERATED),
        ],
    },
    SweptTable {
        name: "bulk_item",
        key: &["job", "no"],
        act: Act::Own(acts::bulk_item),
        columns: &[
            ("job", GENERATED),
            ("reference", ROW_BY_WORDS),
            ("request", ANSWER),
            ("status", VOCABULARY),
            ("worker", GENERATED),
            ("request_id", GENERATED),
            ("answer", ANSWER),
            ("own_row", ANSWER),
        ],
    },
    SweptTable {
        name: "bulk_job",
        key: &["id"],
        act: Act::Nothing,
        columns: &[
            ("id", GENERATED),
            ("account_id", GENERATED),
            ("key_id", GENERATED),
            ("webhook", GENERATED),
            ("status", VOCABULARY),
            ("paused", VOCABULARY),
            ("endpoint", VOCABULARY),
        ],
    },
    SweptTable {
        name: "bulk_turn",
        key: &["account_id"],
        act: Act::Nothing,
        columns: &[("account_id", GENERATED)],
    },
    SweptTable {
        name: "charged_item",
        key: &["account_id", "endpoint", "item"],
        act: Act::Delete,
        columns: &[
            ("account_id", GENERATED),
            ("endpoint", VOCABULARY),
            ("item", ROW),
            ("request_id", GENERATED),
        ],
    },
    SweptTable {
        name: "claim",
        key: &["no"],
        act: Act::Own(acts::claim),
        columns: &[("source", ROW_BY_WORDS), ("reference", ROW_BY_WORDS), ("facts", DERIVED)],
    },
    SweptTable {
        name: "company_domain",
        key: &["domain"],
        act: Act::Nothing,
        columns: &[("domain", COMPANY), ("industry", COMPANY), ("country", COMPANY)],
    },
    SweptTable {
        name: "contact_bought",
        key: &["account_id", "subject", "kind", "value"],
        act: Act::Delete,
        columns: &[
            ("account_id", GENERATED),
            ("kind", VOCABULARY),
            ("value", ROW_BY_IDENTIFIER),
            ("endpoint", VOCABULARY),
            ("request_id", GENERATED),
        ],
    },
    SweptTable {
        name: "contact_search",
        key: &["kind", "question"],
        act: Act::Own(acts::contact_search),
        columns: &[
            ("kind", VOCABULARY),
            ("question", ROW),
            ("domain", ROW),
            ("name", ROW),
            ("proven", ROW_BY_IDENTIFIER),
            ("outcome", ROW),
        ],
    },
    SweptTable {
        name: "delivery",
        key: &["no"],
        act: Act::Own(acts::delivery),
        columns: &[
            ("id", GENERATED),
            ("webhook", GENERATED),
            ("account_id", GENERATED),
            ("kind", VOCABULARY),
            ("subject", ROW_BY_WORDS),
            ("body", ANSWER),
            ("status", VOCABULARY),
            ("worker", GENERATED),
            ("request_id", GENERATED),
        ],
    },
    SweptTable {
        name: "delivery_attempt",
        key: &["delivery", "number"],
        act: Act::Own(acts::delivery_attempt),
        columns: &[("error", ROW), ("request", ANSWER), ("answer", ANSWER)],
    },
    SweptTable {
        name: "engagement",
        key: &["account_id", "key", "at"],
        act: Act::Nothing,
        columns: &[("account_id", GENERATED)],
    },
    SweptTable {
        name: "erasure",
        key: &["no"],
        act: Act::Nothing,
        columns: &[(
            "job",
            Decision::Kept("what an erasure looks for; its last transaction deletes the row"),
        )],
    },
    // One that is forgotten is found or read again.
    SweptTable {
        name: "feed",
        key: &["name"],
        act: Act::Delete,
        columns: &[("name", ROW), ("state", ROW), ("description", ROW)],
    },
    SweptTable {
        name: "history",
        key: &["no"],
        act: Act::Own(acts::history),
        columns: &[
            ("request_id", GENERATED),
            ("account_id", GENERATED),
            ("key_id", GENERATED),
            ("endpoint", VOCABULARY),
            ("cache", VOCABULARY),
            ("upstream", ROW),
            ("outcome", VOCABULARY),
            ("asked", ANSWER),
            ("found", ANSWER),
            ("charge", Decision::Safe("amounts, and words of a fixed vocabulary")),
            ("code", VOCABULARY),
            ("replays", GENERATED),
        ],
    },
    // The name is a digest today; an import that is forgotten begins anew.
    SweptTable {
        name: "import_position",
        key: &["file"],
        act: Act::Delete,
        columns: &[("file", ROW_BY_WORDS)],
    },
    SweptTable { name: "installation", key: &["name"], act: Act::Nothing, columns: &[("name", VOCABULARY)] },
    SweptTable {
        name: "kept_document",
        key: &["name"],
        act: Act::Nothing,
        columns: &[
            ("name", VOCABULARY),
            (
                "body",
                Decision::Safe(
                    "names of vendors, counts and shares, and for some hours mail servers and their domains; nothing of a record",
                ),
            ),
        ],
    },
    // The one change that the ledger allows, by its trigger.
    SweptTable {
        name: "key_cap",
        key: &["id"],
        act: Act::Nothing,
        columns: &[("id", GENERATED), ("account_id", GENERATED)],
    },
    SweptTable {
        name: "ledger",
        key: &["no"],
        act: Act::Replace,
        columns: &[
            ("from_account", GENERATED),
            ("to_account", GENERATED),
            ("reason", LABEL),
            ("request_id", GENERATED),
            ("reference", Decision::Swept(Words, HashedReference)),
            ("refunds", GENERATED),
        ],
    },
    SweptTable {
        name: "monthly_credit",
        key: &["account_id"],
        act: Act::Nothing,
        columns: &[("account_id", GENERATED)],
    },
    SweptTable {
        name: "monthly_grant",
        key: &["account_id", "month"],
        act: Act::Nothing,
        columns: &[("account_id", GENERATED)],
    },
    SweptTable {
        name: "operator_act",
        key: &["no"],
        act: Act::Replace,
        columns: &[
            ("account_id", GENERATED),
            ("key_id", GENERATED),
            ("action", VOCABULARY),
            ("subject", LABEL),
            ("request_id", GENERATED),
            ("outcome", VOCABULARY),
            ("code", VOCABULARY),
            ("system_user", LABEL),
        ],
    },
    SweptTable {
        name: "person_seen",
        key: &["account_id", "subject"],
        act: Act::Nothing,
        columns: &[
            ("account_id", GENERATED),
            ("first_endpoint", VOCABULARY),
            ("last_endpoint", VOCABULARY),
            ("endpoints", VOCABULARY),
        ],
    },
    SweptTable {
        name: "plan_cap",
        key: &["plan", "what"],
        act: Act::Nothing,
        columns: &[("plan", VOCABULARY), ("what", VOCABULARY)],
    },
    SweptTable {
        name: "preview_use",
        key: &["account_id", "day"],
        act: Act::Nothing,
        columns: &[("account_id", GENERATED)],
    },
    SweptTable {
        name: "privacy_request",
        key: &["id"],
        act: Act::Own(acts::privacy_request),
        columns: &[
            ("id", GENERATED),
            ("kind", VOCABULARY),
            ("value", ROW_BY_IDENTIFIER),
            ("status", VOCABULARY),
        ],
    },
    SweptTable {
        name: "late_verdict",
        key: &["kind", "question", "request_id"],
        act: Act::Delete,
        columns: &[
            ("kind", VOCABULARY),
            ("question", ROW),
            ("request_id", GENERATED),
            ("account_id", GENERATED),
            ("webhook", GENERATED),
            ("endpoint", VOCABULARY),
        ],
    },
    SweptTable {
        name: "node",
        key: &["name"],
        act: Act::Nothing,
        columns: &[
            ("name", GENERATED),
            ("address", Decision::Safe("where a server listens")),
            ("version", VOCABULARY),
        ],
    },
    SweptTable {
        name: "task_lease",
        key: &["task"],
        act: Act::Nothing,
        columns: &[("task", VOCABULARY), ("node", GENERATED)],
    },
    SweptTable {
        name: "key_claim",
        key: &["key"],
        act: Act::Nothing,
        columns: &[("key", HASH), ("node", GENERATED), ("request_id", GENERATED)],
    },
    SweptTable {
        name: "rate_bucket",
        key: &["owner"],
        act: Act::Nothing,
        columns: &[(
            "owner",
            Decision::Safe("an id that the store generates, or a keyed hash of a caller's network"),
        )],
    },
    SweptTable {
        name: "recheck",
        key: &["address"],
        act: Act::Delete,
        columns: &[("address", ROW_BY_IDENTIFIER), ("verdict", ROW)],
    },
    SweptTable {
        name: "records_watermark",
        key: &["name"],
        act: Act::Nothing,
        columns: &[("name", VOCABULARY)],
    },
    SweptTable {
        name: "reply",
        key: &["no"],
        act: Act::Own(acts::reply),
        columns: &[
            (
                "owner",
                Decision::Safe("an id that the store generates, or a keyed hash of a caller's network"),
            ),
            ("request_id", GENERATED),
            ("key", ROW_BY_WORDS),
            ("digest", HASH),
            ("body", ANSWER),
        ],
    },
    SweptTable {
        name: "ruling_row",
        key: &["ruling", "side", "source", "reference"],
        act: Act::Delete,
        columns: &[("source", ROW_BY_WORDS), ("reference", ROW_BY_WORDS)],
    },
    SweptTable {
        name: "sandbox_use",
        key: &["day", "client"],
        act: Act::Nothing,
        columns: &[("client", Decision::Safe("a hash of a caller's network"))],
    },
    SweptTable {
        name: "saved_icp",
        key: &["id"],
        act: Act::Replace,
        columns: &[
            ("id", GENERATED),
            ("account_id", GENERATED),
            ("name", LABEL),
            ("target", VOCABULARY),
            ("filters", Decision::Swept(Document, Redacted)),
        ],
    },
    SweptTable {
        name: "session",
        key: &["token"],
        act: Act::Nothing,
        columns: &[("token", HASH), ("account_id", GENERATED), ("key_id", GENERATED)],
    },
    SweptTable {
        name: "signal",
        key: &["no"],
        act: Act::Own(acts::signal),
        columns: &[
            ("id", GENERATED),
            ("kind", VOCABULARY),
            ("domain", COMPANY),
            ("from_domain", COMPANY),
            ("country", COMPANY),
            ("departments", VOCABULARY),
            ("round", VOCABULARY),
            ("record", DERIVED),
            ("seniority", VOCABULARY),
        ],
    },
    SweptTable {
        name: "signal_alias",
        key: &["id"],
        act: Act::Nothing,
        columns: &[("id", GENERATED), ("signal", GENERATED)],
    },
    SweptTable {
        name: "subject",
        key: &["no"],
        act: Act::Own(acts::subject),
        columns: &[
            ("id", GENERATED),
            ("label", ROW_BY_IDENTIFIER),
            ("employer", COMPANY),
            ("record", DERIVED),
        ],
    },
    SweptTable { name: "subject_alias", key: &["id"], act: Act::Nothing, columns: &[("id", GENERATED)] },
    SweptTable {
        name: "subject_gone",
        key: &["changed"],
        act: Act::Nothing,
        columns: &[("id", Decision::Kept("the id of a record that is gone, until the index has followed"))],
    },
    SweptTable {
        name: "subject_key_log",
        key: &["no"],
        act: Act::Nothing,
        columns: &[("changes", Decision::Safe("packed 64-bit hashes"))],
    },
    SweptTable {
        name: "suppressed",
        key: &["hash", "entry"],
        act: Act::Nothing,
        columns: &[("hash", HASH), ("entry", GENERATED)],
    },
    SweptTable {
        name: "suppression",
        key: &["id"],
        act: Act::Replace,
        columns: &[("id", GENERATED), ("kind", VOCABULARY), ("reason", LABEL)],
    },
    SweptTable { name: "suppression_secret", key: &["no"], act: Act::Nothing, columns: &[("secret", HASH)] },
    SweptTable {
        name: "trial_mailbox",
        key: &["mailbox"],
        act: Act::Nothing,
        columns: &[("mailbox", HASH), ("account_id", GENERATED)],
    },
    SweptTable {
        name: "verification",
        key: &["address"],
        act: Act::Delete,
        columns: &[("address", ROW_BY_IDENTIFIER), ("verdict", ROW)],
    },
    SweptTable {
        name: "watch_entry",
        key: &["list", "entry"],
        act: Act::Own(acts::watch_entry),
        columns: &[("list", GENERATED), ("entry", Decision::Swept(Entry, OfRow))],
    },
    SweptTable {
        name: "watch_list",
        key: &["id"],
        act: Act::Replace,
        columns: &[
            ("id", GENERATED),
            ("account_id", GENERATED),
            ("name", LABEL),
            ("target", VOCABULARY),
            ("kinds", VOCABULARY),
        ],
    },
    SweptTable {
        name: "watch_match",
        key: &["list", "signal"],
        act: Act::Delete,
        columns: &[("list", GENERATED), ("signal", ROW_BY_IDENTIFIER), ("request_id", GENERATED)],
    },
    SweptTable {
        name: "watching",
        key: &["list"],
        act: Act::Nothing,
        columns: &[
            ("list", GENERATED),
            ("account_id", GENERATED),
            ("key_id", GENERATED),
            ("webhook", GENERATED),
            ("resting", VOCABULARY),
        ],
    },
    SweptTable { name: "watermark", key: &["name"], act: Act::Nothing, columns: &[("name", VOCABULARY)] },
    // An address cannot be changed and still lead to the receiver: the webhook ends, and says so by its new address.
    SweptTable {
        name: "webhook",
        key: &["id"],
        act: Act::Own(acts::webhook),
        columns: &[
            ("id", GENERATED),
            ("account_id", GENERATED),
            ("url", ROW_BY_WORDS),
            ("secret", ROW_BY_WORDS),
            ("old_secret", ROW_BY_WORDS),
            ("status", VOCABULARY),
            ("events", VOCABULARY),
        ],
    },
];

/// The decision about one column, for tests and documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnDecision {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// Whether text that names an erased person is removed from it.
    pub is_swept: bool,
    /// Whether it may hold names, beside identifiers.
    pub holds_names: bool,
    /// Why it is not swept, where it is not.
    pub why: &'static str,
}

/// What erasing does with every column that holds text or bytes.
pub fn column_decisions() -> Vec<ColumnDecision> {
    let of_table = |table: &'static SweptTable| {
        table.columns.iter().map(move |(column, decision)| {
            let (is_swept, why) = match decision {
                Decision::Swept(..) => (true, ""),
                Decision::Safe(why) | Decision::Kept(why) => (false, *why),
            };
            let holds_names = !matches!(decision, Decision::Swept(Identifier, _));
            ColumnDecision { table: table.name, column, is_swept, holds_names, why }
        })
    };
    TABLES.iter().flat_map(of_table).collect()
}

/// The statements that a table is read and swept with.
pub(crate) struct Statements {
    /// The first rows: key, then columns. `?1` is how many.
    pub(crate) first: &'static str,
    /// The rows after a key, which is `?2` and on.
    pub(crate) after: &'static str,
    /// The columns of one row.
    pub(crate) one: &'static str,
    /// Deletes one row.
    pub(crate) delete: &'static str,
    /// Sets each column of one row to the value after the key.
    pub(crate) set: Vec<&'static str>,
}

static STATEMENTS: LazyLock<HashMap<&'static str, Statements>> =
    LazyLock::new(|| TABLES.iter().map(|table| (table.name, statements(table))).collect());

impl SweptTable {
    pub(crate) fn statements(&self) -> &'static Statements {
        &STATEMENTS[self.name]
    }
}

/// Written once for the life of the process, since statements are static.
fn statements(table: &SweptTable) -> Statements {
    let SweptTable { name, key, columns, .. } = table;
    let keys = key.join(", ");
    let read: Vec<&str> = columns.iter().map(|(column, _)| *column).collect();
    let read = read.join(", ");
    let numbered = |from: usize| -> String {
        let places: Vec<String> = (0..key.len()).map(|at| format!("?{}", at + from)).collect();
        places.join(", ")
    };
    let is_row: Vec<String> =
        key.iter().enumerate().map(|(at, key)| format!("{key} = ?{}", at + 1)).collect();
    let is_row = is_row.join(" AND ");
    let value = key.len() + 1;
    let set = |column: &str| -> &'static str {
        format!("UPDATE {name} SET {column} = ?{value} WHERE {is_row}").leak()
    };
    Statements {
        first: format!("SELECT {keys}, {read} FROM {name} ORDER BY {keys} LIMIT ?1").leak(),
        after: format!(
            "SELECT {keys}, {read} FROM {name} WHERE ({keys}) > ({}) ORDER BY {keys} LIMIT ?1",
            numbered(2)
        )
        .leak(),
        one: format!("SELECT {read} FROM {name} WHERE {is_row}").leak(),
        delete: format!("DELETE FROM {name} WHERE {is_row}").leak(),
        set: columns.iter().map(|(column, _)| set(column)).collect(),
    }
}
