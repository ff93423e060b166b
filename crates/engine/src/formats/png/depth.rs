//! From 16 bits a sample to 8. An ordered pattern decides which way a value between two falls, so that a soft gradient
//! does not become steps; a value that 8 bits can hold stays exactly that.

/// Thresholds of 8 x 8 pixels, in 64 steps.
const PATTERN: [[u8; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// The row `y` of 16-bit samples in place: the 8-bit ones are its first half.
pub(super) fn narrow_row(row: &mut [u8], channels: usize, y: usize) {
    narrow_every(row, channels, y, |x| x);
}

/// The same for some of the row's pixels, with the place of each.
pub(super) fn narrow_every(row: &mut [u8], channels: usize, y: usize, place: impl Fn(usize) -> usize) {
    let thresholds = &PATTERN[y % 8];
    for i in 0..row.len() / 2 {
        let sample = u16::from_be_bytes([row[2 * i], row[2 * i + 1]]);
        row[i] = narrow(sample, thresholds[place(i / channels) % 8]);
    }
}

/// All rows of an image in place; what is left over behind them is cut off.
pub(super) fn narrow_all(samples: &mut Vec<u8>, channels: usize, width: usize) {
    let row_bytes = width * channels * 2;
    if row_bytes == 0 {
        return;
    }
    let rows = samples.len() / row_bytes;
    for y in 0..rows {
        narrow_row(&mut samples[y * row_bytes..][..row_bytes], channels, y);
        samples.copy_within(y * row_bytes..y * row_bytes + row_bytes / 2, y * row_bytes / 2);
    }
    samples.truncate(rows * row_bytes / 2);
}

fn narrow(sample: u16, threshold: u8) -> u8 {
    // Both sides of `sample / 257 + (threshold + 0.5) / 64`, times 257 * 128.
    ((u32::from(sample) * 128 + (2 * u32::from(threshold) + 1) * 257) / (257 * 128)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_eight_bits_can_hold_stays_and_the_rest_is_right_on_average() {
        let all = || PATTERN.iter().flatten().copied();
        for value in 0..=255u8 {
            assert!(all().all(|threshold| narrow(u16::from(value) * 257, threshold) == value), "{value}");
        }
        for sample in [1u16, 100, 5_000, 32_767, 65_000] {
            let mean = all().map(|threshold| f64::from(narrow(sample, threshold))).sum::<f64>() / 64.0;
            assert!((mean - f64::from(sample) / 257.0).abs() <= 1.0 / 64.0, "{sample}: {mean}");
        }
    }

    #[test]
    fn a_image_is_narrowed_as_its_rows_are() {
        let samples: Vec<u8> = (0..3 * 2 * 4 * 5u32).map(|i| (i * 37 % 256) as u8).collect();
        let mut all = samples.clone();
        narrow_all(&mut all, 3, 4);
        let rows = samples.chunks_exact(24).enumerate().flat_map(|(y, row)| {
            let mut row = row.to_vec();
            narrow_row(&mut row, 3, y);
            row[..12].to_vec()
        });
        assert_eq!(all, rows.collect::<Vec<_>>());
    }
}
