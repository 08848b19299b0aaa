//! Claims about people.

use std::collections::VecDeque;

use jiff::Timestamp;
use records::{
    Claim, ContactStatus, EmailFact, EmailKind, ExperienceFact, Facts, LineType, PartialDate, PersonFacts,
    PhoneFact,
};

use super::{
    announcement::announcement,
    source::{CONFERENCE_LIST, CONTACT_PANEL, CRM_EXPORT, DIRECTORY},
};
use crate::{
    calendar::{Day, month_of},
    career::{RECENT_DAYS, WorldPosition},
    person::WorldPerson,
    rng::{Purpose, Rng},
    world::World,
};

pub(crate) const CARRIERS: [&str; 4] =
    ["Meridian Mobile", "Polaris Wireless", "Tern Telecom", "Halyard Mobile"];

/// The claims of all sources about a person; the directory's older claim comes before its newer one.
pub(super) fn claims(world: &World, person: &WorldPerson, out: &mut VecDeque<Claim>) {
    let mut rng = Rng::new(world.seed, person.index, Purpose::PersonClaims);
    let lists_email = rng.chance(80);
    directory(world, person, lists_email, &mut rng, out);
    if rng.chance(40) {
        crm_export(world, person, !lists_email, &mut rng, out);
    }
    if rng.chance(10) {
        conference_list(world, person, &mut rng, out);
    }
    if (person.mobile.is_some() || person.personal_email.is_some()) && rng.chance(85) {
        contact_panel(world, person, &mut rng, out);
    }
}

/// A claim of a source about a person.
pub(crate) fn person_claim(
    source: &str,
    reference: String,
    observed_at: Timestamp,
    facts: PersonFacts,
) -> Claim {
    Claim { source: source.to_owned(), reference, observed_at, facts: Facts::Person(Box::new(facts)) }
}

fn directory(
    world: &World,
    person: &WorldPerson,
    lists_email: bool,
    rng: &mut Rng,
    out: &mut VecDeque<Claim>,
) {
    let reference = format!("dir-{}", person.index);
    let age = world.today.0 - Day::of_date(person.current().started).0;
    let before = &person.career[1..];
    let mut seen_days_ago = rng.between(1, 20);
    if age <= RECENT_DAYS {
        if let Some(previous) = before.first() {
            let seen =
                Day::of_date(previous.ended.unwrap_or(person.current().started)).minus(rng.between(20, 120));
            if seen >= Day::of_date(previous.started) {
                let facts = view_before(world, person, lists_email);
                let moment = world.moment(seen, rng.below(86_000));
                out.push_back(person_claim(DIRECTORY, reference.clone(), moment, facts));
            }
        }
        seen_days_ago = seen_days_ago.min(age);
    }
    let observed_at = world.moment(world.today.minus(seen_days_ago), rng.below(86_000));
    let mut facts = profile_facts(person, &person.career, &person.headline);
    facts.company_network_url = Some(person.company_page.clone());
    if lists_email {
        facts.emails.push(business_email(world, person, rng));
    }
    if let Some(previous) = before.first().filter(|previous| previous.company != person.company)
        && age <= RECENT_DAYS
    {
        let mut rng = Rng::new(world.seed, person.index, Purpose::Announcement);
        let posted = world.moment(Day::of_date(person.current().started), rng.below(86_000)).min(observed_at);
        facts.announcement = Some(announcement(person, person.current(), previous, posted, &mut rng));
    }
    out.push_back(person_claim(DIRECTORY, reference, observed_at, facts));
}

/// The directory's facts before the last change.
fn view_before(world: &World, person: &WorldPerson, lists_email: bool) -> PersonFacts {
    let before = &person.career[1..];
    let previous = &before[0];
    let headline = format!("{} at {}", previous.title, previous.company_name);
    let mut facts = profile_facts(person, before, &headline);
    if let Some(first) = facts.experience.first_mut() {
        first.ended_at = None;
    }
    facts.company_network_url = Some(world.identity(previous.company).page);
    if lists_email {
        let address = if previous.company == person.company {
            person.business_email.clone()
        } else {
            let name = world.person_name(person.company, person.index);
            world.former_or_future_address(previous.company, person.index, &name)
        };
        facts.emails.push(EmailFact { address, kind: Some(EmailKind::Business), ..EmailFact::default() });
    }
    facts
}

/// The facts of a person's profile, with these positions.
pub(crate) fn profile_facts(
    person: &WorldPerson,
    positions: &[WorldPosition],
    headline: &str,
) -> PersonFacts {
    let mut facts = named(person);
    position_facts(&mut facts, &positions[0]);
    facts.headline = Some(headline.to_owned());
    facts.location = Some(person.location.clone());
    facts.network_url = Some(person.network_url.clone());
    facts.experience = positions.iter().map(experience).collect();
    facts.education = person.education.clone();
    facts.skills = person.skills.clone();
    facts.languages = person.languages.clone();
    facts.certifications = person.certifications.clone();
    facts
}

