//! Finds in stored texts those who are erased, and tells them from others whose addresses contain theirs.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use aho_corasick::AhoCorasick;
use records::{
    domain::hostname,
    email::EmailAddress,
    identifier::{Identifier, IdentifierKind},
    keys::Key,
    phone::PhoneNumber,
    profile_url::person_profile,
};

use super::{
    plain::{
        PHONE_SIGNS, digit_groups, has_country_code, is_day, is_host, local_before, name_words, numbers_in,
        plain,
    },
    trace::Trace,
};
use crate::{
    sql::{Result, Sql, StoreError},
    subjects::{rows::by_key, subject::Kind},
};

/// Digits of the shortest number without a country code that is compared: amounts and counts have fewer.
const NATIONAL_DIGITS_MIN: usize = 8;
/// Parts of the names of members and columns that hold a profile, and whole names.
const PROFILE_MEMBERS: [&str; 3] = ["linkedin", "network", "profile"];
const PROFILE_NAMES: [&str; 5] = ["handle", "identifier", "slug", "url", "username"];

/// What a column holds, which says how it is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// One identifier: it is theirs or it is not.
    Identifier,
    /// One identifier or one description of a person, such as a contact with name and employer.
    Entry,
    /// Words that a person wrote: an address may be part of them anywhere.
    Words,
    /// JSON or a similar text with several values about one subject.
    Document,
    /// A JSON answer or event, in which each object may be about another subject.
    Answer,
    /// What is known of one person, company or position. A namesake's record is not about them.
    Facts,
}

/// What was found in a text.
#[derive(Debug, Default)]
pub(crate) struct Sighting {
    /// Whether it certainly names one of them.
    pub(crate) is_theirs: bool,
    /// Longer addresses that end with one of theirs: theirs unless a record has the longer one.
    pub(crate) doubtful: Vec<String>,
    /// Longer addresses that belong to others.
    pub(crate) others: Vec<String>,
}

/// Searches texts for those of a [`Trace`].
pub(crate) struct Finder {
    trace: Trace,
    /// Hosts of their mailboxes.
    hosts: HashSet<String>,
    /// Profiles without scheme, ids, and hashes of addresses.
    literals: AhoCorasick,
    has_literals: bool,
    /// Digits of their numbers.
    phones: HashSet<String>,
    /// The same as they are written without a country code.
    national: HashSet<String>,
    /// The last parts of their profiles on the professional network, in lower case.
    slugs: HashSet<String>,
    /// Names, each with the places that tell it in prose.
    telling: BTreeMap<String, Vec<String>>,
    /// The longest word of each name: texts without one are not searched for names.
    rare_words: AhoCorasick,
    /// Parts of everything above: plain ASCII without any of them cannot match, and is not searched further.
    hints: AhoCorasick,
}

impl Finder {
    pub(crate) fn new(trace: Trace) -> Result<Self> {
        let mut hosts = HashSet::new();
        for address in trace.addresses.iter().chain(&trace.mailboxes) {
            hosts.extend(address.rsplit_once('@').map(|(_, host)| host.to_owned()));
        }
        if hosts.contains("gmail.com") {
            hosts.insert("googlemail.com".to_owned());
        }
        let profiles = trace.profiles.iter().map(|url| bare(url));
        let literals: Vec<String> =
            profiles.chain(trace.ids.iter().cloned()).chain(trace.address_hashes()).collect();
        let longest = |name: &String| name.split(' ').max_by_key(|word| word.len()).map(str::to_owned);
        let rare: Vec<String> = trace.names.keys().filter_map(longest).collect();
        let ends = trace.phones.iter().flat_map(|phone| phone_ends(phone));
        let at_hosts = hosts.iter().map(|host| format!("@{host}"));
        let slugs: HashSet<String> = trace.profiles.iter().filter_map(|url| slug_of(url)).collect();
        let words = rare.iter().chain(&slugs).cloned();
        let hints: Vec<String> = at_hosts.chain(ends).chain(literals.iter().cloned()).chain(words).collect();
        let numbers = trace.phones.iter().filter_map(|phone| PhoneNumber::parse(phone, None).ok());
        let national = numbers.flat_map(|number| number.national_digits());
        let phones = trace.phones.iter().map(|phone| phone.trim_start_matches('+').to_owned()).collect();
        Ok(Self {
            hosts,
            has_literals: !literals.is_empty(),
            literals: searcher(&literals)?,
            phones,
            national: national.filter(|digits| digits.len() >= NATIONAL_DIGITS_MIN).collect(),
            slugs,
            telling: telling_places(&trace.names),
            rare_words: searcher(&rare)?,
            hints: searcher(&hints)?,
            trace,
        })
    }

