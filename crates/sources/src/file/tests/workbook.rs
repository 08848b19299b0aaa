//! Excel workbooks become rows.

use std::io::{Read, Write};

use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format as Style, Formula, Workbook, Worksheet};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::*;

/// A workbook with one sheet.
fn workbook(fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    fill(workbook.add_worksheet());
    workbook.save_to_buffer().unwrap()
}

/// A workbook with one sheet of texts.
fn texts(rows: &[&[&str]]) -> Vec<u8> {
    workbook(|sheet| {
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                sheet.write_string(row as u32, column as u16, *cell).unwrap();
            }
        }
    })
}

fn refused(bytes: Vec<u8>) -> String {
    let options = ReadOptions { unpacked_max: Some(8 << 20), ..ReadOptions::default() };
    RowReader::from_stream(Box::new(Cursor::new(bytes)), options).err().unwrap().to_string()
}

/// The parts of an archive.
fn parts(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let count = archive.len();
    let part = |index| {
        let mut part = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).unwrap();
        (part.name().unwrap().into_owned(), bytes)
    };
    (0..count).map(part).collect()
}

fn packed(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        archive.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn cells_of_a_workbook_are_read_as_csv_would_write_them() {
    let bytes = workbook(|sheet| {
        let headings = ["Name", "Since", "Seen", "Start", "Staff", "Share", "Active", "Sum", "Phone"];
        sheet.write_row(0, 0, headings).unwrap();
        let date = |style: &str| Style::new().set_num_format(style);
        let at = |text| ExcelDateTime::parse_from_str(text).unwrap();
        sheet.write_string(1, 0, "Lee, \"Ann\"\nCFO").unwrap();
        sheet.write_datetime_with_format(1, 1, at("2024-02-29"), &date("dd/mm/yyyy")).unwrap();
        sheet.write_datetime_with_format(1, 2, at("2024-02-29T13:05:09"), &date("d mmm yy hh:mm")).unwrap();
        sheet.write_datetime_with_format(1, 3, at("08:30"), &date("hh:mm")).unwrap();
        sheet.write_number(1, 4, 250.0).unwrap();
        sheet.write_number(1, 5, 0.125).unwrap();
        sheet.write_boolean(1, 6, true).unwrap();
        sheet.write_formula(1, 7, Formula::new("=1+1").set_result("#DIV/0!")).unwrap();
        sheet.write_number(1, 8, 4_930_123_456_789_f64).unwrap();
        // A row that only has spaces, and one without its first cells.
        sheet.write_string(2, 0, "  ").unwrap();
        sheet.write_string(4, 2, "=1+1").unwrap();
    });
    let mut reader = reader(bytes);
    assert_eq!((reader.format(), reader.delimiter()), (Format::Xlsx, None));
    assert_eq!(reader.columns().names().len(), 9);
    let mut row = FileRow::default();
    assert!(reader.read(&mut row).unwrap());
    let values: Vec<String> = row.values().map(|(_, value)| value).collect();
    assert_eq!(
        values,
        [
            "Lee, \"Ann\"\nCFO",
            "2024-02-29",
            "2024-02-29T13:05:09",
            "08:30:00",
            "250",
            "0.125",
            "true",
            "",
            "4930123456789"
        ]
    );
    assert_eq!((row.line, row.number), (2, 1));
    assert!(reader.read(&mut row).unwrap());
    assert_eq!(row.values().map(|(_, value)| value).collect::<Vec<_>>(), ["", "", "=1+1"]);
    assert!(!reader.read(&mut row).unwrap());
}

#[test]
fn people_of_a_workbook_are_imported() {
    let bytes = texts(&[
        &["Export of 1 May"],
        &[],
        &["Full Name", "Mail", "Company"],
        &["Ann Lee", "ann@acme.com", "Acme"],
    ]);
    let (items, _) = people(bytes);
    assert_eq!(items.len(), 1);
    assert_eq!(person(&items[0]).full_name.as_deref(), Some("Ann Lee"));
}

#[test]
fn the_first_visible_sheet_with_a_value_is_read() {
    let mut book = Workbook::new();
    book.add_worksheet().set_name("Hidden").unwrap().set_hidden(true).write_string(0, 0, "secret").unwrap();
    book.add_worksheet().set_name("Empty").unwrap();
    let sheet = book.add_worksheet().set_name("People").unwrap().set_active(true);
    sheet.write_string(0, 0, "email").unwrap().write_string(1, 0, "ann@acme.com").unwrap();
    let bytes = book.save_to_buffer().unwrap();
    let mut found = reader(bytes);
    assert_eq!(found.columns().names(), ["email"]);
    assert_eq!(rows(&mut found), [Ok(vec!["ann@acme.com".to_owned()])]);
    assert!(refused(workbook(|_| {})).contains("the file is empty"));
}

#[test]
fn the_name_of_a_workbook_must_fit_and_its_content_decides() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        RowReader::open(&path, ReadOptions::default())
    };
    let bytes = texts(&[&["email"], &["ann@acme.com"]]);
    for name in ["people.xlsx", "people.csv", "people"] {
        assert_eq!(named(name, &bytes).unwrap().format(), Format::Xlsx, "{name}");
    }
    let error = named("people.xlsx", b"email\nann@acme.com\n").err().unwrap().to_string();
    assert!(error.contains("named like an Excel workbook"), "{error}");
}

