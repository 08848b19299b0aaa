//! Questions of calls as they may be kept: none about a person on the suppression list.

use records::{domain::registrable_domain, identifier::Identity, name::Name, query::PersonQuery};
use serde_json::{Map, Value};

use super::suppression::SuppressionGate;
use crate::sql::{Result, Sql};

/// Members that state an employer by domain, and by name.
const DOMAINS: [&str; 3] = ["company_domain", "companyDomain", "domain"];
const COMPANIES: [&str; 2] = ["company_name", "companyName"];

impl SuppressionGate {
    /// A question without texts that name a suppressed person by address, number or profile; none when it names one by a
    /// name and an employer.
    pub(crate) fn question(&self, sql: &mut dyn Sql, asked: &str) -> Result<Option<String>> {
        if self.is_empty() {
            return Ok(Some(asked.to_owned()));
        }
        let kept = self.json(sql, asked)?;
        let document = serde_json::from_str::<Value>(&kept).unwrap_or_default();
        Ok(if self.names_one(sql, &document)? { None } else { Some(kept) })
    }

    fn names_one(&self, sql: &mut dyn Sql, value: &Value) -> Result<bool> {
        match value {
            Value::Array(items) => self.any_names_one(sql, items.iter()),
            Value::Object(members) => {
                let names = Identity::of_question(&query(members)).names;
                Ok(self.contains_any(sql, &names)? || self.any_names_one(sql, members.values())?)
            }
            _ => Ok(false),
        }
    }

    fn any_names_one<'v>(&self, sql: &mut dyn Sql, values: impl Iterator<Item = &'v Value>) -> Result<bool> {
        for value in values {
            if self.names_one(sql, value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The name and the employer that an object states.
fn query(members: &Map<String, Value>) -> PersonQuery {
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let in_parts = || Some(format!("{} {}", text("firstName")?, text("lastName")?));
    let name = text("fullName").map(str::to_owned).or_else(in_parts);
    PersonQuery {
        name: name.and_then(|name| Name::parse(&name)),
        company_domain: DOMAINS.iter().find_map(|name| registrable_domain(text(name)?).ok()),
        company_name: COMPANIES.iter().find_map(|name| text(name).map(str::to_owned)),
        ..PersonQuery::default()
    }
}
