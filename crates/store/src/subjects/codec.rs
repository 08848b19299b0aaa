//! Records and claims as they are stored: JSON in bytes, compressed where there are many.
//!
//! A row is too short to be compressed by itself, so the words that all of them share are in a dictionary. It is part of the
//! program and holds nobody's data (`bench/record_dictionary.py`): one that a store trained from its own rows would have to
//! be erased with the people in it.

use std::{borrow::Cow, cell::RefCell, sync::LazyLock};

use serde::{Serialize, de::DeserializeOwned};
use zstd::{
    bulk::{Compressor, Decompressor},
    dict::{DecoderDictionary, EncoderDictionary},
};

use crate::sql::{Result, StoreError};

/// Rows need it to be read: it never changes. Another dictionary would be another file with another tag.
static DICTIONARY: &[u8] = include_bytes!("dictionary.zstd");
/// The first byte of compressed JSON, which plain JSON never begins with.
const COMPRESSED: u8 = 1;
const LEVEL: i32 = 3;
/// Bytes of one row at most; a longer one is damaged.
const ROW_BYTES_MAX: usize = 64 << 20;

static ENCODER: LazyLock<EncoderDictionary<'static>> =
    LazyLock::new(|| EncoderDictionary::copy(DICTIONARY, LEVEL));
static DECODER: LazyLock<DecoderDictionary<'static>> = LazyLock::new(|| DecoderDictionary::copy(DICTIONARY));

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

fn damaged(why: impl ToString) -> StoreError {
    StoreError::Damaged { what: "record", why: why.to_string() }
}

/// What was stored, compressed or not.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let json = expand(bytes)?;
    // Validates UTF-8 once for all bytes, not for each string.
    let text = std::str::from_utf8(&json).map_err(damaged)?;
    serde_json::from_str(text).map_err(damaged)
}

pub(crate) fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(damaged)
}

/// JSON as it is stored in rows of which there are many; what is too long to be expanded again stays as it is.
pub(crate) fn compress(json: &[u8]) -> Result<Vec<u8>> {
    if json.len() > ROW_BYTES_MAX {
        return Ok(json.to_vec());
    }
    COMPRESSOR.with_borrow_mut(|kept| {
        let compressor = match kept {
            Some(compressor) => compressor,
            None => kept.insert(Compressor::with_prepared_dictionary(&ENCODER).map_err(damaged)?),
        };
        let mut row = vec![0; 1 + zstd::zstd_safe::compress_bound(json.len())];
        row[0] = COMPRESSED;
        let written = compressor.compress_to_buffer(json, &mut row[1..]).map_err(damaged)?;
        row.truncate(1 + written);
        row.shrink_to_fit();
        Ok(row)
    })
}

/// Whether bytes are compressed JSON, readable or not.
pub(crate) fn is_compressed(row: &[u8]) -> bool {
    row.first() == Some(&COMPRESSED)
}

/// The JSON of a row, compressed or not; bytes that are neither are returned as they are.
pub(crate) fn expand(row: &[u8]) -> Result<Cow<'_, [u8]>> {
    let Some((&COMPRESSED, frame)) = row.split_first() else { return Ok(Cow::Borrowed(row)) };
    let stated = zstd::zstd_safe::get_frame_content_size(frame).map_err(|_| damaged("it is no frame"))?;
    let length =
        stated.and_then(|length| usize::try_from(length).ok()).filter(|length| *length <= ROW_BYTES_MAX);
    let length = length.ok_or_else(|| damaged("its length is not stated"))?;
    DECOMPRESSOR.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(Decompressor::with_prepared_dictionary(&DECODER).map_err(damaged)?),
        };
        decompressor.decompress(frame, length).map(Cow::Owned).map_err(damaged)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_dictionary_never_changes() {
        let digest = hex::encode(Sha256::digest(DICTIONARY));
        assert_eq!(
            digest, "893413473298cd6f418690476d4d46126b3dbb22126348059826495e5326ffbe",
            "stored rows need it"
        );
    }

    #[test]
    fn a_record_takes_a_third_of_its_bytes_or_less() {
        let json = r#"{"person":{"id":"per_8pkp1zwxxd6qxtqeb10ta","fullName":"Zofia Wójcik","firstName":"Zofia","lastName":"Wójcik","title":"Head of Procurement","seniority":"head","departments":["procurement"],"company":{"name":"Kowalski Transport","domain":"kowalski-transport.pl"},"location":{"city":"Warsaw","region":"Mazowieckie","country":"PL"},"networkUrl":"https://www.linkedin.com/in/zofia-wojcik-12a4","hasEmail":true,"hasPhone":false,"experience":[{"company":{"name":"Kowalski Transport","domain":"kowalski-transport.pl"},"title":"Head of Procurement","seniority":"head","departments":["procurement"]}],"updatedAt":"2026-03-04T10:06:46.859909Z","sources":[{"name":"crm","observedAt":"2026-03-04T10:06:46.859909Z"}]},"emails":[{"address":"z.wojcik@kowalski-transport.pl","kind":"business","status":"unknown"}]}"#;
        let row = compress(json.as_bytes()).unwrap();
        assert!(row.len() * 3 < json.len(), "{} of {}", row.len(), json.len());
        assert_eq!(expand(&row).unwrap(), json.as_bytes());
    }

    #[test]
    fn a_row_that_is_cut_off_or_claims_to_be_long_is_damaged() {
        let row = compress(&encode(&vec!["word"; 500]).unwrap()).unwrap();
        for length in 1..row.len() {
            assert!(decode::<Vec<String>>(&row[..length]).is_err(), "{length}");
        }
        // A frame that states a terabyte.
        let long = [&[COMPRESSED, 0x28, 0xb5, 0x2f, 0xfd, 0xe0][..], &(1_u64 << 40).to_le_bytes()].concat();
        assert!(expand(&long).is_err());
    }

    proptest! {
        #[test]
        fn what_is_compressed_is_read_as_it_was(words in proptest::collection::vec(any::<String>(), 0..40)) {
            let json = encode(&words).unwrap();
            let row = compress(&json).unwrap();
            prop_assert_eq!(decode::<Vec<String>>(&row).unwrap(), words.clone());
            prop_assert_eq!(decode::<Vec<String>>(&json).unwrap(), words);
            prop_assert_eq!(expand(&json).unwrap(), json.as_slice());
        }

        #[test]
        fn noise_is_refused_or_left_as_it_is(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
            let row = [&[COMPRESSED][..], &noise].concat();
            let _ = expand(&row);
            let _ = decode::<serde_json::Value>(&noise);
        }
    }
}
