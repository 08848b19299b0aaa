//! Public profiles outside the professional network, one table row per site.

use super::{Address, is_host_or_subdomain};
use crate::Profile;

/// How a site writes the address of one profile.
struct Site {
    /// Name of the site in `profiles`.
    network: &'static str,
    hosts: &'static [&'static str],
    /// `root` and `path` precede the handle in the canonical address; the input must have `path` too.
    root: &'static str,
    path: &'static str,
    /// Characters allowed in a handle besides ASCII letters and digits.
    extra: &'static str,
    /// Whether handles are case-insensitive.
    folds_case: bool,
}

const SITES: &[Site] = &[
    site("github", &["github.com"], "https://github.com/", "", "-", true),
    site("gitlab", &["gitlab.com"], "https://gitlab.com/", "", "-_.", true),
    site("x", &["x.com", "twitter.com"], "https://x.com/", "", "_", true),
    site("facebook", &["facebook.com", "fb.com"], "https://www.facebook.com/", "", ".-", true),
    site("instagram", &["instagram.com"], "https://www.instagram.com/", "", "._", true),
    site("tiktok", &["tiktok.com"], "https://www.tiktok.com/", "@", "._", true),
    site("threads", &["threads.net", "threads.com"], "https://www.threads.com/", "@", "._", true),
    site("youtube", &["youtube.com"], "https://www.youtube.com/", "@", "._-", true),
    site("youtube", &["youtube.com"], "https://www.youtube.com/", "channel/", "_-", false),
    site("medium", &["medium.com"], "https://medium.com/", "@", "._-", true),
    site("bluesky", &["bsky.app"], "https://bsky.app/", "profile/", ".-", true),
    site("stackoverflow", &["stackoverflow.com"], "https://stackoverflow.com/", "users/", "", true),
    site("xing", &["xing.com"], "https://www.xing.com/", "profile/", "_-", false),
    site("wellfound", &["wellfound.com", "angel.co"], "https://wellfound.com/", "u/", "-_", true),
    site("crunchbase", &["crunchbase.com"], "https://www.crunchbase.com/", "person/", "-", true),
    site("crunchbase", &["crunchbase.com"], "https://www.crunchbase.com/", "organization/", "-", true),
    site("orcid", &["orcid.org"], "https://orcid.org/", "", "-", false),
    site("dribbble", &["dribbble.com"], "https://dribbble.com/", "", "-_", true),
    site("behance", &["behance.net"], "https://www.behance.net/", "", "-_", true),
    site("kaggle", &["kaggle.com"], "https://www.kaggle.com/", "", "-", true),
    site("researchgate", &["researchgate.net"], "https://www.researchgate.net/", "profile/", "-_", false),
];

const fn site(
    network: &'static str,
    hosts: &'static [&'static str],
    root: &'static str,
    path: &'static str,
    extra: &'static str,
    folds_case: bool,
) -> Site {
    Site { network, hosts, root, path, extra, folds_case }
}

/// First path segments that are pages of a site, not profiles.
const PAGES: &[&str] = &[
    "about",
    "apps",
    "blog",
    "collections",
    "competitions",
    "contact",
    "datasets",
    "enterprise",
    "events",
    "explore",
    "features",
    "groups",
    "hashtag",
    "help",
    "home",
    "i",
    "intent",
    "jobs",
    "join",
    "legal",
    "login",
    "marketplace",
    "messages",
    "notifications",
    "orgs",
    "p",
    "pages",
    "photo",
    "photos",
    "posts",
    "pricing",
    "privacy",
    "profile.php",
    "public",
    "reel",
    "reels",
    "search",
    "settings",
    "share",
    "sharer",
    "sharer.php",
    "shots",
    "signup",
    "sponsors",
    "status",
    "stories",
    "terms",
    "topics",
    "trending",
    "users",
    "watch",
];

const HANDLE_LIMIT_BYTES: usize = 100;
const INPUT_LIMIT_BYTES: usize = 2_048;

