//! The people that a role selects: ranks and a function, each with points.

use records::{Department, Person, Seniority};

use crate::PeopleFilters;

/// Points for the rank that was asked for.
pub(super) const RANK_POINTS: f64 = 64.0;
/// Points for the function that was asked for.
pub(super) const FUNCTION_POINTS: f64 = 33.0;
/// Points for a title with all words of the role.
pub(super) const TITLE_POINTS: f64 = 2.0;
/// Points for a record updated today.
pub(super) const RECENCY_POINTS: f64 = 1.0;

/// Points less for each rank between two colleagues.
const STEP_BETWEEN_PEERS: f64 = 4.0;
/// Points less for each rank above the one asked for. Larger than all points for title and recency, which break ties.
const STEP: f64 = 8.0;
/// Points of the rank just below the one asked for. With all other points the score stays below [`MIN_SCORE`].
const BELOW: f64 = 12.0;
/// Points less for each further rank below.
const STEP_BELOW: f64 = 4.0;
/// Points for the second function of a role.
const SECOND_FUNCTION: f64 = 28.0;
/// Points for a later department of a list: a manager of the first comes before a vice president of the next.
const LATER_FUNCTION: f64 = 22.0;
/// Points for a chief or vice president of the function next to the one asked for: they come after a director of that
/// function and before a manager.
const NEXT_FUNCTION: f64 = 8.0;
/// Points for another function where that matters little.
const OTHER_FUNCTION: f64 = 20.0;

/// Score from which an answer has the role; below it, it is of a lower rank than asked for.
pub const MIN_SCORE: f64 = 0.5;

/// Ranks that may lead a function.
const LEADING: &[Seniority] = &[
    Seniority::Owner,
    Seniority::Founder,
    Seniority::CSuite,
    Seniority::Partner,
    Seniority::Vp,
    Seniority::Head,
    Seniority::Director,
    Seniority::Manager,
];

/// The people that a role selects; a person fits as well as the best of its alternatives says.
#[derive(Debug, Clone, PartialEq)]
pub struct RoleSelector {
    pub(super) ways: Vec<Way>,
    leader_decides: bool,
}

/// One alternative of a role.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Way {
    pub(super) ranks: Vec<(Seniority, f64)>,
    pub(super) asked: Asked,
    pub(super) function: Function,
    /// Words of the title asked for; empty if none was given.
    pub(super) words: Vec<String>,
}

/// What is known of the rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// This rank.
    Rank(Seniority),
    /// None: the highest rank has the role.
    Lead,
    /// Any of several ranks, the first one best.
    Any,
    /// The rank of a colleague.
    Peer(Seniority),
}

/// The function of a role.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Function {
    /// The company as a whole.
    Company,
    /// The company as a whole and no single function: a chief executive, not a founder who is the chief of technology.
    WholeCompany,
    /// Departments with their points, the best first.
    Departments(Vec<(Department, f64)>),
    /// A function that no department stands for, by the words of the title.
    Words(Vec<String>),
    /// Departments that a colleague may share; others have fewer points.
    Shared(Vec<Department>),
    /// Any function.
    Any,
}

impl Way {
    /// Whether the role is an occupation below manager, which its words tell from others of the function.
    pub(super) fn is_occupation(&self) -> bool {
        matches!(self.asked, Asked::Rank(rank) if level(rank) < level(Seniority::Manager))
    }

    /// The points of a rank; `None` if it cannot have the role.
    pub(super) fn rank_points(&self, rank: Seniority) -> Option<f64> {
        self.ranks.iter().find(|(known, _)| *known == rank).map(|(_, points)| *points)
    }
}

/// The place of a rank on the ladder; owners, founders, chiefs and partners share the top.
pub(super) const fn level(rank: Seniority) -> i32 {
    match rank {
        Seniority::Owner | Seniority::Founder | Seniority::CSuite | Seniority::Partner => 6,
        Seniority::Vp => 5,
        Seniority::Head => 4,
        Seniority::Director => 3,
        Seniority::Manager => 2,
        Seniority::Senior => 1,
        Seniority::Professional => 0,
        Seniority::Entry => -1,
        Seniority::Intern => -2,
    }
}

