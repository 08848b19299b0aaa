//! Searches the columns of a row, each in the way that fits what it holds.

use std::{cell::OnceCell, collections::BTreeSet};

use records::name::words_in;
use serde_json::Value;

use super::{
    document::Scope,
    finder::{Finder, Look, Sighting},
    plain::{is_plain, name_words, plain, without_contacts},
};
use crate::sql::{Result, Sql};

impl Finder {
    /// Searches the texts of one row. A name is theirs where the row, or the object of a document, also names an employer
    /// of theirs.
    pub(crate) fn look(&self, texts: &[(&[u8], Look)]) -> Vec<Sighting> {
        if texts.iter().all(|(bytes, _)| is_plain(bytes) && !self.has_hint(bytes)) {
            return texts.iter().map(|_| Sighting::default()).collect();
        }
        let context = OnceCell::new();
        let context = || -> &str {
            context.get_or_init(|| texts.iter().map(|(bytes, _)| words_in(&plain(bytes))).collect::<String>())
        };
        texts.iter().map(|(bytes, look)| self.look_in(bytes, *look, &context)).collect()
    }

    fn look_in<'c>(&self, bytes: &[u8], look: Look, context: &dyn Fn() -> &'c str) -> Sighting {
        if let (Look::Answer | Look::Facts, Some((head, document))) = (look, document_in(bytes)) {
            let is_facts = look == Look::Facts;
            let scope = if is_facts { Scope::of_facts(&document) } else { Scope::of_document(&document) };
            let (mut sighting, head) =
                (self.look_at(&document, &scope), self.look_in(head, Look::Words, context));
            sighting.is_theirs |= head.is_theirs;
            sighting.doubtful.extend(head.doubtful);
            sighting.others.extend(head.others);
            return sighting;
        }
        let text = plain(bytes);
        let mut sighting = self.identifiers(&text, look);
        if sighting.is_theirs || look == Look::Identifier {
            return sighting;
        }
        if look == Look::Words && self.is_slug("", &text) {
            return Sighting { is_theirs: true, ..sighting };
        }
        if !self.may_name(&text) && !self.may_be_slug(&text) {
            return sighting;
        }
        sighting.is_theirs = match document_in(bytes) {
            Some((_, entry)) if look == Look::Entry => {
                self.look_at(&entry, &Scope::of_document(&entry)).is_theirs
            }
            Some(([], document)) if look == Look::Document => {
                self.look_at(&document, &Scope::of_row(&document, context().to_owned())).is_theirs
            }
            _ => self.is_named(&name_words(&without_contacts(&text)), context),
        };
        sighting
    }

    /// Whether words that a person wrote name one of them.
    pub(crate) fn is_in_words(&self, sql: &mut dyn Sql, text: &str) -> Result<bool> {
        let sightings = self.look(&[(text.as_bytes(), Look::Words)]);
        let sighting = sightings.into_iter().next().unwrap_or_default();
        self.is_theirs(sql, &sighting, &mut BTreeSet::new())
    }
}

/// The JSON document in a text, and what stands before it, such as the headers of a request.
fn document_in(bytes: &[u8]) -> Option<(&[u8], Value)> {
    let (head, json) = bytes.split_at(bytes.iter().position(|byte| matches!(byte, b'{' | b'['))?);
    Some((head, serde_json::from_slice(json).ok()?))
}
