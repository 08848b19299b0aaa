//! Composite endpoints for accounts and people.

crate::endpoint::endpoints! {
    find_decision_maker: FindDecisionMaker;
    buying_committee: BuyingCommittee;
    prospect_package: ProspectPackage;
    congrats_trigger: CongratsTrigger;
    job_change_radar: JobChangeRadar;
    funding_radar: FundingRadar;
    funded_and_hiring: FundedAndHiring;
    hiring_intent: HiringIntent;
    tech_stack_targets: TechStackTargets;
    lookalike_accounts: LookalikeAccounts;
    find_similar_people: FindSimilarPeople;
    champion_just_moved: ChampionJustMoved;
    low_competition_hires: LowCompetitionHires;
}
