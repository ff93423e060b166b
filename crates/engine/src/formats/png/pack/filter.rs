//! What is left of a row when its neighbours have foretold it. Filtering: PNG 3, section 9.

/// Bytes before a row that count as zero, as many as a pixel of RGBA has at 16 bits a sample.
const EDGE: usize = 8;

/// By what a row's filter is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Choice {
    /// No row is filtered.
    None,
    /// The smallest sum of what is left.
    Sum,
    /// The fewest bits with a code of the row's own.
    Entropy,
    /// The fewest different pairs of neighbours.
    Pairs,
}

/// Chooses a filter for each row.
pub(in super::super) struct Filter {
    choice: Choice,
    /// Bytes a pixel.
    pixel: usize,
    /// The row above and this one, each behind [`EDGE`] zeros.
    above: Vec<u8>,
    row: Vec<u8>,
    best: Vec<u8>,
    trial: Vec<u8>,
}

impl Filter {
    /// Rows of `length` bytes.
    pub(in super::super) fn new(length: usize, pixel: usize, choice: Choice) -> Self {
        let row = vec![0; EDGE + length];
        Self { choice, pixel, above: row.clone(), row, best: Vec::new(), trial: Vec::new() }
    }

    /// Where the next row's samples go, before [`Filter::filtered`].
    pub(in super::super) fn row(&mut self) -> &mut [u8] {
        std::mem::swap(&mut self.above, &mut self.row);
        &mut self.row[EDGE..]
    }

    /// The row's filter and what it leaves.
    pub(in super::super) fn filtered(&mut self) -> &[u8] {
        let (x, b) = (&self.row[EDGE..], &self.above[EDGE..]);
        let (a, c) = (&self.row[EDGE - self.pixel..], &self.above[EDGE - self.pixel..]);
        let mut least = u64::MAX;
        let kinds = if self.choice == Choice::None { 0..1u8 } else { 0..5 };
        for kind in kinds {
            let out = &mut self.trial;
            out.clear();
            out.push(kind);
            let around = x.iter().zip(a).zip(b.iter().zip(c)).map(|((&x, &a), (&b, &c))| (x, a, b, c));
            match kind {
                0 => out.extend_from_slice(x),
                1 => out.extend(around.map(|(x, a, ..)| x.wrapping_sub(a))),
                2 => out.extend(around.map(|(x, _, b, _)| x.wrapping_sub(b))),
                3 => out.extend(around.map(|(x, a, b, _)| x.wrapping_sub(a.midpoint(b)))),
                _ => out.extend(around.map(|(x, a, b, c)| x.wrapping_sub(paeth(a, b, c)))),
            }
            let rest = match self.choice {
                Choice::None => 0,
                Choice::Sum => sum(&out[1..]),
                Choice::Entropy => entropy(&out[1..]),
                Choice::Pairs => pairs(&out[1..]),
            };
            if rest < least {
                least = rest;
                std::mem::swap(&mut self.best, &mut self.trial);
            }
        }
        &self.best
    }
}

/// Whichever of left, above and above left is nearest to left + above - above left; the first of equals.
fn paeth(a: u8, b: u8, c: u8) -> u8 {
    let (wide_a, wide_b, wide_c) = (i16::from(a), i16::from(b), i16::from(c));
    let from_a = (wide_b - wide_c).abs();
    let from_b = (wide_a - wide_c).abs();
    let from_c = (wide_a + wide_b - 2 * wide_c).abs();
    let (nearer, distance) = if from_b < from_a { (b, from_b) } else { (a, from_a) };
    if from_c < distance { c } else { nearer }
}

/// The bytes as signed distances from zero, summed.
fn sum(bytes: &[u8]) -> u64 {
    let part =
        |chunk: &[u8]| chunk.iter().map(|&byte| u32::from(byte.cast_signed().unsigned_abs())).sum::<u32>();
    bytes.chunks(1 << 12).map(|chunk| u64::from(part(chunk))).sum()
}

/// Bits of the bytes with the best code for them, in 1/256; logarithms of whole numbers, so that all machines agree.
fn entropy(bytes: &[u8]) -> u64 {
    let mut counts = [0u32; 256];
    bytes.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    let weigh = |count: u32| u64::from(count) * u64::from(logarithm(count));
    weigh(bytes.len() as u32) - counts.into_iter().map(weigh).sum::<u64>().min(weigh(bytes.len() as u32))
}

/// Of base 2, times 256, with a straight line between powers.
fn logarithm(value: u32) -> u32 {
    let power = value.max(1).ilog2();
    let above = u64::from(value.max(1)) - (1 << power);
    256 * power + ((above << 8) >> power) as u32
}

fn pairs(bytes: &[u8]) -> u64 {
    let mut seen = vec![0u64; 1 << 10];
    for pair in bytes.windows(2) {
        let at = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        seen[at >> 6] |= 1 << (at & 63);
    }
    seen.iter().map(|bits| u64::from(bits.count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(rows: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut filter = Filter::new(rows[0].len(), 1, Choice::Sum);
        rows.iter()
            .map(|row| {
                filter.row().copy_from_slice(row);
                filter.filtered().to_vec()
            })
            .collect()
    }

    #[test]
    fn each_row_takes_the_filter_that_leaves_least() {
        let slope: &[u8] = &[10, 20, 30, 40];
        let tiny: &[u8] = &[1, 255, 1, 255];
        assert_eq!(filtered(&[slope, slope]), [[1, 10, 10, 10, 10], [2, 0, 0, 0, 0]]);
        assert_eq!(filtered(&[tiny]), [[0, 1, 255, 1, 255]]);
    }

    #[test]
    fn the_nearest_neighbour_wins_and_left_comes_first() {
        assert_eq!(paeth(10, 10, 10), 10);
        assert_eq!(paeth(10, 20, 10), 20);
        assert_eq!(paeth(20, 10, 10), 20);
        assert_eq!(paeth(0, 255, 128), 128);
        assert_eq!(paeth(7, 9, 8), 8);
        assert_eq!(paeth(5, 5, 9), 5);
    }
}
