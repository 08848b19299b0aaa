//! Bundles: several results in one call at a flat price.

crate::endpoint::endpoints! {
    sales_deck: SalesDeck;
    recruiter_pack: RecruiterPack;
    founder_research: FounderResearch;
    competitive_intel: CompetitiveIntel;
    relationship_graph: RelationshipGraph;
}