    pub(crate) fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Whether a text may name one of them; plain ASCII without a hint cannot.
    pub(super) fn has_hint(&self, text: impl AsRef<[u8]>) -> bool {
        self.hints.is_match(text.as_ref())
    }

    /// Decides what is in doubt: a longer address that a record has is another person's.
    pub(crate) fn is_theirs(
        &self,
        sql: &mut dyn Sql,
        sighting: &Sighting,
        others: &mut BTreeSet<String>,
    ) -> Result<bool> {
        others.extend(sighting.others.iter().cloned());
        let mut is_theirs = sighting.is_theirs;
        for longer in &sighting.doubtful {
            if is_known(sql, longer)? {
                others.insert(longer.clone());
            } else {
                is_theirs = true;
            }
        }
        Ok(is_theirs)
    }

    pub(super) fn identifiers(&self, text: &str, look: Look) -> Sighting {
        let mut sighting = Sighting::default();
        if !self.hosts.is_empty() {
            text.match_indices('@').for_each(|(at, _)| self.address_at(text, at, look, &mut sighting));
        }
        if !self.phones.is_empty() {
            self.numbers(text, look, &mut sighting);
        }
        if self.has_literals {
            self.profiles_and_ids(text, look, &mut sighting);
        }
        sighting
    }

    /// The address around an `@`, and every shorter one that it contains.
    fn address_at(&self, text: &str, at: usize, look: Look, sighting: &mut Sighting) {
        let after = &text[at + 1..];
        let host = &after[..after.find(|character| !is_host(character)).unwrap_or(after.len())];
        let host = host.trim_end_matches(['.', '-']);
        let before = &text[..at];
        let local = local_before(before);
        if host.is_empty() || local.is_empty() {
            return;
        }
        let ascii = if host.is_ascii() { host.to_owned() } else { hostname(host).unwrap_or_default() };
        let whole = format!("{local}@{ascii}");
        // A longer host is another's where it is one at all: `acme.com.au` is, `acme.com.csv` is not.
        let is_host_public = hostname(&ascii).is_ok();
        for end in (1..=ascii.len()).filter(|end| self.hosts.contains(&ascii[..*end])) {
            let (shorter, rest) = ascii.split_at(end);
            if !rest.is_empty() && is_host_public {
                if self.trace.addresses.iter().any(|address| whole.contains(address.as_str())) {
                    sighting.others.push(whole.clone());
                }
                continue;
            }
            self.local_at(local, shorter, &whole, look, sighting);
        }
    }

    fn local_at(&self, local: &str, host: &str, whole: &str, look: Look, sighting: &mut Sighting) {
        let is_sign = |character: char| !character.is_alphanumeric();
        let starts = local.char_indices().filter(|(_, character)| is_sign(*character));
        let starts = std::iter::once(0).chain(starts.map(|(at, sign)| at + sign.len_utf8()));
        for start in starts {
            let (before, rest) = local.split_at(start);
            let is_mailbox = |local: &str| {
                EmailAddress::parse(&format!("{local}@{host}"))
                    .is_ok_and(|address| self.trace.mailboxes.contains(address.identity()))
            };
            // Mail to a tagged address reaches the same mailbox.
            let untagged = rest.split_once('+').map_or(rest, |(name, _)| name);
            if !is_mailbox(rest) && !is_mailbox(untagged) {
                continue;
            }
            let longer = format!("{local}@{host}");
            let is_whole = before.chars().all(is_sign) || EmailAddress::parse(&longer).is_err();
            match look {
                _ if is_whole => sighting.is_theirs = true,
                Look::Identifier | Look::Entry => sighting.others.push(longer),
                // `first.last@` is how most addresses are written.
                Look::Document | Look::Answer | Look::Facts if before.ends_with('.') => {
                    sighting.others.push(longer)
                }
                _ => sighting.doubtful.push(longer),
            }
            return;
        }
        if self.trace.addresses.iter().any(|address| whole.contains(address.as_str())) {
            sighting.others.push(whole.to_owned());
        }
    }

