//! The kinds of events that webhooks are sent, and the choice of them.

use records::UnknownWord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! event_kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident $word:literal;)+) => {
        /// What an event tells.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum EventKind { $($(#[doc = $doc])+ #[serde(rename = $word)] $variant),+ }

        impl EventKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word stored and sent as `type`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
    };
}

event_kinds! {
    /// Every item of a bulk job has ended.
    BulkCompleted "bulk.completed";
    /// A bulk job has ended and no item was answered.
    BulkFailed "bulk.failed";
    /// A bulk job waits until it is resumed.
    BulkPaused "bulk.paused";
    /// A check that a mail server had put off has ended.
    EmailSettled "email.settled";
    /// A contact of a watched list changed the job, the title or the engagement.
    QuietPowerUserMatched "quiet_power_user.matched";
    /// A watch list has new matches.
    WatchListMatched "watch_list.matched";
    /// A watch list rests until its owner changes something.
    WatchListResting "watch_list.resting";
    /// A test that the owner asked for; sent whatever was chosen.
    WebhookTest "webhook.test";
}

impl std::str::FromStr for EventKind {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == word).ok_or(UnknownWord)
    }
}

/// The kinds of events that a webhook is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum EventChoice {
    /// All, also those that later versions add.
    #[default]
    All,
    /// These.
    Only(Vec<EventKind>),
}

impl EventChoice {
    /// These kinds, each once and in order; all without a list.
    pub fn new(kinds: Option<Vec<EventKind>>) -> Self {
        let Some(mut kinds) = kinds else { return Self::All };
        kinds.sort_unstable();
        kinds.dedup();
        Self::Only(kinds)
    }

    /// Whether events of a kind are sent. A test is its owner's own wish.
    pub fn has(&self, kind: EventKind) -> bool {
        match self {
            Self::All => true,
            Self::Only(kinds) => kind == EventKind::WebhookTest || kinds.contains(&kind),
        }
    }

    /// The chosen kinds; none if all are.
    pub fn list(self) -> Option<Vec<EventKind>> {
        match self {
            Self::All => None,
            Self::Only(kinds) => Some(kinds),
        }
    }

    /// The stored words; null for all.
    pub(super) fn stored(&self) -> Option<String> {
        match self {
            Self::All => None,
            Self::Only(kinds) => Some(kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(" ")),
        }
    }

    /// Reads the stored words. A kind that this version does not know is never sent.
    pub(super) fn from_stored(words: Option<&str>) -> Self {
        let Some(words) = words else { return Self::All };
        Self::Only(words.split_whitespace().filter_map(|word| word.parse().ok()).collect())
    }
}
