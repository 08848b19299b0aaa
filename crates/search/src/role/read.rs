//! Reads a role in words into a rank and a function.

use records::{Department, Seniority, title::read_title};

use super::{
    selector::{Function, RoleSelector},
    topic::{departments_buying, question_topic, topic_words},
};
use crate::{fold, title};

/// Endings of words that name a person rather than a function: "recruiter", not "recruiting".
const PERSON_ENDINGS: &[&str] = &[
    "er",
    "or",
    "ist",
    "ian",
    "eur",
    "ant",
    "ive",
    "agent",
    "analyst",
    "architect",
    "lead",
    "rep",
    "clerk",
    "counsel",
    "nurse",
];

/// Topics of a question about the head of a company.
const COMPANY_WORDS: &[&str] =
    &["company", "business", "firm", "boss", "everything", "shop", "here", "there"];

/// Words of ranks, for suggestions.
const RANK_WORDS: &[&str] = &[
    "chief",
    "officer",
    "president",
    "director",
    "manager",
    "head",
    "owner",
    "founder",
    "partner",
    "executive",
    "supervisor",
];

/// Names of functions, for suggestions.
const FUNCTION_WORDS: &[&str] = &[
    "engineering",
    "security",
    "product",
    "design",
    "marketing",
    "sales",
    "finance",
    "operations",
    "procurement",
    "administration",
    "human",
    "resources",
    "people",
    "legal",
    "research",
    "technology",
    "information",
    "revenue",
    "customer",
    "success",
    "support",
    "growth",
];

/// What is suggested where no word of the role resembles a known one.
const EXAMPLES: [&str; 3] = ["Head of Sales", "CTO", "who buys security tooling"];

/// Words shorter than this are not taken for misspelt ones.
const MISSPELT_MIN: usize = 4;
/// Likeness from which a word is taken for a misspelt one.
const MISSPELT_ALIKE: f64 = 0.88;

/// A role that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableRole {
    /// Roles that can be read: the text with misspelt words corrected, or else examples.
    pub did_you_mean: Vec<String>,
}

/// Reads a role: a title (`VP of Sales`), several titles (`CFO or Head of Finance`), a function (`security`) or a
/// question (`who buys security tooling`).
pub fn read_role(text: &str) -> Result<RoleSelector, UnreadableRole> {
    parse(text).ok_or_else(|| UnreadableRole { did_you_mean: suggestions(text) })
}

fn parse(text: &str) -> Option<RoleSelector> {
    if let Some(topic) = question_topic(&fold::words(text)) {
        return parse_topic(&topic);
    }
    let mut ways = Vec::new();
    for part in alternatives(text) {
        ways.extend(parse_one(part)?.ways);
    }
    (!ways.is_empty()).then(|| RoleSelector::of_ways(ways))
}

fn parse_topic(topic: &str) -> Option<RoleSelector> {
    let words: Vec<&str> = topic.split(' ').filter(|word| !word.is_empty()).collect();
    if words.is_empty() || words.iter().any(|word| COMPANY_WORDS.contains(word)) {
        return Some(RoleSelector::leader());
    }
    let bought = departments_buying(topic);
    if !bought.is_empty() {
        return Some(RoleSelector::buyer_of_all(&bought));
    }
    let departments = read_title(topic).departments;
    (!departments.is_empty()).then(|| RoleSelector::lead_of_all(&departments))
}

/// Splits a list of titles; returns the whole text if its parts are not titles of their own.
fn alternatives(text: &str) -> Vec<&str> {
    let parts = text.split([',', ';', '/', '|']).flat_map(|part| part.split(" or "));
    let parts: Vec<&str> = parts.map(str::trim).filter(|part| !part.is_empty()).collect();
    // `VP Sales, EMEA` is one title: split only if every part has a seniority of its own.
    let ranked = |part: &&str| read_title(part).seniority.is_some_and(|rank| rank < Seniority::Professional);
    if parts.iter().all(ranked) { parts } else { vec![text] }
}

