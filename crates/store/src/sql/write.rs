//! Changes as values: made alone when awaited, or inside the transaction that settles a call.
//!
//! A verb that an endpoint calls returns its change instead of making it. So the change, the answer made of its
//! result and the reply kept for a retry become durable together.

use std::pin::Pin;

use crate::{
    Store,
    sql::{Result, Sql},
};

type WriteJob<T> = Box<dyn FnOnce(&mut dyn Sql) -> Result<T> + Send>;

/// A change of the store that has not been made yet.
#[must_use = "a change is made when it is awaited or settled"]
pub struct Write<T> {
    store: Store,
    job: WriteJob<T>,
}

impl<T: Send + 'static> Write<T> {
    /// The same change, with something else made of its result inside the transaction.
    pub fn map<U: Send + 'static>(self, make: impl FnOnce(T) -> U + Send + 'static) -> Write<U> {
        let job = self.job;
        Write { store: self.store, job: Box::new(move |sql| job(sql).map(make)) }
    }

    /// The same, when making it can fail; that undoes the change.
    pub fn try_map<U: Send + 'static>(self, make: impl FnOnce(T) -> Result<U> + Send + 'static) -> Write<U> {
        let job = self.job;
        Write { store: self.store, job: Box::new(move |sql| make(job(sql)?)) }
    }

    /// This change, and in the same transaction another one that depends on its result.
    pub fn and_then<U: Send + 'static>(self, next: impl FnOnce(T) -> Write<U> + Send + 'static) -> Write<U> {
        let job = self.job;
        Write { store: self.store, job: Box::new(move |sql| (next(job(sql)?).job)(sql)) }
    }

    pub(crate) fn run(self, sql: &mut dyn Sql) -> Result<T> {
        (self.job)(sql)
    }
}

impl<T: Send + 'static> IntoFuture for Write<T> {
    type Output = Result<T>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.store.write(self.job).await })
    }
}

impl Store {
    /// A change to be awaited or settled.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Write<T> {
        Write { store: self.clone(), job: Box::new(change) }
    }

    /// A change that changes nothing and has this result.
    pub fn unchanged<T: Send + 'static>(&self, result: T) -> Write<T> {
        self.change(move |_| Ok(result))
    }
}
