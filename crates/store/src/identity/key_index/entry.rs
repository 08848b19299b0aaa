//! Entries of the key index: subjects of one key, and changes of them.

use records::keys::Key;

use crate::subjects::ids::{NO_PROFILE, ProfileTag, SubjectId};

/// Subjects per key that a look-up reads; a key with more does not help to tell them apart.
pub(crate) const SUBJECTS_PER_KEY_MAX: usize = 100;

/// A subject of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyEntry {
    pub(crate) subject: SubjectId,
    /// Tag of the profile that the subject's claims under this key name.
    pub(crate) profile: ProfileTag,
}

/// The entries of a key. Mostly one, which then needs no allocation.
pub(super) enum Entries {
    One(KeyEntry),
    Many(Vec<KeyEntry>),
}

/// An entry that is added, with its profile, or removed (`profile` is `None`).
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) key: Key,
    pub(super) subject: SubjectId,
    pub(super) profile: Option<ProfileTag>,
}

/// The combined effect of two changes of one entry.
pub(super) fn combine(before: Option<ProfileTag>, after: Option<ProfileTag>) -> Option<ProfileTag> {
    match (before, after) {
        (Some(before), Some(after)) if before != after => Some(NO_PROFILE),
        _ => after,
    }
}

impl Entries {
    pub(super) fn all(&self) -> &[KeyEntry] {
        match self {
            Self::One(entry) => std::slice::from_ref(entry),
            Self::Many(entries) => entries,
        }
    }
}

impl Change {
    pub(super) fn apply(&self, entries: &mut Entries) {
        let at = entries.all().iter().position(|entry| entry.subject == self.subject);
        match (at, self.profile, &mut *entries) {
            (None, None, _) => {}
            (None, Some(profile), entries) => {
                let new = KeyEntry { subject: self.subject, profile };
                match entries {
                    Entries::Many(known) if known.is_empty() => *entries = Entries::One(new),
                    // Look-ups read at most SUBJECTS_PER_KEY_MAX subjects; more are not counted exactly.
                    Entries::Many(known) if known.len() >= 2 * SUBJECTS_PER_KEY_MAX => {}
                    Entries::Many(known) => known.push(new),
                    Entries::One(before) => *entries = Entries::Many(vec![*before, new]),
                }
            }
            (Some(_), None, Entries::One(_)) => *entries = Entries::Many(Vec::new()),
            (Some(at), None, Entries::Many(known)) => {
                known.remove(at);
            }
            (Some(_), Some(profile), Entries::One(entry)) => entry.is_also(profile),
            (Some(at), Some(profile), Entries::Many(known)) => known[at].is_also(profile),
        }
    }
}

impl KeyEntry {
    pub(super) fn is_also(&mut self, profile: ProfileTag) {
        if self.profile != profile {
            self.profile = NO_PROFILE;
        }
    }
}
