//! Rows become claims.

use records::{ContactStatus, EmailKind, EmployeeRange, LineType};

use super::*;

#[test]
fn a_contact_export_needs_no_mapping() {
    let text = "\
First Name,Last Name,Title,Company,Email,Email Status,Mobile Phone,Corporate Phone,Person Linkedin Url,Website,City,Country,Apollo Contact Id,Stage
Ana,Núñez,VP Sales,Acme,ANA@acme.com,Verified,+49 1512 3456789,+1 415 555 0100,http://linkedin.com/in/Ana-N/,https://www.acme.com/home,Berlin,Germany,77,Cold
";
    let (items, counts) = people(text);
    let claim = items[0].as_ref().unwrap();
    assert_eq!((claim.source.as_str(), claim.reference.as_str()), ("crm", "77"));
    assert_eq!(claim.observed_at.to_string(), "2024-01-01T00:00:00Z");
    let facts = person(&items[0]);
    assert_eq!(facts.full_name.as_deref(), Some("Ana Núñez"));
    assert_eq!(facts.company_domain.as_deref(), Some("acme.com"));
    assert_eq!(facts.network_url.as_deref(), Some("https://www.linkedin.com/in/ana-n"));
    assert_eq!(facts.emails[0].address, "ana@acme.com");
    assert_eq!(facts.emails[0].status, Some(ContactStatus::Deliverable));
    assert_eq!(facts.phones.len(), 1);
    assert_eq!(facts.phones[0].line_type, Some(LineType::Mobile));
    assert_eq!(facts.location.as_ref().unwrap().country.as_deref(), Some("DE"));
    assert_eq!(counts.unmapped_columns, ["Corporate Phone", "Stage"]);
    assert_eq!((counts.rows, counts.claims, counts.rejected), (1, 1, 0));
}

#[test]
fn a_bad_identifier_is_left_out_and_the_rest_is_kept() {
    let text = "name,company,email,phone,linkedin,country\n\
                Jo Doe,Acme,not an email,12,https://example.org/jo,Atlantis\n";
    let (items, counts) = people(text);
    let facts = person(&items[0]);
    assert!(facts.emails.is_empty() && facts.phones.is_empty() && facts.network_url.is_none());
    assert_eq!(facts.company_name.as_deref(), Some("Acme"));
    let kinds: Vec<_> = counts.warnings.iter().map(|(kind, count)| (*kind, *count)).collect();
    assert_eq!(
        kinds,
        [("invalid_country", 1), ("invalid_email", 1), ("invalid_network_url", 1), ("invalid_phone", 1)]
    );
}

#[test]
fn a_row_that_identifies_no_person_is_rejected_with_every_reason() {
    let (items, counts) = people("id,name,email,phone\n9,Jo Doe,jo@,\n,,,\n");
    let reject = items[0].as_ref().unwrap_err();
    assert_eq!((reject.line, reject.reference.as_str()), (2, "9"));
    assert!(reject.reasons[0].contains("a name with a company"));
    assert!(reject.reasons[1].starts_with("email: "));
    assert_eq!(reject.row[1], ("name".to_owned(), "Jo Doe".to_owned()));
    assert_eq!(items[1].as_ref().unwrap_err().reference, "2");
    assert_eq!(counts.rejected, 2);
}

#[test]
fn emails_keep_their_kind_and_are_deduplicated_by_mailbox() {
    let text = "Work Email,Email,Email 2,Personal Email,observedAt\n\
                jo@acme.com,Jo@Acme.com,email_not_unlocked@domain.com,j.doe@gmail.com; jdoe@gmail.com,2023-05-06\n";
    let (items, counts) = people(text);
    let emails: Vec<_> = person(&items[0]).emails.iter().map(|e| (e.address.as_str(), e.kind)).collect();
    assert_eq!(
        emails,
        [("jo@acme.com", Some(EmailKind::Business)), ("j.doe@gmail.com", Some(EmailKind::Personal))]
    );
    assert_eq!(items[0].as_ref().unwrap().observed_at.to_string(), "2023-05-06T00:00:00Z");
    assert_eq!(counts.warnings["locked_value"], 1);
}

