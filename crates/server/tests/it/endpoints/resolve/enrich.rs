//! `POST /v1/enrich`: one identifier in, a person out.

use serde_json::{Value, json};
use store::{Credits, Plan, TwoValues};

use crate::support::{JONAS, KATHERINE, TestServer, company, faults, person_claim};

/// Every request here means Katherine Brandt.
async fn all_mean_katherine(requests: impl IntoIterator<Item = Value>) {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    for request in requests {
        let answer = account.post("/v1/enrich", request.clone()).await.ok();
        assert_eq!(answer["found"], true, "{request}");
        assert_eq!(answer["person"]["networkUrl"], KATHERINE, "{request}");
        assert_eq!(answer["cost"]["credits"], 1, "{request}");
        assert!(answer["confidence"].as_f64().unwrap() >= 0.5, "{request}");
    }
}

#[tokio::test]
async fn a_profile_is_found_in_any_spelling() {
    let spellings = [
        KATHERINE,
        "http://network.example/in/katherine-brandt/",
        "network.example/in/katherine-brandt?trk=people",
        "https://www.network.example/in/Katherine-Brandt#about",
        "  https://de.network.example/in/katherine%2Dbrandt  ",
    ];
    all_mean_katherine(spellings.map(|url| json!({ "networkUrl": url }))).await;
}

#[tokio::test]
async fn an_email_is_found_in_any_spelling() {
    let spellings = [
        "k.brandt@harbor.example",
        " K.Brandt@HARBOR.example ",
        "mailto:k.brandt@harbor.example",
        "katherine.brandt@gmail.com",
        "katherinebrandt+news@googlemail.com",
    ];
    all_mean_katherine(spellings.map(|email| json!({ "email": email }))).await;
}

#[tokio::test]
async fn a_phone_is_found_in_any_spelling() {
    let spellings = ["+12025550143", "+1 (202) 555-0143", "0012025550143", "tel:+1-202-555-0143"];
    all_mean_katherine(spellings.map(|phone| json!({ "phone": phone }))).await;
}

#[tokio::test]
async fn a_name_is_found_beside_a_company() {
    all_mean_katherine([
        json!({ "fullName": "Katherine Brandt", "company_domain": "harbor.example" }),
        json!({ "fullName": "Brandt, Katherine", "company_domain": "https://www.harbor.example/team" }),
        json!({ "firstName": "katherine", "lastName": "BRANDT", "company_name": "Harbor Systems Ltd." }),
        json!({ "fullName": "Kate Brandt", "company_domain": "harbor.example" }),
        json!({ "fullName": "Dr. Katherine Brandt", "company_name": "harbor systems" }),
        json!({ "kind": "name", "fullName": "Katherine Brandt", "company_domain": "harbor.example" }),
    ])
    .await;
}

#[tokio::test]
async fn the_answer_is_the_whole_record() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let answer = account.post("/v1/enrich", json!({ "email": "k.brandt@harbor.example" })).await.ok();
    insta::assert_json_snapshot!(answer, {
        ".person.id" => "per_…",
        ".person.company.id" => "com_…",
    }, @r#"
    {
      "found": true,
      "confidence": 0.98,
      "matched_on": [
        "email"
      ],
      "person": {
        "id": "per_…",
        "fullName": "Katherine Brandt",
        "firstName": "Katherine",
        "lastName": "Brandt",
        "title": "VP of Sales",
        "seniority": "vp",
        "departments": [
          "sales"
        ],
        "company": {
          "id": "com_…",
          "name": "Harbor Systems",
          "domain": "harbor.example",
          "networkUrl": "https://network.example/company/harbor-systems",
          "industry": "logistics software",
          "employeeCount": 120
        },
        "startedAt": "2024-05",
        "networkUrl": "https://network.example/in/katherine-brandt",
        "email": "k.brandt@harbor.example",
        "emailVerified": true,
        "emailStatus": "deliverable",
        "emailLastValidatedAt": "2026-02-20T08:00:00Z",
        "hasEmail": true,
        "hasPhone": true,
        "experience": [
          {
            "company": {
              "name": "Harbor Systems",
              "domain": "harbor.example"
            },
            "title": "VP of Sales",
            "seniority": "vp",
            "departments": [
              "sales"
            ],
            "startedAt": "2024-05"
          },
          {
            "company": {
              "domain": "harbor.example"
            },
            "title": "Sales Director",
            "seniority": "director",
            "departments": [
              "sales"
            ]
          }
        ],
        "skills": [
          "negotiation"
        ],
        "updatedAt": "2026-02-01T00:00:00Z",
        "sources": [
          {
            "name": "crm",
            "observedAt": "2026-02-01T00:00:00Z"
          },
          {
            "name": "directory",
            "observedAt": "2025-06-01T00:00:00Z"
          }
        ]
      },
      "cost": {
        "credits": 1,
        "balance_remaining": 9
      }
    }
    "#);
}

