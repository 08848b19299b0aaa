//! Our messages in a vendor's words: names of our fields become the vendor's parameters.

use serde_json::Value;

use super::request::RequestTable;
use crate::refusal::Refusal;

/// Marks that may stand around a name in a message.
const AROUND: [char; 8] = ['"', '`', '(', ')', ',', ';', ':', '.'];

/// The names of a table's fields and parameters.
pub(crate) struct Words<'a> {
    /// The parameters.
    pub(crate) table: &'a RequestTable,
    /// The schema of our request, which has every name that a message may mention.
    pub(crate) schema: &'a Value,
}

impl Words<'_> {
    /// The refusal that a problem of a call is.
    pub(crate) fn refusal(&self, problem: &Value) -> Refusal {
        let refusal = Refusal::of_problem(problem);
        let faults = problem["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
        let faults: Vec<String> = faults.iter().map(|fault| self.fault(fault)).collect();
        match faults.is_empty() {
            true => Refusal { detail: self.text(&refusal.detail), ..refusal },
            false => Refusal { detail: faults.join(" "), ..refusal },
        }
    }

    /// A fault with the vendor's name of the parameter.
    fn fault(&self, fault: &Value) -> String {
        let message = self.text(fault["message"].as_str().unwrap_or_default());
        let place = fault["pointer"].as_str().unwrap_or_default().trim_start_matches('/').replace('/', ".");
        // A fault of one value of a list is a fault of the parameter.
        let parameter = self
            .table
            .theirs(&place)
            .or_else(|| place.rsplit_once('.').and_then(|(list, _)| self.table.theirs(list)));
        match parameter {
            Some(parameter) => format!("{parameter}: {message}"),
            None => message,
        }
    }

    /// A message in which lists of our fields are lists of the vendor's parameters. A sentence about fields that the vendor
    /// does not have says nothing to its callers and is left out; without any sentence, the parameters are named.
    fn text(&self, message: &str) -> String {
        let sentences = message.split_inclusive(". ").filter_map(|sentence| self.sentence(sentence.trim()));
        let told: Vec<String> = sentences.collect();
        if told.is_empty() && !message.is_empty() {
            let names: Vec<&str> = self.table.params.iter().map(|param| param.from).collect();
            return format!("Send one of {}.", names.join(", "));
        }
        told.join(" ")
    }

    fn sentence(&self, sentence: &str) -> Option<String> {
        let words: Vec<&str> = sentence.split(' ').collect();
        let mut told: Vec<String> = Vec::with_capacity(words.len());
        let mut at = 0;
        while at < words.len() {
            let run = self.run(&words[at..]);
            match self.theirs(&words[at..at + run]) {
                None => told.push(words[at].to_owned()),
                Some(names) if names.is_empty() => return None,
                Some(names) => told.push(names),
            }
            at += run.max(1);
        }
        Some(told.join(" "))
    }

    /// How many words from here on are a list of our fields: names, with commas, `or` and `and` between them.
    fn run(&self, words: &[&str]) -> usize {
        let mut length = 0;
        let mut next = 0;
        while words.get(next).is_some_and(|word| self.is_field(word)) {
            length = next + 1;
            let is_open =
                words[next].ends_with(',') && words.get(length).is_some_and(|word| self.is_field(word));
            let is_joined = words.get(length).is_some_and(|word| matches!(*word, "or" | "and"));
            next = match (is_open, is_joined) {
                (true, _) => length,
                (false, true) => length + 1,
                (false, false) => break,
            };
        }
        length
    }

    /// The vendor's names of a list of our fields, with what stands around the list; empty if it has none of them, and nothing
    /// for words that are no names. A plain word such as `email` is one only beside others that are.
    fn theirs(&self, run: &[&str]) -> Option<String> {
        let is_certain = |word: &&&str| {
            let name = bare(word);
            word.starts_with(['"', '`'])
                || name.contains('_')
                || name.contains(|letter: char| letter.is_uppercase())
        };
        run.iter().find(is_certain)?;
        let mut names: Vec<&str> = Vec::new();
        for word in run {
            if let Some(name) = self.table.theirs_of(bare(word)).filter(|name| !names.contains(name)) {
                names.push(name);
            }
        }
        let joint = if run.contains(&"and") { " and " } else { " or " };
        let list = match names.split_last() {
            None => return Some(String::new()),
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{}{joint}{last}", others.join(", ")),
        };
        let end =
            run.last().and_then(|word| word.chars().last()).filter(|end| [',', ';', ':', '.'].contains(end));
        Some(format!("{list}{}", end.map(String::from).unwrap_or_default()))
    }

    /// Whether a word is the name of a field of our request, or of one below the table's place.
    fn is_field(&self, word: &str) -> bool {
        let name = bare(word);
        let is_in = |schema: &Value| schema["properties"].get(name).is_some();
        let definitions = self.schema["$defs"].as_object().into_iter().flatten();
        is_in(self.schema)
            || (!self.table.at.is_empty() && definitions.into_iter().any(|(_, part)| is_in(part)))
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(AROUND)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::{params, request::text};

    static TABLE: RequestTable = RequestTable {
        endpoint: "enrich",
        at: "",
        params: params! {
            "linkedin_url" => "networkUrl" text;
            "email" => "email" text;
            "name" => "fullName" text;
            "last_name" => "lastName" text;
            "domain" => "company_domain" text;
            "organization_name" => "company_name" text;
        },
        without_effect: &[],
    };

    fn told(message: &str) -> String {
        let names = ["networkUrl", "email", "phone", "identifier", "person_id", "fullName", "lastName"];
        let names = names.into_iter().chain(["company_domain", "company_id", "company_name"]);
        let properties: serde_json::Map<String, Value> =
            names.map(|name| (name.to_owned(), json!({}))).collect();
        Words { table: &TABLE, schema: &json!({ "properties": properties }) }.text(message)
    }

    #[test]
    fn lists_of_our_fields_become_lists_of_the_vendors_parameters() {
        for (ours, theirs) in [
            (
                "Send networkUrl, email, phone, identifier, person_id, or a name with company_domain, company_id or \
                 company_name.",
                "Send linkedin_url or email, or a name with domain or organization_name.",
            ),
            ("Send \"lastName\" too, or fullName.", "Send last_name too, or name."),
            ("Must be an email.", "Must be an email."),
            ("Several are called \"X\": a; b. Send company_id.", "Several are called \"X\": a; b."),
        ] {
            assert_eq!(told(ours), theirs);
        }
    }

    #[test]
    fn a_message_about_nothing_that_the_vendor_has_names_its_parameters() {
        let names = "Send one of linkedin_url, email, name, last_name, domain, organization_name.";
        assert_eq!(told("Send person_id."), names);
        assert_eq!(told(""), "");
    }
}
