//! Topics of a refusal's text, in many languages.
//!
//! Text is used only where the codes are not clear. The fragments are lower-case and avoid accented letters where
//! possible, because servers send those in various encodings.

use std::time::Duration;

const NO_MAILBOX: &[&str] = &[
    // English
    "user unknown",
    "unknown user",
    "unknown recipient",
    "recipient unknown",
    "unknown mailbox",
    "mailbox unknown",
    "unknown address",
    "address unknown",
    "unknown local part",
    "no such user",
    "no such mailbox",
    "no such recipient",
    "no such address",
    "no such person",
    "no such account",
    "no mailbox here",
    "no user by that name",
    "not a valid user",
    "not a valid mailbox",
    "not a known user",
    "not our customer",
    "does not exist",
    "doesn't exist",
    "does not have an account",
    "doesn't have a",
    "mailbox not found",
    "user not found",
    "recipient not found",
    "account not found",
    "address not found",
    "not found in directory",
    "invalid recipient",
    "invalid mailbox",
    "invalid user",
    "recipient is invalid",
    "no account by that name",
    "undeliverable address",
    "not known",
    "is unknown",
    "unknown alias",
    "unknown or illegal alias",
    "unknown login",
    "unrouteable address",
    "unroutable address",
    "bad destination mailbox",
    "no such mail",
    "no such local",
    "no such name",
    "no mailbox by that name",
    "no user here",
    "no one here by that name",
    "not listed in",
    "not a mailbox",
    "not our user",
    "is not a user",
    "no longer works here",
    "unavailable or not local",
    "user not local",
    // German
    "unbekannt",
    "nicht bekannt",
    "existiert nicht",
    "nicht vorhanden",
    "nicht gefunden",
    "gibt es nicht",
    "kein postfach",
    // French
    "inconnu",
    "pas connu",
    "non trouv",
    "existe pas",
    "introuvable",
    // Spanish, Portuguese, Catalan
    "desconocid",
    "no existe",
    "inexistente",
    "desconhecid",
    "o existe",
    "desconegut",
    "no conocid",
    "no encontrad",
    "o encontrad",
    "o conhecid",
    // Italian
    "sconosciut",
    "non esiste",
    "non conosciut",
    "non trovat",
    // Dutch, Afrikaans
    "onbekend",
    "bestaat niet",
    "niet bekend",
    "niet gevonden",
    // Nordic
    "finns inte",
    "finns ej",
    "findes ikke",
    "finnes ikke",
    "ukendt",
    "ukjent",
    "hittades inte",
    "ikke fundet",
    "ikke funnet",
    "ikke kendt",
    "ikke kjent",
    "ei ole olemassa",
    "ei l\u{f6}ydy",
    "tuntematon",
    // Polish, Czech, Slovak, Croatian, Slovene
    "nieznan",
    "nie istnieje",
    "nezn",
    "nie znaleziono",
    "neexistuje",
    "nenalezen",
    "nepoznat",
    "ne postoji",
    "ne obstaja",
    // Hungarian, Romanian, Turkish, Greek
    "ismeretlen",
    "necunoscut",
    "nu exist",
    "bulunamad",
    "bilinmeyen",
    "άγνωστ",
    "δεν υπάρχει",
    // Russian, Ukrainian, Bulgarian
    "не найден",
    "не существует",
    "неизвест",
    "не існує",
    "невідом",
    "не съществува",
    // Chinese, Japanese, Korean
    "不存在",
    "无此用户",
    "查無此",
    "存在しません",
    "見つかりません",
    "존재하지",
    // Arabic, Hebrew, Thai, Vietnamese, Indonesian
    "غير موجود",
    "לא קיים",
    "ไม่พบ",
    "không tồn tại",
    "tidak ditemukan",
];

const DISABLED: &[&str] = &[
    "disabled",
    "deactivated",
    "inactive",
    "suspended",
    "no longer active",
    "no longer available",
    "no longer in use",
    "has been closed",
    "discontinued",
    "deaktiviert",
    "stillgelegt",
    "sactiv",
    "deshabilitad",
    "desativad",
    "disabilitat",
    "disattivat",
    "uitgeschakeld",
    "заблокирован пользователь",
    "отключен",
    "停用",
    "無効",
];

