//! Names that other products give our fields, so that their exports need no mapping file.
//!
//! The words are column names of contact, CRM and data-vendor exports, reduced to letters and digits.

use super::field::{Field, RowKind, header_key};

/// Prefixes that vendors put before the columns of the subject itself.
const PEOPLE_PREFIXES: &[&str] =
    &["contact", "person", "lead", "prospect", "candidate", "employee", "primary"];
const COMPANY_PREFIXES: &[&str] =
    &["company", "organization", "organisation", "account", "jobcompany", "org"];

const PEOPLE: &[(Field, &str)] = &[
    (
        Field::Id,
        "id recordid contactid leadid personid apollocontactid pdlid hubspotid salesforceid \
         externalid uuid uniqueid recid rowid prospectid zoominfocontactid recordnumber recordno \
         hsobjectid",
    ),
    (
        Field::ObservedAt,
        "observedat lastupdated lastupdatedat updatedat lastmodified lastmodifieddate lastmodifiedat \
         modifiedat joblastupdated lastseen lastseenat updatedon timestamp",
    ),
    (Field::FullName, "fullname name contactname personname displayname nomcomplet vollername namefull"),
    (Field::FirstName, "firstname first givenname forename fname vorname prenom prénom nombre namefirst"),
    (Field::MiddleName, "middlename middle middleinitial mname additionalname namemiddle"),
    (
        Field::LastName,
        "lastname last surname familyname lname nachname familienname apellido apellidos namelast",
    ),
    (Field::NameSuffix, "namesuffix suffix namesfx sfx generation generationsuffix generationalsuffix"),
    (Field::Headline, "headline linkedinheadline profileheadline tagline bioheadline"),
    (
        Field::Title,
        "title jobtitle position role currenttitle currentposition currentjobtitle currentrole \
         positiontitle occupation stelle berufsbezeichnung poste cargo currentjob organizationtitle",
    ),
    (
        Field::CompanyName,
        "company companyname accountname organization organisation organizationname employer \
         currentcompany currentemployer jobcompanyname companynameforemails currentcompanyname \
         associatedcompany firma unternehmen entreprise empresa",
    ),
    (
        Field::CompanyDomain,
        "companydomain companydomainname companywebsite companywebsiteurl companyurl website \
         websiteurl domain accountwebsite accountdomain jobcompanywebsite \
         organizationdomain organizationwebsite organizationwebsiteurl organizationprimarydomain \
         employerdomain currentcompanydomain webseite webpage",
    ),
    (
        Field::CompanyNetworkUrl,
        "companynetworkurl companylinkedinurl companylinkedin companylinkedinpage \
         jobcompanylinkedinurl organizationlinkedinurl accountlinkedinurl companylinkedinprofile \
         linkedincompanypage linkedincompanyurl linkedincompanyprofileurl regularcompanyurl",
    ),
    (
        Field::StartedAt,
        "startedat startdate jobstartdate currentpositionstartdate positionstartdate rolestart",
    ),
    (
        Field::City,
        "city suburb addrcity addresscity personcity mailingcity homecity businesscity locationcity \
         locationlocality locality town stadt ort ville ciudad",
    ),
    (Field::Identifier, "identifier identifiers"),
    (Field::Cik, "cik"),
    (Field::Npi, "npi"),
    (Field::Orcid, "orcid orcidid"),
    (Field::CompanyIdentifier, "companyidentifier employeridentifier"),
    (Field::BirthDate, "birthdate dateofbirth dob birthday birth geburtsdatum datedenaissance"),
    (Field::NationalId, "nationalid socsecid ssn socialsecuritynumber nationalinsurancenumber personnummer"),
    (Field::HouseNumber, "housenumber streetnumber streetno stno houseno hausnummer"),
    (
        Field::Street,
        "street address1 addressline1 streetaddress addrline1 addr1 add1 addressstreet mailingstreet \
         homestreet address addr strasse straße rue calle",
    ),
    (
        Field::AddressLine,
        "addressline address2 addressline2 addrline2 addr2 add2 street2 addressextendedaddress",
    ),
    (
        Field::Postcode,
        "postcode postalcode zip zipcode zippostalcode mailingpostalcode mailingzippostalcode addrpostalcode \
         addresspostalcode homepostalcode plz codepostal",
    ),
    (
        Field::Region,
        "region state stateregion province mailingstate mailingstateprovince locationregion \
         locationstate personstate stateprovince addrstate addressregion homestate businessstate bundesland",
    ),
    (
        Field::Country,
        "country countrycode countryregion mailingcountry locationcountry personcountry addrcountry \
         addresscountry homecountry homecountryregion businesscountry businesscountryregion land pays pais país",
    ),
    (Field::Location, "location locationname personlocation"),
    (
        Field::NetworkUrl,
        "networkurl linkedin linkedinurl personlinkedinurl linkedinprofile linkedinprofileurl \
         linkedinbio profileurl publicprofileurl url linkedinlink memberurl hslinkedinurl defaultprofileurl \
         linkedinurlpublic linkedinpublicurl linkedincontactprofileurl linkedinpublicprofileurl",
    ),
    // Not the plain names of other sites: in contact exports those are the employer's pages, and a shared profile
    // would merge all its employees into one person.
    (
        Field::Profile,
        "profile profiles profilesurl socialprofiles github githuburl githubprofile websitevalue",
    ),
    (
        Field::BusinessEmail,
        "businessemail workemail workemailaddress businessemailaddress professionalemail \
         corporateemail companyemail",
    ),
    (
        Field::PersonalEmail,
        "personalemail personalemails personalemailaddress homeemail privateemail \
         recommendedpersonalemail",
    ),
    (
        Field::Email,
        "email emails emailaddress emailaddresses mail primaryemail primaryemailaddress \
         secondaryemail tertiaryemail otheremail additionalemail additionalemailaddresses \
         hsadditionalemails supplementalemail emailvalue emailsaddress emailsemail \
         emailsvalue correo courriel",
    ),
    (
        Field::EmailStatus,
        "emailstatus emailverificationstatus emailverification emailvalidity workemailstatus \
         verificationstatus",
    ),
    (
        Field::EmailValidatedAt,
        "emailvalidatedat primaryemaillastverifiedat emaillastverifiedat emailverifiedat \
         emaillastverified",
    ),
    (
        Field::Mobile,
        "mobile mobilephone mobilephonenumber mobilenumber cell cellphone cellnumber mobilephone1 \
         handy mobil personalmobile portable movil móvil",
    ),
    (
        Field::Phone,
        "phone phones phonenumber phonenumbers telephone workphone workdirectphone directphone \
         directdial directphonenumber homephone otherphone businessphone phonesnumber \
         phonenumbersnumber phonevalue telefon telefonnummer tel telefono teléfono",
    ),
    (Field::Skills, "skills skill keyskills topskills skillsname"),
    (Field::Languages, "languages language languagesname sprachen"),
    (Field::Certifications, "certifications certification certificates licenses certificationsname"),
    (Field::School, "school university college education schoolname almamater education0school"),
    (Field::Degree, "degree degreename qualification"),
    (Field::FieldOfStudy, "fieldofstudy major studyfield"),
    (Field::SchoolStartedAt, "schoolstartedat"),
    (Field::SchoolEndedAt, "schoolendedat"),
    (Field::ExperienceCompany, "experiencecompany experiencecompanyname pastexperiencecompanyname"),
    (Field::ExperienceDomain, "experiencedomain experiencecompanywebsite experiencecompanydomain"),
    (Field::ExperienceTitle, "experiencetitle experiencetitlename pastexperiencecompanytitle"),
    (Field::ExperienceStartedAt, "experiencestartedat experiencestartdate"),
    (Field::ExperienceEndedAt, "experienceendedat experienceenddate"),
];

