//! Charts as SVG. Positions and widths are in per cent and heights in pixels, so that drawings stretch and text does not.

pub(crate) mod reliability;

use maud::{Markup, html};

use super::words;

/// Height of the drawn part, in pixels.
const HEIGHT: f64 = 200.0;
/// Where the first column begins, in per cent; the labels of the axis stand before it.
const LEFT: f64 = 5.0;

/// One column: what stands under it, and its parts in the order of the series.
pub(crate) struct Column {
    /// Shown under the column, if it has room.
    pub(crate) label: Option<String>,
    /// Read out for each part.
    pub(crate) name: String,
    /// One value for each series.
    pub(crate) parts: Vec<f64>,
}

/// Stacked columns.
pub(crate) fn columns(label: &str, unit: &str, series: &[String], columns: &[Column]) -> Markup {
    let most = columns.iter().map(|column| column.parts.iter().sum::<f64>()).fold(0.0, f64::max);
    let top = round_up(most);
    let step = (100.0 - LEFT) / columns.len().max(1) as f64;
    let y = |value: f64| HEIGHT - value / top * (HEIGHT - 12.0);
    html! {
        svg.plot height="224" role="img" aria-label=(label) {
            @for line in 0..=4 {
                @let value = top / 4.0 * f64::from(line);
                line.ax x1="0" x2="100%" y1=(format!("{:.1}", y(value))) y2=(format!("{:.1}", y(value))) {}
                @if line > 0 { text x="0" y=(format!("{:.1}", y(value) - 4.0)) {
                    (words::number(value)) @if line == 4 { " " (unit) }
                } }
            }
            @for (place, column) in columns.iter().enumerate() {
                @let x = LEFT + step * place as f64;
                @for (part, from, value) in stacked(&column.parts) {
                    rect class={ "c" (part + 1) } x=(format!("{x:.2}%")) width=(format!("{:.2}%", step * 0.7))
                        y=(format!("{:.1}", y(from + value))) height=(format!("{:.1}", (y(from) - y(from + value)).max(1.0))) {
                        title { (column.name) " · " (series[part]) " · " (words::number(value)) " " (unit) }
                    }
                }
                @if column.parts.iter().sum::<f64>() == 0.0 {
                    rect.tr x=(format!("{x:.2}%")) width=(format!("{:.2}%", step * 0.7)) y="197" height="3" {}
                }
                @if let Some(label) = &column.label {
                    text.m x=(format!("{:.2}%", x + step * 0.35)) y="218" { (label) }
                }
            }
        }
    }
}

/// Series, lower end and value of each part that is not empty.
fn stacked(parts: &[f64]) -> Vec<(usize, f64, f64)> {
    let mut from = 0.0;
    let mut stacked = Vec::new();
    for (series, value) in parts.iter().enumerate().filter(|(_, value)| **value > 0.0) {
        stacked.push((series.min(4), from, *value));
        from += value;
    }
    stacked
}

/// The next number that divides well by four.
fn round_up(most: f64) -> f64 {
    let mut size = 1.0;
    while size * 100.0 < most {
        size *= 10.0;
    }
    [4.0, 8.0, 12.0, 20.0, 40.0, 60.0, 80.0, 100.0]
        .map(|top| top * size)
        .into_iter()
        .find(|top| *top >= most)
        .unwrap_or(most)
}

/// A bar filled to a share of 0 to 1.
pub(crate) fn bar(class: &str, share: f64) -> Markup {
    html! {
        svg.bar height="6" aria-hidden="true" {
            rect.tr width="100%" height="6" rx="3" {}
            rect class=(class) width=(format!("{:.0}%", share.clamp(0.0, 1.0) * 100.0)) height="6" rx="3" {}
        }
    }
}

/// A square in the colour of a series.
pub(crate) fn swatch(series: usize) -> Markup {
    html! { svg width="10" height="10" aria-hidden="true" { rect class={ "c" (series + 1) } width="10" height="10" rx="2" {} } }
}

/// A table of bars: name, bar and number.
pub(crate) fn bars(rows: &[(String, f64)]) -> Markup {
    let most = rows.iter().map(|(_, value)| *value).fold(1.0, f64::max);
    html! {
        table.tight.bars { tbody { @for (name, value) in rows {
            tr { td.nw { (name) } td.w { (bar("c2", value / most)) } td.n { (words::number(*value)) } }
        } } }
    }
}

/// A balance over time: points in order, and where it goes at this pace.
pub(crate) fn burn_down(label: &str, points: &[f64], ahead: Option<f64>, from: &str, to: &str) -> Markup {
    let all = points.iter().copied().chain(ahead);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let (low, high) = ((low - (high - low) * 0.15).max(0.0), if high > low { high } else { high + 1.0 });
    let y = |value: f64| 150.0 - (value - low) / (high - low) * 140.0;
    let split = if ahead.is_some() { 500.0 } else { 1000.0 };
    let step = split / (points.len().max(2) - 1) as f64;
    let path: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(place, value)| format!("{:.0},{:.1}", step * place as f64, y(*value)))
        .collect();
    let today = points.last().copied().unwrap_or(0.0);
    html! {
        svg.plot height="184" role="img" aria-label=(label) {
            @for value in [low, f64::midpoint(low, high), high] {
                line.ax x1="0" x2="100%" y1=(format!("{:.1}", y(value))) y2=(format!("{:.1}", y(value))) {}
                text x="0" y=(format!("{:.1}", y(value) + 14.0)) { (words::number(value.round())) }
            }
            svg x="13%" width="85%" height="160" viewBox="0 0 1000 160" preserveAspectRatio="none" overflow="visible" {
                polygon.ar points=(format!("0,160 {} {split},160", path.join(" "))) {}
                polyline.ln vector-effect="non-scaling-stroke" points=(path.join(" ")) {}
                @if let Some(ahead) = ahead {
                    line.ln.d vector-effect="non-scaling-stroke" x1="500" y1=(format!("{:.1}", y(today)))
                        x2="1000" y2=(format!("{:.1}", y(ahead))) {}
                }
            }
            text x="13%" y="178" { (from) }
            text.e x="98%" y="178" { (to) }
        }
    }
}
