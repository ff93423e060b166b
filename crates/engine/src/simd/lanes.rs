//! What every level of instructions can do, and the work that is written against it.

/// Arithmetic on 16-bit and 32-bit lanes. A wide value is two independent 128-bit halves, as in AVX2.
pub trait Lanes: Copy {
    fn splat16(value: i16) -> Self;
    fn splat32(value: i32) -> Self;
    fn add16(self, other: Self) -> Self;
    fn sub16(self, other: Self) -> Self;
    fn add32(self, other: Self) -> Self;
    fn sub32(self, other: Self) -> Self;
    /// Products of 16-bit lanes, neighbours added: four 32-bit sums per half.
    fn madd(self, other: Self) -> Self;
    fn mullo16(self, other: Self) -> Self;
    /// The upper half of the unsigned 16-bit product.
    fn mulhi_u16(self, other: Self) -> Self;
    /// The upper half of the signed 16-bit product.
    fn mulhi16(self, other: Self) -> Self;
    fn max16(self, other: Self) -> Self;
    fn abs16(self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn shr16<const N: i32>(self) -> Self;
    fn shl16<const N: i32>(self) -> Self;
    fn shr32<const N: i32>(self) -> Self;
    /// 32 to 16 bits, saturating: first `self`, then `other`.
    fn pack32(self, other: Self) -> Self;
    /// Signed 16 to unsigned 8 bits, saturating.
    fn pack16(self, other: Self) -> Self;
    fn low16(self, other: Self) -> Self;
    fn high16(self, other: Self) -> Self;
    fn low32(self, other: Self) -> Self;
    fn high32(self, other: Self) -> Self;
    fn low64(self, other: Self) -> Self;
    fn high64(self, other: Self) -> Self;

    /// The same two constants in every pair of lanes, for [`Lanes::madd`].
    #[inline(always)]
    fn splat_pair(first: i32, second: i32) -> Self {
        Self::splat32((first & 0xffff) | (second << 16))
    }
}

/// 128 bits.
pub trait Narrow: Lanes {
    fn load(from: &[i16; 8]) -> Self;
    fn store(self, to: &mut [i16; 8]);
    /// Eight bytes, widened.
    fn load_u8(from: &[u8; 8]) -> Self;
    fn bytes(self) -> [u8; 16];
    /// One bit for each of the 16 lanes of `self` and `other` that is zero.
    fn zero_mask(self, other: Self) -> u32;
}

/// 256 bits as two halves.
pub trait Wide: Lanes {
    type Half: Narrow;
    fn join(low: Self::Half, high: Self::Half) -> Self;
    fn halves(self) -> (Self::Half, Self::Half);
    fn load(from: &[i16; 16]) -> Self;
    fn store(self, to: &mut [i16; 16]);
    /// Sixteen bytes, widened in order.
    fn load_u8(from: &[u8; 16]) -> Self;
}

/// The vector types of one level.
pub trait Simd {
    type Narrow: Narrow;
    type Wide: Wide<Half = Self::Narrow>;
    /// Whether the wide type is one register, so that working on two blocks at once pays.
    const WIDE_IS_NATIVE: bool;

    /// The one of `mask` that has `skipped` ones below it, alone; 0 when there are not so many.
    #[inline(always)]
    fn nth_one(mut mask: u64, skipped: u32) -> u64 {
        for _ in 0..skipped {
            mask &= mask.wrapping_sub(1);
        }
        mask & mask.wrapping_neg()
    }

    /// The highest bits of `bits`, one after the other from the lowest one of `mask` on; of these the `wanted` ones.
    #[inline(always)]
    fn spread(bits: u64, mask: u64, wanted: u64) -> u64 {
        let mut out = 0;
        let mut rest = mask & wanted;
        while rest != 0 {
            let one = rest & rest.wrapping_neg();
            let before = (mask & (one - 1)).count_ones();
            out |= one & ((bits << before) >> 63).wrapping_neg();
            rest ^= one;
        }
        out
    }
}

/// `[value(0), value(1), ...]`, always inlined, unlike `std::array::from_fn` and `map`: a function of theirs that stays a
/// call is compiled without the level's instructions, and every operation in it becomes a call of its own.
#[inline(always)]
pub fn array<T: Copy, const N: usize>(mut value: impl FnMut(usize) -> T) -> [T; N] {
    let mut out = [value(0); N];
    for (k, out) in out.iter_mut().enumerate().skip(1) {
        *out = value(k);
    }
    out
}

/// Work that is compiled once for every level. Implementations mark `run` and what is hot in it `#[inline(always)]`.
pub trait Task {
    type Output;
    fn run<S: Simd>(self) -> Self::Output;
}
