//! Measures on the stored data whether stated confidences are true.
//!
//! Rows that share an identifier are about one person or company, however they spell it. Each such row is asked as a
//! question by name and employer, without its identifiers: against the record that the other rows make, which has to
//! be found, or with that record taken away, when every answer is wrong. Business mailboxes are guessed from the names
//! and the mailboxes of colleagues, and compared with the known ones.

use std::collections::BTreeMap;

use contact::candidates;
use records::{
    Claim, Company, Email, EmailKind, Facts, PersonFacts, PersonRecord,
    email::EmailAddress,
    keys::{company_keys, person_keys},
    matching::{
        MIN_CONFIDENCE_COMPANY, MIN_CONFIDENCE_PERSON, Match, Reliability, match_company, match_person,
        words_to_count,
    },
    merge::{merge_company, merge_person},
    name::Name,
    query::{CompanyQuery, PersonQuery},
    sameness::{Traits, company::CompanyTraits, identifier_link},
};
use serde::Serialize;
use store::{Candidates, Joined};

use crate::{ContactQuery, Engine, EngineError, contacts::contact_query::is_at};

/// Records read from the store at a time.
const PAGE: usize = 500;

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct CalibrationOptions {
    /// Most questions of each kind.
    pub questions: usize,
    /// How many of a hundred questions are about records that are taken away.
    pub strangers_percent: usize,
}

/// The result of a measurement.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// People, asked for by name and employer.
    pub people: Measurement,
    /// Companies, asked for by name.
    pub companies: Measurement,
    /// Business mailboxes that are guessed, before a mail server is asked.
    pub emails: Measurement,
}

/// Questions of one kind and their answers.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Measurement {
    /// Questions about what is on record.
    pub known: usize,
    /// Those that were answered rightly, at the default confidence.
    pub found: usize,
    /// Questions about what was taken away.
    pub strangers: usize,
    /// Those that were answered, at the default confidence.
    pub strangers_answered: usize,
    /// Stated confidences beside right answers, at any confidence.
    pub reliability: Reliability,
    #[serde(skip)]
    answers: Vec<(f64, bool)>,
}

impl Measurement {
    fn add(&mut self, is_known: bool, least: f64, answer: Option<(f64, bool)>) {
        let is_answered = answer.is_some_and(|(stated, _)| stated >= least);
        let is_right = answer.is_some_and(|(_, is_right)| is_right);
        if is_known {
            self.known += 1;
            self.found += usize::from(is_answered && is_right);
        } else {
            self.strangers += 1;
            self.strangers_answered += usize::from(is_answered);
        }
        self.answers.extend(answer);
    }

    fn finish(mut self) -> Self {
        self.reliability = Reliability::of(&self.answers);
        self
    }
}

impl Engine {
    /// Measures the confidence of matches and guesses on the stored data. Blocks on the database.
    pub fn calibrate(&self, options: CalibrationOptions) -> Result<Calibration, EngineError> {
        Ok(Calibration {
            people: self.calibrate_people(options)?,
            companies: self.calibrate_companies(options)?,
            emails: self.calibrate_emails(options)?,
        })
    }

    fn calibrate_people(&self, options: CalibrationOptions) -> Result<Measurement, EngineError> {
        let mut measured = Measurement::default();
        for (at, joined) in self.store.joined_people(options.questions)?.into_iter().enumerate() {
            let Some((query, others)) = person_question(&joined) else { continue };
            let is_known = !is_stranger(at, options);
            let (query, shares) = self.with_employer(&query)?;
            let keys = query.keys();
            let Candidates { people: mut candidates, passed_over } = self.store.candidates(&keys)?;
            candidates.retain(|candidate| candidate.person.id != joined.id);
            let record: PersonRecord = merge_person(&joined.id, &others);
            let own = person_keys(&record);
            if is_known && keys.iter().any(|key| own.binary_search(key).is_ok()) {
                candidates.push(record);
            }
            let shares = shares.with_passed_over(&query, &passed_over, Candidates::PASSED_OVER_FROM);
            let best = match_person(&query, &candidates, shares);
            let id = |best: &Match| candidates[best.index].person.id == joined.id;
            measured.add(is_known, MIN_CONFIDENCE_PERSON, best.map(|best| (best.confidence, id(&best))));
        }
        Ok(measured.finish())
    }

