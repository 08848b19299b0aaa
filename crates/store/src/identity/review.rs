//! Review pairs that wait for an operator's ruling, and the evidence for and against any pair.

use std::collections::BTreeSet;

use records::{
    Claim, company_name,
    sameness::{EvidencePart, Traits, identifier_link, threshold},
};
use serde::Serialize;

use crate::{
    Store,
    identity::{
        commonness::Commonness,
        evidence,
        filing::companies,
        prepare::traits,
        ruling::{self, row_name},
    },
    sql::{Result, Sql, StoreError, params},
    subjects::{
        ids::SubjectId,
        rows::{claims_of, subject_by_id},
        subject::{Kind, Subject},
    },
};

/// Two people who may be the same, just below the threshold.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReviewPair {
    /// Id and name of the first.
    pub one: (String, String),
    /// Id and name of the second.
    pub other: (String, String),
    /// The evidence, in bits: each one doubles the odds.
    pub bits: f64,
}

/// One side of a pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairSide {
    /// Id of the record.
    pub id: String,
    /// Its name, in lower case.
    pub name: String,
    /// The rows of sources that are compared.
    pub rows: Vec<String>,
}

/// The evidence for and against two records being the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    /// The first record.
    pub one: PairSide,
    /// The second record.
    pub other: PairSide,
    /// Whether they are one record.
    pub joined: bool,
    /// Whether a ruling keeps them apart.
    pub kept_apart: bool,
    /// Identifiers that both have.
    pub shared: Vec<String>,
    /// Whether these identifiers join them.
    pub joined_by_identifiers: bool,
    /// The evidence, in bits.
    pub bits: Option<f64>,
    /// The threshold for joining, in bits.
    pub enough: Option<f64>,
    /// What the evidence is made of.
    #[serde(serialize_with = "parts")]
    pub parts: Vec<EvidencePart>,
    /// Of companies: how alike their names are, from 0 to 1.
    pub names_alike: Option<f64>,
}

fn parts<S: serde::Serializer>(
    parts: &[EvidencePart],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_map(parts.iter().map(|part| (part.name, part.bits)))
}

impl Store {
    /// The review pairs, those with the most evidence first, after the last one of the page before. People with one claim
    /// in common that others contradict are noted as well, to be joined if those are erased, and are not listed: nothing
    /// is in doubt about them.
    pub fn doubts(&self, after: Option<&ReviewPair>, limit: usize) -> Result<Vec<ReviewPair>> {
        let (tenths, one, other) = after.map_or((i64::MAX, "", ""), |last| {
            ((last.bits * 10.0).round() as i64, last.one.0.as_str(), last.other.0.as_str())
        });
        self.read(|sql| {
            let enough = evidence::tenths(threshold(Commonness::default().people(sql)?));
            sql.all(
                "SELECT a.id, a.label, b.id, b.label, d.tenths_of_bits FROM doubt d
                 JOIN subject a ON a.no = d.one JOIN subject b ON b.no = d.other
                 WHERE (a.kind <> ?5 OR d.tenths_of_bits < ?6)
                   AND (d.tenths_of_bits < ?1
                     OR (d.tenths_of_bits = ?1 AND (a.id > ?2 OR (a.id = ?2 AND b.id > ?3))))
                 ORDER BY d.tenths_of_bits DESC, a.id, b.id LIMIT ?4",
                params![tenths, one, other, limit as i64, Kind::Person as i64, enough],
                |row| {
                    Ok(ReviewPair {
                        one: (row.text(0)?, row.text(1)?),
                        other: (row.text(2)?, row.text(3)?),
                        bits: row.int(4)? as f64 / 10.0,
                    })
                },
            )
        })
    }

