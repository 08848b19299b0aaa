//! What a title says: seniority and departments.

use crate::{Department, Seniority};

/// Seniority and departments of a title.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TitleReading {
    /// Seniority; none if the title is not understood.
    pub seniority: Option<Seniority>,
    /// Departments, strongest first.
    pub departments: Vec<Department>,
}
