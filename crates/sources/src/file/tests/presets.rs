//! Exports of well-known products with their documented columns, without a mapping file.

use super::*;

/// The preset detected from a file's columns, and the resulting claims.
fn detected(text: &str, subject: RowKind) -> (&'static str, Vec<Result<Claim, Reject>>) {
    let mut reader = reader(text);
    let preset = Preset::detect(Some(subject), &mut reader).unwrap().expect("no preset was detected");
    let observed_at: Timestamp = "2024-01-01T00:00:00Z".parse().unwrap();
    let mapping = preset.mapping(subject).unwrap();
    (preset.title.as_str(), claims(reader, mapping, "export", observed_at).unwrap().collect())
}

fn signals(text: &str) -> (&'static str, Vec<Result<Claim, Reject>>) {
    let mut reader = reader(text);
    let preset = Preset::detect(None, &mut reader).unwrap().expect("no preset was detected");
    let observed_at: Timestamp = "2024-01-01T00:00:00Z".parse().unwrap();
    (preset.title.as_str(), signal_claims(reader, Some(preset), "export", observed_at).collect())
}

#[test]
fn apollo() {
    let text = "First Name,Last Name,Title,Company,Email,Email Status,Mobile Phone,Corporate Phone,# Employees,\
                Industry,Person Linkedin Url,Website,Company Linkedin Url,Twitter Url,City,Country,Company City,\
                Company Country,Annual Revenue,Apollo Contact Id,Apollo Account Id\n\
                Ana,Lee,CTO,Acme,ana@acme.com,Verified,+4915123456789,+14155550100,120,software,\
                linkedin.com/in/ana-lee,acme.com,linkedin.com/company/acme,https://twitter.com/acme,Berlin,Germany,\
                Hamburg,Germany,5000000,c1,a1\n";
    let (title, items) = detected(text, RowKind::People);
    assert_eq!(title, "Apollo contacts");
    let facts = person(&items[0]);
    assert_eq!(facts.company_domain.as_deref(), Some("acme.com"));
    assert_eq!((facts.phones.len(), facts.profiles.len()), (1, 0), "what is the company's is left alone");
    assert_eq!(items[0].as_ref().unwrap().reference, "c1");
    let (title, items) = detected(text, RowKind::Companies);
    assert_eq!(title, "Apollo accounts");
    let facts = company(&items[0]);
    assert_eq!((facts.employee_count, facts.domains[0].as_str()), (Some(120), "acme.com"));
    assert_eq!(facts.locations[0].city.as_deref(), Some("Hamburg"));
}

#[test]
fn hubspot() {
    let (title, items) = detected(
        "Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Associated Company,Job Title,Country/Region\n\
         51,Bo,Ek,bo@birch.example,+46 70 123 45 67,New,Birch,Buyer,Sweden\n",
        RowKind::People,
    );
    assert_eq!(title, "HubSpot contacts");
    assert_eq!(person(&items[0]).company_name.as_deref(), Some("Birch"));
    let (title, items) = detected(
        "Record ID,Company name,Company owner,Company Domain Name,Industry,Number of Employees,Year Founded\n\
         9,Birch,Ada,birch.example,Forestry,51,1998\n",
        RowKind::Companies,
    );
    assert_eq!(title, "HubSpot companies");
    assert_eq!(company(&items[0]).founded_year, Some(1998));
}

#[test]
fn salesforce() {
    for text in [
        "Contact ID,First Name,Last Name,Account Name,Title,Email,Mobile,Mailing Country\n\
         003,Cy,Marsh,Cedar,CFO,cy@cedar.example,,France\n",
        "Lead ID,First Name,Last Name,Company / Account,Title,Email,Country\n\
         003,Cy,Marsh,Cedar,CFO,cy@cedar.example,France\n",
        "Id,AccountId,LastName,FirstName,Account Name,Title,Email,MailingCountry\n\
         003,001,Marsh,Cy,Cedar,CFO,cy@cedar.example,France\n",
    ] {
        let (title, items) = detected(text, RowKind::People);
        let facts = person(&items[0]);
        assert_eq!((title, facts.company_name.as_deref()), ("Salesforce contacts", Some("Cedar")));
        assert_eq!(facts.location.as_ref().unwrap().country.as_deref(), Some("FR"));
    }
    let (title, items) = detected(
        "Account ID,Account Name,Website,Employees,Billing City,Billing Country\n001,Cedar,cedar.example,40,Lyon,France\n",
        RowKind::Companies,
    );
    assert_eq!((title, company(&items[0]).employee_count), ("Salesforce accounts", Some(40)));
}

