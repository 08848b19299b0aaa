//! The usual letter case of names that are written in capitals throughout, as registers and filings do.
//!
//! A value with any small letter is left as it is: its author knew how to write it.

use unicode_normalization::UnicodeNormalization;

/// Legal forms and words beside them in their usual form, without dots.
const FORMS: &[&str] = &[
    "LLC", "LLP", "LP", "LLLP", "PLLC", "PC", "PLC", "CIC", "ULC", "Inc", "Corp", "Co", "Ltd", "GmbH",
    "gGmbH", "mbH", "AG", "KG", "KGaA", "OHG", "GbR", "UG", "SE", "SAS", "SASU", "SARL", "EURL", "SNC",
    "SCA", "SCS", "SRL", "SpA", "BV", "NV", "CV", "VOF", "BVBA", "SPRL", "SLU", "SAU", "AB", "HB", "ApS",
    "ASA", "ANS", "Oy", "Oyj", "Abp", "Kft", "Zrt", "Nyrt", "OOO", "OAO", "ZAO", "PAO", "Pty", "Pvt", "Pte",
    "Sdn", "Bhd", "Tbk", "KK", "JSC", "PJSC", "OJSC", "CJSC", "Ltda", "Lda", "EIRELI", "SGPS", "FZE", "FZC",
    "FZCO", "WLL", "DMCC", "SIA", "UAB", "EOOD", "OOD", "EAD", "DOOEL", "PSC", "QSC", "BSC", "SAE", "SAPI",
    "SGR", "SICAV", "REIT", "ETF", "ADR", "NPO", "NGO", "FCU",
];

/// Legal forms that are also words: they count only at the end of a name.
const LAST_FORMS: &[&str] =
    &["AS", "SA", "SL", "NA", "AD", "OG", "EG", "EK", "EV", "AO", "KB", "DD", "SC", "KS"];

/// Legal forms whose dotted writing is not in capitals.
const DOTTED: &[&str] =
    &["S.p.A.", "S.r.l.", "s.r.o.", "d.o.o.", "e.V.", "e.K.", "e.G.", "a.s.", "z o.o.", "o.o.", "k.s."];

/// Abbreviations without vowels that are written like words.
const ABBREVIATIONS: &[&str] = &[
    "bldg", "blvd", "bros", "ctr", "dept", "dr", "ft", "govt", "grp", "hldg", "hldgs", "intl", "jr", "ln",
    "ltd", "mfg", "mfrs", "mgmt", "mktg", "mr", "mrs", "ms", "mt", "ng", "ntl", "pkwy", "prtnrs", "ptnrs",
    "rd", "sr", "st", "ste", "svc", "svcs", "th", "tr", "trk", "trkg", "wm", "chr", "sh", "hwy",
];

/// Acronyms that can be pronounced, so that their letters do not give them away.
const ACRONYMS: &[&str] = &[
    "USA", "UK", "EU", "UAE", "AI", "IT", "TV", "HVAC", "YMCA", "YWCA", "NASA", "IBM", "SAP", "AOL", "UPS",
    "AIG", "API", "IPO", "SPAC", "CEO", "CPA", "DBA", "USAA", "NATO", "UNICEF", "UNESCO", "ERP", "CRM",
    "IOT", "ICU", "ISO",
];

/// Words that are small inside of a name.
const SMALL: &[&str] = &[
    "of", "and", "the", "for", "in", "at", "by", "on", "to", "de", "la", "le", "du", "des", "del", "della",
    "di", "der", "die", "das", "und", "et", "von", "van", "da", "do", "dos", "og", "och", "en", "voor",
    "für", "or", "with", "from",
];

/// What follows `Mac` in family names; most other words with these letters are ordinary ones.
const AFTER_MAC: &[&str] = &[
    "donald", "kenzie", "gregor", "leod", "arthur", "millan", "intyre", "pherson", "farlane", "dougall",
    "dougal", "aulay", "lean", "neil", "neill", "allister", "alister", "laren", "namara", "donnell",
    "dowell", "kinnon", "lachlan", "intosh", "beth", "duff", "mahon", "manus", "askill", "cormack", "kay",
    "rae", "nab", "phail", "quarrie", "innes",
];

/// Clusters with which a word may begin or end; another one belongs to an abbreviation.
const BEGINNINGS: &str = "bl br ch cl cr dr dw fl fr gh gl gn gr kl kn kr ph pl pr ps rh sc sh sk sl sm sn sp sq st sv sw \
    sch scr shr spl spr str th thr tr ts tw wh wr zh chr phr schw schm schn schl";
