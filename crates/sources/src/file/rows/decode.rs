//! Decodes the bytes of a file to UTF-8: decompression, byte order marks, UTF-16.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::GzDecoder;
use serde::Serialize;

use super::{
    archive::{self, Packed},
    input::{Input, spool},
    workbook,
};
use crate::file::FileError;

/// Bytes examined to detect compression and encoding.
const PEEK_BYTES: usize = 4096;

/// The first bytes of every Parquet file.
pub(in crate::file) const PARQUET_MAGIC: &[u8] = b"PAR1";

/// Compression of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compression {
    /// Not compressed.
    None,
    /// gzip, one or more members.
    Gzip,
    /// Zstandard, one or more frames.
    Zstd,
    /// A zip archive with one file.
    Zip,
}

/// Character encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// UTF-8; a row that is not valid UTF-8 is read as Windows-1252.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
}

/// What a decoded stream holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::file) enum Holds {
    /// Text in UTF-8.
    Text,
    /// The csv of a workbook's sheet.
    Sheet,
    /// A Parquet file, which must be read from its end.
    Parquet,
}

/// A decoded stream, and what was detected.
pub(in crate::file) struct Decoded {
    pub(in crate::file) holds: Holds,
    pub(in crate::file) input: Input,
    pub(in crate::file) compression: Compression,
    pub(in crate::file) encoding: Encoding,
}

/// Decompresses and transcodes a stream. Both are detected from its bytes, never from its name. A workbook may unpack to
/// `unpacked_max` bytes.
pub(in crate::file) fn decode(input: Input, unpacked_max: u64) -> Result<Decoded, FileError> {
    let (magic, input) = peek(input)?;
    let (input, compression) = match magic.as_slice() {
        [0x1f, 0x8b, ..] => (Box::new(Gzip::new(input)) as Input, Compression::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            let decoder = zstd::Decoder::new(input).map_err(|source| FileError::Read { line: 0, source })?;
            (Box::new(decoder) as Input, Compression::Zstd)
        }
        [b'P', b'K', 3, 4, ..] => match archive::open(spool(input)?)? {
            Packed::File(input) => (input, Compression::Zip),
            Packed::Workbook(file) => {
                let input = workbook::as_csv(file, unpacked_max)?;
                let (compression, encoding) = (Compression::None, Encoding::Utf8);
                return Ok(Decoded { holds: Holds::Sheet, input, compression, encoding });
            }
        },
        _ => (input, Compression::None),
    };
    let (head, mut input) = if compression == Compression::None { (magic, input) } else { peek(input)? };
    if head.starts_with(PARQUET_MAGIC) {
        return Ok(Decoded { holds: Holds::Parquet, input, compression, encoding: Encoding::Utf8 });
    }
    refuse_other_formats(&head)?;
    let (encoding, mark_bytes) = encoding(&head);
    // The mark is in the peeked bytes, so these bytes are always available.
    io::copy(&mut input.by_ref().take(mark_bytes), &mut io::sink())
        .map_err(|source| FileError::Read { line: 0, source })?;
    if encoding != Encoding::Utf8 {
        input = Box::new(Utf16::new(input, encoding == Encoding::Utf16Be));
    }
    Ok(Decoded { holds: Holds::Text, input, compression, encoding })
}

/// Refuses a small file that is not text, or compressed.
pub fn refuse_other_than_text(bytes: &[u8]) -> Result<(), FileError> {
    let refuse =
        |found| Err(FileError::UnsupportedFormat { found, advice: "save the table as csv and send that" });
    let decoded = decode(Box::new(Cursor::new(bytes.to_vec())), bytes.len() as u64)?;
    match decoded.holds {
        Holds::Parquet => refuse("a Parquet file"),
        Holds::Sheet => refuse("an Excel workbook"),
        Holds::Text if decoded.compression != Compression::None => refuse("a compressed file"),
        Holds::Text => Ok(()),
    }
}

/// Reads gzip with one or more members. Bytes after the last one, such as padding or a signature, are ignored.
struct Gzip {
    /// `None` at the end.
    member: Option<GzDecoder<BufReader<Input>>>,
}

