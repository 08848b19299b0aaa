//! The vendors of every world, and what is particular to each.

/// The vendors of every world, from the cheapest to the most expensive.
pub const VENDORS: [WorldVendor; 3] = [
    WorldVendor {
        name: "beacon",
        host: "beacon.vendor.example",
        key: "beacon-world-key",
        description: include_str!("../../../data/vendors/beacon.toml"),
        house: House::Beacon,
    },
    WorldVendor {
        name: "atlas",
        host: "atlas.vendor.example",
        key: "atlas-world-key",
        description: include_str!("../../../data/vendors/atlas.toml"),
        house: House::Atlas,
    },
    WorldVendor {
        name: "cobalt",
        host: "cobalt.vendor.example",
        key: "cobalt-world-key",
        description: include_str!("../../../data/vendors/cobalt.toml"),
        house: House::Cobalt,
    },
];

/// A vendor that the world's web server answers for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorldVendor {
    /// Name, as in the description.
    pub name: &'static str,
    /// Host, as in the description's `base_url`, which names no port.
    pub host: &'static str,
    /// The key that the vendor accepts. It protects nothing: all data is synthetic.
    pub key: &'static str,
    /// Description of the API, in the TOML form of vendor descriptions.
    pub description: &'static str,
    pub(super) house: House,
}

/// The habits of a vendor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum House {
    /// GET; a miss is status 404.
    Atlas,
    /// POST; a miss is an answer without match; sometimes status 429.
    Beacon,
    /// GET; a miss is an answer that says so; slow.
    Cobalt,
}

/// The vendor at a host.
pub(crate) fn by_host(host: &str) -> Option<&'static WorldVendor> {
    VENDORS.iter().find(|vendor| vendor.host == host)
}
