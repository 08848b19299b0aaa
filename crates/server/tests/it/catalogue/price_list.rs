//! The endpoints and prices that were promised to customers. Later ones are reviewed by their snapshots.

use server::{CATALOGUE, Entry, Method};
use store::Plan;

use Method::{Get, Post};

/// What a call costs, in thousandths of a credit: with nothing found, with one item, and with ten.
type Due = (i64, i64, i64);

const FREE: Due = (0, 0, 0);

const fn flat(thousandths: i64) -> Due {
    (0, thousandths, thousandths)
}

const fn each(thousandths: i64) -> Due {
    (0, thousandths, 10 * thousandths)
}

/// A base for the question itself, found or not.
const fn base_and_each(base: i64, thousandths: i64) -> Due {
    (base, base + thousandths, base + 10 * thousandths)
}

/// A base that only an answer costs.
const fn found_and_each(base: i64, thousandths: i64) -> Due {
    (0, base + thousandths, base + 10 * thousandths)
}

const PROMISED: &[(Method, &str, Due)] = &[
    // Resolve.
    (Post, "/v1/enrich", flat(1_000)),
    (Post, "/v1/companies", flat(1_000)),
    (Post, "/v1/verify-email", flat(500)),
    // Find and reverse.
    (Post, "/v1/find-email", flat(2_000)),
    (Post, "/v1/find-personal-email", flat(2_000)),
    (Post, "/v1/find-phone", flat(12_000)),
    (Post, "/v1/reverse-email", flat(1_000)),
    (Post, "/v1/reverse-phone", flat(2_000)),
    (Post, "/v1/ad-audience", each(100)),
    // Search.
    (Post, "/v1/search/people", base_and_each(1_000, 1_000)),
    (Post, "/v1/search/companies", base_and_each(1_000, 500)),
    // Signals.
    (Get, "/v1/signals", FREE),
    // Composites.
    (Post, "/v1/find-decision-maker", each(4_000)),
    (Post, "/v1/buying-committee", each(3_000)),
    (Post, "/v1/prospect-package", flat(12_000)),
    (Post, "/v1/congrats-trigger", each(2_000)),
    (Post, "/v1/job-change-radar", each(2_000)),
    (Post, "/v1/funding-radar", each(3_000)),
    (Post, "/v1/funded-and-hiring", each(10_000)),
    (Post, "/v1/hiring-intent", each(8_000)),
    (Post, "/v1/tech-stack-targets", each(4_000)),
    (Post, "/v1/lookalike-accounts", each(600)),
    (Post, "/v1/find-similar-people", found_and_each(1_000, 800)),
    (Post, "/v1/champion-just-moved", each(2_000)),
    (Post, "/v1/low-competition-hires", each(1_000)),
    // Niche composites.
    (Post, "/v1/local-business-owners", each(3_000)),
    (Post, "/v1/just-funded-smb-leaders", each(6_000)),
    (Post, "/v1/competitor-talent-leaving", each(3_000)),
    (Post, "/v1/silent-promoter-radar", each(2_000)),
    (Post, "/v1/hiring-velocity", each(5_000)),
    (Post, "/v1/just-acquired-buyers", each(4_000)),
    (Post, "/v1/buyer-budget-window", each(6_000)),
    (Post, "/v1/multi-source-phone", each(14_000)),
    (Post, "/v1/smb-buying-committee", each(4_000)),
    (Post, "/v1/funded-and-using-tech", each(7_000)),
    (Post, "/v1/quiet-power-users", each(2_000)),
    (Post, "/v1/local-service-by-revenue", each(4_000)),
    // Bundles.
    (Post, "/v1/bundles/sales-deck", flat(25_000)),
    (Post, "/v1/bundles/recruiter-pack", flat(30_000)),
    (Post, "/v1/bundles/founder-research", flat(20_000)),
    (Post, "/v1/bundles/competitive-intel", flat(25_000)),
    (Post, "/v1/bundles/relationship-graph", flat(15_000)),
    // Lists, filters and history.
    (Post, "/v1/watch-lists", FREE),
    (Post, "/v1/watch-lists/{id}/run", each(2_000)),
    (Get, "/v1/watch-lists", FREE),
    (Post, "/v1/saved-icps", FREE),
    (Post, "/v1/saved-icps/{id}/run", base_and_each(1_000, 500)),
    (Get, "/v1/me/history", FREE),
    (Get, "/v1/me/history/export", FREE),
    (Get, "/v1/me/history/{request_id}", FREE),
    (Get, "/v1/me/history/{request_id}/answer", FREE),
    (Get, "/v1/me/usage", FREE),
    (Get, "/v1/me/ledger", FREE),
    (Get, "/v1/me/people", FREE),
    // Bulk.
    (Post, "/v1/bulk/enrich", each(1_000)),
    (Post, "/v1/bulk/companies", each(1_000)),
    (Post, "/v1/bulk/verify-email", each(500)),
    (Post, "/v1/bulk/find-email", each(2_000)),
    (Post, "/v1/bulk/find-phone", each(12_000)),
    (Post, "/v1/bulk/reverse-email", each(1_000)),
    (Post, "/v1/bulk/reverse-phone", each(2_000)),
    (Get, "/v1/bulk/{id}", FREE),
    // The sandbox.
    (Get, "/v1/sandbox/info", FREE),
];

fn entry(method: Method, path: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.spec.method == method && entry.spec.path == path)
}

#[test]
fn nothing_that_was_promised_is_missing_and_each_price_is_the_promised_one() {
    for (method, path, (nothing, one, ten)) in PROMISED {
        let entry = entry(*method, path).unwrap_or_else(|| panic!("{method:?} {path} is missing"));
        let due = |units: u64| entry.spec.price.due(units).thousandths();
        assert_eq!((due(0), due(1), due(10)), (*nothing, *one, *ten), "{path}");
        assert_eq!(entry.spec.price.charges(), *ten > 0, "{path}");
    }
}

#[test]
fn only_the_feeds_of_signals_need_a_paid_plan() {
    for (method, path, _) in PROMISED {
        let needed = entry(*method, path).unwrap().spec.plan;
        assert_eq!(needed, if *path == "/v1/signals" { Plan::Indie } else { Plan::Free }, "{path}");
    }
}
