//! The answers to questions about one segment, kept while they are asked for.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use roaring::RoaringBitmap;

use crate::plan::Node;

/// Memory for kept answers, for each document of the segment and each of two generations.
const BYTES_PER_DOCUMENT: usize = 48;

/// Memory for kept answers of the smallest segment.
const BYTES_MIN: usize = 1 << 20;

/// What an answer costs beyond its bitmap.
const ENTRY_BYTES: usize = 200;

/// Kept answers in two generations: when the young one is full, it becomes the old one and what was old and not
/// asked for again is forgotten. A segment never changes, so an answer never goes stale.
pub(super) struct Bitmaps {
    budget: usize,
    kept: Mutex<Generations>,
}

#[derive(Default)]
struct Generations {
    young: HashMap<Node, Arc<RoaringBitmap>>,
    old: HashMap<Node, Arc<RoaringBitmap>>,
    young_bytes: usize,
}

impl Bitmaps {
    pub(super) fn new(documents: u32) -> Self {
        let budget = BYTES_MIN.max(documents as usize * BYTES_PER_DOCUMENT);
        Self { budget, kept: Mutex::default() }
    }

    pub(super) fn get(&self, node: &Node) -> Option<Arc<RoaringBitmap>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.young.get(node) {
            return Some(Arc::clone(found));
        }
        let (node, found) = kept.old.remove_entry(node)?;
        kept.insert(node, Arc::clone(&found), self.budget);
        Some(found)
    }

    pub(super) fn put(&self, node: &Node, bitmap: &Arc<RoaringBitmap>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(node.clone(), Arc::clone(bitmap), self.budget);
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
    fn what_is_asked_for_stays_and_the_rest_is_forgotten() {
        let bitmaps = Bitmaps::new(0);
        let node = |number: u32| Node::Has(Term::Skill, number.to_string());
        let bitmap = Arc::new(RoaringBitmap::from_sorted_iter(0..1000).unwrap());
        let kept = node(0);
        bitmaps.put(&kept, &bitmap);
        for number in 1..20_000 {
            bitmaps.put(&node(number), &bitmap);
            assert!(bitmaps.get(&kept).is_some(), "lost after {number}");
        }
        assert!(bitmaps.get(&node(1)).is_none());
    }
}
