//! Commands that call a server.

mod commands;
mod exits;
mod following;
mod mcp;
