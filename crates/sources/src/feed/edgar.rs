//! The SEC's list of current filings: funding (Form D) and completed acquisitions (8-K, item 2.01).

use records::{PartialDate, SignalKind, signal::SignalReport, written_case};

use super::syndication::FeedEntry;
use crate::{markup::plain_text, website::page::WebPage};

/// The lists polled if no URL is configured.
pub(crate) const LISTS: [&str; 2] = [
    "https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=D&owner=include&count=100&output=atom",
    "https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&owner=include&count=100&output=atom",
];
const NAME_LIMIT_CHARS: usize = 120;
const NAME_WORDS_MAX: usize = 8;
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A filing that may yield a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EdgarFiling {
    /// A Form D, with the URL of its data.
    FormD(String),
    /// An 8-K that may report an acquisition, with the URL of its index.
    Purchase(String),
}

/// Classifies an entry of the list.
pub(crate) fn filing(entry: &FeedEntry) -> Option<EdgarFiling> {
    let form =
        entry.categories.first().map_or_else(|| entry.title.split(" - ").next(), |term| Some(term.as_str()));
    let index = entry.link.clone()?;
    match form?.trim() {
        "D" | "D/A" => {
            let folder = index.rsplit_once('/')?.0;
            Some(EdgarFiling::FormD(format!("{folder}/primary_doc.xml")))
        }
        // The summary usually lists the items of a filing; without item 2.01 it is not about an acquisition.
        "8-K" | "8-K/A" if !entry.summary.contains("Item ") || entry.summary.contains("Item 2.01") => {
            Some(EdgarFiling::Purchase(index))
        }
        _ => None,
    }
}

/// The filer's name, which the list writes as `8-K - ACME INC (0001234567) (Filer)`.
pub(crate) fn filer(entry: &FeedEntry) -> Option<String> {
    let name = entry.title.split_once(" - ")?.1;
    let end = name.find(" (").unwrap_or(name.len());
    let name = name[..end].trim();
    (!name.is_empty()).then(|| written_case::company(name))
}

/// The URL of the main document, as linked from the index of a filing.
pub(crate) fn document(index: &WebPage) -> Option<String> {
    let links = index.links.iter().map(|link| link.url.as_str().replace("/ix?doc=", ""));
    links.into_iter().find(|url| {
        url.contains("/Archives/edgar/data/") && url.ends_with(".htm") && !url.ends_with("-index.htm")
    })
}

/// The acquisition that an 8-K reports; `None` if buyer and target are not stated explicitly.
pub(crate) fn purchase(html: &str, filer: &str, filed: PartialDate) -> Option<SignalReport> {
    let text = plain_text(html);
    let section = section(&text, "2.01")?;
    let lower = section.to_lowercase();
    // The filer itself was acquired.
    if lower.contains("company surviving") || lower.contains("wholly owned subsidiary of parent") {
        return None;
    }
    const BEGINNINGS: [&str; 9] = [
        "completed the acquisition of ",
        "completed its acquisition of ",
        "completed its previously announced acquisition of ",
        "completed the previously announced acquisition of ",
        "consummated the acquisition of ",
        "closed the acquisition of ",
        "completed the purchase of ",
        "acquired all of the ",
        "acquired 100% of the ",
    ];
    let target = BEGINNINGS.iter().find_map(|start| {
        let at = lower.find(start)? + start.len();
        target(section.get(at..)?)
    })?;
    Some(SignalReport {
        kind: Some(SignalKind::Acquisition),
        date: Some(event_date(&text).unwrap_or(filed)),
        company_name: Some(filer.to_owned()),
        target_name: Some(target),
        ..SignalReport::default()
    })
}

/// The section of a filing for one item.
fn section<'a>(text: &'a str, item: &str) -> Option<&'a str> {
    let start = text.find(&format!("Item {item}"))?;
    let rest = &text[start + 5 + item.len()..];
    let end = rest
        .match_indices("Item ")
        .find(|(at, _)| rest[at + 5..].chars().next().is_some_and(|c| c.is_ascii_digit()));
    Some(&rest[..end.map_or(rest.len(), |(at, _)| at)])
}

