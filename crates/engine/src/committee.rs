//! Who takes part in a decision: for each part, whom to look for, in one table.

use jiff::Timestamp;
use records::{Department::*, Seniority::*};
use schemars::JsonSchema;
use search::{PeopleFilters, role};
use serde::{Deserialize, Serialize};

use crate::{DecisionMaker, Engine, EngineError, RoleSelector, leader};

/// People of one company that are compared for one part.
const COMPARED_MAX: usize = 64;

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
    /// Whoever owns or leads the company.
    Leader,
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
    picks: &'static [Pick],
    /// Whether whoever leads the company has the part where nobody else is found.
    falls_to_leader: bool,
}

const fn decides(picks: &'static [Pick]) -> Seat {
    Seat { name: "decision_maker", picks, falls_to_leader: true }
}

const fn advises(picks: &'static [Pick]) -> Seat {
    Seat { name: "influencer", picks, falls_to_leader: false }
}

const fn uses(picks: &'static [Pick]) -> Seat {
    Seat { name: "user", picks, falls_to_leader: false }
}

const LEADS: &[records::Seniority] = &[CSuite, Vp, Head, Founder, Director];
const TOP: &[records::Seniority] = &[CSuite, Vp, Founder];
const RUNS: &[records::Seniority] = &[Director, Head, Vp, Manager];
const STAFF: &[records::Seniority] = &[Senior, Professional, Entry];

impl DealType {
    /// The parts of this kind of deal.
    pub fn seats(self) -> &'static [Seat; 3] {
        use Pick::{Leader, Ranks};
        match self {
            Self::Security => {
                const {
                    &[
                        decides(&[Ranks(&[Security], LEADS), Ranks(&[It], TOP), Ranks(&[Engineering], TOP)]),
                        advises(&[
                            Ranks(&[Security], &[Manager, Senior]),
                            Ranks(&[It, Engineering], RUNS),
                            Ranks(&[Legal, Procurement], &[CSuite, Vp, Head, Director, Manager]),
                        ]),
                        uses(&[Ranks(&[Security], STAFF), Ranks(&[It], STAFF), Ranks(&[Engineering], STAFF)]),
                    ]
                }
            }
            Self::DataInfra => {
                const {
                    &[
                        decides(&[Ranks(&[Data], LEADS), Ranks(&[Engineering], TOP), Ranks(&[It], TOP)]),
                        advises(&[
                            Ranks(&[Data], &[Manager, Senior]),
                            Ranks(&[Engineering, It], RUNS),
                            Ranks(&[Product, Finance], &[CSuite, Vp, Head, Director]),
                        ]),
                        uses(&[
                            Ranks(&[Data], STAFF),
                            Ranks(&[Engineering], STAFF),
                            Ranks(&[Research], STAFF),
                        ]),
                    ]
                }
            }
            Self::SalesOps => {
                const {
                    &[
                        decides(&[
                            Ranks(&[Sales], &[CSuite, Vp, Head, Founder]),
                            Ranks(&[BusinessDevelopment, Operations], TOP),
                        ]),
                        advises(&[
                            Ranks(&[Sales], &[Director, Manager]),
                            Ranks(&[Operations], &[Head, Director, Manager]),
                            Ranks(&[Marketing, CustomerSuccess], &[CSuite, Vp, Head, Director]),
                            Ranks(&[Finance], &[CSuite, Vp]),
                        ]),
                        uses(&[
                            Ranks(&[Sales], STAFF),
                            Ranks(&[BusinessDevelopment, CustomerSuccess], STAFF),
                            Ranks(&[Operations], STAFF),
                        ]),
                    ]
                }
            }
            Self::Exec => {
                const {
                    &[
                        decides(&[Leader]),
                        advises(&[
                            Ranks(&[Finance, Operations], &[CSuite, Vp]),
                            Ranks(
                                &[Sales, Marketing, Product, Engineering, Hr, Legal, It, Data, Security],
                                &[CSuite, Vp, Founder],
                            ),
                        ]),
                        uses(&[
                            Ranks(&[Executive], &[Head, Director, Manager, Senior, Professional]),
                            Ranks(&[Administration], &[Head, Manager, Senior, Professional]),
                            Ranks(&[Finance, Operations], &[Head, Director, Manager]),
                        ]),
                    ]
                }
            }
            Self::Marketing => {
                const {
                    &[
                        decides(&[Ranks(&[Marketing], &[CSuite, Vp, Head, Founder]), Ranks(&[Sales], TOP)]),
                        advises(&[
                            Ranks(&[Marketing], &[Director, Manager]),
                            Ranks(&[Sales, Product, BusinessDevelopment], &[Vp, Head, Director]),
                            Ranks(&[Design], &[Head, Director, Manager]),
                        ]),
                        uses(&[Ranks(&[Marketing], STAFF), Ranks(&[Design], STAFF), Ranks(&[Sales], STAFF)]),
                    ]
                }
            }
            Self::Engineering => {
                const {
                    &[
                        decides(&[
                            Ranks(&[Engineering], &[CSuite, Vp, Head, Founder]),
                            Ranks(&[It, Product], TOP),
                        ]),
                        advises(&[
                            Ranks(&[Engineering], &[Director, Manager]),
                            Ranks(&[Product, It, Security, Data], &[Vp, Head, Director, Manager]),
                            Ranks(&[Engineering], &[Senior]),
                        ]),
                        uses(&[Ranks(&[Engineering], STAFF), Ranks(&[Data, It], STAFF)]),
                    ]
                }
            }
        }
    }
}

