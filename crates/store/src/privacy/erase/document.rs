//! JSON documents: which of their objects are about an erased person, and which texts only mention one.
//!
//! The sweep, the proof and the redaction judge each text in the same way, so that what one of them finds the others
//! find. Words of a scope are put together only where a text may hold a name, because most documents hold none.

use std::{cell::OnceCell, collections::BTreeSet};

use records::name::{Name, words_in};
use serde_json::{Map, Value, json};

use super::{
    decision::ERASED_WORDS,
    finder::{Finder, Look, Sighting},
    plain::{is_plain, name_words, plain, without_contacts},
    trace::spellings_of,
};
use crate::{
    sql::{Result, Sql},
    subjects::subject::Kind,
};

/// Member that holds the whole name of an object's own subject.
pub(super) const FULL_NAME: &str = "fullName";
/// Members that hold parts of it.
const NAME_PARTS: [&str; 3] = ["firstName", "middleName", "lastName"];
/// Members that hold one contact. An object with one of them and neither id nor name is a contact.
pub(super) const CONTACTS: [&str; 6] = ["address", "email", "number", "phone", "url", "networkUrl"];
/// Lists of plain contacts: the object that holds one is about the person they belong to.
const CONTACT_LISTS: [&str; 3] = ["emails", "phones", "profiles"];
/// Lists of people: each entry is about another one.
const PEOPLE_LISTS: [&str; 1] = ["contacts"];
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
/// Digits of the shortest number that is compared with phones.
const NUMBER_DIGITS_MIN: usize = 7;

/// What surrounds a text.
pub(super) struct Scope<'d> {
    /// In which an employer of a name is looked for.
    surroundings: &'d Value,
    words: OnceCell<String>,
    /// Spellings of the name of the scope's own subject, who is another person.
    own: BTreeSet<String>,
}

impl<'d> Scope<'d> {
    /// The scope of a whole document.
    pub(super) fn of_document(document: &'d Value) -> Self {
        Self { surroundings: document, words: OnceCell::new(), own: BTreeSet::new() }
    }

    /// The scope of facts about one subject, who is another person.
    pub(super) fn of_facts(facts: &'d Value) -> Self {
        let own = own_name(facts).map(|name| own_spellings(&name)).unwrap_or_default();
        Self { surroundings: facts, words: OnceCell::new(), own }
    }

    /// The scope of a document in a row whose other columns belong to it.
    pub(super) fn of_row(document: &'d Value, words: String) -> Self {
        Self { surroundings: document, words: OnceCell::from(words), own: BTreeSet::new() }
    }

    fn words(&self) -> &str {
        self.words.get_or_init(|| words_in(&plain(self.surroundings.to_string().as_bytes())))
    }
}

/// How a text names the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mention {
    None,
    /// Among other words.
    Within,
    /// The text is their identifier or name.
    Whole,
}

impl Finder {
    /// How a text under this member name names the person, and what is in doubt about it.
    pub(super) fn judge(&self, member: &str, text: &str, scope: &Scope<'_>) -> (Mention, Sighting) {
        if is_plain(text.as_bytes()) && !self.has_hint(text) {
            return (Mention::None, Sighting::default());
        }
        let plain = plain(text.as_bytes());
        let sighting = self.identifiers(&plain, Look::Document);
        let mention = match sighting.is_theirs {
            true if is_bare(text) => Mention::Whole,
            true => Mention::Within,
            // A text under a member is a value of its own, whatever column it is in.
            false if !member.is_empty() && self.is_slug(member, &plain) => Mention::Whole,
            false => self.name_mention(member, &plain, scope),
        };
        (mention, sighting)
    }

    fn name_mention(&self, member: &str, plain: &str, scope: &Scope<'_>) -> Mention {
        if NAME_PARTS.contains(&member) || !self.may_name(plain) {
            return Mention::None;
        }
        let mut words = words_in(&without_contacts(plain));
        if member == FULL_NAME {
            // Parsing leaves titles such as "Dr." out.
            let parsed = Name::parse(plain).map(|name| words_in(&name.to_string()));
            let is_theirs = |words: &String| !scope.own.contains(words) && self.is_name(words, scope.words());
            let is_theirs = is_theirs(&words) || parsed.as_ref().is_some_and(is_theirs);
            return if is_theirs { Mention::Whole } else { Mention::None };
        }
        words = name_words(&without_contacts(plain));
        for own in &scope.own {
            words = words.replace(own.as_str(), " ");
        }
        if self.is_named(&words, || scope.words()) { Mention::Within } else { Mention::None }
    }

