//! Reads an Excel workbook: its first visible sheet with a value becomes csv, which is then read as any other csv.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, Write},
};

use calamine::{DataRef, Dimensions, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx, XlsxCellReader};
use zip::ZipArchive;

use super::input::Input;
use crate::file::FileError;

/// Rows and columns of the largest sheet that a workbook can have.
const ROWS_MAX: u32 = 1_048_576;
const COLUMNS_MAX: u32 = 16_384;
/// Delimiter of the csv that a sheet becomes.
pub(in crate::file) const DELIMITER: u8 = b',';
/// Most bytes that a workbook may unpack to, unless the caller allows fewer.
pub(in crate::file) const UNPACKED_BYTES_MAX: u64 = 2 << 30;
/// Most unpacked bytes of everything but the sheets, such as the table of strings: it is held in memory.
const IN_MEMORY_BYTES_MAX: u64 = 128 << 20;
/// Most bytes between two tags of a part: a text is read into memory whole. Excel keeps 32,767 characters of a cell.
const TEXT_BYTES_MAX: u64 = 1 << 20;
/// Most merged areas: they are kept in memory while the sheet is read.
const MERGED_MAX: u64 = 10_000;
/// What a tag of a merged area begins with, after its prefix.
const MERGED: &[u8] = b"mergeCell ";
/// Where the sheets lie in a workbook. They are read as a stream.
const SHEETS: &str = "xl/worksheets/";
/// The first number of a day that no calendar of Excel has.
const DAYS_END: f64 = 2_958_466.0;
const DAY_SECONDS: f64 = 86_400.0;

/// The first sheet of a workbook that is visible and has a value, as csv. Each row of the sheet is a record.
pub(in crate::file) fn as_csv(file: File, unpacked_max: u64) -> Result<Input, FileError> {
    let most = unpacked_max.min(UNPACKED_BYTES_MAX);
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let has_merged = refuse_large(&mut archive, most)?;
    let mut file = archive.into_inner();
    file.rewind().map_err(damaged)?;
    let mut workbook = Xlsx::new(file).map_err(damaged)?;
    let is_read = |sheet: &&calamine::Sheet| {
        sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible
    };
    let sheets: Vec<String> =
        workbook.sheets_metadata().iter().filter(is_read).map(|sheet| sheet.name.clone()).collect();
    for name in sheets {
        let merged = if has_merged { merged_areas(&mut workbook, &name)? } else { Vec::new() };
        let cells = workbook.worksheet_cells_reader(&name).map_err(damaged)?;
        if let Some(csv) = sheet_as_csv(cells, most, &merged)? {
            return Ok(Box::new(csv));
        }
    }
    Err(FileError::Empty)
}

/// Unpacks every part once and counts its bytes, because the sizes that an archive states may be false. Answers whether cells
/// are merged.
fn refuse_large<R: Read + Seek>(archive: &mut ZipArchive<R>, most: u64) -> Result<bool, FileError> {
    let (mut all, mut in_memory, mut merged) = (0, 0, 0);
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.into_owned();
        let mut scan = Scan::default();
        let bytes = io::copy(&mut part.take(most - all + 1), &mut scan).map_err(damaged)?;
        all += bytes;
        in_memory += if name.starts_with(SHEETS) { 0 } else { bytes };
        merged += if name.starts_with(SHEETS) { scan.merged } else { 0 };
        if all > most {
            return Err(FileError::Unpacked { limit: most });
        }
        if in_memory > IN_MEMORY_BYTES_MAX {
            return Err(FileError::BesideSheets { limit: IN_MEMORY_BYTES_MAX });
        }
        if scan.longest > TEXT_BYTES_MAX && name.ends_with(".xml") {
            return Err(FileError::LongText { limit: TEXT_BYTES_MAX });
        }
    }
    if merged > MERGED_MAX {
        return Err(damaged(format!("more than {MERGED_MAX} areas of cells are merged")));
    }
    Ok(merged > 0)
}

/// Looks through the bytes of a part without keeping them.
#[derive(Default)]
struct Scan {
    /// Bytes since the last tag began, and the most there were.
    text: u64,
    longest: u64,
    /// How much of [`MERGED`] the last bytes are, and how often it was there.
    matched: usize,
    merged: u64,
}

