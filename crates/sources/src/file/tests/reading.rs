//! Bytes become rows.

use std::io::Write;

use proptest::prelude::*;

use super::*;

#[derive(Debug, Clone, Copy)]
enum Written {
    Utf8,
    Utf8Marked,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

fn encode(text: &str, how: Written) -> Vec<u8> {
    let marked = format!("\u{feff}{text}");
    match how {
        Written::Utf8 => text.as_bytes().to_vec(),
        Written::Utf8Marked => marked.into_bytes(),
        Written::Utf16Le => marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Written::Utf16Be => marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Written::Windows1252 => text.chars().map(|c| if c == '€' { 0x80 } else { c as u8 }).collect(),
    }
}

fn compress(bytes: Vec<u8>, how: Compression) -> Vec<u8> {
    match how {
        Compression::None => bytes,
        Compression::Zstd => zstd::encode_all(bytes.as_slice(), 1).unwrap(),
        Compression::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(&bytes).unwrap();
            encoder.finish().unwrap()
        }
        Compression::Zip => zip(&[("rows.csv", &bytes)]),
    }
}

/// An archive of files, packed as most programs do.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        let packed = encoder.finish().unwrap();
        let offset = archive.len() as u32;
        // Version, flags, method 8, time, date, checksum, sizes, and the lengths of name and extra data.
        let mut shared = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        shared.extend((packed.len() as u32).to_le_bytes());
        shared.extend((bytes.len() as u32).to_le_bytes());
        shared.extend((name.len() as u16).to_le_bytes());
        shared.extend([0, 0]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&shared);
        archive.extend(name.as_bytes());
        archive.extend(&packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&shared);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = archive.len() as u32;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend((files.len() as u16).to_le_bytes());
    archive.extend((files.len() as u16).to_le_bytes());
    archive.extend((directory.len() as u32).to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0, 0]);
    archive
}

fn csv_text(rows: &[Vec<String>], delimiter: u8, terminator: csv::Terminator) -> String {
    let mut writer =
        csv::WriterBuilder::new().delimiter(delimiter).terminator(terminator).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    // The letters exist in every encoding, and their Windows-1252 bytes are never valid UTF-8.
    #[test]
    fn rows_survive_every_encoding_line_end_delimiter_and_compression(
        cells in proptest::collection::vec(proptest::collection::vec("[a-z0-9éüñßö ,;|\t\"'\r\n=]{0,12}", 3), 1..12),
        written in prop_oneof![
            Just(Written::Utf8), Just(Written::Utf8Marked), Just(Written::Utf16Le), Just(Written::Utf16Be),
            Just(Written::Windows1252),
        ],
        terminator in prop_oneof![Just("\n"), Just("\r"), Just("\r\n")],
        delimiter in prop_oneof![Just(b','), Just(b';'), Just(b'\t'), Just(b'|')],
        compression in prop_oneof![
            Just(Compression::None), Just(Compression::Gzip), Just(Compression::Zstd), Just(Compression::Zip),
        ],
    ) {
        let mut all = vec![vec!["one".to_owned(), "two".into(), "three".into()]];
        all.extend(cells.clone());
        let csv_terminator = match terminator {
            "\r\n" => csv::Terminator::CRLF,
            other => csv::Terminator::Any(other.as_bytes()[0]),
        };
        let bytes = compress(encode(&csv_text(&all, delimiter, csv_terminator), written), compression);
        let options = ReadOptions { format: Some(Format::Csv), delimiter: Some(delimiter), ..ReadOptions::default() };
        let mut reader = RowReader::from_stream(Box::new(Cursor::new(bytes)), options).unwrap();
        prop_assert_eq!(reader.columns().names(), &["one", "two", "three"]);
        prop_assert_eq!(reader.compression(), compression);
        prop_assert_eq!(rows(&mut reader), cells.into_iter().map(Ok).collect::<Vec<_>>());
    }

    #[test]
    fn no_bytes_make_an_import_panic_or_lose_a_row(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for format in [Format::Csv, Format::Jsonl] {
            let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
            let stream = Box::new(Cursor::new(bytes.clone()));
            let Ok(reader) = RowReader::from_stream(stream, options) else { continue };
            let mapping = Mapping::guessed(RowKind::People);
            let Ok(mut claims) = claims(reader, mapping, "noise", Timestamp::UNIX_EPOCH) else { continue };
            let items = claims.by_ref().count() as u64;
            if let Ok(counts) = claims.finish() {
                prop_assert_eq!(counts.rows, items);
                prop_assert_eq!(counts.claims + counts.rejected, items);
            }
        }
    }
}