    /// What a document holds of them, without deciding what is in doubt.
    pub(super) fn look_at(&self, document: &Value, scope: &Scope<'_>) -> Sighting {
        let mut all = Sighting::default();
        let mut judge = |member: &str, text: &str, scope: &Scope<'_>| {
            let (mention, sighting) = self.judge(member, text, scope);
            all.is_theirs |= mention != Mention::None;
            all.doubtful.extend(sighting.doubtful);
            all.others.extend(sighting.others);
            Ok(mention)
        };
        // The judge cannot fail.
        let _ = DocumentWalk { finder: self, judge: &mut judge }.value(document, "", scope);
        all
    }

    /// A document in which every object about them says only that it was erased, and texts that mention them are
    /// replaced; none when nothing can be left of it.
    pub(super) fn without_them(&self, sql: &mut dyn Sql, text: &[u8]) -> Result<Option<String>> {
        let Ok(document) = serde_json::from_slice::<Value>(text) else { return Ok(None) };
        let mut judge = |member: &str, text: &str, scope: &Scope<'_>| self.decide(sql, member, text, scope);
        let walk = &mut DocumentWalk { finder: self, judge: &mut judge };
        let (left, about) = walk.value(&document, "", &Scope::of_document(&document))?;
        if about != About::Others {
            return Ok(None);
        }
        let left = left.unwrap_or(document);
        let sighting = self.look_at(&left, &Scope::of_document(&left));
        let is_clean = !self.is_theirs(sql, &sighting, &mut BTreeSet::new())?;
        Ok(is_clean.then(|| left.to_string()))
    }

    /// How a text names the person, with what is in doubt decided by the records.
    pub(super) fn decide(
        &self,
        sql: &mut dyn Sql,
        member: &str,
        text: &str,
        scope: &Scope<'_>,
    ) -> Result<Mention> {
        let (mention, sighting) = self.judge(member, text, scope);
        if mention != Mention::None || !self.is_theirs(sql, &sighting, &mut BTreeSet::new())? {
            return Ok(mention);
        }
        Ok(if is_bare(text) { Mention::Whole } else { Mention::Within })
    }
}

/// Whether a text is one identifier: one word, or digits and signs alone.
fn is_bare(text: &str) -> bool {
    !text.trim().contains(char::is_whitespace) || !text.contains(char::is_alphabetic)
}

/// The name that facts about a person give them.
fn own_name(facts: &Value) -> Option<String> {
    let members = facts.as_object()?;
    let name = members.get(FULL_NAME).and_then(Value::as_str).map(str::to_owned);
    name.or_else(|| name_in_parts(members)).or_else(|| members.values().find_map(own_name))
}

/// Every spelling of a name, and the name as it is written.
fn own_spellings(name: &str) -> BTreeSet<String> {
    let mut spellings = spellings_of(name);
    spellings.insert(words_in(name));
    spellings
}

/// The subject of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Others,
    /// One of their contacts: the object that holds it is about them.
    TheirContact,
    Them,
}

/// What is left of a value; none when it stays as it is.
type Left = Option<Value>;

/// Says how a text under this member name names the person.
type Judge<'j> = dyn FnMut(&str, &str, &Scope<'_>) -> Result<Mention> + 'j;

/// Walks a document and replaces what is about the person.
struct DocumentWalk<'w, 'j> {
    finder: &'w Finder,
    judge: &'w mut Judge<'j>,
}

impl DocumentWalk<'_, '_> {
    /// What is left of a value, and the subject of the value itself.
    fn value(&mut self, value: &Value, member: &str, scope: &Scope<'_>) -> Result<(Left, About)> {
        match value {
            Value::String(text) => self.text(text, member, scope),
            Value::Number(number) => match number.to_string() {
                digits if digits.len() >= NUMBER_DIGITS_MIN => self.text(&digits, member, scope),
                _ => Ok((None, About::Others)),
            },
            Value::Array(items) => self.items(items, member, scope),
            Value::Object(members) => self.members(value, members, scope),
            Value::Null | Value::Bool(_) => Ok((None, About::Others)),
        }
    }

    fn text(&mut self, text: &str, member: &str, scope: &Scope<'_>) -> Result<(Left, About)> {
        Ok(match (self.judge)(member, text, scope)? {
            Mention::None => (None, About::Others),
            Mention::Within => (Some(Value::from(ERASED_WORDS)), About::Others),
            Mention::Whole => (Some(Value::Null), About::Them),
        })
    }

    fn items(&mut self, items: &[Value], member: &str, scope: &Scope<'_>) -> Result<(Left, About)> {
        let (mut kept, mut about, mut is_changed) = (Vec::new(), About::Others, false);
        for (at, item) in items.iter().enumerate() {
            let (left, of_item) = self.value(item, member, scope)?;
            if left.is_some() && !is_changed {
                is_changed = true;
                kept.extend_from_slice(&items[..at]);
            }
            let is_plain = !item.is_object() && !item.is_array();
            match of_item {
                About::Others if is_changed => kept.push(left.unwrap_or_else(|| item.clone())),
                About::Others => {}
                About::Them if is_plain && !CONTACT_LISTS.contains(&member) => {}
                About::Them if is_plain => about = About::TheirContact,
                About::TheirContact if PEOPLE_LISTS.contains(&member) => kept.push(json!({ "erased": true })),
                About::TheirContact => about = About::TheirContact,
                About::Them => kept.push(json!({ "erased": true })),
            }
        }
        Ok((is_changed.then_some(Value::Array(kept)), about))
    }

