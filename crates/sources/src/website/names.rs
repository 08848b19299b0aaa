//! What DNS says of a domain beyond its addresses.

use egress::Resolver;
use futures_util::future::join_all;
use jiff::Timestamp;
use records::{CompanyFacts, mail_provider::provider_of};

use super::technologies::{Names, in_names};

/// Hosts that companies lend to the services they use.
const WELL_KNOWN_HOSTS: [&str; 12] =
    ["www", "shop", "store", "status", "help", "support", "docs", "blog", "careers", "go", "info", "login"];

/// Asks DNS.
pub(crate) async fn ask(resolver: &Resolver, domain: &str) -> Names {
    let aliases = join_all(WELL_KNOWN_HOSTS.map(|host| {
        let name = format!("{host}.{domain}");
        async move { resolver.alias(&name).await.found() }
    }));
    let (servers, texts, aliases) =
        tokio::join!(resolver.mail_servers(domain), resolver.texts(domain), aliases);
    Names {
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

/// The facts in what DNS said; nothing where it said nothing.
pub(crate) fn facts(names: &Names, domain: &str, now: Timestamp) -> Option<CompanyFacts> {
    let facts = CompanyFacts {
        domains: vec![domain.to_owned()],
        email_provider: names.mail_servers.first().map(|server| provider_of(server, domain)),
        technologies: in_names(names, now),
        ..CompanyFacts::default()
    };
    (facts.email_provider.is_some() || !facts.technologies.is_empty()).then_some(facts)
}
