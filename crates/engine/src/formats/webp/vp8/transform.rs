//! The 4x4 transforms, on two or four blocks side by side: vector `r` holds row `r` of all of them.
//! WHT and DCT: RFC 6386, sections 14.3 and 14.4.
//!
//! Natively everything is inlined into the task that chose the instructions; in the browser's module, which is
//! downloaded, the larger ones are functions of their own.

use crate::simd::{Lanes, Narrow, Simd, Wide, array};

/// The four rows.
pub(super) type Rows<L> = [L; 4];

/// Rows become columns in each of the blocks.
#[inline(always)]
pub(super) fn transpose<L: Lanes>([a, b, c, d]: Rows<L>) -> Rows<L> {
    let (top_even, top_odd) = (a.low16(b), a.high16(b));
    let (low_even, low_odd) = (c.low16(d), c.high16(d));
    let (even01, even23) = (top_even.low32(low_even), top_even.high32(low_even));
    let (odd01, odd23) = (top_odd.low32(low_odd), top_odd.high32(low_odd));
    [even01.low64(odd01), even01.high64(odd01), even23.low64(odd23), even23.high64(odd23)]
}

/// The samples of four blocks.
#[inline(always)]
pub(super) fn load<W: Wide>(samples: &[[u8; 16]; 4]) -> Rows<W> {
    array(|row| W::load_u8(&samples[row]))
}

/// The samples of two blocks.
#[inline(always)]
pub(super) fn load_two<N: Narrow>(samples: &[[u8; 8]; 4]) -> Rows<N> {
    array(|row| N::load_u8(&samples[row]))
}

#[inline(always)]
pub(super) fn subtract<L: Lanes>(a: Rows<L>, b: Rows<L>) -> Rows<L> {
    array(|row| a[row].sub16(b[row]))
}

/// Samples to coefficients, as exact as sixteen bits allow; the decoder's inverse undoes it.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn forward<L: Lanes>(samples: Rows<L>) -> Rows<L> {
    let [x0, x1, x2, x3] = transpose(samples);
    let (a0, a1, a2, a3) = (x0.add16(x3), x1.add16(x2), x1.sub16(x2), x0.sub16(x3));
    let middle = transpose([
        a0.add16(a1).shl16::<3>(),
        rotate::<L, 9>(a2, a3, 2217, 5352),
        a0.sub16(a1).shl16::<3>(),
        rotate::<L, 9>(a2, a3, -5352, 2217),
    ]);
    let [x0, x1, x2, x3] = middle;
    let (a0, a1, a2, a3) = (x0.add16(x3), x1.add16(x2), x1.sub16(x2), x0.sub16(x3));
    let half = L::splat16(8);
    [
        a0.add16(a1).add16(half).shr16::<4>(),
        rotate::<L, 16>(a2, a3, 2217, 5352),
        a0.sub16(a1).add16(half).shr16::<4>(),
        rotate::<L, 16>(a2, a3, -5352, 2217),
    ]
}

/// `(a * p + b * q) >> SHIFT`, rounded.
#[inline(always)]
fn rotate<L: Lanes, const SHIFT: i32>(a: L, b: L, p: i32, q: i32) -> L {
    let (factors, half) = (L::splat_pair(p, q), L::splat32(1 << (SHIFT - 1)));
    let low = a.low16(b).madd(factors).add32(half).shr32::<SHIFT>();
    let high = a.high16(b).madd(factors).add32(half).shr32::<SHIFT>();
    low.pack32(high)
}

/// Coefficients to residuals, to the bit as every decoder does it; columns come out as rows.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn inverse_transposed<L: Lanes>(coefficients: Rows<L>) -> Rows<L> {
    let [x0, x1, x2, x3] = transpose(inverse_pass(coefficients));
    let rows = inverse_pass([x0.add16(L::splat16(4)), x1, x2, x3]);
    array(|row| rows[row].shr16::<3>())
}

#[inline(always)]
fn inverse_pass<L: Lanes>([x0, x1, x2, x3]: Rows<L>) -> Rows<L> {
    // sqrt(2) cos(pi / 8) - 1 and sqrt(2) sin(pi / 8) in 16 bits; the second exceeds i16, so its value minus one is used.
    let by_cosine = |x: L| x.mulhi16(L::splat16(20091)).add16(x);
    let by_sine = |x: L| x.mulhi16(L::splat16((35468 - 65536) as i16)).add16(x);
    let (a, b) = (x0.add16(x2), x0.sub16(x2));
    let c = by_sine(x1).sub16(by_cosine(x3));
    let d = by_cosine(x1).add16(by_sine(x3));
    [a.add16(d), b.add16(c), b.sub16(c), a.sub16(d)]
}

/// Prediction and residual to pixels.
#[inline(always)]
pub(super) fn add<S: Simd>(prediction: Rows<S::Wide>, residual: Rows<S::Wide>) -> [[u8; 16]; 4] {
    array(|row| {
        let (low, high) = prediction[row].add16(residual[row]).halves();
        low.pack16(high).bytes()
    })
}

