//! Following the store: changes go into the index in batches, in the order of the store's watermark.

use std::{
    sync::{
        Arc, PoisonError,
        atomic::Ordering,
        mpsc::{self, Receiver, SyncSender},
    },
    time::Duration,
};

use jiff::Timestamp;
use records::{
    Company, Location, PersonRecord,
    keys::{Handle, company_handles, employer_handle},
};
use search::{PageRequest, PeopleFilters, PeopleSort, Rebuild, employer_fingerprint};
use store::{Change, Changed, Node, NodeState, Store, StoreError};

use super::{Index, IndexLevel, IndexStatus};
use crate::{Engine, EngineError};

/// Changes applied per commit.
const BATCH_CHANGES: usize = 2_000;

/// Batches read ahead of the one being applied during a rebuild.
const BATCHES_AHEAD: usize = 1;

/// Interval of polling for changes of a running import.
const WAIT_FOR_CHANGES: Duration = Duration::from_millis(20);

/// People of one employer read per batch.
const BATCH_PEOPLE: usize = 1_000;

/// An index further behind than this, and behind by most of the store, is rebuilt: that is faster.
const BEHIND_MAX: u64 = 20_000;

impl Engine {
    /// Verifies the index, rebuilds it if it is damaged or far behind, and applies all changes. Blocks.
    pub fn prepare_index(&self) -> Result<(), EngineError> {
        let Some(index) = &self.index else { return Ok(()) };
        let last = self.store.last_change()?.unsigned_abs();
        let proof = index.search.verify();
        let behind = last.saturating_sub(proof.watermark());
        let mostly_missing = behind > BEHIND_MAX && behind > last / 2;
        if !proof.is_sound() || proof.watermark() > last || mostly_missing {
            self.rebuild_index()?;
        }
        self.follow_index()?;
        index.ready.store(true, Ordering::Release);
        Ok(())
    }

    /// Applies the changes since the index's watermark; returns how many. Blocks.
    pub fn follow_index(&self) -> Result<u64, EngineError> {
        let Some(index) = &self.index else { return Ok(0) };
        let mut applied = 0;
        loop {
            let watermark = i64::try_from(index.search.watermark()).unwrap_or(i64::MAX);
            let changes = self.store.changes_after(watermark, BATCH_CHANGES)?;
            let Some(last) = changes.last().map(|change| change.sequence) else { return Ok(applied) };
            // The id of a deleted record was overwritten before this index removed the record: only a rebuild removes it.
            if changes.iter().any(|change| matches!(&change.what, Changed::Forgotten)) {
                index.ready.store(false, Ordering::Release);
                self.rebuild_index()?;
                index.ready.store(true, Ordering::Release);
                continue;
            }
            let mut known = Employers::new(self);
            for change in &changes {
                self.apply(index, change, &mut known)?;
            }
            // Before the watermark, which tells other nodes that what was erased is gone here.
            self.store.records_changed();
            index.search.commit(last.unsigned_abs())?;
            applied += changes.len() as u64;
        }
    }

    /// Rebuilds the index from the store. The old one serves searches until the new one is published.
    pub fn rebuild_index(&self) -> Result<(), EngineError> {
        self.rebuild_index_until(|| true)
    }

    /// The same during an import: published once the import is over and all its changes are applied.
    pub fn rebuild_index_until(&self, is_over: impl Fn() -> bool + Send) -> Result<(), EngineError> {
        let Some(index) = &self.index else { return Ok(()) };
        let rebuild = index.search.rebuild()?;
        let sequence = std::thread::scope(|scope| {
            let (sender, batches) = mpsc::sync_channel(BATCHES_AHEAD);
            // Reading records takes longer than building documents, so a second thread reads ahead.
            scope.spawn(move || read_ahead(&self.store, &sender, is_over));
            self.add_all(&rebuild, batches)
        })?;
        Ok(rebuild.publish(sequence.unsigned_abs())?)
    }

    /// Adds every change to a new index; returns the last sequence number.
    fn add_all(&self, rebuild: &Rebuild<'_>, batches: Receiver<FollowBatch>) -> Result<i64, EngineError> {
        let mut known = Employers::new(self);
        let mut sequence = 0;
        for batch in batches {
            for change in batch? {
                match change.what {
                    Changed::Person(record) => {
                        rebuild.add_person(&record, known.of(&record)?, change.first_seen_at)?;
                    }
                    Changed::Company(company) => rebuild.add_company(&company, change.first_seen_at)?,
                    // Deleted after it was added in this rebuild: nothing would remove it later.
                    Changed::PersonGone(id) => rebuild.remove_person(&id)?,
                    Changed::CompanyGone(id) => rebuild.remove_company(&id)?,
                    Changed::Forgotten | Changed::Other => {}
                }
                sequence = change.sequence;
            }
        }
        Ok(sequence)
    }

