//! Reads an Excel workbook: its first visible sheet with a value becomes csv, which is then read as any other csv.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, Write},
};

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx, XlsxCellReader};
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
/// Where the sheets lie in a workbook. They are read as a stream.
const SHEETS: &str = "xl/worksheets/";
/// The first number of a day that no calendar of Excel has.
const DAYS_END: f64 = 2_958_466.0;
const DAY_SECONDS: f64 = 86_400.0;

/// The first sheet of a workbook that is visible and has a value, as csv. Each row of the sheet is a record.
pub(in crate::file) fn as_csv(file: File, unpacked_max: u64) -> Result<Input, FileError> {
    let most = unpacked_max.min(UNPACKED_BYTES_MAX);
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    refuse_large(&mut archive, most)?;
    let mut file = archive.into_inner();
    file.rewind().map_err(damaged)?;
    let mut workbook = Xlsx::new(file).map_err(damaged)?;
    let is_read = |sheet: &&calamine::Sheet| {
        sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible
    };
    let sheets: Vec<String> =
        workbook.sheets_metadata().iter().filter(is_read).map(|sheet| sheet.name.clone()).collect();
    for name in sheets {
        let cells = workbook.worksheet_cells_reader(&name).map_err(damaged)?;
        if let Some(csv) = sheet_as_csv(cells, most)? {
            return Ok(Box::new(csv));
        }
    }
    Err(FileError::Empty)
}

/// Unpacks every part once and counts its bytes, because the sizes that an archive states may be false.
fn refuse_large<R: Read + Seek>(archive: &mut ZipArchive<R>, most: u64) -> Result<(), FileError> {
    let (mut all, mut in_memory) = (0, 0);
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(damaged)?;
        let is_sheet = part.name().map_err(damaged)?.starts_with(SHEETS);
        let bytes = io::copy(&mut part.take(most - all + 1), &mut io::sink()).map_err(damaged)?;
        all += bytes;
        in_memory += if is_sheet { 0 } else { bytes };
        if all > most || in_memory > IN_MEMORY_BYTES_MAX {
            return Err(FileError::Unpacked { limit: most.min(IN_MEMORY_BYTES_MAX) });
        }
    }
    Ok(())
}

/// The rows of a sheet in a temporary file; none if no cell has a value.
fn sheet_as_csv<R: Read + Seek>(
    mut cells: XlsxCellReader<'_, R>,
    most: u64,
) -> Result<Option<File>, FileError> {
    let file = tempfile::tempfile().map_err(damaged)?;
    let mut csv =
        csv::WriterBuilder::new().delimiter(DELIMITER).flexible(true).from_writer(BufWriter::new(file));
    let (mut row, mut record, mut bytes) = (0, Vec::<String>::new(), 0_u64);
    let mut is_empty = true;
    while let Some(cell) = cells.next_cell().map_err(damaged)? {
        let (at, column) = cell.get_position();
        let text = text_of(cell.get_value());
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
    write(&mut csv, &mut record)?;
    let buffer = csv.into_inner().map_err(|error| damaged(error.into_error()))?;
    let mut file = buffer.into_inner().map_err(|error| damaged(error.into_error()))?;
    file.rewind().map_err(damaged)?;
    Ok((!is_empty).then_some(file))
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
