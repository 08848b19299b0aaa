//! Cyrillic: addresses follow the letter-by-letter transliteration, English habits, or passports.

use super::customs::Customs;

/// The customs with probabilities, letter by letter first.
pub(super) fn ways(text: &str) -> Customs {
    let lower = text.to_lowercase();
    if lower.contains(['і', 'ї', 'є', 'ґ']) {
        return vec![
            (ukrainian(&lower, false), 0.6),
            (ukrainian(&lower, true), 0.2),
            (any_ascii(&lower), 0.2),
        ];
    }
    vec![(any_ascii(&lower), 0.6), (habit(&lower), 0.25), (passport(&lower), 0.15)]
}

fn any_ascii(lower: &str) -> String {
    let kept = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, ' ' | '-');
    any_ascii::any_ascii(lower).to_lowercase().chars().filter(kept).collect()
}

/// As English texts write Russian names: Dmitry, Alexey, Yulia.
fn habit(lower: &str) -> String {
    let text = match lower {
        "александр" => return "alexander".to_owned(),
        "пётр" | "петр" => return "peter".to_owned(),
        "екатерина" => return "katerina".to_owned(),
        "михаил" => return "michael".to_owned(),
        _ => lower.replace("кс", "x").replace("ия", "ia").replace("ья", "ia"),
    };
    let text = match text.strip_suffix("ий").or_else(|| text.strip_suffix("ый")) {
        Some(stem) => format!("{stem}y"),
        None => text,
    };
    any_ascii(&text)
}

/// As Russian passports do (ICAO 9303).
fn passport(lower: &str) -> String {
    let text = lower.replace('й', "i").replace('ю', "iu").replace('я', "ia").replace('ё', "e");
    any_ascii(&text.replace(['ь', 'ъ'], ""))
}

/// Ukrainian: г is h and и is y; passports write ii where other texts write iy.
fn ukrainian(lower: &str, by_passport: bool) -> String {
    let glide = if by_passport { "i" } else { "y" };
    let mut latin = String::with_capacity(lower.len());
    for letter in lower.chars() {
        match letter {
            'г' => latin.push('h'),
            'ґ' => latin.push('g'),
            'и' => latin.push('y'),
            'і' => latin.push('i'),
            'й' => latin.push_str(glide),
            'ї' => latin.push_str(if by_passport || latin.is_empty() { "i" } else { "yi" }),
            'є' => latin.push_str(if by_passport { "ie" } else { "ye" }),
            'ю' => latin.push_str(if by_passport { "iu" } else { "yu" }),
            'я' => latin.push_str(if by_passport { "ia" } else { "ya" }),
            'ь' | '\'' | '’' => {}
            _ => latin.push_str(&any_ascii(&letter.to_string())),
        }
    }
    latin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_custom_has_its_spelling() {
        let written = |text| ways(text).into_iter().map(|(latin, _)| latin).collect::<Vec<_>>();
        assert_eq!(written("Дмитрий"), ["dmitriy", "dmitry", "dmitrii"]);
        assert_eq!(written("Александр")[..2], ["aleksandr", "alexander"]);
        assert_eq!(written("Григорій")[0], "hryhoriy");
    }
}
