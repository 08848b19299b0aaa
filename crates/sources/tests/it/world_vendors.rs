//! The website reader and the waterfall against the servers of a synthetic world.

use std::{sync::Arc, time::Duration};

use egress::{Client, ClientOptions, DnsServer, NetworkPolicy};
use records::{Claim, CompanyFacts, Facts, LineType};
use sources::{
    vendor::{Answer, Description, Fact, Vendor, VendorOutcome, VendorQuestion, VendorSecret, VendorSubject},
    waterfall::{BreakerLimits, Plans, Waterfall, WaterfallPlan, WaterfallResult},
    website::{DNS_SOURCE, Visited, WEBSITE_SOURCE, WebsiteOptions, WebsiteReader},
};
use world::{
    World, WorldCompany, WorldOptions, WorldPerson,
    net::{NetOptions, SiteState, VENDORS, WorldNet, WorldVendor},
};

use crate::{
    site::NOW,
    vendors::{in_order, warm_up},
};

struct WorldLab {
    world: Arc<World>,
    net: WorldNet,
}

impl WorldLab {
    async fn start() -> Self {
        let world = Arc::new(World::new(WorldOptions { seed: 3, people: 500, as_of: NOW.parse().unwrap() }));
        let net = WorldNet::start(Arc::clone(&world), NetOptions::default()).await.unwrap();
        Self { world, net }
    }

    fn client(&self) -> Client {
        Client::new(ClientOptions {
            dns: DnsServer::At(self.net.dns_address()),
            network: NetworkPolicy::allowing(["127.0.0.0/8".parse().unwrap()]),
            http_port: self.net.http_port(),
            https_port: self.net.https_port().unwrap(),
            ..ClientOptions::default()
        })
        .unwrap()
    }

    fn reader(&self) -> WebsiteReader {
        let options = WebsiteOptions { pause: Duration::from_millis(2), ..WebsiteOptions::default() };
        WebsiteReader::new(self.client(), options)
    }

    fn waterfall(&self) -> Waterfall {
        warm_up();
        let vendor = |vendor: &WorldVendor| {
            let description = Description::parse(vendor.description).unwrap();
            assert_eq!(description.name, vendor.name);
            Vendor::new(description, VendorSecret::new(vendor.key)).unwrap()
        };
        let plan = WaterfallPlan { deadline_ms: 10_000, ..in_order() };
        let plans = Plans(Fact::ALL.into_iter().map(|fact| (fact, plan.clone())).collect());
        let vendors = VENDORS.iter().map(vendor).collect();
        Waterfall::new(self.client(), vendors, plans, BreakerLimits::default(), 1)
    }
}

fn company_claims<'a>(claims: &'a [Claim], source: &'a str) -> impl Iterator<Item = &'a CompanyFacts> {
    let from_source = claims.iter().filter(move |claim| claim.source == source);
    from_source.filter_map(|claim| match &claim.facts {
        Facts::Company(facts) => Some(&**facts),
        _ => None,
    })
}

fn profile(person: &WorldPerson) -> VendorSubject {
    VendorSubject { network_url: Some(person.network_url.clone()), ..VendorSubject::default() }
}

/// Outcomes by vendor. A vendor that limits the rate is paused, which depends on the questions before.
fn outcome_of(gathered: &WaterfallResult, name: &str) -> Option<VendorOutcome> {
    gathered.attempts.iter().find(|attempt| attempt.provider == name).map(|attempt| attempt.outcome)
}

/// Compares the pages of a site with the company; returns the number of technologies found.
fn check_pages(company: &WorldCompany, claims: &[Claim]) -> usize {
    let pages: Vec<&CompanyFacts> = company_claims(claims, WEBSITE_SOURCE).collect();
    let [home, about] = pages[..] else { panic!("{pages:?}") };
    assert_eq!(home.name.as_deref(), Some(company.name.as_str()));
    assert_eq!(home.description.as_deref(), Some(company.description.as_str()));
    assert_eq!(home.network_url.as_deref(), Some(company.network_url.as_str()));
    assert_eq!(home.phone, company.phone);
    assert_eq!(home.emails, [format!("info@{}", company.domain)]);
    assert_eq!(home.locations, company.locations);
    assert_eq!(about.legal_name.as_deref(), Some(company.legal_name.as_str()));
    assert_eq!(about.employee_count, Some(company.headcount));
    assert_eq!(about.founded_year, Some(company.founded_year));
    for found in &home.technologies {
        let is_used = company.technologies.iter().any(|used| used.name == found.name);
        assert!(is_used, "{} does not use {}", company.domain, found.name);
    }
    home.technologies.len()
}