    fn members(
        &mut self,
        object: &Value,
        members: &Map<String, Value>,
        outer: &Scope<'_>,
    ) -> Result<(Left, About)> {
        let own = self.scope_of(object, members, outer);
        let scope = own.as_ref().unwrap_or(outer);
        if let Some(name) = name_in_parts(members)
            && (self.judge)(FULL_NAME, &name, scope)? != Mention::None
        {
            return Ok((Some(Value::Null), About::Them));
        }
        let mut replaced = Vec::new();
        for (member, value) in members {
            if (self.judge)("", member, scope)? != Mention::None {
                replaced.push((member, None));
                continue;
            }
            let (left, about) = self.value(value, member, scope)?;
            match self.in_object(members, member, value, about) {
                InObject::Stays => replaced.extend(left.map(|left| (member, Some(left)))),
                InObject::Becomes(value) => replaced.push((member, Some(value))),
                InObject::Makes(about) => return Ok((Some(Value::Null), about)),
            }
        }
        Ok((with_replaced(members, replaced), About::Others))
    }

    /// What a member about the person means for the object that holds it.
    fn in_object(&self, members: &Map<String, Value>, name: &str, value: &Value, about: About) -> InObject {
        let has_id = members.contains_key("id");
        let is_plain = !value.is_object() && !value.is_array();
        let is_contact = CONTACTS.iter().any(|name| members.contains_key(*name))
            && !has_id
            && !members.contains_key(FULL_NAME)
            && !NAME_PARTS.iter().any(|name| members.contains_key(*name));
        match about {
            About::Others => InObject::Stays,
            // A contact of theirs in the record of another.
            About::Them
                if is_plain && self.is_another(members, &[Kind::Person, Kind::Company, Kind::Job]) =>
            {
                InObject::Becomes(Value::from(ERASED_WORDS))
            }
            About::Them if is_plain && is_contact => InObject::Makes(About::TheirContact),
            About::Them if is_plain || SUBJECTS.contains(&name) => InObject::Makes(About::Them),
            About::Them => InObject::Becomes(json!({ "erased": true })),
            // What has an id that is not theirs, such as a company, is about something else.
            About::TheirContact if has_id && !self.is_another(members, &[Kind::Person]) => InObject::Stays,
            About::TheirContact => InObject::Makes(About::Them),
        }
    }

    /// The scope of an object that states an employer or is about another person; none where the outer one holds.
    fn scope_of<'d>(
        &self,
        object: &'d Value,
        members: &Map<String, Value>,
        outer: &Scope<'d>,
    ) -> Option<Scope<'d>> {
        let of_subject = SUBJECTS.iter().filter_map(|name| members.get(*name)?.as_object());
        let own = of_subject.chain([members]).find_map(|person| self.name_of_another(person));
        let has_employer = EMPLOYERS.iter().any(|name| members.contains_key(*name));
        if own.is_none() && !has_employer {
            return None;
        }
        Some(Scope {
            surroundings: if has_employer { object } else { outer.surroundings },
            words: OnceCell::new(),
            own: own.unwrap_or_else(|| outer.own.clone()),
        })
    }

    /// Spellings of the name of a person who has another id.
    fn name_of_another(&self, person: &Map<String, Value>) -> Option<BTreeSet<String>> {
        let name = person.get(FULL_NAME)?.as_str()?;
        self.is_another(person, &[Kind::Person]).then(|| own_spellings(name))
    }

    /// Whether an object is the record of another subject of one of these kinds.
    fn is_another(&self, members: &Map<String, Value>, kinds: &[Kind]) -> bool {
        let id = members.get("id").and_then(Value::as_str).unwrap_or_default();
        kinds.iter().any(|kind| id.starts_with(kind.id_prefix())) && !self.finder.trace().ids.contains(id)
    }
}

/// What becomes of a member, or of the object that holds it.
enum InObject {
    Stays,
    Becomes(Value),
    Makes(About),
}

/// The members with some replaced, or left out; none when none is.
fn with_replaced(members: &Map<String, Value>, replaced: Vec<(&String, Option<Value>)>) -> Left {
    if replaced.is_empty() {
        return None;
    }
    let mut kept = members.clone();
    for (member, value) in replaced {
        match value {
            Some(value) => kept.insert(member.clone(), value),
            None => kept.shift_remove(member),
        };
    }
    Some(Value::Object(kept))
}

/// A name whose parts are members of their own, under the names of ours or the usual headings of tables.
pub(super) fn name_in_parts(members: &Map<String, Value>) -> Option<String> {
    let part = |headings: &[&str]| {
        let folded = |name: &str| -> String {
            name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let (_, value) = members.iter().find(|(name, _)| headings.contains(&folded(name).as_str()))?;
        value.as_str()
    };
    Some(format!("{} {}", part(&GIVEN_HEADINGS)?, part(&FAMILY_HEADINGS)?))
}

/// Headings of given and of family names, folded.
const GIVEN_HEADINGS: [&str; 8] =
    ["firstname", "givenname", "forename", "first", "vorname", "prénom", "prenom", "nombre"];
const FAMILY_HEADINGS: [&str; 9] =
    ["lastname", "familyname", "surname", "last", "nachname", "familienname", "nom", "apellido", "apellidos"];