/// The points of each rank where one was asked for: its own, those above, then those below. People below manager have
/// no points unless such a rank was asked for.
fn ranks_near(asked: Seniority) -> Vec<(Seniority, f64)> {
    let (wanted, manager) = (level(asked), level(Seniority::Manager));
    let points = |rank: &Seniority| {
        let above = level(*rank) - wanted;
        let points = if above >= 0 {
            RANK_POINTS - STEP * f64::from(above)
        } else if wanted < manager || level(*rank) >= manager {
            BELOW - STEP_BELOW * f64::from(-1 - above)
        } else {
            return None;
        };
        Some((*rank, points.max(0.0)))
    };
    Seniority::ALL.iter().filter_map(points).collect()
}

/// The points of ranks in an order of choice.
fn ranks_in_order(ranks: &[Seniority]) -> Vec<(Seniority, f64)> {
    ranks.iter().enumerate().map(|(place, rank)| (*rank, RANK_POINTS - STEP * place as f64)).collect()
}

/// The points of departments, the first preferred.
fn ranked(departments: &[Department], later: f64) -> Vec<(Department, f64)> {
    let points = |place| if place == 0 { FUNCTION_POINTS } else { later };
    departments.iter().enumerate().map(|(place, department)| (*department, points(place))).collect()
}

/// The function whose chief or vice president leads another one as well, at companies where that has no leader.
const fn next_to(department: Department) -> Option<Department> {
    match department {
        Department::Engineering | Department::Security => Some(Department::It),
        Department::It | Department::Data => Some(Department::Engineering),
        Department::BusinessDevelopment => Some(Department::Sales),
        _ => None,
    }
}

impl RoleSelector {
    pub(super) fn of_ways(ways: Vec<Way>) -> Self {
        Self { ways, leader_decides: false }
    }

    fn one(ranks: Vec<(Seniority, f64)>, asked: Asked, function: Function) -> Self {
        Self::of_ways(vec![Way { ranks, asked, function, words: Vec::new() }])
    }

    /// The head of a company: its owner, chief executive, founder or partner.
    pub fn leader() -> Self {
        let mut role = Self::company(Seniority::Owner);
        role.ways[0].words = vec!["ceo".to_owned()];
        role
    }

    /// Those who lead a company, those of one rank first.
    pub(super) fn company(asked: Seniority) -> Self {
        use Seniority::{CSuite, Founder, Owner, Partner};
        let ranks = match asked {
            Founder => vec![(Founder, 64.0), (Owner, 56.0), (CSuite, BELOW)],
            Partner => vec![(Partner, 64.0), (Owner, 56.0), (Founder, 56.0), (CSuite, 48.0)],
            CSuite => vec![(CSuite, 64.0), (Founder, 64.0), (Owner, 56.0), (Partner, 48.0)],
            _ => vec![(Owner, 64.0), (CSuite, 56.0), (Founder, 56.0), (Partner, 48.0)],
        };
        let function = if asked == CSuite { Function::WholeCompany } else { Function::Company };
        Self::one(ranks, Asked::Any, function)
    }

    /// Founders and owners.
    pub fn founders() -> Self {
        let ranks = ranks_in_order(&[Seniority::Founder, Seniority::Owner]);
        Self::one(ranks, Asked::Any, Function::Any)
    }

    /// All who lead a company or one of its functions, down to a head.
    pub fn leadership() -> Self {
        let leads = |rank: &&Seniority| level(**rank) >= level(Seniority::Head);
        let points = |rank: &Seniority| (*rank, RANK_POINTS - STEP * f64::from(6 - level(*rank)));
        let ranks = Seniority::ALL.iter().filter(leads).map(points).collect();
        Self::one(ranks, Asked::Any, Function::Any)
    }

    /// The leader of a function: the highest rank first, never below manager.
    pub fn lead_of(department: Department) -> Self {
        Self::lead_of_all(&[department])
    }

    /// The leader of one of several functions, the first preferred.
    pub(super) fn lead_of_all(departments: &[Department]) -> Self {
        if departments == [Department::Executive] {
            return Self::leader();
        }
        let points = |rank: &Seniority| (*rank, RANK_POINTS - STEP * f64::from(6 - level(*rank)));
        let mut functions = ranked(departments, SECOND_FUNCTION);
        let next = departments.first().and_then(|department| next_to(*department));
        functions.extend(next.filter(|next| !departments.contains(next)).map(|next| (next, NEXT_FUNCTION)));
        let ranks = LEADING.iter().map(points).collect();
        Self::one(ranks, Asked::Lead, Function::Departments(functions))
    }

