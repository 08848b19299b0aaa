//! The vendors: keys, lookups, misses, rate limit and delay.

use std::time::{Duration, Instant};

use hyper::{Request, StatusCode, header::HOST};
use serde_json::{Value, json};
use world::{
    WorldPerson,
    net::{VENDORS, WorldVendor},
};

use crate::client::{Answer, Served};

fn vendor(name: &str) -> WorldVendor {
    *VENDORS.iter().find(|vendor| vendor.name == name).unwrap()
}

/// Sends a question in the form of the vendor.
async fn ask(served: &Served, name: &str, key: &str, what: &str, subject: &Value) -> Answer {
    let object = subject.as_object().unwrap();
    let pairs = object.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap()));
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let request = match name {
        "atlas" => Request::get(format!("/v1/{what}?{query}")).header("x-api-key", key),
        "beacon" => Request::post(format!("/match/{what}")).header("authorization", format!("Bearer {key}")),
        _ => Request::get(format!("/lookup/{what}?{query}")).header("x-cobalt-key", key),
    };
    let body = if name == "beacon" { subject.to_string() } else { String::new() };
    served.send(request.header(HOST, vendor(name).host).body(body).unwrap()).await
}

/// The facts in an answer; none for a miss.
fn facts(name: &str, answer: &Answer) -> Option<Value> {
    let body = match answer.status {
        StatusCode::NOT_FOUND if name == "atlas" => return None,
        status => {
            assert_eq!(status, StatusCode::OK, "{name}: {}", answer.body);
            answer.json()
        }
    };
    match name {
        "atlas" => Some(body),
        "beacon" => (body["status"] == "match").then(|| body["match"].clone()),
        _ => (body["found"] == true).then(|| body["result"].clone()),
    }
}

async fn look_up(served: &Served, vendor: &WorldVendor, what: &str, subject: Value) -> Option<Value> {
    facts(vendor.name, &ask(served, vendor.name, vendor.key, what, &subject).await)
}

/// The first outside person that a vendor knows with a mobile.
fn known_to(served: &Served, vendor: &WorldVendor) -> WorldPerson {
    let world = &served.world;
    let knows = |person: &WorldPerson| {
        vendor.knows_person(world, &person.network_url) && vendor.knows_mobile(world, &person.network_url)
    };
    world.outside_people().find(knows).unwrap()
}

#[tokio::test]
async fn every_vendor_finds_a_person_by_profile_address_and_name() {
    let served = Served::start().await;
    for vendor in &VENDORS {
        let person = known_to(&served, vendor);
        let employer = served.world.outside_company(person.company);
        for subject in [
            json!({ "profile": person.network_url }),
            json!({ "email": person.business_email }),
            json!({ "full_name": person.full_name, "domain": employer.domain }),
        ] {
            let found = look_up(&served, vendor, "person", subject.clone()).await.unwrap();
            assert_eq!(found["profile_url"], *person.network_url, "{}: {subject}", vendor.name);
            assert_eq!(found["company"]["domain"], *employer.domain);
            assert!(
                found.get("emails").is_none() && found.get("phones").is_none(),
                "only what was asked for"
            );
        }
        let profile = json!({ "profile": person.network_url });
        let email = look_up(&served, vendor, "email", profile.clone()).await.unwrap();
        assert_eq!(email["emails"]["business"], *person.business_email);
        let mobile = look_up(&served, vendor, "mobile", profile).await.unwrap();
        assert_eq!(mobile["phones"][0]["number"].as_str(), person.mobile.as_deref());
    }
}

#[tokio::test]
async fn every_vendor_knows_another_part_of_the_companies() {
    let served = Served::start().await;
    let companies: Vec<_> = served.world.outside_companies().collect();
    let mut parts = Vec::new();
    for vendor in &VENDORS {
        let known: Vec<bool> =
            companies.iter().map(|company| vendor.knows_company(&served.world, &company.domain)).collect();
        for index in [known.iter().position(|known| *known), known.iter().position(|known| !known)] {
            let (company, is_known) = (&companies[index.unwrap()], known[index.unwrap()]);
            let found = look_up(&served, vendor, "company", json!({ "domain": company.domain })).await;
            assert_eq!(found.is_some(), is_known, "{}", vendor.name);
            assert!(found.is_none_or(|found| found["name"] == *company.name));
        }
        parts.push(known);
    }
    let knowing = |index: usize| parts.iter().filter(|part| part[index]).count();
    let by_count = |count| (0..companies.len()).filter(|index| knowing(*index) == count).count();
    assert!((0..=3).all(|count| by_count(count) > 5), "the parts overlap, and none is complete");
}

