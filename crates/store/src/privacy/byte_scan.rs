//! Proof of an erasure: scans every byte of every file and counts what still names an erased person.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use aho_corasick::{AhoCorasick, Match};
use serde::Serialize;

use crate::{
    files::names::STORE_FILES,
    sql::sqlite::copies::{HEADER, each_expanded},
};

/// Bytes read at a time.
const CHUNK_BYTES: usize = 1 << 20;
/// Folders inside folders that are looked into.
const DEPTH_MAX: usize = 16;

/// A file that holds what was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaceLeft {
    /// The file.
    pub file: PathBuf,
    /// How often it is there.
    pub times: u64,
    /// How often it is part of a longer address that is known to be another's.
    pub inside_longer: u64,
}

/// What was read, and what was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ByteScan {
    /// Files read.
    pub files: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Where something was found.
    pub places: Vec<PlaceLeft>,
}

impl ByteScan {
    /// How often anything is left.
    pub fn left(&self) -> u64 {
        self.places.iter().map(|place| place.times).sum()
    }
}

/// Looks for texts in every file below a folder: as UTF-8 and UTF-16, escaped or not, in upper and lower case.
pub fn scan_bytes(folder: &Path, texts: &BTreeSet<String>) -> io::Result<ByteScan> {
    scan_for(folder, texts, &BTreeSet::new())
}

/// The same, where some longer texts are known to belong to others. Columns of a row lie side by side in a file, so that
/// only these tell a part of another's address from a whole one.
pub(crate) fn scan_for(
    folder: &Path,
    texts: &BTreeSet<String>,
    others: &BTreeSet<String>,
) -> io::Result<ByteScan> {
    let patterns: Vec<Vec<u8>> =
        texts.iter().filter(|text| !text.is_empty()).flat_map(|text| spellings(text)).collect();
    let mut scan = ByteScan::default();
    if patterns.is_empty() {
        return Ok(scan);
    }
    let lengths = patterns.iter().map(Vec::len).chain(others.iter().map(String::len));
    let longest = lengths.max().unwrap_or(0);
    let finder =
        AhoCorasick::builder().ascii_case_insensitive(true).build(&patterns).map_err(io::Error::other)?;
    let search = Search { finder, others, longest };
    let mut files = Vec::new();
    // A store in a database may have no folder here.
    if folder.exists() {
        list_files(folder, 0, &mut files)?;
    }
    files.sort();
    for file in files {
        // Columns of the store itself are read one by one.
        let is_live = STORE_FILES.iter().any(|name| file == folder.join(name));
        match scan_file(&file, &search, &mut scan.bytes, !is_live) {
            Ok((0, 0)) => {}
            Ok((times, inside_longer)) => scan.places.push(PlaceLeft { file, times, inside_longer }),
            // A file that was removed while others were read holds nothing.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        }
        scan.files += 1;
    }
    Ok(scan)
}

struct Search<'s> {
    finder: AhoCorasick,
    /// Longer texts of others.
    others: &'s BTreeSet<String>,
    longest: usize,
}

impl Search<'_> {
    /// Whether what lies here is part of a longer text of another.
    fn is_another_s(&self, window: &[u8], hit: Match) -> bool {
        let found = &window[hit.start()..hit.end()];
        self.others.iter().map(String::as_bytes).any(|other| {
            let mut places = other.windows(found.len()).enumerate();
            places.any(|(offset, part)| {
                let start = hit.start().checked_sub(offset);
                let around = start.and_then(|start| window.get(start..start + other.len()));
                part.eq_ignore_ascii_case(found)
                    && around.is_some_and(|around| around.eq_ignore_ascii_case(other))
            })
        })
    }
}

fn spellings(text: &str) -> Vec<Vec<u8>> {
    let wide = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect();
    let mut spellings = vec![text.as_bytes().to_vec(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)];
    if text.contains('@') {
        let escaped = ["%40", "\\u0040", "&#64;"].map(|at| text.replace('@', at).into_bytes());
        spellings.extend(escaped);
    }
    spellings
}

fn list_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if depth > DEPTH_MAX {
        return Err(io::Error::other(format!("{} lies too deep to be read", folder.display())));
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()? {
            kind if kind.is_dir() => list_files(&entry.path(), depth + 1, files)?,
            kind if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

/// Reads a file in chunks that overlap, so that nothing is lost between two of them. Of a database, what it holds compressed is
/// read as well, if it is wanted.
fn scan_file(path: &Path, search: &Search<'_>, bytes: &mut u64, is_expanded: bool) -> io::Result<(u64, u64)> {
    let mut file = File::open(path)?;
    // What stands around a text says whether it is part of a longer one.
    let margin = search.longest;
    let (mut window, mut counted_to, mut window_at) = (Vec::new(), 0_u64, 0_u64);
    let (mut times, mut inside_longer) = (0, 0);
    let mut is_database = false;
    loop {
        let read = file.by_ref().take(CHUNK_BYTES as u64).read_to_end(&mut window)?;
        *bytes += read as u64;
        is_database |= window_at == 0 && window.starts_with(HEADER);
        let is_last = read == 0;
        let settled = if is_last { window.len() } else { window.len().saturating_sub(margin) };
        let mut count = |hit: Match| {
            let end_at = window_at + hit.end() as u64;
            if hit.end() > settled || end_at <= counted_to {
                return;
            }
            if search.is_another_s(&window, hit) { inside_longer += 1 } else { times += 1 }
        };
        search.finder.find_overlapping_iter(&window).for_each(&mut count);
        if is_last {
            break;
        }
        counted_to = window_at + settled as u64;
        let kept_from = settled.saturating_sub(margin);
        window.drain(..kept_from);
        window_at += kept_from as u64;
    }
    if is_database && is_expanded {
        let mut count = |json: &[u8]| {
            for hit in search.finder.find_overlapping_iter(json) {
                if search.is_another_s(json, hit) { inside_longer += 1 } else { times += 1 }
            }
        };
        each_expanded(path, &mut count).map_err(io::Error::other)?;
    }
    Ok((times, inside_longer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> BTreeSet<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn what_is_left_is_found_in_any_spelling_and_wherever_it_lies() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        let across = [vec![b'.'; CHUNK_BYTES - 5], b"<ANN@acme.example>".to_vec()].concat();
        fs::write(folder.path().join("deep/across"), across).unwrap();
        let wide: Vec<u8> = "ann@acme.example".encode_utf16().flat_map(u16::to_le_bytes).collect();
        fs::write(folder.path().join("wide"), wide).unwrap();
        fs::write(folder.path().join("other"), "joann@acme.example").unwrap();
        fs::write(folder.path().join("written"), r"ann\u0040acme.example").unwrap();
        // The column before it ends with a letter.
        fs::write(folder.path().join("row"), "crmann@acme.example").unwrap();
        let others = texts(&["joann@acme.example"]);
        let scan = scan_for(folder.path(), &texts(&["ann@acme.example"]), &others).unwrap();
        let found: Vec<(u64, u64)> =
            scan.places.iter().map(|place| (place.times, place.inside_longer)).collect();
        assert_eq!((scan.files, scan.left()), (5, 4));
        assert_eq!(found, [(1, 0), (0, 1), (1, 0), (1, 0), (1, 0)]);
        assert_eq!(scan_bytes(folder.path(), &texts(&["nobody"])).unwrap().left(), 0);
    }
}
