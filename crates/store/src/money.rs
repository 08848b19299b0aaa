//! Credits: the ledger, settlements, monthly grants, refunds, call history, what was bought, and the audit.

pub(crate) mod audit;
pub(crate) mod audit_outbox;
pub(crate) mod bought;
pub(crate) mod charged_item;
pub(crate) mod credits;
pub(crate) mod finding;
pub(crate) mod history;
pub(crate) mod ledger;
pub(crate) mod monthly;
pub(crate) mod operator;
pub(crate) mod paid_for;
pub(crate) mod people_seen;
pub(crate) mod reply;
pub(crate) mod settlement;
pub(crate) mod statement;
