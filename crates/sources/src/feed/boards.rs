//! Job boards: the URL of each and how it represents a job.

use jiff::Timestamp;
use records::{
    Department, JobFacts, Location, PartialDate,
    place::{country_code, parse_location},
    title::read_title,
};
use serde_json::Value;

use crate::website::BoardKind;

/// A job with the board's id of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Posting {
    pub(crate) id: String,
    pub(crate) facts: JobFacts,
}

/// The URL of a company's list.
pub(crate) fn address(kind: BoardKind, token: &str) -> String {
    match kind {
        BoardKind::Greenhouse => format!("https://boards-api.greenhouse.io/v1/boards/{token}/jobs"),
        BoardKind::Lever => format!("https://api.lever.co/v0/postings/{token}?mode=json"),
        BoardKind::Ashby => format!("https://api.ashbyhq.com/posting-api/job-board/{token}"),
        BoardKind::Workable => format!("https://apply.workable.com/api/v1/widget/accounts/{token}"),
        BoardKind::SmartRecruiters => {
            format!("https://api.smartrecruiters.com/v1/companies/{token}/postings?limit=100")
        }
        BoardKind::Recruitee => format!("https://{token}.recruitee.com/api/offers/"),
    }
}

/// The jobs in a response; `None` if it does not have the structure of this board.
pub(crate) fn postings(kind: BoardKind, answer: &Value) -> Option<Vec<Posting>> {
    let list = match kind {
        BoardKind::Greenhouse | BoardKind::Ashby | BoardKind::Workable => answer.get("jobs")?,
        BoardKind::Lever => answer,
        BoardKind::SmartRecruiters => answer.get("content")?,
        BoardKind::Recruitee => answer.get("offers")?,
    };
    let read = match kind {
        BoardKind::Greenhouse => greenhouse,
        BoardKind::Lever => lever,
        BoardKind::Ashby => ashby,
        BoardKind::Workable => workable,
        BoardKind::SmartRecruiters => smart_recruiters,
        BoardKind::Recruitee => recruitee,
    };
    let mut postings: Vec<Posting> = Vec::new();
    for posting in list.as_array()?.iter().filter_map(read) {
        // Some boards list a job once per location.
        if !postings.iter().any(|known| known.id == posting.id) {
            postings.push(posting);
        }
    }
    let company = answer.get("name").and_then(Value::as_str);
    for posting in &mut postings {
        if posting.facts.company_name.is_none() {
            posting.facts.company_name = company.map(str::to_owned);
        }
    }
    Some(postings)
}

fn greenhouse(job: &Value) -> Option<Posting> {
    Some(Posting {
        id: text(job, "/id")?,
        facts: JobFacts {
            title: Some(text(job, "/title")?),
            company_name: text(job, "/company_name"),
            department: department(text(job, "/departments/0/name")),
            location: text(job, "/offices/0/location")
                .or_else(|| text(job, "/location/name"))
                .and_then(place),
            url: text(job, "/absolute_url"),
            posted_at: text(job, "/first_published").or_else(|| text(job, "/updated_at")).and_then(day),
            ..JobFacts::default()
        },
    })
}

fn lever(job: &Value) -> Option<Posting> {
    let country = text(job, "/country");
    let location = text(job, "/categories/location").and_then(place).unwrap_or_default();
    let location = Location { country: location.country.or_else(|| code(country)), ..location };
    let posted =
        job.get("createdAt").and_then(Value::as_i64).and_then(|ms| Timestamp::from_millisecond(ms).ok());
    Some(Posting {
        id: text(job, "/id")?,
        facts: JobFacts {
            title: Some(text(job, "/text")?),
            department: department(
                text(job, "/categories/department").or_else(|| text(job, "/categories/team")),
            ),
            location: (location != Location::default()).then_some(location),
            url: text(job, "/hostedUrl"),
            posted_at: posted.and_then(|time| day(time.to_string())),
            ..JobFacts::default()
        },
    })
}

