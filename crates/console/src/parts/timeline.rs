//! Time lines: the steps of a call, and the positions of a career.

use maud::{Markup, html};

use super::words;

/// Height of one row of a time line, in pixels.
const ROW: usize = 44;

/// One step of a call.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) told: String,
    /// Class of its bar.
    pub(crate) class: &'static str,
    pub(crate) from_ms: f64,
    pub(crate) ms: f64,
}

/// The steps of a call over its duration, each with the same in a table below.
pub(crate) fn steps(steps: &[Step], total_ms: f64) -> Markup {
    let total = total_ms.max(0.001);
    let height = steps.len() * ROW;
    html! {
        svg.plot height=(height + 24) role="img"
            aria-label=(format!("{} steps in {}; the same as a table below", steps.len(), words::milliseconds(total_ms))) {
            @for share in [0.0, 0.25, 0.5, 0.75] {
                line.ax x1=(format!("{:.0}%", share * 100.0)) x2=(format!("{:.0}%", share * 100.0)) y1="0" y2=(height) {}
            }
            text x="0" y=(height + 16) { "0 ms" }
            text.e x="100%" y=(height + 16) { (words::milliseconds(total_ms)) }
            @for (row, step) in steps.iter().enumerate() {
                @let x = (step.from_ms / total * 100.0).clamp(0.0, 99.0);
                @let width = (step.ms / total * 100.0).clamp(0.8, 100.0 - x);
                @let is_late = x > 55.0;
                text class=(if is_late { "k e" } else { "k" }) x=(format!("{:.1}%", if is_late { x + width } else { x }))
                    y=(row * ROW + 13) { (step.name) }
                rect class=(step.class) x=(format!("{x:.2}%")) width=(format!("{width:.2}%")) y=(row * ROW + 20) height="10" rx="3" {}
            }
        }
        table.tight.in {
            caption.vh { "Steps" }
            thead { tr { th { "Step" } th { "Outcome" } th.n { "After" } th.n { "Time" } } }
            tbody { @for step in steps {
                tr { td { (step.name) } td.q { (step.told) } td.n.nw.q { (words::milliseconds(step.from_ms)) } td.n.nw { (words::milliseconds(step.ms)) } }
            } }
        }
    }
}

/// One position of a career.
pub(crate) struct Position {
    pub(crate) title: String,
    pub(crate) company: String,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
}

impl Position {
    fn span(&self) -> String {
        let from = self.from.as_deref().map_or_else(|| "start not known".to_owned(), words::date);
        format!(
            "{} · {from} to {}",
            self.company,
            self.to.as_deref().map_or_else(|| "now".to_owned(), words::date)
        )
    }
}

/// The positions of a career, newest first, up to a year such as 2026.9.
pub(crate) fn career(positions: &[Position], now: f64) -> Markup {
    let starts = positions.iter().filter_map(|position| words::years(position.from.as_deref()?));
    let first = starts.fold(now - 1.0, f64::min).floor();
    let last = now + 0.1;
    let x = |year: f64| ((year - first) / (last - first) * 100.0).clamp(0.0, 100.0);
    let (row, height) = (52, positions.len() * 52);
    let years = (last - first).ceil() as i64;
    // Five labels at most: more of them overlap on a phone.
    let every = ((years + 4) / 5).max(1);
    html! {
        svg.plot height=(height + 22) role="img" aria-label=(format!("Career since {first:.0}; the same as a list below")) {
            @for year in (0..=years).step_by(usize::try_from(every).unwrap_or(1)) {
                @let at = x(first + year as f64);
                @if at < 97.0 {
                    line.ax x1=(format!("{at:.2}%")) x2=(format!("{at:.2}%")) y1="0" y2=(height) {}
                    text class=(if at > 4.0 { "m" } else { "" }) x=(format!("{at:.2}%")) y=(height + 16) { (format!("{:.0}", first + year as f64)) }
                }
            }
            line.now x1=(format!("{:.2}%", x(now))) x2=(format!("{:.2}%", x(now))) y1="0" y2=(height) {}
            @for (place, position) in positions.iter().enumerate() {
                @let from = x(position.from.as_deref().and_then(words::years).unwrap_or(first));
                @let to = x(position.to.as_deref().and_then(words::years).unwrap_or(now));
                @let is_late = from > 45.0;
                @let text_x = if is_late { to.max(from) } else { from };
                text class=(if is_late { "k e" } else { "k" }) x=(format!("{text_x:.2}%")) y=(place * row + 14) { (position.title) }
                text class=(if is_late { "e" } else { "" }) x=(format!("{text_x:.2}%")) y=(place * row + 29) { (position.span()) }
                rect class=(if place == 0 { "c1" } else { "c3" }) x=(format!("{from:.2}%"))
                    width=(format!("{:.2}%", (to - from).max(0.8))) y=(place * row + 35) height="7" rx="3.5" {}
            }
        }
        ul.vh { @for position in positions { li { (position.title) ", " (position.span()) } } }
    }
}
