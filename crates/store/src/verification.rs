//! What mail servers said about addresses, kept for as long as it is worth something.

use jiff::Timestamp;

use crate::{
    Store,
    ambient::from_micros,
    sql::{Result, params},
};

/// A verdict as it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptVerification {
    /// The verdict, as JSON text.
    pub verdict: String,
    /// When the mail server was asked.
    pub validated_at: Timestamp,
}

impl Store {
    /// The last verdict about an address in normal form.
    pub fn verification(&self, address: &str) -> Result<Option<KeptVerification>> {
        self.read(|sql| {
            sql.first(
                "SELECT verdict, validated_at FROM verification WHERE address = ?1",
                params![address],
                |row| Ok(KeptVerification { verdict: row.text(0)?, validated_at: from_micros(row.int(1)?) }),
            )
        })
    }

    /// Keeps a verdict in the place of the one before.
    pub async fn keep_verification(&self, address: &str, kept: KeptVerification) -> Result<()> {
        let address = address.to_owned();
        self.write(move |sql| {
            sql.execute(
                "INSERT INTO verification (address, verdict, validated_at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (address) DO UPDATE SET verdict = ?2, validated_at = ?3",
                params![&address, &kept.verdict, kept.validated_at.as_microsecond()],
            )?;
            Ok(())
        })
        .await
    }
}
