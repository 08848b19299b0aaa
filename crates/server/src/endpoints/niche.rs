//! Composite endpoints for specialised use cases.

pub mod buyer_budget_window;
pub mod competitor_talent_leaving;
pub mod funded_and_using_tech;
pub mod hiring_velocity;
pub mod just_acquired_buyers;
pub mod just_funded_smb_leaders;
pub mod local_business_owners;
pub mod local_service_by_revenue;
pub mod multi_source_phone;
pub mod quiet_power_users;
pub mod silent_promoter_radar;
pub mod smb_buying_committee;
