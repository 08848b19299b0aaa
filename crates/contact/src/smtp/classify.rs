//! Classifies a mail server's reply: by enhanced status code, then reply code, then text.

use std::time::Duration;

use crate::{
    smtp::{
        reply::SmtpReply,
        reply_text::{TextTopics, requested_wait},
    },
    verdict::Reason,
};

/// Minimum retry delay, whatever the server requests.
const SHORTEST_WAIT: Duration = Duration::from_secs(30);
/// Maximum retry delay.
const LONGEST_WAIT: Duration = Duration::from_secs(6 * 3_600);

/// Class of a reply to RCPT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReplyClass {
    /// The recipient is accepted.
    Accepted,
    /// The reply is about the mailbox.
    Mailbox(Reason),
    /// The reply is about the sender or gives no cause; a retry will not help.
    Refused(Reason),
    /// Temporary; retry later.
    Later(Reason, Option<Duration>),
    /// Permanent refusal; neither codes nor text say whether it is about the mailbox or the sender.
    Unclear,
    /// Temporary, and the text says that the mailbox is unknown: the server has not finished its own look-up.
    UnverifiedMailbox(Option<Duration>),
    /// The server accepts no more recipients in this transaction.
    TooManyRecipients,
    /// Bad sequence of commands (503): the server has no transaction.
    BadSequence,
    /// The server requires STARTTLS first.
    EncryptionRequired,
}

/// Classifies a reply to RCPT.
pub(crate) fn recipient(reply: &SmtpReply, provider: Option<&str>) -> ReplyClass {
    match reply.code / 100 {
        2 => ReplyClass::Accepted,
        4 => temporary(reply),
        5 => permanent(reply, provider),
        _ => ReplyClass::Refused(Reason::ProtocolError),
    }
}

/// Classifies a refusal at the greeting, EHLO or MAIL. No mailbox was named yet, so it is about the sender.
pub(crate) fn before_recipient(reply: &SmtpReply, at_sender: bool) -> ReplyClass {
    let topics = TextTopics::of(&reply.text());
    if reply.is_temporary() {
        let reason = match topics {
            _ if topics.greylisting => Reason::Greylisted,
            _ if topics.network => Reason::RefusedNetwork,
            _ if topics.rate_limit => Reason::RateLimited,
            _ => Reason::TemporaryFailure,
        };
        return later(reason, reply);
    }
    match (reply.code, reply.topic()) {
        (503, _) => ReplyClass::BadSequence,
        (530, _) | (_, Some((7, 10 | 11))) => authentication_or_encryption(topics),
        (556, _) => ReplyClass::Mailbox(Reason::NullMx),
        _ if topics.rate_limit => later(Reason::RateLimited, reply),
        (500 | 502 | 504 | 555, _) if !topics.is_about_sender() => ReplyClass::Refused(Reason::ProtocolError),
        _ if at_sender && !topics.network => ReplyClass::Refused(Reason::RefusedSender),
        _ => ReplyClass::Refused(Reason::RefusedNetwork),
    }
}

fn temporary(reply: &SmtpReply) -> ReplyClass {
    let topics = TextTopics::of(&reply.text());
    match (reply.code, reply.topic()) {
        (_, Some((5, 3))) => ReplyClass::TooManyRecipients,
        _ if topics.too_many_recipients => ReplyClass::TooManyRecipients,
        (_, Some((2, 2))) => ReplyClass::Mailbox(Reason::MailboxFull),
        (452, None) if topics.full => ReplyClass::Mailbox(Reason::MailboxFull),
        _ if topics.greylisting => later(Reason::Greylisted, reply),
        _ if topics.network => later(Reason::RefusedNetwork, reply),
        _ if topics.rate_limit => later(Reason::RateLimited, reply),
        (_, Some((1, 1))) if topics.no_mailbox => ReplyClass::UnverifiedMailbox(wait_in(reply)),
        (450 | 451, Some((7, 0 | 1) | (2, 0))) => later(Reason::Greylisted, reply),
        _ => later(Reason::TemporaryFailure, reply),
    }
}

