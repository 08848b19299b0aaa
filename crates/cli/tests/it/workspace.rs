//! The workspace itself: what its documents say about its crates and folders.

mod architecture;
mod dependencies;
mod layout;
mod source;
