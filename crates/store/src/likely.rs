//! Whom a claim likely speaks of, where no identifier settles it.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    Claim, Facts,
    keys::Key,
    sameness::{Evidence, Traits, compare},
};

use crate::{
    record::{claims_of, exists},
    ruling,
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

/// Evidence of two profiles.
const OTHER_PROFILES: f64 = -30.0;
/// Evidence short of enough by no more than this leaves a doubt.
const DOUBT_BITS: f64 = 4.0;

/// Whom a claim likely speaks of.
#[derive(Debug, Default)]
pub(crate) struct Likely {
    /// Subjects for which enough speaks, the likeliest first.
    pub(crate) sure: Vec<i64>,
    /// Subjects for which nearly enough speaks, with how much.
    pub(crate) doubtful: Vec<(i64, f64)>,
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

/// The subjects a claim likely speaks of.
pub(crate) fn subjects(sql: &mut dyn Sql, claim: &Claim) -> Result<Likely> {
    let Some(own) = traits(claim) else { return Ok(Likely::default()) };
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
        return Ok(Likely::default());
    }
    let enough = enough(sql)?;
    let (mut sure, mut doubtful) = (Vec::new(), Vec::new());
    for subject in near {
        let theirs = traits_of(sql, subject)?;
        let bits = linked(std::slice::from_ref(&own), &theirs);
        if bits >= enough - DOUBT_BITS && !ruling::is_apart(sql, claim, subject)? {
            if bits >= enough { &mut sure } else { &mut doubtful }.push((subject, bits));
        }
    }
    sure.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    Ok(Likely { sure: sure.into_iter().map(|(subject, _)| subject).collect(), doubtful })
}

/// Puts a subject and those it may be on the list of doubts.
pub(crate) fn doubt(sql: &mut dyn Sql, subject: i64, doubtful: &[(i64, f64)]) -> Result<()> {
    for (other, bits) in doubtful {
        if *other == subject || !exists(sql, *other)? || ruling::are_apart(sql, subject, *other)? {
            continue;
        }
        sql.execute(
            "INSERT INTO doubt (one, other, tenths_of_bits) VALUES (?1, ?2, ?3)
             ON CONFLICT (one, other) DO UPDATE SET tenths_of_bits = excluded.tenths_of_bits",
            params![subject.min(*other), subject.max(*other), (bits * 10.0).round() as i64],
        )?;
    }
    Ok(())
}

/// Takes a pair off the list of doubts.
pub(crate) fn settle_doubt(sql: &mut dyn Sql, one: i64, other: i64) -> Result<()> {
    sql.execute("DELETE FROM doubt WHERE one = ?1 AND other = ?2", params![one.min(other), one.max(other)])?;
    Ok(())
}

/// Finds a subject's blocks anew, when claims have left it.
pub(crate) fn note_again(sql: &mut dyn Sql, subject: i64) -> Result<()> {
    sql.execute("DELETE FROM person_block WHERE subject = ?1", params![subject])?;
    for claim in claims_of(sql, subject)? {
        note(sql, subject, &claim)?;
    }
    Ok(())
}

/// Whether everything two subjects' claims say together makes them one.
pub(crate) fn are_one(sql: &mut dyn Sql, subject: i64, other: i64) -> Result<bool> {
    let (one, other) = (traits_of(sql, subject)?, traits_of(sql, other)?);
    Ok(linked(&one, &other) >= enough(sql)?)
}

/// What speaks for two groups of claims being of one person, by the pair for which most does; and how much would be
/// enough to join them.
pub(crate) fn weigh(sql: &mut dyn Sql, ones: &[Claim], others: &[Claim]) -> Result<(Evidence, f64)> {
    let (ones, others): (Vec<Traits>, Vec<Traits>) =
        (ones.iter().filter_map(traits).collect(), others.iter().filter_map(traits).collect());
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| compare(one, other)));
    let best = pairs.max_by(|one, other| one.bits.total_cmp(&other.bits));
    let parts = best.map(|best| best.parts).unwrap_or_default();
    Ok((Evidence { bits: linked(&ones, &others), parts }, enough(sql)?))
}

/// Half the best and half the mean evidence between two groups of claims: a chain of claims, each like the next, does
/// not make strangers one.
fn linked(ones: &[Traits], others: &[Traits]) -> f64 {
    if have_other_profiles(ones, others) {
        return OTHER_PROFILES;
    }
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| compare(one, other).bits));
    let all: Vec<f64> = pairs.collect();
    let best = all.iter().copied().reduce(f64::max).unwrap_or(f64::MIN);
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    f64::midpoint(best, mean)
}

/// Nobody has two profiles, however alike everything else is.
fn have_other_profiles(ones: &[Traits], others: &[Traits]) -> bool {
    let profiles = |group: &'_ [Traits]| -> BTreeSet<String> {
        group.iter().filter_map(|traits| traits.profile().map(str::to_owned)).collect()
    };
    let (ones, others) = (profiles(ones), profiles(others));
    !ones.is_empty() && !others.is_empty() && ones.is_disjoint(&others)
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