impl Gzip {
    fn new(input: Input) -> Self {
        Self { member: Some(GzDecoder::new(BufReader::with_capacity(1 << 16, input))) }
    }
}

impl Read for Gzip {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        const FIRST_BYTE: u8 = 0x1f;
        while let Some(member) = &mut self.member {
            let count = member.read(out)?;
            if count > 0 || out.is_empty() {
                return Ok(count);
            }
            let Some(ended) = self.member.take() else { break };
            let mut rest = ended.into_inner();
            if rest.fill_buf()?.first() == Some(&FIRST_BYTE) {
                self.member = Some(GzDecoder::new(rest));
            }
        }
        Ok(0)
    }
}

fn peek(mut input: Input) -> Result<(Vec<u8>, Input), FileError> {
    let mut head = Vec::with_capacity(PEEK_BYTES);
    input
        .by_ref()
        .take(PEEK_BYTES as u64)
        .read_to_end(&mut head)
        .map_err(|source| FileError::Read { line: 0, source })?;
    let whole = Cursor::new(head.clone()).chain(input);
    Ok((head, Box::new(whole)))
}

fn refuse_other_formats(head: &[u8]) -> Result<(), FileError> {
    const AS_UTF_8: &str = "save it as UTF-8 and import that";
    const AS_CSV: &str = "save the table as csv and import that";
    let (found, advice) = match head {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => ("text in UTF-32", AS_UTF_8),
        [b'P', b'K', 3, 4, ..] => {
            ("an archive or a workbook inside of another archive", "unpack it once and import what it holds")
        }
        [b'P', b'K', 5, 6, ..] => ("an empty zip archive", "fetch it again, or import the file itself"),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => (
            "an old Excel workbook (xls) or one with a password",
            "save it as xlsx without a password, or as csv, and import that",
        ),
        [b'B', b'Z', b'h', ..] => ("a bzip2 archive", "unpack it, or pack it with gzip or zstd"),
        [0xfd, b'7', b'z', b'X', b'Z', ..] => ("an xz archive", "unpack it, or pack it with gzip or zstd"),
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] | [b'G', b'I', b'F', b'8', ..] => {
            ("an image", AS_CSV)
        }
        [b'%', b'P', b'D', b'F', b'-', ..] => ("a PDF document", AS_CSV),
        head if encoding(head).0 == Encoding::Utf8 && is_binary(head) => ("a file that is not text", AS_CSV),
        _ => return Ok(()),
    };
    Err(FileError::UnsupportedFormat { found, advice })
}

/// Whether bytes are hardly text in any encoding of one byte a character: several, and more than one of twenty, are control
/// characters that no text has. A stray one in a table is left to its row.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    let controls = head.iter().filter(is_control).count();
    controls > 2 && controls * 20 > head.len()
}

/// The encoding and the length of the byte order mark.
fn encoding(head: &[u8]) -> (Encoding, u64) {
    match head {
        [0xef, 0xbb, 0xbf, ..] => return (Encoding::Utf8, 3),
        [0xff, 0xfe, ..] => return (Encoding::Utf16Le, 2),
        [0xfe, 0xff, ..] => return (Encoding::Utf16Be, 2),
        _ => {}
    }
    // Without a mark, UTF-16 of mostly Latin text has a zero in every other byte.
    let pairs = head.len() / 2;
    let zeros = |offset: usize| head.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if pairs > 0 && odd * 2 > pairs && even * 8 < pairs {
        (Encoding::Utf16Le, 0)
    } else if pairs > 0 && even * 2 > pairs && odd * 8 < pairs {
        (Encoding::Utf16Be, 0)
    } else {
        (Encoding::Utf8, 0)
    }
}

/// Transcodes UTF-16 to UTF-8; invalid units become U+FFFD.
struct Utf16 {
    input: BufReader<Input>,
    big_endian: bool,
    /// A code unit that was read but belongs to the next character.
    pushed_back: Option<u16>,
    /// UTF-8 bytes that did not fit into the caller's buffer.
    pending: [u8; 4],
    pending_len: usize,
}

impl Utf16 {
    fn new(input: Input, big_endian: bool) -> Self {
        let input = BufReader::with_capacity(1 << 16, input);
        Self { input, big_endian, pushed_back: None, pending: [0; 4], pending_len: 0 }
    }

