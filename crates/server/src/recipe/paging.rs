//! The page of a list that a request asks for, and the outcome of the walk that fills it.

use engine::{CandidateSource, EngineError, MoneyRange, WALK_TIME, Walk};
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
    context: Context,
}

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
            context: context.clone(),
        })
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
        Ok(self.outcome(walk))
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
        let answer = ListAnswer { results, next_cursor, progress, rates: self.rates.clone() };
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
