//! Decision makers: parses a role description into a selector and ranks candidates for it.

mod rank;
mod topic;

use records::{Department, Seniority, title::read_title};

use crate::{PeopleFilters, fold, title};
use topic::{departments_buying, question_topic};

pub use rank::{RankedCandidate, ScorePart, rank};

/// Seniorities that decide on budgets, most likely first.
const DECIDING: &[Seniority] = &[
    Seniority::Vp,
    Seniority::Head,
    Seniority::CSuite,
    Seniority::Director,
    Seniority::Founder,
    Seniority::Owner,
];

/// Seniorities that lead a whole company.
const LEADING: &[Seniority] = &[Seniority::CSuite, Seniority::Founder, Seniority::Owner, Seniority::Partner];

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

/// The people that a role description selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleSelector {
    /// Seniorities, best match first.
    pub seniorities: Vec<Seniority>,
    /// Departments, best match first.
    pub departments: Vec<Department>,
    /// Requested titles, each as normalised words; empty if none was given.
    pub titles: Vec<Vec<String>>,
}

/// Parses a role: a title (`VP of Sales`), several titles (`CFO or Head of Finance`), a function (`security`) or a
/// question (`who buys security tooling`).
pub fn read_role(text: &str) -> RoleSelector {
    let words = fold::words(text);
    if let Some(topic) = question_topic(&words) {
        let mut departments = departments_buying(&topic);
        if departments.is_empty() {
            departments = read_title(&topic).departments;
        }
        return RoleSelector {
            seniorities: DECIDING.to_vec(),
            departments: or_executive(departments),
            titles: Vec::new(),
        };
    }
    let mut alternatives = alternatives(text).into_iter().map(read_one);
    let first = alternatives.next().unwrap_or_else(|| read_one(text));
    alternatives.fold(first, RoleSelector::or)
}

/// Splits a list of titles; returns the whole text if its parts are not titles of their own.
fn alternatives(text: &str) -> Vec<&str> {
    let parts = text.split([',', ';', '/', '|']).flat_map(|part| part.split(" or "));
    let parts: Vec<&str> = parts.map(str::trim).filter(|part| !part.is_empty()).collect();
    // `VP Sales, EMEA` is one title: split only if every part has a seniority of its own.
    let ranked = |part: &&str| read_title(part).seniority.is_some_and(|rank| rank < Seniority::Professional);
    if parts.iter().all(ranked) { parts } else { vec![text] }
}

fn read_one(text: &str) -> RoleSelector {
    let reading = read_title(text);
    let words = title::words(text);
    let mut departments = reading.departments;
    if departments.is_empty() {
        departments = departments_buying(&fold::words(text).join(" "));
    }
    if departments.len() > 1 {
        // For a functional chief (CTO, CFO) the function matters; `Executive` would match all chiefs.
        departments.retain(|department| *department != Department::Executive);
    }
    let departments = or_executive(departments);
    let rank = reading.seniority.filter(|rank| *rank != Seniority::Professional || names_person(&words));
    let seniorities = match rank {
        Some(Seniority::CSuite) if departments == [Department::Executive] => LEADING,
        Some(rank) => comparable_ranks(rank),
        // A function without a seniority means the people who lead it.
        None => DECIDING,
    };
    let titles = if words.is_empty() { Vec::new() } else { vec![words] };
    RoleSelector { seniorities: seniorities.to_vec(), departments, titles }
}

fn or_executive(departments: Vec<Department>) -> Vec<Department> {
    if departments.is_empty() { vec![Department::Executive] } else { departments }
}

fn names_person(words: &[String]) -> bool {
    words.last().is_some_and(|last| PERSON_ENDINGS.iter().any(|ending| last.ends_with(ending)))
}

/// A seniority and those that may fill the same role at another company, nearest first.
const fn comparable_ranks(rank: Seniority) -> &'static [Seniority] {
    use Seniority::{
        CSuite, Director, Entry, Founder, Head, Intern, Manager, Owner, Partner, Professional, Senior, Vp,
    };
    match rank {
        Owner => &[Owner, Founder, CSuite, Partner],
        Founder => &[Founder, Owner, CSuite, Partner],
        CSuite => &[CSuite, Vp, Head, Director, Founder, Owner],
        Partner => &[Partner, Owner, Founder, CSuite, Director],
        Vp => &[Vp, Head, CSuite, Director, Founder, Owner],
        Head => &[Head, Vp, Director, CSuite, Manager, Founder, Owner],
        Director => &[Director, Head, Vp, Manager, CSuite, Founder, Owner],
        Manager => &[Manager, Head, Director, Senior, Vp, Owner],
        Senior => &[Senior, Professional, Manager],
        Professional => &[Professional, Senior, Manager, Entry],
        Entry => &[Entry, Professional, Intern],
        Intern => &[Intern, Entry],
    }
}

