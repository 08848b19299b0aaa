//! What a mail server's reply means: codes first, enhanced codes before bare ones, words last.

use std::time::Duration;

use crate::{
    reply::Reply,
    verdict::Reason,
    words::{Senses, wait_asked_for},
};

/// No server is asked again sooner than this, whatever it says.
const SHORTEST_WAIT: Duration = Duration::from_secs(30);
/// Nor does anybody wait longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(6 * 3_600);

/// What a reply to a recipient says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Mail for it is taken.
    Accepted,
    /// It says something of the mailbox itself.
    Mailbox(Reason),
    /// It says something of us, or of nobody; asking again soon will not help.
    Refused(Reason),
    /// It may be otherwise later.
    Later(Reason, Option<Duration>),
    /// It is refused for good, and neither codes nor words say whether the mailbox or we are at fault.
    Unclear,
    /// No more recipients in this transaction.
    Crowded,
    /// The server has forgotten the transaction.
    OutOfOrder,
    /// Nothing is said before the line is encrypted.
    EncryptionDemanded,
}

/// What a server's answer to a recipient means.
pub(crate) fn of_recipient(reply: &Reply, provider: Option<&str>) -> Answer {
    match reply.code / 100 {
        2 => Answer::Accepted,
        4 => of_temporary(reply),
        5 => of_permanent(reply, provider),
        _ => Answer::Refused(Reason::ProtocolError),
    }
}

/// What a refusal at the greeting, at EHLO or at MAIL means: no mailbox was named yet, so it is about us.
pub(crate) fn of_newcomer(reply: &Reply, at_sender: bool) -> Answer {
    let senses = Senses::of(&reply.text());
    if reply.is_temporary() {
        let reason = match senses {
            _ if senses.greylisting => Reason::Greylisted,
            _ if senses.network => Reason::RefusedNetwork,
            _ if senses.haste => Reason::RateLimited,
            _ => Reason::TemporaryFailure,
        };
        return later(reason, reply);
    }
    match (reply.code, reply.topic()) {
        (503, _) => Answer::OutOfOrder,
        (530, _) | (_, Some((7, 10 | 11))) => demanded(senses),
        (556, _) => Answer::Mailbox(Reason::NullMx),
        (500 | 502 | 504 | 555, _) if !senses.is_about_us() => Answer::Refused(Reason::ProtocolError),
        _ if at_sender && !senses.network => Answer::Refused(Reason::RefusedSender),
        _ => Answer::Refused(Reason::RefusedNetwork),
    }
}

fn of_temporary(reply: &Reply) -> Answer {
    let senses = Senses::of(&reply.text());
    match (reply.code, reply.topic()) {
        (_, Some((5, 3))) => Answer::Crowded,
        _ if senses.crowd => Answer::Crowded,
        (_, Some((2, 2))) => Answer::Mailbox(Reason::MailboxFull),
        (452, None) if senses.full => Answer::Mailbox(Reason::MailboxFull),
        _ if senses.greylisting => later(Reason::Greylisted, reply),
        _ if senses.network => later(Reason::RefusedNetwork, reply),
        _ if senses.haste => later(Reason::RateLimited, reply),
        (450 | 451, Some((7, 0 | 1) | (2, 0))) => later(Reason::Greylisted, reply),
        _ => later(Reason::TemporaryFailure, reply),
    }
}

