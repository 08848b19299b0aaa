//! A sample of the records that several claims were joined into, for measuring matches against them.

use records::Claim;

use crate::{
    Store,
    sql::{Result, params},
    subjects::{ids::SubjectId, rows::claims_of, subject::Kind},
};

/// A record and its claims.
#[derive(Debug, Clone)]
pub struct Joined {
    /// The record's id.
    pub id: String,
    /// Its claims, oldest first.
    pub claims: Vec<Claim>,
}

impl Store {
    /// At most `limit` people with several claims, from all over the store, the same ones each time.
    pub fn joined_people(&self, limit: usize) -> Result<Vec<Joined>> {
        self.joined(Kind::Person, limit)
    }

    /// At most `limit` companies with several claims, from all over the store, the same ones each time.
    pub fn joined_companies(&self, limit: usize) -> Result<Vec<Joined>> {
        self.joined(Kind::Company, limit)
    }

    fn joined(&self, kind: Kind, limit: usize) -> Result<Vec<Joined>> {
        self.read(|sql| {
            let several = "SELECT subject FROM claim GROUP BY subject HAVING COUNT(*) > 1";
            let mut subjects = sql.all(several, &[], |row| row.int(0).map(SubjectId))?;
            // Multiplying by a large odd number scatters neighbours: the sample is of all imports.
            subjects.sort_by_key(|subject| subject.0.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64.cast_signed()));
            let mut joined = Vec::new();
            for subject in subjects {
                if joined.len() >= limit {
                    break;
                }
                let of_kind = "SELECT id FROM subject WHERE no = ?1 AND kind = ?2";
                let id = sql.first(of_kind, params![subject, kind as i64], |row| row.text(0))?;
                if let Some(id) = id {
                    joined.push(Joined { id, claims: claims_of(sql, subject)? });
                }
            }
            Ok(joined)
        })
    }
}
