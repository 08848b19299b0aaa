//! Stored lists of an account: watch lists, saved ICPs, engagement events.

crate::endpoint::endpoints! {
    watch_lists: Create, List, Read, Change, Delete, run::Run;
    engagement_events: EngagementEvents;
    saved_icps: Save, List, Read, Delete, run::Run;
}
