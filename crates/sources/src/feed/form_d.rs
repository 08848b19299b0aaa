//! Form D: a company reports to the SEC that it sold securities without registering them.

use records::{
    CompanyFacts, ExternalId, FundingRound, Location, Money, PartialDate, phone::PhoneNumber,
    place::country_code, written_case,
};

use crate::xml::{XmlToken, tokens};

const PATH_LIMIT: usize = 32;

/// Issuers that collect money to invest it; what they raise is not a company's funding round.
const FUNDS: [&str; 4] = ["Pooled Investment Fund", "REITS and Finance", "Investing", "Commercial"];

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct FormD {
    pub(crate) cik: String,
    name: String,
    former_names: Vec<String>,
    city: Option<String>,
    region: Option<String>,
    country: Option<String>,
    phone: Option<String>,
    industry: Option<String>,
    year: Option<i16>,
    amount_sold: Option<i64>,
    first_sale: Option<PartialDate>,
    is_combination: bool,
}

impl FormD {
    /// Parses a filing; `None` if the text is not a Form D.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut form = Self::default();
        let mut path: Vec<String> = Vec::new();
        for token in tokens(text) {
            match token {
                XmlToken::Start(tag) if !tag.is_empty && path.len() < PATH_LIMIT => {
                    path.push(tag.tag.name().0.to_owned())
                }
                XmlToken::Start(_) => {}
                XmlToken::End(tag) => {
                    if let Some(place) = path.iter().rposition(|open| *open == tag.name().0) {
                        path.truncate(place);
                    }
                }
                XmlToken::Text(text) => form.set_field(&path.join("/"), text.trim()),
            }
        }
        (!form.cik.is_empty() && !form.name.is_empty()).then_some(form)
    }

    fn set_field(&mut self, path: &str, text: &str) {
        let Some(path) = path.strip_prefix("edgarSubmission/").filter(|_| !text.is_empty()) else { return };
        let owned = || Some(text.to_owned());
        match path {
            "primaryIssuer/cik" => self.cik = text.to_owned(),
            "primaryIssuer/entityName" => self.name = text.to_owned(),
            "primaryIssuer/issuerPreviousNameList/previousName" if !text.eq_ignore_ascii_case("none") => {
                self.former_names.push(text.to_owned());
            }
            "primaryIssuer/issuerAddress/city" => self.city = owned(),
            "primaryIssuer/issuerAddress/stateOrCountry" => self.country = owned(),
            "primaryIssuer/issuerAddress/stateOrCountryDescription" => self.region = owned(),
            "primaryIssuer/issuerPhoneNumber" => self.phone = owned(),
            "primaryIssuer/yearOfInc/value" => self.year = text.parse().ok(),
            "offeringData/industryGroup/industryGroupType" => self.industry = owned(),
            "offeringData/offeringSalesAmounts/totalAmountSold" => self.amount_sold = text.parse().ok(),
            "offeringData/typeOfFiling/dateOfFirstSale/value" => self.first_sale = text.parse().ok(),
            "offeringData/businessCombinationTransaction/isBusinessCombinationTransaction" => {
                self.is_combination = text == "true";
            }
            _ => {}
        }
    }

    /// The company and its funding round; `None` if no money was raised, or not for a company.
    pub(crate) fn facts(&self, filed: PartialDate) -> Option<CompanyFacts> {
        let is_fund = self.industry.as_deref().is_some_and(|industry| FUNDS.contains(&industry));
        let amount = self.amount_sold.filter(|amount| *amount > 0)?;
        if is_fund || self.is_combination {
            return None;
        }
        let location = self.location();
        let country = location.country.clone();
        let phone = self.phone.as_deref().and_then(|text| PhoneNumber::parse(text, country.as_deref()).ok());
        Some(CompanyFacts {
            identifiers: ExternalId::new("US-SEC", &self.cik).into_iter().collect(),
            name: Some(written_case::company(&self.name)),
            legal_name: Some(written_case::company(&self.name)),
            former_names: self.former_names.iter().map(|name| written_case::company(name)).collect(),
            industries: self
                .industry
                .iter()
                .filter(|industry| !industry.starts_with("Other"))
                .cloned()
                .collect(),
            founded_year: self.year,
            locations: vec![location],
            phone: phone.map(|phone| phone.e164().to_owned()),
            funding_rounds: vec![FundingRound {
                // A filing does not name the round.
                round: "unknown".into(),
                amount: Some(Money { amount, currency: "USD".into() }),
                announced_at: Some(self.first_sale.unwrap_or(filed)),
                investors: Vec::new(),
            }],
            ..CompanyFacts::default()
        })
    }

    /// Reference of the claim. An amendment has the same one, so that it replaces the filing it amends.
    pub(crate) fn reference(&self, filed: PartialDate) -> String {
        format!("form-d:{}:{}", self.cik.trim_start_matches('0'), self.first_sale.unwrap_or(filed))
    }

    /// Issuers in the USA have the state's code, others the country's.
    fn location(&self) -> Location {
        let code = self.country.as_deref().unwrap_or_default();
        let description = self.region.as_deref().unwrap_or_default();
        let is_state = code.len() == 2 && code.chars().all(|c| c.is_ascii_uppercase());
        let city = self.city.as_deref().map(written_case::place);
        match is_state {
            true => {
                Location { city, region: Some(written_case::place(description)), country: Some("US".into()) }
            }
            false => {
                let country = country_code(description).map(str::to_owned);
                Location { city, region: None, country }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filing(industry: &str, sold: &str, combination: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?><edgarSubmission><submissionType>D</submissionType><primaryIssuer>\
             <cik>0001234567</cik><entityName>HARBOR SYSTEMS, INC.</entityName><issuerAddress><city>AUSTIN</city>\
             <stateOrCountry>TX</stateOrCountry><stateOrCountryDescription>TEXAS</stateOrCountryDescription>\
             </issuerAddress><issuerPhoneNumber>512-555-0100</issuerPhoneNumber><issuerPreviousNameList>\
             <previousName>Harbor Labs LLC</previousName></issuerPreviousNameList><yearOfInc>\
             <withinFiveYears>true</withinFiveYears><value>2023</value></yearOfInc></primaryIssuer><offeringData>\
             <industryGroup><industryGroupType>{industry}</industryGroupType></industryGroup><typeOfFiling>\
             <dateOfFirstSale><value>2026-10-02</value></dateOfFirstSale></typeOfFiling>\
             <businessCombinationTransaction><isBusinessCombinationTransaction>{combination}\
             </isBusinessCombinationTransaction></businessCombinationTransaction><offeringSalesAmounts>\
             <totalOfferingAmount>9000000</totalOfferingAmount><totalAmountSold>{sold}</totalAmountSold>\
             </offeringSalesAmounts></offeringData></edgarSubmission>"
        )
    }

    fn filed() -> PartialDate {
        "2026-10-15".parse().unwrap()
    }

    #[test]
    fn a_filing_yields_the_company_and_its_funding_round() {
        let form = FormD::parse(&filing("Other Technology", "5000000", "false")).unwrap();
        let facts = form.facts(filed()).unwrap();
        assert_eq!(facts.name.as_deref(), Some("Harbor Systems, Inc."));
        assert_eq!(facts.former_names, ["Harbor Labs LLC"]);
        assert_eq!(facts.locations[0].region.as_deref(), Some("Texas"));
        assert_eq!(facts.founded_year, Some(2023));
        let round = &facts.funding_rounds[0];
        assert_eq!(round.amount.as_ref().unwrap().amount, 5_000_000);
        assert_eq!(round.announced_at.unwrap().to_string(), "2026-10-02");
        assert_eq!(form.reference(filed()), "form-d:1234567:2026-10-02");
    }

    #[test]
    fn funds_mergers_and_unsold_offerings_yield_nothing() {
        for (industry, sold, combination) in [
            ("Pooled Investment Fund", "5000000", "false"),
            ("Other Technology", "0", "false"),
            ("Other Technology", "Indefinite", "false"),
            ("Other Technology", "5000000", "true"),
        ] {
            let form = FormD::parse(&filing(industry, sold, combination)).unwrap();
            assert_eq!(form.facts(filed()), None, "{industry} {sold} {combination}");
        }
        assert_eq!(FormD::parse("<html>not found</html>"), None);
    }
}
