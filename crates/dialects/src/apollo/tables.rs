//! Which parameter is which field of our requests, and which field of our answers is which of theirs.

use super::values;
use crate::{
    table::{AnswerTable, Field, RequestTable, Style::*, fields, params, text},
    words,
};

/// Parameters of people enrichment.
pub(super) static MATCH: RequestTable = RequestTable {
    endpoint: "enrich",
    at: "",
    params: params! {
        "linkedin_url" => "networkUrl" text;
        "email" => "email" text;
        "name" => "fullName" text;
        "first_name" => "firstName" text;
        "last_name" => "lastName" text;
        "domain" => "company_domain" text;
        "organization_name" => "company_name" text;
    },
    without_effect: &["title"],
};

/// Parameters of organization enrichment.
pub(super) static ENRICH: RequestTable = RequestTable {
    endpoint: "companies",
    at: "",
    params: params! {
        "domain" => "domain" text;
        "website" => "domain" text;
        "linkedin_url" => "networkUrl" text;
        "name" => "name" text;
    },
    without_effect: &[],
};

/// Filters of the search of people.
pub(super) static PEOPLE: RequestTable = RequestTable {
    endpoint: "search_people",
    at: "filters",
    params: params! {
        "person_titles" => "titles" values::list;
        "person_seniorities" => "seniorities" values::list;
        "person_departments" => "departments" values::list;
        "person_locations" => "countries" values::countries;
        "person_locations" => "regions" values::regions;
        "person_locations" => "cities" values::cities;
        "organization_locations" => "company_countries" values::countries;
        "q_organization_domains_list" => "company_domains" values::list;
        "q_organization_domains" => "company_domains" values::list;
        "organization_ids" => "company_ids" values::list;
        "organization_num_employees_ranges" => "employee_count" values::employees;
        "revenue_range" => "company_revenue" values::range;
        "currently_using_any_of_technology_uids" => "company_technologies" values::list;
        "currently_using_all_of_technology_uids" => "company_technologies_all" values::list;
        "currently_not_using_any_of_technology_uids" => "exclude_company_technologies" values::list;
        "contact_email_status" => "email_statuses" values::email_statuses;
        "q_person_name" => "name" text;
        "q_keywords" => "text" text;
    },
    without_effect: &["include_similar_titles"],
};

/// Filters of the search of companies.
pub(super) static COMPANIES: RequestTable = RequestTable {
    endpoint: "search_companies",
    at: "filters",
    params: params! {
        "q_organization_name" => "name" text;
        "q_organization_domains_list" => "domains" values::list;
        "organization_locations" => "countries" values::countries;
        "organization_locations" => "regions" values::regions;
        "organization_locations" => "cities" values::cities;
        "organization_not_locations" => "exclude_countries" values::countries;
        "organization_not_locations" => "exclude_regions" values::regions;
        "organization_not_locations" => "exclude_cities" values::cities;
        "organization_num_employees_ranges" => "employee_count" values::employees;
        "revenue_range" => "revenue" values::range;
        "total_funding_range" => "funding_amount" values::range;
        "q_organization_keyword_tags" => "tags" values::list;
        "currently_using_any_of_technology_uids" => "technologies" values::list;
        "organization_num_jobs_range.min" => "min_openings" values::number;
    },
    without_effect: &[],
};

const PERSON_FIELDS: &[Field] = fields! {
    "id" <- "id" Same;
    "first_name" <- "firstName" Same;
    "last_name" <- "lastName" Same;
    "name" <- "fullName" Same;
    "linkedin_url" <- "networkUrl" Same;
    "title" <- "title" Same;
    "headline" <- "headline" Same;
    "photo_url" <- "" Null;
    "email" <- "email" Same;
    "email_status" <- "emailStatus" By [values::email_status];
    "personal_emails" <- "" NoList;
    "phone_numbers" <- "" NoList;
    "github_url" <- "profiles" By [words::github];
    "twitter_url" <- "profiles" By [words::twitter_address];
    "facebook_url" <- "profiles" By [words::facebook_address];
    "city" <- "location.city" Same;
    "state" <- "location.region" Same;
    "country" <- "location.country" By [words::country_name];
    "seniority" <- "seniority" By [values::seniority];
    "departments" <- "departments" By [values::departments];
    "subdepartments" <- "" NoList;
    "functions" <- "" NoList;
    "organization_id" <- "company.id" Same;
    "organization" <- "company" Part [EMPLOYER];
    "employment_history" <- "experience" Each [POSITION];
    "has_email" <- "hasEmail" Same;
    "has_direct_phone" <- "hasPhone" Same;
};

