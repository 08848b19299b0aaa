//! The mail provider of a domain, derived from the host names of its mail servers.

/// A provider whose SMTP replies need special interpretation.
pub const MICROSOFT_365: &str = "Microsoft 365";
/// The mail server is in the domain that it serves.
const SELF_HOSTED: &str = "self-hosted";

/// Suffixes of mail server names and their providers; the first match wins.
const PROVIDERS: &[(&str, &str)] = &[
    ("olc.protection.outlook.com", "Outlook.com"),
    ("mail.protection.outlook.com", MICROSOFT_365),
    ("mx.microsoft", MICROSOFT_365),
    ("gmail-smtp-in.l.google.com", "Gmail"),
    ("google.com", "Google Workspace"),
    ("googlemail.com", "Google Workspace"),
    ("yahoodns.net", "Yahoo"),
    ("mail.icloud.com", "iCloud Mail"),
    ("zoho.com", "Zoho Mail"),
    ("zoho.eu", "Zoho Mail"),
    ("zoho.in", "Zoho Mail"),
    ("protonmail.ch", "Proton Mail"),
    ("proton.ch", "Proton Mail"),
    ("messagingengine.com", "Fastmail"),
    ("mailbox.org", "mailbox.org"),
    ("posteo.de", "Posteo"),
    ("tutanota.de", "Tuta"),
    ("pphosted.com", "Proofpoint"),
    ("ppe-hosted.com", "Proofpoint"),
    ("mimecast.com", "Mimecast"),
    ("barracudanetworks.com", "Barracuda"),
    ("messagelabs.com", "Broadcom Email Security"),
    ("iphmx.com", "Cisco Secure Email"),
    ("trendmicro.com", "Trend Micro"),
    ("trendmicro.eu", "Trend Micro"),
    ("hornetsecurity.com", "Hornetsecurity"),
    ("antispameurope.com", "Hornetsecurity"),
    ("sophos.com", "Sophos"),
    ("fireeyecloud.com", "Trellix"),
    ("mailspamprotection.com", "SiteGround"),
    ("mx.cloudflare.net", "Cloudflare Email Routing"),
    ("improvmx.com", "ImprovMX"),
    ("forwardemail.net", "Forward Email"),
    ("migadu.com", "Migadu"),
    ("mailgun.org", "Mailgun"),
    ("sendgrid.net", "SendGrid"),
    ("amazonaws.com", "Amazon SES"),
    ("awsapps.com", "Amazon WorkMail"),
    ("secureserver.net", "GoDaddy"),
    ("emailsrvr.com", "Rackspace Email"),
    ("privateemail.com", "Namecheap Private Email"),
    ("registrar-servers.com", "Namecheap"),
    ("titan.email", "Titan"),
    ("hostinger.com", "Hostinger"),
    ("ionos.com", "IONOS"),
    ("ionos.de", "IONOS"),
    ("kundenserver.de", "IONOS"),
    ("1and1.com", "IONOS"),
    ("strato.de", "Strato"),
    ("rzone.de", "Strato"),
    ("ovh.net", "OVHcloud"),
    ("gandi.net", "Gandi"),
    ("infomaniak.ch", "Infomaniak"),
    ("one.com", "one.com"),
    ("transip.email", "TransIP"),
    ("aruba.it", "Aruba"),
    ("yandex.net", "Yandex 360"),
    ("yandex.ru", "Yandex 360"),
    ("mail.ru", "Mail.ru"),
    ("qq.com", "Tencent Exmail"),
    ("mxhichina.com", "Alibaba Mail"),
    ("aliyun.com", "Alibaba Mail"),
    ("163.com", "NetEase"),
    ("netease.com", "NetEase"),
    ("naver.com", "Naver"),
    ("worksmobile.com", "Naver Works"),
    ("gmx.net", "GMX"),
    ("web.de", "WEB.DE"),
    ("t-online.de", "T-Online"),
    ("seznam.cz", "Seznam"),
    ("laposte.net", "La Poste"),
    ("orange.fr", "Orange"),
];

/// The provider of a domain's mail, from its preferred mail server; the server's domain if the provider is unknown.
pub fn provider_of(mail_host: &str, domain: &str) -> String {
    let host = mail_host.trim_end_matches('.');
    let ends_with = |ending: &str| {
        host.strip_suffix(ending).is_some_and(|front| front.is_empty() || front.ends_with('.'))
    };
    if let Some((_, name)) = PROVIDERS.iter().find(|(ending, _)| ends_with(ending)) {
        return (*name).to_owned();
    }
    let owner = psl::domain_str(host).unwrap_or(host);
    if Some(owner) == psl::domain_str(domain) { SELF_HOSTED.to_owned() } else { owner.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_provider_is_derived_from_the_mail_server() {
        for (host, domain, provider) in [
            ("aspmx.l.google.com", "acme.com", "Google Workspace"),
            ("gmail-smtp-in.l.google.com.", "gmail.com", "Gmail"),
            ("acme-com.mail.protection.outlook.com", "acme.com", "Microsoft 365"),
            ("outlook-com.olc.protection.outlook.com", "outlook.com", "Outlook.com"),
            ("mx1.acme.co.uk", "acme.co.uk", "self-hosted"),
            ("acme.com", "acme.com", "self-hosted"),
            ("mx.small-host.net", "acme.com", "small-host.net"),
            ("mx.notgoogle.com", "acme.com", "notgoogle.com"),
        ] {
            assert_eq!(provider_of(host, domain), provider, "{host}");
        }
    }
}
