//! The mark, and the gauge for everything that fills.

use maud::{Markup, html};

/// The mark: a vessel whose liquid stands above the rim.
pub(crate) fn mark() -> Markup {
    html! {
        svg.mark width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" {
            path.v d="M3.5 7.5V13a8.5 8.5 0 0 0 17 0V7.5" {}
            path.l d="M6.5 7.6C8.6 4.9 15.4 4.9 17.5 7.6V13a5.5 5.5 0 0 1-11 0z" {}
        }
    }
}

/// A vessel filled to a share of 0 to 1. `id` is unique on the page; `label` says the same in words, or is empty where
/// the text beside it does.
pub(crate) fn gauge(id: &str, size: u32, share: f64, label: &str) -> Markup {
    let share = share.clamp(0.0, 1.0);
    let level = 19.0 - share * 12.5;
    // Only a full vessel stands above its rim.
    let crest = level - if share > 0.9 { 2.0 } else { 0.6 };
    let shown = !label.is_empty();
    html! {
        svg.vessel width=(size) height=(size) viewBox="0 0 24 24" role=[shown.then_some("img")]
            aria-label=[shown.then_some(label)] aria-hidden=[(!shown).then_some("true")] {
            clipPath id=(id) { path d="M6 4h12v9a6 6 0 0 1-12 0z" {} }
            g clip-path=(format!("url(#{id})")) {
                path.g d="M6 7.5h12v12H6z" {}
                @if share > 0.0 { path.l d=(format!("M6 {level:.1}Q12 {crest:.1} 18 {level:.1}V20H6z")) {} }
            }
            path.v d="M3.7 7.5V13a8.3 8.3 0 0 0 16.6 0V7.5" {}
        }
    }
}

/// An empty state: the empty vessel, what would be here, and what to do next.
pub(crate) fn empty(title: &str, text: &str, next: Markup) -> Markup {
    html! {
        section.card.flat.empty {
            (gauge("empty", 44, 0.0, ""))
            p.b { (title) }
            p.s { (text) }
            (next)
        }
    }
}