#[test]
fn a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_read() {
    let plain = parts(&texts(&[&["email"], &["ann@acme.com"]]));
    for place in ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml", "xl/media/image1.png"] {
        let mut parts = plain.clone();
        parts.retain(|(name, _)| name != place);
        parts.push((place.to_owned(), vec![b' '; 9 << 20]));
        let bomb = packed(&parts);
        assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
        let error = refused(bomb);
        assert!(error.contains("unpacks to more than 8 MB"), "{place}: {error}");
    }
    // A text of the table of strings that very many cells repeat.
    let long = "x".repeat(30_000);
    let rows: Vec<[&str; 1]> = vec![[long.as_str()]; 400];
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let error = refused(texts(&rows));
    assert!(error.contains("unpacks to more than 8 MB"), "{error}");
    // Cells at the far end of every row.
    let far = workbook(|sheet| {
        for row in 0..2_000 {
            sheet.write_string(row, 16_383, "x").unwrap();
        }
    });
    assert!(refused(far).contains("unpacks to more than 8 MB"));
}

#[test]
fn a_cell_outside_of_any_sheet_is_refused() {
    let plain = parts(&texts(&[&["email"], &["ann@acme.com"]]));
    for far in ["BUKAEQ1", "XFE1", "A1048577"] {
        let mut parts = plain.clone();
        for (_, part) in parts.iter_mut().filter(|(name, _)| name == "xl/worksheets/sheet1.xml") {
            *part = String::from_utf8(part.clone())
                .unwrap()
                .replacen("r=\"A2\"", &format!("r=\"{far}\""), 1)
                .into_bytes();
        }
        assert!(refused(packed(&parts)).contains("outside of the sheet"), "{far}");
    }
}

