//! Tells what a zip archive holds, and reads its only file. Registers publish their files so, and a workbook is an archive, too.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use flate2::read::DeflateDecoder;

use super::input::Input;
use crate::file::FileError;

/// Length of the record at the end of an archive, without its comment.
const END_BYTES: usize = 22;
const LONGEST_COMMENT: u64 = u16::MAX as u64;
/// Length of a file's entry in the directory, and of its header before the data, without names.
const ENTRY_BYTES: usize = 46;
const HEADER_BYTES: usize = 30;
/// Largest directory that is read.
const DIRECTORY_BYTES_MAX: u32 = 1 << 20;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Archives of 4 GiB and more write this for an offset that is elsewhere.
const ELSEWHERE: u32 = u32::MAX;

#[derive(Debug, Clone)]
struct Entry {
    name: String,
    flags: u16,
    method: u16,
    bytes: u32,
    offset: u32,
}

/// What an archive holds.
pub(in crate::file) enum Packed {
    /// One file, unpacked.
    File(Input),
    /// The parts of an Excel workbook.
    Workbook(File),
}

/// The content of an archive with one file, or of a workbook.
pub(in crate::file) fn open(mut file: File) -> Result<Packed, FileError> {
    let fail = |source| FileError::Read { line: 0, source };
    let entries = entries(&mut file).map_err(fail)?;
    let refuse = |found, advice| Err(FileError::UnsupportedFormat { found, advice });
    let has = |test: fn(&str) -> bool| entries.iter().any(|entry| test(&entry.name));
    const AS_XLSX: &str = "save the sheet as xlsx or csv and import that";
    if has(|name| name == "[Content_Types].xml") {
        if has(|name| name.starts_with("xl/workbook") && name.ends_with(".bin")) {
            return refuse("a binary Excel workbook", AS_XLSX);
        }
        if !has(|name| name.starts_with("xl/") && name.ends_with(".xml")) {
            return refuse("an office document without a sheet", AS_XLSX);
        }
        file.rewind().map_err(fail)?;
        return Ok(Packed::Workbook(file));
    }
    if has(|name| name == "mimetype") && has(|name| name == "content.xml") {
        return refuse("an OpenDocument file", AS_XLSX);
    }
    let is_file = |entry: &&Entry| !entry.name.ends_with('/') && !entry.name.starts_with("__MACOSX/");
    let mut files = entries.iter().filter(is_file);
    let Some(entry) = files.next() else {
        return refuse("a zip archive without a file", "fetch it again, or import the file itself");
    };
    if files.next().is_some() {
        return refuse("a zip archive with several files", "unpack it and import its files");
    }
    if entry.flags & 1 != 0 || !matches!(entry.method, STORED | DEFLATED) || entry.offset == ELSEWHERE {
        return refuse(
            "a zip archive that is encrypted or packed in an unusual way",
            "unpack it and import its file",
        );
    }
    content(file, entry).map(Packed::File).map_err(fail)
}

/// The entries of the directory at the end of an archive.
fn entries(file: &mut File) -> io::Result<Vec<Entry>> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail_length = length.min(END_BYTES as u64 + LONGEST_COMMENT);
    file.seek(SeekFrom::Start(length - tail_length))?;
    let mut tail = Vec::new();
    file.by_ref().take(tail_length).read_to_end(&mut tail)?;
    let end = tail.windows(4).rposition(|bytes| bytes == b"PK\x05\x06").ok_or_else(damaged)?;
    let end_at = length - tail_length + end as u64;
    let directory_bytes = u32_at(&tail, end + 12)?;
    if directory_bytes > DIRECTORY_BYTES_MAX {
        return Err(damaged());
    }
    let start = match u32_at(&tail, end + 16)? {
        ELSEWHERE => end_at.saturating_sub(u64::from(directory_bytes)),
        start => u64::from(start),
    };
    file.seek(SeekFrom::Start(start))?;
    let mut directory = Vec::new();
    file.by_ref().take(u64::from(directory_bytes)).read_to_end(&mut directory)?;
    let (mut at, mut entries) = (0, Vec::new());
    while directory.get(at..at + 4) == Some(b"PK\x01\x02") {
        let name_length = usize::from(u16_at(&directory, at + 28)?);
        let name = directory.get(at + ENTRY_BYTES..at + ENTRY_BYTES + name_length).ok_or_else(damaged)?;
        entries.push(Entry {
            name: String::from_utf8_lossy(name).into_owned(),
            flags: u16_at(&directory, at + 8)?,
            method: u16_at(&directory, at + 10)?,
            bytes: u32_at(&directory, at + 20)?,
            offset: u32_at(&directory, at + 42)?,
        });
        let extra = usize::from(u16_at(&directory, at + 30)?) + usize::from(u16_at(&directory, at + 32)?);
        at += ENTRY_BYTES + name_length + extra;
    }
    Ok(entries)
}

fn content(mut file: File, entry: &Entry) -> io::Result<Input> {
    file.seek(SeekFrom::Start(u64::from(entry.offset)))?;
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header)?;
    if !header.starts_with(b"PK\x03\x04") {
        return Err(damaged());
    }
    // Name and extra data are repeated here, the latter with another length.
    let skipped = i64::from(u16_at(&header, 26)?) + i64::from(u16_at(&header, 28)?);
    file.seek(SeekFrom::Current(skipped))?;
    let data = BufReader::with_capacity(1 << 16, file);
    Ok(match entry.method {
        STORED => Box::new(data.take(u64::from(entry.bytes))),
        _ => Box::new(DeflateDecoder::new(data)),
    })
}

fn u16_at(bytes: &[u8], at: usize) -> io::Result<u16> {
    let field = bytes.get(at..at + 2).and_then(|field| field.try_into().ok()).ok_or_else(damaged)?;
    Ok(u16::from_le_bytes(field))
}

fn u32_at(bytes: &[u8], at: usize) -> io::Result<u32> {
    let field = bytes.get(at..at + 4).and_then(|field| field.try_into().ok()).ok_or_else(damaged)?;
    Ok(u32::from_le_bytes(field))
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the zip archive is cut off or damaged")
}