    fn calibrate_companies(&self, options: CalibrationOptions) -> Result<Measurement, EngineError> {
        let mut measured = Measurement::default();
        for (at, joined) in self.store.joined_companies(options.questions)?.into_iter().enumerate() {
            let Some((query, others)) = company_question(&joined) else { continue };
            let is_known = !is_stranger(at, options);
            let keys = query.keys();
            let mut candidates = self.store.companies_by_keys(&keys)?;
            candidates.retain(|candidate| candidate.id != joined.id);
            let record: Company = merge_company(&joined.id, &others);
            let own = company_keys(&record);
            if is_known && keys.iter().any(|key| own.binary_search(key).is_ok()) {
                candidates.push(record);
            }
            let counts = self.store.word_counts(&words_to_count(&query, &candidates))?;
            let best = match_company(&query, &candidates, &counts);
            let id = |best: &Match| candidates[best.index].id == joined.id;
            measured.add(is_known, MIN_CONFIDENCE_COMPANY, best.map(|best| (best.confidence, id(&best))));
        }
        Ok(measured.finish())
    }

    fn calibrate_emails(&self, options: CalibrationOptions) -> Result<Measurement, EngineError> {
        let mut measured = Measurement::default();
        let (mut after, mut is_last) = (0, false);
        while measured.known < options.questions && !is_last {
            let people = self.store.people_after(after, PAGE)?;
            is_last = people.len() < PAGE;
            for person in people {
                after = person.no;
                let Some((address, name, domain)) = self.business_mailbox(&person.record) else { continue };
                let workplace = self.workplace(&ContactQuery::of_person(person.record), &domain)?;
                let traits = workplace.traits();
                let guesses = candidates(&name, &workplace.mail_domain, &workplace.learned, traits);
                let guess = guesses.first();
                let answer = guess.map(|guess| (guess.probability, guess.address.address() == address));
                measured.add(true, MIN_CONFIDENCE_PERSON, answer);
                if measured.known >= options.questions {
                    break;
                }
            }
        }
        Ok(measured.finish())
    }

    /// The mailbox of a person at the present employer, the person's name and the employer's domain.
    fn business_mailbox(&self, record: &PersonRecord) -> Option<(String, Name, String)> {
        let domain = record.person.company.as_ref()?.domain.clone()?;
        let is_business = |email: &&Email| {
            email.kind == EmailKind::Business && is_at(&email.address, &domain) && !self.is_personal(email)
        };
        let address = EmailAddress::parse(&record.emails.iter().find(is_business)?.address).ok()?;
        let is_role = records::role_mailbox::is_role(address.local());
        (!is_role).then_some((address.address().to_owned(), record.name()?, domain))
    }
}

/// Whether a question is about a record that is taken away: in every hundred the same share, spread over all of them.
fn is_stranger(question: usize, options: CalibrationOptions) -> bool {
    (question * 37) % 100 < options.strangers_percent
}

/// The newest claim of each row of a source.
fn rows(claims: &[Claim]) -> Vec<&Claim> {
    let newest: BTreeMap<_, &Claim> =
        claims.iter().map(|claim| ((&claim.source, &claim.reference), claim)).collect();
    newest.into_values().collect()
}

/// The claims of the other rows.
fn without_row(claims: &[Claim], row: &Claim) -> Vec<Claim> {
    let is_other = |claim: &&Claim| (&claim.source, &claim.reference) != (&row.source, &row.reference);
    claims.iter().filter(is_other).cloned().collect()
}

/// A row as a question by name and employer, and the claims of the other rows, with one of which it shares an
/// identifier and which name an employer, too.
fn person_question(joined: &Joined) -> Option<(PersonQuery, Vec<Claim>)> {
    let rows: Vec<(&Claim, &PersonFacts, Traits)> = rows(&joined.claims)
        .into_iter()
        .filter_map(|claim| match &claim.facts {
            Facts::Person(facts) => Some((claim, facts.as_ref(), Traits::of(facts))),
            Facts::Company(_) | Facts::Job(_) => None,
        })
        .collect();
    rows.iter().enumerate().find_map(|(at, (claim, facts, traits))| {
        let is_identified = rows.iter().enumerate().any(|(other, (_, _, other_traits))| {
            other != at && identifier_link(traits, other_traits).is_some()
        });
        let query = PersonQuery {
            name: traits.name().cloned(),
            company_domain: facts.company_domain.clone(),
            company_name: facts.company_name.clone().filter(|_| facts.company_domain.is_none()),
            ..PersonQuery::default()
        };
        let has_employer = query.company_domain.is_some() || query.company_name.is_some();
        if !is_identified || !has_employer || query.name.is_none() {
            return None;
        }
        let others = without_row(&joined.claims, claim);
        // A record without any employer cannot be told from namesakes by one, so it says nothing about confidences.
        others.iter().any(states_employer).then_some((query, others))
    })
}

