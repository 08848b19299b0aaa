//! Which parameter is which field of our requests, and which field of our answers is which of theirs.

use serde_json::Value;

use super::values;
use crate::{
    table::{AnswerTable, Field, RequestTable, Style::*, fields, params, text},
    words,
};

/// Parameters of person enrichment and identification.
pub(super) static ENRICH: RequestTable = RequestTable {
    endpoint: "enrich",
    at: "",
    params: params! {
        "profile" => "networkUrl" text;
        "email" => "email" text;
        "phone" => "phone" text;
        "name" => "fullName" text;
        "first_name" => "firstName" text;
        "last_name" => "lastName" text;
        "company" => "company_domain" values::as_website;
        "company" => "company_name" values::as_name;
        "min_likelihood" => "min_confidence" values::min_confidence;
        "required" => "required" required;
    },
    without_effect: &[
        "pretty",
        "titlecase",
        "data_include",
        "include_if_matched",
        "middle_name",
        "location",
        "street_address",
        "locality",
        "region",
        "country",
        "postal_code",
        "birth_date",
        "school",
    ],
};

/// Parameters of company enrichment.
pub(super) static COMPANIES: RequestTable = RequestTable {
    endpoint: "companies",
    at: "",
    params: params! {
        "website" => "domain" text;
        "profile" => "networkUrl" text;
        "name" => "name" text;
        "country" => "country" text;
        "min_likelihood" => "min_confidence" values::min_confidence;
    },
    without_effect: &[
        "pretty",
        "titlecase",
        "data_include",
        "include_if_matched",
        "location",
        "street_address",
        "locality",
        "region",
        "postal_code",
    ],
};

/// Parameters of autocomplete.
pub(super) static SUGGEST: RequestTable = RequestTable {
    endpoint: "suggest_companies",
    at: "",
    params: params! { "text" => "q" text; },
    without_effect: &["field", "size", "pretty", "titlecase"],
};

const PERSON_FIELDS: &[Field] = fields! {
    "id" <- "id" Same;
    "full_name" <- "fullName" Words;
    "first_name" <- "firstName" Words;
    "middle_name" <- "" Null;
    "last_name" <- "lastName" Words;
    "headline" <- "headline" Words;
    "sex" <- "" Null;
    "birth_year" <- "" Null;
    "linkedin_url" <- "networkUrl" By [words::without_scheme];
    "linkedin_username" <- "networkUrl" By [words::user_name];
    "facebook_url" <- "profiles" By [words::facebook];
    "facebook_username" <- "profiles" By [words::facebook_name];
    "twitter_url" <- "profiles" By [words::twitter];
    "twitter_username" <- "profiles" By [words::twitter_name];
    "github_url" <- "profiles" By [words::github];
    "github_username" <- "profiles" By [words::github_name];
    "work_email" <- "email" Same;
    "personal_emails" <- "" NoList;
    "mobile_phone" <- "" Null;
    "emails" <- "email" By [values::emails];
    "phone_numbers" <- "" NoList;
    "industry" <- "company.industry" Words;
    "job_title" <- "title" Words;
    "job_title_role" <- "departments" By [values::role];
    "job_title_sub_role" <- "" Null;
    "job_title_levels" <- "seniority" By [values::levels];
    "job_company_id" <- "company.id" Same;
    "job_company_name" <- "company.name" Words;
    "job_company_website" <- "company.domain" Same;
    "job_company_industry" <- "company.industry" Words;
    "job_company_size" <- "company.employeeCount" By [values::size];
    "job_company_employee_count" <- "company.employeeCount" Same;
    "job_company_linkedin_url" <- "company.networkUrl" By [words::without_scheme];
    "job_start_date" <- "startedAt" Same;
    "job_last_updated" <- "updatedAt" By [words::day];
    "location_name" <- "location" WordsBy [words::place_name];
    "location_locality" <- "location.city" Words;
    "location_region" <- "location.region" Words;
    "location_country" <- "location.country" WordsBy [words::country_name];
    "interests" <- "" NoList;
    "skills" <- "skills" Words;
    "languages" <- "languages" By [values::named];
    "certifications" <- "certifications" By [values::named];
    "profiles" <- "" By [values::profiles];
    "experience" <- "experience" Each [POSITION];
    "education" <- "education" Each [SCHOOL];
};

const POSITION: &[Field] = fields! {
    "company" <- "company" Part [EMPLOYER];
    "title.name" <- "title" Words;
    "title.role" <- "departments" By [values::role];
    "title.levels" <- "seniority" By [values::levels];
    "start_date" <- "startedAt" Same;
    "end_date" <- "endedAt" Same;
    "is_primary" <- "" By [words::is_current];
};

const EMPLOYER: &[Field] = fields! {
    "id" <- "id" Same;
    "name" <- "name" Words;
    "website" <- "domain" Same;
    "linkedin_url" <- "networkUrl" By [words::without_scheme];
    "industry" <- "industry" Words;
    "size" <- "employeeCount" By [values::size];
};

const SCHOOL: &[Field] = fields! {
    "school.name" <- "school" Words;
    "degrees" <- "degree" WordsBy [values::degrees];
    "majors" <- "field" WordsBy [words::one];
    "start_date" <- "startedAt" Same;
    "end_date" <- "endedAt" Same;
};

