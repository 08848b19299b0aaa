//! The mail servers of the world: their names, addresses and tempers.

use std::net::Ipv4Addr;

use super::manner::MailManner;

/// A group of mail servers that behave alike towards whoever connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Post {
    /// Companies' own servers, at the address of their websites.
    OwnServer,
    Google,
    Microsoft,
    Zoho,
    Proton,
    FreeProvider,
    DemandsEncryption,
    RefusesUs,
    Tarpit,
    Silent,
    HangsUp,
}

impl Post {
    pub(super) const ALL: [Self; 11] = [
        Self::OwnServer,
        Self::Google,
        Self::Microsoft,
        Self::Zoho,
        Self::Proton,
        Self::FreeProvider,
        Self::DemandsEncryption,
        Self::RefusesUs,
        Self::Tarpit,
        Self::Silent,
        Self::HangsUp,
    ];

    pub(super) fn address(self) -> Ipv4Addr {
        Ipv4Addr::new(127, 0, 0, 1 + self as u8)
    }

    /// Which servers take the mail of a company with this provider and manner.
    pub(super) fn of(provider: &str, manner: MailManner) -> Self {
        match manner {
            MailManner::DemandsEncryption => Self::DemandsEncryption,
            MailManner::RefusesUs => Self::RefusesUs,
            MailManner::Tarpit => Self::Tarpit,
            MailManner::Silent => Self::Silent,
            MailManner::HangsUp => Self::HangsUp,
            _ => match provider {
                "Google Workspace" => Self::Google,
                "Microsoft 365" => Self::Microsoft,
                "Zoho Mail" => Self::Zoho,
                "Proton Mail" => Self::Proton,
                _ => Self::OwnServer,
            },
        }
    }

    pub(super) fn offers_encryption(self) -> bool {
        matches!(self, Self::Google | Self::Microsoft | Self::Proton | Self::DemandsEncryption)
    }

    /// What is said to whom a mailbox is asked for that does not exist, in the words of these servers.
    pub(super) fn refusal(self) -> &'static str {
        match self {
            Self::Google => {
                "550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 Check the address for typing errors."
            }
            Self::Microsoft => "550 5.4.1 Recipient address rejected: Access denied.",
            Self::Zoho => "550 5.1.1 User does not exist",
            Self::Proton => "550 5.1.1 Address does not exist",
            _ => "550 5.1.1 Recipient address rejected: User unknown in virtual mailbox table",
        }
    }
}

/// The names of the servers that take a domain's mail, with their preference.
pub(super) fn names(provider: &str, domain: &str) -> Vec<(u16, String)> {
    let name = match provider {
        "Google Workspace" => {
            return vec![(1, "aspmx.l.google.com".to_owned()), (5, "alt1.aspmx.l.google.com".to_owned())];
        }
        "Microsoft 365" => format!("{}.mail.protection.outlook.com", domain.replace('.', "-")),
        "Zoho Mail" => return vec![(10, "mx.zoho.com".to_owned()), (20, "mx2.zoho.com".to_owned())],
        "Proton Mail" => {
            return vec![(10, "mail.protonmail.ch".to_owned()), (20, "mailsec.protonmail.ch".to_owned())];
        }
        _ => format!("mx.{domain}"),
    };
    vec![(10, name)]
}

/// The servers behind a name that all customers of a provider share.
pub(super) fn shared(name: &str) -> Option<Post> {
    match name {
        "aspmx.l.google.com" | "alt1.aspmx.l.google.com" => Some(Post::Google),
        "mx.zoho.com" | "mx2.zoho.com" => Some(Post::Zoho),
        "mail.protonmail.ch" | "mailsec.protonmail.ch" => Some(Post::Proton),
        _ => None,
    }
}

/// Who may send mail for a domain, as its text record says.
pub(super) fn sender_policy(provider: &str) -> &'static str {
    match provider {
        "Google Workspace" => "v=spf1 include:_spf.google.com ~all",
        "Microsoft 365" => "v=spf1 include:spf.protection.outlook.com -all",
        "Zoho Mail" => "v=spf1 include:zoho.com ~all",
        "Proton Mail" => "v=spf1 include:_spf.protonmail.ch ~all",
        _ => "v=spf1 mx -all",
    }
}
