//! The groups of endpoints as people read them.

use serde_json::{Value, json};

use crate::endpoint::{Entry, Group};

/// Title of a group, and what its endpoints do.
pub fn group_words(group: Group) -> (&'static str, &'static str) {
    match group {
        Group::Resolve => ("Resolve", "One identifier in, one person, company or verdict out."),
        Group::Find => ("Find", "Emails and phones of people, and the people behind them."),
        Group::Search => {
            ("Search", "People and companies by filters; a preview shows price and masked rows first.")
        }
        Group::Signals => ("Signals", "Funding, acquisitions, hiring and job changes, newest first or live."),
        Group::Combos => ("Accounts and deals", "Decision makers, committees, radars and lookalikes."),
        Group::NicheCombos => {
            ("Special lists", "Composites for one purpose, such as small businesses or recent leavers.")
        }
        Group::Bundles => ("Bundles", "Several answers about one account or person, at one price."),
        Group::Sticky => ("Lists", "Watch lists, saved ICPs and engagement events, kept for the account."),
        Group::Bulk => ("Bulk", "Up to 500 items at once, answered in the background."),
        Group::Account => ("Account", "Sign-up, keys, webhooks, history, usage and ledger."),
        Group::Operator => {
            ("Operator", "For keys with the scope `operate`: accounts, review list, imports and health.")
        }
        Group::Privacy => ("Privacy", "Requests of people to be left out, suppressions and erasures."),
        Group::Sandbox => ("Sandbox", "What can be tried without a key."),
    }
}

/// The tags of the document, in the order of the catalogue.
pub(super) fn tags(catalogue: &[Entry]) -> Vec<Value> {
    let mut groups: Vec<Group> = Vec::new();
    for entry in catalogue {
        if !groups.contains(&entry.spec.group) {
            groups.push(entry.spec.group);
        }
    }
    let tag = |group: Group| {
        let (title, description) = group_words(group);
        json!({ "name": group.as_str(), "x-displayName": title, "description": description })
    };
    groups.into_iter().map(tag).collect()
}
