//! The page of a list that a request asks for, and the outcome of the walk that fills it.

use engine::{CandidateSource, CompanyFilters, EngineError, Filters, MoneyRange, WALK_TIME, Walk, WhyNot};
use records::Person;
use store::StoreError;

use crate::{
    call::{context::Context, cursor, problem::Problem},
    endpoint::Outcome,
    recipe::{ListAnswer, ListOptions, Progress, answer::rates::Rates},
};

/// The requested page.
pub struct Paging {
    limit: usize,
    /// Position of the last result of the previous page.
    after: Option<String>,
    new_only: bool,
    rates: Option<Rates>,
    /// Filters on companies, each set with the names of its filters in the request.
    narrowed: Vec<(CompanyFilters, FieldName)>,
    context: Context,
}

/// Name of a filter in a request.
type FieldName = fn(&'static str) -> &'static str;

/// A resolved item of a list.
pub struct Resolved<T> {
    /// Its id, under which it is charged once.
    pub id: String,
    /// Id of the person that it names.
    pub person: Option<String>,
    /// What is answered.
    pub answer: T,
}

impl<T> Resolved<T> {
    /// An item with the person that it names.
    pub fn naming(id: String, person: &Person, answer: T) -> Self {
        Self { id, person: Some(person.id.clone()), answer }
    }
}

impl Paging {
    /// Reads the page options of a request.
    pub fn of(context: &Context, options: &ListOptions) -> Result<Self, Problem> {
        let decode = |cursor: &str| cursor::decode(context, cursor);
        Ok(Self {
            limit: options.units() as usize,
            after: options.cursor.as_deref().map(decode).transpose()?,
            new_only: options.new_only,
            rates: None,
            narrowed: Vec::new(),
            context: context.clone(),
        })
    }

    /// The same for a list of companies, or of people and events at companies, that pass filters: the answer says which of
    /// them leave nothing, and the rates at which amounts were compared.
    pub fn narrowed_by(self, filters: Option<&CompanyFilters>) -> Self {
        self.narrowed_as(filters, |filter| filter)
    }

    /// The same for filters that are made of the request's own fields.
    pub fn narrowed_as(self, filters: Option<&CompanyFilters>, name: FieldName) -> Self {
        let Some(filters) = filters.filter(|filters| !filters.is_empty()) else { return self };
        let mut paging = self.comparing(filters.money_ranges());
        paging.narrowed.push((filters.clone(), name));
        paging
    }

    /// The same for a request with these ranges of amounts: the answer names the rates at which they were compared.
    pub fn comparing<'r>(self, ranges: impl IntoIterator<Item = &'r MoneyRange>) -> Self {
        self.in_currencies(ranges.into_iter().map(MoneyRange::currency))
    }

    /// The same for amounts in these currencies.
    pub fn in_currencies<'c>(self, currencies: impl IntoIterator<Item = &'c str>) -> Self {
        let rates = Rates::join(self.rates.clone(), currencies);
        Self { rates, ..self }
    }

    /// Fills the page with candidates that are resolved, and charges each item once.
    pub async fn fill<C, T, R>(
        self,
        source: &C,
        resolve: impl Fn(C::Item) -> R + Send + Sync,
    ) -> Result<Outcome<ListAnswer<T>>, Problem>
    where
        C: CandidateSource,
        T: Send,
        R: Future<Output = Result<Option<Resolved<T>>, EngineError>> + Send,
    {
        let (context, new_only) = (&self.context, self.new_only);
        let resolve_new = |candidate| {
            let resolving = resolve(candidate);
            async move {
                let found = resolving.await?;
                Ok(match found {
                    Some(found) if new_only && context.is_charged(&found.id)? => None,
                    found => found,
                })
            }
        };
        let walk = context.engine().walk(source, self.after.clone(), self.limit, resolve_new).await?;
        let is_empty = walk.items.is_empty() && walk.next.is_none() && self.after.is_none();
        let why_not = if is_empty { self.why_not(source).await? } else { None };
        let mut outcome = self.outcome(walk);
        outcome.answer.why_not = why_not;
        Ok(outcome)
    }

    /// Why the filters on companies leave nothing of the list, if it is they that do.
    async fn why_not<C: CandidateSource>(&self, source: &C) -> Result<Option<WhyNot>, Problem> {
        if self.narrowed.is_empty() {
            return Ok(None);
        }
        let engine = self.context.engine();
        let candidates = source.companies(engine)?;
        for (filters, name) in &self.narrowed {
            let found = engine.why_no_company(filters.clone(), candidates.clone(), self.context.now).await?;
            if let Some(mut why_not) = found {
                why_not.filters.iter_mut().for_each(|effect| effect.filter = name(effect.filter));
                why_not.unknown_values.iter_mut().for_each(|value| value.filter = name(value.filter));
                let dropped = why_not.nearest.iter_mut().flat_map(|nearest| &mut nearest.dropped);
                dropped.for_each(|filter| *filter = name(filter));
                return Ok(Some(why_not));
            }
        }
        Ok(None)
    }

    /// The outcome of a list without candidates.
    pub fn nothing<T>(&self) -> Outcome<ListAnswer<T>> {
        self.outcome(Walk::empty())
    }

    fn outcome<T>(&self, walk: Walk<Resolved<T>>) -> Outcome<ListAnswer<T>> {
        let progress = progress(&walk);
        let next_cursor = walk.next.map(|place| cursor::encode(&self.context, &place));
        let (mut items, mut people, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for found in walk.items {
            items.push(found.id);
            people.extend(found.person);
            results.push(found.answer);
        }
        let rates = self.rates.clone();
        let answer = ListAnswer { results, next_cursor, progress, why_not: None, rates };
        Outcome { people, ..Outcome::of_items(answer, items) }
    }
}

/// Records of a search whose item is not excluded, each with its item, which is named after the record's id. Blocks on the
/// database.
pub async fn records_except<C, T>(
    context: &Context,
    found: &C,
    (after, limit): (Option<String>, usize),
    (item, excluded): (
        impl Fn(&str) -> String + Send + Sync,
        impl Fn(&str) -> Result<bool, StoreError> + Send + Sync,
    ),
    read: impl Fn(&str) -> Result<Option<T>, EngineError> + Send + Sync,
) -> Result<Walk<(String, T)>, Problem>
where
    C: CandidateSource<Item = String>,
    T: Send,
{
    let resolve = async |id: String| {
        let item = item(&id);
        Ok(match excluded(&item)? {
            true => None,
            false => read(&id)?.map(|record| (item, record)),
        })
    };
    Ok(context.engine().walk(found, after, limit, resolve).await?)
}

/// How far a walk came.
pub fn progress<T>(walk: &Walk<T>) -> Progress {
    Progress {
        looked_at: walk.looked_at,
        exhausted: walk.next.is_none(),
        time_limit_seconds: walk.timed_out.then_some(WALK_TIME.as_secs()),
    }
}
