//! The fields of an index document.

/// Declares an enum of fields with their names in the index.
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
    /// Term fields, by which documents are found. Each holds a set of terms.
    Term {
        Title = "title", Seniority = "seniority", Department = "department", Skill = "skill",
        Industry = "industry", Country = "country", Region = "region", City = "city",
        Language = "language", Certification = "certification", School = "school",
        /// Domains of a company, or of a person's current employer.
        Domain = "domain",
        /// Id of the record of a person's current employer.
        Employer = "employer",
        /// Names of a person's current employer, and of earlier ones, by any consecutive words.
        EmployerName = "employer_name", PastEmployerName = "past_employer_name",
        /// Country of the headquarters of a person's current employer.
        EmployerCountry = "employer_country",
        /// Titles held before, read like titles.
        PastTitle = "past_title",
        /// Status of a person's best business email.
        EmailStatus = "email_status",
        PastDomain = "past_domain", Technology = "technology", SizeBand = "size_band",
        FundingStage = "funding_stage", Hiring = "hiring", Tag = "tag",
        /// `email` and `phone`, where known.
        Contact = "contact",
        Name = "name",
        /// Words of the title and of the employer's name.
        Subject = "subject",
        /// Words of all other text fields.
        Text = "text",
        /// Coordinates of the location.
        Place = "place",
    }
}

fields! {
    /// Number fields, for ranges and sort orders. Amounts of money are in millionths of a dollar at the reference rates.
    Number {
        /// Employees, and the upper end where they are known as a band.
        EmployeeCount = "employee_count", EmployeesMost = "employees_most", RevenueLow = "revenue_low", RevenueHigh = "revenue_high",
        FoundedYear = "founded_year", FundingTotal = "funding_total", FundedDay = "funded_day",
        Openings = "openings",
        /// Openings per department, encoded by [`openings_in`].
        OpeningsIn = "openings_in",
        FirstJobDay = "first_job_day",
        /// Start of the current role.
        RoleDay = "role_day",
        /// Growth of the headcount over a year, in percent.
        HeadcountGrowth = "headcount_growth",
        JoinedDay = "joined_day", UpdatedAt = "updated_at",
        /// When the record was first known, in microseconds.
        FirstSeenAt = "first_seen_at",
        /// Number of known facts and date of the last update, see [`crate::document`].
        Relevance = "relevance",
    }
}

fields! {
    /// Label fields: values in their original spelling, for facets and reasons.
    Label {
        Title = "title_label", Seniority = "seniority_label", Department = "department_label",
        Skill = "skill_label", Industry = "industry_label", Country = "country_label",
        Region = "region_label", City = "city_label", Language = "language_label",
        Certification = "certification_label", School = "school_label", Domain = "domain_label",
        EmployerName = "employer_name_label", EmployerCountry = "employer_country_label",
        EmailStatus = "email_status_label", PastTitle = "past_title_label",
        PastDomain = "past_domain_label", Technology = "technology_label", SizeBand = "size_band_label",
        FundingStage = "funding_stage_label", Hiring = "hiring_label", Tag = "tag_label",
        /// The longer words of a description.
        Keyword = "keyword_label",
        /// Departments of earlier positions.
        Path = "path_label",
    }
}

/// Larger than the number of openings in any department.
const OPENINGS_SPAN: i64 = 1 << 20;

/// Encodes a department and its number of openings in one integer, so that a range query can select a department and a
/// minimum count.
pub(crate) fn openings_in(department: records::Department, count: u32) -> i64 {
    department as i64 * OPENINGS_SPAN + i64::from(count).min(OPENINGS_SPAN - 1)
}
