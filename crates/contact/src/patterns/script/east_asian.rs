//! Korean and Chinese names: one word with the family name first, each syllable a character.

use records::name::Name;

use super::customs::capitalised;

/// The Korean name in the usual spellings; empty if the text is no Korean name.
pub(super) fn korean(full: &str) -> Vec<(Name, f64)> {
    let characters: Vec<char> = full.chars().filter(|character| !character.is_whitespace()).collect();
    let text: String = characters.iter().collect();
    if !(2..=5).contains(&characters.len()) || !characters.iter().all(|letter| hangul(*letter).is_some()) {
        return Vec::new();
    }
    let double =
        KOREAN_FAMILIES.iter().find(|(family, _)| family.chars().count() == 2 && text.starts_with(family));
    let single = || KOREAN_FAMILIES.iter().find(|(family, _)| text.starts_with(family));
    let Some((family, latin)) = double.filter(|_| characters.len() > 3).or_else(single) else {
        return Vec::new();
    };
    let given = &characters[family.chars().count()..];
    let official = join(given.iter().filter_map(|letter| hangul(*letter)));
    let usual = join(given.iter().filter_map(|letter| {
        let known = KOREAN_HABITS.iter().find(|(syllable, _)| syllable == letter);
        known.map(|(_, latin)| (*latin).to_owned()).or_else(|| hangul(*letter))
    }));
    let mut found = Vec::new();
    for (place, family) in latin.split(' ').enumerate() {
        let share = [0.7, 0.2, 0.1].get(place).copied().unwrap_or_default();
        let given_ways =
            if official == usual { vec![(&official, 1.0)] } else { vec![(&official, 0.52), (&usual, 0.48)] };
        for (given, weight) in given_ways {
            found.extend(Name::from_parts(given, &capitalised(family)).map(|name| (name, share * weight)));
        }
    }
    found
}

/// The Chinese name in pinyin; empty if the text is no Chinese name.
pub(super) fn chinese(full: &str) -> Vec<(Name, f64)> {
    let characters: Vec<char> = full.chars().filter(|character| !character.is_whitespace()).collect();
    let is_han = |character: &char| matches!(character, '\u{4e00}'..='\u{9fff}');
    if !(2..=4).contains(&characters.len()) || !characters.iter().all(is_han) {
        return Vec::new();
    }
    let start: String = characters.iter().take(2).collect();
    let (family, given): (String, &[char]) =
        if characters.len() > 2 && CHINESE_DOUBLE.contains(&start.as_str()) {
            (characters[..2].iter().map(|letter| pinyin(*letter)).collect(), &characters[2..])
        } else {
            (family_pinyin(characters[0]), &characters[1..])
        };
    let given: String = given.iter().map(|letter| pinyin(*letter)).collect();
    Name::from_parts(&capitalised(&given), &capitalised(&family))
        .map(|name| (name, 1.0))
        .into_iter()
        .collect()
}

fn pinyin(character: char) -> String {
    any_ascii::any_ascii_char(character)
        .chars()
        .filter(char::is_ascii_alphabetic)
        .collect::<String>()
        .to_lowercase()
}

/// Some characters are read differently as a family name.
fn family_pinyin(character: char) -> String {
    let known = match character {
        '曾' => "zeng",
        '单' => "shan",
        '翟' => "zhai",
        '区' => "ou",
        '仇' => "qiu",
        '查' => "zha",
        '覃' => "qin",
        '解' => "xie",
        _ => return pinyin(character),
    };
    known.to_owned()
}

/// Syllables with hyphens, so that addresses may join them, hyphenate them or use their initials.
fn join(syllables: impl Iterator<Item = String>) -> String {
    capitalised(&syllables.collect::<Vec<_>>().join("-"))
}

