//! Removing one record with everything that hangs on it.

use records::{Claim, Facts, keys::Key};

use super::{target::Erased, trace::Trace};
use crate::{
    identity::{filing::Filing, stated_employer::StatedEmployer},
    sql::{Result, Sql, params},
    subjects::{
        change,
        ids::SubjectId,
        rows::{all_claims_of, stored},
        subject::{Kind, Subject},
    },
};

/// Deletes a record with its dependent rows, and stores its identifiers for the sweep.
pub(super) fn remove(
    sql: &mut dyn Sql,
    subject: SubjectId,
    trace: &mut Trace,
    erased: &mut Erased,
) -> Result<Option<Subject>> {
    let kind = sql.first("SELECT kind FROM subject WHERE no = ?1", params![subject], |row| row.int(0))?;
    let Some(kind) = kind.map(Kind::of_number).transpose()? else { return Ok(None) };
    let (id, record) = stored(sql, subject, kind)?;
    let claims = all_claims_of(sql, subject)?;
    match &record {
        Subject::Person(person) => {
            trace.add_person(person);
            // A record shows less than its claims hold: what lost against a newer claim is theirs, too.
            let each = claims.iter().map(|claim| Subject::of(&id, std::slice::from_ref(claim)));
            for alone in each {
                if let Subject::Person(person) = alone {
                    trace.add_person(&person);
                }
            }
            erased.people += 1;
        }
        Subject::Company(company) => {
            trace.add_company(company);
            erased.companies += 1;
        }
        Subject::Job(_) => erased.jobs += 1,
    }
    let aliases =
        sql.all("SELECT id FROM subject_alias WHERE subject = ?1", params![subject], |row| row.text(0))?;
    let signals = sql.all("SELECT id FROM signal WHERE subject = ?1", params![subject], |row| row.text(0))?;
    erased.claims += claims.len() as u64;
    erased.signals += signals.len() as u64;
    trace.ids.extend(aliases.into_iter().chain(signals).chain([id.clone()]));
    // Taken while the record is still there: if it was the last to change, its number must not be given again.
    let gone = change::last(sql)?.next();
    let mut filing = Filing::begin(sql)?;
    filing.delete(sql, subject)?;
    filing.finish(sql)?;
    // Other records may have changed with it.
    let gone = gone.max(change::last(sql)?.next());
    sql.execute(
        "INSERT INTO subject_gone (changed, id, kind) VALUES (?1, ?2, ?3)",
        params![gone, &id, kind as i64],
    )?;
    forget_rulings(sql, &claims)?;
    for claim in &claims {
        if let Some(employer) = StatedEmployer::of(&Subject::of("", std::slice::from_ref(claim))) {
            remove_employer(sql, claim, &employer, trace)?;
        }
    }
    Ok(Some(with_claims(record, &claims)))
}

/// Deletes the company that only rows about the erased person have made known, unless another person works there.
fn remove_employer(
    sql: &mut dyn Sql,
    stated_by: &Claim,
    employer: &StatedEmployer,
    trace: &mut Trace,
) -> Result<()> {
    let staff = sql.first(
        "SELECT 1 FROM subject_key k JOIN subject s ON s.no = k.subject WHERE k.key = ?1 AND s.employer = ?2 LIMIT 1",
        params![Key::employer(&employer.handle), &employer.handle],
        |row| row.int(0),
    )?;
    if staff.is_some() {
        return Ok(());
    }
    let made = employer.claim(&stated_by.source, stated_by.observed_at);
    let companies = sql.all(
        "SELECT DISTINCT subject FROM claim WHERE source = ?1 AND reference = ?2",
        params![&made.source, &made.reference],
        |row| row.int(0).map(SubjectId),
    )?;
    for company in companies {
        let of_staff = |claim: &Claim| matches!(&claim.facts, Facts::Company(facts) if facts.of_employee);
        if !all_claims_of(sql, company)?.iter().all(of_staff) {
            continue;
        }
        let (id, _) = stored(sql, company, Kind::Company)?;
        let gone = change::last(sql)?.next();
        let mut filing = Filing::begin(sql)?;
        filing.delete(sql, company)?;
        filing.finish(sql)?;
        let gone = gone.max(change::last(sql)?.next());
        sql.execute(
            "INSERT INTO subject_gone (changed, id, kind) VALUES (?1, ?2, ?3)",
            params![gone, &id, Kind::Company as i64],
        )?;
        trace.ids.insert(id);
    }
    Ok(())
}

/// A source may call a row by an address; what was decided about rows that are gone is of no use.
fn forget_rulings(sql: &mut dyn Sql, claims: &[Claim]) -> Result<()> {
    for claim in claims {
        sql.execute(
            "DELETE FROM ruling_row WHERE source = ?1 AND reference = ?2
               AND NOT EXISTS (SELECT 1 FROM claim WHERE source = ?1 AND reference = ?2)",
            params![&claim.source, &claim.reference],
        )?;
    }
    Ok(())
}

/// The record with every identifier that any of its claims has.
fn with_claims(subject: Subject, claims: &[Claim]) -> Subject {
    let Subject::Person(mut record) = subject else { return subject };
    for claim in claims {
        if let (Facts::Person(_), Subject::Person(alone)) =
            (&claim.facts, Subject::of("", std::slice::from_ref(claim)))
        {
            record.emails.extend(alone.emails);
            record.phones.extend(alone.phones);
            record.person.profiles.extend(alone.person.profiles);
            record.person.network_url = record.person.network_url.take().or(alone.person.network_url);
        }
    }
    Subject::Person(record)
}
