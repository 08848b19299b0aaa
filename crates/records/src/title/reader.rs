//! Combines the meanings of the phrases of a title, in their order, into a reading.

use super::reading::TitleReading;
use super::table::{Level, Meaning};
use super::tokens::Gap;
use crate::{Department, Seniority};

/// Maximum number of departments of a title.
pub(super) const MAX_DEPARTMENTS: usize = 3;

/// Why words are not about the person's own position.
#[derive(Debug, Default, PartialEq, Eq)]
enum Mute {
    #[default]
    No,
    /// They describe a past or future position, or the employer.
    Elsewhere,
    /// They describe the person that an assistant serves.
    Served,
}

/// How an assistant affects a rank that follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Assistant {
    /// An assistant director is below a director.
    LowersRank,
    /// The `Assistenz` of a `Geschäftsleitung` serves it.
    ServesRank,
}

#[derive(Debug, Default)]
pub(super) struct Reader {
    rank: Option<Seniority>,
    /// The best rank before this segment, restored if the segment turns out to be an assistant's.
    rank_before_segment: Option<Seniority>,
    /// The assistant that precedes in this segment.
    assistant: Option<Assistant>,
    /// Whether a word for deputies precedes in this segment.
    deputy: bool,
    /// Whether the phrase before this one, and this one so far, is a rank.
    follows_rank: bool,
    is_rank: bool,
    /// The fallback department of a general manager, if one is named.
    general: Option<Department>,
    /// Whether a word is unknown: it may be the place or product that a general manager leads.
    narrowed: bool,
    consultant: bool,
    senior: bool,
    entry: bool,
    junior: bool,
    /// Whether a junior precedes every rank.
    junior_first: bool,
    trainee: bool,
    intern: bool,
    understood: bool,
    occupations: Vec<Department>,
    topics: Vec<Department>,
    weak: Option<Department>,
    /// Department of an assistant without a stated superior.
    assists: Option<Department>,
    only: bool,
    executive: bool,
    mute: Mute,
    /// Departments of the person served; they count unless a rank is served.
    served_topics: Vec<Department>,
    serves_rank: bool,
}

impl Reader {
    /// Applies the gap before the next word.
    pub(super) fn apply_gap(&mut self, gap: Gap) {
        if gap != Gap::Blank {
            self.rank_before_segment = self.rank;
            self.assistant = None;
            self.deputy = false;
            self.is_rank = false;
        }
        if gap == Gap::Hard {
            self.mute = Mute::No;
        }
        self.follows_rank = std::mem::take(&mut self.is_rank);
    }

    pub(super) fn take(&mut self, meaning: &Meaning) {
        match self.mute {
            Mute::Elsewhere => {}
            Mute::Served => self.take_served(meaning),
            Mute::No => self.take_own(meaning),
        }
    }

    fn take_served(&mut self, meaning: &Meaning) {
        match meaning.level {
            Level::Rank(_) => self.serves_rank = true,
            Level::Topic | Level::Occupation => self.served_topics.extend(&meaning.departments),
            Level::Stop => self.mute = Mute::Elsewhere,
            _ => {}
        }
    }

    fn take_own(&mut self, meaning: &Meaning) {
        let departments = &meaning.departments;
        match meaning.level {
            Level::Rank(seniority) => {
                self.rank(seniority);
                if self.mute == Mute::No {
                    self.occupation(departments);
                }
            }
            Level::Occupation => self.occupation(departments),
            Level::Only => {
                self.only = true;
                self.occupation(departments);
            }
            Level::Topic => self.topic(departments),
            Level::Weak => self.set_weak(departments),
            Level::Senior => {
                self.senior = true;
                self.occupation(departments);
            }
            Level::Entry => {
                self.entry = true;
                self.occupation(departments);
            }
            Level::Consultant => {
                self.understood = true;
                self.consultant = true;
            }
            Level::General => self.general(departments),
            Level::Junior => {
                self.junior = true;
                self.junior_first |= self.rank.is_none();
            }
            Level::Graduate => self.junior |= !self.rank_in_segment(),
            Level::Trainee => self.trainee = true,
            Level::Intern => self.intern = true,
            Level::Student if self.rank_in_segment() => self.topic(departments),
            Level::Student => self.intern = true,
            Level::Assistant => self.assistant(Assistant::LowersRank, departments),
            Level::AssistantOf => self.assistant(Assistant::ServesRank, departments),
            Level::AssistantTo => {
                self.drop_served_rank();
                self.occupation(departments);
                self.mute = Mute::Served;
            }
            Level::Deputy => self.deputy = true,
            Level::Former | Level::Stop => self.mute = Mute::Elsewhere,
            Level::To => self.mute = Mute::Served,
            Level::Skip => {}
        }
    }

