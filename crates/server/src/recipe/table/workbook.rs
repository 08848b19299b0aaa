//! Excel workbooks, written row by row. Texts are text cells whatever they begin with, so that none is a formula.

use std::io::Write;

use jiff::Timestamp;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};
use serde_json::{Number, Value};

use super::text;

/// Media type of a workbook.
pub const MEDIA: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Most characters of a cell; further ones are cut off, because Excel would call the file damaged.
const CELL_CHARACTERS_MAX: usize = 32_767;
/// The first whole number that a cell, which is a 64-bit float, does not hold exactly.
const INEXACT: u64 = 1 << 53;

/// A workbook with one sheet. Rows go to a temporary file, so that their number costs no memory.
pub struct WorkbookWriter {
    workbook: Workbook,
    next_row: u32,
}

/// A workbook that cannot be written: a row or column too many, or a full disk.
#[derive(Debug, thiserror::Error)]
#[error("the workbook cannot be written: {0}")]
pub struct WorkbookError(#[from] XlsxError);

impl WorkbookWriter {
    /// Begins a workbook with a line of headings, which stays in sight.
    pub fn new(headings: &[String], now: Timestamp) -> Result<Self, WorkbookError> {
        let mut workbook = Workbook::new();
        let made = ExcelDateTime::from_timestamp(now.as_second())?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&made));
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, heading) in (0..).zip(headings) {
            sheet.write_string_with_format(0, column, cut(heading), &bold)?;
        }
        Ok(Self { workbook, next_row: 1 })
    }

    /// Writes the next row.
    pub fn push(&mut self, cells: &[Value]) -> Result<(), WorkbookError> {
        let row = self.next_row;
        let sheet = self.workbook.worksheet_from_index(0)?;
        for (column, cell) in (0..).zip(cells) {
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
