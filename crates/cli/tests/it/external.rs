//! A server and what it asks: websites, vendors and feeds.

mod outside;
mod probe;