#[test]
fn files_that_are_no_workbook_are_refused_with_a_sentence() {
    let plain = texts(&[&["email"], &["ann@acme.com"]]);
    for length in [4, 100, plain.len() / 2, plain.len() - 30] {
        let error = refused(plain[..length].to_vec());
        assert!(error.contains("cut off or damaged"), "{length}: {error}");
    }
    let named = |names: &[&str]| {
        packed(&names.iter().map(|name| ((*name).to_owned(), b"x".to_vec())).collect::<Vec<_>>())
    };
    for (bytes, told) in [
        (named(&["[Content_Types].xml", "xl/workbook.bin"]), "a binary Excel workbook"),
        (named(&["[Content_Types].xml", "word/document.xml"]), "an office document without a sheet"),
        (named(&["mimetype", "content.xml", "meta.xml"]), "an OpenDocument file"),
        (named(&["[Content_Types].xml", "xl/workbook.xml"]), "cannot be read"),
        (named(&["a.csv", "b.csv"]), "a zip archive with several files"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), "an old Excel workbook"),
    ] {
        let error = refused(bytes);
        assert!(error.contains(told), "{told}: {error}");
    }
    let nested = packed(&[("people.xlsx".to_owned(), plain)]);
    assert!(refused(nested).contains("inside of another archive"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_damaged_workbook_never_stops_the_program(place in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut parts = parts(&texts(&[&["email", "name"], &["ann@acme.com", "Ann"], &["bo@acme.com", "Bo"]]));
        let count = parts.len();
        let (_, bytes) = &mut parts[place.index(count)];
        let at = at.index(bytes.len().max(1));
        match cut {
            true => bytes.truncate(at),
            false => bytes[at] = byte,
        }
        let options = ReadOptions { unpacked_max: Some(1 << 20), ..ReadOptions::default() };
        if let Ok(mut reader) = RowReader::from_stream(Box::new(Cursor::new(packed(&parts))), options) {
            let mut row = FileRow::default();
            while reader.read(&mut row).unwrap() {}
        }
    }
}

/// A workbook whose sheet has this in the place of a text.
fn with_sheet(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut parts = parts(bytes);
    let (_, sheet) = parts.iter_mut().find(|(name, _)| name == "xl/worksheets/sheet1.xml").unwrap();
    let text = String::from_utf8(std::mem::take(sheet)).unwrap();
    assert!(text.contains(from), "{text}");
    *sheet = text.replacen(from, to, 1).into_bytes();
    packed(&parts)
}

#[test]
fn a_formula_without_its_result_is_refused_with_its_cell() {
    let bytes = workbook(|sheet| {
        sheet.write_row(0, 0, ["Name", "Mail", "Sum"]).unwrap();
        sheet.write_row(1, 0, ["Ann Lee", "ann@acme.com"]).unwrap();
        sheet.write_formula(1, 2, Formula::new("=1+1").set_result("2")).unwrap();
    });
    assert_eq!(reader(bytes.clone()).columns().names().len(), 3);
    for empty in ["", "<v></v>", "<v/>"] {
        let told = refused(with_sheet(&bytes, "</f><v>2</v>", &format!("</f>{empty}")));
        assert!(told.contains("the cell C2 has a formula without its result"), "{told}");
    }
    // A result that is an empty text is a result.
    let text = with_sheet(&bytes, "</f><v>2</v>", "</f><v></v>");
    let text = with_sheet(&text, "<c r=\"C2\"", "<c r=\"C2\" t=\"str\"");
    assert_eq!(reader(text).columns().names().len(), 3);
}

#[test]
fn merged_cells_are_refused_unless_they_are_a_title() {
    let plain = Style::new();
    let merged = |area: (u32, u16, u32, u16)| {
        workbook(|sheet| {
            sheet.write_row(2, 0, ["Name", "Mail", "Firm"]).unwrap();
            sheet.write_row(3, 0, ["Ann Lee", "ann@acme.com", "Acme"]).unwrap();
            sheet.write_row(4, 0, ["Bo Diaz", "bo@acme.com", "Acme"]).unwrap();
            sheet.merge_range(area.0, area.1, area.2, area.3, "Leads of May", &plain).unwrap();
        })
    };
    assert_eq!(reader(merged((0, 0, 0, 2))).columns().names(), ["Name", "Mail", "Firm"]);
    for (area, cells) in [((3, 2, 4, 2), "C4:C5"), ((4, 1, 4, 2), "B5:C5"), ((2, 0, 2, 1), "A3:B3")] {
        let told = refused(merged(area));
        assert!(told.contains(&format!("the cells {cells} are merged")), "{told}");
    }
}

#[test]
fn a_text_that_is_too_long_is_refused_before_it_is_read() {
    let bytes = texts(&[&["Name", "Mail"], &["Ann Lee", "ann@acme.com"]]);
    let long =
        format!("<c r=\"A9\" t=\"inlineStr\"><is><t>{}</t></is></c></row></sheetData>", "x".repeat(2 << 20));
    let told = refused(with_sheet(&bytes, "</row></sheetData>", &long));
    assert!(told.contains("a cell of the workbook holds more than 1024 kB"), "{told}");
    let mut parts = parts(&bytes);
    parts.push(("xl/media/image1.png".to_owned(), vec![b'x'; 2 << 20]));
    assert_eq!(reader(packed(&parts)).columns().names(), ["Name", "Mail"], "a picture is no text");
}

#[test]
fn a_workbook_that_is_too_large_says_by_which_limit() {
    let bytes = texts(&[&["Name", "Mail"], &["Ann Lee", "ann@acme.com"]]);
    let mut parts = parts(&bytes);
    parts.push(("xl/media/image1.png".to_owned(), vec![b'x'; 9 << 20]));
    let told = refused(packed(&parts));
    assert!(told.contains("unpacks to more than 8 MB"), "{told}");
    parts.last_mut().unwrap().1 = vec![b'x'; 129 << 20];
    let error =
        RowReader::from_stream(Box::new(Cursor::new(packed(&parts))), ReadOptions::default()).err().unwrap();
    assert!(error.to_string().contains("more than 128 MB of texts, styles and pictures"), "{error}");
}
