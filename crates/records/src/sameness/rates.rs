//! How often claims about one person agree in a trait: assumed at first, then learned from claims that something else
//! joins. In a file where birth dates are often wrong, another date is weak evidence for another person.

/// Pairs of claims that have to be counted before the rates are used.
pub(super) const PAIRS_MIN: u64 = 100;
/// Weight of the assumed rates, in pairs.
const ASSUMED_PAIRS: f64 = 50.0;
/// Most bits by which learned rates change the evidence.
const CHANGE_BITS_MAX: f64 = 4.0;

/// How a trait agrees in two claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Same,
    Similar,
    Different,
}

/// A trait whose rates are learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rated {
    Birth,
    City,
    Street,
    Postcode,
    Employer,
    Phone,
    Email,
}

impl Rated {
    pub(super) const ALL: [Self; 7] =
        [Self::Birth, Self::City, Self::Street, Self::Postcode, Self::Employer, Self::Phone, Self::Email];

    /// The assumed rates of each outcome.
    const fn assumed(self) -> [f64; 3] {
        match self {
            Self::Birth => [0.8, 0.17, 0.03],
            Self::City => [0.7, 0.12, 0.18],
            Self::Street => [0.7, 0.15, 0.15],
            Self::Postcode => [0.8, 0.1, 0.1],
            Self::Employer => [0.75, 0.01, 0.24],
            Self::Phone => [0.8, 0.01, 0.19],
            Self::Email => [0.7, 0.2, 0.1],
        }
    }
}

/// In how many pairs of claims about one person each trait was the same, similar or different.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AgreementCounts(pub [[u64; 3]; Rated::ALL.len()]);

/// Bits that the evidence of each trait changes by, for each outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rates([[f64; 3]; Rated::ALL.len()]);

impl AgreementCounts {
    pub(super) fn add(&mut self, rated: Rated, outcome: Outcome) {
        self.0[rated as usize][outcome as usize] += 1;
    }

    /// The counts of both.
    #[must_use]
    pub fn with(mut self, more: &Self) -> Self {
        for (counts, more) in self.0.iter_mut().flatten().zip(more.0.iter().flatten()) {
            *counts += more;
        }
        self
    }

    /// How many pairs were counted in the trait that most claims have.
    pub fn pairs(&self) -> u64 {
        self.0.iter().map(|counts| counts.iter().sum()).max().unwrap_or(0)
    }

    /// What the counts change about the evidence; nothing of a trait of which few pairs were counted.
    pub fn rates(&self) -> Rates {
        let mut rates = Rates::default();
        for ((bits, counts), rated) in rates.0.iter_mut().zip(&self.0).zip(Rated::ALL) {
            let pairs: u64 = counts.iter().sum();
            if pairs < PAIRS_MIN {
                continue;
            }
            for ((bits, count), assumed) in bits.iter_mut().zip(counts).zip(rated.assumed()) {
                let learned = (*count as f64 + ASSUMED_PAIRS * assumed) / (pairs as f64 + ASSUMED_PAIRS);
                *bits = (learned / assumed).log2().clamp(-CHANGE_BITS_MAX, CHANGE_BITS_MAX);
            }
        }
        rates
    }
}

impl Rates {
    /// Whether nothing was learned.
    pub(super) fn are_assumed(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn change(&self, rated: Rated, outcome: Outcome) -> f64 {
        self.0[rated as usize][outcome as usize]
    }
}