    /// Numbers in any grouping; in what people write also those without a country code, unless another one's stands before
    /// them or they are a day.
    fn numbers(&self, text: &str, look: Look, sighting: &mut Sighting) {
        let is_written = look != Look::Identifier;
        let may_begin = |group: &str| {
            let begins = |group: &str| {
                self.phones.iter().any(|phone| phone.starts_with(group) || group.contains(phone.as_str()))
            };
            let begins_national = || self.national.iter().any(|number| number.starts_with(group));
            group.starts_with("00")
                || begins(group)
                || without_trunk(group).any(|group| begins(&group))
                || (is_written && begins_national())
        };
        numbers_in(text, may_begin, &mut |start, digits| {
            let is_national = || self.national.contains(digits) && !is_day(digits);
            sighting.is_theirs |= is_written && is_national() && !has_country_code(text, start);
            let number = digits.strip_prefix("00").unwrap_or(digits);
            sighting.is_theirs |= self.phones.contains(number)
                || self.phones.contains(digits)
                || without_trunk(number).any(|number| self.phones.contains(&number));
        });
        for (_, group) in digit_groups(text) {
            if self.phones.iter().any(|phone| group.len() > phone.len() && group.contains(phone.as_str())) {
                sighting.others.push(group.to_owned());
            }
        }
    }

    fn profiles_and_ids(&self, text: &str, look: Look, sighting: &mut Sighting) {
        for hit in self.literals.find_overlapping_iter(text) {
            let (before, after) = (&text[..hit.start()], &text[hit.end()..]);
            let goes_on =
                |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '%');
            let is_joined_before = before.chars().next_back().is_some_and(char::is_alphanumeric)
                || (before.ends_with('-') && look == Look::Identifier);
            let is_dotted =
                after.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
            let is_joined_after = after.starts_with(goes_on) || (is_dotted && look == Look::Identifier);
            if !is_joined_before && !is_joined_after {
                sighting.is_theirs = true;
                continue;
            }
            let ending = &after[..after.find(|one| !goes_on(one)).unwrap_or(after.len())];
            let longer = format!("{}{ending}", &text[hit.start()..hit.end()]);
            let is_in_doubt = look == Look::Words && after.starts_with(['-', '_']) && !is_joined_before;
            if is_in_doubt { sighting.doubtful.push(longer) } else { sighting.others.push(longer) }
        }
    }

    /// Whether a plain text under this member name is the last part of a profile of theirs, or a word of it is that with its
    /// path: `in/ann-lee`. Without the path, the member has to be one that holds profiles, or the text no common word.
    pub(super) fn is_slug(&self, member: &str, text: &str) -> bool {
        if self.slugs.is_empty() {
            return false;
        }
        let is_sign = |sign: char| !sign.is_alphanumeric();
        let is_path = |word: &str| {
            let path = word.trim_matches(is_sign);
            let slug = path.strip_prefix("in/").or_else(|| path.strip_prefix("pub/"));
            slug.is_some_and(|slug| self.slugs.contains(slug))
        };
        let bare = text.trim_matches(is_sign);
        let is_bare = self.slugs.contains(bare)
            && (is_profile_member(member)
                || (member.is_empty() && bare.contains(|sign| sign == '-' || char::is_numeric(sign))));
        is_bare || text.split_whitespace().any(is_path)
    }

    /// Whether a plain text holds the last part of a profile of theirs.
    pub(super) fn may_be_slug(&self, text: &str) -> bool {
        self.slugs.iter().any(|slug| text.contains(slug.as_str()))
    }

    /// Whether a plain text may hold a name of theirs.
    pub(super) fn may_name(&self, text: &str) -> bool {
        if self.trace.names.is_empty() {
            return false;
        }
        // Folding removes apostrophes, so that the words of such a text are not those that it is written with.
        if text.is_ascii() && !text.contains('\'') {
            self.rare_words.is_match(text)
        } else {
            self.rare_words.is_match(&name_words(text))
        }
    }

    /// Whether words hold a name of theirs, in a context that holds an employer of the name. The name of a company that
    /// is called like the person says nothing.
    pub(super) fn is_named<'c>(&self, words: &str, context: impl Fn() -> &'c str) -> bool {
        self.telling.iter().any(|(name, places)| {
            words.contains(name.as_str()) && places.iter().any(|place| context().contains(place.as_str()))
        })
    }

    /// Whether words are a name of theirs and nothing else, in such a context.
    pub(super) fn is_name(&self, words: &str, context: &str) -> bool {
        let places = self.trace.names.get(words);
        places.is_some_and(|places| places.iter().any(|place| context.contains(place.as_str())))
    }
}