const COMPANIES: &[(Field, &str)] = &[
    (
        Field::Id,
        "id recordid companyid accountid apolloaccountid organizationid permalink externalid uuid \
         uniqueid pdlid rowid recid companypermalink recordnumber recordno hsobjectid",
    ),
    (
        Field::ObservedAt,
        "observedat lastupdated lastupdatedat updatedat lastmodified lastmodifieddate modifiedat \
         updatedon",
    ),
    (
        Field::Name,
        "name company companyname accountname organization organisation organizationname businessname \
         displayname firma unternehmen entreprise empresa jobcompanyname security issuer namestypesrordisplay",
    ),
    (Field::LegalName, "legalname registeredname companylegalname legalentityname entityname"),
    (Field::Lei, "lei"),
    (Field::Cik, "cik"),
    (Field::CompaniesHouse, "companieshousenumber"),
    (Field::OrganisationNumber, "organisationnumber"),
    (Field::DotNumber, "dotnumber usdotnumber usdot"),
    (Field::Npi, "npi"),
    (Field::Ein, "ein"),
    (Field::Uei, "uei"),
    (Field::Siren, "siren"),
    (Field::Cnpj, "cnpj"),
    (Field::TradeName, "tradename tradingname dbaname doingbusinessas aliases alias othernames"),
    (Field::Status, "status companystatus operatingstatus statuscode"),
    (Field::DissolvedAt, "dissolvedat dissolutiondate closedat"),
    (Field::Identifier, "identifier identifiers"),
    (
        Field::Street,
        "street streetaddress address1 addressline1 headquartersstreet companyaddress companystreet",
    ),
    (Field::Postcode, "postcode postalcode zip zipcode companypostalcode headquarterspostcode plz"),
    (Field::FormerName, "formername formernames previousname previousnames alternativenames oldname"),
    (
        Field::Domain,
        "domain domains companydomain companydomainname primarydomain websitedomain accountdomain \
         domainname additionaldomains",
    ),
    (
        Field::Website,
        "website websiteurl websites url homepage homepageurl companywebsite companyurl webseite \
         siteweb web linkstypewebsite",
    ),
    (
        Field::NetworkUrl,
        "networkurl linkedin linkedinurl companylinkedinurl companylinkedin linkedinpage \
         linkedincompanypage companylinkedinpage organizationlinkedinurl linkedincompanyurl \
         linkedincompanyprofileurl",
    ),
    (
        Field::Description,
        "description about aboutus shortdescription summary overview companydescription \
         seodescription",
    ),
    (
        Field::Industry,
        "industry industries sector category categorycode primaryindustry companyindustry branche \
         gicssector gicssubindustry",
    ),
    (Field::Tags, "tags keywords specialties specialities categories categorylist categorygroups"),
    (
        Field::EmployeeCount,
        "employeecount employees numberofemployees numemployees noofemployees size companysize \
         headcount staffcount employeerange estimatednumemployees employeesize companyemployeecount \
         mitarbeiter mitarbeiterzahl effectif empleados",
    ),
    (
        Field::Revenue,
        "revenue annualrevenue revenuerange companyrevenue estimatedrevenue estimatedrevenuerange umsatz \
         inferredrevenue",
    ),
    (Field::RevenueMin, "revenuemin minrevenue"),
    (Field::RevenueMax, "revenuemax maxrevenue"),
    (Field::Currency, "currency currencycode currencyisocode revenuecurrency annualrevenuecurrency"),
    (
        Field::FoundedYear,
        "foundedyear founded yearfounded foundedat foundedon foundeddate foundingyear yearestablished \
         established yearstarted gegründet",
    ),
    (
        Field::City,
        "city companycity billingcity hqcity headquarterscity locationcity locationlocality locality \
         stadt ort ville ciudad locationsgeonamesdetailsname",
    ),
    (
        Field::Region,
        "state statecode stateregion province billingstate billingstateprovince companystate hqstate \
         stateprovince region locationregion bundesland",
    ),
    (
        Field::Country,
        "country countrycode countryregion billingcountry companycountry hqcountry locationcountry \
         land pays pais país",
    ),
    (
        Field::Location,
        "location headquarters headquarterslocation hq hqlocation locationname companylocation",
    ),
    (
        Field::Phone,
        "phone phonenumber companyphone corporatephone telephone mainphone telefon companyphonenumber \
         tel",
    ),
    // Only addresses of roles are kept, so that a column with a person's does no harm.
    (
        Field::Email,
        "email emails emailaddress emailaddresses companyemail generalemail publicemail infoemail mail epostadresse",
    ),
    (
        Field::Profile,
        "profile profiles twitter twitterurl facebook facebookurl instagram instagramurl youtube youtubeurl github \
         githuburl companytwitterurl companyfacebookurl socialprofiles socials sociallinks facebookpage tiktok tiktokurl",
    ),
    (Field::LogoUrl, "logourl logo companylogo companylogourl logoimage logoimageurl"),
    (Field::EmailProvider, "emailprovider mailprovider emailhost"),
    (
        Field::Technologies,
        "technologies technology techstack webtechnologies technologynames technologiesname",
    ),
    (
        Field::FundingRound,
        "fundinground latestfunding latestfundinground lastfundingtype fundingroundtype \
         latestfundingstage fundingstage lastround",
    ),
    (
        Field::FundingAmount,
        "fundingamount latestfundingamount lastfundingamount raisedamountusd raisedamount \
         amountraised",
    ),
    (
        Field::FundingDate,
        "fundingdate lastraisedat lastfundingdate lastfundingat fundedat latestfundingdate \
         announcedon",
    ),
    (Field::Investors, "investors topinvestors top5investors investornames"),
];

