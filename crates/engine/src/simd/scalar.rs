//! The vector operations in plain Rust: the definition that the others are tested against, and the way of every other
//! CPU. Written as loops over arrays, which compilers turn into vectors where they can. In unit tests operations are calls:
//! spread out in every task, they are a third of what is compiled.

use super::pair::Pair;
use super::{Lanes, Narrow, Simd};

#[derive(Debug)]
pub(super) struct Plain;

impl Simd for Plain {
    type Narrow = Scalar;
    type Wide = Pair<Scalar>;
    const WIDE_IS_NATIVE: bool = false;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar([i16; 8]);

impl Scalar {
    #[inline(always)]
    fn wide(self) -> [i32; 4] {
        std::array::from_fn(|i| i32::from(self.0[2 * i] as u16) | (i32::from(self.0[2 * i + 1]) << 16))
    }

    #[inline(always)]
    fn of_wide(values: [i32; 4]) -> Self {
        Self(std::array::from_fn(|i| (values[i / 2] >> (16 * (i % 2))) as i16))
    }

    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(i16, i16) -> i16) -> Self {
        Self(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn zip_wide(self, other: Self, op: impl Fn(i32, i32) -> i32) -> Self {
        let (a, b) = (self.wide(), other.wide());
        Self::of_wide(std::array::from_fn(|i| op(a[i], b[i])))
    }

    /// Lanes picked from the sixteen of `self` and `other`.
    #[inline(always)]
    fn pick(self, other: Self, from: [usize; 8]) -> Self {
        Self(from.map(|i| if i < 8 { self.0[i] } else { other.0[i - 8] }))
    }
}

impl Lanes for Scalar {
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn splat16(value: i16) -> Self {
        Self([value; 8])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn splat32(value: i32) -> Self {
        Self::of_wide([value; 4])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn add16(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_add)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn sub16(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_sub)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn add32(self, other: Self) -> Self {
        self.zip_wide(other, i32::wrapping_add)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn sub32(self, other: Self) -> Self {
        self.zip_wide(other, i32::wrapping_sub)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn madd(self, other: Self) -> Self {
        let product = |i: usize| i32::from(self.0[i]) * i32::from(other.0[i]);
        Self::of_wide(std::array::from_fn(|i| product(2 * i).wrapping_add(product(2 * i + 1))))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn mullo16(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_mul)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn mulhi_u16(self, other: Self) -> Self {
        self.zip(other, |a, b| ((u32::from(a as u16) * u32::from(b as u16)) >> 16) as i16)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn mulhi16(self, other: Self) -> Self {
        self.zip(other, |a, b| ((i32::from(a) * i32::from(b)) >> 16) as i16)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn max16(self, other: Self) -> Self {
        self.zip(other, i16::max)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn abs16(self) -> Self {
        Self(self.0.map(i16::wrapping_abs))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn shr16<const N: i32>(self) -> Self {
        Self(self.0.map(|v| v >> N))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn shl16<const N: i32>(self) -> Self {
        Self(self.0.map(|v| v << N))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn shr32<const N: i32>(self) -> Self {
        Self::of_wide(self.wide().map(|v| v >> N))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn pack32(self, other: Self) -> Self {
        let (a, b) = (self.wide(), other.wide());
        let saturate = |v: i32| v.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        Self(std::array::from_fn(|i| saturate(if i < 4 { a[i] } else { b[i - 4] })))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn pack16(self, other: Self) -> Self {
        let byte = |i: usize| (if i < 8 { self.0[i] } else { other.0[i - 8] }).clamp(0, 255) as u8;
        Self(std::array::from_fn(|i| i16::from_le_bytes([byte(2 * i), byte(2 * i + 1)])))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn low16(self, other: Self) -> Self {
        self.pick(other, [0, 8, 1, 9, 2, 10, 3, 11])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn high16(self, other: Self) -> Self {
        self.pick(other, [4, 12, 5, 13, 6, 14, 7, 15])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn low32(self, other: Self) -> Self {
        self.pick(other, [0, 1, 8, 9, 2, 3, 10, 11])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn high32(self, other: Self) -> Self {
        self.pick(other, [4, 5, 12, 13, 6, 7, 14, 15])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn low64(self, other: Self) -> Self {
        self.pick(other, [0, 1, 2, 3, 8, 9, 10, 11])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn high64(self, other: Self) -> Self {
        self.pick(other, [4, 5, 6, 7, 12, 13, 14, 15])
    }
}

impl Narrow for Scalar {
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn load(from: &[i16; 8]) -> Self {
        Self(*from)
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn store(self, to: &mut [i16; 8]) {
        *to = self.0;
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn load_u8(from: &[u8; 8]) -> Self {
        Self(from.map(i16::from))
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn bytes(self) -> [u8; 16] {
        std::array::from_fn(|i| self.0[i / 2].to_le_bytes()[i % 2])
    }
    #[cfg_attr(not(test), inline(always))]
    #[cfg_attr(test, inline(never))]
    fn zero_mask(self, other: Self) -> u32 {
        let bits = |lanes: [i16; 8]| (0..8).fold(0, |mask, i| mask | (u32::from(lanes[i] == 0) << i));
        bits(self.0) | (bits(other.0) << 8)
    }
}
