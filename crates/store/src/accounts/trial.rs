//! One trial for each mailbox, in whatever spelling its address is written.

use records::email::EmailAddress;
use sha2::{Digest, Sha256};

use crate::AccountId;
use crate::sql::{Duplicate, Result, Sql, StoreError, params};

/// The mailbox of an address: what its provider makes of dots and tags, and without a tag at any other provider too.
fn mailbox(address: &str) -> [u8; 32] {
    let identity =
        EmailAddress::parse(address).map_or_else(|_| address.to_owned(), |email| email.identity().to_owned());
    let untagged = match identity.rsplit_once('@') {
        Some((local, domain)) => match local.split_once('+') {
            Some((name, _)) if !name.is_empty() && !local.starts_with('"') => format!("{name}@{domain}"),
            _ => identity,
        },
        None => identity,
    };
    Sha256::new_with_prefix(b"trial mailbox\0").chain_update(untagged).finalize().into()
}

/// Notes that the mailbox of an account has its trial; fails when it has had one.
pub(crate) fn begin(sql: &mut dyn Sql, account: &AccountId, email: &str) -> Result<()> {
    note_earlier(sql, account)?;
    let taken = sql.execute(
        "INSERT INTO trial_mailbox (mailbox, account_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        params![&mailbox(email)[..], account],
    )?;
    if taken == 0 { Err(StoreError::Duplicate(Duplicate::Trial)) } else { Ok(()) }
}

/// Notes the mailboxes of accounts that signed up before mailboxes were noted.
fn note_earlier(sql: &mut dyn Sql, account: &AccountId) -> Result<()> {
    let noted = sql.first("SELECT 1 FROM trial_mailbox LIMIT 1", &[], |row| row.int(0))?;
    if noted.is_some() {
        return Ok(());
    }
    // Only sign-up sets a password, and every sign-up begins with a trial.
    let accounts = sql.all(
        "SELECT id, email FROM account WHERE password_hash IS NOT NULL AND id <> ?1",
        params![account],
        |row| Ok((AccountId::read(row, 0)?, row.text(1)?)),
    )?;
    for (id, email) in &accounts {
        sql.execute(
            "INSERT INTO trial_mailbox (mailbox, account_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            params![&mailbox(email)[..], id],
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_mailbox_are_one() {
        let jane = mailbox("janedoe@gmail.com");
        for spelling in ["jane.doe@gmail.com", "jane.doe+1@gmail.com", "janedoe@googlemail.com"] {
            assert_eq!(mailbox(spelling), jane, "{spelling}");
        }
        assert_eq!(mailbox("jane+a@client.example"), mailbox("jane@client.example"));
        assert_ne!(mailbox("jane.doe@client.example"), mailbox("janedoe@client.example"));
    }
}