#[test]
fn people_data_labs() {
    let (title, items) = detected(
        r#"{"id":"p1","full_name":"dee oak","first_name":"dee","last_name":"oak","linkedin_url":"linkedin.com/in/deeoak","work_email":"dee@elm.example","emails":[{"address":"dee@elm.example","type":"current_professional"},{"address":"dee@old.example","type":"professional"}],"phone_numbers":["+14155550123"],"job_title":"vp sales","job_company_name":"elm","job_company_website":"elm.example","job_start_date":"2023-04","location_name":"austin, texas, united states","location_locality":"austin","location_region":"texas","location_country":"united states","skills":["negotiation"],"profiles":[{"network":"github","url":"github.com/deeoak"}],"experience":[{"company":{"name":"elm","website":"elm.example"},"title":{"name":"vp sales"},"start_date":"2023-04","end_date":null,"is_primary":true},{"company":{"name":"fir","website":"fir.example"},"title":{"name":"account executive"},"start_date":"2019","end_date":"2023-03"}],"education":[{"school":{"name":"rice university"},"degrees":["bachelor of arts"],"majors":["history"],"start_date":"2010","end_date":"2014"}]}
"#,
        RowKind::People,
    );
    assert_eq!(title, "People Data Labs people");
    let facts = person(&items[0]);
    assert_eq!(facts.emails.len(), 2);
    assert_eq!(facts.experience.len(), 2);
    assert_eq!(facts.experience[1].company_domain.as_deref(), Some("fir.example"));
    assert_eq!(facts.experience[1].ended_at.unwrap().to_string(), "2023-03");
    assert_eq!(facts.education[0].degree.as_deref(), Some("bachelor of arts"));
    assert_eq!(facts.education[0].started_at.unwrap().to_string(), "2010");
    let (title, items) = detected(
        "country,founded,id,industry,linkedin_url,locality,name,region,size,website\n\
         germany,1999,x1,machinery,linkedin.com/company/elm,bonn,elm gmbh,north rhine-westphalia,51-200,elm.example\n",
        RowKind::Companies,
    );
    assert_eq!(title, "People Data Labs companies");
    let facts = company(&items[0]);
    let employees = records::EmployeeRange { min: 51, max: Some(200) };
    assert_eq!((facts.employee_range, facts.founded_year), (Some(employees), Some(1999)));
}

#[test]
fn crunchbase() {
    let (title, items) = detected(
        "uuid,name,permalink,cb_url,domain,homepage_url,country_code,city,short_description,category_list,\
         category_groups_list,founded_on,employee_count,linkedin_url\n\
         u1,Fir,fir,https://www.crunchbase.com/organization/fir,fir.example,https://fir.example,DEU,Bonn,Pumps,\
         \"Hardware,Water\",Manufacturing,2009-05-01,51-100,https://www.linkedin.com/company/fir\n",
        RowKind::Companies,
    );
    assert_eq!((title, company(&items[0]).founded_year), ("Crunchbase organizations", Some(2009)));
    let (title, items) = detected(
        "permalink,name,category_code,funding_total_usd,status,country_code,state_code,region,city,funding_rounds,\
         founded_at,founded_month,founded_quarter,founded_year,first_funding_at,last_funding_at,last_milestone_at\r\
         /company/fir,Fir,hardware,1750000,operating,DEU,,Bonn,Bonn,1,2009-05-01,2009-05,2009-Q2,2009,,,\r",
        RowKind::Companies,
    );
    assert_eq!(
        (title, items[0].as_ref().unwrap().reference.as_str()),
        ("Crunchbase organizations", "/company/fir")
    );
    let (title, items) = detected(
        "uuid,name,permalink,cb_url,first_name,last_name,country_code,city,featured_job_organization_name,\
         featured_job_title,linkedin_url\n\
         p1,Gus Ash,gus-ash,https://www.crunchbase.com/person/gus-ash,Gus,Ash,DEU,Bonn,Fir,Founder,\
         https://www.linkedin.com/in/gus-ash\n",
        RowKind::People,
    );
    assert_eq!((title, person(&items[0]).title.as_deref()), ("Crunchbase people", Some("Founder")));
}

