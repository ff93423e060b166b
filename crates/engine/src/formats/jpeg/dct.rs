//! The cosine transforms, written on vectors. Blocks are held transposed (one vector is one column of coefficients),
//! which leaves one transposition between the two passes. All arithmetic is integer, 13-bit constants.
//! FDCT and IDCT: ITU-T T.81, A.3.3.

use crate::simd::{Lanes, Narrow, Simd, Wide, array};

// sqrt(2) * cos(k * pi / 16) in 13 bits.
const C1: i32 = 11363;
const C2: i32 = 10703;
const C3: i32 = 9633;
const C5: i32 = 6436;
const C6: i32 = 4433;
const C7: i32 = 2260;
const ONE: i32 = 8192;

// Half of cos(k * pi / 8), and sqrt(1/8), in 15 bits: the 4-point transform of a halved image.
const HALF_DC: i32 = 11585;
const HALF_1: i32 = 15137;
const HALF_3: i32 = 6270;

#[inline(always)]
fn transpose<L: Lanes>(r: [L; 8]) -> [L; 8] {
    let (a0, a1, a2, a3) = (r[0].low16(r[1]), r[0].high16(r[1]), r[2].low16(r[3]), r[2].high16(r[3]));
    let (a4, a5, a6, a7) = (r[4].low16(r[5]), r[4].high16(r[5]), r[6].low16(r[7]), r[6].high16(r[7]));
    let (b0, b1, b2, b3) = (a0.low32(a2), a0.high32(a2), a1.low32(a3), a1.high32(a3));
    let (b4, b5, b6, b7) = (a4.low32(a6), a4.high32(a6), a5.low32(a7), a5.high32(a7));
    [
        b0.low64(b4),
        b0.high64(b4),
        b1.low64(b5),
        b1.high64(b5),
        b2.low64(b6),
        b2.high64(b6),
        b3.low64(b7),
        b3.high64(b7),
    ]
}

/// Two 32-bit halves of eight lanes.
#[derive(Clone, Copy)]
struct Sums<L>(L, L);

impl<L: Lanes> Sums<L> {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add32(other.0), self.1.add32(other.1))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub32(other.0), self.1.sub32(other.1))
    }

    #[inline(always)]
    fn narrow<const SHIFT: i32>(self) -> L {
        self.0.shr32::<SHIFT>().pack32(self.1.shr32::<SHIFT>())
    }

    #[inline(always)]
    fn round<const SHIFT: i32>(self) -> L {
        let half = L::splat32(1 << (SHIFT - 1));
        self.add(Self(half, half)).narrow::<SHIFT>()
    }
}

/// Lanes of two vectors side by side, ready to be multiplied with pairs of constants.
#[derive(Clone, Copy)]
struct Couple<L>(L, L);

impl<L: Lanes> Couple<L> {
    #[inline(always)]
    fn of(a: L, b: L) -> Self {
        Self(a.low16(b), a.high16(b))
    }

    /// `a * first + b * second`.
    #[inline(always)]
    fn dot(self, first: i32, second: i32) -> Sums<L> {
        let constants = L::splat_pair(first, second);
        Sums(self.0.madd(constants), self.1.madd(constants))
    }
}

#[inline(always)]
fn butterflies<L: Lanes, const SHIFT: i32>(even: [Sums<L>; 4], odd: [Sums<L>; 4]) -> [L; 8] {
    [
        even[0].add(odd[0]).narrow::<SHIFT>(),
        even[1].add(odd[1]).narrow::<SHIFT>(),
        even[2].add(odd[2]).narrow::<SHIFT>(),
        even[3].add(odd[3]).narrow::<SHIFT>(),
        even[3].sub(odd[3]).narrow::<SHIFT>(),
        even[2].sub(odd[2]).narrow::<SHIFT>(),
        even[1].sub(odd[1]).narrow::<SHIFT>(),
        even[0].sub(odd[0]).narrow::<SHIFT>(),
    ]
}

/// One pass of the inverse transform across the eight vectors.
#[inline(always)]
fn inverse_pass<L: Lanes, const SHIFT: i32>(i: [L; 8]) -> [L; 8] {
    let half = L::splat32(1 << (SHIFT - 1));
    let half = Sums(half, half);
    let ends = Couple::of(i[0], i[4]);
    let (sum, difference) = (ends.dot(ONE, ONE).add(half), ends.dot(ONE, -ONE).add(half));
    let sides = Couple::of(i[2], i[6]);
    let (outer, inner) = (sides.dot(C2, C6), sides.dot(C6, -C2));
    let even = [sum.add(outer), difference.add(inner), difference.sub(inner), sum.sub(outer)];
    let (a, b) = (Couple::of(i[1], i[3]), Couple::of(i[5], i[7]));
    let odd = [
        a.dot(C1, C3).add(b.dot(C5, C7)),
        a.dot(C3, -C7).add(b.dot(-C1, -C5)),
        a.dot(C5, -C1).add(b.dot(C7, C3)),
        a.dot(C7, -C5).add(b.dot(C3, -C1)),
    ];
    butterflies::<L, SHIFT>(even, odd)
}

