//! Software products that companies use.

use records::Technology;

use crate::{
    rng::{Purpose, Rng},
    words::industries::{Industry, IndustryKind},
    world::World,
};

/// Office products; the smallest companies use only the first dozen.
const OFFICE: &[(&str, &str)] = &[
    ("Slack", "Collaboration"),
    ("Zoom", "Collaboration"),
    ("Notion", "Collaboration"),
    ("Asana", "Project Management"),
    ("HubSpot", "CRM"),
    ("Pipedrive", "CRM"),
    ("Mailchimp", "Email Marketing"),
    ("Intercom", "Customer Support"),
    ("Xero", "Accounting"),
    ("QuickBooks", "Accounting"),
    ("DocuSign", "Contracts"),
    ("Google Analytics", "Analytics"),
    ("Jira", "Project Management"),
    ("Salesforce", "CRM"),
    ("Zendesk", "Customer Support"),
    ("Personio", "Human Resources"),
    ("Marketo", "Marketing Automation"),
    ("Workday", "Human Resources"),
    ("NetSuite", "ERP"),
    ("SAP S/4HANA", "ERP"),
    ("Microsoft Dynamics 365", "ERP"),
    ("Okta", "Identity"),
    ("Tableau", "Analytics"),
    ("Power BI", "Analytics"),
];
const BUILDING: &[(&str, &str)] = &[
    ("AWS", "Cloud"),
    ("Google Cloud", "Cloud"),
    ("Microsoft Azure", "Cloud"),
    ("Cloudflare", "CDN"),
    ("Kubernetes", "Infrastructure"),
    ("Docker", "Infrastructure"),
    ("Terraform", "Infrastructure"),
    ("PostgreSQL", "Database"),
    ("MongoDB", "Database"),
    ("Redis", "Database"),
    ("Snowflake", "Data Warehouse"),
    ("Databricks", "Data Warehouse"),
    ("dbt", "Data"),
    ("Segment", "Data"),
    ("Datadog", "Monitoring"),
    ("Sentry", "Monitoring"),
    ("GitHub", "Development"),
    ("GitLab", "Development"),
    ("React", "Web Framework"),
    ("Next.js", "Web Framework"),
    ("Stripe", "Payments"),
    ("Twilio", "Communications"),
];
const SHOP: &[(&str, &str)] = &[
    ("WordPress", "CMS"),
    ("Wix", "CMS"),
    ("Squarespace", "CMS"),
    ("Shopify", "E-commerce"),
    ("QuickBooks", "Accounting"),
    ("Xero", "Accounting"),
    ("Square", "Payments"),
    ("Google Analytics", "Analytics"),
    ("Mailchimp", "Email Marketing"),
    ("Calendly", "Scheduling"),
    ("ServiceTitan", "Field Service"),
    ("Jobber", "Field Service"),
];

/// The products of a company of this industry and size.
pub(crate) fn draw(
    world: &World,
    company: u64,
    industry: &Industry,
    size: u64,
    mail: &'static str,
) -> Vec<Technology> {
    let mut rng = Rng::new(world.seed, company, Purpose::Technologies);
    let mut chosen: Vec<(&str, &str)> = Vec::new();
    let mut add = |list: &[(&'static str, &'static str)], count: u64, rng: &mut Rng| {
        chosen.extend(rng.sample(list, count as usize).into_iter().copied());
    };
    let offices = if size <= 12 { &OFFICE[..12] } else { OFFICE };
    match industry.kind {
        IndustryKind::Local => {
            let count = 1 + rng.below(4);
            add(SHOP, count, &mut rng);
        }
        IndustryKind::Venture => {
            let (building, office) = (4 + rng.below(6), 3 + rng.below(4));
            add(BUILDING, building, &mut rng);
            add(offices, office, &mut rng);
        }
        IndustryKind::Corporate => {
            let (building, office) = (rng.below(3), 2 + rng.below(if size > 50 { 7 } else { 3 }));
            add(BUILDING, building, &mut rng);
            add(offices, office, &mut rng);
        }
    }
    if mail != "self-hosted" {
        chosen.push((mail, "Email"));
    }
    chosen
        .into_iter()
        .map(|(name, category)| Technology {
            name: name.to_owned(),
            category: Some(category.to_owned()),
            last_seen_at: Some(world.today.minus(rng.between(1, 120)).at(rng.below(80_000) as i64)),
        })
        .collect()
}
