//! The closed word lists of the product: seniority, department and company size.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares an enum whose variants have one wire word each, so that the word exists in one place.
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
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The value of exactly this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

vocabulary! {
    /// How high a position stands; the highest first.
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
    /// What part of a company a position belongs to.
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
    /// A band of employee counts.
    #[allow(missing_docs)]
    SizeBand {
        To10 = "1-10", To50 = "11-50", To200 = "51-200", To500 = "201-500", To1000 = "501-1000",
        To5000 = "1001-5000", To10000 = "5001-10000", Over10000 = "10001+",
    }
}

impl SizeBand {
    /// The band an employee count falls into; none for a count of zero.
    pub fn of(employees: u32) -> Option<Self> {
        Some(match employees {
            0 => return None,
            1..=10 => Self::To10,
            11..=50 => Self::To50,
            51..=200 => Self::To200,
            201..=500 => Self::To500,
            501..=1000 => Self::To1000,
            1001..=5000 => Self::To5000,
            5001..=10000 => Self::To10000,
            _ => Self::Over10000,
        })
    }
}
