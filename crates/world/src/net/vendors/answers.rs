//! The facts that vendors answer with.

use records::Location;
use serde_json::{Value, json};

use super::{
    find,
    inquiry::{Inquiry, Topic},
    vendor::{House, WorldVendor},
};
use crate::{
    claims::CARRIERS,
    company::WorldCompany,
    person::WorldPerson,
    rng::{Purpose, Rng},
    words::phones,
    world::{Side, World, hash},
};

/// The answer of a vendor to a question; none if it does not know the subject.
pub(super) fn answer(world: &World, vendor: &WorldVendor, topic: Topic, inquiry: &Inquiry) -> Option<Value> {
    match topic {
        Topic::Phone => phone_line(world, inquiry.get("phone")?),
        Topic::Company => company_answer(world, vendor.house, inquiry),
        Topic::Person | Topic::Email | Topic::Mobile => person_answer(world, vendor.house, topic, inquiry),
    }
}

fn company_answer(world: &World, house: House, inquiry: &Inquiry) -> Option<Value> {
    let (part, company) = find::company(world, inquiry)?;
    house.has_company(part, company).then(|| company_facts(part.side, &part.company(company)))
}

fn person_answer(world: &World, house: House, topic: Topic, inquiry: &Inquiry) -> Option<Value> {
    let (part, index) = find::person(world, inquiry)?;
    let is_known = match topic {
        Topic::Mobile => house.has_mobile(part, index),
        _ => house.has_person(part, index),
    };
    if !is_known {
        return None;
    }
    let person = part.person(index);
    let mut facts = person_facts(part.side, &person);
    match topic {
        Topic::Email => facts["emails"] = emails(&person),
        Topic::Mobile => facts["phones"] = json!([{ "type": "mobile", "number": person.mobile? }]),
        _ => {}
    }
    Some(facts)
}

fn person_facts(side: Side, person: &WorldPerson) -> Value {
    let position = person.current();
    json!({
        "id": reference(side, "p", person.index),
        "full_name": person.full_name,
        "first_name": person.given_name,
        "last_name": person.family_name,
        "headline": person.headline,
        "title": position.title,
        "started_at": position.started.to_string(),
        "company": { "name": position.company_name, "domain": position.company_domain },
        "profile_url": person.network_url,
        "location": place(Some(&person.location)),
        "skills": person.skills,
    })
}

fn emails(person: &WorldPerson) -> Value {
    let status = if person.catch_all { "accept_all" } else { "valid" };
    json!({ "business": person.business_email, "status": status, "personal": person.personal_email })
}

fn company_facts(side: Side, company: &WorldCompany) -> Value {
    let technologies = company.technologies.iter().map(|technology| technology.name.as_str());
    json!({
        "id": reference(side, "c", company.index),
        "name": company.name,
        "legal_name": company.legal_name,
        "domain": company.domain,
        "page_url": company.network_url,
        "description": company.description,
        "industries": company.industries,
        "tags": company.tags,
        "employees": company.headcount,
        "founded": company.founded_year,
        "phone": company.phone,
        "headquarters": place(company.locations.first()),
        "technologies": technologies.collect::<Vec<_>>(),
    })
}

/// A check of a number: one in sixteen is not in service. None for a number that the world does not have.
fn phone_line(world: &World, number: &str) -> Option<Value> {
    if !phones::is_fictional(number) {
        return None;
    }
    let mut rng = Rng::new(world.seed, hash(number), Purpose::PhoneLine);
    let is_active = rng.below(16) > 0;
    let line_type = if phones::is_mobile(number) { "wireless" } else { "fixed" };
    Some(json!({
        "number": number,
        "active": is_active,
        "line_type": line_type,
        "carrier": rng.pick(&CARRIERS),
    }))
}

fn place(location: Option<&Location>) -> Value {
    json!({
        "city": location.and_then(|location| location.city.as_ref()),
        "region": location.and_then(|location| location.region.as_ref()),
        "country": location.and_then(|location| location.country.as_ref()),
    })
}

fn reference(side: Side, kind: &str, index: u64) -> String {
    let start = match side {
        Side::Inside => "",
        Side::Outside => "x",
    };
    format!("{start}{kind}{index}")
}
