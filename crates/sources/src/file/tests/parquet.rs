//! Parquet files, written by the parquet crate.

use std::sync::Arc;

use ::parquet::{
    basic::{Compression as Codec, ZstdLevel},
    data_type::{ByteArray, ByteArrayType, Int32Type},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};

use super::*;

const SCHEMA: &str = "message people {
  REQUIRED BYTE_ARRAY full_name (UTF8);
  OPTIONAL BYTE_ARRAY email (UTF8);
  REQUIRED INT32 age;
}";

/// Two row groups of two people each; every second one has no email.
fn written(codec: Codec) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let properties = Arc::new(WriterProperties::builder().set_compression(codec).build());
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties).unwrap();
    for group in 0..2 {
        let mut rows = writer.next_row_group().unwrap();
        let names = [0, 1].map(|row| ByteArray::from(format!("Person {group}{row}").as_str()));
        let mut column = rows.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&names, None, None).unwrap();
        column.close().unwrap();
        let mut column = rows.next_column().unwrap().unwrap();
        let email = ByteArray::from(format!("p{group}@acme.com").as_str());
        column.typed::<ByteArrayType>().write_batch(&[email], Some(&[1, 0]), None).unwrap();
        column.close().unwrap();
        let mut column = rows.next_column().unwrap().unwrap();
        column.typed::<Int32Type>().write_batch(&[30, 40], None, None).unwrap();
        column.close().unwrap();
        rows.close().unwrap();
    }
    writer.close().unwrap();
    bytes
}

#[test]
fn every_row_group_is_read_whatever_its_compression() {
    for codec in [Codec::UNCOMPRESSED, Codec::SNAPPY, Codec::ZSTD(ZstdLevel::default())] {
        let (items, counts) = people(written(codec));
        assert_eq!((counts.rows, counts.claims, counts.rejected), (4, 2, 2));
        assert_eq!(person(&items[2]).emails[0].address, "p1@acme.com");
        assert!(items[1].as_ref().unwrap_err().row[0].1.contains("Person 01"));
        assert_eq!(counts.unmapped_columns, ["age"]);
    }
}

#[test]
fn parquet_is_detected_by_its_bytes_and_a_truncated_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.csv");
    std::fs::write(&path, written(Codec::SNAPPY)).unwrap();
    assert_eq!(RowReader::open(&path, ReadOptions::default()).unwrap().format(), Format::Parquet);
    let cut = written(Codec::SNAPPY);
    std::fs::write(&path, &cut[..cut.len() - 9]).unwrap();
    assert!(RowReader::open(&path, ReadOptions::default()).is_err());
}
