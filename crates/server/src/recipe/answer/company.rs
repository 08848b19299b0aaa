//! Request of the endpoint that resolves a company.

use records::{
    domain::registrable_domain, place::country_code, profile_url::company_page, query::CompanyQuery,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    call::request::{fault_code::FaultCode, validate::Faults},
    recipe::person_input::IdentifierInput,
};

/// Identifiers of the company.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CompaniesRequest {
    /// Id of the company, `com_…`, alone. The id of a record that was joined into another means the other.
    #[schemars(length(min = 1, max = 64), extend("format" = "company-id"))]
    pub company_id: Option<String>,
    /// Domain or website of the company.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
    /// URL of the company's professional-network page.
    #[serde(rename = "networkUrl")]
    #[schemars(length(min = 1, max = 500), extend("format" = "company-page"))]
    pub network_url: Option<String>,
    /// Name of the company.
    #[schemars(length(min = 1, max = 200))]
    pub name: Option<String>,
    /// Identifier of the company in a register.
    pub identifier: Option<IdentifierInput>,
    /// Country of its headquarters, as a code or name; distinguishes companies with the same name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Minimum confidence of a match, 0 to 1; a weaker match is not returned.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_confidence: Option<f64>,
    /// Explain the match and give the source of each value.
    pub explain: Option<bool>,
}

impl CompaniesRequest {
    /// Adds the faults that the schema cannot express.
    pub fn check(&self, faults: &mut Faults) {
        let beside = [
            ("domain", self.domain.is_some()),
            ("networkUrl", self.network_url.is_some()),
            ("name", self.name.is_some()),
            ("identifier", self.identifier.is_some()),
            ("country", self.country.is_some()),
        ];
        for (field, _) in beside.into_iter().filter(|(_, given)| self.company_id.is_some() && *given) {
            let message = "company_id says which company is meant; send it alone.";
            faults.add(format!("/{field}"), FaultCode::Contradiction, message);
        }
        let is_identified = self.company_id.is_some()
            || self.domain.is_some()
            || self.network_url.is_some()
            || self.name.is_some()
            || self.identifier.is_some();
        if !is_identified {
            faults.add(
                "",
                FaultCode::MissingIdentifier,
                "Send domain, networkUrl, identifier, name or company_id.",
            );
        }
        if let Some(identifier) = &self.identifier {
            identifier.check("identifier", faults);
        }
        if let Some(country) = self.country.as_deref().filter(|country| country_code(country).is_none()) {
            let message =
                format!("\"{country}\" is no country. Send an ISO 3166 code such as DE, or its name.");
            faults.add("/country", FaultCode::InvalidValue, message);
        }
    }

    /// The query with normalised identifiers. The schema has validated every field, so none is dropped here.
    pub fn query(&self) -> CompanyQuery {
        CompanyQuery {
            id: self.company_id.as_deref().map(|id| id.trim().to_owned()),
            domain: self.domain.as_deref().and_then(|text| registrable_domain(text).ok()),
            network_url: self.network_url.as_deref().and_then(|text| company_page(text).ok()),
            name: self.name.clone(),
            country: self.country.as_deref().and_then(country_code).map(str::to_owned),
            identifier: self.identifier.as_ref().and_then(|identifier| identifier.normal().ok()),
        }
    }
}