#[test]
fn a_national_phone_number_is_parsed_in_the_country_of_its_row() {
    let text = "email,phone,country\na@acme.com,030 23125 123,Germany\nb@acme.com,(415) 555-0123,\n";
    let mapping = Mapping::from_toml(RowKind::People, "[options]\ndefault_country = \"US\"\n").unwrap();
    let (items, _) = import(text, mapping);
    assert_eq!(person(&items[0]).phones[0].number, "+493023125123");
    assert_eq!(person(&items[1]).phones[0].number, "+14155550123");
}

#[test]
fn companies_are_parsed_from_the_notations_of_exports() {
    let text = "name;Website;# Employees;Annual Revenue;Founded;Keywords;Industry;Latest Funding;Latest Funding Amount;Last Raised At;Company Linkedin Url\n\
                Acme, Inc.;http://www.acme.com/en;51-200;$1M-$10M;2013 (1888);a, b;Technology, Information and Media;Series A;1,750,000;2012-06-30;linkedin.com/company/acme/\n\
                Corner Shop;https://www.facebook.com/corner;1,234;;;;;;;;\n";
    let (items, counts) = companies(text);
    let acme = company(&items[0]);
    assert_eq!(acme.name.as_deref(), Some("Acme, Inc."));
    assert_eq!(acme.domains, ["acme.com"]);
    let employees = EmployeeRange { min: 51, max: Some(200) };
    assert_eq!((acme.employee_count, acme.employee_range), (None, Some(employees)));
    let revenue = acme.revenue.as_ref().unwrap();
    assert_eq!(
        (revenue.min, revenue.max, revenue.currency.as_str()),
        (Some(1_000_000), Some(10_000_000), "USD")
    );
    assert_eq!(acme.founded_year, Some(2013));
    assert_eq!(acme.tags, ["a", "b"]);
    assert_eq!(acme.industries, ["Technology, Information and Media"]);
    assert_eq!(acme.funding_rounds[0].round, "series_a");
    assert_eq!(acme.network_url.as_deref(), Some("https://www.linkedin.com/company/acme"));
    let shop = company(&items[1]);
    assert_eq!((shop.domains.len(), shop.employee_count), (0, Some(1234)));
    assert_eq!(counts.warnings["shared_site"], 1);
}

#[test]
fn the_domain_of_a_mail_provider_is_that_of_no_other_company() {
    let (items, counts) = companies(
        "name,website\nLoom Textiles,gmail.com\nMosaic,https://yahoo.co.uk/\nYahoo Inc,yahoo.com\n",
    );
    let domains: Vec<_> = (0..3).map(|at| company(&items[at]).domains.clone()).collect();
    assert_eq!(domains, [vec![], vec![], vec!["yahoo.com".to_owned()]]);
    assert_eq!(counts.warnings["shared_site"], 2);
    let (items, _) = people("name,company,company domain\nJo Doe,Loom Textiles,gmail.com\n");
    assert_eq!(person(&items[0]).company_domain, None);
}

#[test]
fn constants_fill_what_rows_leave_empty() {
    let text = "[columns]\nwho = \"fullName\"\n[constants]\ncompany_name = \"Acme\"\nskills = \"a; b\"\n";
    let mapping = Mapping::from_toml(RowKind::People, text).unwrap();
    let (items, _) = import("who,company\nJo Doe,\nAl Roe,Other\n", mapping);
    assert_eq!(person(&items[0]).company_name.as_deref(), Some("Acme"));
    assert_eq!(person(&items[0]).skills, ["a", "b"]);
    assert_eq!(person(&items[1]).company_name.as_deref(), Some("Other"));
}