fn ashby(job: &Value) -> Option<Posting> {
    if job.get("isListed") == Some(&Value::Bool(false)) {
        return None;
    }
    let address = Location {
        city: text(job, "/address/postalAddress/addressLocality"),
        region: text(job, "/address/postalAddress/addressRegion"),
        country: code(text(job, "/address/postalAddress/addressCountry")),
    };
    let written = text(job, "/location").and_then(place);
    Some(Posting {
        id: text(job, "/id")?,
        facts: JobFacts {
            title: Some(text(job, "/title")?),
            department: department(text(job, "/department").or_else(|| text(job, "/team"))),
            location: (address != Location::default()).then_some(address).or(written),
            url: text(job, "/jobUrl"),
            posted_at: text(job, "/publishedAt").and_then(day),
            ..JobFacts::default()
        },
    })
}

fn workable(job: &Value) -> Option<Posting> {
    let location = Location {
        city: text(job, "/city").or_else(|| text(job, "/locations/0/city")),
        region: text(job, "/state").or_else(|| text(job, "/locations/0/region")),
        country: code(text(job, "/locations/0/countryCode").or_else(|| text(job, "/country"))),
    };
    Some(Posting {
        id: text(job, "/shortcode")?,
        facts: JobFacts {
            title: Some(text(job, "/title")?),
            department: department(text(job, "/department")),
            location: (location != Location::default()).then_some(location),
            url: text(job, "/url").or_else(|| text(job, "/shortlink")),
            posted_at: text(job, "/published_on").or_else(|| text(job, "/created_at")).and_then(day),
            ..JobFacts::default()
        },
    })
}

fn smart_recruiters(job: &Value) -> Option<Posting> {
    let (id, company) = (text(job, "/id")?, text(job, "/company/identifier"));
    let location = Location {
        city: text(job, "/location/city"),
        region: text(job, "/location/region"),
        country: code(text(job, "/location/country")),
    };
    Some(Posting {
        facts: JobFacts {
            title: Some(text(job, "/name")?),
            company_name: text(job, "/company/name"),
            department: department(text(job, "/department/label").or_else(|| text(job, "/function/label"))),
            location: (location != Location::default()).then_some(location),
            url: company.map(|company| format!("https://jobs.smartrecruiters.com/{company}/{id}")),
            posted_at: text(job, "/releasedDate").and_then(day),
            ..JobFacts::default()
        },
        id,
    })
}

fn recruitee(job: &Value) -> Option<Posting> {
    if text(job, "/status").is_some_and(|status| status != "published") {
        return None;
    }
    let location = Location {
        city: text(job, "/city"),
        region: text(job, "/state_name"),
        country: code(text(job, "/country_code").or_else(|| text(job, "/country"))),
    };
    Some(Posting {
        id: text(job, "/id")?,
        facts: JobFacts {
            title: Some(text(job, "/title")?),
            company_name: text(job, "/company_name"),
            department: department(text(job, "/department")),
            location: (location != Location::default()).then_some(location),
            url: text(job, "/careers_url"),
            posted_at: text(job, "/published_at").or_else(|| text(job, "/created_at")).and_then(day),
            ..JobFacts::default()
        },
    })
}

fn text(value: &Value, pointer: &str) -> Option<String> {
    let text = match value.pointer(pointer)? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn day(text: String) -> Option<PartialDate> {
    text.get(..10)?.parse().ok()
}

fn code(country: Option<String>) -> Option<String> {
    country_code(&country?).map(str::to_owned)
}

fn place(text: String) -> Option<Location> {
    let place = parse_location(&text);
    (place != Location::default()).then_some(place)
}

/// A board's department name, if it is one of ours or is recognised like a job title.
fn department(word: Option<String>) -> Option<Department> {
    let word = word?;
    Department::from_alias(&word).or_else(|| read_title(&word).departments.into_iter().next())
}
