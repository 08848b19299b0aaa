//! Every person an account has ever resolved, once each.

use std::{collections::HashSet, ops::ControlFlow};

use jiff::Timestamp;
use records::PersonRecord;

use crate::{
    AccountId, OwnedContact, Store,
    ambient::from_micros,
    money::bought,
    sql::{Result, Row, Sql, params},
    subjects::{
        codec::{decode, expand},
        ids::SubjectId,
        read::{Career, CareerRecord},
        rows::subject_by_id,
    },
};

/// Brings two rows about one person together. Calls settle in another order than they came in, so times are
/// compared, never assumed to be later.
macro_rules! merged_with_what_is_there {
    () => {
        "ON CONFLICT (account_id, subject) DO UPDATE SET
           first_endpoint = CASE WHEN excluded.first_at < person_seen.first_at
                                 THEN excluded.first_endpoint ELSE person_seen.first_endpoint END,
           first_at = CASE WHEN excluded.first_at < person_seen.first_at
                           THEN excluded.first_at ELSE person_seen.first_at END,
           last_endpoint = CASE WHEN excluded.last_at >= person_seen.last_at
                                THEN excluded.last_endpoint ELSE person_seen.last_endpoint END,
           last_at = CASE WHEN excluded.last_at >= person_seen.last_at
                          THEN excluded.last_at ELSE person_seen.last_at END,
           endpoints = CASE WHEN instr(' ' || person_seen.endpoints || ' ', ' ' || excluded.endpoints || ' ') > 0
                            THEN person_seen.endpoints
                            ELSE person_seen.endpoints || ' ' || excluded.endpoints END,
           times = person_seen.times + excluded.times"
    };
}

/// People of an account among whom those of some endpoints are looked for, so that the time of a call has a bound.
const EXAMINED_MAX: i64 = 5_000;

/// A person an account has resolved.
#[derive(Debug, Clone)]
pub struct SeenPerson {
    /// The record as it is now.
    pub record: PersonRecord,
    /// When it was first resolved.
    pub first_at: Timestamp,
    /// By which endpoint.
    pub first_endpoint: String,
    /// When it was last resolved.
    pub last_at: Timestamp,
    /// By which endpoint.
    pub last_endpoint: String,
    /// Every endpoint that answered it.
    pub endpoints: Vec<String>,
    /// How often.
    pub times: u64,
    /// Contacts that the account has paid for.
    pub bought: Vec<OwnedContact>,
}

/// A row that was read, and its subject.
struct Seen {
    subject: SubjectId,
    person: SeenPerson,
}

impl Store {
    /// The person of this id, if the account has resolved them.
    pub fn person_seen(&self, account: &AccountId, id: &str) -> Result<Option<SeenPerson>> {
        self.read_followed(|sql| {
            let seen = sql.first(
                "SELECT p.subject, s.record, p.first_at, p.first_endpoint, p.last_at, p.last_endpoint,
                        p.endpoints, p.times
                 FROM subject s JOIN person_seen p ON p.subject = s.no WHERE s.id = ?2 AND p.account_id = ?1",
                params![account, id],
                |row| read_seen(SubjectId(row.int(0)?), row),
            )?;
            let Some(Seen { subject, person }) = seen else { return Ok(None) };
            let bought = bought::of_person(sql, account, subject)?;
            Ok(Some(SeenPerson { bought, ..person }))
        })
    }

    /// A page of the people an account has resolved, latest first resolved first, before (`first_at`, `id`). A text is
    /// looked for in names, companies and their domains, and in contacts that the account has bought.
    pub fn people_seen(
        &self,
        account: &AccountId,
        text: Option<&str>,
        before: Option<(Timestamp, &str)>,
        limit: usize,
    ) -> Result<Vec<SeenPerson>> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_microsecond(), id));
        self.read_followed(|sql| {
            let wanted = text.map(|text| Wanted::new(sql, account, text)).transpose()?;
            let mut found: Vec<Seen> = Vec::new();
            let statement =
                "SELECT p.subject, s.record, p.first_at, p.first_endpoint, p.last_at, p.last_endpoint,
                        p.endpoints, p.times
                 FROM person_seen p JOIN subject s ON s.no = p.subject
                 WHERE p.account_id = ?1 AND p.first_at <= ?2 AND (p.first_at < ?2 OR s.id > ?3)
                 ORDER BY p.first_at DESC, s.id";
            sql.visit(statement, params![account, at, id], &mut |row| {
                if found.len() >= limit {
                    return Ok(ControlFlow::Break(()));
                }
                let subject = SubjectId(row.int(0)?);
                if wanted
                    .as_ref()
                    .is_none_or(|wanted| wanted.may_be(subject, row.bytes(1).unwrap_or_default()))
                {
                    let seen = read_seen(subject, row)?;
                    if wanted.as_ref().is_none_or(|wanted| wanted.is(&seen)) {
                        found.push(seen);
                    }
                }
                Ok(ControlFlow::Continue(()))
            })?;
            let mut people = Vec::with_capacity(found.len());
            for Seen { subject, person } in found {
                let bought = bought::of_person(sql, account, subject)?;
                people.push(SeenPerson { bought, ..person });
            }
            Ok(people)
        })
    }
}

