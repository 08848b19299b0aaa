//! JSON answers and events: which of their objects are about an erased person, and which texts only mention one.
//!
//! The sweep, the proof and the redaction decide with the same walk, so that what one of them finds the others find.

use std::collections::BTreeSet;

use records::name::words_in;
use serde_json::{Map, Value, json};

use super::{
    decision::ERASED_WORDS,
    finder::{Finder, Look},
    plain::{is_plain, plain},
    trace::spellings_of,
};
use crate::{
    sql::{Result, Sql},
    subjects::subject::Kind,
};

/// Members that hold the name of an object's own subject.
pub(super) const OWN_NAMES: [&str; 4] = ["fullName", "firstName", "middleName", "lastName"];
/// Members that hold one contact. An object with one of them and neither id nor name is a contact.
pub(super) const CONTACTS: [&str; 6] = ["address", "email", "number", "phone", "url", "networkUrl"];
/// Lists of plain contacts: the object that holds one is about the person they belong to.
const CONTACT_LISTS: [&str; 3] = ["emails", "phones", "profiles"];
/// Members that hold the subject of an answer or event: their siblings, such as an explanation, are about it, too.
const SUBJECTS: [&str; 4] = ["candidate", "contact", "person", "person_unmasked"];
/// Members that state an employer. In an object with one of them, a name belongs to that employer, not to one that
/// stands elsewhere in the document.
const EMPLOYERS: [&str; 8] = [
    "company",
    "companyDomain",
    "companyName",
    "company_domain",
    "company_name",
    "domain",
    "employer",
    "experience",
];

/// What surrounds a text.
struct Scope {
    /// The words in which an employer of the name is looked for.
    words: String,
    /// Spellings of the name of the object's own subject, who has another id: a namesake.
    namesake: BTreeSet<String>,
}

/// How a text names the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mention {
    None,
    /// Among other words.
    Within,
    /// The text is their identifier or name.
    Whole,
}

/// The subject of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Others,
    /// One of their contacts: the object that holds it is about them.
    TheirContact,
    Them,
}

/// Says how a text under this member name names the person.
type Judge<'j> = dyn FnMut(&str, &str, &Scope) -> Result<Mention> + 'j;

impl Finder {
    /// Whether a name in a JSON document is theirs; none when it is no JSON. Headers may stand before it.
    pub(super) fn is_named_in_document(&self, text: &[u8]) -> Option<bool> {
        let (head, json) = text.split_at(text.iter().position(|byte| matches!(byte, b'{' | b'['))?);
        let value = serde_json::from_slice::<Value>(json).ok()?;
        let mut found = false;
        let mut judge = |member: &str, text: &str, scope: &Scope| {
            let plain = plain(text.as_bytes());
            let mention = self.name_mention(member, &plain, scope);
            found |= mention != Mention::None;
            Ok(mention)
        };
        let scope = Scope { words: words_in(&plain(text)), namesake: BTreeSet::new() };
        judge("", &String::from_utf8_lossy(head), &scope).ok()?;
        Walk { finder: self, judge: &mut judge }.value(value, "", &scope).ok()?;
        Some(found)
    }

    fn name_mention(&self, member: &str, plain: &str, scope: &Scope) -> Mention {
        if !self.may_name(plain) || !self.names_at(&words_in(plain), &scope.words, &scope.namesake) {
            return Mention::None;
        }
        if OWN_NAMES.contains(&member) { Mention::Whole } else { Mention::Within }
    }

    /// A document in which every object about them says only that it was erased, and texts that mention them are
    /// replaced; none when nothing can be left of it.
    pub(super) fn without_them(&self, sql: &mut dyn Sql, text: &[u8]) -> Result<Option<String>> {
        let Ok(value) = serde_json::from_slice::<Value>(text) else { return Ok(None) };
        let mut judge = |member: &str, text: &str, scope: &Scope| {
            if is_plain(text.as_bytes()) && !self.has_hint(text) {
                return Ok(Mention::None);
            }
            let plain = plain(text.as_bytes());
            let sighting = self.identifiers(&plain, Look::Document);
            if self.is_theirs(sql, &sighting, &mut BTreeSet::new())? {
                let is_identifier = !text.trim().contains(|one: char| one.is_whitespace())
                    || !text.contains(char::is_alphabetic);
                return Ok(if is_identifier { Mention::Whole } else { Mention::Within });
            }
            Ok(self.name_mention(member, &plain, scope))
        };
        let scope = Scope { words: words_in(&plain(text)), namesake: BTreeSet::new() };
        let (left, about) = Walk { finder: self, judge: &mut judge }.value(value, "", &scope)?;
        if about == About::Them {
            return Ok(None);
        }
        let left = left.to_string();
        // A value that is no text, such as a number, may still name them.
        let sighting = self.identifiers(&plain(left.as_bytes()), Look::Document);
        let is_clean = !self.is_theirs(sql, &sighting, &mut BTreeSet::new())?
            && self.is_named_in_document(left.as_bytes()) == Some(false);
        Ok(is_clean.then_some(left))
    }
}

