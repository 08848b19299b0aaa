//! Evidence that two people are the same where no identifier decides, and the review pairs just below the threshold.

use records::{
    Claim,
    keys::Key,
    sameness::{Evidence, Traits, compare, evidence_between, threshold},
};

use crate::{
    identity::{
        agreement::Agreement, commonness::Commonness, key_index::SUBJECTS_PER_KEY_MAX, prepare::traits,
        ruling,
    },
    sql::{Result, Sql, params},
    subjects::ids::{NO_PROFILE, ProfileTag, SubjectId},
};

/// Bits below the threshold within which a pair is put on the review list.
pub(crate) const REVIEW_MARGIN_BITS: f64 = 4.0;

/// How many tags of profiles there are. Different tags tell people apart and equal ones nothing, so three bytes are enough for
/// rows of which each person has several.
const TAGS: u64 = (1 << 23) - 1;

/// The tag of a person's profile in a key-index entry.
pub(crate) fn profile_tag(traits: &Traits) -> ProfileTag {
    traits.profile_key().map_or(NO_PROFILE, |key| ProfileTag((key.0 % TAGS).cast_signed() + 1))
}

/// Review pairs of one subject, the strongest. An operator decides about one at a time, and weighs the rest again after it.
pub(crate) const REVIEW_PAIRS_MAX: usize = 16;

/// Adds review pairs of a subject and its doubtful candidates. The strongest evidence of a pair is kept: a claim that is
/// doubtful must not hide that other claims of the two subjects are linked. Of a subject that has [`REVIEW_PAIRS_MAX`] pairs the
/// weakest makes room for a stronger one. `are_ruled` tells whether there are rulings.
pub(crate) fn record_review_pairs(
    sql: &mut dyn Sql,
    subject: SubjectId,
    doubtful: &[(SubjectId, f64)],
    are_ruled: bool,
) -> Result<()> {
    let mut doubtful: Vec<_> = doubtful.iter().filter(|(other, _)| *other != subject).copied().collect();
    doubtful.sort_by(|(one, bits), (other, than)| than.total_cmp(bits).then(one.cmp(other)));
    for (other, bits) in doubtful.into_iter().take(REVIEW_PAIRS_MAX) {
        let (one, other) = (subject.min(other), subject.max(other));
        // Beside the insertion, the database would read all claims of both to look for rulings about them.
        if are_ruled && ruling::are_apart(sql, one, other)? {
            continue;
        }
        let bits = tenths(bits);
        let known = "SELECT tenths_of_bits FROM doubt WHERE one = ?1 AND other = ?2";
        match sql.first(known, params![one, other], |row| row.int(0))? {
            Some(known) if known >= bits => continue,
            Some(_) => {}
            None if make_room(sql, one, other, bits)? => {}
            None => continue,
        }
        sql.send(
            "INSERT INTO doubt (one, other, tenths_of_bits)
             SELECT one.no, other.no, CAST(?3 AS BIGINT) FROM subject one, subject other
             WHERE one.no = ?1 AND other.no = ?2
             ON CONFLICT (one, other) DO UPDATE SET tenths_of_bits = excluded.tenths_of_bits",
            params![one, other, bits],
        )?;
    }
    Ok(())
}

/// Makes room for a review pair: of each of the two that has as many as it may, the weakest is deleted. False, and nothing is
/// deleted, if one of them has no weaker one.
fn make_room(sql: &mut dyn Sql, one: SubjectId, other: SubjectId, bits: i64) -> Result<bool> {
    let mut leaving = Vec::new();
    for subject in [one, other] {
        let mut pairs = sql.all(
            "SELECT tenths_of_bits, one, other FROM doubt WHERE one = ?1
             UNION ALL SELECT tenths_of_bits, one, other FROM doubt WHERE other = ?1",
            params![subject],
            |row| Ok((row.int(0)?, SubjectId(row.int(1)?), SubjectId(row.int(2)?))),
        )?;
        pairs.sort_unstable_by_key(|pair| std::cmp::Reverse(*pair));
        // Before there was a limit, a subject could have more.
        for (_, one, other) in pairs.drain(REVIEW_PAIRS_MAX.min(pairs.len())..) {
            close_review_pair(sql, one, other)?;
        }
        match pairs.get(REVIEW_PAIRS_MAX - 1) {
            None => {}
            Some((weakest, ..)) if *weakest >= bits => return Ok(false),
            Some((_, one, other)) => leaving.push((*one, *other)),
        }
    }
    for (one, other) in leaving {
        close_review_pair(sql, one, other)?;
    }
    Ok(true)
}

/// Subjects linked with one that were not joined with it, because other claims contradict.
pub(crate) fn linked_with(sql: &mut dyn Sql, subject: SubjectId, enough: f64) -> Result<Vec<SubjectId>> {
    sql.all(
        "SELECT other FROM doubt WHERE one = ?1 AND tenths_of_bits >= ?2
         UNION SELECT one FROM doubt WHERE other = ?1 AND tenths_of_bits >= ?2",
        params![subject, tenths(enough)],
        |row| row.int(0).map(SubjectId),
    )
}

/// Bits as they are stored.
pub(crate) fn tenths(bits: f64) -> i64 {
    (bits * 10.0).round() as i64
}

/// How many subjects a key leads to, up to the number from which it is ignored.
fn subjects_of(sql: &mut dyn Sql, key: Key) -> Result<usize> {
    let count = "SELECT COUNT(*) FROM (SELECT 1 FROM subject_key WHERE key = ?1 LIMIT ?2) AS holders";
    let subjects = sql.first(count, params![key, SUBJECTS_PER_KEY_MAX as i64], |row| row.int(0))?;
    Ok(usize::try_from(subjects.unwrap_or(0)).unwrap_or(0))
}

/// Deletes a review pair.
pub(crate) fn close_review_pair(sql: &mut dyn Sql, one: SubjectId, other: SubjectId) -> Result<()> {
    sql.send("DELETE FROM doubt WHERE one = ?1 AND other = ?2", params![one.min(other), one.max(other)])?;
    Ok(())
}

/// The evidence that two groups of claims are about one person, with the parts of the strongest pair; and the threshold
/// for joining them.
pub(crate) fn weigh(sql: &mut dyn Sql, ones: &[Claim], others: &[Claim]) -> Result<(Evidence, f64)> {
    let mut commonness = Commonness::default();
    let (people, rates) = (commonness.people(sql)?, Agreement::read(sql)?.rates());
    let mut weighed = |claims: &[Claim]| -> Result<Vec<Traits>> {
        let mut all: Vec<Traits> = claims.iter().filter_map(traits).collect();
        for traits in &mut all {
            commonness.weigh(sql, traits)?;
            let mut holders = 0;
            for phone in traits.phone_blocks() {
                holders = holders.max(subjects_of(sql, phone)?);
            }
            traits.learn_phone_holders(holders);
            traits.learn_rates(rates);
        }
        Ok(all)
    };
    let (ones, others) = (weighed(ones)?, weighed(others)?);
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| compare(one, other)));
    let best = pairs.max_by(|one, other| one.bits.total_cmp(&other.bits));
    let parts = best.map(|best| best.parts).unwrap_or_default();
    let bits = evidence_between(&ones.iter().collect::<Vec<_>>(), &others.iter().collect::<Vec<_>>());
    Ok((Evidence { bits, parts }, threshold(people)))
}
