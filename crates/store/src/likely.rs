//! Whom a claim likely speaks of, where no identifier settles it.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    Claim, Facts,
    keys::Key,
    sameness::{Traits, compare},
};

use crate::{
    record::claims_of,
    sql::{Result, Sql, params},
};

/// Subjects that share one block with a claim; a block with more tells nobody apart.
const SUBJECTS_PER_BLOCK_MAX: i64 = 100;
/// Claims of one subject that are compared, the newest.
const CLAIMS_COMPARED_MAX: usize = 24;
/// Evidence that two claims are of one person, among few people.
const ENOUGH_BITS: f64 = 11.0;
/// How many people are few; with every doubling chance agreement is as much likelier.
const FEW_PEOPLE: f64 = 2_000.0;

/// A subject and how much speaks for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Likely {
    pub(crate) subject: i64,
    bits: f64,
}

fn traits(claim: &Claim) -> Option<Traits> {
    match &claim.facts {
        Facts::Person(facts) => Some(Traits::of(facts)),
        Facts::Company(_) | Facts::Job(_) => None,
    }
}

/// The blocks of a claim.
fn blocks(claim: &Claim) -> Vec<Key> {
    traits(claim).map(|traits| traits.blocks()).unwrap_or_default()
}

/// Notes under which blocks a claim's subject is found.
pub(crate) fn note(sql: &mut dyn Sql, subject: i64, claim: &Claim) -> Result<()> {
    for block in blocks(claim) {
        sql.execute(
            "INSERT INTO person_block (key, subject) VALUES (?1, ?2) ON CONFLICT (key, subject) DO NOTHING",
            params![block.0.cast_signed(), subject],
        )?;
    }
    Ok(())
}

/// Moves the blocks of one subject to another.
pub(crate) fn join(sql: &mut dyn Sql, subject: i64, other: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO person_block (key, subject) SELECT key, ?1 FROM person_block WHERE subject = ?2
         ON CONFLICT (key, subject) DO NOTHING",
        params![subject, other],
    )?;
    sql.execute("DELETE FROM person_block WHERE subject = ?1", params![other])?;
    Ok(())
}

/// The subjects a claim likely speaks of, the likeliest first.
pub(crate) fn subjects(sql: &mut dyn Sql, claim: &Claim) -> Result<Vec<Likely>> {
    let Some(own) = traits(claim) else { return Ok(Vec::new()) };
    let mut near = BTreeSet::new();
    for block in own.blocks() {
        let mut found = sql.all(
            "SELECT subject FROM person_block WHERE key = ?1 LIMIT ?2",
            params![block.0.cast_signed(), SUBJECTS_PER_BLOCK_MAX],
            |row| row.int(0),
        )?;
        if (found.len() as i64) < SUBJECTS_PER_BLOCK_MAX {
            near.extend(found.drain(..));
        }
    }
    if near.is_empty() {
        return Ok(Vec::new());
    }
    let enough = enough(sql)?;
    let mut likely = Vec::new();
    for subject in near {
        let theirs = traits_of(sql, subject)?;
        let bits = linked(std::slice::from_ref(&own), &theirs);
        if bits >= enough {
            likely.push(Likely { subject, bits });
        }
    }
    likely.sort_by(|one, other| other.bits.total_cmp(&one.bits).then(one.subject.cmp(&other.subject)));
    Ok(likely)
}

/// Whether everything two subjects' claims say together makes them one.
pub(crate) fn are_one(sql: &mut dyn Sql, subject: i64, other: i64) -> Result<bool> {
    let (one, other) = (traits_of(sql, subject)?, traits_of(sql, other)?);
    Ok(linked(&one, &other) >= enough(sql)?)
}

/// Half the best and half the mean evidence between two groups of claims: a chain of claims, each like the next, does
/// not make strangers one.
fn linked(ones: &[Traits], others: &[Traits]) -> f64 {
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| compare(one, other).bits));
    let all: Vec<f64> = pairs.collect();
    let best = all.iter().copied().reduce(f64::max).unwrap_or(f64::MIN);
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    f64::midpoint(best, mean)
}

fn traits_of(sql: &mut dyn Sql, subject: i64) -> Result<Vec<Traits>> {
    let claims = claims_of(sql, subject)?;
    // One claim of each reference: what a source repeats is no further evidence.
    let newest: BTreeMap<(&str, &str), &Claim> =
        claims.iter().map(|claim| ((claim.source.as_str(), claim.reference.as_str()), claim)).collect();
    Ok(newest.into_values().rev().take(CLAIMS_COMPARED_MAX).filter_map(traits).collect())
}

/// How much evidence is enough among all the people there are.
fn enough(sql: &mut dyn Sql) -> Result<f64> {
    // The last number given is near enough to a count, and costs nothing.
    let last = sql.first("SELECT MAX(no) FROM subject", &[], |row| row.int(0))?.unwrap_or(0);
    Ok(ENOUGH_BITS + (last as f64 / FEW_PEOPLE).max(1.0).log2())
}
