//! Feeds: their descriptions and read positions.

use crate::{
    Store,
    sql::{Result, params},
};

impl Store {
    /// The stored state of a feed, as its reader wrote it.
    pub fn feed_state(&self, name: &str) -> Result<Option<String>> {
        self.read(|sql| sql.first("SELECT state FROM feed WHERE name = ?1", params![name], |row| row.text(0)))
    }

    /// Descriptions of discovered feeds, ordered by name.
    pub fn found_feeds(&self, limit: usize) -> Result<Vec<String>> {
        self.read(|sql| {
            sql.all(
                "SELECT description FROM feed WHERE description IS NOT NULL ORDER BY name LIMIT ?1",
                params![limit as i64],
                |row| row.text(0),
            )
        })
    }

    /// Stores a discovered feed; a known one is left unchanged.
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

    /// Stores the state of a feed in place of the previous one.
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
