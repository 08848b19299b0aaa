//! Buying committees: one table with the departments, ranks and titles of each part.

use std::collections::HashSet;

use jiff::Timestamp;
use records::{Department::*, Seniority::*};
use schemars::JsonSchema;
use search::role::RoleSelector;
use serde::{Deserialize, Serialize};

use crate::{Account, DecisionMaker, Engine, EngineError, RoleTerms, leader};

/// People of one pick that are considered for a part: as many as may be seated before, and as a part may take.
const CONSIDERED_MAX: usize = 64;

/// What is being sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealType {
    /// Security products.
    Security,
    /// Data platforms and infrastructure.
    DataInfra,
    /// Tools for sales and revenue teams.
    SalesOps,
    /// What the head of the company decides on.
    Exec,
    /// Tools for marketing.
    Marketing,
    /// Tools for developers.
    Engineering,
}

/// One way to find people for a part.
#[derive(Debug, Clone, Copy)]
enum Pick {
    /// The owner or head of the company.
    Leader,
    /// The head of a department, as for a role that names no rank; beside the first, down to heads.
    Lead(records::Department),
    /// People of these departments and ranks, the best fitting first.
    Ranks(&'static [records::Department], &'static [records::Seniority]),
    /// People with one of these titles.
    Titles(&'static [&'static str]),
}

/// A part in a decision and the ways to find people for it, the best first.
#[derive(Debug, Clone, Copy)]
pub struct Seat {
    /// The part's name in answers.
    pub name: &'static str,
    /// All of these have the part; each yields one person before the first yields a second.
    picks: &'static [Pick],
    /// Fallbacks if no pick finds a person; the first that does is used.
    otherwise: &'static [Pick],
}

const fn decides(picks: &'static [Pick], otherwise: &'static [Pick]) -> Seat {
    Seat { name: "decision_maker", picks, otherwise }
}

const fn advises(picks: &'static [Pick]) -> Seat {
    Seat { name: "influencer", picks, otherwise: &[] }
}

const fn uses(picks: &'static [Pick]) -> Seat {
    Seat { name: "user", picks, otherwise: &[] }
}

const fn part(name: &'static str, picks: &'static [Pick]) -> Seat {
    Seat { name, picks, otherwise: &[] }
}

const LEADS: &[records::Seniority] = &[CSuite, Founder, Vp, Head, Director];
const TOP: &[records::Seniority] = &[CSuite, Founder, Vp];
const HEADS: &[records::Seniority] = &[CSuite, Founder, Vp, Head];
const RUNS: &[records::Seniority] = &[Director, Head, Vp, Manager];
const STAFF: &[records::Seniority] = &[Senior, Professional];
/// Finance and procurement, which release the budget of any deal.
const PURSE: Pick = Pick::Ranks(&[Finance, Procurement], &[CSuite, Vp, Head, Director]);

impl DealType {
    /// The parts of this kind of deal.
    pub fn seats(self) -> &'static [Seat; 3] {
        match self {
            Self::Security => &SECURITY,
            Self::DataInfra => &DATA_INFRA,
            Self::SalesOps => &SALES_OPS,
            Self::Exec => &EXEC,
            Self::Marketing => &MARKETING,
            Self::Engineering => &ENGINEERING,
        }
    }
}

/// The CISO signs, often together with the CIO; the owners of systems and contracts advise.
const SECURITY: [Seat; 3] = [
    decides(
        &[Pick::Lead(Security), Pick::Ranks(&[It], TOP)],
        &[Pick::Ranks(&[Engineering], TOP), Pick::Leader],
    ),
    advises(&[
        Pick::Ranks(&[Security], &[Manager, Senior]),
        Pick::Ranks(&[It, Engineering], RUNS),
        Pick::Ranks(&[Legal], &[CSuite, Vp, Head, Director, Manager]),
        PURSE,
    ]),
    uses(&[Pick::Ranks(&[Security], STAFF), Pick::Ranks(&[It], STAFF), Pick::Ranks(&[Engineering], STAFF)]),
];

/// The head of data decides with the head of engineering; security must agree to where data lies.
const DATA_INFRA: [Seat; 3] = [
    decides(&[Pick::Lead(Data), Pick::Ranks(&[Engineering], TOP)], &[Pick::Ranks(&[It], TOP), Pick::Leader]),
    advises(&[
        Pick::Ranks(&[Data], &[Manager, Senior]),
        Pick::Ranks(&[Engineering, It], RUNS),
        Pick::Ranks(&[Security], LEADS),
        Pick::Ranks(&[Product], HEADS),
        PURSE,
    ]),
    uses(&[Pick::Ranks(&[Data], STAFF), Pick::Ranks(&[Engineering], STAFF), Pick::Ranks(&[Research], STAFF)]),
];

/// The head of revenue signs; revenue operations chooses, and managers' habits make it or break it.
const SALES_OPS: [Seat; 3] = [
    decides(&[Pick::Lead(Sales)], &[Pick::Ranks(&[BusinessDevelopment, Operations], TOP), Pick::Leader]),
    advises(&[
        Pick::Titles(&["sales operations", "revenue operations", "sales enablement"]),
        Pick::Ranks(&[Sales], &[Director, Manager]),
        Pick::Ranks(&[Marketing, CustomerSuccess], &[CSuite, Vp, Head, Director]),
        Pick::Ranks(&[Operations], &[Head, Director, Manager]),
        PURSE,
    ]),
    uses(&[
        Pick::Ranks(&[Sales], STAFF),
        Pick::Ranks(&[BusinessDevelopment, CustomerSuccess], STAFF),
        Pick::Ranks(&[Operations], STAFF),
    ]),
];

