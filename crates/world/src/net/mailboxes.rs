//! The mailboxes that exist in the world.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    person::FREE_PROVIDERS,
    rng::{Purpose, Rng},
    world::World,
};

/// Maximum number of companies with a cached list of mailboxes.
const ROSTER_LIMIT: usize = 512;
/// Maximum number of mailboxes added at run time.
const ADDED_LIMIT: usize = 100_000;
/// Role mailboxes that every company has.
const ROLES: [&str; 6] = ["postmaster", "abuse", "info", "sales", "support", "jobs"];

/// The state of a mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailboxState {
    /// It does not exist.
    Absent,
    /// It accepts mail.
    Open,
    /// It is full.
    Full,
    /// It is closed, and the server reports that.
    Disabled,
}

/// The owner of a mail domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Company(u64),
    FreeProvider,
}

pub(super) struct Mailboxes {
    world: Arc<World>,
    rosters: Mutex<HashMap<u64, Arc<HashSet<String>>>>,
    added: Mutex<HashSet<String>>,
}

impl Mailboxes {
    pub(super) fn new(world: Arc<World>) -> Self {
        Self { world, rosters: Mutex::new(HashMap::new()), added: Mutex::new(HashSet::new()) }
    }

    pub(super) fn owner(&self, domain: &str) -> Option<Owner> {
        if FREE_PROVIDERS.contains(&domain) {
            return Some(Owner::FreeProvider);
        }
        if let Some(company) = self.world.find_company_by_domain(domain) {
            return Some(Owner::Company(company));
        }
        // A company's second domain has the label of its main domain.
        let label = domain.strip_suffix(".test")?;
        let company = self.world.find_company_by_domain(&format!("{label}.example"))?;
        let second = self.world.company(company).second_domain;
        (second.as_deref() == Some(domain)).then_some(Owner::Company(company))
    }

    pub(super) fn state(&self, local: &str, domain: &str) -> MailboxState {
        let exists = match self.owner(domain) {
            None => false,
            Some(Owner::FreeProvider) => self.has_personal(local, domain),
            Some(Owner::Company(company)) => ROLES.contains(&local) || self.roster(company).contains(local),
        };
        let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if added.contains(&format!("{local}@{domain}")) {
            return MailboxState::Open;
        }
        if exists { self.condition(local, domain) } else { MailboxState::Absent }
    }

    pub(super) fn add(&self, address: &str) {
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if added.len() < ADDED_LIMIT {
            added.insert(address.to_ascii_lowercase());
        }
    }

    /// One percent of the mailboxes is full and one percent closed; which ones is deterministic.
    fn condition(&self, local: &str, domain: &str) -> MailboxState {
        let index = local
            .bytes()
            .chain(domain.bytes())
            .fold(7, |state: u64, byte| state.wrapping_mul(0x0100_0000_01B3) ^ u64::from(byte));
        match Rng::new(self.world.seed, index, Purpose::Mailbox).below(100) {
            _ if ROLES.contains(&local) => MailboxState::Open,
            0 => MailboxState::Full,
            1 => MailboxState::Disabled,
            _ => MailboxState::Open,
        }
    }

    fn roster(&self, company: u64) -> Arc<HashSet<String>> {
        let mut rosters = self.rosters.lock().unwrap_or_else(PoisonError::into_inner);
        if rosters.len() >= ROSTER_LIMIT && !rosters.contains_key(&company) {
            rosters.clear();
        }
        let roster = rosters.entry(company).or_insert_with(|| {
            let pattern = self.world.mail(company).pattern;
            Arc::new(self.world.local_parts(company, pattern).into_iter().collect())
        });
        Arc::clone(roster)
    }

    /// Personal addresses end in a number from which the owner's index is computed, so that no search is needed.
    fn has_personal(&self, local: &str, domain: &str) -> bool {
        let letters = local.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let Ok(number) = local[letters.len()..].parse::<u64>() else { return ROLES.contains(&local) };
        let owner = number.checked_sub(1).and_then(|place| self.world.person_order.index_of(place));
        let address = format!("{local}@{domain}");
        owner.is_some_and(|person| self.world.person(person).personal_email.as_deref() == Some(&*address))
    }
}
