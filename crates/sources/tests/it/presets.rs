//! The presets parse answers of the structure that their vendors document.

use records::{ContactStatus, LineType};
use serde_json::{Value, json};
use sources::vendor::{
    Answer, Fact, Vendor, VendorOutcome, VendorQuestion, VendorReply, VendorSecret, VendorSubject, preset,
};

use crate::{
    lab::{Lab, Script, Scripted},
    vendors::{answer, json as ok},
};

fn ada() -> VendorSubject {
    VendorSubject {
        network_url: Some("https://network.example/in/ada-brandt".into()),
        full_name: Some("Ada Brandt".into()),
        first_name: Some("Ada".into()),
        last_name: Some("Brandt".into()),
        company_domain: Some("harbor.example".into()),
        ..VendorSubject::default()
    }
}

/// Queries a preset whose vendor gives this response; returns the reply and the request sent.
async fn query(name: &str, fact: Fact, subject: VendorSubject, script: Script) -> (VendorReply, String) {
    let lab = Lab::start().await;
    let server = Scripted::start_by_request("127.0.0.2", move |_| script.clone()).await;
    let mut description = preset(name).unwrap().unwrap();
    description.base_url = format!("http://{}", server.address);
    let vendor = Vendor::new(description, VendorSecret::new("key:word")).unwrap();
    let reply = vendor.ask(&lab.client(&["127.0.0.0/8"]), &VendorQuestion { fact, subject }).await;
    (reply, server.received().first().cloned().unwrap_or_default())
}

async fn hit(name: &str, fact: Fact, subject: VendorSubject, body: Value) -> (Answer, String) {
    let (reply, request) = query(name, fact, subject, ok(body)).await;
    assert_eq!(reply.outcome, VendorOutcome::Hit, "{name}");
    assert!(reply.cost.0 > 0, "{name}");
    (reply.answer.unwrap(), request)
}

#[tokio::test]
async fn pdl_gives_a_person_with_contacts() {
    let body = json!({ "status": 200, "likelihood": 9, "data": {
        "id": "q_0001", "full_name": "ada brandt", "first_name": "ada", "last_name": "brandt",
        "job_title": "head of sales", "job_company_name": "harbor systems",
        "job_company_website": "harbor.example", "job_start_date": "2024-03",
        "linkedin_url": "network.example/in/ada-brandt", "location_locality": "berlin",
        "location_region": "berlin", "location_country": "germany", "work_email": "ada@harbor.example",
        "personal_emails": ["ada.b@gmail.com"], "mobile_phone": "+4917612345678", "skills": ["sales"],
        "profiles": [{ "network": "github", "url": "github.com/adab" }],
    } });
    let (answer, request) = hit("pdl", Fact::Mobile, ada(), body).await;
    assert!(request.starts_with("GET /v5/person/enrich?"), "{request}");
    assert!(request.to_lowercase().contains("x-api-key: key:word"), "{request}");
    let person = &answer.person;
    assert_eq!(answer.value(Fact::Mobile), Some("+4917612345678"));
    assert_eq!(answer.value(Fact::BusinessEmail), Some("ada@harbor.example"));
    assert_eq!(answer.value(Fact::PersonalEmail), Some("ada.b@gmail.com"));
    assert_eq!(person.company_domain.as_deref(), Some("harbor.example"));
    assert_eq!(person.location.as_ref().unwrap().country.as_deref(), Some("DE"));
    assert_eq!(person.started_at.unwrap().to_string(), "2024-03");
    let unsure = json!({ "status": 200, "likelihood": 3, "data": { "full_name": "ada" } });
    assert_eq!(query("pdl", Fact::Person, ada(), ok(unsure)).await.0.outcome, VendorOutcome::Miss);
    assert_eq!(query("pdl", Fact::Person, ada(), answer_404()).await.0.outcome, VendorOutcome::Miss);
}

