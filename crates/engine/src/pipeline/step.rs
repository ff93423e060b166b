//! What is done to the pixels of an image, one thing after another. The plan decides which steps and in which order; every way
//! through the engine matches on all of them, so that a new step does not compile before each way knows it.

use crate::orient;

/// One thing that is done between reading and writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Pixels, and chroma where there is any, in the size of the result, as stored.
    Fit { width: u32, height: u32 },
    /// To sRGB, unless the profile stays with the samples.
    Colour,
    /// From stored to upright.
    Turn(u8),
    /// The recipe's marks.
    Mark,
}

/// The steps to an upright size.
pub(crate) fn steps((width, height): (u32, u32), orientation: u8, marks: bool) -> Vec<Step> {
    let (width, height) = if orient::swaps(orientation) { (height, width) } else { (width, height) };
    let turns = (2..=8).contains(&orientation);
    let all = [
        Some(Step::Fit { width, height }),
        Some(Step::Colour),
        turns.then_some(Step::Turn(orientation)),
        marks.then_some(Step::Mark),
    ];
    all.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_is_done_and_always_in_the_same_order() {
        assert_eq!(steps((30, 20), 1, false), [Step::Fit { width: 30, height: 20 }, Step::Colour]);
        assert_eq!(
            steps((30, 20), 6, true),
            [Step::Fit { width: 20, height: 30 }, Step::Colour, Step::Turn(6), Step::Mark]
        );
        assert_eq!(steps((3, 2), 77, false).len(), 2, "an orientation that does not exist turns nothing");
    }
}
