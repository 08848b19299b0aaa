//! The elements by which a page reveals the technologies of its company.

use records::Technology;

/// Technologies that show in a page, each with its element. The others, such as accounting software, do not show.
const ELEMENTS: &[(&str, &str)] = &[
    ("Calendly", "<script src=\"https://assets.calendly.com/assets/external/widget.js\"></script>"),
    ("Datadog", "<script src=\"https://www.datadoghq-browser-agent.com/us1/v5/datadog-rum.js\"></script>"),
    ("Google Analytics", "<script async src=\"https://www.googletagmanager.com/gtag/js?id=G-0\"></script>"),
    ("HubSpot", "<script src=\"https://js.hs-scripts.com/0.js\"></script>"),
    ("Intercom", "<script src=\"https://widget.intercom.io/widget/0\"></script>"),
    ("Mailchimp", "<script src=\"https://chimpstatic.com/mcjs-connected/js/0.js\"></script>"),
    ("Marketo", "<script src=\"https://munchkin.marketo.net/munchkin.js\"></script>"),
    ("Next.js", "<script src=\"/_next/static/chunks/main.js\"></script>"),
    ("Pipedrive", "<script src=\"https://leadbooster-chat.pipedrive.com/assets/loader.js\"></script>"),
    ("React", "<script src=\"/assets/react.production.min.js\"></script>"),
    ("Salesforce", "<script src=\"https://service.force.com/embeddedservice/esw.min.js\"></script>"),
    ("Segment", "<script src=\"https://cdn.segment.com/analytics.js/v1/0/analytics.min.js\"></script>"),
    ("Sentry", "<script src=\"https://browser.sentry-cdn.com/bundle.min.js\"></script>"),
    ("Shopify", "<script src=\"https://cdn.shopify.com/s/files/theme.js\"></script>"),
    ("Square", "<script src=\"https://web.squarecdn.com/v1/square.js\"></script>"),
    ("Squarespace", "<script src=\"https://assets.squarespace.com/universal/site.js\"></script>"),
    ("Stripe", "<script src=\"https://js.stripe.com/v3/\"></script>"),
    ("Twilio", "<script src=\"https://sdk.twilio.com/js/client/releases/twilio.min.js\"></script>"),
    ("Wix", "<meta name=\"generator\" content=\"Wix.com Website Builder\">"),
    ("WordPress", "<meta name=\"generator\" content=\"WordPress 6.6\">"),
    ("Zendesk", "<script src=\"https://static.zdassets.com/ekr/snippet.js\"></script>"),
];

/// The elements of a company's technologies.
pub(super) fn elements(technologies: &[Technology]) -> String {
    let is_used = |name: &str| technologies.iter().any(|technology| technology.name == name);
    let used = ELEMENTS.iter().filter(|(name, _)| is_used(name));
    used.fold(String::new(), |html, (_, element)| html + element + "\n")
}