#[tokio::test]
async fn not_found_is_an_answer_and_costs_nothing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for request in [
        json!({ "email": "nobody@harbor.example" }),
        json!({ "phone": "+12025550199" }),
        json!({ "networkUrl": "https://network.example/in/nobody" }),
        json!({ "fullName": "Katherine Brandt", "company_domain": "quill.example" }),
    ] {
        let answer = account.post("/v1/enrich", request).await.ok();
        assert_eq!(answer, json!({ "found": false, "cost": { "credits": 0, "balance_remaining": 10 } }));
    }
    assert_eq!(server.balance(&account), Credits::whole(10));
}

#[tokio::test]
async fn a_match_less_sure_than_asked_for_is_not_given_and_not_charged() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let by_initial = |min_confidence: f64| json!({ "fullName": "K. Brandt", "company_name": "Harbor Systems", "min_confidence": min_confidence });
    let sure = account.post("/v1/enrich", by_initial(0.5)).await.ok();
    let confidence = sure["confidence"].as_f64().unwrap();
    assert!((0.5..0.99).contains(&confidence), "{confidence}");
    let unsure = account.post("/v1/enrich", by_initial(0.99)).await.ok();
    assert_eq!((&unsure["found"], &unsure["cost"]["credits"]), (&json!(false), &json!(0)));
    assert_eq!(unsure.get("person"), None);
}

#[tokio::test]
async fn an_explanation_adds_up_to_the_score_and_names_the_sources() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let request = json!({ "fullName": "Kate Brandt", "company_domain": "harbor.example", "explain": true });
    let explain = account.post("/v1/enrich", request).await.ok()["explain"].take();

    let decision = &explain["decision"];
    let weights = decision["features"].as_array().unwrap().iter().map(|feature| feature["weight"].as_f64());
    let sum: f64 = weights.map(Option::unwrap).sum::<f64>() + decision["prior"].as_f64().unwrap();
    assert_eq!(sum, decision["score"].as_f64().unwrap(), "{decision}");
    assert!(decision["confidence"].as_f64() >= decision["min_confidence"].as_f64());

    let values = explain["values"].as_array().unwrap();
    let title = values.iter().find(|value| value["field"] == "title").unwrap();
    assert_eq!((&title["source"], &title["reference"]), (&json!("crm"), &json!("4711")));
    assert_eq!(title["conflicting"][0]["value"], "Sales Director");
    assert_eq!(title["conflicting"][0]["source"], "directory");
    assert!(values.iter().all(|value| !value["source"].as_str().unwrap().is_empty()));
}

#[tokio::test]
async fn not_found_is_explained_without_naming_a_person() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let request = json!({ "fullName": "Kate Brandt", "company_name": "Harbour Trading", "explain": true });
    let answer = account.post("/v1/enrich", request).await.ok();
    assert_eq!((&answer["found"], &answer["explain"]["candidates"]), (&json!(false), &json!(1)), "{answer}");
    assert!(answer["explain"]["decision"]["features"].is_array(), "{answer}");
    let text = answer.to_string();
    assert!(!text.contains("Katherine") && !text.contains("network.example"), "{text}");
}