#[tokio::test]
async fn the_website_of_an_unknown_company_is_read() {
    let lab = WorldLab::start().await;
    let mut technologies = 0;
    for company in lab.world.outside_companies().take(40) {
        let reading = lab.reader().read(&company.domain, NOW.parse().unwrap()).await;
        let expected = match lab.net.site(&company.domain).unwrap() {
            SiteState::Open => Visited::Read,
            SiteState::Absent => Visited::Absent,
            SiteState::Unavailable => Visited::Unwelcome,
        };
        assert_eq!(reading.visited, expected, "{}", company.domain);
        if expected != Visited::Read {
            continue;
        }
        technologies += check_pages(&company, &reading.claims);
        assert!(company_claims(&reading.claims, DNS_SOURCE).count() <= 1);
    }
    assert!(technologies > 40, "{technologies}");
}

/// The technologies that the world's pages reveal.
const SHOWN: [&str; 21] = [
    "Calendly",
    "Datadog",
    "Google Analytics",
    "HubSpot",
    "Intercom",
    "Mailchimp",
    "Marketo",
    "Next.js",
    "Pipedrive",
    "React",
    "Salesforce",
    "Segment",
    "Sentry",
    "Shopify",
    "Square",
    "Squarespace",
    "Stripe",
    "Twilio",
    "Wix",
    "WordPress",
    "Zendesk",
];

#[tokio::test]
async fn every_technology_that_shows_in_a_page_is_recognised() {
    let lab = WorldLab::start().await;
    for name in SHOWN {
        let uses = |company: &WorldCompany| company.technologies.iter().any(|used| used.name == name);
        let is_open = |company: &WorldCompany| lab.net.site(&company.domain) == Some(SiteState::Open);
        let company = lab.world.outside_companies().find(|company| is_open(company) && uses(company));
        let company = company.unwrap_or_else(|| panic!("no company uses {name}"));
        let reading = lab.reader().read(&company.domain, NOW.parse().unwrap()).await;
        let home = company_claims(&reading.claims, WEBSITE_SOURCE).next().unwrap();
        assert!(home.technologies.iter().any(|found| found.name == name), "{name}: {:?}", home.technologies);
    }
}

#[tokio::test]
async fn the_waterfall_goes_on_until_a_vendor_knows_the_person() {
    let lab = WorldLab::start().await;
    let waterfall = lab.waterfall();
    let [beacon, atlas, cobalt] = &VENDORS;
    let knows =
        |vendor: &WorldVendor, person: &WorldPerson| vendor.knows_person(&lab.world, &person.network_url);
    let only_cobalt =
        |person: &WorldPerson| !knows(beacon, person) && !knows(atlas, person) && knows(cobalt, person);
    let person = lab.world.outside_people().find(only_cobalt).unwrap();
    let gathered = waterfall.ask(VendorQuestion { fact: Fact::Person, subject: profile(&person) }).await;
    let outcomes = VENDORS.map(|vendor| outcome_of(&gathered, vendor.name).unwrap());
    assert_eq!(outcomes, [VendorOutcome::Miss, VendorOutcome::Miss, VendorOutcome::Hit]);
    let facts = &gathered.best().unwrap().answer.person;
    assert_eq!(facts.full_name.as_deref(), Some(person.full_name.as_str()));
    assert_eq!(facts.title.as_deref(), Some(person.current().title.as_str()));
    assert_eq!(facts.location.as_ref(), Some(&person.location));
    assert_eq!(facts.skills, person.skills);
    assert!(facts.started_at.is_some());
}

fn check_answer(world: &World, person: &WorldPerson, fact: Fact, answer: &Answer) {
    match fact {
        Fact::Person => assert_eq!(answer.value(fact), Some(person.network_url.as_str())),
        Fact::BusinessEmail => {
            assert_eq!(answer.value(fact), Some(person.business_email.as_str()));
            assert_eq!(answer.is_confirmed(fact), !person.catch_all);
        }
        Fact::PersonalEmail => assert_eq!(answer.value(fact), person.personal_email.as_deref()),
        Fact::Mobile => assert_eq!(answer.value(fact), person.mobile.as_deref()),
        Fact::PhoneCheck => {
            assert_eq!(answer.phone.line_type, Some(LineType::Mobile));
            assert!(answer.phone.valid.is_some() && answer.phone.carrier.is_some());
        }
        Fact::Company => {
            let company = world.outside_company(person.company);
            assert_eq!(answer.company.name.as_deref(), Some(company.name.as_str()));
            assert_eq!(answer.company.employee_count, Some(company.headcount));
            assert_eq!(answer.company.network_url.as_deref(), Some(company.network_url.as_str()));
            assert_eq!(answer.company.phone, company.phone);
            assert_eq!(answer.company.locations[..], company.locations[..1]);
        }
    }
}

