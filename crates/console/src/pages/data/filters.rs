//! Filters of a search: what was chosen in the form, and the request that it means.

use maud::{Markup, html};
use serde_json::{Map, Value, json};

use crate::{
    form::Sent,
    here::Answer,
    parts::{
        field::{self, Input},
        words,
    },
};

/// Values of a facet that are shown.
const VALUES_MAX: usize = 8;

/// What is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    People,
    Companies,
}

impl Target {
    pub(crate) fn of(word: &str) -> Self {
        if word == "companies" { Self::Companies } else { Self::People }
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Companies => "companies",
        }
    }

    /// The endpoint that searches.
    pub(crate) fn endpoint(self) -> &'static str {
        match self {
            Self::People => "search_people",
            Self::Companies => "search_companies",
        }
    }

    /// Filters typed as words, with a label and a hint each.
    fn typed(self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self {
            Self::People => &[
                ("titles", "Titles", "VP Sales, Head of Marketing"),
                ("skills", "Skills", "Negotiation"),
                ("company_domains", "Works at", "acme.example"),
                ("industries", "Industries", "Software Development"),
                ("cities", "Cities", "Munich, Berlin"),
            ],
            Self::Companies => &[
                ("name", "Name", "Acme"),
                ("technologies", "Technologies", "Salesforce, React"),
                ("cities", "Cities", "Munich, Berlin"),
                ("tags", "Tags", "cloud"),
            ],
        }
    }

    /// Filters ticked among the values that are counted, with those that are always shown.
    fn ticked(self) -> &'static [(&'static str, &'static str, &'static [&'static str])] {
        match self {
            Self::People => &[
                ("seniorities", "Seniority", &["c_suite", "vp", "head", "director", "manager"]),
                ("departments", "Department", &["sales", "marketing", "engineering", "finance", "hr"]),
                ("countries", "Country", &[]),
            ],
            Self::Companies => &[
                ("industries", "Industry", &[]),
                ("size_bands", "Size", &["1-10", "11-50", "51-200", "201-500", "501-1000"]),
                ("funding_stages", "Funding", &["seed", "series_a", "series_b", "series_c"]),
                ("countries", "Country", &[]),
            ],
        }
    }

    /// Filters by ids of records, which other pages set and which can only be taken away here.
    fn records(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::People => &[("company_ids", "Works at")],
            Self::Companies => &[],
        }
    }

    /// Filters that are on or off.
    fn flags(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::People => &[("has_email", "Email known"), ("has_phone", "Phone known")],
            Self::Companies => &[],
        }
    }

    /// The facets that are counted beside a search.
    pub(crate) fn facets(self) -> Vec<&'static str> {
        self.ticked().iter().map(|(name, ..)| *name).collect()
    }
}

/// The filters of a form.
pub(crate) fn read(target: Target, sent: &Sent) -> Value {
    let mut filters = Map::new();
    for (name, ..) in target.typed() {
        // One field with commas where it was typed, one for each word where a page sends it along.
        let words = sent.all(name).into_iter().flat_map(|text| text.split(','));
        let typed: Vec<&str> = words.map(str::trim).filter(|word| !word.is_empty()).collect();
        match (typed.is_empty(), *name) {
            (true, _) => {}
            (false, "name") => drop(filters.insert((*name).to_owned(), json!(typed.join(", ")))),
            (false, _) => drop(filters.insert((*name).to_owned(), json!(typed))),
        }
    }
    let ticked = target.ticked().iter().map(|(name, ..)| name);
    for name in ticked.chain(target.records().iter().map(|(name, _)| name)) {
        let chosen = sent.all(name);
        if !chosen.is_empty() {
            filters.insert((*name).to_owned(), json!(chosen));
        }
    }
    for (name, _) in target.flags() {
        if sent.get(name) == "true" {
            filters.insert((*name).to_owned(), json!(true));
        }
    }
    Value::Object(filters)
}

/// Number of filters that are set.
pub(crate) fn count(filters: &Value) -> usize {
    filters.as_object().map_or(0, Map::len)
}

/// The fields of a form, with the counts of an answer beside them.
pub(crate) fn draw(target: Target, filters: &Value, counted: &Answer) -> Markup {
    let text = |name: &str| match &filters[name] {
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    };
    let is_chosen = |name: &str, word: &str| {
        filters[name].as_array().is_some_and(|list| list.iter().any(|one| one == word))
    };
    let counts = |name: &str| -> Vec<(String, Option<f64>)> {
        let mut facets = counted.body["facets"].as_array().into_iter().flatten();
        let facet = facets.find(|facet| facet["field"] == name);
        let values = facet.and_then(|facet| facet["values"].as_array()).into_iter().flatten();
        values
            .filter_map(|value| Some((value["value"].as_str()?.to_owned(), value["count"].as_f64())))
            .collect()
    };
    let values = |name: &str, usual: &[&str]| -> Vec<(String, Option<f64>)> {
        let mut shown = counts(name);
        let known: Vec<String> = shown.iter().take(VALUES_MAX).map(|(word, _)| word.clone()).collect();
        let chosen = filters[name].as_array().into_iter().flatten().filter_map(Value::as_str);
        let others: Vec<String> =
            if shown.is_empty() { usual.iter().map(|word| (*word).to_owned()).collect() } else { Vec::new() };
        let missing: Vec<String> =
            chosen.map(str::to_owned).chain(others).filter(|word| !known.contains(word)).collect();
        shown.truncate(VALUES_MAX);
        for word in missing {
            if !shown.iter().any(|(shown, _)| *shown == word) {
                shown.push((word, None));
            }
        }
        shown
    };
    html! {
        @for (name, label, hint) in target.typed() {
            (Input { name, label, kind: "search", value: &text(name), placeholder: hint, ..Input::default() }.draw())
        }
        div.stack #facets {
            @for (name, label) in target.records() {
                @let chosen: Vec<&str> = filters[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                @if !chosen.is_empty() {
                    fieldset { legend { (label) } @for id in chosen { (field::tick(name, id, html! { span.mono.brk { (id) } }, "", true)) } }
                }
            }
            @for (name, label, usual) in target.ticked() {
                @let shown = values(name, usual);
                @if !shown.is_empty() {
                    fieldset {
                        legend { (label) }
                        @for (word, count) in shown {
                            @let count = count.map(words::number).unwrap_or_default();
                            (field::tick(name, &word, html! { (words::label(&word)) }, &count, is_chosen(name, &word)))
                        }
                    }
                }
            }
            @if !target.flags().is_empty() {
                fieldset {
                    legend { "Can be reached by" }
                    @for (name, label) in target.flags() { (field::tick(name, "true", html! { (label) }, "", filters[name] == json!(true))) }
                }
            }
        }
    }
}