    fn unit(&mut self) -> io::Result<Option<u16>> {
        if let Some(unit) = self.pushed_back.take() {
            return Ok(Some(unit));
        }
        let mut bytes = [0; 2];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        Ok(Some(if self.big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }))
    }

    fn character(&mut self) -> io::Result<Option<char>> {
        let Some(unit) = self.unit()? else { return Ok(None) };
        if !(0xd800..0xe000).contains(&unit) {
            return Ok(char::from_u32(u32::from(unit)));
        }
        let Some(next) = self.unit()? else { return Ok(Some(char::REPLACEMENT_CHARACTER)) };
        match char::decode_utf16([unit, next]).next() {
            Some(Ok(character)) => Ok(Some(character)),
            _ => {
                self.pushed_back = Some(next);
                Ok(Some(char::REPLACEMENT_CHARACTER))
            }
        }
    }
}

impl Read for Utf16 {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        while written < out.len() {
            if self.pending_len == 0 {
                let Some(character) = self.character()? else { break };
                self.pending_len = character.encode_utf8(&mut self.pending).len();
            }
            let count = self.pending_len.min(out.len() - written);
            out[written..written + count].copy_from_slice(&self.pending[..count]);
            self.pending.copy_within(count.., 0);
            self.pending_len -= count;
            written += count;
        }
        Ok(written)
    }
}

/// Appends bytes that are not UTF-8, decoded as Windows-1252, in which every byte is valid.
pub(in crate::file) fn push_windows_1252(bytes: &[u8], text: &mut String) {
    /// 0x80 to 0x9f; elsewhere Windows-1252 equals Latin-1. The five unused bytes stay control characters.
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    text.extend(bytes.iter().map(|byte| match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(*byte),
    }));
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn text_of(bytes: Vec<u8>) -> (String, Compression, Encoding) {
        let mut decoded = decode(Box::new(Cursor::new(bytes)), u64::MAX).ok().unwrap();
        let mut text = String::new();
        decoded.input.read_to_string(&mut text).unwrap();
        (text, decoded.compression, decoded.encoding)
    }

    fn utf16(text: &str, big_endian: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|u| if big_endian { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
    }

    #[test]
    fn compression_is_detected_by_magic_bytes() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"a,b\n").unwrap();
        let member = gzip.finish().unwrap();
        let two_members = [member.clone(), member].concat();
        assert_eq!(text_of(two_members), ("a,b\na,b\n".into(), Compression::Gzip, Encoding::Utf8));
        let frame = zstd::encode_all(&b"a,b\n"[..], 1).unwrap();
        assert_eq!(text_of(frame), ("a,b\n".into(), Compression::Zstd, Encoding::Utf8));
    }

    #[test]
    fn utf_16_is_read_with_and_without_a_mark() {
        let text = "naïve,Zoë 😀\nnext,line\n";
        for big_endian in [false, true] {
            let encoding = if big_endian { Encoding::Utf16Be } else { Encoding::Utf16Le };
            assert_eq!(text_of(utf16(text, big_endian)), (text.into(), Compression::None, encoding));
            let marked = format!("\u{feff}{text}");
            assert_eq!(text_of(utf16(&marked, big_endian)), (text.into(), Compression::None, encoding));
        }
    }

    #[test]
    fn lone_surrogates_and_a_truncated_unit_become_replacement_characters() {
        let mut bytes = vec![0xff, 0xfe];
        bytes.extend([0x00, 0xd8]);
        bytes.extend(utf16("ab", false));
        bytes.push(7);
        assert_eq!(text_of(bytes).0, "\u{fffd}ab");
    }

    #[test]
    fn other_formats_are_refused_with_advice() {
        let error = decode(Box::new(Cursor::new(b"BZh91AY...".to_vec())), u64::MAX).err().unwrap();
        assert!(error.to_string().contains("pack it with gzip or zstd"), "{error}");
    }

    #[test]
    fn windows_1252_has_curly_quotes_and_the_euro() {
        let mut text = String::new();
        push_windows_1252(b"\x93caf\xe9\x94 5\x80", &mut text);
        assert_eq!(text, "“café” 5€");
    }
}
