//! Reads a header that no table knows whole by its words: `residence_town`, `Provider Business Mailing Address City
//! Name`, `RegAddress.PostTown`.
//!
//! The words of a phrase stand together, in any order. A header has a meaning only if each of its words is known: those of a phrase, and those that qualify it. A word
//! about something else (`lender`, `status`, `parent`) excludes the column; an unknown word leaves the decision to
//! the values.

use std::{collections::HashSet, sync::LazyLock};

use super::field::{Field, RowKind};

/// What the words of a header say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::file) struct Reading {
    pub(in crate::file) meaning: Meaning,
    /// The words that have this meaning.
    pub(in crate::file) phrase: String,
    /// Whether every other word is known to qualify it.
    pub(in crate::file) is_whole: bool,
    /// The qualifying words: columns of one address have the same ones.
    pub(in crate::file) group: String,
    /// Preference among columns of one meaning, best first.
    pub(in crate::file) rank: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::file) enum Meaning {
    Is(Field),
    /// A word for any place; the values tell whether it is a city, or a city with its country.
    Place,
    /// Where a person was born: used as the place only if the file has no other.
    BirthPlace,
    /// Known, but no field has it.
    Unused(&'static str),
}

use Meaning::{BirthPlace, Is, Place, Unused};

/// Phrases: a header has one if its words stand together, in any order. Alternatives are separated by commas.
const PHRASES: &[(Meaning, &str)] = &[
    (
        Is(Field::City),
        "town, city, municipality, village, settlement, hometown, home town, suburb, locality, wohnort, wohnsitz, \
         stadt, ort, ville, commune, ciudad, municipio, poblacion, comune, citta, cidade, localidade, poststed, postort, \
         woonplaats, plaats, gemeente, stad, miasto, miejscowosc, obec, mesto, kaupunki, post town",
    ),
    (
        Is(Field::Postcode),
        "postcode, post code, postal code, postalcode, postal area, postal district, postal zone, postal number, \
         postal no, postal nr, zip, zipcode, zip code, plz, postleitzahl, pincode, pin code, eircode, cep, codigo postal, \
         code postal, codice postale, postnummer, postnr, post nr, post number, postkod, kod pocztowy, post area",
    ),
    (
        Is(Field::Region),
        "state, province, county, prefecture, canton, kanton, bundesland, provincia, departement, departamento, fylke, \
         oblast, voivodeship, wojewodztwo, governorate, estado, region, uf",
    ),
    (
        Is(Field::Country),
        "country, country code, country iso, nation, staat, land, landkode, pays, pais, paese, kraj, land code, country name",
    ),
    (
        Is(Field::Street),
        "street, street name, street address, address line, first line, first address line, \
         strasse, straat, calle, ulica, rua, logradouro, thoroughfare, road name",
    ),
    (
        Is(Field::AddressLine),
        "second line, second address line, additional address line, address line two, \
         third line, complemento, bairro",
    ),
    (
        Is(Field::HouseNumber),
        "house number, house no, house nr, building number, building no, hausnummer, huisnummer, street number, \
         address number, husnummer",
    ),
    (
        Is(Field::Email),
        "email, e mail, emailaddress, mail address, mail id, emailid, courriel, correo electronico, epost, epostadresse, \
         email address, correo, sahkoposti",
    ),
    (
        Is(Field::Phone),
        "phone, telephone, tel, telefon, telefono, telefone, telefoon, fon, landline, phone number, telephone number, \
         contact number, contact no, contact nr, tel no, tel nr, ph no, phone no, puhelin, telefonnummer, callback number",
    ),
    (
        Is(Field::ObservedAt),
        "last update, last updated, last update date, last modified, last modified date, date modified, date updated, \
         updated at, modified at, last changed, sist endret",
    ),
    (Unused("a fax number"), "fax, telefax, facsimile, fax number, fax no"),
    (
        Unused("a place on the map"),
        "latitude, longitude, lat, lon, lng, geo point, coordinates, easting, northing",
    ),
];

const PEOPLE_PHRASES: &[(Meaning, &str)] = &[
    (
        Is(Field::FirstName),
        "first name, firstname, given name, given names, given, forename, forenames, christian name, fname, vorname, \
         prenom, nombre, nome proprio, fornavn, voornaam, fornamn, imie, jmeno, first names, name first, etunimi",
    ),
    (
        Is(Field::LastName),
        "last name, lastname, surname, family name, lname, nachname, familienname, apellido, apellidos, cognome, \
         sobrenome, achternaam, etternavn, efternamn, nazwisko, prijmeni, name last, nom famille, sukunimi",
    ),
    (Is(Field::MiddleName), "middle name, middle names, middlename, middle initial, mname, mellomnavn"),
    (
        Is(Field::FullName),
        "full name, fullname, complete name, whole name, name full, nom complet, nombre completo, nome completo, \
         person name, given name surname, first surname, first last name, forename surname, first name surname, \
         vorname nachname, nom prenom, navn, naam",
    ),
    (
        Is(Field::BirthDate),
        "dob, birth date, birthdate, date birth, birthday, birth day, born, born on, date born, d o b, geburtsdatum, \
         geburtstag, date naissance, fecha nacimiento, data nascita, data nascimento, fodselsdato, geboortedatum, \
         fodelsedatum, date of birth, birth dt, bdate, birth",
    ),
    (
        Is(Field::Mobile),
        "mobile, cell, cellphone, cellular, handy, gsm, msisdn, whatsapp, movil, celular, mobil",
    ),
    (
        Is(Field::CompanyName),
        "employer, employer name, company name, org, organisation name, organization name, workplace, place work, works at, \
         works for, working at, arbeitgeber, arbeidsgiver, werkgever, employeur, empleador, firm, firm name, \
         current employer",
    ),
    (
        Is(Field::CompanyDomain),
        "company website, company domain, company homepage, employer website, employer domain, firm website, \
         organisation website, organization website, company web site, company site",
    ),
    (
        Is(Field::Title),
        "job title, job name, designation, profession, vocation, occupation, position title, position held, role title, \
         beruf, berufsbezeichnung, puesto, profesion, profissao, yrke, stilling, functie, work title, position name, \
         title position",
    ),
    (
        Is(Field::NetworkUrl),
        "linkedin, linkedin url, linkedin profile, linkedin link, li profile, li url, linkedin page",
    ),
    (
        BirthPlace,
        "birth place, birthplace, place birth, birth town, birth city, town birth, city birth, born in, geburtsort, \
         lieu naissance, lugar nacimiento, luogo nascita, fodested, geboorteplaats, fodelseort",
    ),
    (Unused("a sex or gender"), "sex, gender, geschlecht, sexe, sexo, sesso, kjonn"),
];

const COMPANY_PHRASES: &[(Meaning, &str)] = &[
    (
        Is(Field::Name),
        "company name, business name, organisation name, organization name, firm name, entity name, trade name, \
         trading name, brand name, dba, d b a, doing business as, dba name, trading as, operating name, borrower name, \
         provider organization name, provider organisation name, supplier name, vendor name, customer name, client name, \
         enterprise name, corporate name, institution name, facility name, licensee name, contractor name, \
         recipient name, grantee name, merchant name, employer name, establishment name, issuer name, firmenname, firma, \
         navn, foretaksnavn, nome fantasia, nombre comercial, nom commercial, denominazione, denominacion, bedrijfsnaam, \
         handelsnaam, foretagsnamn, nazwa, conformed name, registrant name, company title, account name, display name, \
         business title",
    ),
    (
        Is(Field::LegalName),
        "legal name, legal business name, legal entity name, legal company name, registered name, name legal, \
         raison sociale, razon social, razao social, ragione sociale, statutory name, official name, \
         provider organization name legal business name, denomination sociale, registered company name, \
         legal business name provider organization",
    ),
    (
        Is(Field::FormerName),
        "former name, former names, previous name, previous names, prior name, old name, formerly, ex name, \
         formerly known as, fka, previously known as, ancien nom, fruherer name, former company name, \
         previous company name, conformed former name",
    ),
    (
        Is(Field::Website),
        "website, web site, homepage, home page, webpage, web page, site url, web address, company url, website url, \
         hjemmeside, webseite, site web, sitio web, pagina web, sito web, internet address, nettside, www",
    ),
    (
        Is(Field::FoundedYear),
        "incorporation date, date incorporation, incorporated on, founded, founding date, founding year, year founded, \
         foundation date, foundation year, year foundation, date foundation, established, establishment date, \
         year established, date established, formation date, date formation, year formation, inception date, \
         stiftelsesdato, grundungsdatum, grundungsjahr, date creation entreprise, entity creation date, \
         incorporation year, year incorporation, oprichtingsdatum, data inicio atividade, fecha constitucion, \
         year started, business start date, year inc",
    ),
    (
        Is(Field::EmployeeCount),
        "number employees, employee count, employees count, no employees, num employees, total employees, headcount, \
         staff count, number staff, total staff, staff number, workforce size, number workers, antall ansatte, \
         anzahl mitarbeiter, mitarbeiterzahl, employees number, fte count, number fte, effectif, employees total, \
         nombre salaries, numero empleados, personnel count, size workforce",
    ),
    (
        Is(Field::Industry),
        "industry, industry name, industry description, industry sector, business sector, line business, nature business, \
         sic description, sic text, sic code sic text, sic code description, sic name, naics description, naics title, \
         naics text, naics name, nace description, nace text, naeringskode beskrivelse, branche, secteur activite, \
         sector actividad, economic activity, industry title, isic description, anzsic description, main activity",
    ),
    (Is(Field::NetworkUrl), "linkedin, linkedin url, linkedin page, linkedin company page"),
    (
        Is(Field::Profile),
        "twitter, twitter url, facebook, facebook url, instagram, instagram url, youtube, youtube url, github, \
         github url, social profile, social url, facebook page, twitter handle, x url, tiktok, socials",
    ),
    (Is(Field::LogoUrl), "logo, logo url, logo image, company logo, logo link"),
    (Is(Field::Status), "company status, entity status, registration status, legal status, operating status"),
    (
        Unused("a legal form, for which there is no field"),
        "company category, company type, entity type, legal form, business type, organisasjonsform, rechtsform, \
         natureza juridica, forme juridique, type company, entity type code, legal form code",
    ),
    (
        Unused("a code of an industry; its text could be mapped to industry"),
        "naics code, sic code, nace code, industry code, naeringskode kode, cnae, sic, naics, isic code, anzsic code, \
         assigned sic",
    ),
    (
        Unused("a date on which the company ended, for which there is no field"),
        "dissolution date, date dissolution, dissolved on, closing date, termination date, deactivation date, \
         expiration date",
    ),
];

/// Phrases that count only if no other one is found: beside another they qualify it.
const WEAK: &[(Meaning, &str)] = &[
    (
        Place,
        "place, residence, place residence, residence place, lives in, living in, based in, location, current location, \
         home location, whereabouts, domicile, lieu residence, lugar residencia, residing in, bosted",
    ),
    (Is(Field::Street), "address, addr, adresse, adress, direccion, indirizzo, endereco, adres, anschrift"),
];

const PEOPLE_WEAK: &[(Meaning, &str)] = &[
    (
        Is(Field::FullName),
        "name customer, name client, name applicant, name candidate, name patient, name member, name student, \
         name participant, name subscriber, name contact, name person, name individual, name borrower, name donor, \
         name respondent, name attendee, name guest, name registrant, name voter, name resident",
    ),
    (Is(Field::CompanyName), "company, organisation, organization, affiliation"),
];

const COMPANY_WEAK: &[(Meaning, &str)] =
    &[(Is(Field::Name), "business, company, organisation, organization, firm")];

/// Words that qualify any meaning.
const NEUTRAL: &str = "of the a an and or in at on for to is as my your current currently present primary main default \
    preferred reported listed raw original clean cleaned normalised normalized standard standardised standardized \
    details detail info information data field value values text txt str string col column name names full complete \
    address addresses addr adr adresse line post recorded given entered input row record de la le du des del della di \
    da do dos der die das og und et y e if outside us u s";

/// Words that qualify columns about a person, with the preference of their address.
const PEOPLE_NEUTRAL: &[(u8, &str)] = &[
    (
        0,
        "home residential residence resident residing dwelling living permanent domicile place private personal",
    ),
    (
        1,
        "person individual people customer client applicant candidate patient member user subscriber student employee \
         participant respondent borrower buyer guest donor voter registrant attendee contact physical location practice \
         provider legal house",
    ),
    (2, "mailing postal correspondence mail"),
    (3, "business work office"),
];

const COMPANY_NEUTRAL: &[(u8, &str)] = &[
    (0, "headquarters headquarter hq head principal physical practice forretningsadresse operating"),
    (
        1,
        "company business organisation organization firm entity enterprise customer client vendor supplier borrower \
         provider applicant licensee issuer merchant facility account corporate corporation employer contractor recipient \
         grantee registrant institution location office site public published general switchboard trade trading brand \
         establishment central",
    ),
    (2, "registered registration reg legal"),
    (3, "mailing postal correspondence mail billing postadresse"),
];

/// Words about something else than the subject of the row: a column with one is never guessed.
const OTHER: &str = "id ids identifier key uid uuid guid code score rank rating note notes comment comments remark \
    remarks status type kind category class flag has was count total sum percent percentage date time timestamp source \
    lang language xmllang previous former old past other others alternate alternative secondary death origin \
    nationality citizenship parent mother father maiden spouse partner husband wife child sibling emergency kin \
    relative next owner manager agent rep representative assigned sales recruiter referrer reference referred \
    supervisor boss assistant lender bank servicing originating shipping delivery ship invoice school university event \
    store branch latitude longitude population timezone prefix suffix salutation verified valid confidence match \
    matched distance fax extension ext login username password file image photo picture project franchise successor \
    associated managing ultimate subsidiary authorized authorised official officer director signer attorney counsel \
    auditor doctor physician hospital dealer campaign list segment tag stage number num no nr transliterated license \
    licence taxonomy area zone district year month day birth born sex gender url link count counts intent topic \
    subsidiaries office2 townhouse citizenship incorporation jurisdiction inc stateofincorporation";

/// Further words about something else, in columns about a person.
const PEOPLE_OTHER: &str = "company companies employer organisation organization corporate corporation headquarters hq \
    firm account billing store entity parent institution job";

/// Further words about something else, in columns about a company.
const COMPANY_OTHER: &str = "contact person individual people employee home residence residential personal private \
    owner ceo founder pi poc mobile cell first last middle given family surname forename";

/// Words of generated headers, which say nothing.
const MEANINGLESS: &str = "col column field f c v var variable x unnamed spalte feld attribute attr value val data text \
    string str kolonne colonne columna campo";

/// Words that join the others of a phrase.
const JOINING: &[&str] =
    &["of", "the", "a", "an", "and", "or", "de", "la", "le", "du", "del", "da", "di", "do", "der", "des"];

struct Vocabulary {
    /// Meaning, words of the phrase, and whether the phrase counts beside others.
    phrases: Vec<(Meaning, Vec<&'static str>, bool)>,
    neutral: Vec<(u8, &'static str)>,
    other: HashSet<&'static str>,
    all: HashSet<&'static str>,
}

impl Vocabulary {
    fn of(subject: RowKind) -> &'static Self {
        static PEOPLE: LazyLock<Vocabulary> = LazyLock::new(|| {
            Vocabulary::new(&[PHRASES, PEOPLE_PHRASES], &[PEOPLE_WEAK, WEAK], PEOPLE_NEUTRAL, PEOPLE_OTHER)
        });
        static COMPANIES: LazyLock<Vocabulary> = LazyLock::new(|| {
            Vocabulary::new(
                &[PHRASES, COMPANY_PHRASES],
                &[COMPANY_WEAK, WEAK],
                COMPANY_NEUTRAL,
                COMPANY_OTHER,
            )
        });
        match subject {
            RowKind::People => &PEOPLE,
            RowKind::Companies => &COMPANIES,
        }
    }

    fn new(
        strong: &[&[(Meaning, &'static str)]],
        weak: &[&[(Meaning, &'static str)]],
        neutral: &[(u8, &'static str)],
        other: &'static str,
    ) -> Self {
        let read = |tables: &[&[(Meaning, &'static str)]], is_strong: bool| {
            let rows = tables.iter().flat_map(|table| table.iter());
            let phrases =
                rows.flat_map(|(meaning, text)| text.split(',').map(move |phrase| (*meaning, phrase)));
            let split = |(meaning, phrase): (Meaning, &'static str)| {
                (meaning, phrase.split_whitespace().collect(), is_strong)
            };
            phrases.map(split).collect::<Vec<(Meaning, Vec<&'static str>, bool)>>()
        };
        let mut phrases = read(strong, true);
        phrases.extend(read(weak, false));
        let ranked =
            neutral.iter().flat_map(|(rank, words)| words.split_whitespace().map(move |word| (*rank, word)));
        let neutral: Vec<(u8, &'static str)> =
            NEUTRAL.split_whitespace().map(|word| (1, word)).chain(ranked).collect();
        let other: HashSet<&'static str> = OTHER.split_whitespace().chain(other.split_whitespace()).collect();
        let mut all: HashSet<&'static str> =
            phrases.iter().flat_map(|(_, words, _)| words.iter().copied()).collect();
        all.extend(neutral.iter().map(|(_, word)| *word));
        all.extend(other.iter().copied());
        Self { phrases, neutral, other, all }
    }
}

/// Reads a header; `None` if its words have no meaning, several, or are about something else.
pub(in crate::file) fn read(subject: RowKind, header: &str) -> Option<Reading> {
    let vocabulary = Vocabulary::of(subject);
    let words = words_of(vocabulary, header);
    let telling: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !JOINING.contains(word)).collect();
    let found = |is_strong: bool| -> Vec<(Meaning, &Vec<&'static str>)> {
        let of_strength = vocabulary.phrases.iter().filter(|(_, _, strength)| *strength == is_strong);
        let present = of_strength.filter(|(_, phrase, _)| stand_together(phrase, &telling));
        let all: Vec<_> = present.map(|(meaning, phrase, _)| (*meaning, phrase)).collect();
        // `birth place` contains `birth`.
        let is_part = |short: &[&str], long: &[&str]| {
            short.len() < long.len() && short.iter().all(|word| long.contains(word))
        };
        all.iter().filter(|(_, short)| !all.iter().any(|(_, long)| is_part(short, long))).copied().collect()
    };
    let mut phrases = found(true);
    if phrases.is_empty() {
        phrases = found(false);
    }
    let meaning = one_meaning(&phrases)?;
    let covered = |word: &String| phrases.iter().any(|(_, phrase)| phrase.contains(&word.as_str()));
    let (mut is_whole, mut ranks, mut group) = (true, Vec::new(), Vec::new());
    for word in words.iter().filter(|word| !covered(word)) {
        if let Some((word_rank, word)) = vocabulary.neutral.iter().find(|(_, neutral)| neutral == word) {
            ranks.push(*word_rank);
            if !NEUTRAL.split(' ').any(|general| general == *word) {
                group.push(*word);
            }
        } else if vocabulary.other.contains(word.as_str()) {
            return None;
        } else {
            is_whole = false;
            group.push("?");
        }
    }
    let mut phrase_words: Vec<&str> = Vec::new();
    for word in words.iter().filter(|word| covered(word)) {
        if !phrase_words.contains(&word.as_str()) {
            phrase_words.push(word);
        }
    }
    Some(Reading {
        meaning,
        phrase: phrase_words.join(" "),
        is_whole,
        group: group.join(" "),
        rank: if ranks.contains(&0) { 0 } else { ranks.into_iter().max().unwrap_or(1) },
    })
}

/// Whether the words of a phrase stand together, in any order.
fn stand_together(phrase: &[&str], words: &[&str]) -> bool {
    let mut wanted: Vec<&str> = phrase.iter().copied().filter(|word| !JOINING.contains(word)).collect();
    wanted.sort_unstable();
    !wanted.is_empty()
        && words.windows(wanted.len()).any(|window| {
            let mut window = window.to_vec();
            window.sort_unstable();
            window == wanted
        })
}

/// The meaning of all phrases together.
fn one_meaning(phrases: &[(Meaning, &Vec<&'static str>)]) -> Option<Meaning> {
    let has = |field: Field| phrases.iter().any(|(meaning, _)| *meaning == Is(field));
    let only = |fields: &[Field]| {
        phrases.iter().all(|(meaning, _)| fields.iter().any(|field| *meaning == Is(*field)))
    };
    let (first, _) = phrases.first()?;
    if phrases.iter().all(|(meaning, _)| meaning == first) {
        return Some(*first);
    }
    if let Some((unused, _)) = phrases.iter().find(|(meaning, _)| matches!(meaning, Unused(_))) {
        return Some(*unused);
    }
    match () {
        () if has(Field::Mobile) && only(&[Field::Mobile, Field::Phone]) => Some(Is(Field::Mobile)),
        () if has(Field::FormerName) && only(&[Field::FormerName, Field::Name, Field::LegalName]) => {
            Some(Is(Field::FormerName))
        }
        () if has(Field::LegalName) && only(&[Field::LegalName, Field::Name]) => Some(Is(Field::LegalName)),
        () if has(Field::FirstName)
            && has(Field::LastName)
            && only(&[Field::FirstName, Field::LastName, Field::MiddleName, Field::FullName]) =>
        {
            Some(Is(Field::FullName))
        }
        () if has(Field::HouseNumber) && only(&[Field::HouseNumber, Field::Street]) => {
            Some(Is(Field::HouseNumber))
        }
        () if has(Field::AddressLine) && only(&[Field::AddressLine, Field::Street]) => {
            Some(Is(Field::AddressLine))
        }
        () => None,
    }
}

/// Whether a header says nothing, such as `col7` or `Unnamed: 3`.
pub(in crate::file) fn is_meaningless(header: &str) -> bool {
    split_words(header).iter().all(|word| MEANINGLESS.split_whitespace().any(|empty| empty == word))
}

/// Whether a word of the header is about something else than the subject of its row.
pub(in crate::file) fn is_about_other(subject: RowKind, header: &str) -> bool {
    let vocabulary = Vocabulary::of(subject);
    words_of(vocabulary, header).iter().any(|word| vocabulary.other.contains(word.as_str()))
}

/// The words of a header; one written without separators is split if all of its parts are known.
fn words_of(vocabulary: &Vocabulary, header: &str) -> Vec<String> {
    let split = |word: String| -> Vec<String> {
        if vocabulary.all.contains(word.as_str()) {
            return vec![word];
        }
        let parts = known_parts(vocabulary, &word);
        parts.map_or_else(|| vec![word.clone()], |parts| parts.into_iter().map(str::to_owned).collect())
    };
    split_words(header).into_iter().flat_map(split).collect()
}

fn known_parts<'a>(vocabulary: &Vocabulary, word: &'a str) -> Option<Vec<&'a str>> {
    const SHORTEST: usize = 3;
    const LONGEST_WORD: usize = 40;
    if !word.is_ascii() || word.len() > LONGEST_WORD {
        return None;
    }
    // `of` is the only short word that joins others.
    let is_part = |part: &str| (part.len() >= SHORTEST || part == "of") && vocabulary.all.contains(part);
    let mut best: Vec<Option<Vec<&str>>> = vec![None; word.len() + 1];
    best[0] = Some(Vec::new());
    for end in 1..=word.len() {
        for start in 0..end {
            let part = &word[start..end];
            let Some(before) = best[start].as_ref().filter(|_| is_part(part)) else { continue };
            if best[end].as_ref().is_none_or(|known| known.len() > before.len() + 1) {
                best[end] = Some([before.as_slice(), &[part]].concat());
            }
        }
    }
    best.pop().flatten()
}

/// The words of a header in lower case without accents; digits and list indices are left out.
pub(in crate::file) fn split_words(header: &str) -> Vec<String> {
    let characters: Vec<char> = header.chars().collect();
    let mut words = vec![String::new()];
    for (at, character) in characters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| characters[at]);
        let after = characters.get(at + 1);
        let is_hump = character.is_uppercase()
            && (before.is_some_and(char::is_lowercase)
                || before.is_some_and(char::is_uppercase) && after.is_some_and(|c| c.is_lowercase()));
        if !character.is_alphabetic() || is_hump {
            words.push(String::new());
        }
        if character.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(character.to_lowercase().map(without_accent));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn without_accent(character: char) -> char {
    match character {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' | 'ą' => 'a',
        'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'ů' => 'u',
        'ç' | 'ć' | 'č' => 'c',
        'ñ' | 'ń' => 'n',
        'ß' | 'š' | 'ś' => 's',
        'ž' | 'ź' | 'ż' => 'z',
        'ý' => 'y',
        'ł' => 'l',
        other => other,
    }
}
