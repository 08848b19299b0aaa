//! A reliability diagram: what was stated beside the share that was right, with the same numbers as a table.

use maud::{Markup, html};

use crate::parts::words;

/// Height of the drawn part, in pixels.
const HEIGHT: f64 = 240.0;
/// Where the scale begins, in per cent of the width; the labels stand before it.
const LEFT: f64 = 12.0;
/// Radius of the smallest and of the largest point, in pixels.
const RADIUS: (f64, f64) = (4.0, 10.0);

/// Answers of similar confidence.
pub(crate) struct Band {
    /// How many they are.
    pub(crate) pairs: f64,
    /// Their mean confidence, from 0 to 1.
    pub(crate) stated: f64,
    /// The share of them that is right.
    pub(crate) right: f64,
}

/// The diagram. A point lies on the line where answers are right as often as they say; its size tells how many they are.
pub(crate) fn diagram(label: &str, bands: &[Band]) -> Markup {
    let x = |share: f64| format!("{:.2}%", LEFT + share.clamp(0.0, 1.0) * (98.0 - LEFT));
    let y = |share: f64| format!("{:.1}", HEIGHT - share.clamp(0.0, 1.0) * (HEIGHT - 12.0));
    let most = bands.iter().map(|band| band.pairs).fold(1.0, f64::max);
    html! {
        svg.plot height="276" role="img" aria-label=(label) {
            @for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                line.ax x1=(x(0.0)) x2=(x(1.0)) y1=(y(share)) y2=(y(share)) {}
                text x="0" y=(format!("{:.1}", HEIGHT - share * (HEIGHT - 12.0) + 4.0)) { (percent(share)) }
                text.m x=(x(share)) y="258" { (percent(share)) }
            }
            text x=(x(0.02)) y="28" { "right" }
            text.e x=(x(1.0)) y="274" { "stated" }
            line.ln.d x1=(x(0.0)) y1=(y(0.0)) x2=(x(1.0)) y2=(y(1.0)) {}
            @for band in bands {
                line.arc x1=(x(band.stated)) x2=(x(band.stated)) y1=(y(band.stated)) y2=(y(band.right)) {}
                circle.c1 cx=(x(band.stated)) cy=(y(band.right)) r=(format!("{:.1}", RADIUS.0 + (RADIUS.1 - RADIUS.0) * (band.pairs / most).sqrt())) {
                    title { "stated " (exact(band.stated)) " · right " (exact(band.right)) " · " (words::number(band.pairs)) " pairs" }
                }
            }
        }
    }
}

/// The same as a table.
pub(crate) fn table(bands: &[Band]) -> Markup {
    html! {
        table.tight {
            thead { tr { th.n { "Stated" } th.n { "Right" } th.n { "Apart" } th.n { "Pairs" } } }
            tbody { @for band in bands {
                tr { td.n { (exact(band.stated)) } td.n { (exact(band.right)) } td.n { (apart(band)) } td.n { (words::number(band.pairs)) } }
            } }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn exact(share: f64) -> String {
    words::per_cent(share, 1.0)
}

/// How far right is from stated, in points; below zero where answers are surer than they should be.
fn apart(band: &Band) -> String {
    let points = ((band.right - band.stated) * 1_000.0).round() / 10.0;
    format!("{}{}", if points > 0.0 { "+" } else { "" }, words::number(points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_they_belong_and_tell_their_numbers() {
        let bands =
            [Band { pairs: 40.0, stated: 0.5, right: 0.25 }, Band { pairs: 10.0, stated: 1.0, right: 1.0 }];
        let drawn = diagram("People", &bands).into_string();
        assert!(drawn.contains("cx=\"55.00%\" cy=\"183.0\" r=\"10.0\""), "{drawn}");
        assert!(drawn.contains("cx=\"98.00%\" cy=\"12.0\" r=\"7.0\""), "{drawn}");
        assert!(drawn.contains("stated 50 % · right 25 % · 40 pairs"), "{drawn}");
        let rows = table(&bands).into_string();
        assert!(rows.contains("−25") && rows.contains("100 %"), "{rows}");
    }
}