/// Whether a row says where the person works or worked.
fn states_employer(claim: &Claim) -> bool {
    matches!(&claim.facts, Facts::Person(facts)
        if facts.company_domain.is_some() || facts.company_name.is_some() || !facts.experience.is_empty())
}

/// A row as a question by name, and the claims of the other rows, with one of which it shares an identifier.
fn company_question(joined: &Joined) -> Option<(CompanyQuery, Vec<Claim>)> {
    let rows: Vec<(&Claim, Option<&String>, CompanyTraits)> = rows(&joined.claims)
        .into_iter()
        .filter_map(|claim| match &claim.facts {
            Facts::Company(facts) => Some((claim, facts.name.as_ref(), CompanyTraits::of(facts))),
            Facts::Person(_) | Facts::Job(_) => None,
        })
        .collect();
    rows.iter().enumerate().find_map(|(at, (claim, name, traits))| {
        let is_identified = rows
            .iter()
            .enumerate()
            .any(|(other, (_, _, other_traits))| other != at && traits.shares_identifier(other_traits));
        let name = (*name).filter(|_| is_identified)?;
        let query = CompanyQuery { name: Some(name.clone()), ..CompanyQuery::default() };
        Some((query, without_row(&joined.claims, claim)))
    })
}

#[cfg(test)]
mod tests {
    use records::ExperienceFact;

    use super::*;

    fn row(source: &str, facts: PersonFacts) -> Claim {
        let facts = PersonFacts {
            full_name: Some("Mira Okafor".to_owned()),
            network_url: Some("https://network.example/in/mira".to_owned()),
            ..facts
        };
        Claim {
            source: source.to_owned(),
            reference: "1".to_owned(),
            observed_at: jiff::Timestamp::UNIX_EPOCH,
            facts: Facts::Person(Box::new(facts)),
        }
    }

    fn at(domain: &str) -> PersonFacts {
        PersonFacts { company_domain: Some(domain.to_owned()), ..PersonFacts::default() }
    }

    fn asked(claims: Vec<Claim>) -> Option<(String, Vec<String>)> {
        let (query, others) = person_question(&Joined { id: "per_1".to_owned(), claims })?;
        Some((query.company_domain?, others.into_iter().map(|claim| claim.source).collect()))
    }

    #[test]
    fn a_row_is_asked_if_another_one_names_an_employer() {
        let question = |other: PersonFacts| asked(vec![row("crm", at("acme.example")), row("panel", other)]);
        let by_crm = Some(("acme.example".to_owned(), vec!["panel".to_owned()]));
        let title = || Some("Engineer".to_owned());
        assert_eq!(question(PersonFacts { title: title(), ..PersonFacts::default() }), None);
        assert_eq!(question(at("birch.example")), by_crm);
        let named = PersonFacts { company_name: Some("Birch".to_owned()), ..PersonFacts::default() };
        assert_eq!(question(named), by_crm);
        let position = ExperienceFact { title: title(), ..ExperienceFact::default() };
        let career = PersonFacts { experience: vec![position], ..PersonFacts::default() };
        assert_eq!(question(career), by_crm);
    }

    #[test]
    fn a_record_of_which_only_one_row_names_an_employer_is_no_question() {
        let silent = || row("panel", PersonFacts::default());
        assert_eq!(asked(vec![silent(), row("crm", at("acme.example"))]), None);
        assert_eq!(asked(vec![silent(), row("badge", PersonFacts::default())]), None, "nothing to ask by");
        let three = vec![silent(), row("crm", at("acme.example")), row("list", at("acme.example"))];
        assert_eq!(asked(three).map(|(domain, _)| domain), Some("acme.example".to_owned()));
    }
}