impl Store {
    /// Careers of the people that an account has resolved through one of these endpoints, in no order: the `limit` newest
    /// by the first time, among the newest `EXAMINED_MAX`.
    pub fn people_resolved_by(
        &self,
        account: &AccountId,
        endpoints: &[&str],
        limit: usize,
    ) -> Result<Vec<Career>> {
        self.read_followed(|sql| {
            // Without a join, so that records of people of other endpoints are not read.
            let statement = "SELECT subject, endpoints FROM person_seen WHERE account_id = ?1
                             ORDER BY first_at DESC, subject LIMIT ?2";
            let mut subjects = Vec::new();
            sql.visit(statement, params![account, EXAMINED_MAX], &mut |row| {
                if row.text(1)?.split(' ').any(|endpoint| endpoints.contains(&endpoint)) {
                    subjects.push(SubjectId(row.int(0)?));
                }
                Ok(if subjects.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })?;
            let mut careers = Vec::with_capacity(subjects.len());
            let sets = subjects.iter().map(|subject| [(*subject).into()]);
            sql.each_of("SELECT record FROM subject WHERE no = ?1", sets, &mut |_, row| {
                careers.push(decode::<CareerRecord>(row.bytes(0)?)?.person);
                Ok(())
            })?;
            Ok(careers)
        })
    }

    /// Those of the people that an account has resolved.
    pub fn seen_among(&self, account: &AccountId, people: &[String]) -> Result<HashSet<String>> {
        self.read_followed(|sql| {
            let mut seen = HashSet::new();
            for person in people {
                let Some(subject) = subject_by_id(sql, person)? else { continue };
                let known = sql.first(
                    "SELECT 1 FROM person_seen WHERE account_id = ?1 AND subject = ?2",
                    params![account, subject],
                    |row| row.int(0),
                )?;
                seen.extend(known.map(|_| person.clone()));
            }
            Ok(seen)
        })
    }
}

fn read_seen(subject: SubjectId, row: &dyn Row) -> Result<Seen> {
    let person = SeenPerson {
        record: decode(row.bytes(1)?)?,
        first_at: from_micros(row.int(2)?),
        first_endpoint: row.text(3)?,
        last_at: from_micros(row.int(4)?),
        last_endpoint: row.text(5)?,
        endpoints: each_once(&row.text(6)?),
        times: row.int(7)?.unsigned_abs(),
        bought: Vec::new(),
    };
    Ok(Seen { subject, person })
}

/// The words of a text, each once: rows that were joined may repeat one.
fn each_once(words: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    words.split_whitespace().filter(|word| seen.insert(*word)).map(str::to_owned).collect()
}

/// A text that is looked for among people.
struct Wanted {
    /// In lower case.
    text: String,
    /// People with a bought contact that contains it.
    by_contact: HashSet<i64>,
}

impl Wanted {
    fn new(sql: &mut dyn Sql, account: &AccountId, text: &str) -> Result<Self> {
        let text = text.to_lowercase();
        let by_contact = bought::with_value_like(sql, account, &format!("%{}%", escape_like(&text)))?;
        Ok(Self { text, by_contact })
    }

    /// Whether a stored record may be one of those: reading records that cannot be would take most of the time.
    fn may_be(&self, subject: SubjectId, record: &[u8]) -> bool {
        self.by_contact.contains(&subject.0)
            || expand(record).is_ok_and(|json| String::from_utf8_lossy(&json).to_lowercase().contains(&self.text))
            // JSON writes these in another way.
            || self.text.contains(['"', '\\'])
    }

    fn is(&self, seen: &Seen) -> bool {
        let Seen { subject, person } = seen;
        let person = &person.record.person;
        let company = person.company.as_ref();
        let texts = [
            Some(&person.full_name),
            company.and_then(|company| company.name.as_ref()),
            company.and_then(|company| company.domain.as_ref()),
        ];
        self.by_contact.contains(&subject.0)
            || texts.into_iter().flatten().any(|text| text.to_lowercase().contains(&self.text))
    }
}

/// Records that an account has resolved a person.
pub(crate) fn note(
    sql: &mut dyn Sql,
    account: &AccountId,
    subject: SubjectId,
    at: i64,
    endpoint: &str,
) -> Result<()> {
    sql.send(
        concat!(
            "INSERT INTO person_seen
               (account_id, subject, first_at, first_endpoint, last_at, last_endpoint, endpoints, times)
             VALUES (?1, ?2, ?3, ?4, ?3, ?4, ?4, 1) ",
            merged_with_what_is_there!()
        ),
        params![account, subject, at, endpoint],
    )?;
    Ok(())
}

/// Moves the rows of `other` to `subject` when both are joined.
pub(crate) fn join(sql: &mut dyn Sql, subject: SubjectId, other: SubjectId) -> Result<()> {
    sql.send(
        concat!(
            "INSERT INTO person_seen
               (account_id, subject, first_at, first_endpoint, last_at, last_endpoint, endpoints, times)
             SELECT account_id, ?1, first_at, first_endpoint, last_at, last_endpoint, endpoints, times
             FROM person_seen WHERE subject = ?2 ",
            merged_with_what_is_there!()
        ),
        params![subject, other],
    )?;
    Ok(())
}

fn escape_like(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '!') {
            escaped.push('!');
        }
        escaped.push(character);
    }
    escaped
}
