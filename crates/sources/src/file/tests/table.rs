//! Small tables in memory.

use super::*;

const LIMITS: TableLimits = TableLimits { rows: 2, columns: 3, bytes: 1_000, unpacked: 1 << 20 };

fn table(text: &str) -> Result<Table, TableError> {
    Table::read(text.as_bytes().to_vec(), LIMITS)
}

#[test]
fn a_table_has_a_cell_for_each_heading_and_comes_back_from_its_csv() {
    let read = table("Name;Owner;Owner\n Ann ;Ines\n\nBo;\"a;b\nc\";x\n").unwrap();
    assert_eq!(read.columns, ["Name", "Owner", "Owner (2)"]);
    assert_eq!(read.rows, [["Ann", "Ines", ""], ["Bo", "a;b\nc", "x"]]);
    assert_eq!(table(&read.to_csv()).unwrap(), read);
    let notes = table("Made today\n\na,b,c\n1,2,3\n").unwrap();
    assert_eq!(
        (notes.columns, notes.rows),
        (vec!["a".into(), "b".into(), "c".into()], vec![vec!["1".into(), "2".into(), "3".into()]])
    );
}

#[test]
fn rows_beyond_the_limit_are_counted() {
    let read = table("a\n1\n2\n3\n4\n").unwrap();
    assert_eq!((read.rows.len(), read.rows_in_all), (2, 4));
}

#[test]
fn tables_that_cannot_be_used_are_refused_with_a_sentence() {
    let long = format!("a\n{}\n", "x".repeat(2_000));
    for (text, told) in [
        ("a,b,c,d\n1,2,3,4\n", "more than 3 columns"),
        ("a\n", "no rows"),
        ("", "empty"),
        (&long, "hold more than"),
        ("a,b\n\"open,2\n", "line 2 cannot be read"),
    ] {
        let error = table(text).unwrap_err().to_string();
        assert!(error.contains(told), "{told}: {error}");
    }
}