#[test]
fn flat_and_vendor_json_is_mapped_like_columns() {
    let text = r#"{"id":5,"full_name":"Jo Doe","linkedin_url":"linkedin.com/in/jo","emails":[{"address":"jo@acme.com"},{"address":"x"}],"skills":["a","b, c"],"job_company":{"name":"Acme"}}"#;
    let (items, counts) = people(text);
    let facts = person(&items[0]);
    assert_eq!(facts.emails.len(), 1);
    assert_eq!(facts.skills, ["a", "b, c"]);
    assert_eq!(facts.company_name.as_deref(), Some("Acme"));
    assert_eq!(items[0].as_ref().unwrap().reference, "5");
    assert_eq!(counts.warnings["invalid_email"], 1);
}

#[test]
fn records_in_our_own_structure_are_used_without_mapping() {
    let text = r#"{"id":"p1","observedAt":"2024-02-03","fullName":"Jo Doe","emails":[{"address":"JO@acme.com","status":"risky"}],"experience":[{"companyDomain":"www.old.com","title":"CTO","startedAt":"2019-04"}]}
{"id":"p2","fullName":"Al Roe","emails":[{"address":"al@acme.com"}],"experience":[{"title":"CEO","startedAt":"soon"},{"title":"CFO"}]}
{"id":"p3"}
"#;
    let mut planned = reader(text);
    let plan = plan(&mut planned, &Mapping::guessed(RowKind::People)).unwrap();
    assert_eq!(plan.shape, Shape::Records);
    let (items, counts) = people(text);
    assert_eq!(items[0].as_ref().unwrap().observed_at.to_string(), "2024-02-03T00:00:00Z");
    let facts = person(&items[0]);
    assert_eq!(facts.emails[0].address, "jo@acme.com");
    assert_eq!(facts.experience[0].company_domain.as_deref(), Some("old.com"));
    assert_eq!(person(&items[1]).experience.len(), 1);
    assert_eq!(counts.warnings["invalid_value"], 1);
    assert_eq!(items[2].as_ref().unwrap_err().reference, "p3");
}

#[test]
fn a_plan_shows_everything_and_consumes_no_rows() {
    let mapping =
        Mapping::from_toml(RowKind::People, "[columns]\nMail = \"email\"\nGone = \"title\"\n").unwrap();
    let mut reader = reader("Mail,Vorname,Notes\na@acme.com,Ana,hello\n");
    let plan = plan(&mut reader, &mapping).unwrap();
    let shown = plan.to_string();
    let expected = "\
column   field      by       sample
Mail     email      mapping  a@acme.com
Vorname  firstName  guess    Ana
not mapped: Notes
in the mapping, not in the file: Gone
";
    assert_eq!(shown, expected);
    let json = serde_json::to_value(&plan).unwrap();
    assert_eq!(json["mapped"][0]["field"], "email");
    assert_eq!(json["unmapped"][0]["sample"], "hello");
    assert_eq!(rows(&mut reader).len(), 1);
}

#[test]
fn a_file_without_any_mapped_column_is_refused_by_its_plan() {
    for text in ["foo,bar\n1,2\n", "foo,bar\n"] {
        let error = plan(&mut reader(text), &Mapping::guessed(RowKind::People)).unwrap_err();
        assert!(error.to_string().contains("its columns are: foo, bar"), "{error}");
    }
}

#[test]
fn a_plan_states_that_every_row_would_be_rejected() {
    let plan =
        plan(&mut reader("Symbol,Founded\nMMM,1902\n"), &Mapping::guessed(RowKind::Companies)).unwrap();
    assert!(plan.to_string().ends_with("map a column to name, domain or networkUrl\n"), "{plan}");
}

#[test]
fn rejected_rows_can_be_corrected_and_imported_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rejects.csv");
    let source = reader("name,email\n\"Doe, Jo\",jo@\nAl,al@acme.com\nX,,extra\n");
    let mut writer = RejectWriter::new(&path, source.original_columns());
    let mapping = Mapping::guessed(RowKind::People);
    for item in claims(source, mapping.clone(), "crm", Timestamp::UNIX_EPOCH).unwrap() {
        if let Err(reject) = item {
            writer.write(&reject).unwrap();
        }
    }
    assert_eq!(writer.finish().unwrap(), 2);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("name,email,line,reason\n\"Doe, Jo\",jo@,2,"), "{text}");
    assert!(text.trim_end().ends_with(",extra"), "{text}");
    let mut again = RowReader::open(&path, mapping.read_options()).unwrap();
    assert_eq!(plan(&mut again, &mapping).unwrap().mapped.len(), 2);
}

