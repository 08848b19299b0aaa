//! The rule of wide keys: which people a claim is compared with, when its keys lead to very many.
//!
//! A key that leads to [`SUBJECTS_PER_KEY_MAX`] subjects tells none of them apart and is passed over, be it a block or an
//! identifier: a mailbox that so many use is that of an office. Of the other keys the narrowest come first, identifiers
//! before blocks, until [`CANDIDATES_MAX`] subjects are found. So a claim costs no more among fifty thousand namesakes
//! than among a hundred, and those it is compared with are those that share the rarest of its values.

use std::collections::BTreeSet;

use records::{keys::Key, sameness::Traits};

use crate::{
    identity::{
        evidence::profile_tag,
        key_index::{KeyIndex, SUBJECTS_PER_KEY_MAX},
    },
    sql::{Result, Sql},
    subjects::ids::{NO_PROFILE, ProfileTag, SubjectId},
};

/// Subjects that a claim is compared with.
pub(super) const CANDIDATES_MAX: usize = 256;

/// Adds the subjects of a claim's narrowest keys.
pub(super) fn add_narrowest(
    sql: &mut dyn Sql,
    key_index: &mut KeyIndex,
    identifiers: &[Key],
    own: &Traits,
    subjects: &mut BTreeSet<SubjectId>,
) -> Result<()> {
    let mut keys: Vec<(bool, usize, Key)> = Vec::new();
    let identifiers = identifiers.iter().map(|key| (false, *key));
    for (is_block, key) in identifiers.chain(own.blocks().iter().map(|key| (true, *key))) {
        let width = key_index.of(sql, key)?.len();
        if width > 0 && width < SUBJECTS_PER_KEY_MAX {
            keys.push((is_block, width, key));
        }
    }
    keys.sort_unstable_by_key(|(is_block, width, key)| (*is_block, *width, key.0));
    let tag = profile_tag(own);
    // A person has one profile: a subject of a block with a different one need not be compared.
    let may_be = |theirs: ProfileTag| tag == NO_PROFILE || theirs == NO_PROFILE || theirs == tag;
    for (is_block, _, key) in keys {
        for entry in key_index.of(sql, key)? {
            if subjects.len() >= CANDIDATES_MAX {
                return Ok(());
            }
            if !is_block || may_be(entry.profile) {
                subjects.insert(entry.subject);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use records::{Claim, CompanyFacts, EmailFact, Facts, Location, PersonFacts, PrivateTraits};

    use crate::{
        Store,
        identity::{
            evidence::REVIEW_PAIRS_MAX, filing::Filing, ingest_report::IngestReport, prepare::PreparedClaim,
        },
        sql::scope::Scope,
    };

    fn person(number: usize, facts: PersonFacts) -> Claim {
        Claim {
            source: "list".into(),
            reference: number.to_string(),
            observed_at: Timestamp::UNIX_EPOCH,
            facts: Facts::Person(Box::new(PersonFacts { full_name: Some("Mira Okafor".into()), ..facts })),
        }
    }

    fn at(city: &str, postcode: &str) -> PersonFacts {
        PersonFacts {
            location: Some(Location { city: Some(city.into()), ..Location::default() }),
            private: Some(PrivateTraits { postcode: Some(postcode.into()), ..PrivateTraits::default() }),
            ..PersonFacts::default()
        }
    }

    /// Files claims in one transaction and returns the most stored claims that one of the last ten was compared with.
    fn most_compared(store: &Store, claims: Vec<Claim>) -> usize {
        let filed = store.write_and_wait(Scope::Records, move |sql| {
            let mut filing = Filing::begin(sql)?;
            let (mut compared, mut report) = (Vec::new(), IngestReport::default());
            for claim in claims {
                let before = filing.compared;
                filing.file(sql, &PreparedClaim::new(claim)?, &mut report)?;
                compared.push(filing.compared - before);
            }
            filing.finish(sql)?;
            Ok(compared)
        });
        filed.unwrap().into_iter().rev().take(10).max().unwrap()
    }

    #[test]
    fn one_more_claim_costs_the_same_whether_its_record_has_a_hundred_claims_or_thousands() {
        let one = |number| person(number, at("Dayton", "45402"));
        let compared = [100, 2_000].map(|rows| {
            let store = Store::temporary().unwrap();
            let compared = most_compared(&store, (0..rows).map(one).collect());
            assert_eq!(store.counts().unwrap().people, 1);
            compared
        });
        assert_eq!(compared[0], compared[1]);
        assert!(compared[0] <= 100, "{compared:?}");
    }

    #[test]
    fn one_more_namesake_costs_the_same_among_hundreds_and_among_thousands() {
        let towns = ["Dayton", "Fresno", "Austin", "Reno", "Salem"];
        let files: [fn(usize, &[&str; 5]) -> PersonFacts; 3] = [
            |number, towns| at(towns[number % 5], &format!("{:05}", 10_000 + number)),
            |number, _| PersonFacts {
                emails: vec![EmailFact {
                    address: format!("mira{number}@mail{number}.example"),
                    ..EmailFact::default()
                }],
                company_domain: Some(format!("employer{number}.example")),
                ..PersonFacts::default()
            },
            |number, _| PersonFacts {
                emails: vec![EmailFact {
                    address: format!("p{number}@torrent.example"),
                    ..EmailFact::default()
                }],
                company_domain: Some("torrent.example".into()),
                ..PersonFacts::default()
            },
        ];
        for (at, file) in files.iter().enumerate() {
            let compared = [400, 1_500].map(|rows| {
                let store = Store::temporary().unwrap();
                most_compared(&store, (0..rows).map(|number| person(number, file(number, &towns))).collect())
            });
            assert!(compared[1] <= compared[0].max(400), "file {at}: {compared:?}");
        }
    }

    #[test]
    fn one_more_company_costs_the_same_among_hundreds_and_among_thousands_of_its_name_or_domain() {
        let company = |number: usize, name: String, domain: String| Claim {
            facts: Facts::Company(Box::new(CompanyFacts {
                name: Some(name),
                domains: vec![domain],
                ..CompanyFacts::default()
            })),
            ..person(number, PersonFacts::default())
        };
        let of_name =
            |number| company(number, "Quillfeather Bakery".into(), format!("bakery{number}.example"));
        let of_domain = |number| company(number, format!("Torrent {number}"), "torrent.example".into());
        let files: [&dyn Fn(usize) -> Claim; 2] = [&of_name, &of_domain];
        for (at, file) in files.iter().enumerate() {
            let compared = [300, 1_200]
                .map(|rows| most_compared(&Store::temporary().unwrap(), (0..rows).map(file).collect()));
            assert!(compared[1] <= compared[0].max(100), "file {at}: {compared:?}");
        }
    }

    #[test]
    fn a_wide_key_is_passed_over_and_a_narrow_one_still_leads_to_the_record() {
        let store = Store::temporary().unwrap();
        let namesakes = (0..400).map(|number| {
            let postcode = format!("{:05}", 10_000 + 7 * number);
            person(number, at("Dayton", &postcode))
        });
        most_compared(&store, namesakes.collect());
        let people = store.counts().unwrap().people;
        let again = Claim { source: "other".into(), ..person(0, at("Dayton", "12093")) };
        let compared = most_compared(&store, vec![again]);
        assert!(compared > 0 && compared < 200, "{compared}");
        assert_eq!(store.counts().unwrap().people, people, "the postcode leads to the one who has it");
    }

    #[test]
    fn a_subject_has_a_bounded_number_of_review_pairs() {
        let store = Store::temporary().unwrap();
        // One name and as many postcodes as rows: each may be any other.
        let doubtful = (0..150).map(|number| person(number, at("", &format!("{:05}", 10_000 + 13 * number))));
        most_compared(&store, doubtful.collect());
        let most = store.read(|sql| {
            let all = "SELECT one, other FROM doubt";
            let pairs = sql.all(all, &[], |row| Ok([row.int(0)?, row.int(1)?]))?;
            let mut counts = std::collections::BTreeMap::<i64, usize>::new();
            pairs.into_iter().flatten().for_each(|subject| *counts.entry(subject).or_default() += 1);
            Ok(counts.into_values().max().unwrap_or(0))
        });
        assert_eq!(most.unwrap(), REVIEW_PAIRS_MAX);
    }
}
