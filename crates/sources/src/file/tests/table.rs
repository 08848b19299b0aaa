//! Small tables in memory.

use super::*;

const LIMITS: TableLimits =
    TableLimits { rows: 2, columns: 4, bytes: 1_000, heading: 20, cell: 500, unpacked: 1 << 20 };

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
    let long = format!("a\n{}\n", "x".repeat(501));
    let heading = format!("a,{}\n1,2\n", "ü".repeat(21));
    let large = format!("a,b,c\n{0},{0},{0}\n", "x".repeat(400));
    for (text, told) in [
        ("a,b,c,d,e\n1,2,3,4,5\n", "more than 4 columns"),
        ("a\n", "no rows"),
        ("", "empty"),
        (&long, "line 2 has more than 500 characters in column 1 (a)"),
        (&heading, "the heading of column 2 is longer than 20 characters"),
        (&large, "the first 2 rows hold more than 0 kB"),
        (
            "Contact,,Company,\nName,Email,Name,Domain\nAnn Lee,ann@acme.com,Acme,acme.com\n",
            "two rows of headings",
        ),
        ("a,b\n\"open,2\n", "line 2 cannot be read"),
    ] {
        let error = table(text).unwrap_err().to_string();
        assert!(error.contains(told), "{told}: {error}");
    }
}

#[test]
fn a_heading_that_is_missing_is_no_second_row_of_headings() {
    for text in [
        "Name,,City\nAnn,Lee,Paris\nBo,Smith,Rome\n",
        "Name,,Mail\nAnn,Lee,ann@acme.com\nBo,Smith,bo@acme.com\n",
    ] {
        assert_eq!(table(text).unwrap().rows.len(), 2, "{text}");
    }
}
