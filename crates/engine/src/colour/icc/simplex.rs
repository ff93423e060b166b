//! Interpolation between the corners of a cell of any dimension: from the lowest corner one walks along the axes, the
//! farthest first, and meets one corner more than there are axes. In three dimensions these are tetrahedra.

use std::ops::Sub;

/// `steps` holds for each axis how far the place lies along it and how far apart its corners are stored; `whole` is the
/// length of an axis. `visit` gets the weight and the place of each corner.
pub(super) fn walk<T: Copy + PartialOrd + Sub<Output = T>>(
    steps: &mut [(T, usize)],
    whole: T,
    base: usize,
    mut visit: impl FnMut(T, usize),
) {
    // At most four: sorting by insertion is the quickest.
    for i in 1..steps.len() {
        let mut j = i;
        while j > 0 && steps[j - 1].0 < steps[j].0 {
            steps.swap(j - 1, j);
            j -= 1;
        }
    }
    let (mut left, mut at) = (whole, base);
    for &(along, stride) in steps.iter() {
        visit(left - along, at);
        (left, at) = (along, at + stride);
    }
    visit(left, at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_met_everywhere_and_weights_add_up() {
        // Corners hold 10 x + 100 y + 1000 z of a cell of length 16.
        let value = |at: usize| [0, 10, 100, 110, 1000, 1010, 1100, 1110][at];
        for (x, y, z) in [(0, 0, 0), (16, 16, 16), (3, 9, 1), (9, 3, 12), (5, 5, 5), (16, 0, 8)] {
            let (mut sum, mut weights) = (0, 0);
            walk(&mut [(x, 1), (y, 2), (z, 4)], 16, 0, |weight, at| {
                weights += weight;
                if weight > 0 {
                    sum += weight * value(at);
                }
            });
            assert_eq!((sum, weights), (10 * x + 100 * y + 1000 * z, 16));
        }
    }
}
