//! What a site asks of robots (RFC 9309).

use std::time::Duration;

/// Bytes of a file that are looked at, as the standard demands at least.
pub(crate) const FILE_LIMIT_BYTES: usize = 512 << 10;
const RULE_LIMIT: usize = 2_000;
/// Robots that are asked to wait longer than this between pages read one page only.
pub(crate) const DELAY_LIMIT: Duration = Duration::from_secs(2);

/// The rules that are meant for us.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Robots {
    rules: Vec<(bool, String)>,
    pub(crate) delay: Option<Duration>,
}

impl Robots {
    /// A site that could not say what it asks is left alone.
    pub(crate) fn nothing_allowed() -> Self {
        Self { rules: vec![(false, "/".to_owned())], delay: None }
    }

    /// The rules for a robot of this name; those for all where it is not named.
    pub(crate) fn parse(text: &str, robot: &str) -> Self {
        let (mut ours, mut all) = (None::<Self>, Self::default());
        let (mut for_us, mut for_all, mut in_names) = (false, false, false);
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            if key == "user-agent" {
                if !in_names {
                    (for_us, for_all) = (false, false);
                }
                in_names = true;
                for_us |= value.eq_ignore_ascii_case(robot);
                for_all |= value == "*";
                if for_us && ours.is_none() {
                    ours = Some(Self::default());
                }
                continue;
            }
            in_names = false;
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
            // An empty Disallow allows everything, which is what no rule says.
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

    /// Whether a path, with its query, may be read: the longest rule that fits decides, and of equals the kinder.
    pub(crate) fn allows(&self, path: &str) -> bool {
        let fitting = self.rules.iter().filter(|(_, pattern)| fits(pattern, path));
        let decisive = fitting.max_by_key(|(allows, pattern)| (pattern.len(), *allows));
        decisive.is_none_or(|(allows, _)| *allows)
    }
}

/// Whether a path begins as a pattern says: `*` is anything, `$` the end.
fn fits(pattern: &str, path: &str) -> bool {
    let (pattern, to_the_end) = pattern.strip_suffix('$').map_or((pattern, false), |start| (start, true));
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
    // With an end demanded, the last part must be able to stand there.
    !to_the_end || rest.is_empty() || last_is_open || {
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
    fn rules_for_us_take_the_place_of_rules_for_all() {
        let text =
            "user-agent: other\nuser-agent: Brimful\nallow: /\ndisallow: /x\n\nuser-agent: *\ndisallow: /";
        assert!(Robots::parse(text, "brimful").allows("/y"));
        assert!(!Robots::parse(text, "brimful").allows("/x"));
        assert!(!Robots::parse(text, "stranger").allows("/y"));
        assert!(Robots::parse("<html>not found</html>", "brimful").allows("/"));
        assert!(Robots::parse("User-agent: *\nDisallow:", "brimful").allows("/"));
        assert!(!Robots::nothing_allowed().allows("/"));
    }
}
