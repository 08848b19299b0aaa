//! How far each feed was read.

use crate::{
    Store,
    sql::{Result, params},
};

impl Store {
    /// What was remembered of a feed, as it was given.
    pub fn feed_state(&self, name: &str) -> Result<Option<String>> {
        self.read(|sql| sql.first("SELECT state FROM feed WHERE name = ?1", params![name], |row| row.text(0)))
    }

    /// Feeds that were found, as they were described, by name.
    pub fn found_feeds(&self, limit: usize) -> Result<Vec<String>> {
        self.read(|sql| {
            sql.all(
                "SELECT description FROM feed WHERE description IS NOT NULL ORDER BY name LIMIT ?1",
                params![limit as i64],
                |row| row.text(0),
            )
        })
    }

    /// Remembers a feed that was found; one that is known stays as it is.
    pub async fn keep_found_feed(&self, name: String, description: String) -> Result<()> {
        self.write(move |sql| {
            sql.execute(
                "INSERT INTO feed (name, state, description) VALUES (?1, '', ?2) ON CONFLICT (name) DO NOTHING",
                params![name.as_str(), description.as_str()],
            )?;
            Ok(())
        })
        .await
    }

    /// Remembers how far a feed was read, in the place of the time before.
    pub async fn keep_feed_state(&self, name: String, state: String) -> Result<()> {
        self.write(move |sql| {
            sql.execute(
                "INSERT INTO feed (name, state) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET state = ?2",
                params![name.as_str(), state.as_str()],
            )?;
            Ok(())
        })
        .await
    }
}