/// The same when the last four vectors are zero: the same sums with the zero terms left out, so the same bits.
#[inline(always)]
fn inverse_pass_of_four<L: Lanes, const SHIFT: i32>(i: [L; 4]) -> [L; 8] {
    let half = L::splat32(1 << (SHIFT - 1));
    let half = Sums(half, half);
    let ends = Couple::of(i[0], i[2]);
    let (e0, e1) = (ends.dot(ONE, C2).add(half), ends.dot(ONE, C6).add(half));
    let (e2, e3) = (ends.dot(ONE, -C6).add(half), ends.dot(ONE, -C2).add(half));
    let a = Couple::of(i[1], i[3]);
    let odd = [a.dot(C1, C3), a.dot(C3, -C7), a.dot(C5, -C1), a.dot(C7, -C5)];
    butterflies::<L, SHIFT>([e0, e1, e2, e3], odd)
}

/// Samples around 128 instead of 0.
#[inline(always)]
fn centred<L: Lanes, const N: usize>(rows: [L; N]) -> [L; N] {
    let middle = L::splat16(128);
    array(|k| rows[k].add16(middle))
}

/// Dequantised columns in, rows of samples (16 bits, not yet clamped) out.
#[inline(always)]
pub(super) fn inverse<L: Lanes>(columns: [L; 8]) -> [L; 8] {
    centred(inverse_pass::<L, 18>(transpose(inverse_pass::<L, 11>(columns))))
}

/// [`inverse`] for blocks whose coefficients all lie in the first four columns and rows.
#[inline(always)]
pub(super) fn inverse_of_quarter<L: Lanes>(columns: [L; 4]) -> [L; 8] {
    let rows = transpose(inverse_pass_of_four::<L, 11>(columns));
    centred(inverse_pass_of_four::<L, 18>([rows[0], rows[1], rows[2], rows[3]]))
}

#[inline(always)]
fn half_pass<L: Lanes, const SHIFT: i32>(i: [L; 4]) -> [L; 4] {
    let half = L::splat32(1 << (SHIFT - 1));
    let half = Sums(half, half);
    let even = Couple::of(i[0], i[2]);
    let (e0, e1) = (even.dot(HALF_DC, HALF_DC).add(half), even.dot(HALF_DC, -HALF_DC).add(half));
    let odd = Couple::of(i[1], i[3]);
    let (o0, o1) = (odd.dot(HALF_1, HALF_3), odd.dot(HALF_3, -HALF_1));
    [
        e0.add(o0).narrow::<SHIFT>(),
        e1.add(o1).narrow::<SHIFT>(),
        e1.sub(o1).narrow::<SHIFT>(),
        e0.sub(o0).narrow::<SHIFT>(),
    ]
}

/// 4 x 4 samples from the lowest 4 x 4 coefficients, two blocks in each 128 bits: `columns[c]` holds column `c` of the
/// first block and then of the second. The result's first vector holds rows 0 and 1 (block by block), the second 2 and 3,
/// as bytes.
#[inline(always)]
pub(super) fn inverse_half<L: Lanes>(columns: [L; 4]) -> [L; 2] {
    let r = half_pass::<L, 12>(columns);
    let (t0, t1, t2, t3) = (r[0].low16(r[1]), r[2].low16(r[3]), r[0].high16(r[1]), r[2].high16(r[3]));
    let (a01, a23, b01, b23) = (t0.low32(t1), t0.high32(t1), t2.low32(t3), t2.high32(t3));
    let rows = [a01.low64(b01), a01.high64(b01), a23.low64(b23), a23.high64(b23)];
    let r = centred(half_pass::<L, 18>(rows));
    [r[0].pack16(r[1]), r[2].pack16(r[3])]
}

/// Four samples of a quarter-size image: mean, vertical, horizontal and diagonal coefficient.
pub(super) fn inverse_quarter(mean: i32, down: i32, across: i32, both: i32) -> [u8; 4] {
    let sample = |sum: i32| (((sum + 4) >> 3) + 128).clamp(0, 255) as u8;
    [
        sample(mean + down + across + both),
        sample(mean + down - across - both),
        sample(mean - down + across - both),
        sample(mean - down - across + both),
    ]
}

/// The one sample of a block in an image of an eighth.
pub(super) fn mean(dc: i32) -> u8 {
    (((dc + 4) >> 3) + 128).clamp(0, 255) as u8
}