    pub(super) fn rank(&mut self, seniority: Seniority) {
        match self.mute {
            Mute::No => match self.assistant {
                None => self.raise(seniority),
                Some(Assistant::LowersRank) if seniority > Seniority::CSuite => self.rank_below(seniority),
                Some(_) => self.serve(),
            },
            Mute::Served => self.serves_rank = true,
            Mute::Elsewhere => {}
        }
    }

    /// Applies a rank if it is the highest so far.
    fn raise(&mut self, seniority: Seniority) {
        let seniority = if std::mem::take(&mut self.deputy) { deputy_of(seniority) } else { seniority };
        self.is_rank = true;
        // `Seniority` is ordered from the highest down.
        self.rank = Some(self.rank.map_or(seniority, |best| best.min(seniority)));
        self.executive |= seniority == Seniority::CSuite;
    }

    /// The words that follow describe another person.
    pub(super) fn describe_another(&mut self) {
        if self.mute == Mute::No {
            self.mute = Mute::Served;
        }
    }

    /// Whether a rank or an occupation has been named.
    pub(super) fn is_understood(&self) -> bool {
        self.understood || self.rank.is_some()
    }

    /// A word for a person who serves others: the rank directly before it is theirs, as in `CEO coach`.
    pub(super) fn serve_rank_before(&mut self) {
        if self.follows_rank && self.mute == Mute::No {
            self.drop_served_rank();
            self.serves_rank = true;
        }
    }

    /// Records a word without a meaning.
    pub(super) fn unknown(&mut self) {
        self.narrowed |= self.mute == Mute::No;
    }

    /// Applies the rank below the one that the word `assistant` precedes.
    fn rank_below(&mut self, seniority: Seniority) {
        self.understood = true;
        self.entry = false;
        self.assists = None;
        match seniority {
            Seniority::Vp => self.raise(Seniority::Director),
            Seniority::Head | Seniority::Director => self.raise(Seniority::Manager),
            // An assistant manager is an individual contributor.
            Seniority::Manager => {}
            other => self.raise(other),
        }
    }

    /// The rank that follows belongs to the person served.
    fn serve(&mut self) {
        self.entry = false;
        self.only = true;
        self.executive = false;
        self.occupations.extend(self.assists);
        self.mute = Mute::Served;
        self.serves_rank = true;
    }

    fn rank_in_segment(&self) -> bool {
        self.rank != self.rank_before_segment
    }

    /// A general manager is a head while other words name a rank or a function, see `Reader::seniority`.
    fn general(&mut self, departments: &[Department]) {
        if self.assistant.is_some() || self.rank.is_some() {
            self.rank(Seniority::Head);
            self.weak = self.weak.or(departments.first().copied());
        } else {
            self.general = departments.first().copied();
        }
        self.understood = true;
        self.executive |= self.assistant.is_none();
    }

    /// A marketing assistant belongs to marketing; a director's assistant to the assistants' department.
    fn assistant(&mut self, assistant: Assistant, departments: &[Department]) {
        if self.drop_served_rank() {
            self.only = true;
            self.occupation(departments);
        } else {
            self.understood = true;
            self.entry = true;
            self.assistant = Some(assistant);
            self.assists = departments.first().copied();
        }
    }

    /// Drops a rank in the same segment before an assistant: it belongs to the person served. Returns whether there was
    /// one.
    fn drop_served_rank(&mut self) -> bool {
        let served = self.rank_in_segment() || self.general.is_some();
        if served {
            self.rank = self.rank_before_segment;
            self.general = None;
            self.executive = false;
            self.occupations.clear();
        }
        served
    }

