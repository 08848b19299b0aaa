//! From a search's conditions to the filters of our searches.

use serde_json::{Map, Value};

use super::expression::{Expression, How, Test};
use crate::table::{RequestTable, params, text};

/// What a field of theirs is among our filters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// A list; its values match as a whole.
    List,
    /// A list; its values match by words.
    Words,
    /// A range of numbers.
    Range,
    /// Whether something is known.
    Flag,
    /// A text whose words all match.
    Text,
}

/// A field that can be searched by.
pub(super) struct Searchable {
    pub(super) theirs: &'static str,
    pub(super) ours: &'static str,
    pub(super) kind: Kind,
}

macro_rules! searchable {
    ($table:ident, $request:ident, $endpoint:literal, $($theirs:literal => $ours:literal $kind:ident;)+) => {
        pub(super) static $table: &[Searchable] =
            &[$(Searchable { theirs: $theirs, ours: $ours, kind: Kind::$kind },)+];
        /// The same as a table of parameters, which names fields in refusals.
        pub(super) static $request: RequestTable = RequestTable {
            endpoint: $endpoint,
            at: "filters",
            params: params! { $($theirs => $ours text;)+ },
            without_effect: &[],
        };
    };
}

searchable! { PEOPLE, PEOPLE_REQUEST, "search_people",
    "full_name" => "name" Text;
    "first_name" => "name" Text;
    "last_name" => "name" Text;
    "job_title" => "titles" Words;
    "job_title_levels" => "seniorities" List;
    "job_title_role" => "departments" List;
    "skills" => "skills" List;
    "industry" => "industries" List;
    "job_company_industry" => "industries" List;
    "location_country" => "countries" List;
    "location_region" => "regions" List;
    "location_locality" => "cities" List;
    "languages.name" => "languages" List;
    "certifications.name" => "certifications" Words;
    "education.school.name" => "schools" Words;
    "job_company_id" => "company_ids" List;
    "job_company_name" => "company_names" Words;
    "job_company_website" => "company_domains" List;
    "job_company_location_country" => "company_countries" List;
    "job_company_size" => "company_size_bands" List;
    "job_company_employee_count" => "employee_count" Range;
    "job_company_founded" => "company_founded_year" Range;
    "inferred_years_experience" => "years_experience" Range;
    "work_email" => "has_email" Flag;
    "emails" => "has_email" Flag;
    "mobile_phone" => "has_phone" Flag;
    "phone_numbers" => "has_phone" Flag;
}

searchable! { COMPANIES, COMPANIES_REQUEST, "search_companies",
    "name" => "name" Text;
    "display_name" => "name" Text;
    "website" => "domains" List;
    "industry" => "industries" List;
    "tags" => "tags" List;
    "size" => "size_bands" List;
    "employee_count" => "employee_count" Range;
    "founded" => "founded_year" Range;
    "location.country" => "countries" List;
    "location.region" => "regions" List;
    "location.locality" => "cities" List;
    "latest_funding_stage" => "funding_stages" List;
    "total_funding_raised" => "funding_amount" Range;
}

/// The filters that mean the same as the conditions, or what cannot be expressed.
pub(super) fn filters(
    expression: &Expression,
    fields: &'static [Searchable],
) -> Result<Map<String, Value>, String> {
    let mut builder = Builder { filters: Map::new(), fields };
    builder.add(expression, false)?;
    Ok(builder.filters)
}

struct Builder {
    filters: Map<String, Value>,
    fields: &'static [Searchable],
}

impl Builder {
    fn add(&mut self, expression: &Expression, negated: bool) -> Result<(), String> {
        match expression {
            Expression::Not(inner) => self.add(inner, !negated),
            Expression::Test(test) => self.test(test, negated),
            // None of several holds when each does not, and all when each does.
            Expression::All(inner) if !negated || inner.len() == 1 => self.each(inner, negated),
            Expression::Any(inner) if negated || inner.len() == 1 => self.each(inner, negated),
            Expression::Any(inner) => self.any(inner),
            Expression::All(_) => Err(format!(
                "NOT of several conditions joined by AND cannot be expressed here ({}).",
                expression.fields().join(", ")
            )),
        }
    }

    fn each(&mut self, inner: &[Expression], negated: bool) -> Result<(), String> {
        inner.iter().try_for_each(|expression| self.add(expression, negated))
    }