fn permanent(reply: &SmtpReply, provider: Option<&str>) -> ReplyClass {
    let topics = TextTopics::of(&reply.text());
    match (reply.code, reply.topic()) {
        (503, _) => ReplyClass::BadSequence,
        (530, _) | (_, Some((7, 10 | 11))) => authentication_or_encryption(topics),
        (556, _) => ReplyClass::Mailbox(Reason::NullMx),
        (_, Some((2, 2))) => ReplyClass::Mailbox(Reason::MailboxFull),
        // Servers that defend themselves against guessed names answer so to every name, existing ones included.
        _ if topics.rate_limit && !topics.full && !topics.too_many_recipients => {
            later(Reason::RateLimited, reply)
        }
        (_, Some((1, 1 | 10))) => ReplyClass::Mailbox(Reason::MailboxNotFound),
        (_, Some((1, 3))) => ReplyClass::Mailbox(Reason::AddressNotAllowed),
        (_, Some((1, 6))) => ReplyClass::Mailbox(Reason::MailboxMoved),
        (_, Some((1, 7 | 8))) => ReplyClass::Refused(Reason::RefusedSender),
        (_, Some((1, 2))) => ReplyClass::Refused(Reason::RelayDenied),
        (_, Some((2, 1))) => ReplyClass::Mailbox(Reason::MailboxDisabled),
        (_, Some((5, 3))) => ReplyClass::TooManyRecipients,
        (_, Some((6, 7))) => ReplyClass::Mailbox(Reason::InternationalMailUnsupported),
        // Exchange Online refuses recipients that are not in its directory with this code, and may be behind an MX name
        // of the company.
        (_, Some((4, 1))) => match provider == Some(records::mail_provider::MICROSOFT_365) {
            true => ReplyClass::Mailbox(Reason::MailboxNotFound),
            false => ReplyClass::Unclear,
        },
        (_, Some((7, detail))) => by_policy_detail(detail, topics),
        (code, topic) => by_text(code, topic.is_some_and(|(subject, _)| subject == 4), topics),
    }
}

fn by_policy_detail(detail: u16, topics: TextTopics) -> ReplyClass {
    match detail {
        25 => ReplyClass::Refused(Reason::RefusedNetwork),
        20..=24 | 26 | 27 => ReplyClass::Refused(Reason::RefusedSender),
        8 | 9 | 12 | 13 => ReplyClass::Refused(Reason::AuthenticationRequired),
        _ if topics.is_about_sender() => about_sender(topics),
        // Text and code contradict each other; the postmaster check decides.
        _ if topics.is_about_mailbox() => ReplyClass::Unclear,
        _ => ReplyClass::Refused(Reason::RefusedByPolicy),
    }
}

fn by_text(code: u16, is_routing: bool, topics: TextTopics) -> ReplyClass {
    match (topics.is_about_sender(), topics.is_about_mailbox()) {
        _ if topics.too_many_recipients => ReplyClass::TooManyRecipients,
        (true, false) => about_sender(topics),
        (false, true) if topics.full => ReplyClass::Mailbox(Reason::MailboxFull),
        (false, true) if topics.disabled => ReplyClass::Mailbox(Reason::MailboxDisabled),
        (false, true) => ReplyClass::Mailbox(Reason::MailboxNotFound),
        (true, true) => ReplyClass::Unclear,
        (false, false) => match code {
            _ if topics.encryption => ReplyClass::EncryptionRequired,
            _ if is_routing => ReplyClass::Refused(Reason::UnclearRefusal),
            551 => ReplyClass::Mailbox(Reason::MailboxMoved),
            552 => ReplyClass::Mailbox(Reason::MailboxFull),
            501 | 550 | 553 => ReplyClass::Unclear,
            500 | 502 | 504 | 555 => ReplyClass::Refused(Reason::ProtocolError),
            _ => ReplyClass::Refused(Reason::UnclearRefusal),
        },
    }
}

fn about_sender(topics: TextTopics) -> ReplyClass {
    ReplyClass::Refused(match topics {
        _ if topics.relay => Reason::RelayDenied,
        _ if topics.network => Reason::RefusedNetwork,
        _ if topics.sender => Reason::RefusedSender,
        _ => Reason::AuthenticationRequired,
    })
}

fn authentication_or_encryption(topics: TextTopics) -> ReplyClass {
    if topics.authentication && !topics.encryption {
        ReplyClass::Refused(Reason::AuthenticationRequired)
    } else {
        ReplyClass::EncryptionRequired
    }
}

fn later(reason: Reason, reply: &SmtpReply) -> ReplyClass {
    ReplyClass::Later(reason, wait_in(reply))
}