    /// Compares two records, each given as a record's id or as a row of a source (`source:reference`).
    pub fn explain_pair(&self, one: &str, other: &str) -> Result<Pair> {
        self.read(|sql| {
            let (one, other) = (Group::of(sql, one)?, Group::of(sql, other)?);
            if one.kind() != other.kind() {
                return Err(StoreError::Refused("a person and a company are never one"));
            }
            let (a, b) = (one.record(), other.record());
            let mut pair = Pair {
                joined: one.subject == other.subject,
                kept_apart: ruling::are_apart(sql, one.subject, other.subject)?,
                shared: shared(&a, &b),
                joined_by_identifiers: people_share_identifier(&one.claims, &other.claims),
                bits: None,
                enough: None,
                parts: Vec::new(),
                names_alike: None,
                one: one.side(),
                other: other.side(),
            };
            match (&a, &b) {
                (Subject::Person(_), Subject::Person(_)) => {
                    let (evidence, enough) = evidence::weigh(sql, &one.claims, &other.claims)?;
                    (pair.bits, pair.enough, pair.parts) =
                        (Some(evidence.bits), Some(enough), evidence.parts);
                }
                (Subject::Company(a), Subject::Company(b)) => {
                    pair.names_alike = Some(company_name::similarity(&a.name, &b.name));
                    let (share, evidence) = companies::compare_groups(sql, &one.claims, &other.claims)?;
                    pair.joined_by_identifiers = share;
                    if let Some((evidence, enough)) = evidence {
                        (pair.bits, pair.enough, pair.parts) =
                            (Some(evidence.bits), Some(enough), evidence.parts);
                    }
                }
                _ => {
                    let (share, _) = companies::compare_groups(sql, &one.claims, &other.claims)?;
                    pair.joined_by_identifiers = share;
                }
            }
            Ok(pair)
        })
    }
}

/// Claims of one record that are compared.
struct Group {
    subject: SubjectId,
    id: String,
    claims: Vec<Claim>,
}

impl Group {
    fn of(sql: &mut dyn Sql, word: &str) -> Result<Self> {
        if let Some(subject) = subject_by_id(sql, word)? {
            return Ok(Self { subject, id: word.to_owned(), claims: claims_of(sql, subject)? });
        }
        // A source may have a colon in its name, and so may a reference.
        for (at, _) in word.match_indices(':') {
            let (source, reference) = (&word[..at], &word[at + 1..]);
            let found = sql.first(
                "SELECT s.no, s.id FROM claim c JOIN subject s ON s.no = c.subject
                 WHERE c.source = ?1 AND c.reference = ?2 ORDER BY c.observed_at DESC, c.digest DESC LIMIT 1",
                params![source, reference],
                |row| Ok((SubjectId(row.int(0)?), row.text(1)?)),
            )?;
            if let Some((subject, id)) = found {
                let mut claims = claims_of(sql, subject)?;
                claims.retain(|claim| claim.source == source && claim.reference == reference);
                return Ok(Self { subject, id, claims });
            }
        }
        Err(StoreError::NotFound("record or row"))
    }

    fn kind(&self) -> Option<Kind> {
        self.claims.first().map(|claim| Kind::of(&claim.facts))
    }

    fn record(&self) -> Subject {
        Subject::of(&self.id, &self.claims)
    }

    fn side(&self) -> PairSide {
        let name = self.record().label();
        let rows: BTreeSet<String> =
            self.claims.iter().map(|claim| row_name(&claim.source, &claim.reference)).collect();
        PairSide { id: self.id.clone(), name, rows: rows.into_iter().collect() }
    }
}

/// Whether two groups of claims about people share an identifier.
fn people_share_identifier(ones: &[Claim], others: &[Claim]) -> bool {
    let people: Vec<Traits> = others.iter().filter_map(traits).collect();
    let share = |one: Traits| people.iter().any(|other| identifier_link(&one, other).is_some());
    ones.iter().filter_map(traits).any(share)
}

fn shared(one: &Subject, other: &Subject) -> Vec<String> {
    let others: BTreeSet<String> = other.identifiers().into_iter().collect();
    one.identifiers().into_iter().filter(|identifier| others.contains(identifier)).collect()
}