/// The target's name at the beginning of a text.
fn target(text: &str) -> Option<String> {
    let text: String = text.chars().take(NAME_LIMIT_CHARS * 3).collect();
    // For "shares of X", the target is X.
    let is_of_shares =
        ["issued", "outstanding", "equity", "membership", "capital stock", "shares", "all of the", "100%"]
            .iter()
            .any(|word| text.trim_start().to_lowercase().starts_with(word));
    let text = if is_of_shares { text.split_once(" of ")?.1.to_owned() } else { text };
    let text = text.strip_prefix("all of the ").map_or(text.clone(), |_| String::new());
    const ENDS: [&str; 14] = [
        " (",
        ", a ",
        ", an ",
        ", the ",
        " pursuant",
        ", pursuant",
        " from ",
        " for ",
        " in exchange",
        "; ",
        ", for ",
        ", which",
        ", in ",
        " and ",
    ];
    let mut end = ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let stop = text.match_indices(". ").map(|(at, _)| at).find(|at| {
        let word = text[..*at].rsplit(' ').next().unwrap_or_default();
        !matches!(word, "Inc" | "Corp" | "Ltd" | "Co" | "L.P" | "S.A" | "N.V" | "Cos")
    });
    end = end.min(stop.unwrap_or(end));
    let name = text[..end].trim().trim_end_matches(',').to_owned();
    let starts_high = name.chars().next().is_some_and(char::is_uppercase);
    let words = name.split_whitespace().count();
    let is_name = starts_high && words <= NAME_WORDS_MAX && name.chars().count() <= NAME_LIMIT_CHARS;
    is_name.then_some(name)
}

/// The date of the event that a filing reports.
fn event_date(text: &str) -> Option<PartialDate> {
    let lower = text.to_lowercase();
    let at = lower.find("earliest event reported")? + "earliest event reported".len();
    let rest = lower.get(at..)?;
    let words: Vec<&str> =
        rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(6).collect();
    let month = words.iter().position(|word| MONTHS.contains(word))?;
    let number = MONTHS.iter().position(|name| *name == words[month])? as i8 + 1;
    let day: i8 = words.get(month + 1)?.parse().ok()?;
    let year: i16 = words.get(month + 2)?.parse().ok()?;
    jiff::civil::Date::new(year, number, day).ok().map(PartialDate::day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date() -> PartialDate {
        "2026-11-02".parse().unwrap()
    }

    fn target_in(section: &str) -> Option<String> {
        let html = format!(
            "<html><body><p>FORM 8-K</p><p>Date of Report (Date of earliest event reported): October&#160;30, 2026</p>\
             <p>Item 1.01 Entry into an agreement.</p><p>Item 2.01 Completion of Acquisition. {section}</p>\
             <p>Item 9.01 Exhibits. The Company completed the acquisition of Nobody Inc.</p></body></html>"
        );
        let report = purchase(&html, "Harbor", date())?;
        assert_eq!(report.date.unwrap().to_string(), "2026-10-30");
        report.target_name
    }

    #[test]
    fn a_completed_acquisition_is_reported_with_its_target() {
        for (section, target) in [
            (
                "On October 30, 2026, Harbor completed the acquisition of Quill, Inc., a Delaware corporation.",
                "Quill, Inc.",
            ),
            (
                "The Company completed its previously announced acquisition of Beacon Software LLC (\"Beacon\").",
                "Beacon Software LLC",
            ),
            (
                "Harbor acquired all of the issued and outstanding shares of Anchor Labs Ltd. for $20 million.",
                "Anchor Labs Ltd.",
            ),
        ] {
            assert_eq!(target_in(section).as_deref(), Some(target), "{section}");
        }
    }

    #[test]
    fn an_ambiguous_filing_yields_no_report() {
        for section in [
            "Merger Sub merged with and into the Company, with the Company surviving. Parent completed the acquisition of Harbor.",
            "The Company completed the acquisition of certain real property located in Texas.",
            "The Company completed the sale of its pens business.",
        ] {
            assert_eq!(target_in(section), None, "{section}");
        }
        assert_eq!(purchase("<p>Item 8.01 Other events</p>", "Harbor", date()), None);
    }

    #[test]
    fn entries_are_classified_by_form_and_item() {
        let entry = |form: &str, summary: &str| FeedEntry {
            title: format!("{form} - HARBOR SYSTEMS INC (0001234567) (Filer)"),
            link: Some("https://www.sec.gov/Archives/edgar/data/1/2/2-index.htm".into()),
            summary: summary.into(),
            categories: vec![form.into()],
            ..FeedEntry::default()
        };
        let data = "https://www.sec.gov/Archives/edgar/data/1/2/primary_doc.xml";
        assert_eq!(filing(&entry("D", "")), Some(EdgarFiling::FormD(data.into())));
        assert!(matches!(filing(&entry("8-K", "Item 2.01: Completion")), Some(EdgarFiling::Purchase(_))));
        assert_eq!(filing(&entry("8-K", "Item 5.02: Departure of Directors")), None);
        assert_eq!(filing(&entry("4", "")), None);
        assert_eq!(filer(&entry("8-K", "")).as_deref(), Some("Harbor Systems Inc"));
    }
}
