//! Names of fictional companies.

use crate::{
    rng::Rng,
    words::{
        ascii,
        geography::{City, Language},
        industries::{self, Industry, IndustryKind},
        names::PersonName,
    },
};

const OPENINGS: &[&str] = &[
    "Vel", "Quan", "Nor", "Zeph", "Lum", "Tarv", "Orb", "Kest", "Mir", "Syl", "Arv", "Bryn", "Cael", "Dov",
    "Elv", "Fyn", "Gal", "Hel", "Isk", "Jor", "Kyr", "Lor", "Mav", "Nex", "Ost", "Pel", "Rav", "Sol", "Tev",
    "Ull", "Vant", "Wex", "Xan", "Yor", "Zol", "Ber", "Cor", "Dra", "Fer", "Hark",
];
const MIDDLES: &[&str] =
    &["a", "e", "i", "o", "u", "ar", "en", "il", "or", "un", "ata", "ori", "eli", "ivo", "ena", "ando"];
const CLOSINGS: &[&str] = &[
    "ra", "ro", "lis", "nix", "via", "dex", "ta", "mo", "ris", "gen", "lo", "nta", "zen", "sy", "vox",
    "mira", "dane", "quo", "bly", "fex",
];
const FIRST_HALVES: [&[&str]; 4] = [
    &[
        "Ash", "Bram", "Cold", "Dun", "Elder", "Fern", "Glen", "Haw", "Iron", "Kestrel", "Lark", "Mill",
        "North", "Oak", "Pine", "Quill", "Raven", "Silver", "Thorn", "Under", "Vale", "Wren", "Yarrow",
        "Copper", "Amber", "Harbour", "Juniper", "Maple", "Granite", "Willow",
    ],
    &[
        "Linden", "Stein", "Wald", "Berg", "Rosen", "Eichen", "Sonnen", "Mühl", "Hirsch", "Falken", "Birken",
        "Adler", "Tannen", "Kirsch", "Silber", "Nord", "Ahorn", "Weiden",
    ],
    &[
        "Clair", "Beau", "Roche", "Font", "Val", "Mont", "Haute", "Belle", "Bois", "Pré", "Saule", "Chêne",
        "Aube", "Rive", "Vigne", "Lac",
    ],
    &[
        "Monte", "Alta", "Río", "Roble", "Sierra", "Valle", "Costa", "Luz", "Olmo", "Peña", "Encina", "Loma",
        "Alba", "Mar", "Cierzo", "Prado",
    ],
];
const SECOND_HALVES: [&[&str]; 4] = [
    &[
        "bridge", "brook", "croft", "dale", "fell", "field", "ford", "gate", "grove", "haven", "hurst",
        "mere", "moor", "ridge", "stead", "stone", "water", "well", "wick", "wood",
    ],
    &["hof", "tal", "brunn", "grund", "feld", "bach", "horst", "see", "quell", "anger", "kamp", "steg"],
    &["brune", "vert", "sec", "mer", "lune", "clos", "noir", "val", "blanc", "gris", "dor", "fleur"],
    &[
        "claro", "verde", "blanca", "nueva", "sol", "alto", "viva", "real", "norte", "serena", "dorada",
        "mira",
    ],
];

/// A name for a company of an industry in a city with this owner.
pub(crate) fn invent(rng: &mut Rng, industry: &Industry, city: &City, owner: &PersonName) -> String {
    let language = city.country().language;
    let word = *rng.pick(industries::in_language(&industry.words, language));
    let root = match industry.kind {
        IndustryKind::Venture => invented(rng),
        IndustryKind::Local => match rng.below(100) {
            0..45 => surname(rng, owner, language),
            45..60 => city.name.to_owned(),
            _ => compound(rng, language),
        },
        IndustryKind::Corporate if rng.chance(30) => invented(rng),
        IndustryKind::Corporate => compound(rng, language),
    };
    if word.is_empty() {
        return root;
    }
    // "Bäckerei Vogel" but "Vogel Bakery".
    if industry.kind == IndustryKind::Local && language != Language::English {
        format!("{word} {root}")
    } else {
        format!("{root} {word}")
    }
}

/// A name of random syllables.
fn invented(rng: &mut Rng) -> String {
    let mut name = (*rng.pick(OPENINGS)).to_owned();
    name.push_str(rng.pick::<&str>(MIDDLES));
    name.push_str(rng.pick::<&str>(CLOSINGS));
    name
}

/// A name of two words of a language.
pub(crate) fn compound(rng: &mut Rng, language: Language) -> String {
    let first = rng.pick(FIRST_HALVES[language as usize]);
    let second = rng.pick(SECOND_HALVES[language as usize]);
    match language {
        Language::French | Language::Spanish => {
            let mut second = second.chars();
            let capital = second.next().map(|letter| letter.to_ascii_uppercase());
            format!("{first} {}{}", capital.unwrap_or_default(), second.as_str())
        }
        _ => format!("{first}{second}"),
    }
}

fn surname(rng: &mut Rng, owner: &PersonName, language: Language) -> String {
    let family = owner.family.as_str();
    match language {
        Language::English if rng.chance(25) => format!("{family} & Sons"),
        Language::English if rng.chance(15) => format!("{family} Brothers"),
        _ => family.to_owned(),
    }
}

pub(crate) fn investor(rng: &mut Rng) -> String {
    const SUFFIXES: &[&str] = &["Capital", "Ventures", "Partners", "Growth", "Equity", "Fund"];
    let root = if rng.chance(50) { invented(rng) } else { compound(rng, Language::English) };
    format!("{root} {}", rng.pick(SUFFIXES))
}

/// The label of a company's domain, without the suffix that makes it unique.
pub(crate) fn domain_label(name: &str) -> String {
    ascii::folded(name)
}
