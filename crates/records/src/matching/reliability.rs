//! Whether stated confidences are true: of the answers stated with 0.8, eight in ten have to be right.

use serde::Serialize;

/// Lower ends of the bands in which answers are compared.
const BANDS: [f64; 8] = [0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98];

/// Stated confidences beside the shares of right answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reliability {
    /// Answers that were compared.
    pub answers: usize,
    /// Expected calibration error: the mean distance of stated and right, each band weighted by its answers.
    pub error: f64,
    /// Bands with answers, the least sure first.
    pub bands: Vec<Band>,
}

/// Answers of similar confidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Band {
    /// Least confidence.
    pub from: f64,
    /// Answers in this band.
    pub answers: usize,
    /// Their mean confidence.
    pub stated: f64,
    /// The share of them that is right.
    pub right: f64,
}

impl Reliability {
    /// Compares stated confidences with whether the answer was right.
    pub fn of(answers: &[(f64, bool)]) -> Self {
        let mut reliability = Self { answers: answers.len(), ..Self::default() };
        for (at, from) in BANDS.iter().enumerate() {
            let below = BANDS.get(at + 1).copied().unwrap_or(f64::INFINITY);
            let of_band: Vec<_> =
                answers.iter().filter(|(stated, _)| (*from..below).contains(stated)).collect();
            if of_band.is_empty() {
                continue;
            }
            let count = of_band.len() as f64;
            let stated = of_band.iter().map(|(stated, _)| stated).sum::<f64>() / count;
            let right = of_band.iter().filter(|(_, is_right)| *is_right).count() as f64 / count;
            reliability.error += (stated - right).abs() * count / answers.len() as f64;
            reliability.bands.push(Band { from: *from, answers: of_band.len(), stated, right });
        }
        reliability
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_the_mean_distance_of_stated_and_right() {
        let always_right = [(0.75, true), (0.75, true), (0.99, true), (0.99, true)];
        let reliability = Reliability::of(&always_right);
        assert_eq!(reliability.bands.len(), 2);
        assert!((reliability.error - 0.13).abs() < 1e-9);
        assert_eq!(Reliability::of(&[]), Reliability::default());
        let true_to_its_word = [(0.5, true), (0.5, false)];
        assert_eq!(Reliability::of(&true_to_its_word).error, 0.0);
    }
}
