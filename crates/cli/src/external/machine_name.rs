//! The machine's own host name, fully qualified where that is known.

use std::{fs, path::Path};

/// The machine's host name: with its domain if the host name or the hosts file has it.
pub(super) fn machine_name() -> String {
    let read = |path: &str| fs::read_to_string(Path::new(path)).unwrap_or_default();
    name_in(&read("/proc/sys/kernel/hostname"), &read("/etc/hosts"))
}

/// Whether a name has a domain, as mail servers expect of a greeting.
pub(crate) fn is_qualified(name: &str) -> bool {
    let is_local = [".localdomain", ".local", ".internal", ".lan"].iter().any(|end| name.ends_with(end));
    name.contains('.') && !is_local && !name.starts_with('[')
}

fn name_in(hostname: &str, hosts: &str) -> String {
    let fits = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
    };
    let own = hostname.trim().trim_end_matches('.');
    if !fits(own) {
        return "localhost".to_owned();
    }
    if own.contains('.') {
        return own.to_owned();
    }
    let lines = hosts.lines().map(|line| line.split('#').next().unwrap_or_default());
    let mut named = lines.filter_map(|line| {
        let names: Vec<&str> = line.split_whitespace().skip(1).collect();
        names.contains(&own).then_some(names)
    });
    let qualified = named.find_map(|names| names.into_iter().find(|name| name.contains('.') && fits(name)));
    qualified.unwrap_or(own).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_name_is_completed_from_the_hosts_file() {
        assert_eq!(name_in("mail.acme.example\n", ""), "mail.acme.example");
        let hosts = "127.0.0.1 localhost\n127.0.1.1 box.acme.example box # own\n";
        assert_eq!(name_in("box\n", hosts), "box.acme.example");
        assert_eq!(name_in("box\n", "127.0.0.1 localhost"), "box");
        assert_eq!(name_in("", ""), "localhost");
        assert!(is_qualified("box.acme.example"));
        assert!(!is_qualified("box") && !is_qualified("box.local") && !is_qualified("localhost"));
    }
}