fn wait_in(reply: &SmtpReply) -> Option<Duration> {
    requested_wait(&reply.text()).map(|wait| wait.clamp(SHORTEST_WAIT, LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(line: &str) -> ReplyClass {
        classified_for(line, None)
    }

    fn classified_for(line: &str, provider: Option<&str>) -> ReplyClass {
        let (reply, _) = SmtpReply::read(format!("{line}\r\n").as_bytes()).unwrap().unwrap();
        recipient(&reply, provider)
    }

    #[test]
    fn enhanced_codes_take_precedence_over_text() {
        for (line, expected) in [
            ("550 5.1.1 blocked spam access denied", ReplyClass::Mailbox(Reason::MailboxNotFound)),
            ("550 5.2.1 user unknown", ReplyClass::Mailbox(Reason::MailboxDisabled)),
            ("552 5.2.2 x", ReplyClass::Mailbox(Reason::MailboxFull)),
            ("452 4.2.2 x", ReplyClass::Mailbox(Reason::MailboxFull)),
            ("550 5.1.6 x", ReplyClass::Mailbox(Reason::MailboxMoved)),
            ("553 5.1.8 x", ReplyClass::Refused(Reason::RefusedSender)),
            ("550 5.7.1 x", ReplyClass::Refused(Reason::RefusedByPolicy)),
            ("550 5.7.25 x", ReplyClass::Refused(Reason::RefusedNetwork)),
            ("554 5.7.1 Relay access denied", ReplyClass::Refused(Reason::RelayDenied)),
            ("452 4.5.3 x", ReplyClass::TooManyRecipients),
            ("553 5.6.7 x", ReplyClass::Mailbox(Reason::InternationalMailUnsupported)),
            ("550 5.7.1 No such user", ReplyClass::Unclear),
        ] {
            assert_eq!(classified(line), expected, "{line}");
        }
    }

    #[test]
    fn text_decides_without_a_clear_code_and_contradictions_stay_unclear() {
        for (line, expected) in [
            ("550 Empfaenger unbekannt", ReplyClass::Mailbox(Reason::MailboxNotFound)),
            (
                "554 delivery error: dd This user doesn't have a yahoo.com account",
                ReplyClass::Mailbox(Reason::MailboxNotFound),
            ),
            (
                "552 1 Requested mail action aborted, mailbox not found",
                ReplyClass::Mailbox(Reason::MailboxNotFound),
            ),
            ("550 5.5.0 Requested action not taken: mailbox unavailable", ReplyClass::Unclear),
            ("550 Your IP is on a blocklist", ReplyClass::Refused(Reason::RefusedNetwork)),
            ("550 User unknown or your IP is blocked", ReplyClass::Unclear),
            ("550 qwxz", ReplyClass::Unclear),
            ("554 qwxz", ReplyClass::Refused(Reason::UnclearRefusal)),
            ("552 qwxz", ReplyClass::Mailbox(Reason::MailboxFull)),
            ("530 Must issue a STARTTLS command first", ReplyClass::EncryptionRequired),
            ("530 5.7.0 Authentication required", ReplyClass::Refused(Reason::AuthenticationRequired)),
            ("503 MAIL first", ReplyClass::BadSequence),
        ] {
            assert_eq!(classified(line), expected, "{line}");
        }
    }

    #[test]
    fn exchange_online_refuses_unknown_recipients_with_a_routing_code() {
        let line = "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)";
        assert_eq!(classified_for(line, Some("Microsoft 365")), ReplyClass::Mailbox(Reason::MailboxNotFound));
        assert_eq!(classified_for(line, None), ReplyClass::Unclear);
    }

    #[test]
    fn temporary_replies_are_retried_after_the_requested_wait() {
        let minutes = |count: u64| Some(Duration::from_secs(count * 60));
        for (line, expected) in [
            (
                "451 4.7.1 Greylisted, try again in 5 minutes",
                ReplyClass::Later(Reason::Greylisted, minutes(5)),
            ),
            ("450 4.2.0 qwxz", ReplyClass::Later(Reason::Greylisted, None)),
            ("450 4.1.1 User unknown", ReplyClass::UnverifiedMailbox(None)),
            ("550 Too many invalid recipients", ReplyClass::Later(Reason::RateLimited, None)),
            ("550 5.1.1 User unknown, slow down", ReplyClass::Later(Reason::RateLimited, None)),
            ("550 5.7.1 Directory harvest attack detected", ReplyClass::Later(Reason::RateLimited, None)),
            ("550 Zu viele unbekannte Empfaenger", ReplyClass::Later(Reason::RateLimited, None)),
            ("552 5.2.2 Quota exceeded", ReplyClass::Mailbox(Reason::MailboxFull)),
            ("550 account exceeded its quota", ReplyClass::Mailbox(Reason::MailboxFull)),
            ("421 4.7.0 Too many connections", ReplyClass::Later(Reason::RateLimited, None)),
            ("451 4.3.0 Try again", ReplyClass::Later(Reason::TemporaryFailure, None)),
            ("451 greylisting 1 s", ReplyClass::Later(Reason::Greylisted, Some(SHORTEST_WAIT))),
            ("452 4.3.1 Insufficient system storage", ReplyClass::Later(Reason::TemporaryFailure, None)),
            ("452 mailbox full", ReplyClass::Mailbox(Reason::MailboxFull)),
        ] {
            assert_eq!(classified(line), expected, "{line}");
        }
    }
}