/// The field that a column most likely means.
pub(in crate::file) fn guess(subject: RowKind, column: &str) -> Option<Field> {
    let key = header_key(&without_indices(column));
    // Duplicate headers and numbered columns (`Email 2`, `phone_1`) mean the same field.
    let unnumbered = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let prefixes = match subject {
        RowKind::People => PEOPLE_PREFIXES,
        RowKind::Companies => COMPANY_PREFIXES,
    };
    // `Company Category` is a legal form at least as often as an industry.
    let unprefixed = prefixes
        .iter()
        .filter_map(|prefix| unnumbered.strip_prefix(prefix))
        .filter(|rest| !matches!(*rest, "category" | "categorycode"));
    let plain = [key.as_str(), unnumbered].into_iter().chain(unprefixed);
    plain.clone().find_map(|key| look_up(subject, key)).or_else(|| {
        // Address books put the number in the middle: `E-mail 2 - Value`.
        let letters: String = key.chars().filter(|c| !c.is_ascii_digit()).collect();
        look_up(subject, &letters)
    })
}

/// Whether a column's name refers to the company, in files that also contain people.
pub(in crate::file) fn names_the_company(column: &str) -> bool {
    const PLACE_PREFIXES: &[&str] = &["billing", "hq", "headquarters", "corporate"];
    let key = header_key(column);
    COMPANY_PREFIXES.iter().chain(PLACE_PREFIXES).any(|prefix| key.starts_with(prefix))
}

