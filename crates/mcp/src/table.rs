//! Which endpoints are tools, and in which words.

/// A tool that calls one endpoint.
#[derive(Debug)]
pub struct ToolRow {
    /// Name of the tool.
    pub name: &'static str,
    /// Title that people are shown.
    pub title: &'static str,
    /// Id of the endpoint in the catalogue.
    pub endpoint: &'static str,
    /// What it is for, and when to use another one.
    pub description: &'static str,
    /// Parameters of the endpoint that the tool does not offer.
    pub hidden: &'static [&'static str],
}

/// Name of the tool that prices the others.
pub const QUOTE: &str = "quote";

/// The tools, in the order in which they are listed. [`QUOTE`] is added to them.
pub const TOOLS: &[ToolRow] = &[
    ToolRow {
        name: "find_person",
        title: "Find a person",
        endpoint: "enrich",
        description: "Look up one person by email, phone, profile URL, or name with company. Answers title, \
                      employer, place, career and known business email, with a confidence.",
        hidden: &[],
    },
    ToolRow {
        name: "find_company",
        title: "Find a company",
        endpoint: "companies",
        description: "Look up one company by domain, network page, register identifier or name. Answers industry, \
                      size, place, technologies, funding and open positions.",
        hidden: &[],
    },
    ToolRow {
        name: "search_people",
        title: "Search people",
        endpoint: "search_people",
        description: "People by title, seniority, department, skills, place, employer and more. Every result is \
                      charged, so set limit. Call quote first to see how many match and masked rows, free.",
        hidden: &[],
    },
    ToolRow {
        name: "search_companies",
        title: "Search companies",
        endpoint: "search_companies",
        description: "Companies by industry, technology, size, funding, place, hiring and more. Every result is \
                      charged, so set limit. Call quote first to see how many match, free.",
        hidden: &[],
    },
    ToolRow {
        name: "find_email",
        title: "Find a business email",
        endpoint: "find_email",
        description: "The business email of a person, by profile URL or by name and company domain, proven with the \
                      mail server where that is possible.",
        hidden: &[],
    },
    ToolRow {
        name: "find_phone",
        title: "Find a mobile number",
        endpoint: "find_phone",
        description: "The mobile number of a person, by name and company domain.",
        hidden: &[],
    },
    ToolRow {
        name: "verify_email",
        title: "Verify an email",
        endpoint: "verify_email",
        description: "Whether mail to an address arrives, asked of its mail server. A verdict of unknown is free.",
        hidden: &[],
    },
    ToolRow {
        name: "company_signals",
        title: "Read signals",
        endpoint: "signals",
        description: "What happened lately: funding, acquisitions, hiring, job changes or company changes, newest \
                      first; domain narrows it to one company. Names of people are masked.",
        hidden: &[],
    },
    ToolRow {
        name: "find_decision_maker",
        title: "Find the decision maker",
        endpoint: "find_decision_maker",
        description: "The people at a company who most likely decide on the matters of a role, with the score \
                      explained.",
        hidden: &[],
    },
    ToolRow {
        name: "buying_committee",
        title: "Map the buying committee",
        endpoint: "buying_committee",
        description: "Who decides, who advises and who uses at a company, for a kind of deal.",
        hidden: &[],
    },
    ToolRow {
        name: "contacts_who_moved",
        title: "Job changes of contacts",
        endpoint: "champion_just_moved",
        description: "Which of your contacts have changed companies, and where they are now.",
        hidden: &[],
    },
    ToolRow {
        name: "similar_companies",
        title: "Similar companies",
        endpoint: "lookalike_accounts",
        description: "Companies like up to five others, with what they have in common.",
        hidden: &[],
    },
    ToolRow {
        name: "account_balance",
        title: "Account and balance",
        endpoint: "me",
        description: "The account behind the key: plan, credits left, limits.",
        hidden: &[],
    },
    ToolRow {
        name: "list_requests",
        title: "List recent requests",
        endpoint: "history",
        description: "The account's recent calls with status and cost, newest first.",
        hidden: &[],
    },
    ToolRow {
        name: "explain_request",
        title: "Explain a request",
        endpoint: "history_detail",
        description: "One earlier call by its request_id: what was asked and found, every line of its charge, and \
                      which sources were queried.",
        hidden: &[],
    },
];
