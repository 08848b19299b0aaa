//! The wording of a refusal, without what differs from one recipient to the next, so that two refusals can be compared.

use crate::smtp::{decoy::mixed, reply::SmtpReply, reply_text::without_names};

/// A local part of at least this length is found inside words as well.
const FOUND_INSIDE: usize = 4;

/// Hash of the codes and words of a refusal without addresses, host names, numbers and the recipient's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wording(pub(crate) u64);

impl Wording {
    /// The wording of a refusal of a local part.
    pub(crate) fn of(reply: &SmtpReply, local: &str) -> Self {
        let local = local.to_lowercase();
        let names_recipient = |word: &str| {
            let inner = word.trim_matches(|character: char| !character.is_alphanumeric());
            inner == local || (local.chars().count() >= FOUND_INSIDE && word.contains(&local))
        };
        let has_digit = |word: &str| word.chars().any(|character| character.is_ascii_digit());
        let text = without_names(&reply.text());
        let words: Vec<&str> =
            text.split_whitespace().filter(|word| !has_digit(word) && !names_recipient(word)).collect();
        let topic = reply.topic().map_or(String::new(), |(subject, detail)| format!("{subject}.{detail}"));
        let plain = format!("{} {topic} {}", reply.code, words.join(" "));
        Self(plain.bytes().fold(0, |state, byte| mixed(state ^ u64::from(byte))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording(line: &str, local: &str) -> Wording {
        let (reply, _) = SmtpReply::read(format!("{line}\r\n").as_bytes()).unwrap().unwrap();
        Wording::of(&reply, local)
    }

    #[test]
    fn refusals_that_differ_in_names_and_ids_alone_have_one_wording() {
        for (one, other) in [
            ("550 <karl@acme.example> qwxz", "550 <lena@acme.example> qwxz"),
            ("550 karl: no (8si1234)", "550 lena: no (9xy5678)"),
            ("550 5.7.1 \"karl\" qwxz", "550 5.7.1 \"lena\" QWXZ"),
        ] {
            assert_eq!(wording(one, "karl"), wording(other, "lena"), "{one}");
        }
    }

    #[test]
    fn codes_and_words_tell_refusals_apart() {
        let usual = wording("550 5.1.1 User unknown", "karl");
        for other in ["550 qwxz", "550 5.7.1 User unknown", "553 5.1.1 User unknown", "550 5.1.1 Go away"] {
            assert_ne!(wording(other, "karl"), usual, "{other}");
        }
    }
}