/// Half the sum of absolute Hadamard coefficients, in parts: four lanes of 16 bits for each block.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn hadamard<L: Lanes>(samples: Rows<L>) -> L {
    let butterfly = |[x0, x1, x2, x3]: Rows<L>| [x0.add16(x2), x1.add16(x3), x0.sub16(x2), x1.sub16(x3)];
    let [a, b, c, d] = butterfly(samples);
    let [a, b, c, d] = butterfly(transpose([a.add16(b), a.sub16(b), c.add16(d), c.sub16(d)]));
    // |a + b| + |a - b| is twice the larger of |a| and |b|.
    a.abs16().max16(b.abs16()).add16(c.abs16().max16(d.abs16()))
}

/// The sums of four lanes each, for lanes that are not negative.
#[inline(always)]
pub(super) fn sums<W: Wide>(lanes: W) -> [u32; 4] {
    let (low, high) = lanes.halves();
    let ([a, b], [c, d]) = (sums_two(low), sums_two(high));
    [a, b, c, d]
}

#[inline(always)]
pub(super) fn sums_two<N: Narrow>(lanes: N) -> [u32; 2] {
    pairs(lanes.madd(N::splat16(1)))
}

/// The sum of squares of all lanes.
#[inline(always)]
pub(super) fn squares<W: Wide>(rows: Rows<W>) -> u32 {
    let [a, b, c, d] = array(|row| rows[row].madd(rows[row]));
    let (low, high) = a.add32(b).add32(c.add32(d)).halves();
    pairs(low.add32(high)).into_iter().sum()
}

/// The sum of squares of each of two blocks.
#[inline(always)]
pub(super) fn squares_two<N: Narrow>(rows: Rows<N>) -> [u32; 2] {
    let [a, b, c, d] = array(|row| rows[row].madd(rows[row]));
    pairs(a.add32(b).add32(c.add32(d)))
}

/// Neighbouring 32-bit lanes added.
#[inline(always)]
fn pairs<N: Narrow>(lanes: N) -> [u32; 2] {
    let bytes = lanes.bytes();
    let at = |i: usize| u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
    [at(0) + at(4), at(8) + at(12)]
}

/// The sixteen values of each block one after the other, and which of them are not zero.
#[inline(always)]
pub(super) fn blocks<W: Wide>(rows: Rows<W>) -> [([i16; 16], u32); 4] {
    let low = blocks_two(array(|row| rows[row].halves().0));
    let high = blocks_two(array(|row| rows[row].halves().1));
    let ([a, b], [c, d]) = (low, high);
    [a, b, c, d]
}

#[inline(always)]
pub(super) fn blocks_two<N: Narrow>([a, b, c, d]: Rows<N>) -> [([i16; 16], u32); 2] {
    [block(a.low64(b), c.low64(d)), block(a.high64(b), c.high64(d))]
}

#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn block<N: Narrow>(top: N, low: N) -> ([i16; 16], u32) {
    let (mut first, mut second) = ([0; 8], [0; 8]);
    top.store(&mut first);
    low.store(&mut second);
    let mut values = [0; 16];
    values[..8].copy_from_slice(&first);
    values[8..].copy_from_slice(&second);
    (values, !top.zero_mask(low) & 0xffff)
}

/// The transform of the sixteen DC values of a macroblock.
pub(super) fn forward_dc(values: &[i16; 16]) -> [i16; 16] {
    let mut middle = [0i32; 16];
    for (row, out) in values.as_chunks::<4>().0.iter().zip(middle.as_chunks_mut::<4>().0) {
        let [x0, x1, x2, x3] = row.map(i32::from);
        let (a, b, c, d) = (x0 + x2, x1 + x3, x1 - x3, x0 - x2);
        *out = [a + b, d + c, d - c, a - b];
    }
    let mut out = [0; 16];
    for i in 0..4 {
        let (x0, x1, x2, x3) = (middle[i], middle[4 + i], middle[8 + i], middle[12 + i]);
        let (a, b, c, d) = (x0 + x2, x1 + x3, x1 - x3, x0 - x2);
        for (row, value) in [a + b, d + c, d - c, a - b].into_iter().enumerate() {
            out[4 * row + i] = (value >> 1) as i16;
        }
    }
    out
}

/// Its inverse, to the bit as every decoder does it.
pub(super) fn inverse_dc(values: &[i16; 16]) -> [i16; 16] {
    let mut middle = [0i32; 16];
    for i in 0..4 {
        let [x0, x1, x2, x3] = [0, 4, 8, 12].map(|row| i32::from(values[row + i]));
        let (a, b, c, d) = (x0 + x3, x1 + x2, x1 - x2, x0 - x3);
        middle[i] = a + b;
        middle[4 + i] = d + c;
        middle[8 + i] = a - b;
        middle[12 + i] = d - c;
    }
    let mut out = [0; 16];
    for (row, out) in middle.as_chunks::<4>().0.iter().zip(out.as_chunks_mut::<4>().0) {
        let [x0, x1, x2, x3] = [row[0] + 3, row[1], row[2], row[3]];
        let (a, b, c, d) = (x0 + x3, x1 + x2, x1 - x2, x0 - x3);
        *out = [a + b, d + c, a - b, d - c].map(|value| (value >> 3) as i16);
    }
    out
}
