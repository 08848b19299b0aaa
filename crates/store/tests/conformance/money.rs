//! Grants, settlements, history, replies and the audit.

mod audit;
mod grants;
mod grants_once;
mod history;
mod monthly;
mod months;
mod outside;
mod paid_for;
mod people_seen;
mod refunds;
mod replies;
mod settlement;
mod statements;