    /// Compacts index and store after an erasure, so that erased bytes leave the disk; returns whether there was one.
    /// Blocks.
    pub fn clean(&self) -> Result<bool, EngineError> {
        // An interrupted erasure is resumed first; it then requests a compaction.
        self.store.resume_erasures()?;
        let Some(wanted) = self.store.cleaning_wanted()? else { return Ok(false) };
        let last = self.store.last_change()?;
        let indexed = match &self.index {
            Some(index) => {
                self.follow_index()?;
                index.search.purge()?;
                index.search.watermark()
            }
            // Without an index, no reader still needs the changes of deleted records.
            None => self.store.last_change()?.unsigned_abs(),
        };
        if let Some(index) = &self.index {
            index.purged.store(wanted, Ordering::Release);
        }
        // Another node's index still holds what was erased: it, or this one, does the rest when it has followed.
        let others = self.store.nodes()?;
        let is_behind = |node: &Node| node.is_alive && (node.indexed < last || node.purged < wanted);
        let own = self.index.as_ref().and_then(|index| index.node.get()).map(String::as_str);
        if others.iter().any(|node| Some(node.name.as_str()) != own && is_behind(node)) {
            return Ok(false);
        }
        self.store.clean(wanted, i64::try_from(indexed).unwrap_or(i64::MAX).min(last))?;
        Ok(true)
    }

    /// Tells the other nodes of a shared store that this one is alive, and how far its index is; divides the limits of
    /// vendors among those that are. Blocks.
    pub fn note_node(&self, name: &str, address: &str) -> Result<(), EngineError> {
        let Some(index) = &self.index else { return Ok(()) };
        let name = index.node.get_or_init(|| name.to_owned()).clone();
        // An index that is being made may hold what was erased since it was begun.
        let indexed = if index.ready.load(Ordering::Acquire) { index.search.watermark() } else { 0 };
        let indexed = i64::try_from(indexed).unwrap_or(i64::MAX);
        let purged = index.purged.load(Ordering::Acquire);
        let behind_since = index.lag.lock().unwrap_or_else(PoisonError::into_inner).since(indexed);
        let state = NodeState { name, address: address.to_owned(), indexed, purged, behind_since };
        let noted = self.store.note_node(state)?;
        index.lag.lock().unwrap_or_else(PoisonError::into_inner).note(noted.at, noted.last_change);
        let mut nodes = self.store.nodes()?;
        nodes.retain(|node| node.is_alive);
        self.external.share_among(nodes.len());
        *index.live_nodes.lock().unwrap_or_else(PoisonError::into_inner) = nodes;
        Ok(())
    }

