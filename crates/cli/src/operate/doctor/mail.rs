//! Whether mail servers can be reached: DNS resolves, and the SMTP port is open.

use engine::Reason;

use super::check::Check;
use crate::external::network::NetworkConfig;

const NOT_TRIED: &str = "not tried; set network.check_domain to a domain whose mail server may be greeted";

/// Resolves the configured probe domain and connects to its mail server.
pub(super) async fn checks(network: &NetworkConfig) -> anyhow::Result<Vec<Check>> {
    let domain = network.check_domain.as_str();
    if domain.is_empty() {
        let untried = |name| Check { name, ok: true, detail: NOT_TRIED.into() };
        return Ok(vec![untried("dns"), untried("mail port")]);
    }
    let verifier = network.verifier(0)?;
    let mail = verifier.domain_mail(domain).await;
    let dns = match (mail.mx_found, mail.provider) {
        (Some(_), Some(provider)) => {
            Check { name: "dns", ok: true, detail: format!("the mail of {domain} is run by {provider}") }
        }
        (Some(_), None) => {
            let detail = format!("answers, but {domain} takes no mail; set network.check_domain to another");
            Check { name: "dns", ok: false, detail }
        }
        (None, _) => {
            let detail =
                format!("does not answer about {domain}; see network.dns, or the machine's resolver");
            Check { name: "dns", ok: false, detail }
        }
    };
    let port = port_check(network.smtp_port, domain, verifier.reach(domain).await);
    Ok(vec![dns, port])
}

fn port_check(port: u16, domain: &str, reached: Result<(), Reason>) -> Check {
    let (ok, detail) = match reached {
        Ok(()) => (true, format!("port {port} is open from here: the mail server of {domain} greets us")),
        Err(Reason::Unreachable | Reason::TimedOut) => (
            false,
            format!(
                "nobody answers for {domain} on port {port}; many networks close it: ask for it to be opened, or \
                 verify and find with vendors alone"
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
    Check { name: "mail port", ok, detail }
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
}
