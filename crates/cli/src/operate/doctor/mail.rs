//! Whether mail servers can be reached: DNS resolves, and the SMTP port is open.

use engine::Reason;
use server::health::Check;

use crate::external::{machine_name::is_qualified, network::NetworkConfig};

const NOT_TRIED: &str = "not tried; set network.check_domain to a domain whose mail server may be greeted";

/// Resolves the configured probe domain and connects to its mail server; and how mail servers are greeted.
pub(super) async fn checks(network: &NetworkConfig) -> anyhow::Result<Vec<Check>> {
    let domain = network.check_domain.as_str();
    if domain.is_empty() {
        let untried = |name| Check::warning(name, NOT_TRIED);
        return Ok(vec![untried("dns"), untried("mail port"), greeting_check(network, None)]);
    }
    let verifier = network.verifier(0)?;
    let mail = verifier.domain_mail(domain).await;
    let dns = match (mail.mx_found, mail.provider) {
        (Some(_), Some(provider)) => {
            Check::new("dns", true, format!("the mail of {domain} is run by {provider}"))
        }
        (Some(_), None) => {
            let detail = format!("answers, but {domain} takes no mail; set network.check_domain to another");
            Check::new("dns", false, detail)
        }
        (None, _) => {
            let detail =
                format!("does not answer about {domain}; see network.dns, or the machine's resolver");
            Check::new("dns", false, detail)
        }
    };
    let port = port_check(network.smtp_port, domain, verifier.reach(domain).await);
    let names = verifier.names_of_host(&network.greeting_name()).await;
    let mut checks = vec![dns, port, greeting_check(network, Some(&names))];
    checks.extend(verifier.exit_health().into_iter().map(|exit| match exit.failure {
        Some(failure) => Check::new("mail exit", false, format!("{} fails: {failure}", exit.name)),
        None => Check::new("mail exit", true, format!("{} works", exit.name)),
    }));
    Ok(checks)
}

/// Whether the greeting is one that mail servers accept. `names` are those of the greeting name's addresses, if they
/// were looked up.
fn greeting_check(network: &NetworkConfig, names: Option<&[String]>) -> Check {
    let name = network.greeting_name();
    let mut doubts = Vec::new();
    if !is_qualified(&name) {
        doubts.push(format!(
            "mail servers are greeted as \"{name}\", which has no domain; set network.helo_name"
        ));
    } else if names.is_some_and(<[String]>::is_empty) {
        doubts.push(format!(
            "\"{name}\" has no address or no reverse DNS; many servers refuse such a greeting"
        ));
    } else if names.is_some_and(|names| !names.contains(&name)) {
        doubts.push(format!(
            "the addresses of \"{name}\" have other names in reverse DNS; set network.helo_name"
        ));
    }
    if network.mail_from.is_empty() {
        doubts.push("the return path is empty, which some servers refuse; set network.mail_from".to_owned());
    }
    match doubts.is_empty() {
        true => Check::new("greeting", true, format!("mail servers are greeted as {name}")),
        false => Check::warning("greeting", doubts.join("; ")),
    }
}

fn port_check(port: u16, domain: &str, reached: Result<(), Reason>) -> Check {
    let (ok, detail) = match reached {
        Ok(()) => (true, format!("port {port} is open from here: the mail server of {domain} greets us")),
        Err(Reason::Unreachable | Reason::TimedOut) => (
            false,
            format!(
                "no server answers for {domain} on port {port}; many networks close it: ask for it to be opened, or \
                 set network.exits to a SOCKS5 proxy or network.probe_url to a host that may use it"
            ),
        ),
        Err(Reason::ForbiddenNetwork) => {
            (false, format!("the mail server of {domain} is in a private network; see network.allow_private"))
        }
        Err(Reason::DnsFailure | Reason::DomainNotFound | Reason::NoMailServer | Reason::NullMx) => {
            (false, format!("not tried, because no mail server of {domain} is known"))
        }
        Err(Reason::RefusedNetwork) => (
            true,
            format!(
                "port {port} is open from here, but the mail server of {domain} takes no mail from our address; \
                 see network.helo_name, reverse DNS and blocklists"
            ),
        ),
        Err(reason) => (
            true,
            format!(
                "port {port} is open from here, but the mail server of {domain} did not go on: {reason:?}"
            ),
        ),
    };
    Check::new("mail port", ok, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_port_without_an_answer_is_reported_closed() {
        for (reached, ok, word) in [
            (Ok(()), true, "is open"),
            (Err(Reason::TimedOut), false, "many networks close it"),
            (Err(Reason::Unreachable), false, "many networks close it"),
            (Err(Reason::ForbiddenNetwork), false, "allow_private"),
            (Err(Reason::DnsFailure), false, "not tried"),
            (Err(Reason::RefusedNetwork), true, "blocklists"),
            (Err(Reason::ConnectionDropped), true, "did not go on"),
        ] {
            let check = port_check(25, "acme.example", reached);
            assert!(check.ok == ok && check.detail.contains(word), "{reached:?}: {}", check.detail);
        }
    }

    #[test]
    fn a_greeting_without_a_domain_or_without_reverse_dns_is_a_warning() {
        let network = |name: &str, path: &str| NetworkConfig {
            helo_name: name.into(),
            mail_from: path.into(),
            ..NetworkConfig::default()
        };
        let named = ["mail.acme.example".to_owned()];
        for (name, path, names, word) in [
            ("localhost", "a@acme.example", None, "has no domain"),
            ("mail.acme.example", "", None, "return path"),
            ("mail.acme.example", "a@acme.example", Some(&[][..]), "no reverse DNS"),
            ("mx.acme.example", "a@acme.example", Some(&named[..]), "other names"),
        ] {
            let check = greeting_check(&network(name, path), names);
            assert!(check.warning && check.ok && check.detail.contains(word), "{}", check.detail);
        }
        assert!(!greeting_check(&network("mail.acme.example", "a@acme.example"), Some(&named)).warning);
    }
}
