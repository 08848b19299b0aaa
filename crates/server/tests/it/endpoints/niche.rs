//! Niche composite endpoints, each against claims written by hand.

mod buyer_budget_window;
mod competitor_talent_leaving;
mod funded_and_using_tech;
mod hiring_velocity;
mod just_acquired_buyers;
mod just_funded_smb_leaders;
mod local_business_owners;
mod local_service_by_revenue;
mod multi_source_phone;
mod quiet_power_users;
mod silent_promoter_radar;
mod smb_buying_committee;

use crate::recipe::*;
