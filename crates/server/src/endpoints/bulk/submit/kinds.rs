//! The endpoints that have a bulk twin.

use records::identifier::Identity;
use serde_json::{Value, json};
use sources::vendor::Fact;
use store::Credits;

use super::{BulkKind, Submit};
use crate::{
    endpoints::bulk::BULK_ENRICH,
    recipe::answer::{
        bulk_preview::{Answering, Question},
        person::{ENRICH, EnrichRequest},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/bulk/enrich`
pub type BulkEnrich = Submit<People>;
/// `POST /v1/bulk/companies`
pub type BulkCompanies = Submit<Companies>;
/// `POST /v1/bulk/verify-email`
pub type BulkVerifyEmail = Submit<Verdicts>;
/// `POST /v1/bulk/find-email`
pub type BulkFindEmail = Submit<Emails>;
/// `POST /v1/bulk/find-phone`
pub type BulkFindPhone = Submit<Phones>;
/// `POST /v1/bulk/reverse-email`
pub type BulkReverseEmail = Submit<PeopleByEmail>;
/// `POST /v1/bulk/reverse-phone`
pub type BulkReversePhone = Submit<PeopleByPhone>;

/// Items of enrich.
#[derive(Debug, Clone)]
pub struct People;

impl BulkKind for People {
    const ID: &'static str = BULK_ENRICH;
    const PATH: &'static str = "/v1/bulk/enrich";
    const SINGLE: &'static str = ENRICH;
    const PRICE: Credits = Credits::whole(1);
    const SUMMARY: &'static str = "Up to 500 people at once, answered in the background";
    const SCHEMAS: [&'static str; 2] = ["BulkEnrichRequest", "BulkItemInput"];
    const ANSWERING: Answering = Answering::RecordsOr(Fact::Person, Question::Person);

    fn about(item: &Value) -> Identity {
        let request = serde_json::from_value::<EnrichRequest>(item.clone());
        request.map(|request| Identity::of_question(&request.person.query())).unwrap_or_default()
    }

    fn examples(sample: &Sample) -> Vec<Value> {
        vec![
            json!({ "fullName": sample.full_name, "company_domain": sample.company_domain }),
            json!({ "email": sample.email }),
        ]
    }
}

/// Declares a kind whose items need nothing beyond the rules of the single call.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $name:ident $id:literal $path:literal $single:literal $thousandths:literal
       [$request:literal, $item:literal] $summary:literal by $answering:expr; $sample:ident => $examples:expr;)+) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone)]
        pub struct $name;

        impl BulkKind for $name {
            const ID: &'static str = $id;
            const PATH: &'static str = $path;
            const SINGLE: &'static str = $single;
            const PRICE: Credits = Credits::from_thousandths($thousandths);
            const SUMMARY: &'static str = $summary;
            const SCHEMAS: [&'static str; 2] = [$request, $item];
            const ANSWERING: Answering = $answering;

            fn examples($sample: &Sample) -> Vec<Value> {
                $examples
            }
        }
    )+ };
}

kinds! {
    /// Items of companies.
    Companies "bulk_companies" "/v1/bulk/companies" "companies" 1_000
        ["BulkCompaniesRequest", "BulkCompaniesItem"]
        "Up to 500 companies at once, answered in the background"
        by Answering::RecordsOr(Fact::Company, Question::Company);
        sample => vec![json!({ "domain": sample.company_domain }), json!({ "domain": sample.account_domain })];
    /// Items of verify-email.
    Verdicts "bulk_verify_email" "/v1/bulk/verify-email" "verify_email" 500
        ["BulkVerifyEmailRequest", "BulkVerifyEmailItem"]
        "Verifies up to 500 addresses in the background; a verdict of unknown is free"
        by Answering::Outside;
        sample => vec![json!({ "email": sample.email })];
    /// Items of find-email.
    Emails "bulk_find_email" "/v1/bulk/find-email" "find_email" 2_000
        ["BulkFindEmailRequest", "BulkFindEmailItem"]
        "Finds up to 500 business emails in the background"
        by Answering::Outside;
        sample => vec![
            json!({ "networkUrl": sample.network_url }),
            json!({
                "firstName": sample.first_name, "lastName": sample.last_name, "domain": sample.company_domain,
            }),
        ];
    /// Items of find-phone.
    Phones "bulk_find_phone" "/v1/bulk/find-phone" "find_phone" 12_000
        ["BulkFindPhoneRequest", "BulkFindPhoneItem"]
        "Finds up to 500 mobiles in the background"
        by Answering::RecordsOr(Fact::Mobile, Question::Mobile);
        sample => vec![json!({
            "firstName": sample.first_name, "lastName": sample.last_name, "domain": sample.company_domain,
        })];
    /// Items of reverse-email.
    PeopleByEmail "bulk_reverse_email" "/v1/bulk/reverse-email" "reverse_email" 1_000
        ["BulkReverseEmailRequest", "BulkReverseEmailItem"]
        "The people behind up to 500 emails, answered in the background"
        by Answering::Records(Question::Identifier);
        sample => vec![json!({ "email": sample.email })];
    /// Items of reverse-phone.
    PeopleByPhone "bulk_reverse_phone" "/v1/bulk/reverse-phone" "reverse_phone" 2_000
        ["BulkReversePhoneRequest", "BulkReversePhoneItem"]
        "The people behind up to 500 phone numbers, answered in the background"
        by Answering::Records(Question::Identifier);
        sample => vec![json!({ "phone": sample.phone })];
}