/// Walks a document and replaces what is about the person.
struct Walk<'w, 'j> {
    finder: &'w Finder,
    judge: &'w mut Judge<'j>,
}

impl Walk<'_, '_> {
    /// What is left of a value, and the subject of the value itself.
    fn value(&mut self, value: Value, member: &str, scope: &Scope) -> Result<(Value, About)> {
        match value {
            Value::String(text) => Ok(match (self.judge)(member, &text, scope)? {
                Mention::None => (Value::String(text), About::Others),
                Mention::Within => (Value::from(ERASED_WORDS), About::Others),
                Mention::Whole => (Value::Null, About::Them),
            }),
            Value::Array(items) => self.items(items, member, scope),
            Value::Object(members) => self.members(members, scope),
            other => Ok((other, About::Others)),
        }
    }

    fn items(&mut self, items: Vec<Value>, member: &str, scope: &Scope) -> Result<(Value, About)> {
        let (mut kept, mut about) = (Vec::with_capacity(items.len()), About::Others);
        for item in items {
            let is_text = item.is_string();
            let (item, of_item) = self.value(item, member, scope)?;
            match of_item {
                About::Others => kept.push(item),
                About::Them if is_text && !CONTACT_LISTS.contains(&member) => {}
                About::Them if is_text => about = About::TheirContact,
                About::TheirContact => about = About::TheirContact,
                About::Them => kept.push(json!({ "erased": true })),
            }
        }
        Ok((Value::Array(kept), about))
    }

    fn members(&mut self, members: Map<String, Value>, outer: &Scope) -> Result<(Value, About)> {
        let own = self.scope_of(&members, outer);
        let scope = own.as_ref().unwrap_or(outer);
        if let Some(name) = name_in_parts(&members)
            && (self.judge)("fullName", &name, scope)? != Mention::None
        {
            return Ok((Value::Null, About::Them));
        }
        let has_id = members.contains_key("id");
        let is_another = self.is_another(&members, &[Kind::Person, Kind::Company, Kind::Job]);
        let is_contact = CONTACTS.iter().any(|name| members.contains_key(*name))
            && !has_id
            && !OWN_NAMES.iter().any(|name| members.contains_key(*name));
        let mut kept = Map::new();
        for (member, value) in members {
            if (self.judge)("", &member, scope)? != Mention::None {
                continue;
            }
            let is_text = value.is_string();
            let (value, of_value) = self.value(value, &member, scope)?;
            match of_value {
                About::Others => kept.insert(member, value),
                // A contact of theirs in the record of another.
                About::Them if is_text && is_another => kept.insert(member, Value::from(ERASED_WORDS)),
                About::Them if is_text => {
                    return Ok((Value::Null, if is_contact { About::TheirContact } else { About::Them }));
                }
                About::Them if SUBJECTS.contains(&member.as_str()) => return Ok((Value::Null, About::Them)),
                About::Them => kept.insert(member, json!({ "erased": true })),
                // What has an id that is not theirs, such as a company, is about something else.
                About::TheirContact if has_id => kept.insert(member, value),
                About::TheirContact => return Ok((Value::Null, About::Them)),
            };
        }
        Ok((Value::Object(kept), About::Others))
    }

    /// The scope of an object that states an employer or is about another person; none where the outer one holds.
    fn scope_of(&self, members: &Map<String, Value>, outer: &Scope) -> Option<Scope> {
        if outer.words.is_empty() {
            return None;
        }
        let of_subject = SUBJECTS.iter().filter_map(|name| members.get(*name)?.as_object());
        let namesake = of_subject.chain([members]).find_map(|person| self.name_of_another(person));
        let has_employer = EMPLOYERS.iter().any(|name| members.contains_key(*name));
        if namesake.is_none() && !has_employer {
            return None;
        }
        let words = if has_employer {
            let text = serde_json::to_string(members).unwrap_or_default();
            words_in(&plain(text.as_bytes()))
        } else {
            outer.words.clone()
        };
        Some(Scope { words, namesake: namesake.unwrap_or_else(|| outer.namesake.clone()) })
    }

    /// Spellings of the name of a person who has another id.
    fn name_of_another(&self, person: &Map<String, Value>) -> Option<BTreeSet<String>> {
        let name = person.get("fullName")?.as_str()?;
        self.is_another(person, &[Kind::Person]).then(|| spellings_of(name))
    }

    /// Whether an object is the record of another subject of one of these kinds.
    fn is_another(&self, members: &Map<String, Value>, kinds: &[Kind]) -> bool {
        let id = members.get("id").and_then(Value::as_str).unwrap_or_default();
        kinds.iter().any(|kind| id.starts_with(kind.id_prefix())) && !self.finder.trace().ids.contains(id)
    }
}

/// A name whose parts are members of their own.
fn name_in_parts(members: &Map<String, Value>) -> Option<String> {
    let part = |name: &str| members.get(name)?.as_str();
    Some(format!("{} {}", part("firstName")?, part("lastName")?))
}
