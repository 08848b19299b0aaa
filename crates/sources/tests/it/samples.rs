//! Recorded responses, if available: point `SAMPLE_DATA` to a folder that contains `job-boards` and `edgar`.

use std::path::PathBuf;

use sources::feed::{FeedDescription, FeedFormat, FeedPoller, FeedState};

use crate::{
    lab::Script,
    site::{NOW, Site, with_headers},
};

fn sample(path: &str) -> Option<Vec<u8>> {
    let folder = PathBuf::from(std::env::var_os("SAMPLE_DATA")?);
    std::fs::read(folder.join(path)).ok()
}

#[tokio::test]
async fn recorded_boards_are_parsed_with_titles_urls_and_dates() {
    for (kind, path) in [
        (FeedFormat::Greenhouse, "job-boards/greenhouse.json"),
        (FeedFormat::Greenhouse, "job-boards/greenhouse-2.json"),
        (FeedFormat::Lever, "job-boards/lever.json"),
        (FeedFormat::Lever, "job-boards/lever-2.json"),
        (FeedFormat::Ashby, "job-boards/ashby.json"),
        (FeedFormat::Ashby, "job-boards/ashby-2.json"),
        (FeedFormat::Workable, "job-boards/workable.json"),
        (FeedFormat::SmartRecruiters, "job-boards/smartrecruiters.json"),
        (FeedFormat::Recruitee, "job-boards/recruitee.json"),
    ] {
        let Some(bytes) = sample(path) else { return };
        let site =
            Site::start(move |_| -> Script { with_headers("content-type: application/json\r\n", &bytes) })
                .await;
        let feed = FeedDescription {
            name: "sample".into(),
            kind,
            url: "http://boards.example/list".into(),
            token: "sample".into(),
            company_domain: "sample.example".into(),
            company_name: String::new(),
            every_seconds: 60,
            json: Default::default(),
        };
        let polled =
            FeedPoller::new(site.client()).poll(&feed, FeedState::default(), NOW.parse().unwrap()).await;
        assert_eq!(polled.state.health.fault, None, "{path}");
        assert!(!polled.claims.is_empty(), "{path}");
        for claim in &polled.claims {
            let records::Facts::Job(job) = &claim.facts else { panic!("{path}: no job") };
            assert!(job.title.is_some() && job.url.is_some() && job.posted_at.is_some(), "{path}: {job:?}");
        }
    }
}
