//! The composite, niche and bundle endpoints, each against claims written by hand: what must be answered and what
//! must not, in which order, at what price, and what is left behind.

mod bundles;
mod buyer_budget_window;
mod buying_committee;
mod champion_just_moved;
mod competitor_talent_leaving;
mod congrats_trigger;
mod find_decision_maker;
mod find_similar_people;
mod funded_and_hiring;
mod funded_and_using_tech;
mod funding_radar;
mod hiring_intent;
mod hiring_velocity;
mod job_change_radar;
mod just_acquired_buyers;
mod just_funded_smb_leaders;
mod list_rules;
mod local_business_owners;
mod local_service_by_revenue;
mod lookalike_accounts;
mod low_competition_hires;
mod prospect_package;
mod quiet_power_users;
mod silent_promoter_radar;
mod smb_buying_committee;
mod stage;
mod tech_stack_targets;
mod told;

use list_rules::{Takes, list_rules};
use stage::{Stage, stage, texts};
use told::{Told, company, job, name_of, person, profile};

/// A company and somebody who leads it.
fn led(company: Told, domain: &str) -> [Told; 2] {
    [company, person(&format!("{} Chief", name_of(domain))).at(domain, "CEO", "2020-01")]
}