impl RoleSelector {
    /// Combines two selectors; the first one takes precedence in the order.
    fn or(mut self, other: Self) -> Self {
        fn add<T: PartialEq>(known: &mut Vec<T>, more: Vec<T>) {
            for value in more {
                if !known.contains(&value) {
                    known.push(value);
                }
            }
        }
        // The seniorities of the titles themselves come before comparable ones.
        let (Some(one), Some(two)) = (self.seniorities.first(), other.seniorities.first()) else {
            return self;
        };
        let mut seniorities = vec![*one];
        add(&mut seniorities, vec![*two]);
        add(&mut seniorities, self.seniorities);
        add(&mut seniorities, other.seniorities);
        self.seniorities = seniorities;
        add(&mut self.departments, other.departments);
        add(&mut self.titles, other.titles);
        self
    }

    /// Filters that match all candidates for the role at a company.
    pub fn filters(&self, company_domain: &str) -> PeopleFilters {
        PeopleFilters {
            company_domains: vec![company_domain.to_owned()],
            departments: self.departments.iter().map(|department| department.as_str().to_owned()).collect(),
            seniorities: self.seniorities.iter().map(|rank| rank.as_str().to_owned()).collect(),
            ..PeopleFilters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> (Seniority, Department) {
        let role = read_role(text);
        (role.seniorities[0], role.departments[0])
    }

    #[test]
    fn a_title_selects_its_seniority_first_and_its_function() {
        use Department::{Data, Engineering, Executive, Hr, Procurement, Sales};
        use Seniority::{CSuite, Director, Head, Owner, Vp};
        for (text, expected) in [
            ("VP of Sales", (Vp, Sales)),
            ("Head of Data", (Head, Data)),
            ("CTO", (CSuite, Engineering)),
            ("CEO", (CSuite, Executive)),
            ("Geschäftsführer", (CSuite, Executive)),
            ("owner", (Owner, Executive)),
            ("Inhaber", (Owner, Executive)),
            ("Directeur commercial", (Director, Sales)),
            ("Einkaufsleiter", (Head, Procurement)),
            ("Head of People", (Head, Hr)),
        ] {
            assert_eq!(first(text), expected, "{text}");
        }
        assert_eq!(read_role("VP of Sales").titles, [["vp", "sales"]]);
    }

    #[test]
    fn a_functional_chief_selects_the_function_and_a_general_one_the_top_ranks() {
        assert_eq!(read_role("CTO").departments, [Department::Engineering]);
        assert_eq!(read_role("CTO").seniorities[1], Seniority::Vp);
        assert_eq!(read_role("Managing Director").seniorities, LEADING);
    }

    #[test]
    fn a_question_selects_the_decision_makers_of_the_function() {
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
        ] {
            let role = read_role(text);
            assert_eq!(role.departments[0], department, "{text}");
            assert_eq!(role.seniorities, DECIDING, "{text}");
            assert!(role.titles.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_function_alone_selects_its_leaders_and_an_occupation_itself() {
        for function in ["marketing", "Revenue Operations", "Talent Acquisition", "IT"] {
            assert_eq!(read_role(function).seniorities, DECIDING, "{function}");
        }
        for occupation in
            ["Software Engineer", "dispatcher", "recruiter", "office manager", "Compliance Officer"]
        {
            assert_eq!(read_role(occupation).seniorities[0], Seniority::Professional, "{occupation}");
        }
    }

    #[test]
    fn titles_side_by_side_are_alternatives() {
        let role = read_role("CFO or Head of Finance");
        assert_eq!(role.titles, [vec!["cfo"], vec!["head", "finance"]]);
        assert_eq!(role.seniorities[..2], [Seniority::CSuite, Seniority::Head]);
        assert_eq!(role.departments, [Department::Finance]);
        assert_eq!(read_role("VP Sales, EMEA").titles.len(), 1);
    }

    #[test]
    fn unknown_words_select_the_company_leaders() {
        for text in ["xyzzy", ""] {
            let role = read_role(text);
            assert_eq!((role.seniorities.as_slice(), role.departments[0]), (DECIDING, Department::Executive));
        }
    }
}
