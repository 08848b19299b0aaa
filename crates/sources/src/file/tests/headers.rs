//! Headers that no table has: they are read by their words and values.

use records::PrivateTraits;

use super::*;
use crate::file::columns::bound::Bound;

/// The field of each column of a file, with the reason of a guess.
fn fields(subject: RowKind, text: &str) -> Vec<(String, Option<&'static str>, Option<String>)> {
    let mut reader = reader(text);
    let mut mapping = Mapping::guessed(subject);
    mapping.learn(&mut reader).unwrap();
    let columns = reader.columns().names();
    let field = |bound: &Bound| match bound {
        Bound::To(bindings) => Some(bindings[0].field.name()),
        Bound::Ignored | Bound::Unmapped => None,
    };
    let bounds = mapping.bind_all(columns);
    let reason = |column: &String| mapping.reason(column).map(str::to_owned);
    columns
        .iter()
        .zip(&bounds)
        .map(|(column, bound)| (column.clone(), field(bound), reason(column)))
        .collect()
}

/// The field of a column by its header and these values.
fn field_of(subject: RowKind, header: &str, values: &[&str]) -> Option<&'static str> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let lines: Vec<String> = std::iter::once(header).chain(values.iter().copied()).map(quoted).collect();
    fields(subject, &lines.join("\n"))[0].1
}