fn parse_one(text: &str) -> Option<RoleSelector> {
    let reading = read_title(text);
    let words = title::words(text);
    let named = reading.seniority.filter(|rank| *rank != Seniority::Professional || names_person(&words));
    let mut departments = reading.departments;
    // For a functional chief (CTO, CFO) the function matters; `Executive` would match all chiefs.
    if departments.len() > 1 {
        departments.retain(|department| *department != Department::Executive);
    }
    let bought =
        if departments.is_empty() { departments_buying(&fold::words(text).join(" ")) } else { vec![] };
    let whole_company = departments.is_empty() || departments == [Department::Executive];
    let mut role = match named {
        Some(rank) if rank <= Seniority::Partner && whole_company && bought.is_empty() => {
            RoleSelector::company(rank)
        }
        Some(rank) if !whole_company => RoleSelector::ranked_in(rank, &departments),
        Some(rank) if !bought.is_empty() => RoleSelector::ranked_in(rank, &bought),
        Some(rank) => RoleSelector::ranked(rank, function_of(&words)?),
        None if !departments.is_empty() => RoleSelector::lead_of_all(&departments),
        None if !bought.is_empty() => RoleSelector::buyer_of_all(&bought),
        None => return None,
    };
    for way in &mut role.ways {
        way.words.clone_from(&words);
    }
    Some(role)
}

fn names_person(words: &[String]) -> bool {
    words.last().is_some_and(|last| PERSON_ENDINGS.iter().any(|ending| last.ends_with(ending)))
}

/// The function of a rank without a department: the words that name no rank, or any. `None` if a word is misspelt.
fn function_of(words: &[String]) -> Option<Function> {
    let unknown = unknown_words(words);
    if unknown.iter().any(|word| corrected(word).is_some()) {
        return None;
    }
    Some(if unknown.is_empty() { Function::Any } else { Function::Words(unknown) })
}

fn unknown_words(words: &[String]) -> Vec<String> {
    let unknown = |word: &&String| {
        let reading = read_title(word);
        reading.seniority.is_none() && reading.departments.is_empty() && !RANK_WORDS.contains(&word.as_str())
    };
    words.iter().filter(unknown).cloned().collect()
}

/// The known word that a word resembles.
fn corrected(word: &str) -> Option<String> {
    if word.len() < MISSPELT_MIN {
        return None;
    }
    let known = RANK_WORDS.iter().chain(FUNCTION_WORDS).map(|known| (*known).to_owned()).chain(topic_words());
    let alike = known.filter(|known| known.len() >= MISSPELT_MIN && known != word);
    alike
        .map(|known| (strsim::jaro_winkler(word, &known), known))
        .filter(|(alike, _)| *alike >= MISSPELT_ALIKE)
        .max_by(|one, other| one.0.total_cmp(&other.0).then_with(|| other.1.cmp(&one.1)))
        .map(|(_, known)| known)
}

fn suggestions(text: &str) -> Vec<String> {
    let words = fold::words(text);
    let unknown = unknown_words(&words);
    let correct = |word: &String| {
        let better = if unknown.contains(word) { corrected(word) } else { None };
        better.unwrap_or_else(|| word.clone())
    };
    let better: Vec<String> = words.iter().map(correct).collect();
    let text = better.join(" ");
    if better != words && parse(&text).is_some() {
        return vec![text];
    }
    EXAMPLES.map(str::to_owned).to_vec()
}

#[cfg(test)]
mod tests {
    use super::{
        super::selector::{Asked, MIN_SCORE},
        *,
    };

    /// The rank asked for, if there is one, and the function.
    fn read(text: &str) -> (Option<Seniority>, Department) {
        let role = read_role(text).unwrap_or_else(|_| panic!("{text} is not read"));
        let rank = match role.ways[0].asked {
            Asked::Rank(rank) => Some(rank),
            _ => None,
        };
        (rank, role.departments()[0])
    }