#[tokio::test]
async fn a_higher_min_confidence_confirms_no_details_for_nothing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for (path, request) in [
        ("/v1/enrich", json!({ "fullName": "Kate Brandt", "company_name": "Harbor Systems" })),
        ("/v1/companies", json!({ "name": "Harbor Systems" })),
    ] {
        let mut strict = request.clone();
        strict["min_confidence"] = json!(1.0);
        strict["explain"] = json!(true);
        let miss = account.post(path, strict).await.ok();
        assert_eq!((&miss["found"], &miss["cost"]["credits"]), (&json!(false), &json!(0)), "{miss}");
        assert_eq!((&miss["explain"]["candidates"], &miss["explain"]["decision"]), (&json!(1), &Value::Null));
        assert_eq!(account.post(path, request).await.ok()["found"], true, "{path}");
    }
}

#[tokio::test]
async fn identifiers_of_two_people_are_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let before = server.traces(&account);
    for (request, pointer) in [
        (json!({ "networkUrl": KATHERINE, "email": "jonas@quill.example" }), "/email"),
        (json!({ "email": "k.brandt@harbor.example", "phone": "+12025550177" }), "/phone"),
        (json!({ "networkUrl": JONAS, "phone": "+12025550143" }), "/phone"),
    ] {
        let problem = account.post("/v1/enrich", request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [format!("{pointer}: identifiers_disagree")]);
    }
    assert_eq!(server.traces(&account), before);
}

#[tokio::test]
async fn a_kind_must_fit_what_is_sent_with_it() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for (request, expected) in [
        (json!({ "kind": "email", "networkUrl": KATHERINE }), "/email: required"),
        (json!({ "kind": "network", "email": "k.brandt@harbor.example" }), "/networkUrl: required"),
        (json!({ "kind": "phone", "email": "k.brandt@harbor.example" }), "/phone: required"),
        (json!({ "kind": "name", "email": "k.brandt@harbor.example" }), "/fullName: required"),
        (json!({ "kind": "fax", "email": "k.brandt@harbor.example" }), "/kind: not_one_of"),
        (json!({}), ": missing_identifier"),
        (json!({ "fullName": "Katherine Brandt" }), "/company_domain: required"),
        (json!({ "firstName": "Katherine", "company_domain": "harbor.example" }), "/lastName: required"),
    ] {
        let problem = account.post("/v1/enrich", request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [expected]);
    }
}

#[tokio::test]
async fn the_business_email_is_given_and_no_other_contact() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 20).await;
    for (path, request) in [
        ("/v1/enrich", json!({ "networkUrl": KATHERINE, "explain": true })),
        ("/v1/enrich", json!({ "phone": "+12025550143", "explain": true })),
        ("/v1/enrich", json!({ "email": "katherine.brandt@gmail.com", "explain": true })),
        ("/v1/reverse-email", json!({ "email": "katherine.brandt@gmail.com", "explain": true })),
        ("/v1/reverse-phone", json!({ "phone": "+442079460123", "explain": true })),
    ] {
        let answer = account.post(path, request).await;
        let person = &answer.ok()["person"];
        assert_eq!(person["email"], "k.brandt@harbor.example");
        assert_eq!((&person["hasEmail"], &person["hasPhone"]), (&json!(true), &json!(true)));
        let text = answer.text();
        assert!(!text.contains("emails[") && !text.contains("phones["), "nor where one comes from: {text}");
        assert!(!text.contains("gmail") && !text.contains("5550143") && !text.contains("79460123"), "{text}");
    }
}