#[test]
fn lines_are_counted_with_any_line_ending() {
    for end in ["\n", "\r", "\r\n"] {
        let text = ["name,note", "", "a,\"two\nlines\"", "", "b,x"].join(end);
        let mut reader = reader(text);
        let lines: Vec<_> = reader.sample(9).unwrap().map(|row| (row.line, row.number)).collect();
        assert_eq!(lines, [(3, 1), (6, 2)], "{end:?}");
    }
}

#[test]
fn a_stray_quote_costs_one_row_only() {
    let mut reader = reader("name,note\na,1\n\"b,2\nc,3\nd,4\n");
    let rows = rows(&mut reader);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0].as_ref().unwrap(), &["a", "1"]);
    assert!(rows[1].as_ref().unwrap_err().contains("never closed"));
    assert_eq!(rows[3].as_ref().unwrap(), &["d", "4"]);
}

#[test]
fn a_row_or_field_that_is_too_long_is_rejected_and_reading_continues() {
    let long_field = "x".repeat(MAX_FIELD_BYTES + 1);
    let long_row = "y".repeat(MAX_ROW_BYTES * 2);
    for end in ["\n", "\r\n"] {
        let text = ["name,note", &format!("a,{long_field}"), &format!("b,{long_row}"), "c,3"].join(end);
        let rows = rows(&mut reader(text));
        assert!(rows[0].as_ref().unwrap_err().contains("\"note\" is longer"));
        assert!(rows[1].as_ref().unwrap_err().contains("row is longer"));
        assert_eq!(rows[2].as_ref().unwrap(), &["c", "3"]);
        assert_eq!(rows.len(), 3);
    }
}

#[test]
fn rows_of_uneven_length_keep_every_cell() {
    let mut reader = reader("name,note\na\nb,1,\nc,1,more\n");
    let rows = rows(&mut reader);
    assert_eq!(rows[0].as_ref().unwrap(), &["a"]);
    assert_eq!(rows[1].as_ref().unwrap(), &["b", "1"]);
    assert_eq!(rows[2].as_ref().unwrap(), &["c", "1", "more"]);
    assert_eq!(reader.columns().names(), ["name", "note", "column 3"]);
}

#[test]
fn notes_before_the_header_and_bytes_after_the_archive_are_skipped() {
    let mut bytes = compress(
        b"Notes:\n\"Some, not all\"\n\nname,email,city\nAda,a@acme.com,Bonn\n".to_vec(),
        Compression::Gzip,
    );
    for rest in [vec![0; 600], b"signed by nobody".to_vec()] {
        bytes.extend(rest);
        let mut reader = reader(bytes.clone());
        assert_eq!(reader.columns().names(), ["name", "email", "city"]);
        assert_eq!(reader.sample(9).unwrap().map(|row| row.line).collect::<Vec<_>>(), [5]);
    }
}

#[test]
fn thousands_of_equal_headings_are_numbered_one_after_the_other() {
    let headings = vec!["a"; 4_000].join(",");
    let reader = reader(format!("{headings},a (3)\nx\n"));
    let names = reader.columns().names();
    assert_eq!((names[0].as_str(), names[1].as_str(), names[3_999].as_str()), ("a", "a (2)", "a (4000)"));
    assert_eq!(names.iter().collect::<std::collections::HashSet<_>>().len(), 4_001);
}

#[test]
fn headers_are_made_unique_and_a_declared_delimiter_is_used() {
    for declared in ["sep=;", "\"sep=;\""] {
        let reader = reader(format!("{declared}\nEmail;Email;;a,b\n1;2;3;4\n"));
        assert_eq!(reader.delimiter(), Some(';'));
        assert_eq!(reader.columns().names(), ["Email", "Email (2)", "column 3", "a,b"]);
    }
}

