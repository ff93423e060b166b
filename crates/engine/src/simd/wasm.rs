//! WebAssembly simd128, chosen when the module is built with that feature.

use super::pair::Pair;
use super::{Lanes, Narrow, Simd};
use core::arch::wasm32::*;

#[derive(Debug)]
pub(super) struct Simd128;

impl Simd for Simd128 {
    type Narrow = V128;
    type Wide = Pair<V128>;
    const WIDE_IS_NATIVE: bool = false;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct V128(v128);

macro_rules! operations {
    ($($name:ident = $intrinsic:expr),* $(,)?) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self($intrinsic(self.0, other.0))
        }
    )*};
}

impl Lanes for V128 {
    operations!(
        add16 = i16x8_add,
        sub16 = i16x8_sub,
        add32 = i32x4_add,
        sub32 = i32x4_sub,
        madd = i32x4_dot_i16x8,
        mullo16 = i16x8_mul,
        max16 = i16x8_max,
        xor = v128_xor,
        pack32 = i16x8_narrow_i32x4,
        pack16 = u8x16_narrow_i16x8,
        low16 = i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>,
        high16 = i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>,
        low32 = i32x4_shuffle::<0, 4, 1, 5>,
        high32 = i32x4_shuffle::<2, 6, 3, 7>,
        low64 = i64x2_shuffle::<0, 2>,
        high64 = i64x2_shuffle::<1, 3>,
    );

    #[inline(always)]
    fn splat16(value: i16) -> Self {
        Self(i16x8_splat(value))
    }
    #[inline(always)]
    fn splat32(value: i32) -> Self {
        Self(i32x4_splat(value))
    }
    #[inline(always)]
    fn mulhi_u16(self, other: Self) -> Self {
        let low = u32x4_extmul_low_u16x8(self.0, other.0);
        let high = u32x4_extmul_high_u16x8(self.0, other.0);
        Self(i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high))
    }
    #[inline(always)]
    fn mulhi16(self, other: Self) -> Self {
        let low = i32x4_extmul_low_i16x8(self.0, other.0);
        let high = i32x4_extmul_high_i16x8(self.0, other.0);
        Self(i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high))
    }
    #[inline(always)]
    fn abs16(self) -> Self {
        Self(i16x8_abs(self.0))
    }
    #[inline(always)]
    fn shr16<const N: i32>(self) -> Self {
        Self(i16x8_shr(self.0, N as u32))
    }
    #[inline(always)]
    fn shl16<const N: i32>(self) -> Self {
        Self(i16x8_shl(self.0, N as u32))
    }
    #[inline(always)]
    fn shr32<const N: i32>(self) -> Self {
        Self(i32x4_shr(self.0, N as u32))
    }
}

impl Narrow for V128 {
    #[inline(always)]
    fn load(from: &[i16; 8]) -> Self {
        // SAFETY: an unaligned load of the 16 bytes that the reference covers.
        Self(unsafe { v128_load(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [i16; 8]) {
        // SAFETY: an unaligned store to the 16 bytes that the reference covers.
        unsafe { v128_store(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn load_u8(from: &[u8; 8]) -> Self {
        // SAFETY: a load of the 8 bytes that the reference covers.
        Self(unsafe { u16x8_load_extend_u8x8(from.as_ptr()) })
    }
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: an unaligned store to 16 bytes of our own.
        unsafe { v128_store(bytes.as_mut_ptr().cast(), self.0) }
        bytes
    }
    #[inline(always)]
    fn zero_mask(self, other: Self) -> u32 {
        let zero = i16x8_splat(0);
        u32::from(i8x16_bitmask(i8x16_narrow_i16x8(i16x8_eq(self.0, zero), i16x8_eq(other.0, zero))))
    }
}

#[inline(always)]
pub(super) fn big_endian(bytes: &[u8; 8]) -> u64 {
    // SAFETY: a load of the 8 bytes that the reference covers.
    let word = unsafe { v128_load64_zero(bytes.as_ptr().cast()) };
    u64x2_extract_lane::<0>(u8x16_swizzle(word, u8x16(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)))
}
