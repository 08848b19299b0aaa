//! People Data Labs, version 5 of its API.

mod company;
mod elastic;
mod expression;
mod filters;
mod manners;
mod person;
mod search;
mod sql;
mod tables;
mod values;

use crate::vendor::{Vendor, routes};

/// The vendor.
pub(crate) static VENDOR: Vendor = Vendor {
    name: "pdl",
    key: manners::key,
    refuse: manners::refuse,
    headers: manners::headers,
    routes: routes! {
        "GET" "/v5/person/enrich" => person::enrich;
        "POST" "/v5/person/enrich" => person::enrich;
        "POST" "/v5/person/bulk" => person::bulk;
        "GET" "/v5/person/identify" => person::identify;
        "POST" "/v5/person/identify" => person::identify;
        "GET" "/v5/person/search" => search::people;
        "POST" "/v5/person/search" => search::people;
        "GET" "/v5/company/enrich" => company::enrich;
        "POST" "/v5/company/enrich" => company::enrich;
        "POST" "/v5/company/enrich/bulk" => company::bulk;
        "GET" "/v5/company/clean" => company::clean;
        "POST" "/v5/company/clean" => company::clean;
        "GET" "/v5/company/search" => search::companies;
        "POST" "/v5/company/search" => search::companies;
        "GET" "/v5/autocomplete" => company::autocomplete;
    },
    requests: &[
        &tables::ENRICH,
        &tables::COMPANIES,
        &tables::SUGGEST,
        &filters::PEOPLE_REQUEST,
        &filters::COMPANIES_REQUEST,
    ],
    answers: &[
        &tables::PERSON,
        &tables::FOUND_PERSON,
        &tables::COMPANY,
        &tables::FOUND_COMPANY,
        &tables::CLEAN_COMPANY,
        &tables::SUGGESTED,
        &tables::MATCH,
    ],
};