/// The head of the company signs; the heads of finance and operations advise.
const EXEC: [Seat; 3] = [
    decides(&[Pick::Leader], &[Pick::Ranks(&[Executive], TOP)]),
    advises(&[
        Pick::Ranks(&[Finance, Operations], &[CSuite, Vp]),
        Pick::Ranks(&[Sales, Marketing, Product, Engineering, Hr, Legal, It, Data, Security], TOP),
    ]),
    uses(&[
        Pick::Titles(&["chief of staff", "executive assistant"]),
        Pick::Ranks(&[Executive], &[Head, Director, Manager, Senior, Professional]),
        Pick::Ranks(&[Administration], &[Head, Manager, Senior, Professional]),
        Pick::Ranks(&[Finance, Operations], &[Head, Director, Manager]),
    ]),
];

/// The head of marketing signs; sales lives from the leads and design from the material.
const MARKETING: [Seat; 3] = [
    decides(&[Pick::Lead(Marketing)], &[Pick::Ranks(&[Sales], TOP), Pick::Leader]),
    advises(&[
        Pick::Ranks(&[Marketing], &[Director, Manager]),
        Pick::Ranks(&[Sales, Product, BusinessDevelopment], &[CSuite, Vp, Head, Director]),
        Pick::Ranks(&[Design], &[Head, Director, Manager]),
        PURSE,
    ]),
    uses(&[Pick::Ranks(&[Marketing], STAFF), Pick::Ranks(&[Design], STAFF), Pick::Ranks(&[Sales], STAFF)]),
];

/// The head of engineering signs; team leads and senior engineers decide whether it is liked.
const ENGINEERING: [Seat; 3] = [
    decides(&[Pick::Lead(Engineering)], &[Pick::Ranks(&[It, Product], TOP), Pick::Leader]),
    advises(&[
        Pick::Ranks(&[Engineering], &[Director, Manager]),
        Pick::Ranks(&[Engineering], &[Senior]),
        Pick::Ranks(&[Security, Product, It, Data], &[CSuite, Vp, Head, Director, Manager]),
        PURSE,
    ]),
    uses(&[Pick::Ranks(&[Engineering], &[Professional, Senior]), Pick::Ranks(&[Data, It], STAFF)]),
];

/// The parts at a small business; where one person could have two, the first counts.
pub const SMALL_BUSINESS: &[Seat] = &[
    part("owner", &[Pick::Leader]),
    part(
        "dispatcher",
        &[Pick::Titles(&["dispatcher", "dispatch", "scheduler", "scheduling coordinator", "route planner"])],
    ),
    // A general manager runs operations too, but counts as a manager.
    Seat {
        name: "ops_lead",
        picks: &[Pick::Titles(&[
            "operations manager",
            "operations director",
            "head of operations",
            "chief operating officer",
            "operations lead",
            "operations supervisor",
            "operations coordinator",
            "service manager",
            "field supervisor",
            "foreman",
        ])],
        otherwise: &[Pick::Ranks(&[Operations], &[CSuite, Vp, Director, Manager])],
    },
    part(
        "manager",
        &[
            Pick::Titles(&["general manager", "office manager", "store manager", "branch manager"]),
            Pick::Ranks(&[], &[Manager, Head, Director]),
        ],
    ),
];

impl Engine {
    /// The people of each part, at most `per_seat` each, each person in one part only.
    pub async fn committee(
        &self,
        account: &Account,
        seats: &[Seat],
        per_seat: usize,
        now: Timestamp,
    ) -> Result<Vec<(&'static str, Vec<DecisionMaker>)>, EngineError> {
        let mut committee = Vec::with_capacity(seats.len());
        let mut seated: HashSet<String> = HashSet::new();
        for seat in seats {
            let mut found = Vec::with_capacity(seat.picks.len());
            for pick in seat.picks {
                found.push(self.picked(account, *pick, now).await?.into_iter());
            }
            let mut people = take_turns(&mut found, &mut seated, per_seat);
            for pick in seat.otherwise {
                if people.is_empty() {
                    let mut found = [self.picked(account, *pick, now).await?.into_iter()];
                    people = take_turns(&mut found, &mut seated, per_seat);
                }
            }
            committee.push((seat.name, people));
        }
        Ok(committee)
    }

    async fn picked(
        &self,
        account: &Account,
        pick: Pick,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let role = match pick {
            Pick::Leader => leader(),
            Pick::Lead(department) => RoleSelector::lead_of(department),
            Pick::Ranks(departments, seniorities) => RoleSelector::of_ranks(departments, seniorities),
            Pick::Titles(titles) => RoleSelector::of_titles(titles),
        };
        let mut found =
            self.decision_makers(account, &role, RoleTerms::default(), CONSIDERED_MAX, now).await?;
        if let Pick::Lead(_) = pick {
            // A manager decides only where no one above does.
            let heads = found.iter().take_while(|found| found.person.seniority <= Some(Head)).count();
            found.truncate(heads.max(1));
        }
        Ok(found)
    }
}

/// Takes one person of each list in turn who has no part yet, and marks them as seated. So a part has people of several
/// functions before it has many of one.
fn take_turns(
    lists: &mut [std::vec::IntoIter<DecisionMaker>],
    seated: &mut HashSet<String>,
    most: usize,
) -> Vec<DecisionMaker> {
    let mut taken = Vec::new();
    loop {
        let before = taken.len();
        for list in &mut *lists {
            if taken.len() < most {
                taken.extend(list.find(|found| seated.insert(found.person.id.clone())));
            }
        }
        if taken.len() == before {
            return taken;
        }
    }
}