#[test]
fn a_resumed_import_writes_each_rejected_row_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rejects.csv");
    let write = |lines: &[u64], resumes: bool| {
        let mut writer = RejectWriter::new(&path, vec!["name".into()]).appending(resumes);
        for line in lines {
            let row = vec![("name".to_owned(), format!("row {line},\nof two"))];
            let reject =
                Reject { line: *line, reference: line.to_string(), row, reasons: vec!["no name".into()] };
            writer.write(&reject).unwrap();
        }
        writer.finish().unwrap();
        std::fs::read_to_string(&path).unwrap()
    };
    let all = write(&[2, 4, 9, 12], false);
    for (before, again) in [(&[2, 4, 9][..], &[4, 9, 12][..]), (&[2, 4], &[9, 12]), (&[2], &[2, 4, 9, 12])] {
        write(before, false);
        assert_eq!(write(again, true), all, "{before:?} {again:?}");
    }
    // The last row of an interrupted import is cut off in the middle.
    let torn = write(&[2, 4, 9], false);
    std::fs::write(&path, &torn[..torn.len() - 3]).unwrap();
    assert_eq!(write(&[9, 12], true), all);
    std::fs::write(&path, "na").unwrap();
    assert_eq!(write(&[2, 4, 9, 12], true), all);
}

#[test]
fn an_import_without_rejects_creates_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rejects.csv");
    assert_eq!(RejectWriter::new(&path, vec!["a".into()]).finish().unwrap(), 0);
    assert!(!path.exists());
}

#[test]
fn a_company_s_role_addresses_profiles_and_logo_are_kept() {
    let text = "name,email,twitter,logo\n\
                Acme,info@acme.com; ana.lee@acme.com,https://twitter.com/acme,https://acme.com/logo.png\n\
                Birch,birch@gmail.com,nothing,logo.png\n";
    let (items, counts) = companies(text);
    let acme = company(&items[0]);
    assert_eq!(acme.emails, ["info@acme.com"]);
    assert_eq!((acme.profiles.len(), acme.logo_url.as_deref()), (1, Some("https://acme.com/logo.png")));
    let birch = company(&items[1]);
    assert!(birch.emails.is_empty() && birch.profiles.is_empty() && birch.logo_url.is_none());
    assert_eq!((counts.warnings["personal_address"], counts.warnings["invalid_profile"]), (2, 1));
}

#[test]
fn names_in_capitals_are_written_in_their_usual_case() {
    let (items, _) =
        companies("name,former_names,city,state\nABC TRUCKING LLC,MCDONALD & SONS GMBH,NEW YORK,NY\n");
    let facts = company(&items[0]);
    assert_eq!(facts.name.as_deref(), Some("ABC Trucking LLC"));
    assert_eq!(facts.former_names, ["McDonald & Sons GmbH"]);
    let place = &facts.locations[0];
    assert_eq!((place.city.as_deref(), place.region.as_deref()), (Some("New York"), Some("NY")));
    let (items, _) = people("first_name,last_name,company\nJOHN,O'NEILL III,eBay INC\n");
    let facts = person(&items[0]);
    assert_eq!(facts.full_name.as_deref(), Some("John O'Neill III"));
    assert_eq!(facts.company_name.as_deref(), Some("eBay INC"), "a name with small letters is left as it is");
}

#[test]
fn the_suffix_of_a_name_tells_the_generation() {
    let (items, _) = people(
        "First Name,Last Name,Suffix,Company\nAna,Oak,Jr.,Acme\nBo,Elm,PhD,Acme\nCy,Fir,,Acme\nDee,Ash,St,Acme\n",
    );
    let names: Vec<_> = items.iter().map(|item| person(item).full_name.clone().unwrap_or_default()).collect();
    assert_eq!(names, ["Ana Oak Jr.", "Bo Elm", "Cy Fir", "Dee Ash"]);
}