#[test]
fn nested_json_becomes_columns() {
    let text = "{\"a\":{\"b\":1},\"skills\":[\"x\",\"y\"],\"tels\":[{\"n\":\"1\"},{\"n\":\"2\"}],\"no\":null}\n\r\n{\"z\":true}";
    let mut reader = reader(text);
    let rows = rows(&mut reader);
    assert_eq!(reader.columns().names(), ["a.b", "skills", "tels[0].n", "tels[1].n", "z"]);
    assert_eq!(rows[0].as_ref().unwrap(), &["1", "x; y", "1", "2"]);
    assert_eq!(rows[1].as_ref().unwrap(), &["true"]);
}

#[test]
fn objects_in_a_list_or_over_several_lines_are_rows() {
    let list = "[{\"a\":\"x]\\\"{\"},\n {\"a\":[1,{\"b\":2}]},\n 7]\n";
    let mut reader_of_list = reader(list);
    let made = rows(&mut reader_of_list);
    assert_eq!(made[0].as_ref().unwrap(), &["x]\"{"]);
    assert_eq!(made[1].as_ref().unwrap(), &["1", "2"]);
    assert!(made[2].as_ref().unwrap_err().contains("another value"));
    let spread = "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n{\n  \"a\": 2\n}\n";
    let mut reader_of_spread = reader(spread);
    let lines: Vec<_> = reader_of_spread.sample(9).unwrap().map(|row| row.line).collect();
    assert_eq!(lines, [1, 6]);
    assert_eq!(rows(&mut reader("{\"a\":1},\n{\"a\":2},\n")).iter().filter(|row| row.is_ok()).count(), 2);
    let mut cut = reader("[{\"a\":1},{\"a\":");
    let mut row = FileRow::default();
    assert!(cut.read(&mut row).unwrap());
    assert!(cut.read(&mut row).unwrap_err().to_string().contains("does not end"));
}

#[test]
fn the_objects_of_an_object_are_rows() {
    for text in [
        r#"{"0":{"cik":1,"title":"A, \"Inc\""},"1":{"cik":2,"title":"B"},"2":{"cik":3,"title":"C}"}}"#,
        "{\n  \"x\": {\"cik\": 1, \"title\": \"A, \\\"Inc\\\"\"},\n  \"y\": {\"cik\": 2, \"title\": \"B\"},\n  \"z\": {\"cik\": 3, \"title\": \"C}\"}\n}\n",
    ] {
        let mut reader = reader(text);
        let rows = rows(&mut reader);
        assert_eq!(reader.columns().names(), ["cik", "title"]);
        let rows: Vec<_> = rows.into_iter().map(Result::unwrap).collect();
        assert_eq!(rows, [["1", "A, \"Inc\""], ["2", "B"], ["3", "C}"]]);
    }
    let own_row = "{\"a\":{\"b\":1},\"c\":{\"b\":2}}\n{\"a\":{\"b\":3}}\n";
    assert_eq!(rows(&mut reader(own_row)).len(), 2, "a row per line");
    let other_members = "{\"home\":{\"city\":\"Bonn\"},\"work\":{\"phone\":\"1\"}}";
    assert_eq!(rows(&mut reader(other_members)).len(), 1, "one row of two objects");
    let many: Vec<String> = (0..20_000).map(|number| format!("\"{number}\":{{\"id\":{number}}}")).collect();
    assert_eq!(rows(&mut reader(format!("{{{}}}", many.join(",")))).len(), 20_000);
}

#[test]
fn a_list_in_the_answer_of_a_service_is_its_rows() {
    for text in [
        "{\"data\": [{\"a\": 1}, {\"a\": 2}], \"next\": 2}",
        "{\n \"_embedded\": {\n \"enheter\": [\n {\"a\": 1},\n {\"a\": 2}\n ]\n },\n \"page\": {}\n}\n",
    ] {
        assert_eq!(rows(&mut reader(text)), [Ok(vec!["1".to_owned()]), Ok(vec!["2".to_owned()])]);
    }
    let own_list = "{\"items\":[{\"a\":1}],\"b\":1}\n{\"items\":[{\"a\":2}],\"b\":2}\n";
    assert_eq!(rows(&mut reader(own_list)).len(), 2);
}

