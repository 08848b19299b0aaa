//! Whom a claim likely speaks of, where no identifier settles it.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    rc::Rc,
};

use records::{
    Claim,
    keys::Key,
    sameness::{Evidence, Traits, compare},
};

use crate::{
    ready::{Ready, traits},
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

/// Subjects whose traits are kept in mind while claims are filed.
const SUBJECTS_KEPT_MAX: usize = 20_000;
/// The mark of a claim without a profile.
const NO_PROFILE: i64 = 0;

/// Whom claims are compared with, kept while many are filed in one transaction.
pub(crate) struct Neighbours {
    last_subject: i64,
    kept: HashMap<i64, Rc<[Traits]>>,
    /// Blocks with so many subjects that they tell nobody apart.
    full: HashSet<Key>,
}

impl Neighbours {
    pub(crate) fn begin(sql: &mut dyn Sql) -> Result<Self> {
        Ok(Self { last_subject: last_subject(sql)?, kept: HashMap::new(), full: HashSet::new() })
    }

    /// The subjects a claim likely speaks of.
    pub(crate) fn likely(&mut self, sql: &mut dyn Sql, ready: &Ready) -> Result<Likely> {
        let Some(own) = &ready.traits else { return Ok(Likely::default()) };
        let enough = enough_among(self.last_subject);
        let (mut sure, mut doubtful) = (Vec::new(), Vec::new());
        for subject in self.near(sql, own, &ready.blocks)? {
            let bits = linked(std::slice::from_ref(own), &self.traits_of(sql, subject)?);
            if bits >= enough - DOUBT_BITS && !ruling::is_apart(sql, &ready.claim, subject)? {
                if bits >= enough { &mut sure } else { &mut doubtful }.push((subject, bits));
            }
        }
        sure.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        Ok(Likely { sure: sure.into_iter().map(|(subject, _)| subject).collect(), doubtful })
    }

    /// Subjects that share a block with a claim, and no other profile.
    fn near(&mut self, sql: &mut dyn Sql, own: &Traits, blocks: &[Key]) -> Result<BTreeSet<i64>> {
        let mark = mark(own);
        let mut near = BTreeSet::new();
        for block in blocks {
            if self.full.contains(block) {
                continue;
            }
            let found = sql.all(
                "SELECT subject, profile FROM person_block WHERE key = ?1 LIMIT ?2",
                params![block.0.cast_signed(), SUBJECTS_PER_BLOCK_MAX],
                |row| Ok((row.int(0)?, row.int(1)?)),
            )?;
            if found.len() as i64 >= SUBJECTS_PER_BLOCK_MAX {
                self.full.insert(*block);
                continue;
            }
            // Nobody has two profiles: whoever has another one need not be compared.
            let may_be = |theirs: i64| mark == NO_PROFILE || theirs == NO_PROFILE || theirs == mark;
            near.extend(found.into_iter().filter(|(_, theirs)| may_be(*theirs)).map(|(subject, _)| subject));
        }
        Ok(near)
    }

    /// Whether everything two subjects' claims say together makes them one.
    pub(crate) fn are_one(&mut self, sql: &mut dyn Sql, subject: i64, other: i64) -> Result<bool> {
        let (one, other) = (self.traits_of(sql, subject)?, self.traits_of(sql, other)?);
        Ok(linked(&one, &other) >= enough_among(self.last_subject))
    }

    /// Notes under which blocks a claim's subject is found.
    pub(crate) fn note(&mut self, sql: &mut dyn Sql, subject: i64, ready: &Ready) -> Result<()> {
        let Some(own) = &ready.traits else { return Ok(()) };
        if self.kept.len() >= SUBJECTS_KEPT_MAX {
            self.kept.clear();
        }
        if subject > self.last_subject {
            self.last_subject = subject;
            self.kept.insert(subject, Rc::from([own.clone()]));
        } else {
            self.kept.remove(&subject);
        }
        // In a full block nobody is looked for, so that nobody need be noted there.
        let open = ready.blocks.iter().filter(|block| !self.full.contains(block));
        open.copied().try_for_each(|block| insert_block(sql, block, subject, mark(own)))
    }

    /// Moves the blocks of one subject to another, whose claims are about to be its own.
    pub(crate) fn join(&mut self, sql: &mut dyn Sql, subject: i64, other: i64) -> Result<()> {
        self.kept.remove(&subject);
        self.kept.remove(&other);
        for own in claims_of(sql, other)?.iter().filter_map(traits) {
            for block in own.blocks() {
                insert_block(sql, block, subject, mark(&own))?;
                delete_block(sql, block, other)?;
            }
        }
        Ok(())
    }

    fn traits_of(&mut self, sql: &mut dyn Sql, subject: i64) -> Result<Rc<[Traits]>> {
        if let Some(kept) = self.kept.get(&subject) {
            return Ok(kept.clone());
        }
        let claims = claims_of(sql, subject)?;
        // One claim of each reference: what a source repeats is no further evidence.
        let newest: BTreeMap<(&str, &str), &Claim> =
            claims.iter().map(|claim| ((claim.source.as_str(), claim.reference.as_str()), claim)).collect();
        let read: Rc<[Traits]> =
            newest.into_values().rev().take(CLAIMS_COMPARED_MAX).filter_map(traits).collect();
        self.kept.insert(subject, read.clone());
        Ok(read)
    }
}

/// What stands for a profile in a block.
fn mark(traits: &Traits) -> i64 {
    traits.profile_key().map_or(NO_PROFILE, |key| key.0.cast_signed())
}

fn insert_block(sql: &mut dyn Sql, block: Key, subject: i64, mark: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO person_block (key, subject, profile) VALUES (?1, ?2, ?3)
         ON CONFLICT (key, subject) DO UPDATE SET profile = 0 WHERE person_block.profile <> excluded.profile",
        params![block.0.cast_signed(), subject, mark],
    )?;
    Ok(())
}

fn delete_block(sql: &mut dyn Sql, block: Key, subject: i64) -> Result<()> {
    sql.execute(
        "DELETE FROM person_block WHERE key = ?1 AND subject = ?2",
        params![block.0.cast_signed(), subject],
    )?;
    Ok(())
}

/// Takes a subject out of the blocks of its claims.
pub(crate) fn forget(sql: &mut dyn Sql, subject: i64) -> Result<()> {
    let claims = claims_of(sql, subject)?;
    let blocks: BTreeSet<Key> = claims.iter().filter_map(traits).flat_map(|own| own.blocks()).collect();
    blocks.into_iter().try_for_each(|block| delete_block(sql, block, subject))
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

/// Notes the blocks of a subject's claims, after some have left it or come to it.
pub(crate) fn note_again(sql: &mut dyn Sql, subject: i64) -> Result<()> {
    for own in claims_of(sql, subject)?.iter().filter_map(traits) {
        own.blocks().into_iter().try_for_each(|block| insert_block(sql, block, subject, mark(&own)))?;
    }
    Ok(())
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

/// How much evidence is enough among all the people there are.
fn enough(sql: &mut dyn Sql) -> Result<f64> {
    Ok(enough_among(last_subject(sql)?))
}

fn enough_among(people: i64) -> f64 {
    ENOUGH_BITS + (people as f64 / FEW_PEOPLE).max(1.0).log2()
}

/// The last number given is near enough to a count, and costs nothing.
fn last_subject(sql: &mut dyn Sql) -> Result<i64> {
    let last = sql.first("SELECT COALESCE(MAX(no), 0) FROM subject", &[], |row| row.int(0))?;
    Ok(last.unwrap_or(0))
}
