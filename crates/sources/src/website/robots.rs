//! robots.txt (RFC 9309).

use std::time::Duration;

/// Bytes of a file that are parsed; the standard requires at least 500 KiB.
pub(crate) const FILE_LIMIT_BYTES: usize = 512 << 10;
const RULE_LIMIT: usize = 2_000;
/// If the crawl delay is longer than this, only one page is read.
pub(crate) const DELAY_LIMIT: Duration = Duration::from_secs(2);

/// The rules that apply to us.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Robots {
    rules: Vec<(bool, String)>,
    pub(crate) delay: Option<Duration>,
}

impl Robots {
    /// Disallows everything; used if robots.txt could not be read because of a server error.
    pub(crate) fn disallow_all() -> Self {
        Self { rules: vec![(false, "/".to_owned())], delay: None }
    }

    /// The group for this robot name, or the group for all robots if there is none.
    pub(crate) fn parse(text: &str, robot: &str) -> Self {
        let (mut ours, mut all) = (None::<Self>, Self::default());
        let (mut for_us, mut for_all, mut in_user_agents) = (false, false, false);
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            if key == "user-agent" {
                if !in_user_agents {
                    (for_us, for_all) = (false, false);
                }
                in_user_agents = true;
                for_us |= value.eq_ignore_ascii_case(robot);
                for_all |= value == "*";
                if for_us && ours.is_none() {
                    ours = Some(Self::default());
                }
                continue;
            }
            in_user_agents = false;
            if let Some(rules) = ours.as_mut().filter(|_| for_us) {
                rules.add(&key, value);
            }
            if for_all {
                all.add(&key, value);
            }
        }
        ours.unwrap_or(all)
    }

    fn add(&mut self, key: &str, value: &str) {
        match key {
            // An empty Disallow allows everything, like the absence of rules.
            "allow" | "disallow" if !value.is_empty() && self.rules.len() < RULE_LIMIT => {
                self.rules.push((key == "allow", value.to_owned()));
            }
            "crawl-delay" => {
                let seconds = value.parse::<f64>().ok().filter(|seconds| (0.0..3_600.0).contains(seconds));
                self.delay = seconds.map(Duration::from_secs_f64);
            }
            _ => {}
        }
    }

    /// Whether a path with its query is allowed: the longest matching rule decides; at equal length, allow wins.
    pub(crate) fn allows(&self, path: &str) -> bool {
        let matching = self.rules.iter().filter(|(_, pattern)| matches_pattern(pattern, path));
        let decisive = matching.max_by_key(|(allows, pattern)| (pattern.len(), *allows));
        decisive.is_none_or(|(allows, _)| *allows)
    }
}

/// Whether a path matches a pattern: `*` matches anything, `$` the end.
fn matches_pattern(pattern: &str, path: &str) -> bool {
    let (pattern, anchored) = pattern.strip_suffix('$').map_or((pattern, false), |start| (start, true));
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let mut last_is_open = false;
    for part in parts {
        last_is_open = part.is_empty();
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    // With `$`, the last part must be at the end of the path.
    !anchored || rest.is_empty() || last_is_open || {
        let last = pattern.rsplit('*').next().unwrap_or_default();
        pattern.contains('*') && path.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rule_decides() {
        let robots = Robots::parse(
            "User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\nDisallow: /a*b\nCrawl-delay: 1.5\n",
            "brimful",
        );
        for (path, allowed) in [
            ("/", true),
            ("/private", false),
            ("/privateer", false),
            ("/private/open/x", true),
            ("/x.pdf", false),
            ("/x.pdf?y", true),
            ("/a.pdf/x.pdf", false),
            ("/axxb/c", false),
            ("/acc", true),
        ] {
            assert_eq!(robots.allows(path), allowed, "{path}");
        }
        assert_eq!(robots.delay, Some(Duration::from_millis(1_500)));
    }

    #[test]
    fn a_group_for_our_name_replaces_the_group_for_all() {
        let text =
            "user-agent: other\nuser-agent: Brimful\nallow: /\ndisallow: /x\n\nuser-agent: *\ndisallow: /";
        assert!(Robots::parse(text, "brimful").allows("/y"));
        assert!(!Robots::parse(text, "brimful").allows("/x"));
        assert!(!Robots::parse(text, "stranger").allows("/y"));
        assert!(Robots::parse("<html>not found</html>", "brimful").allows("/"));
        assert!(Robots::parse("User-agent: *\nDisallow:", "brimful").allows("/"));
        assert!(!Robots::disallow_all().allows("/"));
    }
}