#[test]
fn rounds_and_acquisitions_of_crunchbase() {
    for text in [
        "uuid,name,investment_type,announced_on,raised_amount_usd,org_uuid,org_name\n\
         r1,Series A - Fir,series_a,2013-02-01,1750000,u1,Fir\n",
        "company_permalink,company_name,company_category_code,funding_round_type,funded_at,raised_amount_usd\r\
         /company/fir,Fir,hardware,series-a,2013-02-01,1750000\r",
    ] {
        let (title, items) = signals(text);
        let round = &company(&items[0]).funding_rounds[0];
        assert_eq!((title, round.round.as_str()), ("Crunchbase funding rounds", "series_a"));
        assert_eq!(round.amount.as_ref().unwrap().amount, 1_750_000);
    }
    for text in [
        "uuid,acquiree_name,acquirer_name,acquired_on,price_usd,price,price_currency_code\n\
         a1,Fir,Cedar,2013-02-27,6000000,5000000,USD\n",
        "company_permalink,company_name,acquirer_permalink,acquirer_name,acquired_at,price_amount,price_currency_code\r\
         /company/fir,Fir,/company/cedar,Cedar,2013-02-27,5000000,USD\r",
    ] {
        let (title, items) = signals(text);
        let facts = company(&items[0]);
        assert_eq!((title, facts.name.as_deref()), ("Crunchbase acquisitions", Some("Cedar")));
        assert_eq!(facts.acquisitions[0].price.as_ref().unwrap().amount, 5_000_000);
    }
}

#[test]
fn cards_of_every_version() {
    let text = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:urn:uuid:4f\r\nFN:Hal Ivy\r\nN:Ivy;Hal;;;\r\nORG:Acme\\, Inc.;Sales\r\n\
                TITLE:Head of \r\n Sales\r\nitem1.EMAIL;TYPE=work:hal@acme.com\r\nTEL;TYPE=cell;VALUE=uri:tel:+49-1512-3456789\r\n\
                URL;TYPE=work:https://www.acme.com\r\nADR;TYPE=work:;;Main Street 5;Bonn;NRW;53111;Germany\r\nEND:VCARD\r\n\
                BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:N=C3=BA=C3=B1ez;Ana\n\
                FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ana N=C3=BA=\n=C3=B1ez\nEMAIL;HOME:ana@gmail.com\n\
                X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/ana-n\nEND:VCARD\nBEGIN:VCARD\nFN:Cut off\n";
    let (items, counts) = people(text);
    assert_eq!((counts.rows, counts.rejected), (3, 1));
    let hal = person(&items[0]);
    assert_eq!(items[0].as_ref().unwrap().reference, "4f");
    assert_eq!((hal.full_name.as_deref(), hal.last_name.as_deref()), (Some("Hal Ivy"), Some("Ivy")));
    assert_eq!(
        (hal.company_name.as_deref(), hal.title.as_deref()),
        (Some("Acme, Inc."), Some("Head of Sales"))
    );
    assert_eq!((hal.company_domain.as_deref(), hal.emails.len(), hal.phones.len()), (Some("acme.com"), 1, 1));
    assert_eq!(hal.location.as_ref().unwrap().country.as_deref(), Some("DE"));
    let ana = person(&items[1]);
    assert_eq!(ana.full_name.as_deref(), Some("Ana Núñez"));
    assert_eq!(ana.network_url.as_deref(), Some("https://www.linkedin.com/in/ana-n"));
    assert!(items[2].as_ref().unwrap_err().reasons[0].contains("END:VCARD"));
}

#[test]
fn an_unfinished_card_does_not_leak_into_the_next_one() {
    let text = "BEGIN:VCARD\nFN:Ada Ash\nEMAIL:ada@acme.com\nBEGIN:VCARD\nFN:Bo Birch\nEMAIL:bo@acme.com\nEND:VCARD\n";
    let (items, _) = people(text);
    let reject = items[0].as_ref().unwrap_err();
    assert!(reject.line == 1 && reject.reasons[0].contains("END:VCARD"), "{reject:?}");
    assert_eq!(person(&items[1]).full_name.as_deref(), Some("Bo Birch"));
    assert_eq!(person(&items[1]).emails.len(), 1);
}

#[test]
fn a_company_s_card_is_not_a_person() {
    let text = "BEGIN:VCARD\nVERSION:3.0\nFN:Acme GmbH\nORG:Acme GmbH\nTEL:+492211234567\nURL:https://acme.com\n\
                X-ABShowAs:COMPANY\nEND:VCARD\n";
    assert!(people(text).0[0].is_err());
    let (items, _) = companies(text);
    let facts = company(&items[0]);
    assert_eq!((facts.name.as_deref(), facts.domains[0].as_str()), (Some("Acme GmbH"), "acme.com"));
    assert_eq!(facts.phone.as_deref(), Some("+492211234567"));
}

