//! The guides: files of the repository's `docs` folder, in the order in which they are read. A new one is one line.

/// A guide.
pub(super) struct Guide {
    /// Name of its file without the ending, and last part of its address.
    pub(super) name: &'static str,
    /// The part of the documentation that it belongs to.
    pub(super) part: &'static str,
    /// What it is about, in one sentence.
    pub(super) about: &'static str,
    /// Its Markdown.
    pub(super) text: &'static str,
}

impl Guide {
    /// Its title: the first heading.
    pub(super) fn title(&self) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
    }
}

/// The title of the guide in a file.
pub(super) fn title(file: &str) -> Option<&'static str> {
    let name = file.strip_suffix(".md")?;
    GUIDES.iter().find(|guide| guide.name == name).map(Guide::title)
}

macro_rules! guides {
    ($($part:literal { $($name:literal: $about:literal;)+ })+) => {
        /// Every guide.
        pub(super) const GUIDES: &[Guide] = &[$($(Guide {
            name: $name,
            part: $part,
            about: $about,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/", $name, ".md")),
        }),+),+];
    };
}

guides! {
    "Start" {
        "first-call": "From nothing to a first answer, in curl, Python and TypeScript.";
        "billing": "What is charged, when, and how to know before.";
        "errors": "One form for every error, and what to do about each.";
        "idempotency": "Retries that are charged once.";
    }
    "Use" {
        "search": "Filters, previews with masked rows, and revealing some of them.";
        "emails": "How an address is found and proven, and what is not sold.";
        "bulk": "Up to 500 items at once, in the background.";
        "webhooks": "Signed events, retries, and verifying them.";
        "accounts": "Keys, scopes and monthly caps.";
        "sdks": "Clients for Python and TypeScript.";
        "cli": "Looking up, searching and listening from the command line.";
        "mcp": "Tools for agents, with a bound on what each call may cost.";
        "dialects": "Keeping the clients of People Data Labs, Hunter, Apollo and Clearbit.";
        "automation": "n8n, Make, Zapier and spreadsheets.";
    }
    "Fill" {
        "importing": "Bringing in your own people, companies and signals.";
        "identity": "Who is one person, how sure that is, and the review list.";
        "vendors": "Websites, feeds and data vendors, and adding one of your own.";
        "mail": "How mail servers are asked, and what to do where port 25 is closed.";
    }
    "Run" {
        "install": "Self-hosting: archive, systemd, container, from source.";
        "operations": "Backup, restore, failover, upgrade.";
        "scaling": "Several nodes on one PostgreSQL database.";
        "performance": "What calls and imports cost, and the commands that measure it.";
        "privacy": "Requests of people, erasing, and keeping out.";
        "faults": "What happens when the machine fails, and which test proves it.";
    }
}
