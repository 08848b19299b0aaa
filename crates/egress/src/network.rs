//! Policy on the addresses that connections may go to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;

/// Azure's platform endpoint (metadata, DNS, DHCP): a public address that leads into the cloud's internal network.
const CLOUD_METADATA: Ipv4Addr = Ipv4Addr::new(168, 63, 129, 16);

/// Refuses addresses that are not on the public internet, except in networks the operator allows.
///
/// The policy is applied to the address that is connected to, not to the name: between two lookups, a name may
/// change to an internal address (DNS rebinding).
#[derive(Debug, Clone, Default)]
pub struct NetworkPolicy {
    allowed: Vec<IpNet>,
}

impl NetworkPolicy {
    /// Allows the public internet and these networks.
    pub fn allowing(networks: impl IntoIterator<Item = IpNet>) -> Self {
        Self { allowed: networks.into_iter().collect() }
    }

    /// Whether this address may be connected to.
    pub fn allows(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        is_public(address) || self.allowed.iter().any(|network| network.contains(&address))
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let reserved = matches!(
        (first, second, third),
        (0 | 10 | 127 | 224.., _, _)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 168, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !reserved && address != CLOUD_METADATA
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Only 2000::/3 is allocated. Within it, these ranges embed an IPv4 address or serve protocols and documentation.
    let global = (0x2000..0x4000).contains(&first);
    let special = matches!((first, second), (0x2001, ..0x0200 | 0x0db8) | (0x2002, _) | (0x3fff, _));
    global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(policy: &NetworkPolicy, address: &str) -> bool {
        policy.allows(address.parse().unwrap())
    }

    #[test]
    fn only_public_addresses_are_allowed_by_default() {
        let policy = NetworkPolicy::default();
        for address in ["8.8.8.8", "142.250.1.26", "2a00:1450:4001::1a"] {
            assert!(allows(&policy, address), "{address}");
        }
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "168.63.129.16",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001:0:7f00:1::",
            "2001:20::1",
            "fd00:ec2::254",
            "::7f00:1",
            "64:ff9b:1::7f00:1",
        ] {
            assert!(!allows(&policy, address), "{address}");
        }
    }

    #[test]
    fn the_operator_may_allow_a_network() {
        let policy = NetworkPolicy::allowing(["127.0.0.0/8".parse().unwrap()]);
        assert!(allows(&policy, "127.0.0.9") && allows(&policy, "::ffff:127.0.0.9"));
        assert!(!allows(&policy, "10.0.0.1"));
    }
}