fn look_up(subject: RowKind, key: &str) -> Option<Field> {
    let table = match subject {
        RowKind::People => PEOPLE,
        RowKind::Companies => COMPANIES,
    };
    table.iter().find(|(_, words)| words.split(' ').any(|word| word == key)).map(|(field, _)| *field)
}

/// Removes list indices: `emails[0].address` means the same as `emails.address`.
fn without_indices(column: &str) -> String {
    let mut inside = false;
    column
        .chars()
        .filter(|c| {
            inside = inside && *c != ']' || *c == '[';
            !inside && *c != ']'
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_synonym_is_normalised_and_belongs_to_one_field_of_its_subject() {
        for (subject, table) in [(RowKind::People, PEOPLE), (RowKind::Companies, COMPANIES)] {
            let mut seen = std::collections::BTreeMap::new();
            for (field, words) in table {
                assert!(field.is_of(subject), "{field:?}");
                for word in words.split(' ') {
                    assert_eq!(header_key(word), word);
                    assert_eq!(seen.insert(word, field), None, "{word}");
                }
            }
            for field in Field::of(subject) {
                assert_eq!(guess(subject, field.name()), Some(field));
            }
        }
    }

    #[test]
    fn headers_of_well_known_exports_are_recognised() {
        let people = |header| guess(RowKind::People, header).map(Field::name);
        assert_eq!(people("Person Linkedin Url"), Some("networkUrl"));
        assert_eq!(people("job_company_website"), Some("companyDomain"));
        assert_eq!(people("E-Mail Address"), Some("email"));
        assert_eq!(people("Email (2)"), Some("email"));
        assert_eq!(people("emails[1].address"), Some("email"));
        assert_eq!(people("Contact First Name"), Some("firstName"));
        assert_eq!(people("PRIMARY_NAME_LAST"), Some("lastName"));
        assert_eq!(people("E-mail 2 - Value"), Some("email"));
        assert_eq!(people("Address 1 - Postal Code"), Some("postcode"));
        assert_eq!(people("Mailing Zip/Postal Code"), Some("postcode"));
        assert_eq!(people("# Employees"), None);
        assert_eq!(people("Corporate Phone"), None);
        let companies = |header| guess(RowKind::Companies, header).map(Field::name);
        assert_eq!(companies("# Employees"), Some("employeeCount"));
        assert_eq!(companies("Account: Name"), Some("name"));
        assert_eq!(companies("Email"), Some("email"));
        assert_eq!(companies("Company Category"), None);
        assert_eq!(companies("founded_year"), Some("foundedYear"));
    }
}
