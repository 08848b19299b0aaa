//! Parser of SMTP replies: code, enhanced code and text.

use std::fmt;

use thiserror::Error;

/// Maximum length of a reply; a longer one is an error.
pub const REPLY_LIMIT_BYTES: usize = 16_384;

/// A complete reply of a mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpReply {
    /// Three-digit reply code.
    pub code: u16,
    /// The enhanced status code (RFC 3463), if it is consistent with the reply code.
    pub enhanced: Option<EnhancedCode>,
    /// The lines of text, without codes.
    pub lines: Vec<String>,
}

/// An enhanced status code: class, subject, detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnhancedCode {
    /// 2 for success, 4 for a temporary failure, 5 for a permanent failure.
    pub class: u8,
    /// Subject: 1 address, 2 mailbox, 3 system, 4 network, 5 protocol, 7 policy.
    pub subject: u16,
    /// Detail within the subject.
    pub detail: u16,
}

/// Why bytes are not an SMTP reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReplyFault {
    /// A line does not begin with a reply code.
    #[error("a line of the mail server's answer does not begin with a reply code")]
    NotAReply,
    /// The reply exceeds [`REPLY_LIMIT_BYTES`].
    #[error("the mail server's answer is longer than {REPLY_LIMIT_BYTES} bytes")]
    TooLong,
}

impl SmtpReply {
    /// Parses the first complete reply and returns its length in bytes; `None` if more bytes are needed.
    pub fn read(bytes: &[u8]) -> Result<Option<(Self, usize)>, ReplyFault> {
        let window = &bytes[..bytes.len().min(REPLY_LIMIT_BYTES)];
        let mut lines = Vec::new();
        let mut enhanced = None;
        let mut consumed = 0;
        while let Some(length) = window[consumed..].iter().position(|&byte| byte == b'\n') {
            let line = window[consumed..consumed + length]
                .strip_suffix(b"\r")
                .unwrap_or(&window[consumed..consumed + length]);
            consumed += length + 1;
            let (code, is_last, text) = split_line(line)?;
            let text = String::from_utf8_lossy(text).trim().to_owned();
            let (found, rest) = leading_enhanced(&text, code);
            let rest = rest.to_owned();
            enhanced = enhanced.or(found).or_else(|| bracketed_enhanced(&rest, code));
            lines.push(rest);
            if is_last {
                return Ok(Some((Self { code, enhanced, lines }, consumed)));
            }
        }
        // Reject an incomplete line as soon as it cannot become a reply.
        if !may_begin_a_line(&window[consumed..]) {
            return Err(ReplyFault::NotAReply);
        }
        if bytes.len() >= REPLY_LIMIT_BYTES { Err(ReplyFault::TooLong) } else { Ok(None) }
    }

    /// The text of all lines, joined by spaces.
    pub fn text(&self) -> String {
        self.lines.join(" ")
    }

    /// Whether the reply is a success (2xx).
    pub fn is_success(&self) -> bool {
        self.code / 100 == 2
    }

    /// Whether the reply is a temporary failure (4xx).
    pub fn is_temporary(&self) -> bool {
        self.code / 100 == 4
    }

    /// Subject and detail of the enhanced code.
    pub fn topic(&self) -> Option<(u16, u16)> {
        self.enhanced.map(|code| (code.subject, code.detail))
    }
}

impl fmt::Display for SmtpReply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.code)?;
        if let Some(EnhancedCode { class, subject, detail }) = self.enhanced {
            write!(formatter, " {class}.{subject}.{detail}")?;
        }
        write!(formatter, " {}", self.text())
    }
}

/// Splits a line into the code, whether it is the last line, and the text.
fn split_line(line: &[u8]) -> Result<(u16, bool, &[u8]), ReplyFault> {
    let (Some(digits), rest) = (line.get(..3), line.get(3..).unwrap_or_default()) else {
        return Err(ReplyFault::NotAReply);
    };
    if !digits.iter().all(u8::is_ascii_digit) || !(b'2'..=b'5').contains(&digits[0]) {
        return Err(ReplyFault::NotAReply);
    }
    let code = digits.iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0'));
    match rest {
        [b'-', text @ ..] => Ok((code, false, text)),
        [b' ' | b'\t', text @ ..] => Ok((code, true, text)),
        [] => Ok((code, true, rest)),
        _ => Err(ReplyFault::NotAReply),
    }
}

fn may_begin_a_line(bytes: &[u8]) -> bool {
    bytes.iter().take(3).enumerate().all(|(place, byte)| match place {
        0 => (b'2'..=b'5').contains(byte),
        _ => byte.is_ascii_digit(),
    }) && bytes.get(3).is_none_or(|byte| b"- \t\r\n".contains(byte))
}

/// The enhanced code at the start of a line's text, and the rest of the text.
fn leading_enhanced(text: &str, code: u16) -> (Option<EnhancedCode>, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match enhanced_of(word.trim_end_matches([':', '-', ',']), code) {
        Some(enhanced) => (Some(enhanced), rest.trim_start()),
        None => (None, text),
    }
}

