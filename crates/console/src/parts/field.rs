//! Fields of forms.

use maud::{Markup, html};
use server::Visitor;

use crate::here::{Here, TOKEN};

/// The hidden field that proves that a form is from this page.
pub(crate) fn token(here: &Here) -> Markup {
    let visitor: &Visitor = &here.visitor;
    html! { input type="hidden" name=(TOKEN) value=(here.app.form_token(visitor)); }
}

/// The hidden field that makes a form that is sent twice act once.
pub(crate) fn once(here: &Here) -> Markup {
    let id = store::new_id("once", &here.app.clock, &here.app.entropy);
    html! { input type="hidden" name="once" value=(id); }
}

/// Further attributes of an input.
#[derive(Default)]
pub(crate) struct Input<'a> {
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) value: &'a str,
    pub(crate) placeholder: &'a str,
    pub(crate) hint: &'a str,
    pub(crate) autocomplete: &'a str,
    pub(crate) required: bool,
    pub(crate) id_prefix: &'a str,
}

impl Input<'_> {
    /// The input without a visible label.
    pub(crate) fn bare(&self) -> Markup {
        html! { input name=(self.name) aria-label=(self.label) value=(self.value) placeholder=(self.placeholder)
        required[self.required] spellcheck="false" autocomplete="off"; }
    }

    pub(crate) fn draw(&self) -> Markup {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let id = format!("{}{}", self.id_prefix, self.name);
        let kind = if self.kind.is_empty() { "text" } else { self.kind };
        html! {
            div.f {
                label for=(id) { (self.label) }
                input id=(id) name=(self.name) type=(kind) value=[text(self.value)]
                    placeholder=[text(self.placeholder)] autocomplete=[text(self.autocomplete)]
                    required[self.required] spellcheck="false";
                @if !self.hint.is_empty() { small { (self.hint) } }
            }
        }
    }
}

/// A list of options to choose one of.
pub(crate) fn select(name: &str, label: &str, options: &[(String, String)], chosen: &str) -> Markup {
    html! {
        select name=(name) aria-label=(label) {
            @for (value, text) in options {
                option value=(value) selected[value == chosen] { (text) }
            }
        }
    }
}

/// A box to tick, with what stands behind it.
pub(crate) fn tick(name: &str, value: &str, label: Markup, aside: &str, checked: bool) -> Markup {
    html! {
        label.opt {
            input type="checkbox" name=(name) value=(value) checked[checked];
            span { (label) }
            @if !aside.is_empty() { span { (aside) } }
        }
    }
}