/// Compares the whole table, so that one run shows every difference.
fn assert_table(subject: RowKind, table: &[(&str, &str, &[&str])]) {
    let wrong: Vec<String> = table
        .iter()
        .map(|(header, field, values)| (header, field, field_of(subject, header, values)))
        .filter(|(_, field, found)| *found != Some(**field))
        .map(|(header, field, found)| format!("{header}: {found:?} instead of {field}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn assert_none(subject: RowKind, table: &[(&str, &[&str])]) {
    let guessed = table.iter().map(|(header, values)| (*header, field_of(subject, header, values)));
    let wrong: Vec<(&str, Option<&str>)> = guessed.filter(|(_, found)| found.is_some()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const TOWNS: &[&str] = &["Linz", "Graz", "Vienna", "Salzburg", "Innsbruck", "Bregenz"];
const POSTCODES: &[&str] = &["4020", "8010", "1010", "5020", "6020", "6900"];
const BIRTHS: &[&str] = &["1968-03-17", "1971-05-24", "1990-12-01", "1955-07-09", "1983-02-28"];
const EMAILS: &[&str] = &["ana@acme.com", "bo@birch.com", "cy@cedar.com", "di@dune.com", "ed@elm.com"];
const PHONES: &[&str] = &["+43 732 123456", "+43 316 234567", "+43 1 5350000", "+43 662 345678"];
const GIVEN: &[&str] = &["Ana", "Bo", "Cy"];
const FAMILY: &[&str] = &["Lee", "Ek", "Marsh"];
const FIRMS: &[&str] = &["Acme GmbH", "Birch Ltd", "Cedar Inc."];
const SITES: &[&str] = &["acme.com", "https://www.birch.com", "cedar.com/en"];

#[test]
fn the_words_and_values_of_unusual_headers_tell_the_field_of_a_person() {
    let table: &[(&str, &str, &[&str])] = &[
        ("residence_town", "city", TOWNS),
        ("Town of residence", "city", TOWNS),
        ("place_of_residence", "city", TOWNS),
        ("HomeTown", "city", TOWNS),
        ("home_village", "city", TOWNS),
        ("residencetown", "city", TOWNS),
        ("Municipality (current)", "city", TOWNS),
        ("Wohnort", "city", TOWNS),
        ("Patient City Name", "city", TOWNS),
        ("RESIDENCE", "city", TOWNS),
        ("lives_in", "city", TOWNS),
        ("BorrowerCity", "city", TOWNS),
        ("town_clean", "city", TOWNS),
        ("town_x9", "city", TOWNS),
        ("based in", "location", &["Linz, Austria", "Graz, Austria", "Vienna, Austria"]),
        ("postal_area", "postcode", POSTCODES),
        ("postcode_fake", "postcode", POSTCODES),
        ("Postal district", "postcode", POSTCODES),
        ("home_zip", "postcode", POSTCODES),
        ("Postleitzahl", "postcode", POSTCODES),
        ("ZIP (home)", "postcode", POSTCODES),
        ("applicant_postal_code", "postcode", POSTCODES),
        ("codigo_postal", "postcode", &["28001", "08001", "41001"]),
        ("PIN Code", "postcode", &["110001", "400001", "560001"]),
        ("Suffix", "nameSuffix", &["Jr.", "III", "Sr."]),
        ("given", "firstName", GIVEN),
        ("Given names", "firstName", GIVEN),
        ("patient_forename", "firstName", GIVEN),
        ("Christian name", "firstName", GIVEN),
        ("Provider First Name", "firstName", GIVEN),
        ("customerFirstName", "firstName", GIVEN),
        ("voornaam", "firstName", GIVEN),
        ("customer_surname", "lastName", FAMILY),
        ("Surname (legal)", "lastName", FAMILY),
        ("Provider Last Name (Legal Name)", "lastName", FAMILY),
        ("FamilyNames_family_name", "lastName", FAMILY),
        ("achternaam", "lastName", FAMILY),
        ("first_and_surname", "fullName", &["Ana Lee", "Bo Ek"]),
        ("Name of applicant", "fullName", &["Ana Lee", "Bo Ek"]),
        ("customer name", "fullName", &["Ana Lee", "Bo Ek"]),
        ("complete_name", "fullName", &["Ana Lee", "Bo Ek"]),
        ("member_dob", "birthDate", BIRTHS),
        ("Date of birth (recorded)", "birthDate", BIRTHS),
        ("dob_str", "birthDate", BIRTHS),
        ("born", "birthDate", BIRTHS),
        ("patientBirthDate", "birthDate", BIRTHS),
        ("fecha_nacimiento", "birthDate", BIRTHS),
        ("Applicant e-mail", "email", EMAILS),
        ("candidate_mail_id", "email", EMAILS),
        ("email_q3", "email", EMAILS),
        ("Contact number", "phone", PHONES),
        ("home_telephone_number", "phone", PHONES),
        ("Tel. no.", "phone", PHONES),
        ("whatsapp", "mobile", PHONES),
        ("cell phone (personal)", "mobile", PHONES),
        ("residential address", "street", &["5 Main Street", "7 High Street"]),
        ("Home address line 1", "street", &["5 Main Street", "7 High Street"]),
        ("residence_county", "region", &["Surrey", "Kent"]),
        ("home_province", "region", &["Ontario", "Quebec"]),
        ("residence country", "country", &["Austria", "Germany"]),
        ("Nation", "country", &["Austria", "Germany"]),
        ("Name of employer", "companyName", FIRMS),
        ("works_at", "companyName", FIRMS),
        ("Place of work", "companyName", FIRMS),
        ("Designation", "title", &["Engineer", "Buyer"]),
        ("profession", "title", &["Engineer", "Buyer"]),
        ("col7", "email", EMAILS),
        ("Unnamed: 3", "city", TOWNS),
        ("f12", "birthDate", BIRTHS),
        ("x", "country", &["Austria", "Germany", "France", "Norway", "Spain"]),
        ("v3", "postcode", &["EC1V 2NX", "HG1 1ND", "B98 0RR", "SW1A 1AA", "M1 1AE"]),
        (
            "column_5",
            "phone",
            &["+43 732 123456", "+43 316 234567", "+43 1 5350000", "+43 662 345678", "+49 30 901820"],
        ),
        ("reachable", "email", EMAILS),
        (
            "web_presence",
            "networkUrl",
            &["linkedin.com/in/ana", "linkedin.com/in/bo-ek", "linkedin.com/in/cy-m"],
        ),
    ];
    assert!(table.len() >= 60);
    assert_table(RowKind::People, table);
}

#[test]
fn the_words_and_values_of_unusual_headers_tell_the_field_of_a_company() {
    let table: &[(&str, &str, &[&str])] = &[
        ("RegAddress.PostTown", "city", TOWNS),
        ("Entity.HeadquartersAddress.City", "city", TOWNS),
        ("Provider Business Practice Location Address City Name", "city", TOWNS),
        ("BorrowerCity", "city", TOWNS),
        ("forretningsadresse.poststed", "city", &["OSLO", "TRONDHEIM", "STAVANGER"]),
        ("RegAddress.County", "region", &["Surrey", "Kent"]),
        ("RegAddress.Country", "country", &["ENGLAND", "WALES"]),
        ("forretningsadresse.landkode", "country", &["NO", "NO"]),
        ("BorrowerName", "name", FIRMS),
        ("Provider Organization Name", "name", FIRMS),
        ("DBA", "name", FIRMS),
        ("trade_name", "tradeName", FIRMS),
        ("Vendor name", "name", FIRMS),
        ("title", "name", FIRMS),
        ("what", "name", FIRMS),
        ("Entity.LegalName", "legalName", FIRMS),
        ("Legal Business Name", "legalName", FIRMS),
        ("razao_social", "legalName", FIRMS),
        ("PreviousName_1.CompanyName", "formerName", FIRMS),
        ("formerly_known_as", "formerName", FIRMS),
        ("IncorporationDate", "foundedYear", &["11/09/2012", "28/12/2018"]),
        ("Date of incorporation", "foundedYear", &["2012-09-11"]),
        ("stiftelsesdato", "foundedYear", &["1972-09-18"]),
        ("Entity.EntityCreationDate", "foundedYear", &["2005-03-11T00:00:00+00:00"]),
        ("antallAnsatte", "employeeCount", &["10", "21408"]),
        ("Number of staff", "employeeCount", &["10", "50"]),
        ("SICCode.SicText_1", "industry", &["63120 - Web portals"]),
        ("naeringskode1.beskrivelse", "industry", &["Skipsmegling"]),
        ("hjemmeside", "website", SITES),
        ("internet", "website", SITES),
        (
            "Provider Business Practice Location Address Telephone Number",
            "phone",
            &["6464070636", "2125550100"],
        ),
        ("Company Category", "industry", &["Software", "Retail", "Banking"]),
        ("category", "industry", &["Software", "Retail", "Banking"]),
        ("cik_str", "cik", &["789019", "320193", "1045810"]),
        ("organisasjonsnummer", "organisationNumber", &["923609016", "976030788"]),
    ];
    assert_table(RowKind::Companies, table);
}

#[test]
fn headers_about_something_else_are_not_guessed() {
    let people: &[(&str, &[&str])] = &[
        ("score", &["1", "2", "3"]),
        ("notes", &["Linz", "Graz", "Vienna", "Salzburg", "Innsbruck"]),
        ("account manager", EMAILS),
        ("owner_email", EMAILS),
        ("parent_name", &["Ana Lee", "Bo Ek"]),
        ("mother's maiden name", FAMILY),
        ("emergency contact number", PHONES),
        ("username", &["ana", "bo"]),
        ("file name", &["a.csv", "b.csv"]),
        ("birth country", &["Austria", "Germany"]),
        ("nationality", &["Austria", "Germany", "France", "Norway", "Spain"]),
        ("company city", TOWNS),
        ("employer phone", PHONES),
        ("HQ town", TOWNS),
        ("city_id", &["17", "18"]),
        ("town population", &["17000", "18000"]),
        ("hire date", BIRTHS),
        ("signup", &["2021-01-01", "2022-01-01", "2023-01-01", "2024-01-01", "2022-03-01"]),
        ("f3", &["2021-01-01", "2022-01-01", "2023-01-01", "2024-01-01", "2022-03-01"]),
        ("shipping city", TOWNS),
        ("lender town", TOWNS),
        ("fax", PHONES),
        ("gender", &["f", "m"]),
        ("email status code", &["1", "2"]),
        ("email_sent", &["true", "false"]),
        ("zip_valid", &["true", "false"]),
        ("visited", TOWNS),
        ("birth_date_flag", &["1", "0"]),
        ("state of mind", &["happy", "sad"]),
        ("assigned_to", &["ana@acme.com", "ana@acme.com", "ana@acme.com", "bo@acme.com"]),
        ("helper", &["ana@acme.com", "ana@acme.com", "ana@acme.com", "bo@acme.com"]),
        ("residence_town", &["17", "18", "19"]),
        ("postal_area", &["north of the river", "south"]),
    ];
    assert_none(RowKind::People, people);
    let companies: &[(&str, &[&str])] = &[
        ("CompanyCategory", &["Private Limited Company", "Public Limited Company"]),
        ("category", &["Private Limited Company", "PRI/LTD BY GUAR (private limited)"]),
        ("Company category", &["A", "B", "C"]),
        ("id of parent", &["1", "2"]),
        ("score", &["1", "2"]),
        ("notes", FIRMS),
        ("Parent company name", FIRMS),
        ("ServicingLenderName", FIRMS),
        ("ServicingLenderCity", TOWNS),
        ("FranchiseName", FIRMS),
        ("Entity.SuccessorEntity.SuccessorEntityName", FIRMS),
        ("Entity.OtherEntityNames.OtherEntityName.1", FIRMS),
        ("Entity.LegalName.xmllang", &["en", "de"]),
        ("CountryOfOrigin", &["United Kingdom", "United Kingdom"]),
        ("URI", &["http://data.example.com/1", "http://data.example.com/2", "http://data.example.com/3"]),
        ("PreviousName_1.CONDATE", &["01/02/2003"]),
        ("Authorized Official Last Name", FAMILY),
        ("Authorized Official Telephone Number", PHONES),
        ("Contact Name", &["Ana Lee", "Bo Ek"]),
        ("NAICSCode", &["325510", "561730"]),
        ("LoanNumber", &["9547507704", "9777677704"]),
        ("harRegistrertAntallAnsatte", &["true", "true"]),
        ("birth_town", TOWNS),
        ("job", &["Engineer", "Buyer", "Vice President"]),
        ("ticker", &["MSFT", "AAPL", "NVDA"]),
    ];
    assert_none(RowKind::Companies, companies);
}

#[test]
fn unusual_headers_yield_the_claims_of_the_usual_ones() {
    let rows = "Edda Marlow,Linz,4020,1968-03-17\nEdda Marlow,Linz,,\nBo Ek,,,\n";
    let (unusual, counts) = people(format!("full_name,residence_town,postal_area,birth_date\n{rows}"));
    let (usual, _) = people(format!("full_name,city,postcode,birth_date\n{rows}"));
    let facts = |items: &[Result<Claim, Reject>]| -> Vec<Option<Claim>> {
        items.iter().map(|item| item.as_ref().ok().cloned()).collect()
    };
    assert_eq!(facts(&unusual), facts(&usual));
    assert!(counts.unmapped_columns.is_empty());
    assert_eq!(person(&unusual[0]).location.as_ref().unwrap().city.as_deref(), Some("Linz"));
    let private = PrivateTraits {
        birth_date: Some("19680317".into()),
        postcode: Some("4020".into()),
        ..PrivateTraits::default()
    };
    assert_eq!(person(&unusual[0]).private, Some(private));
    assert!(unusual[2].is_err(), "a name alone identifies no one");
}

#[test]
fn a_birth_place_is_the_place_only_if_there_is_no_other() {
    let text = "full_name,birth_place\nAna Lee,Linz\nBo Ek,Graz\n";
    assert_eq!(fields(RowKind::People, text)[1].1, Some("city"));
    for other in ["city", "residence_town", "location"] {
        let text = format!("full_name,birth_place,{other}\nAna Lee,Linz,Vienna\nBo Ek,Graz,Salzburg\n");
        let fields = fields(RowKind::People, &text);
        assert_eq!(fields[1].1, None, "{other}");
        assert!(fields[2].1.is_some(), "{other}");
    }
}

#[test]
fn the_parts_of_an_address_come_from_one_address() {
    let text = "LegalName,Mailing.City,Mailing.State,Mailing.Country,HeadquartersAddress.City,HeadquartersAddress.State,\
                HeadquartersAddress.Country,Lender.City\nAcme GmbH,Graz,Styria,AT,Munich,Bavaria,DE,Oslo\n";
    let (items, _) = companies(text);
    let place = &company(&items[0]).locations[0];
    assert_eq!(
        (place.city.as_deref(), place.region.as_deref(), place.country.as_deref()),
        (Some("Munich"), Some("Bavaria"), Some("DE"))
    );
}

#[test]
fn headers_of_presets_are_not_guessed_wrongly() {
    for name in Preset::names() {
        for subject in [RowKind::People, RowKind::Companies] {
            let preset = Preset::named(name, Some(subject), &mut reader("a\n1\n"));
            let Ok(preset) = preset else { continue };
            let header: Vec<String> = preset.columns.keys().map(|column| format!("\"{column}\"")).collect();
            for (column, field, reason) in fields(subject, &format!("{}\n", header.join(","))) {
                let wanted = preset.columns.get(&column).map(String::as_str);
                assert!(reason.is_none() || field == wanted, "{name}: {column} is {field:?}, {reason:?}");
            }
        }
    }
    let apollo = "First Name,Last Name,Title,Company,Company Name for Emails,Email,Email Status,Primary Email Source,\
        Email Confidence,Primary Email Catch-all Status,Primary Email Last Verified At,Seniority,Departments,Contact Owner,\
        Work Direct Phone,Home Phone,Mobile Phone,Corporate Phone,Other Phone,Stage,Lists,Last Contacted,Account Owner,\
        # Employees,Industry,Keywords,Person Linkedin Url,Website,Company Linkedin Url,Facebook Url,Twitter Url,City,State,\
        Country,Company Address,Company City,Company State,Company Country,Company Phone,Technologies,Annual Revenue,\
        Total Funding,Latest Funding,Latest Funding Amount,Last Raised At,Subsidiary of,Email Sent,Email Open,\
        Email Bounced,Replied,Demoed,Number of Retail Locations,Apollo Contact Id,Apollo Account Id,Secondary Email,\
        Secondary Email Source,Tertiary Email,Tertiary Email Source,Primary Intent Topic,Primary Intent Score\n";
    for subject in [RowKind::People, RowKind::Companies] {
        for (column, field, reason) in fields(subject, apollo) {
            assert_eq!(reason, None, "{column} is {field:?}");
        }
    }
}

#[test]
fn a_plan_gives_the_reason_of_each_guess_and_a_mapping_for_the_rest() {
    let text = "company_name,residence_town,Company City,col9,CompanyNumber,RegAddress.PostCode,score,where\n\
                Acme,Linz,Linz,x,08209948,4020,1,Austria\nBirch,Graz,Graz,y,08209948,4020,2,France\n\
                Cedar,Graz,Graz,y,08209948,4020,3,France\nDune,Graz,Graz,y,08209948,4020,3,Spain\n\
                Elm,Graz,Graz,y,08209948,4020,3,Norway\n";
    let plan = plan(&mut reader(text), &Mapping::guessed(RowKind::Companies)).unwrap();
    let rest = plan.mapping_of_rest().unwrap();
    let expected = "[columns]\n\
        \"residence_town\" = \"ignore\"  # for example Linz\n\
        \"col9\" = \"ignore\"  # for example x\n\
        \"score\" = \"ignore\"  # for example 1\n\
        \"where\" = \"country\"  # 5 of 5 values are countries\n";
    assert_eq!(rest, expected);
    let mapping = Mapping::from_toml(RowKind::Companies, &rest).unwrap();
    let (items, _) = import(text, mapping);
    assert_eq!(company(&items[0]).locations[0].country.as_deref(), Some("AT"));
    let plan =
        super::plan(&mut reader("full_name,home_town\nAna,Linz\n"), &Mapping::guessed(RowKind::People))
            .unwrap();
    assert!(plan.to_string().contains("city      guess: the header says \"home town\"  Linz"), "{plan}");
    assert_eq!(plan.mapping_of_rest(), None);
}
