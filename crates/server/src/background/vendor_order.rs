//! The order of vendors that an operator chose: kept in the store for all nodes, and followed by each within seconds.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sources::{
    vendor::Fact,
    waterfall::{VendorOrder, VendorOrders},
};
use store::{Document, Store, StoreError, Write};

use crate::{
    app::App,
    background::scheduler::{Next, TaskError},
    services::Services,
};

/// Name of the document that holds the chosen orders.
const DOCUMENT: &str = "vendor order";
/// How often a node looks for an order that was chosen at another one.
pub const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(5);

fn read(document: Option<Document>) -> Result<VendorOrders, StoreError> {
    let Some(document) = document else { return Ok(VendorOrders::new()) };
    serde_json::from_str(&document.body)
        .map_err(|error| StoreError::Damaged { what: "order of vendors", why: error.to_string() })
}

/// Chooses the order of a fact, or goes back to that of the configuration with none.
pub fn choose(store: &Store, fact: Fact, order: Option<VendorOrder>, now: Timestamp) -> Write<()> {
    store.change_document(DOCUMENT, now, move |known| {
        let mut orders = read(known)?;
        match order {
            Some(order) => orders.insert(fact, order),
            None => orders.remove(&fact),
        };
        if orders.is_empty() {
            return Ok(None);
        }
        let body = serde_json::to_string(&orders);
        body.map(Some)
            .map_err(|error| StoreError::Damaged { what: "order of vendors", why: error.to_string() })
    })
}

/// Queries vendors in the orders that the store holds.
pub fn follow(services: &Services) -> Result<(), StoreError> {
    services.engine.choose_vendor_orders(read(services.store.document(DOCUMENT)?)?);
    Ok(())
}

/// The same once a change is durable: this node need not wait for its task.
pub fn follow_change(services: &Services) {
    if let Err(error) = follow(services) {
        tracing::warn!(%error, "the order of vendors that was chosen is not in force here yet");
    }
}

/// The task that follows what other nodes chose.
pub async fn work(app: Arc<App>) -> Result<Next, TaskError> {
    follow(&app)?;
    Ok(Next::Usual)
}
