//! A page of a search: its cursor, and those of the pages before it, so that there is a way back without script.

use maud::{Markup, html};

use crate::form::Sent;

/// Pages that there is a way back through at most; cursors are fields of the form.
const BACK_MAX: usize = 100;
/// Field of the form for each cursor.
const CURSOR: &str = "cursor";

/// A page of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SearchPage {
    /// Cursors of the pages from the second on, this page's last; empty on the first page.
    cursors: Vec<String>,
}

impl SearchPage {
    /// The page that a form names.
    pub(super) fn read(sent: &Sent) -> Self {
        let cursors = sent.all(CURSOR).into_iter().take(BACK_MAX).map(str::to_owned);
        Self { cursors: cursors.collect() }
    }

    /// Its cursor; none on the first page.
    pub(super) fn cursor(&self) -> Option<&str> {
        self.cursors.last().map(String::as_str)
    }

    /// How many pages are before it.
    pub(super) fn number(&self) -> usize {
        self.cursors.len()
    }

    /// The page before it.
    pub(super) fn before(&self) -> Option<Self> {
        let (_, before) = self.cursors.split_last()?;
        Some(Self { cursors: before.to_vec() })
    }

    /// The page after it.
    pub(super) fn after(&self, cursor: &str) -> Self {
        let mut cursors = self.cursors.clone();
        cursors.push(cursor.to_owned());
        Self { cursors }
    }

    /// It as hidden fields.
    pub(super) fn fields(&self) -> Markup {
        html! { @for cursor in &self.cursors { input type="hidden" name=(CURSOR) value=(cursor); } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_way_back_to_the_first_page() {
        let third = SearchPage::default().after("a").after("b");
        assert_eq!((third.number(), third.cursor()), (2, Some("b")));
        let second = third.before().unwrap();
        assert_eq!((second.cursor(), second.before()), (Some("a"), Some(SearchPage::default())));
        assert_eq!(SearchPage::default().before(), None);
        assert_eq!(third.fields().into_string().matches("name=\"cursor\"").count(), 2);
    }
}
