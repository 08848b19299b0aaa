//! Which parameter is which field of our requests, and which field of our answers is which of theirs.

use super::values;
use crate::{
    table::{AnswerTable, Field, RequestTable, Style::*, fields, params, text},
    words,
};

/// Parameters of the person and combined look-ups.
pub(crate) static ENRICH: RequestTable = RequestTable {
    endpoint: "enrich",
    at: "",
    params: params! {
        "email" => "email" text;
        "linkedin" => "networkUrl" words::profile_of_handle;
        "linkedin_handle" => "networkUrl" words::profile_of_handle;
        "given_name" => "firstName" text;
        "family_name" => "lastName" text;
        "company_domain" => "company_domain" text;
        "company" => "company_name" text;
    },
    without_effect: &["location", "ip_address", "twitter", "facebook", "suppression", "clearbit_format"],
};

/// Parameters of the company look-up.
pub(crate) static COMPANIES: RequestTable = RequestTable {
    endpoint: "companies",
    at: "",
    params: params! {
        "domain" => "domain" text;
        "company_name" => "name" text;
        "linkedin" => "networkUrl" text;
    },
    without_effect: &["twitter", "facebook", "suppression", "clearbit_format"],
};

/// Parameters of name to domain.
pub(crate) static BY_NAME: RequestTable = RequestTable {
    endpoint: "suggest_companies",
    at: "",
    params: params! { "name" => "q" text; },
    without_effect: &[],
};

/// Parameters of autocomplete.
pub(crate) static SUGGEST: RequestTable = RequestTable {
    endpoint: "suggest_companies",
    at: "",
    params: params! { "query" => "q" text; },
    without_effect: &[],
};

/// A person.
pub(crate) static PERSON: AnswerTable = AnswerTable {
    endpoint: "enrich",
    at: "person",
    fields: fields! {
        "id" <- "id" Same;
        "name.fullName" <- "fullName" Same;
        "name.givenName" <- "firstName" Same;
        "name.familyName" <- "lastName" Same;
        "email" <- "email" Same;
        "location" <- "location" By [words::place_name];
        "timeZone" <- "" Null;
        "utcOffset" <- "" Null;
        "geo.city" <- "location.city" Same;
        "geo.state" <- "location.region" Same;
        "geo.stateCode" <- "location" By [words::region_code];
        "geo.country" <- "location.country" By [words::country_name];
        "geo.countryCode" <- "location.country" Same;
        "geo.lat" <- "" Null;
        "geo.lng" <- "" Null;
        "bio" <- "headline" Same;
        "site" <- "" Null;
        "avatar" <- "" Null;
        "employment.domain" <- "company.domain" Same;
        "employment.name" <- "company.name" Same;
        "employment.title" <- "title" Same;
        "employment.role" <- "departments" By [values::role];
        "employment.subRole" <- "" Null;
        "employment.seniority" <- "seniority" By [values::seniority];
        "facebook.handle" <- "profiles" By [words::facebook_name];
        "github.handle" <- "profiles" By [words::github_name];
        "twitter.handle" <- "profiles" By [words::twitter_name];
        "linkedin.handle" <- "networkUrl" By [words::handle];
        "gravatar.handle" <- "" Null;
        "fuzzy" <- "" Null;
        "emailProvider" <- "" Null;
        "indexedAt" <- "updatedAt" Same;
        "phone" <- "" Null;
    },
};

const COMPANY_FIELDS: &[Field] = fields! {
    "id" <- "id" Same;
    "name" <- "name" Same;
    "legalName" <- "legalName" Same;
    "domain" <- "domain" Same;
    "domainAliases" <- "domains" By [values::other_domains];
    "site.phoneNumbers" <- "phone" By [words::one];
    "site.emailAddresses" <- "emails[]" Same;
    "category.sector" <- "" Null;
    "category.industryGroup" <- "" Null;
    "category.industry" <- "industry" Same;
    "category.subIndustry" <- "" Null;
    "tags" <- "tags[]" Same;
    "description" <- "description" Same;
    "foundedYear" <- "foundedYear" Same;
    "location" <- "location" By [words::place_name];
    "timeZone" <- "" Null;
    "utcOffset" <- "" Null;
    "geo.streetAddress" <- "street" Same;
    "geo.postalCode" <- "postcode" Same;
    "geo.city" <- "location.city" Same;
    "geo.state" <- "location.region" Same;
    "geo.stateCode" <- "location" By [words::region_code];
    "geo.country" <- "location.country" By [words::country_name];
    "geo.countryCode" <- "location.country" Same;
    "geo.lat" <- "" Null;
    "geo.lng" <- "" Null;
    "logo" <- "logoUrl" Same;
    "facebook.handle" <- "profiles" By [words::facebook_name];
    "linkedin.handle" <- "networkUrl" By [words::handle];
    "twitter.handle" <- "profiles" By [words::twitter_name];
    "crunchbase.handle" <- "profiles" By [words::crunchbase_handle];
    "emailProvider" <- "" Null;
    "type" <- "" Null;
    "ticker" <- "" Null;
    "phone" <- "phone" Same;
    "metrics.employees" <- "employeeCount" Same;
    "metrics.employeesRange" <- "employeeCount" By [values::employees_range];
    "metrics.marketCap" <- "" Null;
    "metrics.raised" <- "funding.total" By [words::dollars];
    "metrics.annualRevenue" <- "" Null;
    "metrics.estimatedAnnualRevenue" <- "" Null;
    "indexedAt" <- "updatedAt" Same;
    "tech" <- "technologies[].name" By [values::tech];
    "parent.domain" <- "" Null;
};

/// A company.
pub(crate) static COMPANY: AnswerTable =
    AnswerTable { endpoint: "companies", at: "company", fields: COMPANY_FIELDS };

/// A suggested company.
pub(crate) static SUGGESTED: AnswerTable = AnswerTable {
    endpoint: "suggest_companies",
    at: "results[]",
    fields: fields! {
        "name" <- "name" Same;
        "domain" <- "domain" Same;
        "logo" <- "logoUrl" Same;
    },
};