    /// The leader of the function that buys something: the first department, else one that buys similar things.
    pub(super) fn buyer_of_all(departments: &[Department]) -> Self {
        let mut role = Self::lead_of_all(&departments[..departments.len().min(1)]);
        if let [Way { function: Function::Departments(functions), .. }] = role.ways.as_mut_slice() {
            for department in departments.iter().skip(1) {
                if functions.iter().all(|(known, _)| known != department) {
                    functions.push((*department, NEXT_FUNCTION));
                }
            }
        }
        role
    }

    /// A rank of a function.
    pub(super) fn ranked(rank: Seniority, function: Function) -> Self {
        Self::one(ranks_near(rank), Asked::Rank(rank), function)
    }

    /// A rank of some departments.
    pub(super) fn ranked_in(rank: Seniority, departments: &[Department]) -> Self {
        Self::ranked(rank, Function::Departments(ranked(departments, SECOND_FUNCTION)))
    }

    /// People of some departments and ranks, in the order of both; all departments if none is named.
    pub fn of_ranks(departments: &[Department], ranks: &[Seniority]) -> Self {
        let function = match departments {
            [] => Function::Any,
            departments => Function::Departments(ranked(departments, LATER_FUNCTION)),
        };
        Self::one(ranks_in_order(ranks), Asked::Any, function)
    }

    /// People with one of some titles, above entry level.
    pub fn of_titles(titles: &[&str]) -> Self {
        let above = |rank: &&Seniority| level(**rank) >= level(Seniority::Professional);
        let ranks: Vec<_> = Seniority::ALL.iter().filter(above).map(|rank| (*rank, RANK_POINTS)).collect();
        let way = |title: &&str| {
            let words = crate::title::words(title);
            Way { ranks: ranks.clone(), asked: Asked::Any, function: Function::Words(words.clone()), words }
        };
        Self::of_ways(titles.iter().map(way).collect())
    }

    /// Colleagues of a person, nearest in function and rank.
    pub fn peers_of(person: &Person) -> Self {
        let own = person.seniority.unwrap_or(Seniority::Professional);
        let near = |rank: &Seniority| {
            let away = (level(*rank) - level(own)).abs();
            (*rank, RANK_POINTS - STEP_BETWEEN_PEERS * f64::from(away))
        };
        let ranks = Seniority::ALL.iter().map(near).collect();
        let mut role = Self::one(ranks, Asked::Peer(own), Function::Shared(person.departments.clone()));
        role.ways[0].words = crate::title::words(person.title.as_deref().unwrap_or_default());
        role
    }

    /// The same role, which the head of a company has where no one else does.
    pub fn or_leader(self) -> Self {
        Self { leader_decides: true, ..self }
    }

    /// Whether the head of a company has the role where no one else does.
    pub fn leader_decides(&self) -> bool {
        self.leader_decides
    }

    /// Whether the role is about the head of a company.
    pub fn leads_company(&self) -> bool {
        self.ways.iter().any(|way| matches!(way.function, Function::Company | Function::WholeCompany))
    }

    /// The departments that the role names, the best first.
    pub fn departments(&self) -> Vec<Department> {
        let mut departments = Vec::new();
        for way in &self.ways {
            match &way.function {
                Function::Departments(known) => {
                    departments.extend(known.iter().map(|(department, _)| *department));
                }
                Function::Company | Function::WholeCompany => departments.push(Department::Executive),
                Function::Shared(known) => departments.extend(known),
                Function::Words(_) | Function::Any => {}
            }
        }
        departments
    }

    /// Titles of the role in words, for a search among very many people.
    pub fn titles(&self) -> Vec<String> {
        let named = self.ways.iter().filter(|way| !way.words.is_empty());
        named.map(|way| way.words.join(" ")).collect()
    }

    /// Ranks that can reach a score, the best first.
    pub fn ranks(&self, min_score: f64) -> Vec<Seniority> {
        let other = FUNCTION_POINTS + TITLE_POINTS + RECENCY_POINTS;
        let mut ranks: Vec<(Seniority, f64)> = Vec::new();
        for (rank, points) in self.ways.iter().flat_map(|way| &way.ranks) {
            if points + other < min_score * 100.0 {
                continue;
            }
            match ranks.iter_mut().find(|(known, _)| known == rank) {
                Some((_, best)) => *best = best.max(*points),
                None => ranks.push((*rank, *points)),
            }
        }
        ranks.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranks.into_iter().map(|(rank, _)| rank).collect()
    }

