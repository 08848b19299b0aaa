//! Posts of people about a new role.

use jiff::Timestamp;
use records::Announcement;

use crate::{career::WorldPosition, person::WorldPerson, rng::Rng};

/// The post of a person about their new role.
pub(crate) fn announcement(
    person: &WorldPerson,
    new: &WorldPosition,
    old: &WorldPosition,
    posted_at: Timestamp,
    rng: &mut Rng,
) -> Announcement {
    let (title, company, before) = (&new.title, &new.company_name, &old.company_name);
    let text = match rng.below(4) {
        0 => format!("I'm happy to share that I'm starting a new position as {title} at {company}!"),
        1 => format!(
            "After my time at {before}, I have joined {company} as {title}. Thank you to everyone I worked with."
        ),
        2 => format!("New chapter: {title} at {company}. Looking forward to building with this team."),
        _ => format!("Today was my first day at {company}. Excited to take on the role of {title}."),
    };
    let slug = person.network_url.rsplit('/').next().unwrap_or_default();
    Announcement {
        url: format!("https://network.example/posts/{slug}-{}", posted_at.as_second()),
        text,
        posted_at,
    }
}
