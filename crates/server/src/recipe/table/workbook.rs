//! Excel workbooks, written row by row. Texts are text cells whatever they begin with, so that none is a formula. Numbers and
//! dates among a caller's own texts are numbers and dates again, if they read back as the same text.

use std::io::Write;

use jiff::{Timestamp, civil};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};
use serde_json::{Number, Value};

use super::text;

/// Media type of a workbook.
pub const MEDIA: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Most characters of a cell; further ones are cut off, because Excel would call the file damaged.
const CELL_CHARACTERS_MAX: usize = 32_767;
/// Digits that a spreadsheet keeps of a number.
const DIGITS_MAX: usize = 15;
/// The first whole number that a cell, which is a 64-bit float, does not hold exactly.
const INEXACT: u64 = 1 << 53;

/// A workbook with one sheet. Rows go to a temporary file, so that their number costs no memory.
pub struct WorkbookWriter {
    workbook: Workbook,
    next_row: u32,
    /// How many of the first columns are the caller's own.
    own: usize,
    styles: Styles,
}

/// How own numbers and dates are shown: as they were written.
struct Styles {
    number: Format,
    date: Format,
    time: Format,
}

/// A workbook that cannot be written: a row or column too many, or a full disk.
#[derive(Debug, thiserror::Error)]
#[error("the workbook cannot be written: {0}")]
pub struct WorkbookError(#[from] XlsxError);

impl WorkbookWriter {
    /// Begins a workbook with a line of headings, which stays in sight. The first `own` columns are the caller's own texts.
    pub fn new(headings: &[String], own: usize, now: Timestamp) -> Result<Self, WorkbookError> {
        let mut workbook = Workbook::new();
        let made = ExcelDateTime::from_timestamp(now.as_second())?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&made));
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, heading) in (0..).zip(headings) {
            sheet.write_string_with_format(0, column, cut(heading), &bold)?;
        }
        let styles = Styles {
            number: Format::new().set_num_format("0"),
            date: Format::new().set_num_format("yyyy-mm-dd"),
            time: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
        };
        Ok(Self { workbook, next_row: 1, own, styles })
    }

    /// Writes the next row.
    pub fn push(&mut self, cells: &[Value]) -> Result<(), WorkbookError> {
        let row = self.next_row;
        let sheet = self.workbook.worksheet_from_index(0)?;
        for (column, cell) in (0_u16..).zip(cells) {
            let own = cell.as_str().filter(|_| usize::from(column) < self.own).and_then(own_value);
            if let Some(own) = own {
                match own {
                    Own::Number(number) if number.fract() == 0.0 => {
                        sheet.write_number_with_format(row, column, number, &self.styles.number)?;
                    }
                    Own::Number(number) => {
                        sheet.write_number(row, column, number)?;
                    }
                    Own::Date(date) => {
                        sheet.write_datetime_with_format(row, column, &date, &self.styles.date)?;
                    }
                    Own::Time(time) => {
                        sheet.write_datetime_with_format(row, column, &time, &self.styles.time)?;
                    }
                }
                continue;
            }
            match cell {
                Value::Null => {}
                Value::Bool(truth) => {
                    sheet.write_boolean(row, column, *truth)?;
                }
                Value::Number(number) if is_exact(number) => {
                    sheet.write_number(row, column, number.as_f64().unwrap_or_default())?;
                }
                other => {
                    sheet.write_string(row, column, cut(&text(other)))?;
                }
            }
        }
        self.next_row += 1;
        Ok(())
    }

    /// Writes the file.
    pub fn save(mut self, out: impl Write + Send) -> Result<(), WorkbookError> {
        Ok(self.workbook.save_to_writer(out)?)
    }
}

/// A number or a date that an own text is.
enum Own {
    Number(f64),
    Date(ExcelDateTime),
    Time(ExcelDateTime),
}

/// The value of an own text, if a spreadsheet that has it as a value gives back the same text: neither leading zeros nor signs of
/// a phone are lost.
fn own_value(text: &str) -> Option<Own> {
    if let Ok(number) = text.parse::<f64>() {
        let is_same =
            number.to_string() == text && number.abs() < INEXACT as f64 && digits(text) <= DIGITS_MAX;
        return is_same.then_some(Own::Number(number));
    }
    let date = text.get(..10)?.parse::<civil::Date>().ok()?;
    // Before March 1900 the calendar of Excel differs.
    if date.year() <= 1900 || date.to_string() != text[..10] {
        return None;
    }
    let (year, month, day) = (u16::try_from(date.year()).ok()?, date.month() as u8, date.day() as u8);
    let excel = ExcelDateTime::from_ymd(year, month, day).ok()?;
    let Some(time) = text[10..].strip_prefix('T') else {
        return text[10..].is_empty().then_some(Own::Date(excel));
    };
    let time = time.parse::<civil::Time>().ok().filter(|read| read.to_string() == time)?;
    if time.subsec_nanosecond() != 0 || time == civil::Time::midnight() {
        return None;
    }
    let (hour, minute, second) = (time.hour() as u16, time.minute() as u8, time.second() as f64);
    excel.and_hms(hour, minute, second).ok().map(Own::Time)
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

fn is_exact(number: &Number) -> bool {
    number.is_f64() || number.as_i64().is_some_and(|whole| whole.unsigned_abs() < INEXACT)
}

/// The beginning of a text that fits into a cell. Excel counts in units of UTF-16.
fn cut(text: &str) -> &str {
    if text.len() <= CELL_CHARACTERS_MAX {
        return text;
    }
    let mut units = 0;
    let end = text.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > CELL_CHARACTERS_MAX
    });
    end.map_or(text, |(end, _)| &text[..end])
}
