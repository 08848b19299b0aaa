//! Nothing spends, sends or vanishes that should not: rights of work that runs by itself, receivers that are gone, calls
//! that are cut off.

mod cut_off;
mod feeds;
mod keys;
mod other_accounts;
mod receivers;
mod rights;
mod scopes;
mod sign_up;