const FULL: &[&str] = &[
    "quota",
    "mailbox full",
    "mailbox is full",
    "inbox full",
    "inbox is full",
    "storage allocation",
    "storage limit",
    "size limit",
    "out of storage",
    "not enough space in the mailbox",
    "postfach ist voll",
    "postfach voll",
    "speicherplatz",
    "te aux lettres pleine",
    "te est pleine",
    "buz\u{f3}n lleno",
    "casella piena",
    "caixa cheia",
    "postbus is vol",
    "переполнен",
    "已满",
    "一杯",
];

const NETWORK: &[&str] = &[
    "blocked",
    "blacklist",
    "blocklist",
    "block list",
    "denylist",
    "spamhaus",
    "spamcop",
    "barracuda",
    "dnsbl",
    " rbl",
    "reputation",
    "client host",
    "client ip",
    "your ip",
    "ip address",
    "your host",
    "your network",
    "reverse dns",
    "reverse lookup",
    " ptr",
    "dynamic ip",
    "banned",
    "access denied",
    "helo ",
    "spam",
    "gesperrt",
    "blockiert",
    "ihre ip",
    "bloqu",
    "votre ip",
    "su ip",
    "bloccat",
    "geblokkeerd",
    "zablokowan",
    "заблокирован",
    "拒绝",
    "拒否",
    "封鎖",
    "차단",
];

const SENDER: &[&str] = &[
    "sender address",
    "sender rejected",
    "sender denied",
    "sender verify",
    "sender verification",
    "sender domain",
    "spf",
    "dmarc",
    "return path",
    "envelope sender",
    "absender",
    "remitente",
    "mittente",
    "отправител",
];

const RELAY: &[&str] = &[
    "relay access",
    "relaying",
    "relay denied",
    "relay not permitted",
    "unable to relay",
    "not permitted to relay",
    "cannot relay",
    "not a relay",
    "rcpthosts",
    "not hosted here",
    "domain not handled",
    "domain not local",
    "is not local",
    "weiterleitung",
];

const AUTHENTICATION: &[&str] = &["authenticat", "log in", "login", "smtp auth", "anmeld", "autentic"];
const ENCRYPTION: &[&str] = &["starttls", "tls ", "encrypt", "secure connection", "verschl"];
const GREYLISTING: &[&str] =
    &["greylist", "graylist", "grey list", "gray list", "grey-list", "gray-list", "postgrey"];
const TOO_MANY_RECIPIENTS: &[&str] =
    &["too many recipients", "recipients limit", "recipient limit", "one recipient", "per message"];
const RATE_LIMIT: &[&str] = &[
    "too many",
    "too fast",
    "too much mail",
    "rate limit",
    "rate-limit",
    "ratelimit",
    "throttl",
    "connection limit",
    "slow down",
    "exceeded",
    "too often",
    "too quickly",
    "excessive",
    "harvest",
    "dictionary attack",
    "address probing",
    "zu viele",
    "zu oft",
    "trop de",
    "demasiad",
    "troppe",
    "troppi",
    "te veel",
    "muitos",
    "muitas",
    "zbyt wiele",
    "za du\u{17c}o",
    "f\u{f6}r m\u{e5}nga",
    "for mange",
    "liian monta",
    "p\u{159}\u{ed}li\u{161} mnoho",
    "\u{e7}ok fazla",
    "слишком много",
    "забагато",
    "过多",
    "太多",
    "多すぎ",
    "너무 많",
];

/// Topics found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextTopics {
    pub(crate) no_mailbox: bool,
    pub(crate) disabled: bool,
    pub(crate) full: bool,
    pub(crate) network: bool,
    pub(crate) sender: bool,
    pub(crate) relay: bool,
    pub(crate) authentication: bool,
    pub(crate) encryption: bool,
    pub(crate) greylisting: bool,
    pub(crate) too_many_recipients: bool,
    pub(crate) rate_limit: bool,
}

impl TextTopics {
    pub(crate) fn of(text: &str) -> Self {
        let text = without_names(text);
        let contains_any = |fragments: &[&str]| fragments.iter().any(|fragment| text.contains(fragment));
        Self {
            no_mailbox: contains_any(NO_MAILBOX),
            disabled: contains_any(DISABLED),
            full: contains_any(FULL),
            network: contains_any(NETWORK),
            sender: contains_any(SENDER),
            relay: contains_any(RELAY),
            authentication: contains_any(AUTHENTICATION),
            encryption: contains_any(ENCRYPTION),
            greylisting: contains_any(GREYLISTING),
            too_many_recipients: contains_any(TOO_MANY_RECIPIENTS),
            rate_limit: contains_any(RATE_LIMIT),
        }
    }

