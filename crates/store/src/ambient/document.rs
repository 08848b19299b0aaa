//! Documents by name: what an operator sets while servers run, and the last result of a measurement.

use jiff::Timestamp;

use crate::{
    Store,
    ambient::from_micros,
    sql::{Result, Sql, params, write::Write},
};

/// A document and when it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// When it was written.
    pub at: Timestamp,
    /// JSON.
    pub body: String,
}

fn read(sql: &mut dyn Sql, name: &str) -> Result<Option<Document>> {
    sql.first("SELECT at, body FROM kept_document WHERE name = ?1", params![name], |row| {
        Ok(Document { at: from_micros(row.int(0)?), body: row.text(1)? })
    })
}

impl Store {
    /// The document of this name.
    pub fn document(&self, name: &str) -> Result<Option<Document>> {
        self.read(|sql| read(sql, name))
    }

    /// Writes what `change` makes of the document of this name; it is deleted where that is nothing. Two changes at once
    /// are made one after the other, each of what the other left.
    pub fn change_document(
        &self,
        name: &'static str,
        at: Timestamp,
        change: impl FnOnce(Option<Document>) -> Result<Option<String>> + Send + 'static,
    ) -> Write<()> {
        self.change(move |sql| {
            let known = read(sql, name)?;
            match change(known)? {
                Some(body) => sql.execute(
                    "INSERT INTO kept_document (name, at, body) VALUES (?1, ?2, ?3)
                     ON CONFLICT (name) DO UPDATE SET at = excluded.at, body = excluded.body",
                    params![name, at.as_microsecond(), &body],
                )?,
                None => sql.execute("DELETE FROM kept_document WHERE name = ?1", params![name])?,
            };
            Ok(())
        })
    }
}
