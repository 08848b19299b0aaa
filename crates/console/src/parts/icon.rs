//! Icons, drawn once per page and used by name.

use maud::{Markup, PreEscaped, html};

/// The drawings; each page holds them once.
pub(crate) const DRAWINGS: PreEscaped<&str> = PreEscaped(include_str!("../assets/icons.svg"));

/// An icon by its name.
pub(crate) fn icon(name: &str) -> Markup {
    html! { svg.i aria-hidden="true" { use href=(format!("#i-{name}")) {} } }
}
