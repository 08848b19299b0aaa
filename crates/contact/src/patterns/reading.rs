//! Readings of a written name: its letters in Latin script, and which of its words is the family name.

use records::name::Name;

use super::{order::orders, script::romanised};

/// Maximum number of readings.
const READING_LIMIT: usize = 12;

/// The readings of a name with probabilities, the likeliest first. Most names have one.
pub(crate) fn readings(name: &Name, country: Option<&str>) -> Vec<(Name, f64)> {
    let mut found: Vec<(Name, f64)> = Vec::new();
    for (latin, share) in romanised(name) {
        for (ordered, order_share) in orders(&latin, country) {
            let weight = share * order_share;
            match found.iter_mut().find(|(known, _)| *known == ordered) {
                Some((_, known)) => *known += weight,
                None => found.push((ordered, weight)),
            }
        }
    }
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    found.truncate(READING_LIMIT);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(full: &str, country: &str) -> (String, String) {
        let found = readings(&Name::parse(full).unwrap(), Some(country));
        let total: f64 = found.iter().map(|(_, weight)| weight).sum();
        assert!(total <= 1.000_001, "{full}: {total}");
        let name = &found[0].0;
        (name.first_key().to_owned(), name.last_key().to_owned())
    }

    #[test]
    fn usual_names_have_one_reading() {
        for full in
            ["Jane Doe", "Kim Jensen", "Lee Miller", "Jürgen van den Berg", "Van Morrison", "Long John"]
        {
            let name = Name::parse(full).unwrap();
            assert_eq!(readings(&name, Some("US")), [(name, 1.0)], "{full}");
        }
    }

    #[test]
    fn the_family_name_is_found_where_it_comes_first() {
        for (full, country, given, family) in [
            ("Kim Min-jun", "KR", "minjun", "kim"),
            ("Lee Ji Eun", "KR", "jieun", "lee"),
            ("Ji Eun Lee", "KR", "jieun", "lee"),
            ("Park Sooyoung", "KR", "sooyoung", "park"),
            ("Nguyen Van An", "VN", "an", "nguyen"),
            ("Trần Thị Mai", "VN", "mai", "tran"),
            ("Phạm Tuấn", "VN", "tuan", "pham"),
            ("Wang Xiaoming", "CN", "xiaoming", "wang"),
            ("Tanaka Hiroshi", "JP", "hiroshi", "tanaka"),
            ("Kovács Péter", "HU", "peter", "kovacs"),
            ("Minjun Kim", "KR", "minjun", "kim"),
            ("An Nguyen", "VN", "an", "nguyen"),
            ("Wei Zhang", "CN", "wei", "zhang"),
        ] {
            assert_eq!(best(full, country), (given.to_owned(), family.to_owned()), "{full}");
        }
    }

    #[test]
    fn other_scripts_are_written_as_their_speakers_do() {
        for (full, country, given, family) in [
            ("Γιώργος Παπαδόπουλος", "GR", "giorgos", "papadopoulos"),
            ("Ευάγγελος Μπακογιάννης", "GR", "evangelos", "bakogiannis"),
            ("محمد علي", "EG", "mohamed", "ali"),
            ("فاطمة المنصوري", "AE", "fatima", "almansouri"),
            ("عبد الرحمن حسن", "SA", "abdulrahman", "hassan"),
            ("דוד כהן", "IL", "david", "cohen"),
            ("김민준", "KR", "minjun", "kim"),
            ("王小明", "CN", "xiaoming", "wang"),
            ("Иван Петров", "RU", "ivan", "petrov"),
        ] {
            assert_eq!(best(full, country), (given.to_owned(), family.to_owned()), "{full}");
        }
    }
}