/// Names, each with the places that tell it in prose: not those that are called like the person, such as a company and its
/// domain that bear the founder's name.
fn telling_places(names: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, Vec<String>> {
    let squashed = |words: &str| words.replace(' ', "");
    let is_part = |name: &str, place: &str| {
        place.split_whitespace().all(|word| name.split_whitespace().any(|part| part == word))
    };
    let is_eponym = |name: &str, place: &str, places: &BTreeSet<String>| {
        // The domain of a company begins with a label that is a place of its own.
        let begins = |other: &String| is_part(name, other) && place.starts_with(other.as_str());
        squashed(place).contains(&squashed(name)) || is_part(name, place) || places.iter().any(begins)
    };
    let of_name = |(name, places): (&String, &BTreeSet<String>)| {
        let telling = places.iter().filter(|place| !is_eponym(name, place, places));
        (name.clone(), telling.cloned().collect())
    };
    names.iter().map(of_name).collect()
}

/// The last digits of a number, as any grouping writes them: three together, two after a sign, or one after a sign and two
/// more.
fn phone_ends(phone: &str) -> Vec<String> {
    let end = |digits: usize| &phone[phone.len().saturating_sub(digits)..];
    let before_last = &end(3)[..end(3).len().saturating_sub(1)];
    let after_sign = PHONE_SIGNS.iter().map(|sign| format!("{sign}{}", end(2)));
    let last = PHONE_SIGNS.iter().map(|sign| format!("{before_last}{sign}{}", end(1)));
    after_sign.chain(last).chain([end(3).to_owned()]).collect()
}

/// A number without the trunk prefix that was written after its country code, as in +49 030.
fn without_trunk(digits: &str) -> impl Iterator<Item = String> {
    let places = (1..=3).filter(|at| digits.as_bytes().get(*at) == Some(&b'0'));
    places.map(|at| format!("{}{}", &digits[..at], &digits[at + 1..]))
}

/// The last part of a person's address on the professional network, in plain form.
fn slug_of(url: &str) -> Option<String> {
    let profile = person_profile(url).ok()?;
    Some(plain(profile.rsplit_once('/')?.1.as_bytes()))
}

/// Whether a member of this name holds a profile.
fn is_profile_member(member: &str) -> bool {
    let member = member.to_lowercase();
    PROFILE_MEMBERS.iter().any(|part| member.contains(part)) || PROFILE_NAMES.contains(&member.as_str())
}

/// The address of a profile without what spellings differ in.
fn bare(url: &str) -> String {
    let url = url.split_once("://").map_or(url, |(_, rest)| rest);
    plain(url.strip_prefix("www.").unwrap_or(url).as_bytes())
}

/// Whether a record has a longer address or profile.
fn is_known(sql: &mut dyn Sql, longer: &str) -> Result<bool> {
    let email = Identifier::parse(IdentifierKind::Email, longer);
    let Ok(identifier) = email.or_else(|_| Identifier::parse(IdentifierKind::Profile, longer)) else {
        return Ok(false);
    };
    let key = match identifier.kind() {
        IdentifierKind::Email => Key::email(identifier.value()),
        _ => Key::profile(identifier.value()),
    };
    let people = by_key(sql, Kind::Person, key)?;
    Ok(people.iter().any(|(_, subject)| subject.identity().own.contains(&identifier)))
}

fn searcher(texts: &[String]) -> Result<AhoCorasick> {
    let built = AhoCorasick::builder().ascii_case_insensitive(true).build(texts);
    built.map_err(|error| StoreError::Engine(format!("cannot search for texts: {error}")))
}
