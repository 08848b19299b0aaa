//! The two populations of a world: that of its claims, and the one outside of them.

/// Number of companies outside the claims.
pub const OUTSIDE_COMPANIES: u64 = 240;
/// Number of people outside the claims, all employees of companies outside the claims.
pub const OUTSIDE_PEOPLE: u64 = OUTSIDE_COMPANIES / SIZES.len() as u64 * SIZES_SUM;

/// Sizes of the companies, repeated in this order, so that both counts are constants.
const SIZES: [u64; 8] = [5, 2, 14, 3, 22, 8, 4, 6];
const SIZES_SUM: u64 = 64;

/// One of the two populations of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// The companies and people of the claims.
    Inside,
    /// The others.
    Outside,
}

impl Side {
    /// The end of the labels of company domains and pages. Inside, a label ends with a name, a city or a number.
    pub(crate) fn company_suffix(self) -> &'static str {
        match self {
            Self::Inside => "",
            Self::Outside => "-hq",
        }
    }

    /// The start of the last part of a profile's URL, which is otherwise a hexadecimal number.
    pub(crate) fn profile_mark(self) -> &'static str {
        match self {
            Self::Inside => "",
            Self::Outside => "x",
        }
    }

    /// The start of the number in a personal address; numbers inside have no leading zero.
    pub(crate) fn number_mark(self) -> &'static str {
        match self {
            Self::Inside => "",
            Self::Outside => "0",
        }
    }
}

/// Number of employees of a company outside.
pub(super) fn company_size(index: u64) -> u64 {
    SIZES[index as usize % SIZES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_the_sizes_is_stated_right() {
        assert_eq!(SIZES.iter().sum::<u64>(), SIZES_SUM);
    }
}