fn of_permanent(reply: &Reply, provider: Option<&str>) -> Answer {
    let senses = Senses::of(&reply.text());
    match (reply.code, reply.topic()) {
        (503, _) => Answer::OutOfOrder,
        (530, _) | (_, Some((7, 10 | 11))) => demanded(senses),
        (556, _) => Answer::Mailbox(Reason::NullMx),
        (_, Some((1, 1 | 10))) => Answer::Mailbox(Reason::MailboxNotFound),
        (_, Some((1, 3))) => Answer::Mailbox(Reason::AddressNotAllowed),
        (_, Some((1, 6))) => Answer::Mailbox(Reason::MailboxMoved),
        (_, Some((1, 7 | 8))) => Answer::Refused(Reason::RefusedSender),
        (_, Some((1, 2))) => Answer::Refused(Reason::RelayDenied),
        (_, Some((2, 1))) => Answer::Mailbox(Reason::MailboxDisabled),
        (_, Some((2, 2))) => Answer::Mailbox(Reason::MailboxFull),
        (_, Some((5, 3))) => Answer::Crowded,
        (_, Some((6, 7))) => Answer::Mailbox(Reason::InternationalMailUnsupported),
        // Exchange Online turns away whom its directory does not know with this code.
        (_, Some((4, 1))) if provider == Some(records::mail_provider::MICROSOFT_365) => {
            Answer::Mailbox(Reason::MailboxNotFound)
        }
        (_, Some((7, detail))) => of_policy(detail, senses),
        (code, topic) => of_words(code, topic.is_some_and(|(subject, _)| subject == 4), senses),
    }
}

fn of_policy(detail: u16, senses: Senses) -> Answer {
    match detail {
        25 => Answer::Refused(Reason::RefusedNetwork),
        20..=24 | 26 | 27 => Answer::Refused(Reason::RefusedSender),
        8 | 9 | 12 | 13 => Answer::Refused(Reason::AuthenticationRequired),
        _ if senses.is_about_us() => about_us(senses),
        // Words against the code: neither is believed before another mailbox was asked for.
        _ if senses.is_about_the_mailbox() => Answer::Unclear,
        _ => Answer::Refused(Reason::RefusedByPolicy),
    }
}

fn of_words(code: u16, is_routing: bool, senses: Senses) -> Answer {
    match (senses.is_about_us(), senses.is_about_the_mailbox()) {
        _ if senses.crowd => Answer::Crowded,
        (true, false) => about_us(senses),
        (false, true) if senses.full => Answer::Mailbox(Reason::MailboxFull),
        (false, true) if senses.disabled => Answer::Mailbox(Reason::MailboxDisabled),
        (false, true) => Answer::Mailbox(Reason::MailboxNotFound),
        (true, true) => Answer::Unclear,
        (false, false) => match code {
            _ if senses.encryption => Answer::EncryptionDemanded,
            _ if is_routing => Answer::Refused(Reason::UnclearRefusal),
            551 => Answer::Mailbox(Reason::MailboxMoved),
            552 => Answer::Mailbox(Reason::MailboxFull),
            501 | 550 | 553 => Answer::Unclear,
            500 | 502 | 504 | 555 => Answer::Refused(Reason::ProtocolError),
            _ => Answer::Refused(Reason::UnclearRefusal),
        },
    }
}

fn about_us(senses: Senses) -> Answer {
    Answer::Refused(match senses {
        _ if senses.relay => Reason::RelayDenied,
        _ if senses.network => Reason::RefusedNetwork,
        _ if senses.sender => Reason::RefusedSender,
        _ => Reason::AuthenticationRequired,
    })
}

fn demanded(senses: Senses) -> Answer {
    if senses.authentication && !senses.encryption {
        Answer::Refused(Reason::AuthenticationRequired)
    } else {
        Answer::EncryptionDemanded
    }
}