#[tokio::test]
async fn mobiles_of_people_inside_are_known_in_part() {
    let served = Served::start().await;
    let people = (0..served.world.people_count()).map(|index| served.world.person(index));
    let with_mobile: Vec<_> = people.filter(|person| person.mobile.is_some()).collect();
    let atlas = vendor("atlas");
    let known = |person: &&WorldPerson| atlas.knows_mobile(&served.world, &person.network_url);
    let person = with_mobile.iter().find(known).unwrap();
    let found = look_up(&served, &atlas, "mobile", json!({ "profile": person.network_url })).await.unwrap();
    assert_eq!(found["phones"][0]["number"].as_str(), person.mobile.as_deref());
    let unknown = with_mobile.iter().find(|person| !known(person)).unwrap();
    assert_eq!(look_up(&served, &atlas, "mobile", json!({ "profile": unknown.network_url })).await, None);
}

#[tokio::test]
async fn a_phone_check_tells_line_type_and_service() {
    let served = Served::start().await;
    let mut lines = Vec::new();
    for person in served.world.outside_people().filter(|person| person.mobile.is_some()).take(60) {
        let subject = json!({ "phone": person.mobile });
        let line = look_up(&served, &vendor("atlas"), "phone", subject).await.unwrap();
        assert_eq!(line["line_type"], "wireless");
        lines.push(line["active"].as_bool().unwrap());
    }
    assert!(lines.contains(&true) && lines.contains(&false), "{lines:?}");
    let landline = look_up(&served, &vendor("atlas"), "phone", json!({ "phone": "+493023125001" })).await;
    assert_eq!(landline.unwrap()["line_type"], "fixed");
    assert_eq!(look_up(&served, &vendor("atlas"), "phone", json!({ "phone": "+493012345678" })).await, None);
}

#[tokio::test]
async fn an_unknown_key_and_a_bad_request_are_refused() {
    let served = Served::start().await;
    for vendor in &VENDORS {
        let subject = json!({ "email": "unknown@nowhere.example" });
        let refused = ask(&served, vendor.name, "other-key", "person", &subject).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{}", vendor.name);
        let empty = ask(&served, vendor.name, vendor.key, "person", &json!({})).await;
        assert_eq!(empty.status, StatusCode::BAD_REQUEST, "{}", vendor.name);
        let nowhere = ask(&served, vendor.name, vendor.key, "weather", &subject).await;
        assert_eq!(nowhere.status, StatusCode::NOT_FOUND, "{}", vendor.name);
        assert_eq!(look_up(&served, vendor, "person", subject).await, None, "{}", vendor.name);
    }
}

#[tokio::test]
async fn beacon_limits_the_rate_and_cobalt_is_slow() {
    let served = Served::start().await;
    let subject = json!({ "domain": "unknown.example" });
    let mut statuses = Vec::new();
    for _ in 0..32 {
        let answer = ask(&served, "beacon", vendor("beacon").key, "company", &subject).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(answer.headers["retry-after"], "1");
        }
        statuses.push(answer.status);
    }
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::TOO_MANY_REQUESTS).count(), 2);
    let started = Instant::now();
    ask(&served, "cobalt", vendor("cobalt").key, "company", &subject).await;
    assert!(started.elapsed() >= Duration::from_millis(30));
}

#[test]
fn every_description_is_toml_with_the_vendor_s_name_and_host() {
    for vendor in &VENDORS {
        let description: toml::Table = vendor.description.parse().unwrap();
        assert_eq!(description["name"].as_str(), Some(vendor.name));
        assert_eq!(description["base_url"].as_str(), Some(format!("http://{}", vendor.host).as_str()));
        let lookups = description["lookups"].as_array().unwrap();
        let facts = lookups.iter().flat_map(|lookup| lookup["facts"].as_array().unwrap());
        let facts: Vec<&str> = facts.map(|fact| fact.as_str().unwrap()).collect();
        assert_eq!(facts, ["person", "business_email", "personal_email", "mobile", "company", "phone_check"]);
    }
}