/// The canonical form of a public profile outside the professional network; none if the site is unknown.
pub fn profile(input: &str) -> Option<Profile> {
    if input.len() > INPUT_LIMIT_BYTES {
        return None;
    }
    let address = Address::read(input);
    let host = address.host.to_ascii_lowercase();
    let path = address.path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    SITES
        .iter()
        .filter(|site| site.hosts.iter().any(|name| is_host_or_subdomain(&host, name)))
        .find_map(|site| site.read(path))
}

impl Site {
    fn read(&self, path: &str) -> Option<Profile> {
        let rest = match path.get(..self.path.len()) {
            Some(start) if start.eq_ignore_ascii_case(self.path) => &path[self.path.len()..],
            _ => return None,
        };
        let handle = rest.split('/').next().unwrap_or_default();
        // Users write an @ before handles even if the site has none.
        let handle = if self.path.is_empty() { handle.strip_prefix('@').unwrap_or(handle) } else { handle };
        let handle = if self.folds_case { handle.to_ascii_lowercase() } else { handle.to_owned() };
        let is_page = self.path.is_empty() && PAGES.contains(&handle.as_str());
        (!is_page && self.is_handle(&handle)).then(|| Profile {
            network: self.network.to_owned(),
            url: format!("{}{}{handle}", self.root, self.path),
        })
    }

    fn is_handle(&self, handle: &str) -> bool {
        !handle.is_empty()
            && handle.len() <= HANDLE_LIMIT_BYTES
            && handle.bytes().any(|byte| byte.is_ascii_alphanumeric())
            && handle
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || self.extra.as_bytes().contains(&byte))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn profiles_of_known_sites_have_one_canonical_address() {
        for (input, network, url) in [
            ("https://github.com/JaneDoe", "github", "https://github.com/janedoe"),
            ("github.com/janedoe/project/issues", "github", "https://github.com/janedoe"),
            ("http://twitter.com/@JaneDoe?lang=de", "x", "https://x.com/janedoe"),
            ("https://mobile.twitter.com/janedoe", "x", "https://x.com/janedoe"),
            ("x.com/janedoe/status/1", "x", "https://x.com/janedoe"),
            ("https://de-de.facebook.com/jane.doe", "facebook", "https://www.facebook.com/jane.doe"),
            ("https://medium.com/@jane/a-story", "medium", "https://medium.com/@jane"),
            (
                "https://www.youtube.com/channel/UCabcDEF",
                "youtube",
                "https://www.youtube.com/channel/UCabcDEF",
            ),
            (
                "https://stackoverflow.com/users/548568/jane",
                "stackoverflow",
                "https://stackoverflow.com/users/548568",
            ),
            ("https://www.xing.com/profile/Jane_Doe", "xing", "https://www.xing.com/profile/Jane_Doe"),
            ("https://angel.co/u/jane", "wellfound", "https://wellfound.com/u/jane"),
            (
                "https://www.crunchbase.com/person/jane-doe",
                "crunchbase",
                "https://www.crunchbase.com/person/jane-doe",
            ),
            ("https://orcid.org/0000-0002-1825-0097", "orcid", "https://orcid.org/0000-0002-1825-0097"),
        ] {
            let expected = Profile { network: network.into(), url: url.into() };
            assert_eq!(profile(input), Some(expected), "{input}");
        }
    }

    #[test]
    fn pages_that_are_not_profiles_are_rejected() {
        for input in [
            "",
            "https://github.com/",
            "https://github.com/features",
            "https://twitter.com/intent/tweet",
            "https://www.facebook.com/sharer.php?u=x",
            "https://medium.com/some-publication",
            "https://notgithub.com/jane",
            "https://www.linkedin.com/in/jane",
            "https://acme.com/jane",
        ] {
            assert_eq!(profile(input), None, "{input}");
        }
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_stable(host in "(github|x|tiktok|medium|youtube|xing|facebook)\\.(com|net)", path in "/?(@|profile/|channel/)?.{0,12}") {
            if let Some(found) = profile(&format!("{host}/{path}")) {
                prop_assert_eq!(profile(&found.url), Some(found));
            }
        }
    }
}
