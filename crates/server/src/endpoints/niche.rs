//! Composite endpoints for specialised use cases.

crate::endpoint::endpoints! {
    local_business_owners: LocalBusinessOwners;
    just_funded_smb_leaders: JustFundedSmbLeaders;
    competitor_talent_leaving: CompetitorTalentLeaving;
    silent_promoter_radar: SilentPromoterRadar;
    hiring_velocity: HiringVelocity;
    just_acquired_buyers: JustAcquiredBuyers;
    buyer_budget_window: BuyerBudgetWindow;
    multi_source_phone: MultiSourcePhone;
    smb_buying_committee: SmbBuyingCommittee;
    funded_and_using_tech: FundedAndUsingTech;
    quiet_power_users: QuietPowerUsers;
    local_service_by_revenue: LocalServiceByRevenue;
}
