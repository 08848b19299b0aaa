//! Which parameter is which field of our requests, and which field of our answers is which of theirs.

use super::values;
use crate::{
    table::{AnswerTable, Field, RequestTable, Style::*, all_text, fields, params, text},
    words,
};

/// Parameters of the email finder.
pub(super) static FINDER: RequestTable = RequestTable {
    endpoint: "find_email",
    at: "",
    params: params! {
        "domain" => "domain" text;
        "company" => "company_name" text;
        "first_name" => "firstName" text;
        "last_name" => "lastName" text;
        "full_name" => "fullName" text;
        "linkedin_handle" => "networkUrl" words::profile_of_handle;
    },
    without_effect: &["max_duration"],
};

/// Parameters of the email verifier.
pub(super) static VERIFIER: RequestTable = RequestTable {
    endpoint: "verify_email",
    at: "",
    params: params! { "email" => "email" text; },
    without_effect: &[],
};

/// Parameters of the domain search that are filters.
pub(super) static DOMAIN: RequestTable = RequestTable {
    endpoint: "search_people",
    at: "filters",
    params: params! {
        "domain" => "company_domains" all_text;
        "company" => "company_names" all_text;
        "seniority" => "seniorities" values::seniorities;
        "department" => "departments" all_text;
        "verification_status" => "email_statuses" values::statuses;
    },
    without_effect: &[],
};

/// Parameters of the email count.
pub(super) static COUNT: RequestTable = RequestTable {
    endpoint: "search_people",
    at: "filters",
    params: params! {
        "domain" => "company_domains" all_text;
        "company" => "company_names" all_text;
    },
    without_effect: &["type"],
};

/// How a result of the domain search is asked for with its email.
pub(super) static OF_RESULT: RequestTable = RequestTable {
    endpoint: "enrich",
    at: "",
    params: params! {
        "networkUrl" => "networkUrl" text;
        "fullName" => "fullName" text;
    },
    without_effect: &[],
};

/// The account.
pub(super) static ME: RequestTable =
    RequestTable { endpoint: "me", at: "", params: &[], without_effect: &[] };

/// What the account used.
pub(super) static USAGE: RequestTable =
    RequestTable { endpoint: "usage", at: "", params: &[], without_effect: &[] };

/// The email that was found.
pub(super) static FOUND_EMAIL: AnswerTable = AnswerTable {
    endpoint: "find_email",
    at: "",
    fields: fields! {
        "email" <- "email" Same;
        "score" <- "confidence" By [words::percent];
        "domain" <- "email" By [words::domain_of_email];
        "accept_all" <- "catch_all" Same;
        "position" <- "" Null;
        "twitter" <- "" Null;
        "linkedin_url" <- "" Null;
        "phone_number" <- "" Null;
        "company" <- "" Null;
        "sources" <- "" NoList;
        "verification.date" <- "last_validated_at" By [words::day];
        "verification.status" <- "status" By [values::status];
    },
};

/// The verdict about an address.
pub(super) static VERDICT: AnswerTable = AnswerTable {
    endpoint: "verify_email",
    at: "",
    fields: fields! {
        "status" <- "" By [values::verdict];
        "result" <- "status" By [values::result];
        "score" <- "" Null;
        "email" <- "email" Same;
        "regexp" <- "syntax_valid" Same;
        "gibberish" <- "" Null;
        "disposable" <- "disposable" Same;
        "webmail" <- "free_provider" Same;
        "mx_records" <- "mx_found" Same;
        "smtp_server" <- "mx_found" Same;
        "smtp_check" <- "status" By [values::smtp_check];
        "accept_all" <- "catch_all" Same;
        "block" <- "" Null;
        "sources" <- "" NoList;
    },
};

const EMAIL_FIELDS: &[Field] = fields! {
    "value" <- "email" Same;
    "type" <- "" By [personal];
    "confidence" <- "" Null;
    "sources" <- "" NoList;
    "first_name" <- "firstName" Same;
    "last_name" <- "lastName" Same;
    "position" <- "title" Same;
    "seniority" <- "seniority" By [values::seniority];
    "department" <- "departments" By [values::department];
    "linkedin" <- "networkUrl" Same;
    "twitter" <- "profiles" By [words::twitter_name];
    "phone_number" <- "" Null;
    "verification.date" <- "emailLastValidatedAt" By [words::day];
    "verification.status" <- "emailStatus" By [values::status];
};

/// A person of a domain with their email.
pub(super) static EMAIL_OF_PERSON: AnswerTable =
    AnswerTable { endpoint: "enrich", at: "person", fields: EMAIL_FIELDS };

/// The account.
pub(super) static ACCOUNT: AnswerTable = AnswerTable {
    endpoint: "me",
    at: "",
    fields: fields! {
        "first_name" <- "" Null;
        "last_name" <- "" Null;
        "email" <- "email" Same;
        "plan_name" <- "plan" Same;
        "plan_level" <- "" Null;
        "reset_date" <- "" Null;
        "team_id" <- "" Null;
        "left" <- "balance" By [values::whole];
    },
};

/// What the account used.
pub(super) static USED: AnswerTable = AnswerTable {
    endpoint: "usage",
    at: "",
    fields: fields! { "used" <- "total.credits" By [values::whole]; },
};

/// A mailbox of a person, as opposed to one of a role.
fn personal(_: &serde_json::Value) -> serde_json::Value {
    "personal".into()
}
