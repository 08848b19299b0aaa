//! Endpoints that exist only here, for tests of the machinery that every endpoint shares.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::{Context, Endpoint, Entry, Group, Outcome, Price, Problem, Sample, Spec, entry};
use store::{CacheUse, Credits, Plan};

/// The endpoints that exist only here.
pub static TEST_CATALOGUE: &[Entry] = &[entry::<Listing>(), entry::<Slow>(), entry::<ForPro>()];

/// What all three answer.
#[derive(Serialize, JsonSchema)]
struct TestAnswer {
    resolved: u64,
}

fn resolved(units: u64) -> Outcome<TestAnswer> {
    Outcome { cache: CacheUse::Miss, ..Outcome::resolved(TestAnswer { resolved: units }, units) }
}

/// `POST /v1/test/listing`: as many items as are asked for, two credits each.
struct Listing;

#[derive(Deserialize, JsonSchema)]
struct ListingRequest {
    /// Items at most.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// Items that there are.
    there_are: Option<u32>,
}

impl ListingRequest {
    fn limit(&self) -> u32 {
        self.limit.unwrap_or(10)
    }
}

impl Endpoint for Listing {
    const SPEC: Spec = Spec::charging(
        "test_listing",
        "/v1/test/listing",
        Group::Find,
        Price::PerUnit(Credits::whole(2)),
        "Lists",
    );
    type Request = ListingRequest;
    type Answer = TestAnswer;

    fn units(request: &ListingRequest) -> u64 {
        request.limit().into()
    }

    async fn run(_: Context, request: ListingRequest) -> Result<Outcome<TestAnswer>, Problem> {
        Ok(resolved(request.there_are.unwrap_or(u32::MAX).min(request.limit()).into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 3 })
    }
}

/// `POST /v1/test/slow`: takes its time.
struct Slow;

#[derive(Deserialize, JsonSchema)]
struct SlowRequest {
    milliseconds: u64,
    /// Whether it finds anything in the end; it does when left out.
    finds: Option<bool>,
}

impl Endpoint for Slow {
    const SPEC: Spec = Spec::charging(
        "test_slow",
        "/v1/test/slow",
        Group::Find,
        Price::Flat(Credits::whole(1)),
        "Takes its time",
    );
    type Request = SlowRequest;
    type Answer = TestAnswer;

    async fn run(_: Context, request: SlowRequest) -> Result<Outcome<TestAnswer>, Problem> {
        tokio::time::sleep(Duration::from_millis(request.milliseconds)).await;
        Ok(resolved(request.finds.unwrap_or(true).into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "milliseconds": 1 })
    }
}

/// `POST /v1/test/for-pro`: only from the plan pro up.
struct ForPro;

#[derive(Deserialize, JsonSchema)]
struct ForProRequest {}

impl Endpoint for ForPro {
    const SPEC: Spec = Spec {
        plan: Plan::Pro,
        ..Spec::charging(
            "test_for_pro",
            "/v1/test/for-pro",
            Group::Find,
            Price::Flat(Credits::whole(1)),
            "For pro",
        )
    };
    type Request = ForProRequest;
    type Answer = TestAnswer;

    async fn run(_: Context, _: ForProRequest) -> Result<Outcome<TestAnswer>, Problem> {
        Ok(resolved(1))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}
