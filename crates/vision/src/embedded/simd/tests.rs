//! Every version of the loops against arithmetic written the long way.

use super::*;

/// A small repeatable source of numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as i64) % below
    }
}

fn expected(sum: i32, channel: usize, lanes: &Lanes<'_>) -> u8 {
    let scaled = (sum + lanes.bias[channel]) as f32 * lanes.scale[channel];
    (scaled.max(lanes.low).min(lanes.high).round_ties_even() as i32 + lanes.zero) as u8
}

#[test]
fn a_tile_is_the_plain_matrix_product_on_every_processor() {
    let mut numbers = Numbers(1);
    for depth in [1usize, 2, 3, 27, 64, 145] {
        let pixels: Vec<Vec<u8>> =
            (0..ROWS).map(|_| (0..depth).map(|_| numbers.next(256) as u8).collect()).collect();
        let weights: Vec<Vec<i8>> =
            (0..LANES).map(|_| (0..depth).map(|_| (numbers.next(256) - 128) as i8).collect()).collect();
        let bias = std::array::from_fn(|_| numbers.next(20_000) as i32 - 10_000);
        let scale = std::array::from_fn(|i| 0.0007 * (i + 1) as f32);
        let lanes = Lanes { bias: &bias, scale: &scale, low: -100.0, high: 155.0, zero: 100 };
        for isa in Isa::all() {
            let cells = depth.div_ceil(isa.group());
            let packed: Vec<u32> = (0..cells)
                .flat_map(|cell| weights.iter().map(move |column| (cell, column)))
                .map(|(cell, column)| {
                    super::cell(
                        isa.group(),
                        column.iter().copied().skip(cell * isa.group()).take(isa.group()),
                    )
                })
                .collect();
            let mut bytes = vec![0; ROWS * cells * 4];
            for (row, out) in pixels.iter().zip(bytes.chunks_exact_mut(cells * 4)) {
                row.iter()
                    .zip(out.chunks_exact_mut(4 / isa.group()))
                    .for_each(|(&value, out)| out[0] = value);
            }
            let starts = std::array::from_fn(|row| row * cells * 4);
            let mut out = Tile::default();
            tile(isa, &bytes, &starts, &packed, lanes, &mut out);
            let fewer = [1, 3, 4, 5, ROWS].map(|rows| {
                let mut plain = Sums::default();
                sums(isa, &bytes, &starts, rows, &packed, &mut plain);
                (rows, plain)
            });
            for (r, row) in pixels.iter().enumerate() {
                for (c, column) in weights.iter().enumerate() {
                    let sum = row.iter().zip(column).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
                    assert_eq!(out[r][c], expected(sum, c, &lanes), "{isa:?} depth {depth} at {r},{c}");
                    for (rows, plain) in fewer.iter().filter(|(rows, _)| r < *rows) {
                        assert_eq!(plain[r][c], sum, "{isa:?} depth {depth} at {r},{c} of {rows}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_window_is_the_plain_sum_over_taps_on_every_processor() {
    let mut numbers = Numbers(2);
    let source: Vec<u8> = (0..2_000).map(|_| numbers.next(256) as u8).collect();
    let offsets = [0, 32, 64, 320, 352, 384, 640, 672, 704];
    let taps: Vec<[i8; LANES]> =
        offsets.iter().map(|_| std::array::from_fn(|_| (numbers.next(256) - 128) as i8)).collect();
    let (bias, scale) = ([250; LANES], std::array::from_fn(|i| 0.001 * (i + 1) as f32));
    let lanes = Lanes { bias: &bias, scale: &scale, low: 0.0, high: 255.0, zero: 0 };
    let pixels = 7;
    for isa in Isa::all() {
        let group = |group: &[[i8; LANES]]| -> [u32; LANES] {
            std::array::from_fn(|c| super::cell(isa.taps(), group.iter().map(|tap| tap[c])))
        };
        let weights: Vec<u32> = taps.chunks(isa.taps()).flat_map(group).collect();
        let mut whole = offsets.to_vec();
        whole.resize(offsets.len().next_multiple_of(isa.taps()), 704);
        let row = Window { source: &source, offsets: &whole, start: 16, step: 64, weights: &weights };
        let mut out = vec![0; pixels * 32];
        window(isa, &row, lanes, &mut out, 32, pixels);
        for (pixel, out) in out.chunks_exact(32).enumerate() {
            for c in 0..LANES {
                let value = |tap: usize| i32::from(source[16 + pixel * 64 + offsets[tap] + c]);
                let sum = (0..offsets.len()).map(|tap| value(tap) * i32::from(taps[tap][c])).sum();
                assert_eq!(out[c], expected(sum, c, &lanes), "{isa:?} pixel {pixel} channel {c}");
            }
        }
    }
}

#[test]
fn products_of_pairs_are_the_plain_sums_on_every_processor() {
    let mut numbers = Numbers(5);
    for depth in [1, 7, 120] {
        let mut pair = |most: i64| [0; 2].map(|_: i16| (numbers.next(2 * most + 1) - most) as i16);
        let rows: [Vec<Pair>; HIGH] = std::array::from_fn(|_| (0..depth).map(|_| pair(1_000)).collect());
        let columns: Vec<[Pair; WIDE]> = (0..depth).map(|_| std::array::from_fn(|_| pair(8_191))).collect();
        for isa in Isa::all() {
            let mut out = [[0; WIDE]; HIGH];
            short_tile(isa, std::array::from_fn(|row| &rows[row][..]), &columns, &mut out);
            for (row, out) in rows.iter().zip(&out) {
                for (column, &out) in out.iter().enumerate() {
                    let product = |(a, b): (&Pair, &[Pair; WIDE])| -> i32 {
                        (0..2).map(|i| i32::from(a[i]) * i32::from(b[column][i])).sum()
                    };
                    let sum: i32 = row.iter().zip(&columns).map(product).sum();
                    assert_eq!(out, sum, "{isa:?} depth {depth} column {column}");
                }
            }
        }
    }
}

#[test]
fn weighted_rows_have_the_same_bits_on_every_processor() {
    let mut numbers = Numbers(4);
    let mut float = || (numbers.next(2_000_001) - 1_000_000) as f32 / 700_001.0;
    let source: Vec<f32> = (0..300).map(|_| float()).collect();
    let (starts, weights) = ([0, 1, 2, 100, 101, 102], [0; 6].map(|_: i32| float()));
    for isa in Isa::all() {
        let mut out = vec![0.0; 70];
        float_taps(isa, Taps { source: &source, starts: &starts, weights: &weights }, &mut out);
        for (x, out) in out.iter().enumerate() {
            let sum = starts
                .iter()
                .zip(weights)
                .fold(0f32, |sum, (start, weight)| sum + weight * source[start + x]);
            assert_eq!(out.to_bits(), sum.to_bits(), "{isa:?} column {x}");
        }
    }
}

#[test]
fn rounding_without_a_library_call_is_to_nearest_even() {
    for value in [-3.5f32, -2.5, -0.5, -0.49, 0.0, 0.5, 1.5, 2.5, 254.5, 255.0, -100_000.5] {
        assert_eq!(portable::round(value), value.round_ties_even() as i32, "{value}");
    }
}
