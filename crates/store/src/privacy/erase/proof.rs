//! The proof of an erasure: every column of every table is read as it is stored, then every byte of every file.

use std::{path::Path, sync::Arc};

use serde::Serialize;

use super::{
    finder::Finder,
    sweep::{self, ColumnLeft},
};
use crate::privacy::erase::target::Erased;
use crate::{
    ByteScan, Store,
    privacy::byte_scan::scan_for,
    sql::{Result, StoreError},
};

/// What reading everything has shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErasureProof {
    /// Rows read, column by column.
    pub rows: u64,
    /// Columns that still name an erased person.
    pub columns: Vec<ColumnLeft>,
    /// Pages of the database that hold bytes of deleted rows.
    pub unclean_pages: u64,
    /// What the bytes of all files have shown.
    pub scan: ByteScan,
    /// Whether an account signs in with one of the addresses, which therefore stays.
    pub is_account: bool,
}

impl ErasureProof {
    /// In how many places anything is left.
    pub fn left(&self) -> u64 {
        self.columns.iter().map(|column| column.rows).sum::<u64>() + self.scan.left()
    }
}

impl Store {
    /// Reads all columns of all tables and all bytes below a folder for traces of erased people. Blocks meanwhile.
    pub fn prove_erased(&self, folder: &Path, erased: &Erased) -> Result<ErasureProof> {
        let finder = Arc::new(Finder::new(erased.trace.clone())?);
        let pass = sweep::pass(self, &finder, None, &mut || Ok(()))?;
        let mut texts = erased.traces.clone();
        if pass.is_account {
            // The address that an account signs in with is stored with the account.
            texts.retain(|text| !self.account_by_email(text).is_ok_and(|account| account.is_some()));
        }
        let scan = scan_for(folder, &texts, &pass.others)
            .map_err(|error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() })?;
        Ok(ErasureProof {
            rows: pass.rows_read,
            columns: pass.left(),
            unclean_pages: self.backend.unclean_pages()? as u64,
            scan,
            is_account: pass.is_account,
        })
    }
}
