//! Work without a caller: tasks, lists that watch, webhooks, and the clock they follow.

mod clock_jumps;
mod figures;
mod imports;
mod scheduler;
mod watching;
mod webhook_events;
mod webhooks;
