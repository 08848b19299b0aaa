//! An IP address or network in the configuration.

use std::{fmt, net::IpAddr, str::FromStr};

use ipnet::IpNet;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A network such as `10.0.0.0/8`, or a single address such as `10.0.0.1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(IpNet);

impl Network {
    /// Whether it contains an address. An IPv4-mapped IPv6 address counts as the IPv4 address.
    pub fn holds(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(IpNet::from(address.to_canonical()))
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(address.into());
        }
        let network = text.parse::<IpNet>();
        network
            .map(Self)
            .map_err(|_| format!("{text:?} is no address such as 10.0.0.1 and no network such as 10.0.0.0/8"))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.prefix_len() == self.0.max_prefix_len() {
            write!(formatter, "{}", self.0.addr())
        } else {
            write!(formatter, "{}", self.0)
        }
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_holds_its_addresses_and_no_others() {
        let holds = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().holds(address.parse().unwrap())
        };
        assert!(holds("10.0.0.0/8", "10.200.3.4"));
        assert!(holds("10.0.0.0/8", "::ffff:10.200.3.4"));
        assert!(!holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("10.0.0.1", "10.0.0.1"));
        assert!(!holds("10.0.0.1", "10.0.0.2"));
        assert!(holds("fd00::/8", "fd12::1"));
        assert!("10.0.0.0/33".parse::<Network>().is_err());
        assert!("proxy.example".parse::<Network>().is_err());
    }
}