/// The form used by qmail: `sorry, no mailbox here by that name. (#5.1.1)`.
fn bracketed_enhanced(text: &str, code: u16) -> Option<EnhancedCode> {
    text.split(|character: char| !character.is_ascii_digit() && !".#(".contains(character))
        .filter(|word| word.starts_with(['#', '(']))
        .find_map(|word| enhanced_of(word.trim_start_matches(['#', '(']).trim_end_matches('.'), code))
}

/// Parses an enhanced code; one of another class than the reply code is ignored.
fn enhanced_of(word: &str, code: u16) -> Option<EnhancedCode> {
    let mut parts = word.split('.');
    let class: u8 = number(parts.next()?, 1)?.try_into().ok()?;
    let (subject, detail) = (number(parts.next()?, 3)?, number(parts.next()?, 3)?);
    let fits = parts.next().is_none() && u16::from(class) == code / 100;
    fits.then_some(EnhancedCode { class, subject, detail })
}

fn number(digits: &str, longest: usize) -> Option<u16> {
    let well_formed =
        (1..=longest).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if well_formed { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn whole(bytes: &[u8]) -> SmtpReply {
        SmtpReply::read(bytes).unwrap().unwrap().0
    }

    fn topic(bytes: &[u8]) -> Option<(u16, u16)> {
        whole(bytes).topic()
    }

    #[test]
    fn one_line_gives_code_enhanced_code_and_text() {
        let reply = whole(b"550 5.1.1 <x@acme.com>: Recipient address rejected\r\n");
        assert_eq!((reply.code, reply.topic()), (550, Some((1, 1))));
        assert_eq!(reply.text(), "<x@acme.com>: Recipient address rejected");
        assert_eq!(reply.to_string(), "550 5.1.1 <x@acme.com>: Recipient address rejected");
    }

    #[test]
    fn several_lines_are_one_reply_and_the_rest_is_not_consumed() {
        let bytes = b"550-5.1.1 The email account does not\r\n550 5.1.1 exist.\r\n250 next\r\n";
        let (reply, consumed) = SmtpReply::read(bytes).unwrap().unwrap();
        assert_eq!(reply.text(), "The email account does not exist.");
        assert_eq!(&bytes[consumed..], b"250 next\r\n");
    }

    #[test]
    fn nonstandard_replies_are_parsed() {
        assert_eq!(whole(b"250\r\n").code, 250);
        assert_eq!(whole(b"250 OK\n").text(), "OK");
        assert_eq!(whole(b"250-\r\n250 \r\n").lines.len(), 2);
        assert_eq!(topic(b"550 sorry, no mailbox here by that name. (#5.1.1)\r\n"), Some((1, 1)));
        assert_eq!(topic(b"553 sorry, not in my list of allowed rcpthosts (#5.7.1)\r\n"), Some((7, 1)));
        assert_eq!(topic(b"550 5.1.1: unknown\r\n"), Some((1, 1)));
        assert_eq!(whole(b"550 Benutzer ung\xfcltig\r\n").text(), "Benutzer ung\u{fffd}ltig");
    }

    #[test]
    fn an_enhanced_code_that_contradicts_the_reply_code_is_ignored() {
        assert_eq!(topic(b"550 2.1.5 ok\r\n"), None);
        assert_eq!(topic(b"550 5.1.1.9 x\r\n"), None);
        assert_eq!(topic(b"550 192.0.2.1 is blocked\r\n"), None);
        assert_eq!(topic(b"550 mail from (192.0.2.1) is blocked\r\n"), None);
    }

    #[test]
    fn bytes_that_cannot_be_a_reply_are_rejected_early() {
        for bytes in [&b"HTTP/1.1 200 OK\r\n"[..], b"SSH-2.0", b"25", b"650 x\r\n", b"2500 x\r\n", b"\r\n"] {
            let read = SmtpReply::read(bytes);
            let expected = if bytes == b"25" { Ok(None) } else { Err(ReplyFault::NotAReply) };
            assert_eq!(read, expected, "{:?}", String::from_utf8_lossy(bytes));
        }
        let endless = b"250-x\r\n".repeat(REPLY_LIMIT_BYTES);
        assert_eq!(SmtpReply::read(&endless), Err(ReplyFault::TooLong));
        assert_eq!(SmtpReply::read(&b"250 ".repeat(1_000)), Ok(None));
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic_and_never_consume_more_than_given(bytes: Vec<u8>) {
            if let Ok(Some((reply, consumed))) = SmtpReply::read(&bytes) {
                prop_assert!(consumed <= bytes.len() && (200..600).contains(&reply.code));
            }
        }

        #[test]
        fn near_replies_never_panic(text in "([2-5][0-9]{2}[- ]([245]\\.[0-9]{1,4}\\.[0-9]{1,4})?[ (#.a-z0-9é]{0,20}\r?\n){0,6}[0-9]{0,4}") {
            let _ = SmtpReply::read(text.as_bytes());
        }

        #[test]
        fn an_incomplete_reply_needs_more_bytes(cut in 0usize..60) {
            let bytes = b"452-4.2.2 The mailbox is\r\n452 4.2.2 full, try later\r\n";
            let cut = cut.min(bytes.len() - 1);
            prop_assert_eq!(SmtpReply::read(&bytes[..cut]), Ok(None));
            prop_assert!(SmtpReply::read(bytes).unwrap().is_some());
        }
    }
}