    /// The live nodes of a shared store as of the last second, from memory.
    pub fn live_nodes(&self) -> Vec<Node> {
        let Some(index) = &self.index else { return Vec::new() };
        index.live_nodes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How far the index is behind the store. Takes microseconds.
    pub fn index_level(&self) -> Result<IndexLevel, EngineError> {
        let Some(index) = &self.index else { return Ok(IndexLevel::Preparing) };
        if !index.ready.load(Ordering::Acquire) {
            return Ok(IndexLevel::Preparing);
        }
        let behind = self.store.last_change()?.unsigned_abs().saturating_sub(index.search.watermark());
        Ok(if behind == 0 { IndexLevel::Level } else { IndexLevel::Behind(behind) })
    }

    /// Compares the index with the store.
    pub fn index_state(&self) -> Result<Option<IndexStatus>, EngineError> {
        let Some(index) = &self.index else { return Ok(None) };
        let proof = index.search.verify();
        Ok(Some(IndexStatus {
            store_change: self.store.last_change()?.unsigned_abs(),
            index_change: proof.watermark(),
            people: proof.people.documents,
            companies: proof.companies.documents,
            faults: proof.people.faults.into_iter().chain(proof.companies.faults).collect(),
        }))
    }

    fn apply(&self, index: &Index, change: &Change, known: &mut Employers<'_>) -> Result<(), EngineError> {
        match &change.what {
            Changed::Person(record) => {
                index.search.put_person(record, known.of(record)?, change.first_seen_at)?;
            }
            Changed::Company(company) => {
                index.search.put_company(company, change.first_seen_at)?;
                self.apply_to_people(index, company, known)?;
            }
            Changed::PersonGone(id) => index.search.remove_person(id)?,
            Changed::CompanyGone(id) => {
                index.search.remove_company(id)?;
                self.relink(index, id, known)?;
                // Joined into another: a name that both had is the name of one now.
                if let Some(company) = self.store.company_by_id(id)? {
                    index.employers.lock().unwrap_or_else(PoisonError::into_inner).remove(&company.id);
                    self.apply_to_people(index, &company, known)?;
                }
            }
            Changed::Forgotten | Changed::Other => {}
        }
        Ok(())
    }

    /// Reindexes the people of a changed employer: their documents contain fields of the company, and a name that another
    /// company has taken or given up links other people to it than before.
    fn apply_to_people(
        &self,
        index: &Index,
        company: &Company,
        known: &mut Employers<'_>,
    ) -> Result<(), EngineError> {
        let now = employer_fingerprint(company);
        let before =
            index.employers.lock().unwrap_or_else(PoisonError::into_inner).insert(company.id.clone(), now);
        if before == Some(now) {
            return Ok(());
        }
        self.relink(index, &company.id, known)?;
        for handle in company_handles(company) {
            let mut after = 0;
            loop {
                let people = self.store.people_employed_at(&handle, after, BATCH_PEOPLE)?;
                let Some(last) = people.last() else { break };
                after = last.no;
                for employed in &people {
                    let employer = known.of(&employed.record)?;
                    index.search.put_person(&employed.record, employer, employed.first_seen_at)?;
                }
            }
        }
        Ok(())
    }

    /// Reindexes the people whose documents name the record of this id, which may not be their employer any more.
    fn relink(&self, index: &Index, id: &str, known: &mut Employers<'_>) -> Result<(), EngineError> {
        let linked = PeopleFilters { company_ids: vec![id.to_owned()], ..PeopleFilters::default() };
        let (people, mut after) = (index.search.people(), None);
        loop {
            let request =
                PageRequest { sort: PeopleSort::default(), limit: BATCH_PEOPLE, after: after.as_deref() };
            let found = people.places(&linked, request, Timestamp::UNIX_EPOCH)?;
            for (person, _) in &found {
                if let Some(employed) = self.store.employed(person)? {
                    let employer = known.of(&employed.record)?;
                    index.search.put_person(&employed.record, employer, employed.first_seen_at)?;
                }
            }
            match found.into_iter().next_back() {
                Some((_, place)) => after = Some(place),
                None => return Ok(()),
            }
        }
    }
}

/// Consecutive changes, or why they cannot be read.
type FollowBatch = Result<Vec<Change>, StoreError>;

/// Reads every change of a store into a bounded channel. Stops if the receiver is gone, and at the end of the changes
/// once the import is over.
fn read_ahead(store: &Store, batches: &SyncSender<FollowBatch>, is_over: impl Fn() -> bool) {
    let mut sequence = 0;
    loop {
        // Checked before reading: changes committed after the check are read in the next round.
        let is_end = is_over();
        let batch = store.changes_after(sequence, BATCH_CHANGES);
        let last = batch.as_ref().ok().and_then(|changes| changes.last()).map(|change| change.sequence);
        let failed = batch.is_err();
        if batches.send(batch).is_err() || failed {
            return;
        }
        match last {
            Some(last) => sequence = last,
            None if is_end => return,
            None => std::thread::sleep(WAIT_FOR_CHANGES),
        }
    }
}

/// Cache of the employer looked up last: people of one company are usually consecutive.
struct Employers<'e> {
    engine: &'e Engine,
    last: Option<(Mention, Option<Company>)>,
}

/// What decides which company is meant: its handle, and the place, which tells companies of one name apart.
type Mention = (String, Option<Location>);

impl<'e> Employers<'e> {
    fn new(engine: &'e Engine) -> Self {
        Self { engine, last: None }
    }

    fn of(&mut self, record: &PersonRecord) -> Result<Option<&Company>, EngineError> {
        let person = &record.person;
        let Some(handle) = person.company.as_ref().and_then(employer_handle) else { return Ok(None) };
        let by_name = matches!(Handle::read(&handle), Some(Handle::Name(_)));
        let mention = (handle, person.location.clone().filter(|_| by_name));
        if self.last.as_ref().is_none_or(|(known, _)| *known != mention) {
            let company = self.engine.company_of_handle(&mention.0, mention.1.as_ref())?;
            self.last = Some((mention, company));
        }
        Ok(self.last.as_ref().and_then(|(_, company)| company.as_ref()))
    }
}

/// An engine with an index that is level with its store, for a store that does not change.
pub fn indexed(store: Store) -> Result<Engine, EngineError> {
    let engine = Engine::new(store).with_index(Arc::new(Index::in_memory()?));
    engine.prepare_index()?;
    Ok(engine)
}
