//! Lists: the items of all claims, each with the claims that state it.

use std::collections::HashMap;

use super::{
    provenance::{Recorder, Stance},
    views::View,
};
use crate::{Claim, ExternalId};

/// A list item with the claims that state it, newest first.
pub(super) struct Gathered<'a, T> {
    pub(super) value: T,
    /// Empty unless origins are recorded.
    pub(super) claims: Vec<&'a Claim>,
}

impl<'a, T> Gathered<'a, T> {
    pub(super) fn add_claim<R: Recorder>(&mut self, claim: &'a Claim) {
        if R::RECORDS_ORIGINS {
            self.claims.push(claim);
        }
    }
}

/// The union of the claimed words, each in the spelling of the newest claim.
pub(super) fn union<'a, F, R: Recorder>(
    views: &[View<'a, F>],
    recorder: &mut R,
    field: &str,
    get: impl Fn(&'a F) -> &'a [String],
) -> Vec<String> {
    let words = views.iter().flat_map(|view| get(view.facts).iter().map(|word| (view.claim, word.as_str())));
    gather_words(words, recorder, field, |word| word)
}

/// The distinct names of the claimed words, each in its first spelling.
pub(super) fn gather_words<'a, R: Recorder>(
    words: impl Iterator<Item = (&'a Claim, &'a str)>,
    recorder: &mut R,
    field: &str,
    name: impl Fn(&'a str) -> &'a str,
) -> Vec<String> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut gathered: Vec<Gathered<'a, (&'a str, &'a str)>> = Vec::new();
    let words = words.map(|(claim, word)| (claim, word.trim()));
    for (claim, word) in words.filter(|(_, word)| !word.is_empty()) {
        let shown = name(word);
        let place = *places.entry(shown.to_lowercase()).or_insert(gathered.len());
        if place == gathered.len() {
            gathered.push(Gathered { value: (shown, word), claims: Vec::new() });
        }
        gathered[place].add_claim::<R>(claim);
    }
    for (index, Gathered { value: (shown, word), claims }) in gathered.iter().enumerate() {
        record_item(recorder, format_args!("{field}[{index}]"), claims);
        recorder.stated(word, shown);
    }
    gathered.into_iter().map(|item| item.value.0.to_owned()).collect()
}

/// Identifiers of registers, sorted.
pub(super) fn external_ids<'a, F, R: Recorder>(
    views: &[View<'a, F>],
    recorder: &mut R,
    get: impl Fn(&'a F) -> &'a [ExternalId],
) -> Vec<ExternalId> {
    let mut gathered: Vec<Gathered<'a, ExternalId>> = Vec::new();
    for view in views {
        for id in get(view.facts) {
            let known = gathered.iter().position(|item| item.value == *id);
            let place = known.unwrap_or_else(|| {
                gathered.push(Gathered { value: id.clone(), claims: Vec::new() });
                gathered.len() - 1
            });
            gathered[place].add_claim::<R>(view.claim);
        }
    }
    gathered.sort_by(|one, other| one.value.cmp(&other.value));
    record_all(recorder, "identifiers", &gathered);
    gathered.into_iter().map(|item| item.value).collect()
}

/// Records one origin per list item, `field[0]`, `field[1]` and so on.
pub(super) fn record_all<T, R: Recorder>(recorder: &mut R, field: &str, items: &[Gathered<'_, T>]) {
    for (index, item) in items.iter().enumerate() {
        record_item(recorder, format_args!("{field}[{index}]"), &item.claims);
    }
}

/// Records the claims behind a list item; lists are unions, so that an item has no conflicts.
pub(super) fn record_item<R: Recorder>(recorder: &mut R, field: std::fmt::Arguments<'_>, claims: &[&Claim]) {
    if let Some((chosen, others)) = claims.split_first() {
        recorder.record(field, chosen, others.iter().map(|claim| (*claim, Stance::Same)));
    }
}