fn answer_404() -> Script {
    answer(404, r#"{"status": 404, "error": {"type": "not_found", "message": "No records were found"}}"#)
}

#[tokio::test]
async fn hunter_finds_a_business_email_with_its_verification_status() {
    let body = json!({ "data": {
        "first_name": "Ada", "last_name": "Brandt", "email": "ada@harbor.example", "score": 97,
        "domain": "harbor.example", "accept_all": false, "position": "Head of Sales",
        "company": "Harbor Systems", "verification": { "date": "2026-10-01", "status": "valid" },
    }, "meta": { "params": {} } });
    let (answer, request) = hit("hunter", Fact::BusinessEmail, ada(), body).await;
    assert!(request.contains("first_name=Ada") && request.contains("domain=harbor.example"), "{request}");
    assert_eq!(answer.person.emails[0].status, Some(ContactStatus::Deliverable));
    assert!(answer.is_confirmed(Fact::BusinessEmail));
    let nothing =
        json!({ "data": { "first_name": "Ada", "last_name": "Brandt", "email": null, "score": null } });
    assert_eq!(query("hunter", Fact::BusinessEmail, ada(), ok(nothing)).await.0.outcome, VendorOutcome::Miss);
}

#[tokio::test]
async fn apollo_matches_a_person_and_enriches_a_company() {
    let body = json!({ "person": {
        "id": "6", "first_name": "Ada", "last_name": "Brandt", "name": "Ada Brandt",
        "linkedin_url": "http://network.example/in/ada-brandt", "title": "Head of Sales",
        "email": "ada@harbor.example", "email_status": "verified", "city": "Berlin", "country": "Germany",
        "organization": { "name": "Harbor Systems", "primary_domain": "harbor.example" },
    } });
    let (answer, request) = hit("apollo", Fact::BusinessEmail, ada(), body).await;
    assert!(request.starts_with("POST /api/v1/people/match?"), "{request}");
    assert!(answer.is_confirmed(Fact::BusinessEmail));
    let unknown = json!({ "person": null });
    assert_eq!(query("apollo", Fact::Person, ada(), ok(unknown)).await.0.outcome, VendorOutcome::Miss);
    let company = json!({ "organization": {
        "id": "5", "name": "Harbor Systems", "primary_domain": "harbor.example",
        "estimated_num_employees": 240, "founded_year": 2011, "industry": "computer software",
        "primary_phone": { "number": "+49 30 901820" }, "city": "Berlin", "country": "Germany",
        "technology_names": ["Cloudflare DNS"],
    } });
    let (answer, _) = hit("apollo", Fact::Company, ada(), company).await;
    assert_eq!(answer.company.employee_count, Some(240));
    assert_eq!(answer.company.phone.as_deref(), Some("+4930901820"));
    assert_eq!(answer.company.technologies[0].name, "Cloudflare DNS");
}

#[tokio::test]
async fn prospeo_requests_a_mobile_only_when_the_question_is_for_one() {
    let body = json!({ "error": false, "person": {
        "person_id": "p1", "full_name": "Ada Brandt", "current_job_title": "Head of Sales",
        "linkedin_url": "https://network.example/in/ada-brandt",
        "email": { "status": "VERIFIED", "revealed": true, "email": "ada@harbor.example" },
        "mobile": { "status": "VERIFIED", "revealed": true, "mobile": "+4917612345678" },
        "location": { "country": "Germany", "country_code": "DE", "city": "Berlin" },
    }, "company": { "name": "Harbor Systems", "domain": "harbor.example" } });
    let (answer, request) = hit("prospeo", Fact::BusinessEmail, ada(), body.clone()).await;
    assert!(request.contains("\"enrich_mobile\":false") && !request.contains("\"email\":"), "{request}");
    assert!(answer.is_confirmed(Fact::BusinessEmail));
    let (answer, request) = hit("prospeo", Fact::Mobile, ada(), body).await;
    assert!(request.contains("\"enrich_mobile\":true"), "{request}");
    assert_eq!(answer.value(Fact::Mobile), Some("+4917612345678"));
    let unknown = crate::vendors::answer(400, r#"{"error": true, "error_code": "NO_MATCH"}"#);
    assert_eq!(query("prospeo", Fact::Mobile, ada(), unknown).await.0.outcome, VendorOutcome::Miss);
    let spent = crate::vendors::answer(400, r#"{"error": true, "error_code": "INSUFFICIENT_CREDITS"}"#);
    assert_eq!(query("prospeo", Fact::Mobile, ada(), spent).await.0.outcome, VendorOutcome::NotTaken);
}

#[tokio::test]
async fn lusha_gives_the_mobile_among_the_numbers() {
    let body = json!({ "contact": { "error": null, "isCreditCharged": true, "data": {
        "personId": 7, "fullName": "Ada Brandt", "firstName": "Ada", "lastName": "Brandt",
        "phoneNumbers": [
            { "number": "+4930901820", "phoneType": "direct" },
            { "number": "+4917612345678", "phoneType": "mobile", "doNotCall": false },
        ],
        "emailAddresses": [{ "email": "ada@harbor.example", "emailType": "work" }],
    } } });
    let (answer, request) = hit("lusha", Fact::Mobile, ada(), body).await;
    assert!(request.to_lowercase().contains("api_key: key:word"), "{request}");
    assert_eq!(answer.value(Fact::Mobile), Some("+4917612345678"));
    let unknown = json!({ "contact": { "error": { "code": 3, "name": "EMPTY_DATA" }, "data": null } });
    assert_eq!(query("lusha", Fact::Mobile, ada(), ok(unknown)).await.0.outcome, VendorOutcome::Miss);
}

#[tokio::test]
async fn rocketreach_that_is_still_searching_counts_as_a_miss() {
    let body = |status: &str| {
        json!({ "id": 9, "status": status, "name": "Ada Brandt", "current_title": "Head of Sales",
            "current_employer": "Harbor Systems", "linkedin_url": "https://network.example/in/ada-brandt",
            "location": "Berlin, Germany", "recommended_professional_email": "ada@harbor.example",
            "phones": [{ "number": "+4917612345678", "type": "mobile" }] })
    };
    let (answer, _) = hit("rocketreach", Fact::Mobile, ada(), body("complete")).await;
    assert_eq!(answer.value(Fact::Mobile), Some("+4917612345678"));
    assert_eq!(answer.person.location.unwrap().city.as_deref(), Some("Berlin"));
    let (reply, _) = query("rocketreach", Fact::Mobile, ada(), ok(body("searching"))).await;
    assert_eq!((reply.outcome, reply.cost.0), (VendorOutcome::Miss, 0));
}

#[tokio::test]
async fn twilio_returns_the_line_type_of_a_number() {
    let subject = VendorSubject { phone: Some("+4917612345678".into()), ..VendorSubject::default() };
    let body = json!({ "phone_number": "+4917612345678", "valid": true, "validation_errors": [],
        "line_type_intelligence": { "type": "nonFixedVoip", "carrier_name": "Twilio", "error_code": null } });
    let (answer, request) = hit("twilio", Fact::PhoneCheck, subject.clone(), body).await;
    assert!(request.starts_with("GET /v2/PhoneNumbers/%2B4917612345678?Fields=line_type"), "{request}");
    assert!(request.to_lowercase().contains("authorization: basic a2v5ondvcmq="), "{request}");
    assert_eq!(answer.phone.line_type, Some(LineType::Voip));
    assert_eq!((answer.phone.valid, answer.phone.carrier.as_deref()), (Some(true), Some("Twilio")));
    let body = json!({ "phone_number": "+49176", "valid": false, "validation_errors": ["TOO_SHORT"],
        "line_type_intelligence": null });
    let (answer, _) = hit("twilio", Fact::PhoneCheck, subject, body).await;
    assert_eq!(answer.value(Fact::PhoneCheck), Some("invalid"));
}

#[tokio::test]
async fn coresignal_finds_a_person_by_the_handle_of_their_profile() {
    let body = json!({ "id": 3, "full_name": "Ada Brandt", "headline": "Sales",
        "active_experience_title": "Head of Sales", "location_country_iso2": "DE", "location_city": "Berlin",
        "primary_professional_email": "ada@harbor.example", "primary_professional_email_status": "verified",
        "experience": [
            { "active_experience": 0, "company_name": "Quill", "company_website": "https://quill.example" },
            { "active_experience": 1, "company_name": "Harbor", "company_website": "https://harbor.example" },
        ] });
    let (answer, request) = hit("coresignal", Fact::Person, ada(), body).await;
    assert!(request.starts_with("GET /cdapi/v2/employee_multi_source/collect/ada-brandt "), "{request}");
    assert_eq!(answer.person.company_domain.as_deref(), Some("harbor.example"));
    assert!(answer.is_confirmed(Fact::BusinessEmail));
    let company = json!({ "id": 4, "company_name": "Harbor Systems", "website": "https://harbor.example",
        "employees_count": 240, "founded_year": "2011", "industry": "Software", "hq_country": "Germany",
        "technologies_used": [{ "technology": "Salesforce" }] });
    let (answer, _) = hit("coresignal", Fact::Company, ada(), company).await;
    assert_eq!((answer.company.employee_count, answer.company.founded_year), (Some(240), Some(2011)));
}

#[test]
fn debug_output_does_not_contain_the_key() {
    let description = preset("pdl").unwrap().unwrap();
    let vendor = Vendor::new(description, VendorSecret::new("very-secret")).unwrap();
    assert!(!format!("{vendor:?}").contains("very-secret"));
}