/// The parts at a small business; where one person could have two, the first counts.
pub const SMALL_BUSINESS: &[Seat] = &[
    Seat { name: "owner", picks: &[Pick::Leader], falls_to_leader: false },
    Seat {
        name: "dispatcher",
        picks: &[Pick::Titles(&["dispatcher", "dispatch manager", "dispatch coordinator", "dispatch lead"])],
        falls_to_leader: false,
    },
    Seat {
        name: "ops_lead",
        picks: &[
            Pick::Ranks(&[Operations], &[CSuite, Vp, Head, Director, Manager]),
            Pick::Titles(&[
                "operations lead",
                "operations coordinator",
                "service manager",
                "operations supervisor",
            ]),
        ],
        falls_to_leader: false,
    },
    Seat {
        name: "manager",
        picks: &[
            Pick::Titles(&["general manager", "office manager", "store manager", "branch manager"]),
            Pick::Ranks(
                &[
                    Executive,
                    Administration,
                    Operations,
                    Sales,
                    CustomerSuccess,
                    Support,
                    Finance,
                    Engineering,
                    Other,
                ],
                &[Manager, Head, Director],
            ),
        ],
        falls_to_leader: false,
    },
];

impl Engine {
    /// The people of each part, at most so many each, nobody in two parts.
    pub async fn committee(
        &self,
        domain: &str,
        seats: &[Seat],
        per_seat: usize,
        now: Timestamp,
    ) -> Result<Vec<(&'static str, Vec<DecisionMaker>)>, EngineError> {
        let mut committee: Vec<(&'static str, Vec<DecisionMaker>)> = Vec::with_capacity(seats.len());
        for seat in seats {
            let mut people: Vec<DecisionMaker> = Vec::new();
            for pick in seat.picks {
                for found in self.picked(domain, *pick, now).await? {
                    let seated = committee.iter().flat_map(|(_, people)| people).chain(&people);
                    let mut ids = seated.map(|seated| &seated.person.id);
                    if people.len() < per_seat && ids.all(|id| *id != found.person.id) {
                        people.push(found);
                    }
                }
            }
            if people.is_empty() && seat.falls_to_leader {
                people.extend(self.picked(domain, Pick::Leader, now).await?.into_iter().take(1));
            }
            committee.push((seat.name, people));
        }
        Ok(committee)
    }

    async fn picked(
        &self,
        domain: &str,
        pick: Pick,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let (role, records) = match pick {
            Pick::Leader => (leader(), self.leaders_of(domain, now).await?),
            Pick::Ranks(departments, seniorities) => {
                let role = RoleSelector {
                    seniorities: seniorities.to_vec(),
                    departments: departments.to_vec(),
                    titles: Vec::new(),
                };
                let records = self.people_records(role.filters(domain), COMPARED_MAX, now).await?;
                (role, records)
            }
            Pick::Titles(titles) => {
                let filters = PeopleFilters {
                    company_domains: vec![domain.to_owned()],
                    titles: titles.iter().map(|title| (*title).to_owned()).collect(),
                    ..PeopleFilters::default()
                };
                let role = role::read_role(titles.first().copied().unwrap_or_default());
                (role, self.people_records(filters, COMPARED_MAX, now).await?)
            }
        };
        role::rank(&role, &records, now)
            .into_iter()
            .map(|ranked| self.decision_maker_of(&role, ranked))
            .collect()
    }
}
