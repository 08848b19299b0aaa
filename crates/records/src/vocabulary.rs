//! The vocabularies of the product: closed ones (seniority, department, company size and status) as types, and tables of
//! the names that sources use for industries, technologies and funding stages, and of currencies.

pub mod currency;
pub mod fold;
pub mod funding_stage;
pub mod industry;
mod name_table;
pub mod technology;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A word that its vocabulary does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a word of this vocabulary")]
pub struct UnknownWord;

/// Declares an enum with one wire word per variant, so that each word is defined once.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word used in requests and answers.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::str::FromStr for $name {
            type Err = UnknownWord;

            /// The value with exactly this word.
            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word).ok_or(UnknownWord)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

vocabulary! {
    /// Seniority of a position, highest first.
    #[allow(missing_docs)]
    Seniority {
        Owner = "owner", Founder = "founder", CSuite = "c_suite", Partner = "partner", Vp = "vp",
        Head = "head", Director = "director", Manager = "manager", Senior = "senior",
        /// An individual contributor without a modifier.
        Professional = "professional",
        Entry = "entry", Intern = "intern",
    }
}

vocabulary! {
    /// Department of a position.
    #[allow(missing_docs)]
    Department {
        Executive = "executive", Engineering = "engineering", It = "it", Security = "security",
        Product = "product", Design = "design", Data = "data", Marketing = "marketing", Sales = "sales",
        BusinessDevelopment = "business_development", CustomerSuccess = "customer_success",
        Support = "support", Operations = "operations", ProjectManagement = "project_management",
        Procurement = "procurement", Administration = "administration", Finance = "finance", Hr = "hr",
        Legal = "legal", Education = "education", Health = "health", Research = "research",
        Consulting = "consulting", Other = "other",
    }
}

vocabulary! {
    /// Whether a company is in business.
    CompanyStatus {
        /// In business.
        Active = "active",
        /// Registered, without business.
        Inactive = "inactive",
        /// Bought by another company.
        Acquired = "acquired",
        /// Closed.
        Dissolved = "dissolved",
    }
}

vocabulary! {
    /// A band of employee counts.
    #[allow(missing_docs)]
    SizeBand {
        To10 = "1-10", To50 = "11-50", To200 = "51-200", To500 = "201-500", To1000 = "501-1000",
        To5000 = "1001-5000", To10000 = "5001-10000", Over10000 = "10001+",
    }
}

impl SizeBand {
    /// The band of an employee count; none for a count of zero.
    pub fn of(employees: u32) -> Option<Self> {
        let holds = |band: &Self| {
            let (first, last) = band.ends();
            employees >= first && last.is_none_or(|last| employees <= last)
        };
        Self::ALL.iter().copied().find(holds)
    }

    /// The fewest and the most employees of the band; no most for the last one.
    pub const fn ends(self) -> (u32, Option<u32>) {
        match self {
            Self::To10 => (1, Some(10)),
            Self::To50 => (11, Some(50)),
            Self::To200 => (51, Some(200)),
            Self::To500 => (201, Some(500)),
            Self::To1000 => (501, Some(1000)),
            Self::To5000 => (1001, Some(5000)),
            Self::To10000 => (5001, Some(10_000)),
            Self::Over10000 => (10_001, None),
        }
    }
}

/// Normalises a word of users or other services to the spelling of the alias tables.
fn alias_key(word: &str) -> String {
    word.trim().to_ascii_lowercase().replace([' ', '-', '/'], "_").replace('&', "and")
}

impl Seniority {
    /// The value of a word of this product, of People Data Labs, Apollo or Hunter, or of common usage.
    pub fn from_alias(word: &str) -> Option<Self> {
        let key = alias_key(word);
        if let Ok(own) = key.parse() {
            return Some(own);
        }
        Some(match key.as_str() {
            "co_owner" | "proprietor" => Self::Owner,
            "co_founder" | "cofounder" => Self::Founder,
            "cxo" | "c_level" | "clevel" | "csuite" | "executive" | "chief" | "board" => Self::CSuite,
            "vice_president" | "vice_presidents" | "svp" | "evp" => Self::Vp,
            "head_of" | "department_head" => Self::Head,
            "directors" => Self::Director,
            "managers" | "management" | "supervisor" | "team_lead" => Self::Manager,
            "lead" | "principal" | "staff" | "sr" | "senior_level" => Self::Senior,
            "individual_contributor" | "ic" | "mid" | "mid_level" | "specialist" => Self::Professional,
            "junior" | "jr" | "entry_level" | "associate" => Self::Entry,
            "training" | "trainee" | "unpaid" | "internship" | "apprentice" | "volunteer" => Self::Intern,
            _ => return None,
        })
    }
}

