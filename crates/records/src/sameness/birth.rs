//! Evidence of birth dates.

use strsim::osa_distance;

const SAME_RATE: f64 = 0.8;
const SAME_ONE_IN: f64 = 15_000.0;
/// Dates that differ by one edit.
const TYPO_RATE: f64 = 0.08;
const TYPO_ONE_IN: f64 = 700.0;
/// Dates with day and month swapped.
const SWAPPED_RATE: f64 = 0.03;
/// Dates with two of year, month and day equal.
const TWO_PARTS_RATE: f64 = 0.06;
const TWO_PARTS_ONE_IN: f64 = 500.0;
const SAME_YEAR_BITS: f64 = -0.3;
/// Dates that differ by two edits: one in about eighty does by chance, and typing makes some.
const TWO_EDITS_BITS: f64 = -0.5;
const DIFFERENT_BITS: f64 = -7.0;
/// Years in which people of one file are born.
const YEARS: f64 = 60.0;
const YEAR_SAME_RATE: f64 = 0.85;
/// Two years of which at least one stands for a whole year, when they differ.
const DIFFERENT_YEARS_BITS: f64 = -3.5;
/// Bits from which a date is that of one person and not only of a year.
const WHOLE_DATE_BITS: f64 = 8.0;

/// Evidence of two dates, as digits with the year first.
pub(super) fn bits(one: &str, other: &str) -> f64 {
    if one.is_empty() || other.is_empty() || is_placeholder(one) || is_placeholder(other) {
        return 0.0;
    }
    let (Some((year, rest)), Some((other_year, other_rest))) =
        (one.split_at_checked(4), other.split_at_checked(4))
    else {
        return 0.0;
    };
    if is_year_only(rest) || is_year_only(other_rest) {
        return match year == other_year {
            true => (YEAR_SAME_RATE * YEARS).log2(),
            false => DIFFERENT_YEARS_BITS,
        };
    }
    if one == other {
        return (SAME_RATE * SAME_ONE_IN).log2();
    }
    if osa_distance(one, other) == 1 {
        return (TYPO_RATE * TYPO_ONE_IN).log2();
    }
    let (Some((month, day)), Some((other_month, other_day))) =
        (rest.split_at_checked(2), other_rest.split_at_checked(2))
    else {
        return 0.0;
    };
    if year == other_year && month == other_day && day == other_month {
        return (SWAPPED_RATE * SAME_ONE_IN).log2();
    }
    match [year == other_year, month == other_month, day == other_day].iter().filter(|same| **same).count() {
        2 => (TWO_PARTS_RATE * TWO_PARTS_ONE_IN).log2(),
        1 if year == other_year => SAME_YEAR_BITS,
        _ if osa_distance(one, other) == 2 => TWO_EDITS_BITS,
        _ => DIFFERENT_BITS,
    }
}

/// Whether this evidence is of a whole date, and not of a year that many share.
pub(super) fn is_of_whole_date(bits: f64) -> bool {
    bits >= WHOLE_DATE_BITS
}

/// Systems that need a date fill in 1 January if only the year is known; some sources leave month and day out.
fn is_year_only(month_and_day: &str) -> bool {
    matches!(month_and_day, "" | "0101" | "0000")
}

/// Dates that systems fill in for an unknown one.
fn is_placeholder(date: &str) -> bool {
    matches!(date, "19000101" | "19700101" | "00000000" | "19010101" | "99991231" | "11111111")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_written_as_the_first_of_january_counts_as_a_year() {
        assert!((5.0..7.0).contains(&bits("19620101", "19620101")));
        assert_eq!(bits("19620101", "19620517"), bits("1962", "19620101"));
        assert!(bits("19620517", "19620517") > 13.0);
        assert!(bits("19620101", "19710101") < -3.0);
        assert_eq!(bits("19000101", "19000101"), 0.0);
    }

    #[test]
    fn the_more_edits_two_dates_are_apart_the_less_they_speak_for_one_person() {
        let edits = ["19501115", "19501125", "19001111", "19821111"].map(|date| bits("19501115", date));
        assert!(edits.is_sorted_by(|one, other| one > other), "{edits:?}");
        assert!(edits[2] < 0.0 && edits[3] < -6.0, "{edits:?}");
    }
}
