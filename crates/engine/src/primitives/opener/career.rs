//! What a person's positions say about the present and the past, without words.

use jiff::civil::Date;
use records::{Company, Experience, PartialDate, Person, Seniority, Signal, SignalKind};

use super::{
    facts::{Arrival, Fact, Lasting, Left, Span, Told, told},
    stays::{Stay, days_between, is_news, stays, whole_months},
    workplace::{Workplace, same_name},
};

/// A move is news for this many days.
const MOVE_NEWS_DAYS: i32 = 180;
/// A shorter stay is not mentioned.
const LOYAL_MONTHS: u32 = 24;
/// A shorter stay before a move is not measured.
const STAY_MONTHS: u32 = 6;
/// Days after which a company that was left is no longer what came before.
const BEFORE_DAYS: i32 = 365;
/// Promotions within a stay that make a rise.
const RISE_STEPS: usize = 2;

/// A person's positions, seen from the present employer.
pub(super) struct Career<'a> {
    person: &'a Person,
    /// The present employer; none when the last position has ended.
    employer: Option<Workplace<'a>>,
    /// The stays at the present employer, newest first. The first one lasts.
    stays: Vec<Stay>,
    today: Date,
}

impl<'a> Career<'a> {
    pub(super) fn of(person: &'a Person, company: Option<&'a Company>, today: Date) -> Self {
        let employer = person.company.as_ref().map(|employer| Workplace::of(employer, company));
        let stays = employer.as_ref().map(|employer| stays(person, employer)).unwrap_or_default();
        let has_ended = stays.first().is_some_and(|stay| stay.to.is_some_and(|to| to.latest() < today));
        if has_ended {
            return Self { person, employer: None, stays: Vec::new(), today };
        }
        Self { person, employer, stays, today }
    }