#[test]
fn an_archive_is_read_if_it_has_one_file() {
    let csv: &[u8] = b"name,email\nAda,a@acme.com\n";
    let mut packed = reader(zip(&[("folder/", b""), ("folder/rows", csv), ("__MACOSX/._rows", b"x")]));
    assert_eq!(packed.compression(), Compression::Zip);
    assert_eq!(rows(&mut packed), [Ok(vec!["Ada".to_owned(), "a@acme.com".to_owned()])]);
    let refused = |bytes: Vec<u8>| {
        let stream = Box::new(Cursor::new(bytes));
        RowReader::from_stream(stream, ReadOptions::default()).err().unwrap().to_string()
    };
    assert!(refused(zip(&[("a.csv", csv), ("b.csv", csv)])).contains("several files"));
    assert!(refused(zip(&[("[Content_Types].xml", b""), ("a.xml", b"")])).contains("without a sheet"));
    assert!(refused(zip(&[])).contains("empty zip archive"));
    let mut cut = zip(&[("a.csv", csv)]);
    cut.truncate(cut.len() - 30);
    assert!(refused(cut).contains("cut off or damaged"));
}

#[test]
fn a_broken_json_line_costs_one_row_only() {
    let rows = rows(&mut reader("{\"a\":1}\n{\"a\":\n[1]\n{\"a\":\"\\ud800\"}\n{\"a\":2}\n"));
    assert_eq!(rows.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, false, true]);
    assert!(rows[1].as_ref().unwrap_err().contains("one object per line"));
}

/// Beginnings of files that are no text.
const BINARY: [(&[u8], &str); 5] = [
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01", "an image"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "an image"),
    (b"GIF89a\x01\0\x01\0", "an image"),
    (b"%PDF-1.7\n1 0 obj\n", "a PDF document"),
    (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0", "a file that is not text"),
];

#[test]
fn text_in_old_encodings_and_with_a_stray_control_character_is_read() {
    let cyrillic: Vec<u8> = b"name,city\n".iter().copied().chain((0xc0..=0xff).cycle().take(500)).collect();
    let stray = b"name,city\nAda Lovelace,London\nGrace\0 Hopper,New York\n".to_vec();
    let wide: Vec<u8> = "name,city\nAda,London\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [cyrillic, stray, wide] {
        refuse_other_than_text(&bytes).unwrap();
        assert_eq!(reader(bytes).columns().names(), ["name", "city"]);
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(b"name\nAda\n").unwrap();
    let told = refuse_other_than_text(&packed.finish().unwrap()).unwrap_err().to_string();
    assert!(told.contains("a compressed file"), "{told}");
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_advice() {
    let open = |bytes: &[u8]| {
        let stream = Box::new(Cursor::new(bytes.to_vec()));
        RowReader::from_stream(stream, ReadOptions::default()).err().unwrap().to_string()
    };
    assert!(open(b"").contains("empty"));
    assert!(open(b" \n\n").contains("empty"));
    assert!(open(b"\xff\xfe\0\0n\0\0\0").contains("UTF-32"));
    for (bytes, found) in BINARY {
        let told = open(bytes);
        assert!(told.contains(found) && told.contains("save the table as csv"), "{told}");
        let text = refuse_other_than_text(bytes).unwrap_err().to_string();
        assert_eq!(text, told);
    }
    let missing = RowReader::open(std::path::Path::new("no/such.csv"), ReadOptions::default()).err().unwrap();
    assert!(missing.to_string().contains("check the path"), "{missing}");
}

#[test]
fn a_truncated_file_is_reported_at_the_end() {
    let mut text = String::from("name,email\n");
    for number in 0..20_000 {
        text.push_str(&format!("n{number},{number}@{}.com\n", number * 7919 % 10_007));
    }
    let mut bytes = compress(text.into_bytes(), Compression::Gzip);
    bytes.truncate(bytes.len() / 2);
    let mapping = Mapping::guessed(RowKind::People);
    let mut claims = claims(reader(bytes), mapping, "crm", Timestamp::UNIX_EPOCH).unwrap();
    let made = claims.by_ref().filter(Result::is_ok).count();
    let error = claims.finish().unwrap_err().to_string();
    assert!(made > 100 && error.contains("cut off or damaged"), "{made} {error}");
}
