//! The mail servers of the world: names, addresses and replies.

use std::net::Ipv4Addr;

use super::manner::MailManner;

/// A group of mail servers with the same behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ServerGroup {
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

impl ServerGroup {
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

    /// The servers that receive the mail of a company with this provider and behaviour.
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

    /// The reply of these servers to a recipient that does not exist.
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

/// The MX records of a domain: server names with their preference.
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

/// The servers of a host name shared by all customers of a provider.
pub(super) fn shared(name: &str) -> Option<ServerGroup> {
    match name {
        "aspmx.l.google.com" | "alt1.aspmx.l.google.com" => Some(ServerGroup::Google),
        "mx.zoho.com" | "mx2.zoho.com" => Some(ServerGroup::Zoho),
        "mail.protonmail.ch" | "mailsec.protonmail.ch" => Some(ServerGroup::Proton),
        _ => None,
    }
}

/// The SPF record of a domain.
pub(super) fn sender_policy(provider: &str) -> &'static str {
    match provider {
        "Google Workspace" => "v=spf1 include:_spf.google.com ~all",
        "Microsoft 365" => "v=spf1 include:spf.protection.outlook.com -all",
        "Zoho Mail" => "v=spf1 include:zoho.com ~all",
        "Proton Mail" => "v=spf1 include:_spf.protonmail.ch ~all",
        _ => "v=spf1 mx -all",
    }
}