    /// The record of the present employer.
    pub(super) fn company(&self) -> Option<&'a Company> {
        self.employer.as_ref()?.record()
    }

    /// A new role that is news, as the positions tell it; where they have no dates, as the signals do.
    pub(super) fn news(&self, signals: &'a [Signal]) -> Option<Told<'a>> {
        let Some(present) = self.stays.first() else {
            return signals.iter().find_map(|signal| self.signalled(signal));
        };
        let position = &self.person.experience[present.newest()];
        let started = position.started_at?;
        let has_ended = position.ended_at.is_some_and(|end| end.latest() < self.today);
        if has_ended || !started.is_exact_to_month() || !is_news(started, self.today, MOVE_NEWS_DAYS) {
            return None;
        }
        let company = self.employer.as_ref()?.name()?;
        let title = position.title.as_deref();
        let fact = match (present.positions.len(), self.promotion(present)) {
            (1, _) => self.arrival_fact(Some(company), title?, started),
            (_, Some((from, to))) => Fact::Promoted { company, from, to, when: Some(started) },
            (_, None) => Fact::NewRole { company: Some(company), title: Some(title?), when: Some(started) },
        };
        Some(told(format!("experience[{}].startedAt", present.newest()), started, fact))
    }

    /// The newest step up of a stay.
    fn promotion(&self, stay: &Stay) -> Option<(&'a str, &'a str)> {
        let [.., before, newest] = stay.positions.as_slice() else { return None };
        let (before, newest) = (&self.person.experience[*before], &self.person.experience[*newest]);
        is_step_up(before, newest).then_some(())?;
        Some((before.title.as_deref()?, newest.title.as_deref()?))
    }

    /// Joined from elsewhere, or a new role where nothing tells what came before.
    fn arrival_fact(&self, company: Option<&'a str>, title: &'a str, started: PartialDate) -> Fact<'a> {
        let (title, when) = (Some(title), Some(started));
        let arrival = self.arrival();
        let left = self.left(started);
        if left.is_none() && arrival == Arrival::First {
            return Fact::NewRole { company, title, when };
        }
        Fact::Joined { company, title, when, arrival, left }
    }

    /// Whether the present stay is a return, and after how long.
    fn arrival(&self) -> Arrival {
        match self.stays.as_slice() {
            [present, earlier, ..] => {
                let away = earlier.to.and_then(|to| whole_months(to, present.from));
                Arrival::Back(away.and_then(Span::of))
            }
            _ => Arrival::First,
        }
    }

    /// The last position elsewhere that had ended when the present stay began.
    fn position_before(&self, started: PartialDate) -> Option<(usize, &'a Experience, PartialDate)> {
        let employer = self.employer.as_ref()?;
        let ended = self.person.experience.iter().enumerate().filter_map(|(index, position)| {
            let end = position.ended_at.filter(|end| end.earliest() <= started.latest())?;
            let began_after = position.started_at.is_some_and(|from| from > end || from > started);
            (!employer.is(&position.company) && !began_after).then_some((index, position, end))
        });
        // Of several that ended together, the longest is the one to speak of.
        ended.max_by_key(|(index, position, end)| {
            (*end, std::cmp::Reverse(position.started_at), std::cmp::Reverse(*index))
        })
    }

    /// The company left for the present one.
    fn left(&self, started: PartialDate) -> Option<Left<'a>> {
        let (_, position, end) = self.position_before(started)?;
        if days_between(end.latest(), started.earliest()) > BEFORE_DAYS {
            return None;
        }
        let company = position.company.name.as_deref()?;
        Some(Left { company, span: self.stay_elsewhere(&position.company, started) })
    }

    /// How long the stay at a company lasted that had ended at a time.
    fn stay_elsewhere(&self, employer: &'a records::Employer, before: PartialDate) -> Option<Span> {
        let there = stays(self.person, &Workplace::of(employer, None));
        let last = there.into_iter().find(|stay| stay.from <= before)?;
        let months = whole_months(last.from, last.to?)?;
        Span::of(months).filter(|_| months >= STAY_MONTHS)
    }

    /// A move to the present employer that only a signal dates.
    fn signalled(&self, signal: &'a Signal) -> Option<Told<'a>> {
        let change = signal.change.as_ref()?;
        let employer = self.employer.as_ref()?;
        let is_here = signal.company.as_ref().is_some_and(|company| employer.is(company));
        if !is_here || !is_news(change.changed_at, self.today, MOVE_NEWS_DAYS) {
            return None;
        }
        let (company, title) = (employer.name()?, change.new_title.as_deref()?);
        let when = Some(change.changed_at);
        let was_here = employer.is(&change.old_company);
        let fact = match (signal.kind, change.old_title.as_deref()) {
            (SignalKind::Promotion, Some(from)) => Fact::Promoted { company, from, to: title, when },
            (SignalKind::JobChange, _) if !was_here => self.moved_from(change, Some(company), when),
            _ => return None,
        };
        Some(told("experience[0]", change.changed_at, fact))
    }

    fn moved_from(
        &self,
        change: &'a records::signal::Change,
        company: Option<&'a str>,
        when: Option<PartialDate>,
    ) -> Fact<'a> {
        let span = self.stay_elsewhere(&change.old_company, change.changed_at);
        let left = change.old_company.name.as_deref().map(|company| Left { company, span });
        let title = change.new_title.as_deref();
        Fact::Joined { company, title, when, arrival: self.arrival(), left }
    }

    /// The move of a signal, for a congratulation; none when the person has left again, or the company only changed
    /// its name.
    pub(super) fn congratulated(&self, signal: &'a Signal) -> Option<Told<'a>> {
        let change = signal.change.as_ref()?;
        let employer = self.employer.as_ref()?;
        let joined = signal.company.as_ref()?;
        if !employer.is(joined) || employer.is(&change.old_company) {
            return None;
        }
        // A later stay at the same company is another move.
        let is_this_stay =
            self.stays.first().is_none_or(|stay| stay.from.earliest() <= change.changed_at.latest());
        if !is_this_stay {
            return None;
        }
        let fact = self.moved_from(change, employer.name(), None);
        let index = self.stays.first().map_or(0, Stay::first);
        Some(told(format!("experience[{index}].startedAt"), change.changed_at, fact))
    }

    /// How long, how far and from where. A company that the news names as left is not named again.
    pub(super) fn facts(&self, news: Option<&Fact<'a>>) -> Vec<Told<'a>> {
        let mut found = Vec::new();
        let (Some(employer), Some(present)) = (&self.employer, self.stays.first()) else {
            match &self.employer {
                Some(_) => found.extend(self.undated(news)),
                None => found.extend(self.last()),
            }
            return found;
        };
        let Some(company) = employer.name() else { return found };
        found.extend(self.tenure(company, present));
        found.extend(self.rise(company, present));
        let spoken_of = left_by(news);
        if let Some((index, position, _)) = self.position_before(present.from)
            && let (Some(title), Some(earlier)) =
                (position.title.as_deref(), position.company.name.as_deref())
            && !same_name(spoken_of, Some(earlier))
        {
            let fact = Fact::Before { company, arrival: self.arrival(), title, earlier };
            found.push(told(format!("experience[{index}]"), format!("{title}, {earlier}"), fact));
        }
        found.extend(self.beside(present));
        found.extend(self.undated(news));
        found
    }

    fn tenure(&self, company: &'a str, present: &Stay) -> Option<Told<'a>> {
        let today = PartialDate::day(self.today);
        let lasting = match whole_months(present.from, today) {
            Some(months) => Lasting::For(Span::of(months).filter(|_| months >= LOYAL_MONTHS)?),
            None => {
                let known = present.from.latest();
                (days_between(known, self.today) >= 365).then_some(Lasting::Since(present.from))?
            }
        };
        let first = &self.person.experience[present.first()];
        let then = first.company.name.as_deref();
        // A name is former only when the record says so: another spelling is none.
        let record = self.company();
        let formerly = then.filter(|then| {
            !same_name(Some(then), Some(company))
                && record.is_some_and(|record| {
                    record.former_names.iter().any(|name| same_name(Some(name), Some(then)))
                })
        });
        let fact = Fact::Tenure { company, lasting, arrival: self.arrival(), formerly };
        Some(told(format!("experience[{}].startedAt", present.first()), present.from, fact))
    }

    fn rise(&self, company: &'a str, present: &Stay) -> Option<Told<'a>> {
        let positions: Vec<&Experience> =
            present.positions.iter().map(|index| &self.person.experience[*index]).collect();
        let steps = positions.windows(2).filter(|pair| is_step_up(pair[0], pair[1])).count();
        let fell = positions.windows(2).any(|pair| is_step_up(pair[1], pair[0]));
        if steps < RISE_STEPS || fell {
            return None;
        }
        let (from, to) = (positions.first()?.title.as_deref()?, positions.last()?.title.as_deref()?);
        let fact = Fact::Rose { company, from, to };
        Some(told(format!("experience[{}]", present.first()), format!("{from}, {to}"), fact))
    }

    /// A position elsewhere that began after the present stay and has no end.
    fn beside(&self, present: &Stay) -> Option<Told<'a>> {
        let employer = self.employer.as_ref()?;
        let mut open = self.person.experience.iter().enumerate().filter(|(_, position)| {
            position.ended_at.is_none()
                && position
                    .started_at
                    .is_some_and(|from| from >= present.from && from.earliest() <= self.today)
                && !employer.is(&position.company)
        });
        let (index, position) = open.next()?;
        let (title, company) = (position.title.as_deref()?, position.company.name.as_deref()?);
        let fact = Fact::Beside { title, company };
        Some(told(format!("experience[{index}]"), format!("{title}, {company}"), fact))
    }

    /// A position elsewhere without an end, of which nothing tells whether it lasts.
    fn undated(&self, news: Option<&Fact<'a>>) -> Option<Told<'a>> {
        let employer = self.employer.as_ref()?;
        let since = self.stays.first().map(|stay| stay.from);
        let spoken_of = left_by(news);
        let found = self.person.experience.iter().enumerate().find_map(|(index, position)| {
            let (title, company) = (position.title.as_deref()?, position.company.name.as_deref()?);
            let began_before = position.started_at.is_none_or(|from| since.is_none_or(|since| from < since));
            let is_one = position.ended_at.is_none() && began_before;
            let is_new = !employer.is(&position.company) && !same_name(spoken_of, Some(company));
            (is_one && is_new).then_some((index, title, company))
        });
        let (index, title, company) = found?;
        let fact = Fact::Experience { title, company };
        Some(told(format!("experience[{index}]"), format!("{title}, {company}"), fact))
    }

    /// The last position of a person who has left.
    fn last(&self) -> Option<Told<'a>> {
        let positions = self.person.experience.iter().enumerate();
        let ended = positions.filter_map(|(index, position)| Some((index, position, position.ended_at?)));
        let (index, position, until) =
            ended.max_by_key(|(index, _, end)| (*end, std::cmp::Reverse(*index)))?;
        if until.latest() >= self.today {
            return None;
        }
        let (title, company) = (position.title.as_deref()?, position.company.name.as_deref()?);
        let fact = Fact::Until { title, company, until };
        Some(told(format!("experience[{index}].endedAt"), until, fact))
    }
}

/// The company that the news names as left.
fn left_by<'a>(news: Option<&Fact<'a>>) -> Option<&'a str> {
    match news {
        Some(Fact::Joined { left: Some(left), .. }) => Some(left.company),
        _ => None,
    }
}

/// Whether one position is above another; ranks are ordered from the highest down.
fn is_step_up(before: &Experience, after: &Experience) -> bool {
    let ranks: Option<(Seniority, Seniority)> = before.seniority.zip(after.seniority);
    ranks.is_some_and(|(before, after)| after < before)
}