    #[test]
    fn a_title_names_a_rank_and_a_function() {
        use Department::{Data, Engineering, Finance, Hr, Procurement, Sales};
        use Seniority::{CSuite, Director, Head, Vp};
        for (text, rank, department) in [
            ("VP of Sales", Vp, Sales),
            ("Head of Data", Head, Data),
            ("CTO", CSuite, Engineering),
            ("Directeur commercial", Director, Sales),
            ("Einkaufsleiter", Head, Procurement),
            ("Head of People", Head, Hr),
            ("HR Director", Director, Hr),
            ("Director of HR", Director, Hr),
            ("Finance Director", Director, Finance),
            ("Chief People Officer", CSuite, Hr),
        ] {
            assert_eq!(read(text), (Some(rank), department), "{text}");
        }
    }

    #[test]
    fn a_head_of_the_company_is_selected_by_any_of_its_names() {
        for text in [
            "CEO",
            "Geschäftsführer",
            "owner",
            "Inhaber",
            "Managing Director",
            "who runs the company",
            "founder",
        ] {
            let role = read_role(text).unwrap();
            assert!(role.leads_company(), "{text}: {role:?}");
        }
    }

    #[test]
    fn a_question_or_a_function_selects_whoever_leads_the_function() {
        for (text, department) in [
            ("who buys security tooling", Department::Security),
            ("Who buys a CRM?", Department::Sales),
            ("decision maker for payroll", Department::Finance),
            ("who is in charge of recruiting", Department::Hr),
            ("who owns cloud infrastructure", Department::Engineering),
            ("who should I talk to about payroll?", Department::Finance),
            ("whoever signs for firewalls", Department::Security),
            ("the person responsible for the website", Department::Marketing),
            ("Who runs marketing?", Department::Marketing),
            ("marketing", Department::Marketing),
            ("procurement", Department::Procurement),
            ("DevOps", Department::Engineering),
            ("Talent Acquisition", Department::Hr),
            ("IT", Department::It),
        ] {
            assert_eq!(read(text), (None, department), "{text}");
        }
    }

    #[test]
    fn an_occupation_selects_itself_before_its_superiors() {
        for occupation in
            ["Software Engineer", "dispatcher", "recruiter", "office manager", "Compliance Officer"]
        {
            let role = read_role(occupation).unwrap();
            assert_eq!(role.ranks(MIN_SCORE)[0], Seniority::Professional, "{occupation}");
        }
    }

    #[test]
    fn titles_side_by_side_are_alternatives() {
        let role = read_role("CFO or Head of Finance").unwrap();
        assert_eq!(role.titles(), ["cfo", "head finance"]);
        assert_eq!(read_role("VP Sales, EMEA").unwrap().ways.len(), 1);
    }

    #[test]
    fn a_rank_without_a_known_function_is_of_the_words_beside_it() {
        let words = |text: &str| read_role(text).unwrap().ways[0].function.clone();
        assert_eq!(words("Director"), Function::Any);
        assert_eq!(words("Head of Beekeeping"), Function::Words(vec!["beekeeping".to_owned()]));
    }

    #[test]
    fn what_cannot_be_read_comes_with_suggestions_that_can() {
        for (text, better) in [
            ("asdf qwer", None),
            ("xyzzy", None),
            ("", None),
            ("who buys unicorns", None),
            ("Head of Markting", Some("head of marketing")),
            ("procuremnt", Some("procurement")),
            ("Marketting Director", Some("marketing director")),
        ] {
            let told = read_role(text).unwrap_err().did_you_mean;
            match better {
                Some(better) => assert_eq!(told, [better], "{text}"),
                None => assert_eq!(told, EXAMPLES, "{text}"),
            }
            assert!(told.iter().all(|text| read_role(text).is_ok()), "{told:?}");
        }
    }
}
