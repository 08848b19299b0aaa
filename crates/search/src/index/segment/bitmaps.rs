//! Cache of the bitmaps that conditions yield for one segment.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use roaring::RoaringBitmap;

use crate::plan::Node;

/// Cache size per document of the segment, for each of the two generations.
const BYTES_PER_DOCUMENT: usize = 48;

/// Minimum cache size of a segment, for each generation.
const BYTES_MIN: usize = 1 << 20;

/// Memory of a cache entry besides its bitmap.
const ENTRY_BYTES: usize = 200;

/// Bitmap cache with two generations. When the young one is full it becomes the old one, and old entries that were not
/// used again are evicted. A segment is immutable, so entries never become stale.
pub(super) struct BitmapCache {
    budget: usize,
    cache: Mutex<Generations>,
}

#[derive(Default)]
struct Generations {
    young: HashMap<Node, Arc<RoaringBitmap>>,
    old: HashMap<Node, Arc<RoaringBitmap>>,
    young_bytes: usize,
}

impl BitmapCache {
    pub(super) fn new(documents: u32) -> Self {
        let budget = BYTES_MIN.max(documents as usize * BYTES_PER_DOCUMENT);
        Self { budget, cache: Mutex::default() }
    }

    pub(super) fn get(&self, node: &Node) -> Option<Arc<RoaringBitmap>> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = cache.young.get(node) {
            return Some(Arc::clone(found));
        }
        let (node, found) = cache.old.remove_entry(node)?;
        cache.insert(node, Arc::clone(&found), self.budget);
        Some(found)
    }

    pub(super) fn put(&self, node: &Node, bitmap: &Arc<RoaringBitmap>) {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        cache.insert(node.clone(), Arc::clone(bitmap), self.budget);
    }
}

impl Generations {
    fn insert(&mut self, node: Node, bitmap: Arc<RoaringBitmap>, budget: usize) {
        self.young_bytes += bitmap.serialized_size() + ENTRY_BYTES;
        if self.young_bytes > budget {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = bitmap.serialized_size() + ENTRY_BYTES;
        }
        self.young.insert(node, bitmap);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Term;

    #[test]
    fn used_entries_stay_and_unused_ones_are_evicted() {
        let bitmaps = BitmapCache::new(0);
        let node = |number: u32| Node::Has(Term::Skill, number.to_string());
        let bitmap = Arc::new(RoaringBitmap::from_sorted_iter(0..1000).unwrap());
        let used = node(0);
        bitmaps.put(&used, &bitmap);
        for number in 1..20_000 {
            bitmaps.put(&node(number), &bitmap);
            assert!(bitmaps.get(&used).is_some(), "lost after {number}");
        }
        assert!(bitmaps.get(&node(1)).is_none());
    }
}