#[inline(always)]
fn forward_pass<L: Lanes, const FIRST: bool>(i: [L; 8]) -> [L; 8] {
    let (s0, s1, s2, s3) = (i[0].add16(i[7]), i[1].add16(i[6]), i[2].add16(i[5]), i[3].add16(i[4]));
    let (d0, d1, d2, d3) = (i[0].sub16(i[7]), i[1].sub16(i[6]), i[2].sub16(i[5]), i[3].sub16(i[4]));
    let (outer, inner) = (s0.add16(s3), s1.add16(s2));
    let scale = |sum: L| if FIRST { sum.shl16::<2>() } else { sum.add16(L::splat16(2)).shr16::<2>() };
    let round = |sums: Sums<L>| if FIRST { sums.round::<11>() } else { sums.round::<15>() };
    let sides = Couple::of(s0.sub16(s3), s1.sub16(s2));
    let (a, b) = (Couple::of(d0, d1), Couple::of(d2, d3));
    [
        scale(outer.add16(inner)),
        round(a.dot(C1, C3).add(b.dot(C5, C7))),
        round(sides.dot(C2, C6)),
        round(a.dot(C3, -C7).add(b.dot(-C1, -C5))),
        scale(outer.sub16(inner)),
        round(a.dot(C5, -C1).add(b.dot(C7, C3))),
        round(sides.dot(C6, -C2)),
        round(a.dot(C7, -C5).add(b.dot(C3, -C1))),
    ]
}

/// Rows of samples minus 128 in, columns of coefficients times 8 out.
#[inline(always)]
pub(super) fn forward<L: Lanes>(rows: [L; 8]) -> [L; 8] {
    forward_pass::<L, false>(transpose(forward_pass::<L, true>(rows)))
}

/// Column `k` of a block in memory.
#[inline(always)]
pub(super) fn column<V: Narrow>(block: &[i16], k: usize) -> V {
    V::load(block[8 * k..8 * k + 8].first_chunk().expect("eight coefficients"))
}

/// Column `k` of two neighbouring blocks.
#[inline(always)]
pub(super) fn columns<S: Simd>(blocks: &[i16; 128], k: usize) -> S::Wide {
    S::Wide::join(column(&blocks[..64], k), column(&blocks[64..], k))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Level, Task, dispatch_at};
    use proptest::prelude::*;

    struct RoundTrip([i16; 64]);

    impl Task for RoundTrip {
        type Output = [[i16; 8]; 8];

        #[inline(always)]
        fn run<S: Simd>(self) -> Self::Output {
            let rows: [S::Narrow; 8] = std::array::from_fn(|k| column(&self.0, k));
            let columns = forward(rows).map(|c| c.add16(S::Narrow::splat16(4)).shr16::<3>());
            let mut out = [[0; 8]; 8];
            for (row, out) in inverse(columns).into_iter().zip(&mut out) {
                row.store(out);
            }
            out
        }
    }

    /// Full and quarter inverse of a block with coefficients in the first four rows and columns only.
    struct Sparse([i16; 16]);

    impl Task for Sparse {
        type Output = [[[i16; 8]; 8]; 2];

        #[inline(always)]
        fn run<S: Simd>(self) -> Self::Output {
            let mut block = [0i16; 64];
            for k in 0..4 {
                block[8 * k..8 * k + 4].copy_from_slice(&self.0[4 * k..4 * k + 4]);
            }
            let all: [S::Narrow; 8] = std::array::from_fn(|k| column(&block, k));
            let mut out = [[[0; 8]; 8]; 2];
            for (row, out) in inverse(all).into_iter().zip(&mut out[0]) {
                row.store(out);
            }
            for (row, out) in
                inverse_of_quarter([all[0], all[1], all[2], all[3]]).into_iter().zip(&mut out[1])
            {
                row.store(out);
            }
            out
        }
    }

    proptest! {
        #[test]
        fn the_inverse_undoes_the_transform_within_two(samples in prop::collection::vec(-128i16..128, 64)) {
            let samples: [i16; 64] = samples.try_into().unwrap();
            for level in Level::available() {
                let back = dispatch_at(level, RoundTrip(samples));
                for (row, expected) in back.iter().zip(samples.chunks(8)) {
                    for (a, b) in row.iter().zip(expected) {
                        prop_assert!((a - 128 - b).abs() <= 2, "{level:?}: {a} for {b}");
                    }
                }
            }
        }

        #[test]
        fn leaving_out_zeros_changes_no_bit(coefficients in any::<[i16; 16]>()) {
            let [all, sparse] = dispatch_at(Level::Scalar, Sparse(coefficients));
            prop_assert_eq!(all, sparse);
        }

        #[test]
        fn a_mean_alone_is_the_same_by_the_short_way(dc in any::<i16>()) {
            let mut block = [0; 16];
            block[0] = dc;
            let [all, _] = dispatch_at(Level::Scalar, Sparse(block));
            let expected = mean(i32::from(dc));
            prop_assert!(all.iter().flatten().all(|&v| v.clamp(0, 255) as u8 == expected));
        }
    }
}