    /// Alternatives: values of one list.
    fn any(&mut self, inner: &[Expression]) -> Result<(), String> {
        let mut list: Option<(&'static str, Vec<Value>)> = None;
        let refused = || {
            let fields: Vec<&str> = inner.iter().flat_map(Expression::fields).collect();
            format!("OR joins values of one field only; here it joins {}.", fields.join(", "))
        };
        let mut left: Vec<&Expression> = inner.iter().rev().collect();
        while let Some(alternative) = left.pop() {
            match alternative {
                Expression::Any(inner) => left.extend(inner.iter().rev()),
                Expression::All(inner) if inner.len() == 1 => left.extend(inner),
                Expression::Test(test) => {
                    let field = self.field(&test.field)?;
                    let values = match (&test.how, field.kind) {
                        (How::OneOf(values), Kind::List | Kind::Words) => values.clone(),
                        (How::Contains(words), Kind::List | Kind::Words) => vec![words.clone().into()],
                        _ => return Err(refused()),
                    };
                    match &mut list {
                        Some((ours, known)) if *ours == field.ours => known.extend(values),
                        Some(_) => return Err(refused()),
                        None => list = Some((field.ours, values)),
                    }
                }
                _ => return Err(refused()),
            }
        }
        match list {
            Some((ours, values)) => self.list(ours, values, false),
            None => Err("An empty list of alternatives matches nothing.".to_owned()),
        }
    }

    fn test(&mut self, test: &Test, negated: bool) -> Result<(), String> {
        let field = self.field(&test.field)?;
        let theirs = field.theirs;
        let ours = field.ours;
        match (field.kind, &test.how) {
            (Kind::List | Kind::Words, How::OneOf(values)) => self.list(ours, values.clone(), negated),
            (Kind::Words, How::Contains(words)) => self.list(ours, vec![words.clone().into()], negated),
            // A word of a closed list has no parts: containing it is being it.
            (Kind::List, How::Contains(words)) => self.list(ours, vec![words.clone().into()], negated),
            (Kind::Range, How::Between(low, high)) => self.range(theirs, ours, *low, *high, negated),
            (Kind::Range, How::OneOf(values)) if values.len() == 1 => {
                let number =
                    values[0].as_i64().ok_or_else(|| format!("{theirs} is compared with a number."))?;
                self.range(theirs, ours, Some(number), Some(number), negated)
            }
            (Kind::Flag, How::Exists) => self.flag(theirs, ours, !negated),
            (Kind::Text, How::OneOf(values)) if values.len() == 1 && !negated => self
                .text(ours, values[0].as_str().ok_or_else(|| format!("{theirs} is compared with a text."))?),
            (Kind::Text, How::Contains(words)) if !negated => self.text(ours, words),
            (_, How::Exists) => Err(format!("Whether {theirs} is known cannot be asked here.")),
            _ if negated => Err(format!("This cannot be negated for {theirs}.")),
            _ => Err(format!("This comparison of {theirs} is not supported.")),
        }
    }

    fn field(&self, name: &str) -> Result<&'static Searchable, String> {
        self.fields.iter().find(|field| field.theirs == name).ok_or_else(|| {
            let names: Vec<&str> = self.fields.iter().map(|field| field.theirs).collect();
            format!("The field \"{name}\" cannot be searched by here. These can: {}.", names.join(", "))
        })
    }

    fn list(&mut self, ours: &str, values: Vec<Value>, negated: bool) -> Result<(), String> {
        if values.is_empty() {
            return Err("A list of values is empty.".to_owned());
        }
        let name = if negated { format!("exclude_{ours}") } else { ours.to_owned() };
        let known = self.filters.get_mut(&name).and_then(Value::as_array_mut);
        match known {
            None => drop(self.filters.insert(name, values.into())),
            Some(known) if negated => known.extend(values),
            // Two conditions on one list must both hold.
            Some(known) if values.len() == 1 || known.len() == 1 => {
                let single = if values.len() == 1 { values } else { std::mem::replace(known, values) };
                let all =
                    self.filters.entry(format!("{ours}_all")).or_insert_with(|| Value::Array(Vec::new()));
                all.as_array_mut().into_iter().for_each(|all| all.extend(single.clone()));
            }
            Some(_) => {
                return Err(format!(
                    "Two lists of alternatives for one field ({ours}) cannot be joined by AND."
                ));
            }
        }
        Ok(())
    }

    fn range(
        &mut self,
        theirs: &str,
        ours: &str,
        low: Option<i64>,
        high: Option<i64>,
        negated: bool,
    ) -> Result<(), String> {
        let (low, high) = match (low, high, negated) {
            (low, high, false) => (low, high),
            (Some(low), None, true) => (None, Some(low.saturating_sub(1))),
            (None, Some(high), true) => (Some(high.saturating_add(1)), None),
            _ => return Err(format!("NOT of a range with two ends cannot be expressed here ({theirs}).")),
        };
        let range = self.filters.entry(ours).or_insert_with(|| Value::Object(Map::new()));
        if let Some(low) = low {
            let known = range["min"].as_i64().map_or(low, |known| known.max(low));
            range["min"] = known.into();
        }
        if let Some(high) = high {
            let known = range["max"].as_i64().map_or(high, |known| known.min(high));
            range["max"] = known.into();
        }
        Ok(())
    }

    fn flag(&mut self, theirs: &str, ours: &str, wanted: bool) -> Result<(), String> {
        match self.filters.insert(ours.to_owned(), wanted.into()) {
            Some(before) if before != wanted => {
                Err(format!("The conditions on {theirs} contradict each other."))
            }
            _ => Ok(()),
        }
    }

    fn text(&mut self, ours: &str, words: &str) -> Result<(), String> {
        let before = self.filters.get(ours).and_then(Value::as_str).map(|before| format!("{before} {words}"));
        self.filters.insert(ours.to_owned(), before.unwrap_or_else(|| words.to_owned()).into());
        Ok(())
    }
}

/// The parameters that a search has beside its conditions.
pub(super) const SEARCH_OPTIONS: &[&str] =
    &["query", "sql", "size", "from", "scroll_token", "dataset", "titlecase", "pretty", "data_include"];
