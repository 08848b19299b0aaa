//! `brimful calibrate`: whether stated confidences are true of the stored data.

use std::fmt::Write;

use crate::process::Place;

const FIRST: [&str; 8] = ["Anna", "Bruno", "Clara", "Dmitri", "Elena", "Felix", "Greta", "Hugo"];
const LAST: [&str; 7] = ["Okafor", "Lindqvist", "Zamorano", "Petrov", "Brandt", "Moreau", "Castellano"];

/// People of two sources, which share profiles and write some names in another way.
fn import(place: &Place) {
    let header = "id,full_name,linkedin_url,company_name,company_domain,email\n";
    let (mut one, mut other) = (header.to_owned(), header.to_owned());
    let (mut crm, mut register) = ("id,name,domain\n".to_owned(), "id,name,domain\n".to_owned());
    for company in 0..8 {
        let (name, domain) = (format!("{} Works", LAST[company % 7]), format!("works{company}.example"));
        writeln!(crm, "{company},{name} {company},{domain}").unwrap();
        writeln!(register, "{company},{name} {company} Inc,{domain}").unwrap();
    }
    for row in 0..56 {
        let (first, last, company) = (FIRST[row % 8], LAST[row / 8], row % 8);
        let (name, domain) =
            (format!("{} Works {company}", LAST[company % 7]), format!("works{company}.example"));
        let url = format!("https://www.linkedin.com/in/person-{row}");
        let email = format!("{}.{}@{domain}", first.to_lowercase(), last.to_lowercase());
        writeln!(one, "{row},{first} {last},{url},{name},{domain},{email}").unwrap();
        let written = if row % 5 == 0 { format!("{last} {first}") } else { format!("{first} {last}") };
        writeln!(other, "{row},{written},{url},{name},{domain},").unwrap();
    }
    for (file, kind, text, source) in [
        ("one.csv", "people", one, "crm"),
        ("other.csv", "people", other, "network"),
        ("crm.csv", "companies", crm, "crm"),
        ("register.csv", "companies", register, "register"),
    ] {
        place.write(file, &text);
        place.json(&["import", kind, file, "--source", source, "--data", "data"]);
    }
}

#[test]
fn confidences_are_measured_on_rows_that_share_an_identifier() {
    let place = Place::new();
    import(&place);
    let measured = place.json(&["calibrate", "--strangers", "50", "--data", "data"]);
    let count = |kind: &str, field: &str| measured[kind][field].as_u64().unwrap();
    assert_eq!(count("people", "known") + count("people", "strangers"), 56, "{measured}");
    assert!(count("people", "known") > 0 && count("people", "strangers") > 0);
    assert!(count("people", "found") * 10 >= count("people", "known") * 9, "{measured}");
    assert_eq!(count("people", "strangersAnswered"), 0, "{measured}");
    assert_eq!(count("companies", "known") + count("companies", "strangers"), 8, "{measured}");
    assert_eq!(count("emails", "known"), 56, "{measured}");
    let kept = place.json(&["calibrate", "--strangers", "50", "--data", "data"]);
    assert_eq!(kept, measured, "keeping a measurement changes no other");
    let text = place.run(&["calibrate", "--data", "data"]).stdout;
    assert!(text.contains("People by name and employer") && text.contains("calibration error"), "{text}");
}