const EMPLOYER: &[Field] = fields! {
    "id" <- "id" Same;
    "name" <- "name" Same;
    "website_url" <- "domain" By [words::website];
    "primary_domain" <- "domain" Same;
    "linkedin_url" <- "networkUrl" Same;
    "industry" <- "industry" Same;
    "estimated_num_employees" <- "employeeCount" Same;
};

const POSITION: &[Field] = fields! {
    "organization_id" <- "company.id" Same;
    "organization_name" <- "company.name" Same;
    "title" <- "title" Same;
    "start_date" <- "startedAt" By [words::whole_date];
    "end_date" <- "endedAt" By [words::whole_date];
    "current" <- "" By [words::is_current];
};

const ORGANIZATION_FIELDS: &[Field] = fields! {
    "id" <- "id" Same;
    "name" <- "name" Same;
    "website_url" <- "domain" By [words::website];
    "primary_domain" <- "domain" Same;
    "linkedin_url" <- "networkUrl" Same;
    "twitter_url" <- "profiles" By [words::twitter_address];
    "facebook_url" <- "profiles" By [words::facebook_address];
    "logo_url" <- "logoUrl" Same;
    "primary_phone.number" <- "phone" Same;
    "phone" <- "phone" Same;
    "founded_year" <- "foundedYear" Same;
    "publicly_traded_symbol" <- "" Null;
    "industry" <- "industry" Same;
    "industries" <- "industries[]" Same;
    "keywords" <- "tags[]" Same;
    "estimated_num_employees" <- "employeeCount" Same;
    "short_description" <- "description" Same;
    "raw_address" <- "location" By [words::place_name];
    "street_address" <- "street" Same;
    "postal_code" <- "postcode" Same;
    "city" <- "location.city" Same;
    "state" <- "location.region" Same;
    "country" <- "location.country" By [words::country_name];
    "total_funding" <- "funding.total" By [words::dollars];
    "latest_funding_stage" <- "funding.stage" Same;
    "latest_funding_round_date" <- "funding.lastRoundAt" By [words::whole_date];
    "funding_events" <- "funding.rounds" Each [ROUND];
    "technology_names" <- "technologies[].name" Same;
    "current_technologies" <- "technologies" Each [TECHNOLOGY];
};

const ROUND: &[Field] = fields! {
    "type" <- "round" Same;
    "date" <- "announcedAt" By [words::whole_date];
    "amount" <- "amount.amount" Same;
    "currency" <- "amount.currency" Same;
    "investors" <- "investors[]" By [joined];
};

const TECHNOLOGY: &[Field] = fields! {
    "name" <- "name" Same;
    "category" <- "category" Same;
};

/// A person who was matched.
pub(super) static PERSON: AnswerTable =
    AnswerTable { endpoint: "enrich", at: "person", fields: PERSON_FIELDS };
/// A person of a search.
pub(super) static FOUND_PERSON: AnswerTable =
    AnswerTable { endpoint: "search_people", at: "results[]", fields: PERSON_FIELDS };
/// An organization.
pub(super) static ORGANIZATION: AnswerTable =
    AnswerTable { endpoint: "companies", at: "company", fields: ORGANIZATION_FIELDS };
/// An organization of a search.
pub(super) static FOUND_ORGANIZATION: AnswerTable =
    AnswerTable { endpoint: "search_companies", at: "results[]", fields: ORGANIZATION_FIELDS };

/// Names in one text.
fn joined(value: &serde_json::Value) -> serde_json::Value {
    let names: Vec<&str> =
        value.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    if names.is_empty() { serde_json::Value::Null } else { names.join(", ").into() }
}