const COMPANY_FIELDS: &[Field] = fields! {
    "id" <- "id" Same;
    "name" <- "name" Words;
    "display_name" <- "name" Same;
    "legal_name" <- "legalName" Words;
    "alternative_names" <- "aliases" Words;
    "website" <- "domain" Same;
    "alternative_domains" <- "domains" Same;
    "size" <- "sizeBand" Same;
    "employee_count" <- "employeeCount" Same;
    "founded" <- "foundedYear" Same;
    "industry" <- "industry" Words;
    "tags" <- "tags" Words;
    "summary" <- "description" Words;
    "headline" <- "" Null;
    "type" <- "" Null;
    "ticker" <- "" Null;
    "location.name" <- "location" WordsBy [words::place_name];
    "location.locality" <- "location.city" Words;
    "location.region" <- "location.region" Words;
    "location.country" <- "location.country" WordsBy [words::country_name];
    "location.street_address" <- "street" Words;
    "location.postal_code" <- "postcode" Same;
    "linkedin_url" <- "networkUrl" By [words::without_scheme];
    "linkedin_slug" <- "networkUrl" By [words::user_name];
    "facebook_url" <- "profiles" By [words::facebook];
    "twitter_url" <- "profiles" By [words::twitter];
    "profiles" <- "profiles[].url" Same;
    "total_funding_raised" <- "funding.total" By [words::dollars];
    "latest_funding_stage" <- "funding.stage" Same;
    "last_funding_date" <- "funding.lastRoundAt" Same;
    "number_funding_rounds" <- "funding.rounds" By [words::count];
    "funding_stages" <- "funding.rounds[].round" Same;
};

const CLEAN_FIELDS: &[Field] = fields! {
    "id" <- "id" Same;
    "name" <- "name" Words;
    "website" <- "domain" Same;
    "size" <- "sizeBand" Same;
    "founded" <- "foundedYear" Same;
    "industry" <- "industry" Words;
    "ticker" <- "" Null;
    "type" <- "" Null;
    "location.name" <- "location" WordsBy [words::place_name];
    "location.locality" <- "location.city" Words;
    "location.region" <- "location.region" Words;
    "location.country" <- "location.country" WordsBy [words::country_name];
    "linkedin_url" <- "networkUrl" By [words::without_scheme];
    "facebook_url" <- "profiles" By [words::facebook];
    "twitter_url" <- "profiles" By [words::twitter];
};

/// A person of an enrichment.
pub(super) static PERSON: AnswerTable =
    AnswerTable { endpoint: "enrich", at: "person", fields: PERSON_FIELDS };
/// A person of a search.
pub(super) static FOUND_PERSON: AnswerTable =
    AnswerTable { endpoint: "search_people", at: "results[]", fields: PERSON_FIELDS };
/// A company of an enrichment.
pub(super) static COMPANY: AnswerTable =
    AnswerTable { endpoint: "companies", at: "company", fields: COMPANY_FIELDS };
/// A company of a search.
pub(super) static FOUND_COMPANY: AnswerTable =
    AnswerTable { endpoint: "search_companies", at: "results[]", fields: COMPANY_FIELDS };
/// A company of the cleaner.
pub(super) static CLEAN_COMPANY: AnswerTable =
    AnswerTable { endpoint: "companies", at: "company", fields: CLEAN_FIELDS };
/// A suggested company.
pub(super) static SUGGESTED: AnswerTable = AnswerTable {
    endpoint: "suggest_companies",
    at: "results[]",
    fields: fields! {
        "name" <- "name" Words;
        "meta.id" <- "id" Same;
        "meta.website" <- "domain" Same;
    },
};
/// What is told about a match.
pub(super) static MATCH: AnswerTable = AnswerTable {
    endpoint: "enrich",
    at: "",
    fields: fields! {
        "likelihood" <- "confidence" By [values::likelihood];
        "match_score" <- "confidence" By [words::percent];
        "matched" <- "matched_on" By [matched];
    },
};

/// Parameters that matched, under their names. A name is called so by both, however it was sent.
fn matched(value: &Value) -> Value {
    let theirs = |field: &str| ENRICH.theirs(field).or((field == "name").then_some("name"));
    let fields = value.as_array().map(Vec::as_slice).unwrap_or_default();
    fields.iter().filter_map(|field| theirs(field.as_str()?)).map(Value::from).collect()
}

/// Fields that the person must have: names joined by AND. Alternatives cannot be asked for.
fn required(value: &Value) -> Result<Value, String> {
    let text = text(value)?;
    let mut fields = Vec::new();
    for name in
        text.as_str().unwrap_or_default().split_whitespace().filter(|word| !word.eq_ignore_ascii_case("and"))
    {
        let name = name.trim_matches(['(', ')']);
        if name.eq_ignore_ascii_case("or") {
            return Err("Fields can be joined by AND only.".to_owned());
        }
        let known = PERSON_FIELDS.iter().find(|field| field.to == name && !field.from.is_empty());
        let Some(known) = known else { return Err(format!("There is no \"{name}\" in this answer.")) };
        let field = known.from.split('.').next().unwrap_or_default();
        fields.push(Value::from(field));
    }
    Ok(Value::Array(fields))
}
