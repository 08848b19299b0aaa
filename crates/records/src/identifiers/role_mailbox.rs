//! Mailboxes of roles and groups, such as info@: they belong to no one person.

use std::sync::LazyLock;

/// Letters with a number that are the initials of a person, as in `ar20`.
const INITIALS_LETTERS: usize = 2;
/// Letters up to which a word with a separator is a person: `a.p` has initials, `ap` is accounts payable.
const SHORT_LETTERS: usize = 3;

/// Local parts of roles or groups without separators, sorted for binary search.
static ROLES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| include_str!("../../data/role_mailboxes.txt").lines().collect());

/// Characters between the words of a local part.
const SEPARATORS: [char; 3] = ['.', '-', '_'];

/// Words with which the mailbox of a household begins or ends.
const HOUSEHOLDS: [&str; 6] = ["family", "familie", "famille", "familia", "famiglia", "household"];

/// Whether a local part is that of a role, a group or a household, also with a tag or number, as in `sales+eu` or `info2`,
/// and with separators, as in `do-not_reply`.
pub fn is_role(local: &str) -> bool {
    let plain = local.split('+').next().unwrap_or(local);
    let name = plain.trim_end_matches(|digit: char| digit.is_ascii_digit());
    if name.len() < plain.len() && name.len() <= INITIALS_LETTERS {
        return false;
    }
    let first = name.split(SEPARATORS).next().unwrap_or(name);
    let folded: String = name.split(SEPARATORS).collect();
    let is_listed = ROLES.binary_search(&folded.as_str()).is_ok();
    let is_word = folded.len() == name.len() || folded.len() > SHORT_LETTERS;
    let is_household = HOUSEHOLDS.iter().any(|word| name.starts_with(word) || name.ends_with(word));
    let strong = ["info", "sales", "support", "noreply", "billing", "marketing", "jobs", "service"];
    (is_listed && is_word) || is_household || (strong.contains(&first) && first.len() < name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_distinguished_from_people() {
        for local in [
            "info",
            "sales+eu",
            "support2",
            "no-reply",
            "info.berlin",
            "kontakt",
            "webmaster",
            "thebraunfamily",
            "familie.braun",
        ] {
            assert!(is_role(local), "{local}");
        }
        for local in [
            "jane",
            "jane.doe",
            "informant",
            "testa",
            "peter.post",
            "hrvoje",
            "2",
            "ar20",
            "a.p",
            "h-r",
            "i_t",
        ] {
            assert!(!is_role(local), "{local}");
        }
    }

    #[test]
    fn words_of_a_role_are_known_with_any_separator() {
        for local in [
            "no_reply",
            "no.reply",
            "noreply",
            "donotreply",
            "do-not-reply",
            "do_not.reply",
            "notifications",
            "alerts",
            "accountspayable",
            "accounts.payable",
            "account",
            "reservation",
            "comercial",
            "pr",
            "ceo",
            "request",
            "updates",
            "mailer-daemon",
            "undisclosed-recipients",
        ] {
            assert!(is_role(local), "{local}");
        }
    }

    #[test]
    fn the_list_is_sorted_for_binary_search_and_has_no_separators() {
        assert!(ROLES.is_sorted_by(|one, other| one < other));
        assert!(ROLES.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }
}
