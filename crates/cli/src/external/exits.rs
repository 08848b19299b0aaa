//! Settings of the ways out to mail servers, and of limits at single mail providers.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use engine::{Exit, ExitWay, Manners, Socks5Proxy};
use percent_encoding::percent_decode_str;
use url::Url;

/// An exit such as `socks5://name:password@proxy.example:1080`, `socks5h://…` or `source://192.0.2.7`, each with
/// `?providers=google workspace,microsoft 365` if it is for some providers only. A password that begins with `$` names
/// an environment variable.
pub(super) fn exit(text: &str) -> anyhow::Result<Exit> {
    let shown = without_password(text);
    let url =
        Url::parse(text).with_context(|| format!("network.exits holds \"{shown}\", which is no URL"))?;
    let host = url.host_str().with_context(|| format!("network.exits holds \"{shown}\" without a host"))?;
    let way = match url.scheme() {
        "socks5" | "socks5h" => {
            let port = url.port().unwrap_or(1080);
            let credentials = match (url.username(), url.password()) {
                ("", _) => None,
                (user, password) => Some((decoded(user)?, password_of(password.unwrap_or_default())?)),
            };
            ExitWay::Socks5(Socks5Proxy { address: format!("{host}:{port}"), credentials })
        }
        "source" => {
            let host = host.trim_matches(['[', ']']);
            let source =
                host.parse().with_context(|| format!("network.exits: \"{host}\" is no IP address"))?;
            ExitWay::Source(source)
        }
        other => bail!("network.exits holds \"{shown}\": {other} is neither socks5 nor source"),
    };
    let providers = url.query_pairs().filter(|(name, _)| name == "providers");
    let providers = providers
        .flat_map(|(_, list)| list.split(',').map(|name| name.trim().to_lowercase()).collect::<Vec<_>>());
    Ok(Exit { way, providers: providers.filter(|name| !name.is_empty()).collect() })
}

/// The same text without the password, to be shown.
pub(crate) fn without_password(text: &str) -> String {
    let Some((before, host)) = text.rsplit_once('@') else { return text.to_owned() };
    let scheme_end = before.find("://").map_or(0, |at| at + 3);
    match before[scheme_end..].split_once(':') {
        Some((user, _)) => format!("{}{user}:***@{host}", &before[..scheme_end]),
        None => text.to_owned(),
    }
}

fn password_of(text: &str) -> anyhow::Result<String> {
    let text = decoded(text)?;
    match text.strip_prefix('$') {
        Some(name) => std::env::var(name).with_context(|| {
            format!("network.exits names the environment variable {name}, which is not set")
        }),
        None => Ok(text),
    }
}

fn decoded(text: &str) -> anyhow::Result<String> {
    Ok(percent_decode_str(text)
        .decode_utf8()
        .context("network.exits holds credentials that are no text")?
        .into_owned())
}

/// Limits at single providers, each such as `google workspace: refused_per_host_hour=100 connections_per_host=4`.
pub(super) fn provider_limits(
    lines: &[String],
    general: Manners,
) -> anyhow::Result<BTreeMap<String, Manners>> {
    lines.iter().map(|line| provider_limit(line, general)).collect()
}

fn provider_limit(line: &str, general: Manners) -> anyhow::Result<(String, Manners)> {
    let invalid = || {
        format!(
            "network.provider_limits holds \"{line}\", which is not like \"google workspace: \
             refused_per_host_hour=100 connections_per_host=4\""
        )
    };
    let (provider, settings) = line.split_once(':').with_context(invalid)?;
    let mut manners = general;
    for setting in settings.split_whitespace() {
        let (name, value) = setting.split_once('=').with_context(invalid)?;
        let value: usize = value.parse().with_context(invalid)?;
        match name {
            "refused_per_host_hour" => manners.refused_per_host_hour = value,
            "connections_per_host" => manners.connections_per_host = value,
            "recipients_per_connection" => manners.recipients_per_connection = value,
            "refusals_per_connection" => manners.refusals_per_connection = value,
            _ => bail!(invalid()),
        }
    }
    Ok((provider.trim().to_lowercase(), manners))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exits_are_read_with_their_credentials_and_providers() {
        let proxy =
            exit("socks5://anna:se%40cret@proxy.example:1081?providers=Google%20Workspace,Yahoo").unwrap();
        let expected = Socks5Proxy {
            address: "proxy.example:1081".into(),
            credentials: Some(("anna".into(), "se@cret".into())),
        };
        assert_eq!(proxy.way, ExitWay::Socks5(expected));
        assert_eq!(proxy.providers, ["google workspace", "yahoo"]);
        assert_eq!(exit("source://192.0.2.7").unwrap().way, ExitWay::Source("192.0.2.7".parse().unwrap()));
        assert_eq!(
            exit("source://[2001:db8::7]").unwrap().way,
            ExitWay::Source("2001:db8::7".parse().unwrap())
        );
        for wrong in
            ["proxy.example:1080", "http://proxy.example", "source://acme.example", "socks5://a:$NOT_SET_X@b"]
        {
            let fault = format!("{:#}", exit(wrong).unwrap_err());
            assert!(fault.contains("network.exits"), "{fault}");
        }
        let fault = format!("{:#}", exit("ftp://anna:secret@proxy.example").unwrap_err());
        assert!(!fault.contains("secret"), "{fault}");
    }

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("socks5://anna:secret@proxy:1080"), "socks5://anna:***@proxy:1080");
        assert_eq!(without_password("socks5://proxy:1080"), "socks5://proxy:1080");
    }

    #[test]
    fn limits_of_a_provider_replace_the_general_ones() {
        let lines = ["Google Workspace: refused_per_host_hour=100 connections_per_host=4".to_owned()];
        let limits = provider_limits(&lines, Manners::default()).unwrap();
        let google = limits["google workspace"];
        assert_eq!((google.refused_per_host_hour, google.connections_per_host), (100, 4));
        assert_eq!(google.idle, Manners::default().idle);
        assert!(provider_limits(&["google".to_owned()], Manners::default()).is_err());
        assert!(provider_limits(&["google: colour=3".to_owned()], Manners::default()).is_err());
    }
}
