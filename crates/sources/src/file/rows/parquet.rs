//! Reads rows of Parquet files by row group; nested values have the same column names as in JSON.

use std::{fs::File, io};

use parquet::{
    basic::Compression as Codec,
    file::reader::{FileReader, SerializedFileReader},
    record::{Field, Row as Record, reader::RowIter},
};
use serde_json::{Map, Value};

use super::{
    json_lines::flatten,
    row::{Columns, FileRow},
};
use crate::file::FileError;

pub(in crate::file) struct Records {
    rows: RowIter<'static>,
    read: u64,
    /// Whether rows need cells or only their JSON.
    flatten: bool,
}

impl Records {
    pub(in crate::file) fn new(file: File) -> Result<Self, FileError> {
        let fail = |error: parquet::errors::ParquetError| FileError::Read {
            line: 0,
            source: io::Error::new(io::ErrorKind::InvalidData, error),
        };
        let reader = SerializedFileReader::new(file).map_err(fail)?;
        refuse_other_codecs(&reader)?;
        Ok(Self { rows: reader.into_iter(), read: 0, flatten: true })
    }

    /// The number of the next row, from 1; Parquet has no lines.
    pub(in crate::file) fn line(&self) -> u64 {
        self.read + 1
    }

    /// From now on rows have their JSON and no cells.
    pub(in crate::file) fn skip_cells(&mut self) {
        self.flatten = false;
    }

    /// Reads the next row; false at the end.
    pub(in crate::file) fn read(&mut self, columns: &mut Columns, row: &mut FileRow) -> io::Result<bool> {
        row.clear();
        let Some(next) = self.rows.next() else { return Ok(false) };
        let record = next.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        self.read += 1;
        row.line = self.read;
        let value = object(&record);
        row.json = value.to_string();
        if self.flatten {
            row.fault = flatten(&mut String::new(), &value, columns, row).err();
        }
        Ok(true)
    }
}

/// Refuses unsupported compression before the first row, with its own error instead of a read error.
fn refuse_other_codecs(reader: &SerializedFileReader<File>) -> Result<(), FileError> {
    let groups = reader.metadata().row_groups().iter();
    let is_read =
        |codec: Codec| matches!(codec, Codec::UNCOMPRESSED | Codec::SNAPPY | Codec::GZIP(_) | Codec::ZSTD(_));
    if groups.flat_map(|group| group.columns()).all(|column| is_read(column.compression())) {
        return Ok(());
    }
    Err(FileError::UnsupportedFormat {
        found: "Parquet compressed with brotli, lz4 or lzo",
        advice: "write it with zstd, snappy or gzip",
    })
}

fn object(record: &Record) -> Value {
    let members: Map<String, Value> =
        record.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect();
    Value::Object(members)
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => (*value).into(),
        Field::Byte(value) => (*value).into(),
        Field::Short(value) => (*value).into(),
        Field::Int(value) => (*value).into(),
        Field::Long(value) => (*value).into(),
        Field::UByte(value) => (*value).into(),
        Field::UShort(value) => (*value).into(),
        Field::UInt(value) => (*value).into(),
        Field::ULong(value) => (*value).into(),
        Field::Float(value) => (*value).into(),
        Field::Double(value) => (*value).into(),
        Field::Str(text) => text.as_str().into(),
        // Some writers do not annotate strings and leave them as bytes.
        Field::Bytes(bytes) => std::str::from_utf8(bytes.data()).map_or(Value::Null, Value::from),
        Field::Group(record) => object(record),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        Field::MapInternal(map) => {
            let members = map.entries().iter().map(|(name, member)| (text(name), value(member)));
            Value::Object(members.collect())
        }
        // Dates, times and decimals keep their text form.
        other => text(other).into(),
    }
}

/// The text of a field without the quotes of its `Display` form.
fn text(field: &Field) -> String {
    match field {
        Field::Str(text) => text.clone(),
        other => other.to_string(),
    }
}
