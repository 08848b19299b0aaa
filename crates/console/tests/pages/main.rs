//! The console over real sockets: sessions, forms, and every page by enumeration.

mod escaping;
mod forms;
mod pages;
mod sessions;
mod support;
mod weight;