const ENDINGS: &str = "bb bs bt by ch ck ct cs dd ds dg ff ft fs gg gh gs gn hn hl hm hr ks lb ld lf lk ll lls lm ln lp ls lt \
    lts lch lz mb mm mn mp mps ms nc nd nds ng ngs nk nks nn nns ns nt nts nz nch nth pf ph pp pps ps pt pts rb rc rd rds \
    rf rg rgs rk rks rl rls rm rms rn rns rp rr rs rt rts rth rch rz rst sch sh sk sks sm sp ss st sts tch th ths ts tt \
    tts tz wd wk wl wls wn wns ws xt zz cht ckt cks ft fts lds rld ght ghts";

/// Whether a text has capitals and no small letters. ß has no common upper-case form.
pub fn is_in_capitals(text: &str) -> bool {
    text.chars().any(char::is_uppercase) && !text.chars().any(|c| c.is_lowercase() && c != 'ß')
}

/// A company's name in its usual case: `ABC TRUCKING LLC` is `ABC Trucking LLC`. Names with small letters are unchanged.
pub fn company(text: &str) -> String {
    // One short word in capitals may well be an acronym.
    const SHORT_NAME: usize = 5;
    const SHORT_WORD: usize = 3;
    if !is_in_capitals(text) {
        return text.to_owned();
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_form = |at: usize| form(words[at], at + 1 == words.len() && at > 0).is_some();
    let names: Vec<usize> = (0..words.len()).filter(|at| !is_form(*at)).collect();
    if words.len() == 1 && letters(text) <= SHORT_NAME {
        return text.to_owned();
    }
    let written = words.iter().enumerate().map(|(at, word)| {
        let is_only = names.len() == 1 && letters(word) <= SHORT_WORD;
        match form(word, at + 1 == words.len() && at > 0) {
            Some(form) => form,
            None if is_only => (*word).to_owned(),
            // The state of incorporation stands behind the name: `INC DE`, `CORP /VA/`.
            None if at > 0 && at + 1 == words.len() && letters(word) == 2 => (*word).to_owned(),
            None => word_of_company(word, at > 0 && at + 1 < words.len()),
        }
    });
    written.collect::<Vec<String>>().join(" ")
}

/// A person's name in its usual case: `JOHN O'NEILL III` is `John O'Neill III`.
pub fn person(text: &str) -> String {
    const SHORT_NAME: usize = 2;
    const SHORT_INITIALS: usize = 3;
    if !is_in_capitals(text) || letters(text) <= SHORT_NAME {
        return text.to_owned();
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let written = words.iter().enumerate().map(|(at, word)| {
        let lower = word.to_lowercase();
        let is_inside = at > 0 && at + 1 < words.len();
        let bare = lower.trim_matches(['.', ',']);
        if is_inside && super::name::is_particle(&lower) {
            lower
        } else if (at > 0 && matches!(bare, "ii" | "iii" | "iv")) || is_without_vowel(bare, SHORT_INITIALS) {
            (*word).to_owned()
        } else {
            titled(word)
        }
    });
    written.collect::<Vec<String>>().join(" ")
}

/// A place's name in its usual case. Codes such as `TX` and `NRW` are unchanged.
pub fn place(text: &str) -> String {
    const LONGEST_CODE: usize = 3;
    if !is_in_capitals(text)
        || letters(text) <= LONGEST_CODE
        || text.bytes().any(|byte| byte.is_ascii_digit())
    {
        return text.to_owned();
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let written = words.iter().enumerate().map(|(at, word)| {
        let is_small = at > 0 && at + 1 < words.len() && SMALL.contains(&word.to_lowercase().as_str());
        if is_small { word.to_lowercase() } else { titled(word) }
    });
    written.collect::<Vec<String>>().join(" ")
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

/// The usual form of a legal form, with the marks around it.
fn form(word: &str, is_last: bool) -> Option<String> {
    let bare = word.trim_matches(['(', ')', ',', '"']);
    let dotted = DOTTED.iter().find(|form| form.eq_ignore_ascii_case(bare) && is_last);
    if let Some(form) = dotted {
        return Some(word.replace(bare, form));
    }
    let plain = bare.trim_end_matches('.');
    let of = |forms: &[&'static str]| forms.iter().find(|form| form.eq_ignore_ascii_case(plain)).copied();
    let form = of(FORMS).or_else(|| if is_last { of(LAST_FORMS) } else { None })?;
    (!plain.is_empty()).then(|| word.replacen(plain, form, 1))
}

fn word_of_company(word: &str, is_inside: bool) -> String {
    let lower = word.to_lowercase();
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    if is_inside && SMALL.contains(&lower.as_str()) {
        return lower;
    }
    if is_roman(bare) || ACRONYMS.contains(&bare) || is_abbreviation(bare) {
        return word.to_owned();
    }
    if bare.chars().any(|c| c.is_ascii_digit()) {
        return word_with_digits(word, bare);
    }
    // `A&B`, `AT&T`, `A.O.`: single letters and pairs around a mark.
    let parts: Vec<&str> = bare.split(['&', '.', '/', '+']).filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 && parts.iter().all(|part| letters(part) <= 2) {
        return word.to_owned();
    }
    titled(word)
}

/// `21ST` is `21st`; `3M` and `B2B` keep their capitals.
fn word_with_digits(word: &str, bare: &str) -> String {
    const SHORT: usize = 3;
    let suffix = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    if suffix.len() < bare.len() && matches!(suffix, "ST" | "ND" | "RD" | "TH") {
        return word.to_lowercase();
    }
    if letters(bare) <= SHORT { word.to_owned() } else { titled(word) }
}

/// The Roman numerals up to thirty-nine; those with other letters are rather words.
fn is_roman(word: &str) -> bool {
    let ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let is_numeral = |tens: &str| ones.iter().any(|ones| word.strip_prefix(tens) == Some(*ones));
    word.len() > 1 && ["", "X", "XX", "XXX"].iter().any(|tens| is_numeral(tens))
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// Whether a short word in small letters has no vowel, and is not written like a word all the same.
fn is_without_vowel(lower: &str, longest: usize) -> bool {
    (2..=longest).contains(&lower.len())
        && lower.bytes().all(|byte| byte.is_ascii_lowercase())
        && !lower.contains(is_vowel)
        && !ABBREVIATIONS.contains(&lower)
}

/// Short words that cannot be pronounced are abbreviations: without a vowel, or with a cluster no word has.
fn is_abbreviation(word: &str) -> bool {
    const LONGEST: usize = 5;
    const LONGEST_PRONOUNCED: usize = 4;
    let lower = word.to_lowercase();
    if !lower.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return false;
    }
    let (Some(first), Some(last)) = (lower.find(is_vowel), lower.rfind(is_vowel)) else {
        return is_without_vowel(&lower, LONGEST);
    };
    let has = |clusters: &str, cluster: &str| {
        cluster.len() < 2 || clusters.split_whitespace().any(|c| c == cluster)
    };
    lower.len() <= LONGEST_PRONOUNCED
        && !(has(BEGINNINGS, &lower[..first]) && has(ENDINGS, &lower[last + 1..]))
}

/// A word with a capital at the beginning of each part: `O'Neill`, `Jean-Pierre`, `McDonald`, `MacGregor`.
pub(super) fn titled(word: &str) -> String {
    let lower = word.to_lowercase();
    let mut written = String::with_capacity(lower.len());
    let mut part_length = 0;
    let mut part_start = 0;
    for (at, character) in lower.char_indices() {
        let mut is_mark = true;
        match character {
            '-' | '.' | '/' | '&' | '+' | '(' | '"' => part_length = 0,
            // Capitalise after the apostrophe of O'Brien and D'Angelo, but not of Baha'i.
            '\'' | '’' if part_length <= 1 => part_length = 0,
            other if part_length == 0 && !other.is_alphanumeric() => {}
            _ => {
                is_mark = false;
                part_length += 1;
            }
        }
        if is_mark {
            part_start = at + character.len_utf8();
        }
        let part = &lower[part_start..];
        let is_after_mc = part_length == 3 && part.starts_with("mc");
        let is_after_mac = part_length == 4 && part.strip_prefix("mac").is_some_and(is_mac_name);
        let is_domain = part_length == 1 && is_top_level(&lower, part_start);
        let starts = (part_length == 1 && !is_domain) || is_after_mc || is_after_mac;
        written.push(if starts { upper(character) } else { character });
    }
    written.nfc().collect()
}

fn is_mac_name(rest: &str) -> bool {
    let name = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    AFTER_MAC.contains(&name)
}

/// The end of `AMAZON.COM` is small.
fn is_top_level(word: &str, start: usize) -> bool {
    const ENDS: &[&str] = &["com", "net", "org", "io", "ai", "de", "fr", "it", "nl", "no", "se"];
    start > 2
        && word[..start].ends_with('.')
        && ENDS.contains(&word[start..].trim_end_matches([',', '.']))
        && !word[..start - 1].contains('.')
}

/// Leaves letters unchanged whose upper-case form has several letters, so that the repair is idempotent.
fn upper(character: char) -> char {
    let mut capital = character.to_uppercase();
    match (capital.next(), capital.next()) {
        (Some(letter), None) => letter,
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_in_capitals_are_written_as_usual() {
        for (text, expected) in [
            ("ABC TRUCKING LLC", "ABC Trucking LLC"),
            ("MCDONALD & SONS GMBH", "McDonald & Sons GmbH"),
            ("SUMTER COATINGS, INC.", "Sumter Coatings, Inc."),
            ("HARBOR SYSTEMS, INC.", "Harbor Systems, Inc."),
            ("MICROSOFT CORP", "Microsoft Corp"),
            ("BANK OF AMERICA CORP", "Bank of America Corp"),
            ("SESAM AS", "Sesam AS"),
            ("EQUINOR ASA", "Equinor ASA"),
            ("NESTLE S.A.", "Nestle S.A."),
            ("ENI S.P.A.", "ENI S.p.A."),
            ("KPMG LLP", "KPMG LLP"),
            ("SAP SE", "SAP SE"),
            ("IBM", "IBM"),
            ("BASF", "BASF"),
            ("AMAZON", "Amazon"),
            ("AMAZON.COM, INC.", "Amazon.com, Inc."),
            ("COCA-COLA CO", "Coca-Cola Co"),
            ("AT&T INC.", "AT&T Inc."),
            ("3M CO", "3M Co"),
            ("21ST CENTURY FOODS LTD", "21st Century Foods Ltd"),
            ("FUND III LP", "Fund III LP"),
            ("MACGREGOR MACHINE LTD", "MacGregor Machine Ltd"),
            ("O'REILLY AUTOMOTIVE INC", "O'Reilly Automotive Inc"),
            ("MCDONALD'S CORP", "McDonald's Corp"),
            ("ST. JUDE MEDICAL INC", "St. Jude Medical Inc"),
            ("SMITH BROS MFG CO", "Smith Bros Mfg Co"),
            ("BMW OF AUSTIN", "BMW of Austin"),
            ("!BIG IMPACT GRAPHICS LIMITED", "!Big Impact Graphics Limited"),
            ("MÜLLER & SÖHNE KG", "Müller & Söhne KG"),
            ("GAS AND OIL LTD", "Gas and Oil Ltd"),
            ("KVH INDUSTRIES INC DE", "KVH Industries Inc DE"),
            ("UNIVERSAL CORP /VA/", "Universal Corp /VA/"),
            ("J.B. HUNT TRANSPORT", "J.B. Hunt Transport"),
            ("THE NEW YORK TIMES CO", "The New York Times Co"),
        ] {
            assert_eq!(company(text), expected, "{text}");
            assert_eq!(company(expected), expected, "{text} twice");
        }
    }

    #[test]
    fn people_in_capitals_are_written_as_usual() {
        for (text, expected) in [
            ("JOHN O'NEILL III", "John O'Neill III"),
            ("MARY MCDONALD", "Mary McDonald"),
            ("URSULA VON DER LEYEN", "Ursula von der Leyen"),
            ("MELANIE VINUEZA", "Melanie Vinueza"),
            ("JEAN-PIERRE D'ANGELO", "Jean-Pierre D'Angelo"),
            ("IAN MACLEOD", "Ian MacLeod"),
            ("STEVE MACK", "Steve Mack"),
            ("ANH NG", "Anh Ng"),
            ("JD SMITH", "JD Smith"),
            ("JÜRGEN GROß", "Jürgen Groß"),
            ("VINUEZA", "Vinueza"),
        ] {
            assert_eq!(person(text), expected, "{text}");
        }
    }

    #[test]
    fn places_in_capitals_are_written_as_usual() {
        for (text, expected) in [
            ("HARROGATE", "Harrogate"),
            ("NEW YORK", "New York"),
            ("STOKE ON TRENT", "Stoke on Trent"),
            ("BRIGHTON-ON-SEA", "Brighton-On-Sea"),
            ("ST LOUIS", "St Louis"),
            ("TX", "TX"),
            ("NRW", "NRW"),
        ] {
            assert_eq!(place(text), expected, "{text}");
        }
    }

    #[test]
    fn names_with_small_letters_are_unchanged() {
        for text in
            ["eBay Inc.", "ABC Trucking LLC", "iRobot CORP", "ELI LILLY & Co", "McKenzie deVries", "123", ""]
        {
            assert_eq!(company(text), text);
            assert_eq!(person(text), text);
            assert_eq!(place(text), text);
        }
    }
}
