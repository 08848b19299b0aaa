//! Names, titles, places and products that the world is made of.

pub(crate) mod ascii;
pub(crate) mod company_name;
pub(crate) mod departments;
pub(crate) mod geography;
pub(crate) mod industries;
pub(crate) mod locale;
pub(crate) mod names;
pub(crate) mod phones;
pub(crate) mod technologies;
pub(crate) mod titles;
