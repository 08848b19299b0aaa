//! Facts from a domain's DNS records.

use egress::Resolver;
use futures_util::future::join_all;
use jiff::Timestamp;
use records::{CompanyFacts, mail_provider::provider_of};

use super::technologies::{DnsRecords, in_dns};

/// Subdomains that companies often point at services they use.
const WELL_KNOWN_HOSTS: [&str; 12] =
    ["www", "shop", "store", "status", "help", "support", "docs", "blog", "careers", "go", "info", "login"];

/// Queries MX, TXT and CNAME records.
pub(crate) async fn query(resolver: &Resolver, domain: &str) -> DnsRecords {
    let aliases = join_all(WELL_KNOWN_HOSTS.map(|host| {
        let name = format!("{host}.{domain}");
        async move { resolver.alias(&name).await.found() }
    }));
    let (servers, texts, aliases) =
        tokio::join!(resolver.mail_servers(domain), resolver.texts(domain), aliases);
    DnsRecords {
        mail_servers: servers
            .found()
            .into_iter()
            .map(|(_, name)| name)
            .filter(|name| !name.is_empty())
            .collect(),
        texts: texts.found().into_iter().map(|text| text.trim().to_lowercase()).collect(),
        aliases: aliases.into_iter().flatten().collect(),
    }
}

/// The facts in the DNS records; `None` if there are none.
pub(crate) fn facts(records: &DnsRecords, domain: &str, now: Timestamp) -> Option<CompanyFacts> {
    let facts = CompanyFacts {
        domains: vec![domain.to_owned()],
        email_provider: records.mail_servers.first().map(|server| provider_of(server, domain)),
        technologies: in_dns(records, now),
        ..CompanyFacts::default()
    };
    (facts.email_provider.is_some() || !facts.technologies.is_empty()).then_some(facts)
}
