//! Finds emails of people without one on record in the synthetic data, and compares them with the true addresses.

#![allow(clippy::unwrap_used)]

use std::{collections::HashMap, sync::Arc, time::Duration};

use contact::{DnsServer, Manners, NetworkPolicy, Timeouts};
use engine::{ContactQuery, EmailOrigin, Engine, Reason, Verifier, VerifierOptions};
use records::PersonRecord;
use store::Store;
use world::{
    World, WorldOptions,
    net::{MailManner, NetOptions, WorldNet},
};

const PEOPLE: u64 = 3_000;
/// People searched per group.
const SEARCHED_MAX: usize = 250;

struct Stage {
    world: Arc<World>,
    _net: WorldNet,
    engine: Engine,
    store: Store,
}

async fn stage() -> Stage {
    let as_of = "2026-05-20T08:00:00Z".parse().unwrap();
    let world = Arc::new(World::new(WorldOptions { seed: 11, people: PEOPLE, as_of }));
    let net = WorldNet::start(Arc::clone(&world), NetOptions::default()).await.unwrap();
    let store = Store::temporary().unwrap();
    store.ingest(world.companies().chain(world.people()).collect()).await.unwrap();
    let soon = Duration::from_millis(400);
    let options = VerifierOptions {
        dns: DnsServer::At(net.dns_address()),
        smtp_port: net.smtp_port(),
        timeouts: Timeouts { greeting: soon, ..Timeouts::default() },
        manners: Manners {
            connection_interval: Duration::ZERO,
            refused_per_host_hour: 0,
            ..Manners::default()
        },
        network: NetworkPolicy::allowing(["127.0.0.0/8".parse().unwrap()]),
        ..VerifierOptions::default()
    };
    let engine = Engine::new(store.clone()).with_verifier(Arc::new(Verifier::new(options).unwrap()));
    Stage { world, _net: net, engine, store }
}

impl Stage {
    /// The true addresses of all staff of companies with one of these mail server behaviours, by profile URL.
    fn truth(&self, manners: &[MailManner]) -> HashMap<String, String> {
        let companies = (0..self.world.company_count())
            .filter(|company| manners.contains(&self.world.mail_manner(*company)));
        companies
            .flat_map(|company| self.world.employees(company))
            .map(|index| self.world.person(index))
            .map(|person| (person.network_url, person.business_email))
            .collect()
    }

    /// Records that know no address at the present employer.
    fn without_email(&self) -> Vec<PersonRecord> {
        let people = self.store.some_people(PEOPLE as usize).unwrap();
        people.into_iter().filter(|record| !record.person.has_email).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_found_email_is_right_as_often_as_its_confidence_says() {
    let stage = stage().await;
    for (manners, is_proven) in [
        (&[MailManner::Normal, MailManner::DemandsEncryption][..], true),
        (&[MailManner::CatchAll, MailManner::CatchAllForNames][..], false),
    ] {
        let truth = stage.truth(manners);
        let sought = stage.without_email().into_iter().filter_map(|record| {
            let address = truth.get(record.person.network_url.as_ref()?)?.clone();
            Some((record, address))
        });
        let (mut found, mut right, mut promised) = (0.0, 0.0, 0.0);
        for (record, address) in sought.take(SEARCHED_MAX) {
            let who = ContactQuery::of_person(record);
            let answer = stage.engine.find_business_email(&who, false, stage.world.as_of()).await.unwrap();
            let Some(email) = answer.email else { continue };
            // A full mailbox is there, but nothing arrives.
            let is_proven = is_proven && answer.reason != Some(Reason::MailboxFull);
            assert_eq!((email.verified, email.origin), (is_proven, EmailOrigin::Pattern), "{email:?}");
            found += 1.0;
            promised += email.confidence;
            right += f64::from(u8::from(email.address == address));
        }
        let (promised, kept) = (promised / found, right / found);
        println!("{manners:?}: {found} found, promised {promised:.3}, kept {kept:.3}");
        assert!(found >= 30.0, "{found} found");
        // Twice what chance alone may move a share of so many.
        let chance = 2.0 * (promised * (1.0 - promised) / found).sqrt();
        assert!((promised - kept).abs() < 0.04 + chance, "promised {promised:.3}, kept {kept:.3}");
    }
}