impl Write for Scan {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.text = if *byte == b'<' { 0 } else { self.text + 1 };
            self.longest = self.longest.max(self.text);
            self.matched = match *byte == MERGED[self.matched] {
                true => self.matched + 1,
                false => usize::from(*byte == MERGED[0]),
            };
            if self.matched == MERGED.len() {
                (self.matched, self.merged) = (0, self.merged + 1);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Merged areas of one row, by their row. An area of several rows leaves rows without its value, and is refused.
fn merged_areas<R: Read + Seek>(workbook: &mut Xlsx<R>, sheet: &str) -> Result<Vec<Dimensions>, FileError> {
    let areas = workbook.merge_cells_by_sheet_name(sheet).map_err(damaged)?;
    match areas.iter().find(|area| area.start.0 != area.end.0) {
        Some(area) => Err(merged(area)),
        None => Ok(areas),
    }
}

fn merged(area: &Dimensions) -> FileError {
    FileError::Merged { cells: format!("{}:{}", cell_name(area.start), cell_name(area.end)) }
}

/// A cell as the sheet names it, such as `C5`.
fn cell_name((row, column): (u32, u32)) -> String {
    let (mut letters, mut rest) = (Vec::new(), column + 1);
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{}{}", letters.iter().rev().collect::<String>(), row + 1)
}

/// The rows of a sheet in a temporary file; none if no cell has a value.
fn sheet_as_csv<R: Read + Seek>(
    mut cells: XlsxCellReader<'_, R>,
    most: u64,
    merged_areas: &[Dimensions],
) -> Result<Option<File>, FileError> {
    let file = tempfile::tempfile().map_err(damaged)?;
    let mut csv =
        csv::WriterBuilder::new().delimiter(DELIMITER).flexible(true).from_writer(BufWriter::new(file));
    let (mut row, mut record, mut bytes) = (0, Vec::<String>::new(), 0_u64);
    let mut is_empty = true;
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(damaged)? {
        let (at, column) = cell.pos;
        if cell.formula.is_some() && matches!(cell.value, DataRef::Empty) {
            return Err(FileError::NotCalculated { cell: cell_name(cell.pos) });
        }
        let text = text_of(&cell.value);
        if text.trim().is_empty() {
            continue;
        }
        if at < row {
            return Err(damaged("the rows of the sheet are out of order"));
        }
        if at >= ROWS_MAX || column >= COLUMNS_MAX {
            return Err(damaged("a cell lies outside of the sheet"));
        }
        while row < at {
            refuse_merged(merged_areas, row, &record)?;
            // A row without a value is a blank line, so that lines are counted as the sheet counts rows.
            write(&mut csv, &mut record)?;
            (row, bytes) = (row + 1, bytes + 1);
            refuse_more(bytes, most)?;
        }
        let column = column as usize;
        bytes += (text.len() + (column + 1).saturating_sub(record.len())) as u64;
        refuse_more(bytes, most)?;
        if record.len() <= column {
            record.resize(column + 1, String::new());
        }
        record[column] = text;
        is_empty = false;
    }
    refuse_merged(merged_areas, row, &record)?;
    write(&mut csv, &mut record)?;
    let buffer = csv.into_inner().map_err(|error| damaged(error.into_error()))?;
    let mut file = buffer.into_inner().map_err(|error| damaged(error.into_error()))?;
    file.rewind().map_err(damaged)?;
    Ok((!is_empty).then_some(file))
}

/// Refuses a row with a merged area beside other values: a heading over several columns, or a value that only the first column
/// would have. An area that is all of its row is a title.
fn refuse_merged(areas: &[Dimensions], row: u32, record: &[String]) -> Result<(), FileError> {
    let is_title = || record.iter().filter(|cell| !cell.is_empty()).count() <= 1;
    match areas.iter().find(|area| area.start.0 == row) {
        Some(area) if !is_title() => Err(merged(area)),
        _ => Ok(()),
    }
}

fn refuse_more(bytes: u64, most: u64) -> Result<(), FileError> {
    if bytes > most { Err(FileError::Unpacked { limit: most }) } else { Ok(()) }
}

/// Writes a record and empties it. One without cells is a blank line to the reader.
fn write<W: Write>(csv: &mut csv::Writer<W>, record: &mut Vec<String>) -> Result<(), FileError> {
    if record.is_empty() {
        record.push(String::new());
    }
    csv.write_record(&*record).map_err(damaged)?;
    record.clear();
    Ok(())
}

/// The text of a cell. An error such as `#N/A` is no value.
fn text_of(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(is_true) => is_true.to_string(),
        DataRef::DateTime(at) => date_of(*at),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// A date, a date with its time, a time of day, or a duration, in the form of ISO 8601.
fn date_of(at: ExcelDateTime) -> String {
    let number = at.as_f64();
    if !(0.0..DAYS_END).contains(&number) {
        return number.to_string();
    }
    if at.is_duration() || number < 1.0 {
        let seconds = (number * DAY_SECONDS).round() as u64;
        return format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    }
    let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) {
        date
    } else {
        format!("{date}T{hour:02}:{minute:02}:{second:02}")
    }
}

fn damaged(why: impl ToString) -> FileError {
    let why = format!("the workbook cannot be read ({})", why.to_string());
    FileError::Read { line: 0, source: io::Error::new(io::ErrorKind::InvalidData, why) }
}
