//! Weighing review pairs again: the first rows of an import are compared before it is known how often claims about one
//! person agree, and what was a doubt then may be clear now.

use std::collections::BTreeSet;

use records::sameness::{strongest, threshold};

use super::{
    Filing,
    claim_cache::ClaimCache,
    people::{newest, recent},
};
use crate::{
    identity::ingest_report::IngestReport,
    sql::{Result, Sql, params},
    subjects::{ids::SubjectId, rows::exists, subject::Kind},
};

/// Counted pairs of claims from which on doubts are weighed again, each time their number has doubled.
const PAIRS_MIN: u64 = 100;
/// Counted pairs beyond which the rates hardly change.
const PAIRS_MAX: u64 = 6_400;
/// Review pairs that are weighed again, the strongest first.
const DOUBTS_MAX: i64 = 2_000;

/// The note of how many pairs were counted when doubts were last weighed.
const WEIGHED: &str = "doubts";

impl Filing {
    /// Weighs the review pairs of people again, if much was learned since the last time, and joins those that are linked
    /// now.
    pub(crate) fn look_again(&mut self, sql: &mut dyn Sql) -> Result<()> {
        let counted = self.agreement.pairs();
        if counted < PAIRS_MIN {
            return Ok(());
        }
        let noted = "SELECT no FROM records_watermark WHERE name = ?1";
        let weighed = sql.first(noted, params![WEIGHED], |row| row.int(0))?.unwrap_or(0).unsigned_abs();
        if weighed >= PAIRS_MAX || counted < weighed.saturating_mul(2) {
            return Ok(());
        }
        sql.send(
            "INSERT INTO records_watermark (name, no) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET no = excluded.no",
            params![WEIGHED, counted.cast_signed()],
        )?;
        let doubts = sql.all(
            "SELECT d.one, d.other FROM doubt d JOIN subject s ON s.no = d.one
             WHERE s.kind = ?1 ORDER BY d.tenths_of_bits DESC, d.one, d.other LIMIT ?2",
            params![Kind::Person as i64, DOUBTS_MAX],
            |row| Ok((SubjectId(row.int(0)?), SubjectId(row.int(1)?))),
        )?;
        if doubts.is_empty() {
            return Ok(());
        }
        // Cached traits have the weights of their time.
        self.claim_cache = ClaimCache::default();
        for (one, other) in doubts {
            self.weigh_again(sql, one, other)?;
        }
        Ok(())
    }

    fn weigh_again(&mut self, sql: &mut dyn Sql, one: SubjectId, other: SubjectId) -> Result<()> {
        // Joining one pair may end the subjects of another.
        if !exists(sql, one)? || !exists(sql, other)? || self.rulings.are_apart(sql, one, other)? {
            return Ok(());
        }
        let enough = threshold(self.commonness.people(sql)?);
        let (ones, others) = (self.claims_of(sql, one)?, self.claims_of(sql, other)?);
        let (ones, others) = (newest(recent(&ones)), newest(recent(&others)));
        self.compared += ones.len() * others.len();
        let Some(link) = strongest(&ones, &others, enough) else { return Ok(()) };
        let component: BTreeSet<SubjectId> = self.component(sql, &[(one, link), (other, link)], enough)?;
        self.cluster_again(sql, &component, None, &mut IngestReport::default()).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use records::{Claim, EmailFact, Facts, Location, PersonFacts, PrivateTraits};

    use crate::Store;

    fn claim(reference: &str, (first, last): (&str, &str), birth: &str, city: &str, email: &str) -> Claim {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let facts = PersonFacts {
            first_name: text(first),
            last_name: text(last),
            location: text(city).map(|city| Location { city: Some(city), ..Location::default() }),
            emails: text(email)
                .map(|address| EmailFact { address, ..EmailFact::default() })
                .into_iter()
                .collect(),
            private: Some(PrivateTraits { birth_date: text(birth), ..PrivateTraits::default() }),
            ..PersonFacts::default()
        };
        Claim {
            source: "crm".into(),
            reference: reference.into(),
            observed_at: Timestamp::UNIX_EPOCH,
            facts: Facts::Person(Box::new(facts)),
        }
    }

    #[tokio::test]
    async fn what_was_a_doubt_is_joined_once_dates_are_known_to_be_often_wrong() {
        let store = Store::temporary().unwrap();
        let early = [
            claim("one", ("James", "Smith"), "19680317", "Salzburg", ""),
            claim("other", ("James", "Smith"), "19551102", "Salzbrug", ""),
        ];
        store.ingest(early.to_vec()).await.unwrap();
        assert!(!store.explain_pair("crm:one", "crm:other").unwrap().joined);
        assert_eq!(store.doubts(None, 10).unwrap().len(), 1);
        let more = (0..150).flat_map(|number| {
            let email = format!("person{number}@mail.example");
            let births = [(1900, 0, 0), (1905, 5, 13)].map(|(year, month, day)| {
                format!(
                    "{}{:02}{:02}",
                    year + number % 90,
                    1 + (number + month) % 12,
                    1 + (number + day) % 27
                )
            });
            births.map(|birth| claim(&format!("{number}-{birth}"), ("Anna", "Quandt"), &birth, "", &email))
        });
        store.ingest(more.collect()).await.unwrap();
        assert!(store.explain_pair("crm:one", "crm:other").unwrap().joined);
    }
}