impl Department {
    /// The value of a word of this product, of People Data Labs, Apollo or Hunter, or of common usage.
    pub fn from_alias(word: &str) -> Option<Self> {
        let key = alias_key(word);
        // Apollo uses the same names for departments and sub-departments and marks the departments with this prefix.
        let key = key.strip_prefix("master_").unwrap_or(&key);
        if let Ok(own) = key.parse() {
            return Some(own);
        }
        Some(match key {
            "c_suite" | "csuite" | "executives" | "management" | "leadership" | "founder" => Self::Executive,
            "engineering_technical" | "engineering_and_technical" | "software_engineering" | "software" => {
                Self::Engineering
            }
            "information_technology" | "ict" => Self::It,
            "information_security" | "cybersecurity" | "cyber_security" => Self::Security,
            "product_management" => Self::Product,
            "creative" | "arts_and_design" | "ux" => Self::Design,
            "analyst" | "analytics" | "data_science" | "business_intelligence" => Self::Data,
            "communication" | "communications" | "media_and_communication" | "growth" => Self::Marketing,
            "sales_engineering" | "revenue" => Self::Sales,
            "partnerships" | "biz_dev" | "bizdev" => Self::BusinessDevelopment,
            "customer_experience" | "client_success" | "account_management" => Self::CustomerSuccess,
            "customer_service" | "customer_support" => Self::Support,
            "fulfillment" | "manufacturing" | "logistics" | "supply_chain" | "quality_assurance"
            | "production" => Self::Operations,
            "project" | "program_management" | "program_and_project_management" => Self::ProjectManagement,
            "purchasing" | "sourcing" => Self::Procurement,
            "administrative" | "admin" | "office" => Self::Administration,
            "accounting" | "financial" => Self::Finance,
            "human_resources" | "people" | "recruiting" | "talent" => Self::Hr,
            "law" | "compliance" => Self::Legal,
            "teaching" | "academia" => Self::Education,
            "medical_health" | "medical_and_health" | "medical" | "healthcare" | "healthcare_services" => {
                Self::Health
            }
            "science" | "research_and_development" | "r_and_d" | "rnd" | "randd" => Self::Research,
            "advisory" | "professional_service" | "professional_services" => Self::Consulting,
            "hospitality" | "public_service" | "trade" | "unemployed" | "real_estate" => Self::Other,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_own_word_is_its_own_alias_in_any_case() {
        for &seniority in Seniority::ALL {
            assert_eq!(Seniority::from_alias(&seniority.as_str().to_uppercase()), Some(seniority));
        }
        for &department in Department::ALL {
            assert_eq!(Department::from_alias(&department.as_str().replace('_', " ")), Some(department));
        }
    }

    #[test]
    fn every_word_of_other_services_has_a_value() {
        let seniorities = "cxo director entry manager owner partner senior training unpaid vp founder c_suite head \
                           intern junior executive";
        for word in seniorities.split_whitespace() {
            assert!(Seniority::from_alias(word).is_some(), "{word}");
        }
        let departments = "advisory analyst creative education engineering finance fulfillment health hospitality \
                           human_resources legal manufacturing marketing operations partnerships product \
                           professional_service public_service research sales sales_engineering support trade \
                           unemployed c_suite product_management master_engineering_technical design master_finance \
                           master_human_resources master_information_technology master_legal master_marketing \
                           medical_health master_operations master_sales consulting it hr management communication";
        for word in departments.split_whitespace() {
            assert!(Department::from_alias(word).is_some(), "{word}");
        }
    }

    #[test]
    fn aliases_have_the_meaning_of_their_service() {
        assert_eq!(Seniority::from_alias("cxo"), Some(Seniority::CSuite));
        assert_eq!(Seniority::from_alias("C-Suite"), Some(Seniority::CSuite));
        assert_eq!(Seniority::from_alias("training"), Some(Seniority::Intern));
        assert_eq!(Department::from_alias("c_suite"), Some(Department::Executive));
        assert_eq!(Department::from_alias("master_engineering_technical"), Some(Department::Engineering));
        assert_eq!(Department::from_alias("Human Resources"), Some(Department::Hr));
        assert_eq!(Department::from_alias("R&D"), Some(Department::Research));
        assert_eq!(Seniority::from_alias("emperor"), None);
        assert_eq!(Department::from_alias(""), None);
    }
}