fn later(reason: Reason, reply: &Reply) -> Answer {
    let asked = wait_asked_for(&reply.text()).map(|wait| wait.clamp(SHORTEST_WAIT, LONGEST_WAIT));
    Answer::Later(reason, asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(line: &str) -> Answer {
        judged_of(line, None)
    }

    fn judged_of(line: &str, provider: Option<&str>) -> Answer {
        let (reply, _) = Reply::read(format!("{line}\r\n").as_bytes()).unwrap().unwrap();
        of_recipient(&reply, provider)
    }

    #[test]
    fn enhanced_codes_decide_whatever_the_words_say() {
        for (line, expected) in [
            ("550 5.1.1 blocked spam access denied", Answer::Mailbox(Reason::MailboxNotFound)),
            ("550 5.2.1 user unknown", Answer::Mailbox(Reason::MailboxDisabled)),
            ("552 5.2.2 x", Answer::Mailbox(Reason::MailboxFull)),
            ("452 4.2.2 x", Answer::Mailbox(Reason::MailboxFull)),
            ("550 5.1.6 x", Answer::Mailbox(Reason::MailboxMoved)),
            ("553 5.1.8 x", Answer::Refused(Reason::RefusedSender)),
            ("550 5.7.1 x", Answer::Refused(Reason::RefusedByPolicy)),
            ("550 5.7.25 x", Answer::Refused(Reason::RefusedNetwork)),
            ("554 5.7.1 Relay access denied", Answer::Refused(Reason::RelayDenied)),
            ("452 4.5.3 x", Answer::Crowded),
            ("553 5.6.7 x", Answer::Mailbox(Reason::InternationalMailUnsupported)),
            ("550 5.7.1 No such user", Answer::Unclear),
        ] {
            assert_eq!(judged(line), expected, "{line}");
        }
    }

    #[test]
    fn words_decide_where_codes_are_silent_and_contradictions_stay_unclear() {
        for (line, expected) in [
            ("550 Empfaenger unbekannt", Answer::Mailbox(Reason::MailboxNotFound)),
            (
                "554 delivery error: dd This user doesn't have a yahoo.com account",
                Answer::Mailbox(Reason::MailboxNotFound),
            ),
            (
                "552 1 Requested mail action aborted, mailbox not found",
                Answer::Mailbox(Reason::MailboxNotFound),
            ),
            ("550 5.5.0 Requested action not taken: mailbox unavailable", Answer::Unclear),
            ("550 Your IP is on a blocklist", Answer::Refused(Reason::RefusedNetwork)),
            ("550 User unknown or your IP is blocked", Answer::Unclear),
            ("550 qwxz", Answer::Unclear),
            ("554 qwxz", Answer::Refused(Reason::UnclearRefusal)),
            ("552 qwxz", Answer::Mailbox(Reason::MailboxFull)),
            ("530 Must issue a STARTTLS command first", Answer::EncryptionDemanded),
            ("530 5.7.0 Authentication required", Answer::Refused(Reason::AuthenticationRequired)),
            ("503 MAIL first", Answer::OutOfOrder),
        ] {
            assert_eq!(judged(line), expected, "{line}");
        }
    }

    #[test]
    fn exchange_online_names_unknown_recipients_by_a_routing_code() {
        let line = "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)";
        assert_eq!(judged_of(line, Some("Microsoft 365")), Answer::Mailbox(Reason::MailboxNotFound));
        assert_ne!(judged_of(line, None), Answer::Mailbox(Reason::MailboxNotFound));
    }

    #[test]
    fn what_is_temporary_is_tried_later_after_the_wait_asked_for() {
        let minutes = |count: u64| Some(Duration::from_secs(count * 60));
        for (line, expected) in [
            ("451 4.7.1 Greylisted, try again in 5 minutes", Answer::Later(Reason::Greylisted, minutes(5))),
            ("450 4.2.0 qwxz", Answer::Later(Reason::Greylisted, None)),
            ("450 4.1.1 User unknown", Answer::Later(Reason::TemporaryFailure, None)),
            ("421 4.7.0 Too many connections", Answer::Later(Reason::RateLimited, None)),
            ("451 4.3.0 Try again", Answer::Later(Reason::TemporaryFailure, None)),
            ("451 greylisting 1 s", Answer::Later(Reason::Greylisted, Some(SHORTEST_WAIT))),
            ("452 4.3.1 Insufficient system storage", Answer::Later(Reason::TemporaryFailure, None)),
            ("452 mailbox full", Answer::Mailbox(Reason::MailboxFull)),
        ] {
            assert_eq!(judged(line), expected, "{line}");
        }
    }
}