    /// Filters that match everyone of some staff who can reach a score.
    pub fn filters(&self, staff: PeopleFilters, min_score: f64) -> PeopleFilters {
        let within_departments = |way: &Way| matches!(way.function, Function::Departments(_));
        let departments =
            if self.ways.iter().all(within_departments) { self.departments() } else { Vec::new() };
        let names = departments.iter().map(|department| department.as_str().to_owned());
        let mut departments: Vec<String> = names.collect();
        departments.sort_unstable();
        departments.dedup();
        PeopleFilters {
            departments,
            seniorities: self.ranks(min_score).iter().map(|rank| rank.as_str().to_owned()).collect(),
            ..staff
        }
    }
}

impl Function {
    /// The points of a person's function; `None` if it is another one.
    pub(super) fn points(&self, person: &Person, title: &[String]) -> Option<f64> {
        const SECOND_OF_PERSON: f64 = FUNCTION_POINTS - SECOND_FUNCTION;
        match self {
            Self::Any => Some(FUNCTION_POINTS),
            Self::Company => company_points(person, title),
            Self::WholeCompany => company_points(person, title).filter(|_| is_general(person)),
            Self::Words(words) => {
                let shared = words.iter().filter(|word| title.contains(word)).count();
                let all = shared == words.len();
                (shared > 0).then_some(if all { FUNCTION_POINTS } else { OTHER_FUNCTION })
            }
            Self::Departments(wanted) => {
                let points = wanted.iter().filter_map(|(department, points)| {
                    let place = person.departments.iter().position(|known| known == department)?;
                    // The leader of the next function stands in, not its managers.
                    let leads = person.seniority.is_some_and(|rank| level(rank) >= level(Seniority::Vp));
                    let fits = *points > NEXT_FUNCTION || leads;
                    fits.then_some(if place == 0 { *points } else { points - SECOND_OF_PERSON })
                });
                points.max_by(f64::total_cmp)
            }
            Self::Shared(own) => {
                let shares = |department: &Department| own.contains(department);
                Some(match person.departments.iter().position(shares) {
                    Some(0) => FUNCTION_POINTS,
                    Some(_) => SECOND_FUNCTION,
                    None => OTHER_FUNCTION,
                })
            }
        }
    }
}

/// Words of a seat on a board, which supervises the head of the company.
const BOARD_WORDS: &[&str] = &[
    "board",
    "chair",
    "chairman",
    "chairwoman",
    "chairperson",
    "nonexecutive",
    "aufsichtsrat",
    "verwaltungsrat",
];

/// Words of a position beside the seat on a board.
const OFFICE_WORDS: &[&str] = &["ceo", "president", "managing", "owner", "founder", "cofounder", "executive"];

/// The points of a person who leads a company. A chief of one function, whose first department is that function, does
/// not, and neither does a person who only sits on its board.
fn company_points(person: &Person, title: &[String]) -> Option<f64> {
    let has = |words: &[&str]| title.iter().any(|word| words.contains(&word.as_str()));
    let chief_of_function = person.seniority == Some(Seniority::CSuite) && !is_general(person);
    if chief_of_function || has(BOARD_WORDS) && !has(OFFICE_WORDS) {
        return None;
    }
    Some(if is_general(person) {
        FUNCTION_POINTS
    } else if person.departments.contains(&Department::Executive) {
        SECOND_FUNCTION
    } else {
        OTHER_FUNCTION
    })
}

/// Whether no function comes before the company as a whole.
fn is_general(person: &Person) -> bool {
    person.departments.first().is_none_or(|first| *first == Department::Executive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_below_the_one_asked_for_cannot_reach_the_score_of_an_answer() {
        for asked in Seniority::ALL {
            let role = RoleSelector::ranked(*asked, Function::Any);
            for rank in role.ranks(MIN_SCORE) {
                assert!(level(rank) >= level(*asked), "{rank} for {asked}");
            }
        }
    }

    #[test]
    fn nobody_below_manager_has_points_where_a_higher_rank_or_none_is_asked_for() {
        let ranked =
            [Seniority::Vp, Seniority::Manager].map(|rank| RoleSelector::ranked(rank, Function::Any));
        let lead = RoleSelector::lead_of(Department::Procurement);
        for role in ranked.into_iter().chain([lead, RoleSelector::leader()]) {
            for rank in role.ranks(0.0) {
                assert!(level(rank) >= level(Seniority::Manager), "{rank}: {role:?}");
            }
        }
    }
}
