//! The fields of a document, each declared once.

/// Declares an enum of fields with the name each has in the index.
macro_rules! fields {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
    };
}

fields! {
    /// What a document is found by: a set of terms each.
    Term {
        Title = "title", Seniority = "seniority", Department = "department", Skill = "skill",
        Industry = "industry", Country = "country", Region = "region", City = "city",
        Language = "language", Certification = "certification", School = "school",
        /// Domains of a company, or of a person's current employer.
        Domain = "domain",
        PastDomain = "past_domain", Technology = "technology", SizeBand = "size_band",
        FundingStage = "funding_stage", Hiring = "hiring", Tag = "tag",
        /// `email` and `phone`, where known.
        Contact = "contact",
        Name = "name",
        /// The words that say what a record is besides its name: its title and employer.
        Subject = "subject",
        /// The other words of a record.
        Text = "text",
        /// Where it lies on the earth.
        Place = "place",
        RevenueCurrency = "revenue_currency", FundingCurrency = "funding_currency",
    }
}

fields! {
    /// What a document is measured by.
    Number {
        EmployeeCount = "employee_count", RevenueLow = "revenue_low", RevenueHigh = "revenue_high",
        FoundedYear = "founded_year", FundingTotal = "funding_total", FundedDay = "funded_day",
        Openings = "openings",
        /// Openings of each department, see [`openings_in`].
        OpeningsIn = "openings_in",
        FirstJobDay = "first_job_day", JoinedDay = "joined_day", UpdatedAt = "updated_at",
        /// How much is known of the record, and since when: see [`crate::document`].
        Relevance = "relevance",
    }
}

fields! {
    /// What a document shows: values as they are written, for facets and reasons.
    Label {
        Title = "title_label", Seniority = "seniority_label", Department = "department_label",
        Skill = "skill_label", Industry = "industry_label", Country = "country_label",
        Region = "region_label", City = "city_label", Language = "language_label",
        Certification = "certification_label", School = "school_label", Domain = "domain_label",
        PastDomain = "past_domain_label", Technology = "technology_label", SizeBand = "size_band_label",
        FundingStage = "funding_stage_label", Hiring = "hiring_label", Tag = "tag_label",
        /// The telling words of a description.
        Keyword = "keyword_label",
        /// Departments of earlier positions.
        Path = "path_label",
    }
}

/// More openings than any company has in one department.
const OPENINGS_SPAN: i64 = 1 << 20;

/// The number that says how many positions are open in a department: departments lie side by side, far apart.
pub(crate) fn openings_in(department: records::Department, count: u32) -> i64 {
    department as i64 * OPENINGS_SPAN + i64::from(count).min(OPENINGS_SPAN - 1)
}