#[tokio::test]
async fn a_slip_a_swap_or_another_name_of_the_employer_loses_nobody() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let hugo = json!({ "fullName": "Hugo Zamorano", "companyName": "Copper Systems Inc",
        "companyDomain": "copper-systems.example",
        "emails": [{ "address": "hugo.zamorano@copper-systems.example" }] });
    let mira = json!({ "fullName": "Mira Okafor", "companyName": "Torrent Robotics Inc" });
    let claims = vec![
        company("Copper Systems Inc", "copper-systems.example"),
        company("Torrent Robotics Inc", "torrentrobotics.example"),
        person_claim("hugo", hugo),
        person_claim("mira", mira),
    ];
    server.store.ingest(claims).await.unwrap();
    let email = "hugo.zamorano@copper-systems.example";
    for (request, name) in [
        (json!({ "fullName": "Hugo Zanorano", "company_domain": "copper-systems.example" }), "Hugo Zamorano"),
        (json!({ "fullName": "Zamorano Hugo", "company_domain": "copper-systems.example" }), "Hugo Zamorano"),
        (
            json!({ "fullName": "Zamorano, Hugo", "company_domain": "copper-systems.example" }),
            "Hugo Zamorano",
        ),
        (json!({ "fullName": "Hugo Zamorano", "company_name": "Copper" }), "Hugo Zamorano"),
        (json!({ "fullName": "Mira Okafor", "company_domain": "torrentrobotics.example" }), "Mira Okafor"),
        (json!({ "fullName": "Mira Okafor", "company_name": "Torrent Robotics" }), "Mira Okafor"),
        (
            json!({ "email": "hugo.zamoran@copper-systems.example", "fullName": "Hugo Zamorano" }),
            "Hugo Zamorano",
        ),
        (json!({ "email": email, "fullName": "Zamorano Hugo" }), "Hugo Zamorano"),
        (json!({ "email": email, "fullName": "Hugo Zamorna" }), "Hugo Zamorano"),
    ] {
        let answer = account.post("/v1/enrich", request.clone()).await.ok();
        assert_eq!(answer["person"]["fullName"], name, "{request}: {answer}");
    }
    let answer = account.post("/v1/enrich", json!({ "email": email, "fullName": "Olga Stein" })).await.ok();
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("name_conflict")));
    assert_eq!(answer["cost"]["credits"], 0);
}

#[tokio::test]
async fn several_people_who_fit_as_well_are_told_as_such() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let ana = |profile: &str| {
        json!({ "fullName": "Ana Silva", "companyDomain": "copper-systems.example",
            "networkUrl": format!("https://network.example/in/{profile}") })
    };
    let claims = vec![person_claim("one", ana("ana-silva-1")), person_claim("two", ana("ana-silva-2"))];
    server.store.ingest(claims).await.unwrap();
    let asked = json!({ "fullName": "Ana Silva", "company_domain": "copper-systems.example" });
    let answer = account.post("/v1/enrich", asked).await.ok();
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("ambiguous")), "{answer}");
    let asked = json!({ "fullName": "Ana Souza", "company_domain": "copper-systems.example" });
    let answer = account.post("/v1/enrich", asked).await.ok();
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!(null)), "{answer}");
    let asked = json!({ "networkUrl": "https://network.example/in/ana-silva-2" });
    assert_eq!(account.post("/v1/enrich", asked).await.ok()["found"], true);
}

#[tokio::test]
async fn a_mailbox_of_a_role_means_no_person() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let lena = json!({ "fullName": "Lena Brandt", "companyDomain": "brandt-dach.example",
        "emails": [{ "address": "info@brandt-dach.example" }] });
    server.store.ingest(vec![person_claim("lena", lena)]).await.unwrap();
    let answer = account.post("/v1/enrich", json!({ "email": "info@brandt-dach.example" })).await.ok();
    assert_eq!(answer["found"], false, "{answer}");
    let named = json!({ "email": "info@brandt-dach.example", "fullName": "Lena Brandt" });
    assert_eq!(account.post("/v1/enrich", named).await.ok()["found"], true);
}

#[tokio::test]
async fn a_middle_name_tells_namesakes_apart() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let walter = json!({ "fullName": "Walter B Frostig", "companyDomain": "frostig.example" });
    server.store.ingest(vec![person_claim("walter", walter)]).await.unwrap();
    for (name, found) in [
        ("Walter Frostig", true),
        ("Walter B. Frostig", true),
        ("Walter Bruno Frostig", true),
        ("Walter K Frostig", false),
        ("Walter Kurt Frostig", false),
    ] {
        let request = json!({ "fullName": name, "company_domain": "frostig.example" });
        assert_eq!(account.post("/v1/enrich", request).await.ok()["found"], found, "{name}");
    }
}

