//! The mailboxes that exist in the world.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    person::FREE_PROVIDERS,
    rng::{Purpose, Rng},
    world::{Side, World},
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

/// The owner of a mail domain. A domain that only added mailboxes have is served as a provider's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Company(Side, u64),
    FreeProvider,
}

/// The local parts of a company's addresses.
type Roster = Arc<HashSet<String>>;

pub(super) struct Mailboxes {
    world: Arc<World>,
    rosters: Mutex<HashMap<(Side, u64), Roster>>,
    added: Mutex<Added>,
}

/// Mailboxes added at run time.
#[derive(Default)]
struct Added {
    addresses: HashSet<String>,
    domains: HashSet<String>,
}

impl Mailboxes {
    pub(super) fn new(world: Arc<World>) -> Self {
        Self { world, rosters: Mutex::new(HashMap::new()), added: Mutex::default() }
    }

    pub(super) fn owner(&self, domain: &str) -> Option<Owner> {
        if FREE_PROVIDERS.contains(&domain) {
            return Some(Owner::FreeProvider);
        }
        if let Some((side, company)) = self.world.domain_owner(domain) {
            return Some(Owner::Company(side, company));
        }
        let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        added.domains.contains(domain).then_some(Owner::FreeProvider)
    }

    pub(super) fn state(&self, local: &str, domain: &str) -> MailboxState {
        let exists = match self.owner(domain) {
            None => false,
            Some(Owner::FreeProvider) => self.has_personal(local, domain),
            Some(Owner::Company(side, company)) => {
                ROLES.contains(&local) || self.roster(side, company).contains(local)
            }
        };
        let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if added.addresses.contains(&format!("{local}@{domain}")) {
            return MailboxState::Open;
        }
        if exists { self.condition(local, domain) } else { MailboxState::Absent }
    }

    pub(super) fn add(&self, address: &str) {
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if added.addresses.len() < ADDED_LIMIT {
            let address = address.to_ascii_lowercase();
            added.domains.extend(address.rsplit_once('@').map(|(_, domain)| domain.to_owned()));
            added.addresses.insert(address);
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

    fn roster(&self, side: Side, company: u64) -> Roster {
        let mut rosters = self.rosters.lock().unwrap_or_else(PoisonError::into_inner);
        if rosters.len() >= ROSTER_LIMIT && !rosters.contains_key(&(side, company)) {
            rosters.clear();
        }
        let roster = rosters.entry((side, company)).or_insert_with(|| {
            let world = self.world.of_side(side);
            let pattern = world.mail(company).pattern;
            Arc::new(world.local_parts(company, pattern).into_iter().collect())
        });
        Arc::clone(roster)
    }

    fn has_personal(&self, local: &str, domain: &str) -> bool {
        let address = format!("{local}@{domain}");
        let is_owned = |side| self.world.of_side(side).find_person_by_personal_email(&address).is_some();
        ROLES.contains(&local) || is_owned(Side::Inside) || is_owned(Side::Outside)
    }
}