#[tokio::test]
async fn every_vendor_answers_every_fact() {
    let lab = WorldLab::start().await;
    for vendor in &VENDORS {
        let asked =
            Vendor::new(Description::parse(vendor.description).unwrap(), VendorSecret::new(vendor.key));
        let (asked, client) = (asked.unwrap(), lab.client());
        let known = |person: &WorldPerson| {
            let url = &person.network_url;
            person.personal_email.is_some()
                && vendor.knows_person(&lab.world, url)
                && vendor.knows_mobile(&lab.world, url)
                && vendor.knows_company(&lab.world, &person.current().company_domain)
        };
        let person = lab.world.outside_people().find(known).unwrap();
        let subject = VendorSubject {
            phone: person.mobile.clone(),
            company_domain: Some(person.current().company_domain.clone()),
            ..profile(&person)
        };
        for fact in Fact::ALL {
            let mut subject = subject.clone();
            // A number that is already known is no answer to the question for a mobile.
            subject.phone = subject.phone.filter(|_| fact == Fact::PhoneCheck);
            let reply = asked.ask(&client, &VendorQuestion { fact, subject }).await;
            assert_eq!(reply.outcome, VendorOutcome::Hit, "{} {fact:?}", vendor.name);
            assert!(reply.cost.0 > 0);
            check_answer(&lab.world, &person, fact, &reply.answer.unwrap());
        }
    }
}

#[tokio::test]
async fn a_person_is_found_by_name_and_company_and_by_address() {
    let lab = WorldLab::start().await;
    let waterfall = lab.waterfall();
    let cobalt = VENDORS[2];
    let known = |person: &WorldPerson| cobalt.knows_person(&lab.world, &person.network_url);
    for person in lab.world.outside_people().filter(known).step_by(60).take(5) {
        let position = person.current();
        let by_name = VendorSubject {
            full_name: Some(person.full_name.clone()),
            company_domain: Some(position.company_domain.clone()),
            ..VendorSubject::default()
        };
        let by_address =
            VendorSubject { email: Some(person.business_email.clone()), ..VendorSubject::default() };
        for subject in [by_name, by_address] {
            let gathered = waterfall.ask(VendorQuestion { fact: Fact::Person, subject }).await;
            let found = gathered.best().unwrap();
            assert_eq!(found.answer.person.network_url.as_deref(), Some(person.network_url.as_str()));
        }
    }
}

#[tokio::test]
async fn a_rejected_key_and_a_limited_rate_are_recognised() {
    let lab = WorldLab::start().await;
    let subject =
        VendorSubject { company_domain: Some("unknown.example".into()), ..VendorSubject::default() };
    let question = VendorQuestion { fact: Fact::Company, subject };
    let client = lab.client();
    for vendor in &VENDORS {
        let description = Description::parse(vendor.description).unwrap();
        let stranger = Vendor::new(description.clone(), VendorSecret::new("other")).unwrap();
        assert_eq!(
            stranger.ask(&client, &question).await.outcome,
            VendorOutcome::KeyRefused,
            "{}",
            vendor.name
        );
        let customer = Vendor::new(description, VendorSecret::new(vendor.key)).unwrap();
        assert_eq!(customer.ask(&client, &question).await.outcome, VendorOutcome::Miss, "{}", vendor.name);
    }
    let beacon =
        Vendor::new(Description::parse(VENDORS[0].description).unwrap(), VendorSecret::new(VENDORS[0].key));
    let beacon = beacon.unwrap();
    let mut limited = None;
    for _ in 0..16 {
        let reply = beacon.ask(&client, &question).await;
        limited = limited.or((reply.outcome == VendorOutcome::RateLimited).then_some(reply.pause));
    }
    assert_eq!(limited, Some(Some(Duration::from_secs(1))));
}
