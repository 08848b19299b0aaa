//! Vendors for tests: descriptions of servers on loopback, and questions for them.

use std::time::Duration;

use serde_json::Value;
use sources::{
    vendor::{Cost, Description, Fact, Vendor, VendorQuestion, VendorSecret, VendorSubject},
    waterfall::{BreakerLimits, Plans, StopRule, Waterfall, WaterfallPlan},
};

use crate::lab::{Lab, Script, Scripted};

pub const TIMEOUT: Duration = Duration::from_millis(400);

pub fn json(value: Value) -> Script {
    answer(200, &value.to_string())
}

pub fn answer(status: u16, body: &str) -> Script {
    let head = format!("HTTP/1.1 {status} Answer\r\ncontent-type: application/json\r\n");
    Script::Bytes(format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes())
}

pub fn mobile(number: &str) -> Script {
    json(serde_json::json!({ "found": true, "phone": number, "name": "Ada Brandt" }))
}

pub fn miss() -> Script {
    answer(404, "{}")
}

pub fn description(name: &str, server: &Scripted, price_usd: f64) -> Description {
    let text = format!(
        r#"
        name = "{name}"
        base_url = "http://{}"
        auth = {{ kind = "bearer" }}
        limits = {{ timeout_ms = {}, retries = 0, requests_per_second = 0, concurrency = 50, body_bytes = 10000 }}
        [[lookups]]
        facts = ["mobile"]
        path = "/mobile"
        needs = [["network_url"]]
        query = {{ profile = "{{network_url}}" }}
        price_usd = {price_usd}
        expects = ["found"]
        miss_when = [{{ at = "found", is = "false" }}]
        [lookups.fields]
        mobile = "phone"
        full_name = "name"
        "#,
        server.address,
        TIMEOUT.as_millis(),
    );
    Description::parse(&text).unwrap()
}

pub fn vendor(name: &str, server: &Scripted, price_usd: f64) -> Vendor {
    Vendor::new(description(name, server, price_usd), VendorSecret::new("secret-key")).unwrap()
}

pub fn question(handle: &str) -> VendorQuestion {
    let network_url = Some(format!("https://network.example/in/{handle}"));
    VendorQuestion { fact: Fact::Mobile, subject: VendorSubject { network_url, ..VendorSubject::default() } }
}

/// The first phone number takes much longer to parse than later ones, because the numbering plans are loaded.
pub fn warm_up() {
    records::phone::PhoneNumber::parse("+4917612345678", None).unwrap();
}

/// Queries the vendors in the given order.
pub fn in_order() -> WaterfallPlan {
    WaterfallPlan {
        adaptive: false,
        stop: Some(StopRule::First),
        deadline_ms: 2_000,
        budget: Cost(10_000_000),
        ..WaterfallPlan::default()
    }
}

pub fn waterfall(lab: &Lab, vendors: Vec<Vendor>, plan: WaterfallPlan) -> Waterfall {
    warm_up();
    let plans = Plans([(Fact::Mobile, plan)].into());
    Waterfall::new(lab.client(&["127.0.0.0/8"]), vendors, plans, BreakerLimits::default(), 7)
}