#[tokio::test]
async fn a_person_is_found_by_an_orcid() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let josiah = json!({ "fullName": "Josiah Carberry",
        "identifiers": [{ "scheme": "ORCID", "value": "0000-0002-1825-0097" }] });
    server.store.ingest(vec![person_claim("josiah", josiah)]).await.unwrap();
    let request = json!({ "identifier": "ORCID-https://orcid.org/0000-0002-1825-0097" });
    let answer = account.post("/v1/enrich", request).await.ok();
    assert_eq!(answer["person"]["fullName"], "Josiah Carberry", "{answer}");
}

#[tokio::test]
async fn a_person_without_a_required_field_is_not_returned_and_not_charged() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let ask = async |required: Value| {
        account.post("/v1/enrich", json!({ "networkUrl": KATHERINE, "required": required })).await
    };
    assert_eq!(ask(json!(["email", "hasPhone", "skills"])).await.ok()["found"], true);
    assert_eq!(server.balance(&account), Credits::whole(99));
    let lacking = ask(json!(["email", "education"])).await.ok();
    assert_eq!((&lacking["found"], &lacking["reason"]), (&json!(false), &json!("required_missing")));
    assert!(lacking.get("person").is_none());
    assert_eq!(server.balance(&account), Credits::whole(99));
    assert!(server.store.people_seen(&account.id, None, None, 10).unwrap().len() == 1);
    let unknown = ask(json!(["emial"])).await.problem(422, "invalid_request");
    assert_eq!(faults(&unknown), ["/required/0: not_one_of"]);
}

#[tokio::test]
async fn a_record_is_answered_by_its_id_and_by_that_of_one_joined_into_it() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 20).await;
    let katherine =
        account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok()["person"].clone();
    let jonas = account.post("/v1/enrich", json!({ "networkUrl": JONAS })).await.ok()["person"].clone();
    let (id, joined) = (katherine["id"].as_str().unwrap(), jonas["id"].as_str().unwrap());
    let again = account.post("/v1/enrich", json!({ "person_id": id, "explain": true })).await.ok();
    assert_eq!((&again["person"], &again["confidence"]), (&katherine, &json!(1.0)));
    assert_eq!(again["matched_on"], json!(["person_id"]));
    assert!(!again["explain"]["values"].as_array().unwrap().is_empty(), "{again}");
    server.store.merge_by_hand(id, joined, TwoValues::Refused).await.unwrap();
    let of_joined = account.post("/v1/enrich", json!({ "person_id": joined })).await.ok();
    let of_kept = account.post("/v1/enrich", json!({ "person_id": id })).await.ok();
    assert_eq!(of_joined["person"]["id"], of_kept["person"]["id"]);

    let company =
        account.post("/v1/companies", json!({ "name": "Harbor Systems" })).await.ok()["company"].clone();
    let by_id = account.post("/v1/companies", json!({ "company_id": company["id"] })).await.ok();
    assert_eq!((&by_id["company"], &by_id["matched_on"]), (&company, &json!(["company_id"])));

    let before = server.balance(&account);
    for (path, request) in [
        ("/v1/enrich", json!({ "person_id": "per_unknown" })),
        ("/v1/companies", json!({ "company_id": "com_unknown" })),
    ] {
        let answer = account.post(path, request.clone()).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)), "{request}");
    }
    for (path, request) in [
        ("/v1/enrich", json!({ "person_id": company["id"] })),
        ("/v1/companies", json!({ "company_id": id })),
    ] {
        account.post(path, request).await.problem(422, "invalid_request");
    }
    for (path, request, pointer) in [
        ("/v1/enrich", json!({ "person_id": id, "email": "k@harbor.example" }), "/email"),
        ("/v1/companies", json!({ "company_id": company["id"], "country": "DE" }), "/country"),
    ] {
        let problem = account.post(path, request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [format!("{pointer}: contradiction")]);
    }
    assert_eq!(server.balance(&account), before);
}