/// Sets the current position.
fn position_facts(facts: &mut PersonFacts, position: &WorldPosition) {
    facts.title = Some(position.title.clone());
    facts.company_name = Some(position.company_name.clone());
    facts.company_domain = Some(position.company_domain.clone());
    facts.started_at = Some(PartialDate::day(position.started));
}

fn named(person: &WorldPerson) -> PersonFacts {
    PersonFacts {
        full_name: Some(person.full_name.clone()),
        first_name: Some(person.given_name.clone()),
        last_name: Some(person.family_name.clone()),
        ..PersonFacts::default()
    }
}

fn experience(position: &WorldPosition) -> ExperienceFact {
    ExperienceFact {
        company_name: Some(position.company_name.clone()),
        company_domain: Some(position.company_domain.clone()),
        title: Some(position.title.clone()),
        // The current position keeps the exact day, so that it equals the start of the current role.
        started_at: if position.ended.is_none() {
            Some(PartialDate::day(position.started))
        } else {
            month_of(position.started)
        },
        ended_at: position.ended.and_then(month_of),
    }
}

fn business_email(world: &World, person: &WorldPerson, rng: &mut Rng) -> EmailFact {
    let status = match rng.below(100) {
        0..18 => None,
        _ if person.catch_all => Some(ContactStatus::Risky),
        _ => Some(ContactStatus::Deliverable),
    };
    EmailFact {
        address: person.business_email.clone(),
        kind: Some(EmailKind::Business),
        status,
        last_validated_at: status.map(|_| checked(world, person, rng)),
    }
}

/// Time of an address check; never before the start of the current position.
fn checked(world: &World, person: &WorldPerson, rng: &mut Rng) -> Timestamp {
    let held = world.today.0 - Day::of_date(person.current().started).0;
    world.moment(world.today.minus(rng.between(1, 80).min(held.max(0))), rng.below(86_000))
}

fn crm_export(
    world: &World,
    person: &WorldPerson,
    needs_profile: bool,
    rng: &mut Rng,
    out: &mut VecDeque<Claim>,
) {
    let seen = world.today.minus(rng.between(60, 500));
    let Some(position) = person.position_at(seen.date()) else { return };
    let mut facts = named(person);
    if let Some(nickname) = person.nickname.filter(|_| rng.chance(50)) {
        facts.first_name = Some(nickname.to_owned());
        facts.full_name = Some(format!("{nickname} {}", person.family_name));
    }
    position_facts(&mut facts, position);
    facts.started_at = None;
    let same_company = position.company == person.company;
    if same_company {
        let address = person.business_email.clone();
        facts.emails.push(EmailFact { address, kind: Some(EmailKind::Business), ..EmailFact::default() });
    }
    if needs_profile || !same_company || rng.chance(55) {
        facts.network_url = Some(person.network_url.clone());
    }
    if let Some(number) = person.mobile.clone().filter(|_| rng.chance(35)) {
        facts.phones.push(PhoneFact { number, ..PhoneFact::default() });
    }
    if rng.chance(60) {
        facts.location = Some(person.location.clone());
    }
    let reference = format!("lead-{}", world.person_order.at(person.index) + 100_000);
    out.push_back(person_claim(CRM_EXPORT, reference, world.moment(seen, rng.below(86_000)), facts));
}

fn conference_list(world: &World, person: &WorldPerson, rng: &mut Rng, out: &mut VecDeque<Claim>) {
    let seen = world.today.minus(rng.between(10, 700));
    let Some(position) = person.position_at(seen.date()) else { return };
    let mut facts = PersonFacts {
        full_name: Some(person.full_name.clone()),
        title: Some(position.title.clone()),
        company_name: Some(position.company_name.clone()),
        company_domain: Some(position.company_domain.clone()),
        network_url: Some(person.network_url.clone()),
        ..PersonFacts::default()
    };
    if let Some(address) = person.personal_email.clone().filter(|_| rng.chance(30)) {
        facts.emails.push(EmailFact { address, kind: Some(EmailKind::Personal), ..EmailFact::default() });
    }
    let reference = format!("badge-{}", person.index);
    out.push_back(person_claim(CONFERENCE_LIST, reference, world.moment(seen, rng.below(86_000)), facts));
}

fn contact_panel(world: &World, person: &WorldPerson, rng: &mut Rng, out: &mut VecDeque<Claim>) {
    let seen = world.today.minus(rng.between(1, 60));
    let moment = world.moment(seen, rng.below(86_000));
    let mut facts = named(person);
    facts.network_url = Some(person.network_url.clone());
    let (status, last_validated_at) =
        if rng.chance(75) { (Some(ContactStatus::Deliverable), Some(moment)) } else { (None, None) };
    if let Some(address) = person.personal_email.clone() {
        facts.emails.push(EmailFact { address, kind: Some(EmailKind::Personal), status, last_validated_at });
    }
    if let Some(number) = person.mobile.clone() {
        let carrier = Some((*rng.pick(&CARRIERS)).to_owned());
        facts.phones.push(PhoneFact {
            number,
            line_type: Some(LineType::Mobile),
            carrier,
            status,
            last_validated_at,
        });
    }
    out.push_back(person_claim(CONTACT_PANEL, format!("panel-{}", person.index), moment, facts));
}
