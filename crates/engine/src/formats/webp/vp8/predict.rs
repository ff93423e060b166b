//! Predictions from the pixels above and to the left, as every decoder makes them.
//! Intraframe prediction: RFC 6386, section 12.

/// Modes of whole luma and chroma blocks; the first four of 4x4 blocks have the same numbers.
pub(super) const DC: u8 = 0;
pub(super) const VERTICAL: u8 = 2;
pub(super) const HORIZONTAL: u8 = 3;

/// What lies around a block of `N` by `N`; outside the image the format's constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<const N: usize> {
    pub(super) above: [u8; N],
    pub(super) left: [u8; N],
    pub(super) corner: u8,
    pub(super) has_above: bool,
    pub(super) has_left: bool,
}

impl<const N: usize> Around<N> {
    /// Row `y` of the prediction.
    #[inline(always)]
    pub(super) fn row(&self, mode: u8, y: usize, average: u8) -> [u8; N] {
        match mode {
            DC => [average; N],
            VERTICAL => self.above,
            HORIZONTAL => [self.left[y]; N],
            _ => {
                let change = i16::from(self.left[y]) - i16::from(self.corner);
                self.above.map(|above| (i16::from(above) + change).clamp(0, 255) as u8)
            }
        }
    }

    /// The value of the DC mode.
    #[inline(always)]
    pub(super) fn average(&self) -> u8 {
        let sum = |edge: &[u8; N]| edge.iter().map(|&v| u32::from(v)).sum::<u32>();
        let (above, left, side) = (sum(&self.above), sum(&self.left), N as u32);
        let value = match (self.has_above, self.has_left) {
            (true, true) => (above + left + side) / (2 * side),
            (true, false) => (above + side / 2) / side,
            (false, true) => (left + side / 2) / side,
            (false, false) => 128,
        };
        value as u8
    }
}

/// The ten predictions of a 4x4 block: row by row, four samples of each mode side by side; the last two are empty.
pub(super) type Predictions = [[u8; 48]; 4];

/// All modes of a 4x4 block. `edge` goes from the lowest pixel on the left over the corner to the last above right.
#[inline(always)]
pub(super) fn all(edge: &[u8; 16], out: &mut Predictions) {
    let wide = |i: usize| u16::from(edge[i]);
    let half: [u8; 12] = std::array::from_fn(|i| ((wide(i) + wide(i + 1) + 1) >> 1) as u8);
    // `smooth[i]` is centred on `edge[i + 1]`.
    let smooth: [u8; 12] =
        std::array::from_fn(|i| ((wide(i) + 2 * wide(i + 1) + wide(i + 2) + 2) >> 2) as u8);
    let last_above = ((wide(11) + 3 * wide(12) + 2) >> 2) as u8;
    let lowest_left = ((wide(1) + 3 * wide(0) + 2) >> 2) as u8;
    let sum: u16 = (0..4).map(wide).sum::<u16>() + (5..9).map(wide).sum::<u16>();
    let average = ((sum + 4) >> 3) as u8;
    let window = |from: &[u8; 12], at: usize| [from[at], from[at + 1], from[at + 2], from[at + 3]];
    // Down and to the left of the diagonal, halves and thirds take turns.
    let down = [
        half[0], smooth[0], half[1], smooth[1], half[2], smooth[2], half[3], smooth[3], smooth[4], smooth[5],
    ];
    let low = edge[0];
    let up = [half[2], smooth[1], half[1], smooth[0], half[0], lowest_left, low, low, low, low];
    let right = [smooth[5], smooth[6], smooth[7], smooth[8], smooth[9], smooth[10], last_above];
    let horizontal = [smooth[2], smooth[1], smooth[0], lowest_left];
    for (y, row) in out.iter_mut().enumerate() {
        let change = i16::from(edge[3 - y]) - i16::from(edge[4]);
        let modes: [[u8; 4]; 10] = [
            [average; 4],
            std::array::from_fn(|x| (i16::from(edge[5 + x]) + change).clamp(0, 255) as u8),
            window(&smooth, 4),
            [horizontal[y]; 4],
            window(&smooth, 3 - y),
            match y {
                0 => window(&half, 4),
                1 => window(&smooth, 3),
                2 => [smooth[2], half[4], half[5], half[6]],
                _ => [smooth[1], smooth[3], smooth[4], smooth[5]],
            },
            [right[y], right[y + 1], right[y + 2], right[y + 3]],
            match y {
                0 => window(&half, 5),
                1 => window(&smooth, 5),
                2 => [half[6], half[7], half[8], smooth[9]],
                _ => [smooth[6], smooth[7], smooth[8], smooth[10]],
            },
            [down[6 - 2 * y], down[7 - 2 * y], down[8 - 2 * y], down[9 - 2 * y]],
            [up[2 * y], up[2 * y + 1], up[2 * y + 2], up[2 * y + 3]],
        ];
        for (mode, samples) in modes.into_iter().enumerate() {
            row[4 * mode..4 * mode + 4].copy_from_slice(&samples);
        }
    }
}