#[test]
fn address_books() {
    let (items, _) = people(
        "First Name,Last Name,Organization Name,Organization Title,Birthday,E-mail 1 - Label,E-mail 1 - Value,\
         E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - City,Address 1 - Country,\
         Website 1 - Value\n\
         Ada,Ash,Acme,CTO,1980-01-02,* Work,ada@acme.com,Home,ada@home.com,Mobile,\
         +44 7911 123456 ::: +44 20 7123 4567,London,GB,https://www.linkedin.com/in/ada-ash\n",
    );
    let facts = person(&items[0]);
    assert_eq!((facts.emails.len(), facts.phones.len()), (2, 2));
    assert_eq!((facts.title.as_deref(), facts.company_name.as_deref()), (Some("CTO"), Some("Acme")));
    assert_eq!(facts.network_url.as_deref(), Some("https://www.linkedin.com/in/ada-ash"));
    let (items, _) = people(
        "First Name,Last Name,Title,E-mail Address,E-mail 2 Address,Job Title,Company,Business City,Web Page\n\
         Ada,Ash,Ms.,ada@acme.com,ada@home.com,CTO,Acme,London,acme.com\n",
    );
    let facts = person(&items[0]);
    assert_eq!((facts.title.as_deref(), facts.emails.len()), (Some("CTO"), 2));
    assert_eq!(facts.company_domain.as_deref(), Some("acme.com"));
}

#[test]
fn of_several_profile_urls_the_readable_one_is_kept() {
    let (items, _) = people(
        "profileUrl,fullName,linkedInProfileUrl,defaultProfileUrl\n\
         \"https://www.linkedin.com/sales/lead/ACwAAAbc,NAME_SEARCH\",Ada Ash,https://www.linkedin.com/in/ACwAAAbc,\
         https://www.linkedin.com/in/ada-ash/\n",
    );
    assert_eq!(person(&items[0]).network_url.as_deref(), Some("https://www.linkedin.com/in/ada-ash"));
}

#[test]
fn editions_of_hubspot_and_salesforce_are_distinguished_by_their_columns() {
    for text in [
        "Record ID - Contact,First Name,Last Name,Email,Additional email addresses,Company Name\n\
         7,Ada,Ash,ada@acme.com,ada@home.com,Acme\n",
        "hs_object_id,firstname,lastname,email,hs_additional_emails,company\n7,Ada,Ash,ada@acme.com,ada@home.com,Acme\n",
    ] {
        let (title, items) = detected(text, RowKind::People);
        let facts = person(&items[0]);
        assert_eq!((title, facts.emails.len()), ("HubSpot contacts", 2));
        assert_eq!(items[0].as_ref().unwrap().reference, "7");
    }
    let (title, items) = detected(
        "ID,NAME,BILLINGCITY,NUMBEROFEMPLOYEES,ANNUALREVENUE,CURRENCYISOCODE\n1,Acme,London,40,1.2E7,GBP\n",
        RowKind::Companies,
    );
    let revenue = company(&items[0]).revenue.as_ref().unwrap();
    assert_eq!(
        (title, revenue.min, revenue.currency.as_str()),
        ("Salesforce accounts", Some(12_000_000), "GBP")
    );
}

#[test]
fn an_exact_number_is_preferred_to_a_range_and_a_website_to_other_names() {
    let (_, items) = detected(
        "{\"id\":\"g\",\"name\":\"elm\",\"size\":\"10001+\",\"employee_count\":260000,\"location\":{\"locality\":\"bonn\"},\
         \"linkedin_url\":\"linkedin.com/company/elm\",\"website\":\"elm.com\",\"alternative_domains\":[\"alm.com\"]}\n",
        RowKind::Companies,
    );
    let facts = company(&items[0]);
    assert_eq!(facts.employee_count, Some(260_000));
    assert_eq!(facts.domains, ["elm.com", "alm.com"]);
}

#[test]
fn a_search_of_crunchbase() {
    let (title, items) = detected(
        "Organization Name,Organization Name URL,Industries,Headquarters Location,Website,Estimated Revenue Range,\
         Last Funding Type,Last Funding Amount,Last Funding Amount Currency,Top 5 Investors\n\
         Fir,https://www.crunchbase.com/organization/fir,\"Hardware, Water\",\"Bonn, North Rhine-Westphalia, Germany\",\
         https://fir.com,$10M to $50M,Series A,5000000,EUR,\"Cedar, Pine\"\n",
        RowKind::Companies,
    );
    let facts = company(&items[0]);
    assert_eq!((title, facts.industries.len()), ("Crunchbase search for companies", 2));
    assert_eq!(facts.funding_rounds[0].amount.as_ref().unwrap().currency, "EUR");
    assert_eq!(facts.funding_rounds[0].investors, ["Cedar", "Pine"]);
}
