//! Concurrent calls with the same question share one inquiry.

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::OnceCell;

/// Entries after which those of finished inquiries are dropped.
const SWEEP_FROM: usize = 1_024;

/// The inquiries in flight, by question.
pub struct SingleFlight<T> {
    cells: Mutex<HashMap<String, Weak<OnceCell<T>>>>,
}

impl<T> Default for SingleFlight<T> {
    fn default() -> Self {
        Self { cells: Mutex::default() }
    }
}

impl<T: Clone> SingleFlight<T> {
    /// The result of an inquiry that is in flight for the same question, else of `inquiry`. If the caller that runs
    /// the inquiry goes away, one of the others begins anew.
    pub async fn run(&self, question: String, inquiry: impl Future<Output = T>) -> T {
        let cell = self.cell(question);
        cell.get_or_init(|| inquiry).await.clone()
    }

    fn cell(&self, question: String) -> Arc<OnceCell<T>> {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        if cells.len() >= SWEEP_FROM {
            cells.retain(|_, cell| cell.strong_count() > 0);
        }
        if let Some(cell) = cells.get(&question).and_then(Weak::upgrade)
            && !cell.initialized()
        {
            return cell;
        }
        let cell = Arc::new(OnceCell::new());
        cells.insert(question, Arc::downgrade(&cell));
        cell
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn concurrent_questions_share_an_inquiry_and_later_ones_do_not() {
        let flights: SingleFlight<usize> = SingleFlight::default();
        let inquiries = AtomicUsize::new(0);
        let ask = async |question: &str| {
            let inquiry = async {
                tokio::task::yield_now().await;
                inquiries.fetch_add(1, Ordering::SeqCst) + 1
            };
            flights.run(question.to_owned(), inquiry).await
        };
        let (first, second, other, third) = tokio::join!(ask("a"), ask("a"), ask("b"), ask("a"));
        assert!(first == second && second == third && other != first);
        assert_eq!(inquiries.load(Ordering::SeqCst), 2);
        assert_eq!(ask("a").await, 3);
    }
}
