//! CSV lines with cells escaped against spreadsheet formulas.

/// Appends one CSV line.
pub fn push_line<'c>(text: &mut String, cells: impl IntoIterator<Item = &'c str>) {
    let cells: Vec<String> = cells.into_iter().map(safe_cell).collect();
    text.push_str(&cells.join(","));
    text.push_str("\r\n");
}

/// Escapes a cell that a spreadsheet would run as a formula, and quotes it if necessary.
fn safe_cell(cell: &str) -> String {
    let numeric = cell.parse::<f64>().is_ok();
    let formula = !numeric && cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let guarded = if formula { format!("'{cell}") } else { cell.to_owned() };
    if guarded.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", guarded.replace('"', "\"\""))
    } else {
        guarded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for cell in ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(safe_cell(cell).trim_start_matches('"').starts_with('\''), "{cell}");
        }
        assert_eq!(safe_cell("-0.5"), "-0.5");
        assert_eq!(safe_cell("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
