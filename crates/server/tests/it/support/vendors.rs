//! Vendors on loopback: real HTTP servers with scripted answers, behind the real waterfall.

use engine::ExternalSources;
use serde_json::Value;
use sources::{
    vendor::{Description, Fact, Vendor, VendorSecret},
    waterfall::{Plans, WaterfallPlan},
};

use super::{
    lab::{Script, Scripted},
    server::loopback_client,
};

/// A vendor that answers every question as its script says.
pub struct TestVendor {
    name: &'static str,
    fact: Fact,
    server: Scripted,
}

/// How a fact is asked for: its path, what it needs, and the fields of its answer.
fn lookup(fact: Fact) -> &'static str {
    match fact {
        Fact::Mobile => {
            r#"
            facts = ["mobile"]
            path = "/mobile"
            needs = [["full_name", "company_domain"]]
            query = { name = "{full_name}", domain = "{company_domain}" }
            fields = { mobile = "phone", phone_valid = "valid" }
            "#
        }
        Fact::PhoneCheck => {
            r#"
            facts = ["phone_check"]
            path = "/line"
            needs = [["phone"]]
            query = { number = "{phone}" }
            expects = ["valid"]
            fields = { phone_valid = "valid", line_type = "type", carrier = "carrier" }
            "#
        }
        Fact::Person | Fact::BusinessEmail => {
            r#"
            facts = ["person", "business_email"]
            path = "/person"
            needs = [["network_url"], ["email"], ["phone"], ["full_name", "company_domain"]]
            query = { profile = "{network_url}", email = "{email}", phone = "{phone}", name = "{full_name}" }
            fields = { full_name = "name", business_email = "email" }
            "#
        }
        _ => {
            r#"
            facts = ["company"]
            path = "/company"
            needs = [["company_domain"]]
            query = { domain = "{company_domain}" }
            fields = { name = "name" }
            "#
        }
    }
}

/// A JSON answer.
pub fn json_answer(value: &Value) -> Script {
    answer(200, &value.to_string())
}

/// The answer of a vendor that does not know the subject.
pub fn miss() -> Script {
    answer(404, "{}")
}

/// The answer of a vendor that is too slow.
pub fn no_answer() -> Script {
    Script::Nothing
}

/// The answer of a vendor that is down.
pub fn failure() -> Script {
    answer(500, "{}")
}

fn answer(status: u16, body: &str) -> Script {
    let head = format!("HTTP/1.1 {status} Answer\r\ncontent-type: application/json\r\n");
    Script::Bytes(format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes())
}

impl TestVendor {
    /// A vendor of one fact, whose script gets the path of each request.
    pub async fn start(
        name: &'static str,
        fact: Fact,
        script: impl Fn(&str) -> Script + Send + Sync + 'static,
    ) -> Self {
        Self { name, fact, server: Scripted::start("127.0.0.1", script).await }
    }

    /// Requests received so far.
    pub fn requests(&self) -> usize {
        self.server.received().len()
    }

    fn vendor(&self) -> Vendor {
        let text = format!(
            r#"
            name = "{}"
            base_url = "http://{}"
            auth = {{ kind = "bearer" }}
            limits = {{ timeout_ms = 2000, retries = 0, requests_per_second = 0, concurrency = 50, body_bytes = 10000 }}
            [[lookups]]
            price_usd = 0.1
            {}
            "#,
            self.name,
            self.server.address,
            lookup(self.fact),
        );
        Vendor::new(Description::parse(&text).unwrap(), VendorSecret::new("secret-key")).unwrap()
    }
}

/// Sources of these vendors alone, asked in this order. They cache no misses, so that tests see the engine's own cache.
pub fn vendors(vendors: &[TestVendor]) -> ExternalSources {
    hedged_vendors(vendors, 0)
}

/// The same, where the next vendor is asked as well when one has not answered for so long; never for 0.
pub fn hedged_vendors(vendors: &[TestVendor], hedge_after_ms: u64) -> ExternalSources {
    let plan = WaterfallPlan {
        adaptive: false,
        explore_percent: 0,
        miss_ttl_seconds: 0,
        hedge_after_ms,
        ..WaterfallPlan::default()
    };
    let order = vendors.iter().map(|vendor| vendor.name.to_owned()).collect();
    let plan = WaterfallPlan { order, ..plan };
    let plans = Plans(Fact::ALL.into_iter().map(|fact| (fact, plan.clone())).collect());
    let vendors = vendors.iter().map(TestVendor::vendor).collect();
    ExternalSources::default().with_vendors(loopback_client(), vendors, &plans, 7).unwrap()
}