/// The official romanisation of a syllable.
fn hangul(character: char) -> Option<String> {
    const START: u32 = 0xac00;
    const INITIALS: [&str; 19] =
        ["g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h"];
    const VOWELS: [&str; 21] = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi",
        "yu", "eu", "ui", "i",
    ];
    const FINALS: [&str; 28] = [
        "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "l", "l", "m", "p", "p", "t",
        "t", "ng", "t", "t", "k", "t", "p", "t",
    ];
    let number =
        usize::try_from(u32::from(character).checked_sub(START)?).ok().filter(|number| *number < 11_172)?;
    let (initial, vowel, last) = (number / 588, number % 588 / 28, number % 28);
    Some([INITIALS[initial], VOWELS[vowel], FINALS[last]].concat())
}

/// Family names with their spellings, the most common first.
const KOREAN_FAMILIES: &[(&str, &str)] = &[
    ("남궁", "namgung"),
    ("황보", "hwangbo"),
    ("선우", "sunwoo"),
    ("김", "kim"),
    ("이", "lee yi"),
    ("박", "park"),
    ("최", "choi"),
    ("정", "jung jeong chung"),
    ("강", "kang"),
    ("조", "cho jo"),
    ("윤", "yoon yun"),
    ("장", "jang chang"),
    ("임", "lim im"),
    ("한", "han"),
    ("오", "oh"),
    ("서", "seo suh"),
    ("신", "shin"),
    ("권", "kwon"),
    ("황", "hwang"),
    ("안", "ahn an"),
    ("송", "song"),
    ("류", "ryu"),
    ("유", "yoo yu"),
    ("홍", "hong"),
    ("전", "jeon jun"),
    ("고", "ko go"),
    ("문", "moon mun"),
    ("손", "son sohn"),
    ("양", "yang"),
    ("배", "bae"),
    ("백", "baek paik"),
    ("허", "heo hur"),
    ("남", "nam"),
    ("심", "shim sim"),
    ("노", "noh roh"),
    ("하", "ha"),
    ("곽", "kwak"),
    ("성", "sung seong"),
    ("차", "cha"),
    ("주", "joo ju"),
    ("우", "woo"),
    ("구", "koo ku"),
    ("민", "min"),
    ("진", "jin"),
    ("지", "ji"),
    ("엄", "eom um"),
    ("채", "chae"),
    ("원", "won"),
    ("천", "cheon chun"),
    ("방", "bang"),
    ("공", "kong gong"),
    ("현", "hyun"),
    ("함", "ham"),
    ("변", "byun"),
    ("염", "yeom"),
    ("여", "yeo"),
    ("추", "choo chu"),
    ("도", "do"),
    ("소", "so"),
    ("석", "seok suk"),
    ("선", "sun"),
    ("설", "seol"),
    ("마", "ma"),
    ("길", "gil kil"),
    ("연", "yeon"),
    ("표", "pyo"),
    ("명", "myung"),
    ("기", "ki"),
    ("반", "ban"),
    ("왕", "wang"),
    ("금", "keum"),
];

/// Syllables of given names that people mostly spell otherwise than officially.
const KOREAN_HABITS: &[(char, &str)] = &[
    ('정', "jung"),
    ('영', "young"),
    ('현', "hyun"),
    ('경', "kyung"),
    ('성', "sung"),
    ('수', "soo"),
    ('주', "joo"),
    ('우', "woo"),
    ('준', "joon"),
    ('훈', "hoon"),
    ('희', "hee"),
    ('선', "sun"),
    ('숙', "sook"),
    ('순', "soon"),
    ('석', "suk"),
    ('철', "chul"),
    ('명', "myung"),
    ('병', "byung"),
    ('형', "hyung"),
    ('범', "bum"),
    ('윤', "yoon"),
    ('유', "yoo"),
    ('문', "moon"),
    ('국', "kook"),
    ('광', "kwang"),
    ('규', "kyu"),
    ('기', "ki"),
    ('혁', "hyuk"),
    ('욱', "wook"),
    ('웅', "woong"),
    ('식', "sik"),
    ('근', "keun"),
];

/// Family names of two characters.
const CHINESE_DOUBLE: &[&str] =
    &["欧阳", "歐陽", "司马", "司馬", "上官", "诸葛", "諸葛", "司徒", "慕容", "皇甫", "尉迟", "公孙"];