    pub(crate) fn is_about_sender(self) -> bool {
        self.network || self.sender || self.relay || self.authentication
    }

    pub(crate) fn is_about_mailbox(self) -> bool {
        self.no_mailbox || self.disabled || self.full
    }
}

/// The text in lower case without addresses, links and host names, so that `spam@blocked.com` is not taken for a topic.
pub(crate) fn without_names(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    let is_name = |word: &str| {
        let inner = word.trim_matches(|character: char| !character.is_alphanumeric());
        word.contains('@') || word.contains("://") || (inner.contains('.') && inner.is_ascii())
    };
    for word in text.split_whitespace().filter(|word| !is_name(word)) {
        plain.push_str(&word.to_lowercase());
        plain.push(' ');
    }
    plain
}

/// The retry delay a text requests, such as `try again in 5 minutes` or `retry after 300s`.
pub(crate) fn requested_wait(text: &str) -> Option<Duration> {
    let text = without_names(text);
    let mut rest = text.as_str();
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let tail = &rest[start..];
        let length = tail.find(|character: char| !character.is_ascii_digit()).unwrap_or(tail.len());
        let (digits, behind) = tail.split_at(length);
        let unit = behind.trim_start_matches([' ', '-', '(']);
        if let (Ok(count), Some(seconds)) = (digits.parse::<u64>(), seconds_in(unit)) {
            return Some(Duration::from_secs(count.saturating_mul(seconds)));
        }
        rest = behind;
    }
    None
}

fn seconds_in(unit: &str) -> Option<u64> {
    let word: String = unit.chars().take_while(|character| character.is_alphabetic()).collect();
    let begins = |units: &[&str]| units.iter().any(|unit| word.starts_with(unit));
    match word.as_str() {
        "s" | "sec" | "secs" => Some(1),
        "m" | "min" | "mins" => Some(60),
        "h" | "hr" | "hrs" => Some(3_600),
        _ if begins(&["sec", "sek", "seg", "секунд", "秒"]) => Some(1),
        _ if begins(&["minut", "минут", "хвилин", "dakika", "分"]) => Some(60),
        _ if begins(&["hour", "stund", "heure", "hora", "час", "小时"]) => Some(3_600),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_a_mailbox_are_understood_in_many_languages() {
        for text in [
            "<jane@acme.com>: Recipient address rejected: User unknown in virtual mailbox table",
            "sorry, no mailbox here by that name",
            "Empfänger unbekannt",
            "Utilisateur inconnu",
            "El buzón no existe",
            "Usuário não existe",
            "Utente sconosciuto",
            "Gebruiker onbekend",
            "Skrzynka nie istnieje",
            "Пользователь не найден",
            "ユーザーが存在しません",
            "用户不存在",
            "Kullanıcı bulunamadı",
        ] {
            let topics = TextTopics::of(text);
            assert!(topics.is_about_mailbox() && !topics.is_about_sender(), "{text}: {topics:?}");
        }
    }

    #[test]
    fn refusals_of_the_sender_are_understood() {
        for text in [
            "Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
            "Relay access denied",
            "Ihre IP ist gesperrt",
            "Votre IP est bloquée",
            "SPF check failed",
            "Authentication required",
        ] {
            let topics = TextTopics::of(text);
            assert!(topics.is_about_sender() && !topics.is_about_mailbox(), "{text}: {topics:?}");
        }
    }

    #[test]
    fn words_inside_addresses_and_links_are_ignored() {
        assert_eq!(
            TextTopics::of("<spam@blocked.com> https://spamhaus.org quota.example."),
            TextTopics::default()
        );
    }

    #[test]
    fn the_wait_is_read_from_the_text() {
        for (text, seconds) in [
            ("Greylisted, please try again in 300 seconds", Some(300)),
            ("retry after 5 minutes", Some(300)),
            ("Bitte in 10 Minuten erneut versuchen", Some(600)),
            ("wait 90s", Some(90)),
            ("come back in 1 hour", Some(3_600)),
            ("Повторите через 5 минут", Some(300)),
            ("请在 5 分钟后重试", Some(300)),
            ("greylisted for 192.0.2.1", None),
            ("error 42 happened", None),
            ("wait 99999999999999999999 seconds", None),
        ] {
            assert_eq!(requested_wait(text).map(|wait| wait.as_secs()), seconds, "{text}");
        }
    }
}
