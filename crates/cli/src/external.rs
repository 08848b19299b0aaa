//! Configuration of external sources and of the network.

pub(crate) mod exits;
pub(crate) mod machine_name;
pub(crate) mod network;
pub(crate) mod probe;
pub(crate) mod sources;
pub(crate) mod vendors;