    fn occupation(&mut self, departments: &[Department]) {
        self.understood = true;
        for &department in departments {
            match department {
                Department::Executive => self.executive = true,
                other => self.occupations.push(other),
            }
        }
    }

    pub(super) fn topic(&mut self, departments: &[Department]) {
        match self.mute {
            Mute::No => {
                self.understood = true;
                self.topics.extend(departments);
            }
            Mute::Served => self.served_topics.extend(departments),
            Mute::Elsewhere => {}
        }
    }

    fn set_weak(&mut self, departments: &[Department]) {
        self.understood = true;
        self.weak = departments.first().copied().or(self.weak);
    }

    pub(super) fn finish(self) -> TitleReading {
        TitleReading { seniority: self.seniority(), departments: self.departments() }
    }

    fn seniority(&self) -> Option<Seniority> {
        let rank = self.rank_or_general();
        let lowered = if self.junior_first { Seniority::Head } else { Seniority::Manager };
        let junior = self.junior && rank.is_none_or(|rank| rank >= lowered);
        if self.intern {
            Some(Seniority::Intern)
        } else if self.trainee || junior {
            Some(Seniority::Entry)
        } else if rank.is_some() {
            rank
        } else if self.senior {
            Some(Seniority::Senior)
        } else if self.entry {
            Some(Seniority::Entry)
        } else {
            self.understood.then_some(Seniority::Professional)
        }
    }

    /// Whether the person is the general manager of the whole company: no other word narrows the position.
    fn leads_company(&self) -> bool {
        self.general.is_some()
            && self.rank.is_none()
            && !self.narrowed
            && self.weak.is_none()
            && self.occupations.is_empty()
            && self.topics.is_empty()
    }

    /// The rank, including that of a general manager.
    fn rank_or_general(&self) -> Option<Seniority> {
        if self.general.is_none() {
            return self.rank;
        }
        let general = if self.leads_company() { Seniority::CSuite } else { Seniority::Head };
        Some(self.rank.map_or(general, |rank| rank.min(general)))
    }

    fn departments(&self) -> Vec<Department> {
        let mut departments = Vec::new();
        let mut add = |department: Department| {
            if departments.len() < MAX_DEPARTMENTS && !departments.contains(&department) {
                departments.push(department);
            }
        };
        // A consultant's subject comes second, unless the person leads a firm or the occupation excludes subjects.
        let leads = self.rank.is_some_and(|rank| rank <= Seniority::Partner);
        if self.consultant && !self.only && !leads {
            add(Department::Consulting);
        }
        self.occupations.iter().copied().for_each(&mut add);
        if !self.only {
            self.topics.iter().copied().for_each(&mut add);
        }
        if !self.serves_rank {
            self.served_topics.iter().copied().for_each(&mut add);
        }
        if self.consultant && !self.only {
            add(Department::Consulting);
        }
        let has_function = self.leads_company() || !self.topics.is_empty() || !self.occupations.is_empty();
        if let Some(general) = self.general.filter(|_| !has_function) {
            add(self.weak.unwrap_or(general));
        }
        // Every chief and owner is an executive; the function comes first because it is more specific.
        if self.executive {
            add(Department::Executive);
        }
        if departments.is_empty() {
            let partner = (self.rank == Some(Seniority::Partner)).then_some(Department::Executive);
            // An assistant manager is not an assistant, and an assistant of an unknown kind need not be in an office.
            let assists = self.assists.filter(|_| self.rank.is_none() && !self.narrowed);
            // The adjective in "executive staff assistant" describes the person served.
            let weak = self.weak.filter(|weak| *weak != Department::Executive || assists.is_none());
            departments.extend(weak.or(partner).or(assists));
        }
        departments
    }
}

/// The seniority of a deputy: one rank below a chief, a vice president or a head. Below them, deputies share the rank.
fn deputy_of(seniority: Seniority) -> Seniority {
    match seniority {
        Seniority::CSuite => Seniority::Vp,
        Seniority::Vp | Seniority::Head => Seniority::Director,
        other => other,
    }
}
