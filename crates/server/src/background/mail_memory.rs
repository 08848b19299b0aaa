//! What each node learned of mail servers is kept in the store: how long they are left alone, which names they refused within
//! the last hour, and how they answer. So a restart does not begin to ask anew, and nodes share one budget per server.

use std::{collections::BTreeMap, sync::Arc};

use engine::MailBook;
use jiff::{SignedDuration, Timestamp};
use store::{Document, StoreError};

use crate::{
    app::App,
    background::scheduler::{Next, TaskError},
};

/// Name of the document that holds what every node learned.
const DOCUMENT: &str = "mail servers";
/// How often a node writes what it learned, and reads what others did.
pub const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(5);

/// The books of all nodes.
type Books = BTreeMap<String, MailBook>;

/// The books that are of use; none of a version that cannot be read, because all of it is learned again.
fn read(document: Option<Document>, now: Timestamp) -> Books {
    let mut books: Books =
        document.and_then(|document| serde_json::from_str(&document.body).ok()).unwrap_or_default();
    books.retain(|_, book| book.lasts(now.as_millisecond()));
    books
}

/// The task that writes and reads the books.
pub async fn work(app: Arc<App>) -> Result<Next, TaskError> {
    app.engine.forget_erased_addresses()?;
    let now = app.clock.now();
    let Some(own) = app.engine.mail_book(now) else { return Ok(Next::Usual) };
    let books = read(app.store.document(DOCUMENT)?, now);
    let others = books.iter().filter(|(node, _)| **node != app.worker).map(|(_, book)| book);
    app.engine.read_mail_books(others, now);
    if books.get(&app.worker).unwrap_or(&MailBook::default()) != &own {
        write(&app, own, now).await?;
    }
    Ok(Next::Usual)
}

async fn write(app: &App, own: MailBook, now: Timestamp) -> Result<(), StoreError> {
    let node = app.worker.clone();
    let change = app.store.change_document(DOCUMENT, now, move |known| {
        let mut books = read(known, now);
        match own.is_empty() {
            true => books.remove(&node),
            false => books.insert(node, own),
        };
        if books.is_empty() {
            return Ok(None);
        }
        let body = serde_json::to_string(&books);
        body.map(Some)
            .map_err(|error| StoreError::Damaged { what: "memory of mail servers", why: error.to_string() })
    });
    change.await
}
