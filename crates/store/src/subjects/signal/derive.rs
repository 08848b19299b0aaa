//! Writing the signals of a subject, and the facts of companies that signals are filtered by.

use records::{Company, Employer, Signal, funding_stage, keys::employer_handle};

use super::amounts::micro_dollars;
use crate::{
    sql::{Result, Sql, params},
    subjects::{
        codec::{decode, encode},
        ids::SubjectId,
        subject::Subject,
    },
};

/// A stored signal of the subject.
struct Before {
    id: String,
    record: Vec<u8>,
    round: Option<String>,
    company: Option<String>,
    from_company: Option<String>,
}

/// Updates the signals of a subject to match its claims. New ones are observed at `observed_at`; 0 if that is not known.
pub(crate) fn derive(
    sql: &mut dyn Sql,
    subject: SubjectId,
    record: &Subject,
    claims: &[records::Claim],
    observed_at: i64,
) -> Result<()> {
    let mut now = record.signals(claims);
    let mut before = sql.all(
        "SELECT id, record, round, domain, from_domain FROM signal WHERE subject = ?1",
        params![subject],
        |row| {
            Ok(Before {
                id: row.text(0)?,
                record: row.bytes(1)?.to_vec(),
                round: row.text_or_null(2)?,
                company: row.text_or_null(3)?,
                from_company: row.text_or_null(4)?,
            })
        },
    )?;
    let aliases = keep_ids(&mut now, &before);
    for signal in &now {
        let bytes = encode(signal)?;
        if let Some(place) = before.iter().position(|known| known.id == signal.id) {
            let known = before.swap_remove(place);
            let is_same = known.record == bytes
                && known.round.as_deref() == stage(signal)
                && known.company == company(signal)
                && known.from_company == from_company(signal);
            if is_same {
                continue;
            }
        }
        write(sql, subject, signal, &bytes, observed_at)?;
    }
    for (gone, kept) in aliases {
        sql.send("UPDATE signal_alias SET signal = ?2 WHERE signal = ?1", params![&gone, &kept])?;
        sql.send(
            "INSERT INTO signal_alias (id, signal) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET signal = ?2",
            params![&gone, &kept],
        )?;
    }
    for gone in before {
        sql.send("DELETE FROM signal WHERE id = ?1", params![&gone.id])?;
    }
    Ok(())
}

/// Gives signals the ids under which their events are stored already. The id of a signal is made from the id of its
/// record, so the events of a record that was joined into another would have new ids: they would be told and charged
/// again. Returns the ids of stored signals whose event is also stored under another id, with that id.
fn keep_ids(now: &mut [Signal], before: &[Before]) -> Vec<(String, String)> {
    let is_derived = |now: &[Signal], id: &str| now.iter().any(|signal| signal.id == id);
    let mut lost = Vec::new();
    for known in before.iter().filter(|known| !is_derived(now, &known.id)) {
        // One that cannot be read is deleted like any that is no longer derived.
        lost.extend(decode::<Signal>(&known.record).ok().map(|event| (known.id.clone(), event)));
    }
    let mut aliases = Vec::new();
    for (id, event) in lost {
        let Some(signal) = now.iter_mut().find(|signal| signal.is_same_event(&event)) else { continue };
        if before.iter().any(|known| known.id == signal.id) {
            aliases.push((id, signal.id.clone()));
        } else {
            signal.id = id;
        }
    }
    aliases
}

/// Inserts the signals of a new subject.
pub(crate) fn write_first(
    sql: &mut dyn Sql,
    subject: SubjectId,
    signals: &[Signal],
    observed_at: i64,
) -> Result<()> {
    signals.iter().try_for_each(|signal| write(sql, subject, signal, &encode(signal)?, observed_at))
}

/// The stage that a round is filtered by.
fn stage(signal: &Signal) -> Option<&'static str> {
    signal.funding.as_ref().map(|round| funding_stage::read(&round.round))
}

/// The handle of the company that a signal is filtered by.
fn company(signal: &Signal) -> Option<String> {
    signal.company.as_ref().and_then(employer_handle)
}

/// The handle of a record.
fn of_record(id: &str) -> Option<String> {
    employer_handle(&Employer { id: Some(id.to_owned()), ..Employer::default() })
}

/// The handle of the company that was left.
fn from_company(signal: &Signal) -> Option<String> {
    signal.change.as_ref().and_then(|change| employer_handle(&change.old_company))
}

fn write(
    sql: &mut dyn Sql,
    subject: SubjectId,
    signal: &Signal,
    bytes: &[u8],
    observed_at: i64,
) -> Result<()> {
    let change = signal.change.as_ref();
    let departments = match (change, &signal.job) {
        (Some(change), _) => &change.departments[..],
        (None, Some(job)) => &job.departments[..],
        (None, None) => &[],
    };
    let departments = departments.iter().map(|department| format!(",{department}")).collect::<String>() + ",";
    let place =
        signal.job.as_ref().and_then(|job| job.location.as_ref()).and_then(|place| place.country.as_ref());
    let country = place.or_else(|| change.and_then(|change| change.country.as_ref()));
    let round = signal.funding.as_ref();
    sql.send(
        "INSERT INTO signal (id, subject, kind, at, domain, country, departments, round, amount, applicants,
                             closed, record, from_domain, observed_at, seniority, announced, micro_dollars)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
         ON CONFLICT (id) DO UPDATE SET subject = ?2, at = ?4, domain = ?5, country = ?6, departments = ?7,
           round = ?8, amount = ?9, applicants = ?10, closed = ?11, record = ?12, from_domain = ?13,
           seniority = ?15, announced = ?16, micro_dollars = ?17",
        params![
            &signal.id,
            subject,
            signal.kind.as_str(),
            signal.at.as_microsecond(),
            company(signal).as_ref(),
            country,
            departments.as_str(),
            stage(signal),
            round.and_then(|round| round.amount.as_ref()).map(|money| money.amount),
            signal.job.as_ref().and_then(|job| job.applicants).map(i64::from),
            i64::from(signal.job.as_ref().is_some_and(|job| job.closed_at.is_some())),
            bytes,
            from_company(signal).as_ref(),
            observed_at,
            change.and_then(|change| change.seniority).map(|seniority| seniority.as_str()),
            i64::from(change.is_some_and(|change| change.announcement.is_some())),
            micro_dollars(signal)
        ],
    )?;
    Ok(())
}

/// Stores the company's attributes that signals are filtered by, under each of its domains; without one, under the handle
/// of its record.
pub(crate) fn note_domains(sql: &mut dyn Sql, subject: SubjectId, company: &Company) -> Result<()> {
    sql.send("DELETE FROM company_domain WHERE subject = ?1", params![subject])?;
    let country = company.location.as_ref().and_then(|location| location.country.as_ref());
    let employees = company.employees().map(|employees| i64::from(employees.min));
    let unlisted = company.domains.is_empty().then(|| of_record(&company.id)).flatten();
    for domain in company.domains.iter().chain(&unlisted) {
        sql.send(
            "INSERT INTO company_domain (domain, subject, industry, country, employees) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (domain) DO UPDATE SET subject = ?2, industry = ?3, country = ?4, employees = ?5",
            params![domain, subject, company.industry.as_ref(), country, employees],
        )?;
    }
    Ok(())
}
